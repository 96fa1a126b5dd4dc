//! [`Maker`]: the shapes of a layout.

use std::collections::HashMap;

use formwork_schema::{
    implied::{Implied, Omission},
    layout::{Body, Field, PrimKind, Struct, Style, Type, VariantShape},
    place::{self, ITEM, XmlForm},
};

use super::shape::{Columns, Components, Kind, List, Node, Shape, Slot, Slots, Variant, Variants};

/// Makes the shapes of a layout.
pub(super) struct Maker<'l> {
    pub(super) implied: &'l Implied<'l>,
    pub(super) places: HashMap<&'l str, usize>,
    /// How many structs the layout has; the records of variants follow them.
    pub(super) extra: usize,
    pub(super) variants: Vec<Shape<'l>>,
}

impl<'l> Maker<'l> {
    pub(super) fn shape(&mut self, one: &'l Struct) -> Shape<'l> {
        match &one.body {
            Body::Fields(fields) if one.style != Style::Record => {
                Shape::Vector(self.components(fields, one.style))
            }
            Body::Fields(fields) => self
                .columns(one)
                .map_or_else(|| Shape::Record(self.slots(fields)), Shape::Named),
            Body::Variants(variants) => Shape::Variants(Variants {
                list: variants
                    .iter()
                    .map(|variant| self.variant(variants, variant))
                    .collect(),
                tagged: !self.implied.is_untagged(one),
            }),
        }
    }

    fn columns(&self, one: &'l Struct) -> Option<Columns<'l>> {
        let (field, _) = one.columns().filter(|_| self.implied.is_named(one))?;
        let item = self.node(field.ty.peeled().item()?);
        let list = &field.name;
        Some(Columns { list, item })
    }

    fn components(&self, fields: &'l [Field], style: Style) -> Components<'l> {
        let visible = fields.iter().enumerate().filter(|(_, field)| field.visible);
        Components {
            names: visible.clone().map(|(_, field)| &*field.name).collect(),
            nodes: visible
                .clone()
                .map(|(_, field)| self.node(&field.ty))
                .collect(),
            fields: visible.map(|(place, _)| place).collect(),
            all: fields.len(),
            tuple: style == Style::Tuple,
        }
    }

    fn variant(
        &mut self,
        all: &'l [formwork_schema::layout::Variant],
        variant: &'l formwork_schema::layout::Variant,
    ) -> Variant<'l> {
        let content = match variant.shape {
            VariantShape::Unit => None,
            VariantShape::Newtype => variant.fields.first().map(|field| Node {
                item: place::item_name(field),
                ..self.node(&field.ty)
            }),
            VariantShape::Fields => {
                let record = Shape::Record(self.slots(&variant.fields));
                self.variants.push(record);
                let place = self.extra + self.variants.len() - 1;
                Some(Node {
                    kind: Kind::Struct(place),
                    item: ITEM,
                    content: XmlForm::Child,
                })
            }
        };
        Variant {
            name: &variant.name,
            all,
            content,
        }
    }

    fn slots(&self, fields: &'l [Field]) -> Slots<'l> {
        let places = (0..fields.len()).map(|index| place::of_field(self.implied, fields, index));
        let visible = fields
            .iter()
            .zip(places)
            .enumerate()
            .filter(|(_, (_, place))| *place != XmlForm::Hidden);
        let list: Vec<_> = visible
            .map(|(index, (field, place))| self.slot(index, field, place))
            .collect();
        Slots {
            fields,
            needed: (list.iter())
                .filter(|slot| slot.place == XmlForm::Attribute && !slot.optional)
                .count(),
            list,
        }
    }

    fn slot(&self, index: usize, field: &'l Field, place: XmlForm) -> Slot<'l> {
        let mut node = Node {
            item: place::item_name(field),
            ..self.node(&field.ty)
        };
        if let Kind::List(list) = &mut node.kind {
            list.inside = field.hands_items_down();
            list.numbered = self.is_numbered(field);
        }
        let padding = match node.kind {
            Kind::Fixed(_) => place::padding_name(&field.name),
            _ => String::new(),
        };
        Slot {
            field: index,
            of: field,
            name: &field.name,
            item: place::item_name(field),
            padding,
            link: self.link(field),
            optional: self.implied.is_optional(field),
            zero: self.implied.omission(field) == Some(Omission::Zero),
            place,
            node,
        }
    }

    fn link(&self, field: &'l Field) -> Option<&'l str> {
        let of = self.implied.layout().link(field)?;
        self.implied.leaves_out().then_some(&*of.list)
    }

    fn is_numbered(&self, field: &'l Field) -> Option<&'l str> {
        let layout = self.implied.layout();
        let mut of_root = layout.root().fields().iter();
        let is_root = of_root.any(|one| std::ptr::eq(one, field));
        (self.implied.leaves_out() && is_root && layout.is_numbered(field)).then_some(&*field.name)
    }

    fn node(&self, ty: &'l Type) -> Node<'l> {
        let content = place::content(self.implied, ty);
        Node {
            kind: self.kind(ty.peeled()),
            item: ITEM,
            content,
        }
    }

    fn kind(&self, ty: &'l Type) -> Kind<'l> {
        match ty {
            Type::Prim(kind) => Kind::Number(*kind),
            Type::Vle | Type::Peek(_) => Kind::Number(PrimKind::U32),
            Type::Remaining => Kind::Number(PrimKind::U64),
            Type::Bool => Kind::Bool,
            Type::CString => Kind::Text,
            Type::FixedString(size) => Kind::Fixed(*size),
            Type::Blob | Type::Padding(_) => Kind::Blob,
            Type::Text(charset) | Type::Ended(charset, _) => Kind::Encoded(charset),
            Type::Padded(charset) => Kind::Padded(charset),
            Type::Flags(names) => Kind::Flags(names),
            Type::Enum(names) => Kind::Enum(names),
            Type::Bits(bits) => Kind::Bits(bits),
            Type::Version(versions) => Kind::Version(versions),
            Type::Dialect(names) => Kind::Dialect(names),
            Type::Struct(target) => Kind::Struct(self.places[&*target.name]),
            Type::Nested(inner) => self.kind(inner.peeled()),
            Type::List(item) | Type::Packed(item) | Type::Array(item, _) => {
                Kind::List(Box::new(List {
                    item: self.node(item),
                    ty: item,
                    packed: matches!(ty, Type::Packed(_)),
                    length: match ty {
                        Type::Array(_, length) => Some(*length),
                        _ => None,
                    },
                    hex: place::is_hex(ty),
                    inside: false,
                    numbered: None,
                }))
            }
        }
    }
}
