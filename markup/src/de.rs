//! serde's way from a document to a tree, led by the schema.

use std::{borrow::Cow, fmt::Display};

use formwork_schema::document::{Element, Item, Kind, Member, Role, Truth};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

use crate::{
    markup::Node,
    number::{float, integer},
    read::{Child, children, effective},
};

/// What went wrong; only a tree whose types are not those of its schema gets here.
#[derive(Debug)]
pub(crate) struct Fault(pub(crate) String);

impl Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// An element of a struct, or of an arm.
#[derive(Clone, Copy)]
pub(crate) struct ItemDe<'m> {
    pub(crate) node: Node<'m>,
    pub(crate) item: &'static Item,
}

impl<'de, 'm> Deserializer<'de> for ItemDe<'m> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.item.element {
            _ if !self.item.arm.is_empty() => visitor.visit_enum(self),
            Some(element) => visitor.visit_map(Members::new(self.node, element())),
            None => visitor.visit_str(self.node.xml()),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, 'm> EnumAccess<'de> for ItemDe<'m> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Fault> {
        let arm = seed.deserialize(IntoDeserializer::<Fault>::into_deserializer(self.item.arm))?;
        Ok((arm, self))
    }
}

impl<'de, 'm> VariantAccess<'de> for ItemDe<'m> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Err(Fault("an arm holds the struct of one element".into()))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        match self.item.element {
            Some(element) => seed.deserialize(StructDe {
                node: self.node,
                element: element(),
            }),
            None => seed.deserialize(self.node.xml().into_deserializer()),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Fault> {
        self.unit_variant()?;
        Err(Fault(String::new()))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Fault> {
        self.unit_variant()?;
        Err(Fault(String::new()))
    }
}

/// An element, or those of its attributes that stand in a struct of their own.
struct StructDe<'m> {
    node: Node<'m>,
    element: &'static Element,
}

impl<'de> Deserializer<'de> for StructDe<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(Members::new(self.node, self.element))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct option seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The fields of a struct that a document says something of.
struct Members<'m> {
    node: Node<'m>,
    element: &'static Element,
    rest: std::slice::Iter<'static, Member>,
    /// Sorted once, and not once per field: documents may have many.
    children: Vec<Child<'m>>,
    value: Option<&'static Member>,
}

impl<'m> Members<'m> {
    fn new(node: Node<'m>, element: &'static Element) -> Self {
        Self {
            node,
            element,
            rest: element.members.iter(),
            // Attributes in a struct of their own have no children.
            children: match element.name {
                "" => Vec::new(),
                _ => children(element, node).collect(),
            },
            value: None,
        }
    }

    fn is_there(&self, member: &Member) -> bool {
        match &member.role {
            Role::Attribute(attribute) => {
                effective(self.element, self.node, attribute.name).is_some()
            }
            Role::Child(_) | Role::Verbatim(_) => self.nodes(member).next().is_some(),
            _ => true,
        }
    }

    /// The child elements of a field, and what they are.
    fn nodes(&self, member: &Member) -> impl Iterator<Item = ItemDe<'m>> {
        let field = member.field;
        let items = member.role.items().unwrap_or(&UNKNOWN);
        self.children.iter().filter_map(move |child| {
            let owner = child.member?;
            let is_it = |item: &&Item| match child.element {
                Some(_) => item.is(child.node.name()),
                None => item.element.is_none(),
            };
            let item = items.iter().find(is_it);
            (owner.field == field).then_some(ItemDe {
                node: child.node,
                item: item?,
            })
        })
    }
}

/// What an element that is not known is where no arm keeps it.
static UNKNOWN: [Item; 1] = [Item {
    arm: "",
    element: None,
}];

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some(member) = self.rest.clone().find(|member| self.is_there(member)) else {
            return Ok(None);
        };
        while self
            .rest
            .next()
            .is_some_and(|passed| passed.field != member.field)
        {}
        self.value = Some(member);
        let field = IntoDeserializer::<Fault>::into_deserializer(member.field);
        seed.deserialize(field).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let Some(member) = self.value.take() else {
            return Err(Fault("a value without a field".into()));
        };
        match &member.role {
            Role::Attribute(attribute) => {
                let written = effective(self.element, self.node, attribute.name);
                let text = written
                    .map(|attribute| attribute.value())
                    .unwrap_or_default();
                seed.deserialize(Atom {
                    text,
                    kind: attribute.kind,
                })
            }
            Role::Child(_) | Role::Verbatim(_) => match self.nodes(member).next() {
                Some(item) => seed.deserialize(item),
                None => Err(Fault("a child that is gone".into())),
            },
            Role::Children(_) => seed.deserialize(List(self.nodes(member)).into_de()),
            Role::Text => seed.deserialize(self.node.text().into_deserializer()),
            Role::Inline(element) => seed.deserialize(StructDe {
                node: self.node,
                element: element(),
            }),
            Role::Unknown => seed.deserialize(Rest {
                members: self,
                member,
            }),
        }
    }
}

/// A list of elements.
struct List<I>(I);

impl<'m, I: Iterator<Item = ItemDe<'m>>> List<I> {
    fn into_de(self) -> de::value::SeqAccessDeserializer<Self> {
        de::value::SeqAccessDeserializer::new(self)
    }
}

impl<'de, 'm, I: Iterator<Item = ItemDe<'m>>> SeqAccess<'de> for List<I> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        self.0.next().map(|item| seed.deserialize(item)).transpose()
    }
}

/// What no field knows.
struct Rest<'a, 'm> {
    members: &'a Members<'m>,
    member: &'static Member,
}

impl<'de> Deserializer<'de> for Rest<'_, '_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Self { members, member } = self;
        let known = |name: &str| members.element.attribute(name).is_some();
        let attributes: Vec<(String, String)> = members
            .node
            .attributes()
            .filter(|attribute| !known(attribute.name()))
            .map(|attribute| (attribute.name().to_owned(), attribute.value().into_owned()))
            .collect();
        let elements: Vec<String> = members
            .nodes(member)
            .map(|item| item.node.xml().to_owned())
            .collect();
        let parts = [
            ("attributes", Part::Attributes(attributes)),
            ("elements", Part::Elements(elements)),
        ];
        visitor.visit_map(de::value::MapDeserializer::new(parts.into_iter()))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit option
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

enum Part {
    Attributes(Vec<(String, String)>),
    Elements(Vec<String>),
}

impl<'de> IntoDeserializer<'de, Fault> for Part {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Part {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self {
            Self::Attributes(all) => {
                let pairs = all.into_iter().map(|(name, value)| vec![name, value]);
                visitor.visit_seq(de::value::SeqDeserializer::new(pairs))
            }
            Self::Elements(all) => {
                visitor.visit_seq(de::value::SeqDeserializer::new(all.into_iter()))
            }
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit option
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The text of an attribute.
struct Atom<'m> {
    text: Cow<'m, str>,
    kind: Kind,
}

impl<'de> Deserializer<'de> for Atom<'_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.kind {
            Kind::Text | Kind::Word(_) => visitor.visit_str(&self.text),
            Kind::Integer => visitor.visit_i32(integer(&self.text).0),
            Kind::Float => visitor.visit_f32(float(&self.text).0),
            Kind::Truth(truth) => visitor.visit_bool(Truth::read(truth, &self.text)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
