//! [`Element`]: one element as a value.

use formwork_schema::place::{Place, padding_name};
use serde::{Deserializer, de::Visitor, forward_to_deserialize_any};

use super::{
    arms::{ArmChoice, ArmEntry},
    children::Children,
    members::Members,
    reader::Reader,
    token::{self, Start},
};
use crate::{
    fault::{Fault, Result},
    leaf::{self, Leaf},
    plan::{Arm, Kind, Node, Shape, Slots},
    words::Words,
};

/// An element that stands for a value.
pub(super) struct Element<'r, 'x, 'l> {
    pub(super) reader: &'r mut Reader<'x, 'l>,
    pub(super) node: &'l Node<'l>,
    pub(super) start: Start<'x>,
    /// Whether the trailing bytes may be inside.
    pub(super) root: bool,
}

impl<'r, 'x, 'l> Element<'r, 'x, 'l> {
    /// A simple value: the text of the element.
    fn simple<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let padding = self.padding()?;
        let (text, at) = self.reader.text(self.start.name)?;
        let place = |fault: Fault| fault.at(at.unwrap_or(self.start.at));
        if let Kind::Struct(shape) = self.node.kind
            && let Shape::Vector(components) = self.reader.plan.shape(shape)
        {
            return Words::vector(&text, at, &components.nodes)
                .deserialize_any(visitor)
                .map_err(place);
        }
        let leaf = Leaf {
            kind: &self.node.kind,
            text: &text,
            padding: padding.as_deref(),
        };
        leaf.deserialize_any(visitor).map_err(place)
    }

    /// The only attribute that a simple item may have.
    fn padding(&self) -> Result<Option<String>> {
        let start = &self.start;
        let (mut rest, mut at) = (start.attributes, start.attributes_at());
        let mut padding = None;
        while let Some((name, raw, value_at)) = token::attribute(&mut rest, &mut at)? {
            if !matches!(self.node.kind, Kind::Fixed) || name != padding_name(start.name) {
                return Err(Fault::malformed(format!(
                    "`{}` has no attribute `{name}`",
                    start.name
                ))
                .at(value_at));
            }
            if padding.is_some() {
                return Err(super::reader::twice(name).at(value_at));
            }
            padding = Some(
                token::value(raw)
                    .map_err(|fault| fault.at(value_at))?
                    .into_owned(),
            );
        }
        Ok(padding)
    }

    fn numbers<'de, V: Visitor<'de>>(self, item: &'l Node<'l>, visitor: V) -> Result<V::Value> {
        self.reader.no_attributes(&self.start)?;
        let (text, at) = self.reader.text(self.start.name)?;
        let place = |fault: Fault| fault.at(at.unwrap_or(self.start.at));
        Words::list(&text, at, item)
            .deserialize_any(visitor)
            .map_err(place)
    }

    fn bytes<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.no_attributes(&self.start)?;
        let (text, at) = self.reader.text(self.start.name)?;
        let bytes = leaf::base64(&text).map_err(|fault| fault.at(at.unwrap_or(self.start.at)))?;
        visitor.visit_byte_buf(bytes)
    }

    /// Items in an element of their own.
    pub(super) fn items<'de, V: Visitor<'de>>(self, name: &'l str, visitor: V) -> Result<V::Value> {
        let Kind::List(item, _) = &self.node.kind else {
            return Err(Fault::malformed("the layout has no list here"));
        };
        self.reader.no_attributes(&self.start)?;
        let mut items = Children::inside(self.reader, name, item);
        let value = visitor.visit_seq(&mut items)?;
        items.finish()?;
        self.reader.end(self.start.name)?;
        Ok(value)
    }

    fn record<'de, V: Visitor<'de>>(self, slots: &'l Slots<'l>, visitor: V) -> Result<V::Value> {
        self.reader.enter()?;
        let mut members = Members::new(self.reader, slots, self.start, self.root)?;
        let value = visitor.visit_map(&mut members)?;
        members.finish()?;
        self.reader.leave();
        Ok(value)
    }

    /// Reads the one child of a struct of arms with `read`.
    fn arm<R>(
        self,
        arms: &'l [Arm<'l>],
        read: impl FnOnce(ArmChoice<'_, 'x, 'l>) -> Result<R>,
    ) -> Result<R> {
        let Self {
            reader,
            start,
            root,
            ..
        } = self;
        reader.enter()?;
        reader.no_attributes(&start)?;
        let Some(child) = reader.child()? else {
            return Err(Fault::malformed(format!(
                "expected one of {} in `{}`, found nothing",
                names(arms),
                start.name
            )));
        };
        let Some(index) = arms.iter().position(|arm| arm.name == child.name) else {
            return Err(Fault::malformed(format!(
                "expected one of {}, found `<{}>`",
                names(arms),
                child.name
            )));
        };
        let arm = &arms[index];
        reader.path.push_arm(arm.name);
        let value = read(ArmChoice {
            reader,
            arm,
            index,
            start: child,
        })?;
        reader.path.pop();
        let mut next = reader.child()?;
        if root
            && let Some(last) = next.filter(|child| child.name == formwork_schema::place::TRAILING)
        {
            reader.trailing(last)?;
            next = reader.child()?;
        }
        if let Some(more) = next {
            return Err(Fault::malformed(format!(
                "expected the end of `{}`, found `<{}>`",
                start.name, more.name
            )));
        }
        reader.leave();
        Ok(value)
    }
}

fn names(arms: &[Arm<'_>]) -> String {
    let names: Vec<_> = arms.iter().map(|arm| format!("`<{}>`", arm.name)).collect();
    names.join(", ")
}

impl<'de, 'x, 'l> Deserializer<'de> for Element<'_, 'x, 'l> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match (&self.node.kind, self.node.content) {
            (_, Place::Attribute) => self.simple(visitor),
            (Kind::List(item, _), Place::Numbers) => self.numbers(item, visitor),
            (Kind::List(..), _) => {
                let item = self.node.item;
                self.items(item, visitor)
            }
            (Kind::Struct(shape), _) => match self.reader.plan.shape(*shape) {
                Shape::Record(slots) => self.record(slots, visitor),
                Shape::Arms(arms) => {
                    self.arm(arms, |choice| visitor.visit_map(ArmEntry::new(choice)))
                }
                Shape::Vector(_) => self.simple(visitor),
            },
            _ => self.bytes(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if let Kind::Struct(shape) = self.node.kind
            && let Shape::Arms(arms) = self.reader.plan.shape(shape)
        {
            return self.arm(arms, |choice| visitor.visit_enum(choice));
        }
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}
