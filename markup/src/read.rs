//! From a document to a tree.

use std::{cell::RefCell, collections::HashMap, ptr};

use formwork_schema::{
    Error, Layout, Limits, Result, Value,
    document::Unknown,
    layout::{
        Struct,
        xml::{Item, Member, Need, Role},
    },
    value::UsualFields,
};

use crate::{
    atoms::{self, Kind, text},
    known::{known, verbatim},
    make::{Make, New, Same},
    markup::{AttributeNode, Markup, Node},
    unknown,
    within::Within,
};

/// The tree of a document.
///
/// # Errors
/// [`Kind::Malformed`](formwork_schema::Kind::Malformed) when the root is none of the elements that documents of this
/// layout begin with, or lacks what the engine requires.
pub fn read(markup: &Markup, layout: &Layout) -> Result<Value> {
    let usual = Usual::new(layout)?;
    made(markup, layout, New::sharing(&|of| usual.of(of)))
}

/// Asks that a document has a root of this layout: then [`read`] makes a tree of it.
///
/// # Errors
/// See [`read`].
pub fn has_root(markup: &Markup, layout: &Layout) -> Result<()> {
    let root = markup.root();
    match root_item(layout, root) {
        Some(_) => Ok(()),
        None => Err(refusal(layout, root)),
    }
}

/// What elements of a layout have of which nothing is written.
pub(crate) struct Usual<'l> {
    layout: &'l Layout,
    nothing: Markup,
    known: RefCell<HashMap<*const Struct, UsualFields>>,
}

impl<'l> Usual<'l> {
    pub(crate) fn new(layout: &'l Layout) -> Result<Self> {
        Ok(Self {
            layout,
            nothing: Markup::parse(b"<none/>", &Limits::default())?,
            known: RefCell::default(),
        })
    }

    pub(crate) fn of(&self, of: &Struct) -> UsualFields {
        let mut known = self.known.borrow_mut();
        let usual = known.entry(ptr::from_ref(of));
        let all = || fields(self.layout, self.nothing.root(), of, New::default());
        usual.or_insert_with(|| all().into()).clone()
    }
}

/// Whether a document means this tree, exactly. No other tree is made to find out.
///
/// # Errors
/// See [`read`].
pub fn is_read_as(markup: &Markup, layout: &Layout, tree: &Value) -> Result<bool> {
    made(markup, layout, Same::of(tree))
}

pub(crate) fn made<M: Make>(markup: &Markup, layout: &Layout, make: M) -> Result<M::Made> {
    let root = markup.root();
    let item = root_item(layout, root).ok_or_else(|| refusal(layout, root))?;
    let variant = item.variant.map(|(place, _)| place);
    Ok(item_of(layout, root, (variant, item.element), make))
}

/// Which of the elements that a document may be it is, as far as an engine looks at it.
pub(crate) fn root_item<'l>(layout: &'l Layout, root: Node<'_>) -> Option<Item<'l>> {
    let found = named(layout, root)?;
    accepts(layout, found.element?, root).then_some(found)
}

fn named<'l>(layout: &'l Layout, root: Node<'_>) -> Option<Item<'l>> {
    let mut items = layout.roots().into_iter();
    items.find(|item| item.is(root.name()))
}

fn refusal(layout: &Layout, root: Node<'_>) -> Error {
    let Some(element) = named(layout, root).and_then(|item| item.element) else {
        let known = layout.roots().into_iter().filter_map(|item| item.element);
        let names: Vec<_> = known.map(|of| format!("`{}`", of.element_name())).collect();
        return root.malformed(format!("the root is none of {}", names.join(", ")));
    };
    let lacking = lacking(layout, element, root).unwrap_or_default();
    root.malformed(format!(
        "the root has no usable `{lacking}`, so nothing is loaded"
    ))
}

fn item_of<M: Make>(
    layout: &Layout,
    node: Node<'_>,
    (variant, of): (Option<usize>, Option<&Struct>),
    make: M,
) -> M::Made {
    let content = |make: M| match of {
        Some(of) => structure(layout, node, of, make),
        None => make.value(text(node.xml())),
    };
    match variant {
        Some(variant) => make.variant(variant, Some(content(make.content(variant)))),
        None => content(make),
    }
}

/// What a struct says of an element: all of it, or those of its attributes that stand in a struct of their own.
fn structure<M: Make>(layout: &Layout, node: Node<'_>, of: &Struct, make: M) -> M::Made {
    make.element(of, fields(layout, node, of, make))
}

