//! serde's way from a tree to elements, led by the schema.

use std::fmt::Display;

use formwork_schema::document::{Element, Item, Member, Role, Unknown};
use serde::ser::{self, Impossible, Serialize, SerializeSeq, SerializeStruct, Serializer};

use crate::{
    atoms::shortest,
    fresh::{Fresh, FreshItem},
};

/// What went wrong; only a tree whose types are not those of its schema gets here.
#[derive(Debug)]
pub(crate) struct Fault(String);

impl Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl ser::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

type Done<T> = Result<T, Fault>;

fn unfit<T>(what: &str) -> Done<T> {
    Err(Fault(format!("{what} does not fit its schema")))
}

/// Methods of a serializer that no value of its kind calls.
macro_rules! refuse {
    ($($method:ident($ty:ty))*) => {
        $( fn $method(self, _: $ty) -> Done<Self::Ok> { unfit(stringify!($ty)) } )*
    };
    (compound) => {
        type SerializeTuple = Impossible<Self::Ok, Fault>;
        type SerializeTupleStruct = Impossible<Self::Ok, Fault>;
        type SerializeTupleVariant = Impossible<Self::Ok, Fault>;
        type SerializeMap = Impossible<Self::Ok, Fault>;
        type SerializeStructVariant = Impossible<Self::Ok, Fault>;

        fn serialize_unit(self) -> Done<Self::Ok> { unfit("nothing") }
        fn serialize_unit_struct(self, name: &'static str) -> Done<Self::Ok> { unfit(name) }
        fn serialize_unit_variant(self, name: &'static str, _: u32, _: &'static str) -> Done<Self::Ok> {
            unfit(name)
        }
        fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done<Self::Ok> {
            value.serialize(self)
        }
        fn serialize_tuple(self, _: usize) -> Done<Self::SerializeTuple> { unfit("a tuple") }
        fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Done<Self::SerializeTupleStruct> {
            unfit(name)
        }
        fn serialize_tuple_variant(
            self, name: &'static str, _: u32, _: &'static str, _: usize,
        ) -> Done<Self::SerializeTupleVariant> {
            unfit(name)
        }
        fn serialize_map(self, _: Option<usize>) -> Done<Self::SerializeMap> { unfit("a map") }
        fn serialize_struct_variant(
            self, name: &'static str, _: u32, _: &'static str, _: usize,
        ) -> Done<Self::SerializeStructVariant> {
            unfit(name)
        }
    };
}

/// Serializes an element, or one of several.
#[derive(Clone, Copy)]
pub(crate) struct ItemSer {
    items: &'static [Item],
    /// For attributes that stand in a struct of their own: which.
    inline: Option<fn() -> &'static Element>,
}

impl ItemSer {
    pub(crate) fn new(items: &'static [Item]) -> Self {
        Self {
            items,
            inline: None,
        }
    }
}

impl Serializer for ItemSer {
    type Ok = FreshItem;
    type Error = Fault;
    type SerializeSeq = Impossible<FreshItem, Fault>;
    type SerializeStruct = StructSer;

    fn serialize_str(self, xml: &str) -> Done<FreshItem> {
        Ok(FreshItem::Verbatim(xml.to_owned()))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done<FreshItem> {
        value.serialize(self)
    }

    fn serialize_none(self) -> Done<FreshItem> {
        unfit("nothing")
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Done<StructSer> {
        let item = || self.items.first()?.element;
        match self.inline.or_else(item) {
            Some(element) => Ok(StructSer::new(element())),
            None => unfit(name),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        arm: &'static str,
        value: &T,
    ) -> Done<FreshItem> {
        match self.items.iter().position(|item| item.arm == arm) {
            Some(at) => value.serialize(Self::new(&self.items[at..=at])),
            None => unfit(name),
        }
    }

    fn serialize_seq(self, _: Option<usize>) -> Done<Self::SerializeSeq> {
        unfit("a list")
    }

    refuse! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_f32(f32)
        serialize_f64(f64) serialize_char(char) serialize_bytes(&[u8])
    }
    refuse!(compound);
}

/// Serializes the fields of an element.
pub(crate) struct StructSer {
    element: &'static Element,
    fresh: Fresh,
}

impl StructSer {
    fn new(element: &'static Element) -> Self {
        Self {
            element,
            fresh: Fresh::of(element),
        }
    }

    fn field<T: Serialize + ?Sized>(&mut self, member: &'static Member, value: &T) -> Done<()> {
        match &member.role {
            Role::Attribute(attribute) => {
                let Atom { text, given } = value.serialize(AtomSer)?;
                if let Some(text) = text {
                    self.fresh.say(attribute, text, given);
                }
            }
            Role::Child(items) | Role::Children(items) => {
                let list = value.serialize(ListSer {
                    items: items(),
                    list: Vec::new(),
                })?;
                self.fresh.lists.push((member.field, list));
            }
            Role::Verbatim(_) => {
                let list = value.serialize(ListSer {
                    items: &[],
                    list: Vec::new(),
                })?;
                self.fresh.lists.push((member.field, list));
            }
            Role::Text => self.fresh.text = value.serialize(AtomSer)?.text,
            Role::Inline(element) => match value.serialize(ItemSer {
                items: &[],
                inline: Some(*element),
            })? {
                FreshItem::Element(inner) => self.fresh.attributes.extend(inner.attributes),
                FreshItem::Verbatim(_) => return unfit(member.field),
            },
            Role::Unknown => {
                let unknown =
                    serde_json::to_value(value).and_then(serde_json::from_value::<Unknown>);
                let unknown = unknown.map_err(|fault| Fault(fault.to_string()))?;
                for (name, text) in unknown.attributes {
                    self.fresh.push(name.into(), text, true);
                }
                let elements = unknown.elements.into_iter().map(FreshItem::Verbatim);
                self.fresh.lists.push((member.field, elements.collect()));
            }
        }
        Ok(())
    }
}

impl SerializeStruct for StructSer {
    type Ok = FreshItem;
    type Error = Fault;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        field: &'static str,
        value: &T,
    ) -> Done<()> {
        match self
            .element
            .members
            .iter()
            .find(|member| member.field == field)
        {
            Some(member) => self.field(member, value),
            None => unfit(field),
        }
    }

    fn end(self) -> Done<FreshItem> {
        Ok(FreshItem::Element(self.fresh))
    }
}

/// Serializes the child elements of a field: a list of them, or one that may be absent.
struct ListSer {
    items: &'static [Item],
    list: Vec<FreshItem>,
}

impl Serializer for ListSer {
    type Ok = Vec<FreshItem>;
    type Error = Fault;
    type SerializeSeq = Self;
    type SerializeStruct = Impossible<Vec<FreshItem>, Fault>;

    fn serialize_none(self) -> Done<Vec<FreshItem>> {
        Ok(self.list)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done<Vec<FreshItem>> {
        Ok(vec![value.serialize(ItemSer::new(self.items))?])
    }

    fn serialize_seq(self, _: Option<usize>) -> Done<Self> {
        Ok(self)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Done<Self::SerializeStruct> {
        unfit(name)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Done<Vec<FreshItem>> {
        unfit(name)
    }

    refuse! {
        serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_f32(f32)
        serialize_f64(f64) serialize_char(char) serialize_str(&str) serialize_bytes(&[u8])
    }
    refuse!(compound);
}

impl SerializeSeq for ListSer {
    type Ok = Vec<FreshItem>;
    type Error = Fault;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done<()> {
        let item = value.serialize(ItemSer::new(self.items))?;
        self.list.push(item);
        Ok(())
    }

    fn end(self) -> Done<Vec<FreshItem>> {
        Ok(self.list)
    }
}

/// The text of an attribute.
struct Atom {
    text: Option<String>,
    /// Whether it was said that there is one.
    given: bool,
}

impl Atom {
    fn new(text: impl Into<String>) -> Done<Self> {
        Ok(Self {
            text: Some(text.into()),
            given: false,
        })
    }
}

/// Serializes an attribute.
struct AtomSer;

impl Serializer for AtomSer {
    type Ok = Atom;
    type Error = Fault;
    type SerializeSeq = Impossible<Atom, Fault>;
    type SerializeStruct = Impossible<Atom, Fault>;

    fn serialize_bool(self, value: bool) -> Done<Atom> {
        Atom::new(if value { "true" } else { "false" })
    }

    fn serialize_i32(self, value: i32) -> Done<Atom> {
        Atom::new(value.to_string())
    }

    fn serialize_f32(self, value: f32) -> Done<Atom> {
        Atom::new(shortest(value))
    }

    fn serialize_str(self, value: &str) -> Done<Atom> {
        Atom::new(value)
    }

    fn serialize_none(self) -> Done<Atom> {
        Ok(Atom {
            text: None,
            given: false,
        })
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done<Atom> {
        let atom = value.serialize(self)?;
        Ok(Atom {
            given: true,
            ..atom
        })
    }

    fn serialize_seq(self, _: Option<usize>) -> Done<Self::SerializeSeq> {
        unfit("a list")
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Done<Self::SerializeStruct> {
        unfit(name)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Done<Atom> {
        unfit(name)
    }

    refuse! {
        serialize_i8(i8) serialize_i16(i16) serialize_i64(i64) serialize_u8(u8) serialize_u16(u16)
        serialize_u32(u32) serialize_u64(u64) serialize_f64(f64) serialize_char(char)
        serialize_bytes(&[u8])
    }
    refuse!(compound);
}
