//! [`Plan`]: a layout made ready for printing and parsing many instances.
//!
//! References are followed, places are asked for and names are looked up once per document, not
//! once per value.

mod maker;
mod shape;

use std::collections::HashMap;

use formwork_schema::{
    Layout, Value,
    implied::{Implied, Part},
    layout::{Field, Struct},
    place::{ITEM, XmlForm},
};

use self::maker::Maker;
pub(crate) use self::shape::{
    Columns, Components, Kind, List, Node, Shape, Slot, Slots, Variant, Variants,
};

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
        let mut maker = Maker {
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
