//! The parts of lists, structs, variants and fixed strings.

use serde::{
    Serialize,
    ser::{
        Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    },
};

use super::guide::{Event, Guide};
use crate::{
    Error, Result,
    layout::{Field, Type, Variant, VariantShape},
};

/// The items of a list.
pub(super) struct Items<'g, 'a, 's> {
    guide: &'g mut Guide<'a, 's>,
    item: &'a Type,
    count: u64,
}

impl<'g, 'a, 's> Items<'g, 'a, 's> {
    pub(super) fn new(guide: &'g mut Guide<'a, 's>, item: &'a Type) -> Self {
        Self {
            guide,
            item,
            count: 0,
        }
    }
}

impl SerializeSeq for Items<'_, '_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.guide.path.push_index(self.count);
        self.count += 1;
        self.guide.value(self.item, value)?;
        self.guide.path.pop();
        Ok(())
    }

    fn end(self) -> Result<()> {
        self.guide.mark(Event::Items(self.count))
    }
}

/// The fields of a struct, or of a variant that has been entered.
pub(super) struct Fields<'g, 'a, 's> {
    guide: &'g mut Guide<'a, 's>,
    fields: &'a [Field],
    next: usize,
    is_variant: bool,
}

impl<'g, 'a, 's> Fields<'g, 'a, 's> {
    #[inline]
    pub(super) fn new(guide: &'g mut Guide<'a, 's>, fields: &'a [Field], is_variant: bool) -> Self {
        Self {
            guide,
            fields,
            next: 0,
            is_variant,
        }
    }

    #[inline]
    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        let place = self.enter(name)?;
        self.guide.value(&place.ty, value)?;
        self.guide.leave(place)
    }

    // What does not depend on the type of the value is compiled once.
    fn enter(&mut self, name: &str) -> Result<&'a Field> {
        let place = find(self.fields, &mut self.next, name)
            .ok_or_else(|| self.guide.invalid(format!("has no field `{name}`")))?;
        self.guide.enter(place);
        Ok(place)
    }

    fn finish(self) {
        if self.is_variant {
            self.guide.path.pop();
        }
    }
}

/// The field with this name that trees have, or may keep because it follows from others; usually the next one.
#[inline]
fn find<'a>(fields: &'a [Field], next: &mut usize, name: &str) -> Option<&'a Field> {
    let is_it = |field: &Field| (field.visible || field.is.is_some()) && *field.name == *name;
    let place = match fields.iter().skip(*next).position(is_it) {
        Some(behind) => *next + behind,
        None => fields.iter().position(is_it)?,
    };
    *next = place + 1;
    Some(&fields[place])
}

impl SerializeStruct for Fields<'_, '_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.field(name, value)
    }

    fn end(self) -> Result<()> {
        self.finish();
        Ok(())
    }
}

impl SerializeStructVariant for Fields<'_, '_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.field(name, value)
    }

    fn end(self) -> Result<()> {
        self.finish();
        Ok(())
    }
}

/// What the entries of a map stand for.
#[derive(Clone, Copy)]
pub(super) enum Parts<'a> {
    /// The fields of a struct.
    Fields(&'a [Field]),
    /// One of these variants.
    Variants(&'a [Variant]),
}

/// The entries of a map: fields by their names, or the one variant by its name.
pub(super) struct Entry<'g, 'a, 's> {
    guide: &'g mut Guide<'a, 's>,
    parts: Parts<'a>,
    next: usize,
    name: String,
}

impl<'g, 'a, 's> Entry<'g, 'a, 's> {
    pub(super) fn new(guide: &'g mut Guide<'a, 's>, parts: Parts<'a>) -> Self {
        Self {
            guide,
            parts,
            next: 0,
            name: String::new(),
        }
    }

    fn variant<T: Serialize + ?Sized>(&mut self, variants: &'a [Variant], value: &T) -> Result<()> {
        let known = variants.iter().find(|one| *one.name == *self.name);
        let unknown = || format!("has no variant `{}`", self.name);
        let variant = known.ok_or_else(|| self.guide.invalid(unknown()))?;
        self.guide.path.push_variant(variants, &variant.name);
        self.guide.mark(Event::Variant)?;
        match variant.shape {
            VariantShape::Unit => {}
            VariantShape::Newtype => self.guide.newtype(variant, value)?,
            VariantShape::Fields => value.serialize(Content(self.guide, &variant.fields))?,
        }
        self.guide.path.pop();
        Ok(())
    }
}

impl SerializeMap for Entry<'_, '_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.name.clear();
        key.serialize(&mut Text(&mut self.name))
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        match self.parts {
            Parts::Fields(fields) => {
                let mut parts = Fields::new(self.guide, fields, false);
                parts.next = self.next;
                parts.field(&self.name, value)?;
                self.next = parts.next;
                Ok(())
            }
            Parts::Variants(variants) => self.variant(variants, value),
        }
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}

macro_rules! only {
    ($what:literal: $($method:ident $ty:ty),*) => {$(
        fn $method(self, _: $ty) -> Result<()> {
            Err(Error::custom($what))
        }
    )*};
    ($what:literal) => {
        only!($what: serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32,
            serialize_i64 i64, serialize_u8 u8, serialize_u16 u16, serialize_u32 u32,
            serialize_u64 u64, serialize_f32 f32, serialize_f64 f64, serialize_char char,
            serialize_bytes &[u8], serialize_unit_struct &'static str);

        fn serialize_none(self) -> Result<()> {
            Err(Error::custom($what))
        }

        fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<()> {
            Err(Error::custom($what))
        }

        fn serialize_unit(self) -> Result<()> {
            Err(Error::custom($what))
        }

        fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<()> {
            Err(Error::custom($what))
        }

        fn serialize_newtype_struct<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: &T,
        ) -> Result<()> {
            Err(Error::custom($what))
        }

        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<()> {
            Err(Error::custom($what))
        }

        fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
            Err(Error::custom($what))
        }

        fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
            Err(Error::custom($what))
        }

        fn serialize_tuple_struct(
            self,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleStruct> {
            Err(Error::custom($what))
        }

        fn serialize_tuple_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleVariant> {
            Err(Error::custom($what))
        }

        fn serialize_struct_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStructVariant> {
            Err(Error::custom($what))
        }
    };
}

/// Receives a text.
pub(super) struct Text<'t>(pub(super) &'t mut String);

impl serde::Serializer for &mut Text<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    only!("something else stands where a text belongs");

    fn serialize_str(self, text: &str) -> Result<()> {
        self.0.push_str(text);
        Ok(())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
        Err(Error::custom("a map stands where a text belongs"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct> {
        Err(Error::custom("a struct stands where a text belongs"))
    }
}

/// Receives the named fields of a variant.
struct Content<'g, 'a, 's>(&'g mut Guide<'a, 's>, &'a [Field]);

impl<'g, 'a, 's> serde::Serializer for Content<'g, 'a, 's> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Entry<'g, 'a, 's>;
    type SerializeStruct = Fields<'g, 'a, 's>;
    type SerializeStructVariant = Impossible<(), Error>;

    only!("something else stands where the fields of a variant belong");

    fn serialize_str(self, _: &str) -> Result<()> {
        Err(self
            .0
            .invalid("a text stands where the fields of a variant belong"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entry<'g, 'a, 's>> {
        Ok(Entry::new(self.0, Parts::Fields(self.1)))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'g, 'a, 's>> {
        Ok(Fields::new(self.0, self.1, false))
    }
}
