//! [`Plan`]: a layout made ready for printing and parsing many instances.
//!
//! References are followed, places are asked for and names are looked up once per document, not
//! once per value.

mod maker;

use std::collections::HashMap;

use formwork_schema::{
    Charset, Layout, Value,
    implied::{Implied, Part},
    layout::{Bits, Field, Names, PrimKind, Struct, Type, Versions},
    place::{ITEM, XmlForm},
    value::Packer,
};

/// Items of an array up to which it is a part of the row around it.
const MAX_INLINE: u32 = 64;

/// All structs of a layout.
pub(crate) struct Plan<'l> {
    pub(crate) layout: &'l Layout,
    pub(crate) implied: &'l Implied<'l>,
    pub(crate) format: &'l str,
    /// The root struct as a value.
    pub(crate) root: Node<'l>,
    shapes: Vec<Shape<'l>>,
    places: HashMap<&'l str, usize>,
}

/// One struct.
pub(crate) enum Shape<'l> {
    /// Named fields.
    Record(Slots<'l>),
    /// Numbers in order.
    Vector(Components<'l>),
    /// One of several variants.
    Variants(Variants<'l>),
    /// Attributes that another list names.
    Named(Columns<'l>),
}

/// A struct that is one list, whose items another list names.
pub(crate) struct Columns<'l> {
    /// The name of the list.
    pub(crate) list: &'l str,
    /// An item: an enum without a tag.
    pub(crate) item: Node<'l>,
}

/// The alternatives of an enum.
pub(crate) struct Variants<'l> {
    pub(crate) list: Vec<Variant<'l>>,
    /// Whether a text names the one that is there.
    pub(crate) tagged: bool,
}

/// The numbers of a vector or tuple.
pub(crate) struct Components<'l> {
    pub(crate) names: Vec<&'l str>,
    pub(crate) nodes: Vec<Node<'l>>,
    /// The place of each in the layout, and how many fields are there.
    pub(crate) fields: Vec<usize>,
    pub(crate) all: usize,
    /// Whether the names show in JSON.
    pub(crate) tuple: bool,
}

/// One alternative.
pub(crate) struct Variant<'l> {
    pub(crate) name: &'l str,
    /// All variants of its enum.
    pub(crate) all: &'l [formwork_schema::layout::Variant],
    /// Nothing for a unit variant. Named fields are a record.
    pub(crate) content: Option<Node<'l>>,
}

/// The visible fields of a record.
pub(crate) struct Slots<'l> {
    pub(crate) list: Vec<Slot<'l>>,
    /// All fields that the layout has there.
    pub(crate) fields: &'l [Field],
    /// How many attributes are always there.
    pub(crate) needed: usize,
}

/// One visible field.
pub(crate) struct Slot<'l> {
    /// Its place in the layout.
    pub(crate) field: usize,
    pub(crate) of: &'l Field,
    pub(crate) name: &'l str,
    /// Name of the elements of its items.
    pub(crate) item: &'l str,
    /// Name of its padding; empty for all but fixed strings.
    pub(crate) padding: String,
    pub(crate) optional: bool,
    /// The list that it is an index into, where a name may stand for the number.
    pub(crate) link: Option<&'l str>,
    /// Whether it is 0 where it is not there.
    pub(crate) zero: bool,
    pub(crate) place: XmlForm,
    pub(crate) node: Node<'l>,
}

/// One value.
pub(crate) struct Node<'l> {
    pub(crate) kind: Kind<'l>,
    /// What its items are called when it is a list that is all of an element.
    pub(crate) item: &'l str,
    /// What the element of such a value holds.
    pub(crate) content: XmlForm,
}