fn fields<M: Make>(layout: &Layout, node: Node<'_>, of: &Struct, make: M) -> Vec<Option<M::Made>> {
    // Sorted once, and not once per field: documents may have many.
    let sorted = match of.element {
        Some(_) => Sorted::of(layout, of, (node, make.wanted())),
        None => Sorted::default(),
    };
    let mut fields: Vec<Option<M::Made>> = of.fields().iter().map(|_| None).collect();
    for member in of.members() {
        let make = make.field(member.place);
        fields[member.place] = self::member(layout, (node, of), member, &sorted, make);
    }
    fields
}

fn member<M: Make>(
    layout: &Layout,
    (node, of): (Node<'_>, &Struct),
    member: Member<'_>,
    children: &Sorted<'_>,
    make: M,
) -> Option<M::Made> {
    let own = || {
        let own = children.of_member(member.place);
        own.map(|(index, sort)| (node.at(index), sort))
    };
    let item = |(node, sort): (Node<'_>, &Sort<'_>), make: M| {
        item_of(layout, node, (sort.variant, sort.element), make)
    };
    let value = match member.role {
        Role::Attribute(attribute) => {
            let kind = Kind::of(member.field, attribute);
            match effective(of, node, &attribute.name) {
                Some(written) => kind.value(&written.value()),
                None if attribute.optional => return None,
                None => kind.value(&attribute.default),
            }
        }
        Role::Child | Role::Verbatim(_) => return Some(item(own().next()?, make)),
        Role::Children => {
            let mut items = Vec::with_capacity(own().count());
            items.extend(own().zip(0..).map(|(child, at)| item(child, make.item(at))));
            return Some(make.items(items));
        }
        Role::Text => text(&node.text()),
        Role::Inline => {
            let inner = layout.get(member.field.ty.struct_ref()?);
            return Some(structure(layout, node, inner, make));
        }
        Role::Unknown => {
            let is_unknown =
                |attribute: &AttributeNode<'_>| layout.attribute(of, attribute.name()).is_none();
            let attributes = node.attributes().filter(is_unknown);
            let pair = |attribute: AttributeNode<'_>| {
                (attribute.name().to_owned(), attribute.value().into_owned())
            };
            unknown::value(&Unknown {
                attributes: attributes.map(pair).collect(),
                elements: own().map(|(node, _)| node.xml().to_owned()).collect(),
            })
        }
    };
    Some(make.value(value))
}

/// Whether an engine looks at an element: it has what is required.
#[must_use]
pub fn accepts(layout: &Layout, of: &Struct, node: Node<'_>) -> bool {
    lacking(layout, of, node).is_none()
}

/// The first required attribute that is missing, or says nothing that is known.
pub(crate) fn lacking<'l>(layout: &'l Layout, of: &'l Struct, node: Node<'_>) -> Option<&'l str> {
    use Need::{Expected, Optional};
    let all = layout.attributes(of).into_iter();
    let mut asked = all.filter(|(_, one)| one.strict || !matches!(one.need, Optional | Expected));
    asked.find_map(|(field, attribute)| {
        let text = effective(of, node, &attribute.name).map(AttributeNode::value);
        let accepted = atoms::accepts(field, attribute, text.as_deref());
        (!accepted).then_some(&*attribute.name)
    })
}

/// Of attributes of one name, the one that counts.
pub(crate) fn effective<'m>(of: &Struct, node: Node<'m>, name: &str) -> Option<AttributeNode<'m>> {
    let is_own = || {
        let mut members = of.members();
        members.any(|member| matches!(member.role, Role::Attribute(own) if own.name == *name))
    };
    let last_wins = of.element.as_ref().is_some_and(|element| element.last_wins);
    let mut all = node
        .attributes()
        .filter(|attribute| attribute.name() == name);
    if last_wins && is_own() {
        all.next_back()
    } else {
        all.next()
    }
}

/// Child elements by what makes a tree of them: eight bytes each, for there may be many, but only of a few sorts.
#[derive(Default)]
struct Sorted<'l> {
    sorts: Vec<Sort<'l>>,
    /// The index of each, and its sort.
    children: Vec<(u32, u32)>,
}

/// Of a [`Child`] what others have as well.
struct Sort<'l> {
    member: Option<usize>,
    variant: Option<usize>,
    element: Option<&'l Struct>,
}

