//! [`Value`]: whatever comes next in a document, as a value of the layout.

use std::borrow::Cow;

use serde::{
    Deserializer,
    de::{Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
};

use super::{
    arms::{self, ArmEntry},
    items::{Components, Items, Ordered},
    members::Members,
    reader::Reader,
};
use crate::{
    fault::{Fault, Result},
    leaf::{self, Leaf},
    number,
    plan::{Arm, Kind, Node, Shape, Slots},
};
use formwork_schema::{json::Form, layout::PrimKind};

/// A value of the document.
pub(super) struct Value<'r, 'x, 'l> {
    pub(super) reader: &'r mut Reader<'x, 'l>,
    pub(super) node: &'l Node<'l>,
    pub(super) root: bool,
}

/// The text of a leaf, once it is known that JSON says it in the right form.
#[inline]
pub(super) fn leaf_text<'x>(reader: &mut Reader<'x, '_>, kind: &Kind<'_>) -> Result<Cow<'x, str>> {
    let form = reader.tokens.form();
    match (kind, form) {
        (Kind::Number(_) | Kind::Enum(_) | Kind::Flags(_), Form::Number)
        | (Kind::Bool, Form::Number | Form::Bool) => Ok(Cow::Borrowed(reader.tokens.word())),
        (Kind::Number(PrimKind::F32 | PrimKind::F64), Form::Text) => {
            let text = reader.tokens.text()?;
            if number::is_special(&text) {
                Ok(text)
            } else {
                Err(leaf::expected("a number", &text))
            }
        }
        (Kind::Number(_), _) => Err(reader.tokens.unexpected("a number")),
        (Kind::Bool, _) => Err(reader
            .tokens
            .unexpected("true, false or a number from 0 to 255")),
        (Kind::Flags(names), Form::Array) => flags(reader, names),
        (Kind::Flags(_), Form::Text) => reader.tokens.text(),
        (Kind::Flags(names), _) => Err(reader
            .tokens
            .unexpected(&format!("an array of names of {}", names.name))),
        (Kind::Enum(_), Form::Text) => reader.tokens.text(),
        (Kind::Enum(names), _) => Err(reader
            .tokens
            .unexpected(&format!("a name or a number for {}", names.name))),
        (Kind::Blob, Form::Text) => reader.tokens.text(),
        (Kind::Blob, _) => Err(reader.tokens.unexpected("base64 in a string")),
        (_, Form::Text) => reader.tokens.text(),
        _ => Err(reader.tokens.unexpected("a string")),
    }
}

/// An array of names as one number.
fn flags<'x>(
    reader: &mut Reader<'x, '_>,
    names: &formwork_schema::layout::Names,
) -> Result<Cow<'x, str>> {
    let mut bits = 0;
    reader.tokens.take(b'[');
    if !reader.tokens.take(b']') {
        loop {
            bits |= match reader.tokens.form() {
                Form::Text => leaf::flag(names, &reader.tokens.text()?)?,
                Form::Number => leaf::flag(names, reader.tokens.word())?,
                _ => {
                    return Err(reader
                        .tokens
                        .unexpected(&format!("a name of {}", names.name)));
                }
            };
            if !reader.tokens.take(b',') {
                break;
            }
        }
        reader.tokens.take(b']');
    }
    Ok(Cow::Owned(bits.to_string()))
}

impl<'x, 'l> Value<'_, 'x, 'l> {
    fn leaf<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let kind = &self.node.kind;
        if let (Kind::Fixed, Form::Array) = (kind, self.reader.tokens.form()) {
            return self.padded(visitor);
        }
        let text = leaf_text(self.reader, kind)?;
        leaf::visit(kind, &text, visitor)
    }

    /// A fixed string without a name: an array of text and padding.
    fn padded<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.tokens.take(b'[');
        let text = self.reader.tokens.text()?;
        self.reader.tokens.take(b',');
        let padding = self.reader.tokens.text()?;
        if !self.reader.tokens.take(b']') {
            return Err(Fault::malformed("expected a text and its padding"));
        }
        leaf::base64(&padding)?;
        visitor.visit_seq(SeqDeserializer::new([&*text, &*padding].into_iter()))
    }

    fn list<'de, V: Visitor<'de>>(self, item: &'l Node<'l>, visitor: V) -> Result<V::Value> {
        self.reader.tokens.expect(Form::Array, "an array")?;
        let mut items = Items::new(self.reader, item);
        let value = visitor.visit_seq(&mut items)?;
        items.finish()?;
        Ok(value)
    }

    fn record<'de, V: Visitor<'de>>(self, slots: &'l Slots<'l>, visitor: V) -> Result<V::Value> {
        self.reader.tokens.expect(Form::Object, "an object")?;
        self.reader.enter()?;
        let mut members = Members::new(self.reader, slots, self.root);
        let value = visitor.visit_map(&mut members)?;
        members.finish()?;
        self.reader.leave();
        Ok(value)
    }

    fn vector<'de, V: Visitor<'de>>(
        self,
        components: &'l crate::plan::Components<'l>,
        visitor: V,
    ) -> Result<V::Value> {
        if components.tuple {
            self.reader.tokens.expect(Form::Object, "an object")?;
            return visitor.visit_seq(Ordered::read(self.reader, components)?);
        }
        let count = components.nodes.len();
        self.reader
            .tokens
            .expect(Form::Array, &format!("an array of {count} numbers"))?;
        let mut array = Components::new(self.reader, &components.nodes);
        let value = visitor.visit_seq(&mut array)?;
        array.finish()?;
        Ok(value)
    }

    fn arm<R>(
        self,
        arms: &'l [Arm<'l>],
        read: impl FnOnce(arms::ArmChoice<'_, 'x, 'l>) -> Result<R>,
    ) -> Result<R> {
        let Self { reader, .. } = self;
        reader
            .tokens
            .expect(Form::Object, "an object with one member")?;
        reader.enter()?;
        let choice = arms::choose(reader, arms)?;
        let name = choice.arm.name;
        choice.reader.path.push_arm(name);
        let value = read(choice)?;
        reader.path.pop();
        if !reader.tokens.take(b'}') {
            reader.tokens.start = reader.tokens.at;
            return Err(Fault::malformed(format!(
                "expected nothing but `{name}` in this object"
            )));
        }
        reader.leave();
        Ok(value)
    }
}

impl<'de> Deserializer<'de> for Value<'_, '_, '_> {
    type Error = Fault;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self.node.kind {
            Kind::List(item, _) => self.list(item, visitor),
            Kind::Struct(place) => match self.reader.plan.shape(*place) {
                Shape::Record(slots) => self.record(slots, visitor),
                Shape::Vector(components) => self.vector(components, visitor),
                Shape::Arms(arms) => {
                    self.arm(arms, |choice| visitor.visit_map(ArmEntry::new(choice)))
                }
            },
            _ => self.leaf(visitor),
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
        if let Kind::Struct(place) = self.node.kind
            && let Shape::Arms(arms) = self.reader.plan.shape(place)
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

/// A leaf that is read already.
pub(super) fn known<'a, 'l>(
    node: &'a Node<'l>,
    text: &'a str,
    padding: Option<&'a str>,
) -> Leaf<'a, 'l> {
    Leaf {
        kind: &node.kind,
        text,
        padding,
    }
}