/// What a value is.
pub(crate) enum Kind<'l> {
    Number(PrimKind),
    /// A byte as two hexadecimal digits: an item of an array that is one word.
    Hex,
    Bool,
    Text,
    /// A string in an encoding.
    Encoded(&'l Charset),
    /// The same, without the zeros at its end.
    Padded(&'l Charset),
    /// With its size in bytes.
    Fixed(u32),
    Blob,
    Flags(&'l Names),
    Enum(&'l Names),
    /// Smaller numbers.
    Bits(&'l Bits),
    /// The version of the file.
    Version(&'l Versions),
    Dialect(&'l Names),
    /// A struct, by its place among the shapes.
    Struct(usize),
    List(Box<List<'l>>),
}

/// What a list is.
pub(crate) struct List<'l> {
    pub(crate) item: Node<'l>,
    ty: &'l Type,
    /// Whether records of it stand on one line each.
    pub(crate) packed: bool,
    /// How many items an array has; none for lists, which have any number.
    pub(crate) length: Option<u32>,
    /// Whether it is one word in XML: two hexadecimal digits for each item.
    pub(crate) hex: bool,
    /// Whether its items are parts of a row, and so no rows of their own.
    inside: bool,
    /// The name of the list where its items carry their number, because indices count them.
    pub(crate) numbered: Option<&'l str>,
}

impl<'l> List<'l> {
    /// Collects items, where all have one size.
    pub(crate) fn packer(&self, layout: &'l Layout) -> Option<Packer<'l>> {
        if self.inside || self.length.is_some_and(|length| length <= MAX_INLINE) {
            return None;
        }
        Packer::new(layout, self.ty)
    }
}

impl<'l> Plan<'l> {
    pub(crate) fn new(implied: &'l Implied<'l>) -> Self {
        let layout = implied.layout();
        let structs = layout.structs();
        let places: HashMap<&str, usize> = structs
            .iter()
            .enumerate()
            .map(|(place, one)| (&*one.name, place))
            .collect();
        let extra = structs.len();
        let mut maker = maker::Maker {
            implied,
            places,
            extra,
            variants: Vec::new(),
        };
        let mut shapes: Vec<_> = structs.iter().map(|one| maker.shape(one)).collect();
        shapes.append(&mut maker.variants);
        let content = match shapes[0] {
            Shape::Vector(_) => XmlForm::Attribute,
            _ => XmlForm::Child,
        };
        let root = Node {
            kind: Kind::Struct(0),
            item: ITEM,
            content,
        };
        Self {
            layout,
            implied,
            format: &layout.format,
            root,
            shapes,
            places: maker.places,
        }
    }

    pub(crate) fn shape(&self, place: usize) -> &Shape<'l> {
        &self.shapes[place]
    }

    /// An alternative of an enum, by its place in the layout.
    fn variant(&self, of: &Struct, variant: usize) -> Option<&Variant<'l>> {
        match &self.shapes[*self.places.get(&*of.name)?] {
            Shape::Variants(variants) => variants.list.get(variant),
            _ => None,
        }
    }

    /// The alternatives of a value that is an enum.
    pub(crate) fn variants(&self, node: &Node<'l>) -> &[Variant<'l>] {
        match &node.kind {
            Kind::Struct(place) => match self.shape(*place) {
                Shape::Variants(variants) => &variants.list,
                _ => &[],
            },
            _ => &[],
        }
    }

    /// What a part of a text is in the layout; none for a variant without content.
    pub(crate) fn part(&self, part: Part<'_>) -> Option<&Node<'l>> {
        match part {
            Part::Variant(of, variant) => self.variant(of, variant)?.content.as_ref(),
            Part::List(field) => self.list_of(field),
        }
    }

    /// The name of a variant that older texts say.
    pub(crate) fn tag(&self, part: Part<'_>) -> Option<&'l str> {
        match part {
            Part::Variant(of, variant) => Some(self.variant(of, variant)?.name),
            Part::List(_) => None,
        }
    }

    /// The list that a field of the layout is.
    fn list_of(&self, field: &Field) -> Option<&Node<'l>> {
        let slots = self.shapes.iter().flat_map(|shape| match shape {
            Shape::Record(slots) => &*slots.list,
            _ => &[],
        });
        let mut slots = slots.filter(|slot| std::ptr::eq(slot.of, field));
        slots.next().map(|slot| &slot.node)
    }

    /// Whether a value waits for the fields before it: for the variant that it is, or for the names of its items.
    pub(crate) fn waits(&self, node: &Node<'l>) -> bool {
        self.is_untagged(node)
            || matches!(&node.kind, Kind::List(list) if self.is_named(&list.item))
    }

    /// Whether a value is a struct whose attributes another list names.
    pub(crate) fn is_named(&self, node: &Node<'l>) -> bool {
        matches!(node.kind, Kind::Struct(place) if matches!(self.shape(place), Shape::Named(_)))
    }

    /// Whether a value is an enum whose variant texts do not name.
    pub(crate) fn is_untagged(&self, node: &Node<'l>) -> bool {
        match node.kind {
            Kind::Struct(place) => {
                matches!(
                    self.shape(place),
                    Shape::Variants(Variants { tagged: false, .. })
                )
            }
            _ => false,
        }
    }

    /// What an enum without a tag holds, with what that is in the layout; none for one with a tag, and for other values.
    pub(crate) fn untagged<'v>(
        &self,
        node: &Node<'l>,
        value: &'v Value,
    ) -> Option<Option<(&Node<'l>, &'v Value)>> {
        let (Kind::Struct(place), Value::Variant { variant, content }) = (&node.kind, value) else {
            return None;
        };
        match self.shape(*place) {
            Shape::Variants(variants) if !variants.tagged => Some(
                variants
                    .list
                    .get(*variant)?
                    .content
                    .as_ref()
                    .zip(content.as_deref()),
            ),
            _ => None,
        }
    }

    /// The fields of a value that is a record.
    pub(crate) fn slots(&self, node: &Node<'l>) -> Option<&Slots<'l>> {
        match node.kind {
            Kind::Struct(place) => match self.shape(place) {
                Shape::Record(slots) => Some(slots),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a value is printed on one line in JSON whatever is around it.
    pub(crate) fn is_flat(&self, node: &Node<'l>) -> bool {
        match &node.kind {
            Kind::Struct(place) => match self.shape(*place) {
                Shape::Vector(_) => true,
                Shape::Variants(_) => node.content == XmlForm::Attribute,
                Shape::Record(_) | Shape::Named(_) => false,
            },
            Kind::List(_) => matches!(node.content, XmlForm::Numbers | XmlForm::Attribute),
            _ => true,
        }
    }
}

impl Slot<'_> {
    /// Whether it is the version, which stands in the envelope of JSON.
    pub(crate) fn is_version(&self) -> bool {
        matches!(self.node.kind, Kind::Version(_))
    }
}

impl Slots<'_> {
    /// The place of a field, asked for in order most of the time: `hint` is where to look first.
    #[inline]
    pub(crate) fn find(&self, name: &str, hint: usize) -> Option<usize> {
        if self.list.get(hint).is_some_and(|slot| slot.name == name) {
            return Some(hint);
        }
        self.list.iter().position(|slot| slot.name == name)
    }
}