impl<'l> Sorted<'l> {
    /// Those of an element, or of these those that are wanted.
    fn of(
        layout: &'l Layout,
        of: &'l Struct,
        (node, within): (Node<'_>, Option<&Within<'_>>),
    ) -> Self {
        let wanted = within.and_then(|within| within.children(layout, of, node));
        let count = wanted
            .as_ref()
            .map_or_else(|| node.children().count(), Vec::len);
        let all = wanted.is_none().then(|| node.children());
        let some = wanted.into_iter().flatten().map(|child| node.at(child));
        let mut sorted = Self {
            sorts: Vec::new(),
            children: Vec::with_capacity(count),
        };
        for child in children_of(layout, of, all.into_iter().flatten().chain(some)) {
            let sort = sorted.sort(Sort {
                member: child.member.map(|member| member.place),
                variant: child.variant,
                element: child.element,
            });
            sorted.children.push((child.node.index, sort));
        }
        sorted
    }

    fn sort(&mut self, sort: Sort<'l>) -> u32 {
        let known = self.sorts.iter().position(|known| known.is(&sort));
        let place = known.unwrap_or(self.sorts.len());
        if known.is_none() {
            self.sorts.push(sort);
        }
        place as u32
    }

    /// Those that a field keeps.
    fn of_member(&self, place: usize) -> impl Iterator<Item = (u32, &Sort<'l>)> {
        let all = self.children.iter();
        let all = all.map(|(index, sort)| (*index, &self.sorts[*sort as usize]));
        all.filter(move |(_, sort)| sort.member == Some(place))
    }
}

impl Sort<'_> {
    fn is(&self, other: &Self) -> bool {
        let element = |sort: &Self| sort.element.map(ptr::from_ref);
        (self.member, self.variant) == (other.member, other.variant)
            && element(self) == element(other)
    }
}

/// A child element, and what the layout knows of it.
#[derive(Clone, Copy)]
pub(crate) struct Child<'m, 'l> {
    pub(crate) node: Node<'m>,
    /// The field that keeps it; `None` where none does.
    pub(crate) member: Option<Member<'l>>,
    /// Which variant of the field it is, where it has some.
    variant: Option<usize>,
    /// What it may contain; `None` for elements that the engine does not look at.
    pub(crate) element: Option<&'l Struct>,
}

impl Child<'_, '_> {
    /// Whether this field keeps it.
    pub(crate) fn is_of(&self, member: Member<'_>) -> bool {
        self.member.is_some_and(|own| own.place == member.place)
    }
}

/// The field that keeps child elements which are not known, and the variant where it has one for them; else the rest.
fn keeper<'l>(layout: &'l Layout, of: &'l Struct) -> Option<(Member<'l>, Option<usize>)> {
    let variant = |member: Member<'l>| {
        let mut items = layout.items_of(member).into_iter();
        let item = items.find(|item| item.element.is_none())?;
        Some((member, item.variant.map(|(place, _)| place)))
    };
    let rest = |member: &Member<'_>| matches!(member.role, Role::Unknown);
    let with_variant = of.members().find_map(variant);
    with_variant.or_else(|| Some((of.members().find(rest)?, None)))
}

/// The child elements of an element, each with the field that it belongs to.
pub(crate) fn children<'m, 'l>(
    layout: &'l Layout,
    of: &'l Struct,
    node: Node<'m>,
) -> impl Iterator<Item = Child<'m, 'l>> {
    children_of(layout, of, node.children())
}

/// The same for some of them, with the first ones of the fields that have no more than one.
fn children_of<'m, 'l>(
    layout: &'l Layout,
    of: &'l Struct,
    children: impl Iterator<Item = Node<'m>>,
) -> impl Iterator<Item = Child<'m, 'l>> {
    let keeper = keeper(layout, of);
    // Of some fields only the first child counts.
    let mut seen = Vec::new();
    children.map(move |child| {
        let unknown = Child {
            node: child,
            member: keeper.map(|(member, _)| member),
            variant: keeper.and_then(|(_, variant)| variant),
            element: None,
        };
        let mut is_first = |member: Member<'l>| {
            let first = !seen.contains(&member.place);
            if first {
                seen.push(member.place);
            }
            first
        };
        if let Some(member) = verbatim(of, child.name()) {
            if !is_first(member) {
                return unknown;
            }
            return Child {
                member: Some(member),
                variant: None,
                ..unknown
            };
        }
        let Some((member, item)) = known(layout, of, child.name()) else {
            return unknown;
        };
        if matches!(member.role, Role::Child) && !is_first(member) {
            return unknown;
        }
        match item.element {
            Some(element) if accepts(layout, element, child) => Child {
                node: child,
                member: Some(member),
                variant: item.variant.map(|(place, _)| place),
                element: item.element,
            },
            _ => unknown,
        }
    })
}
