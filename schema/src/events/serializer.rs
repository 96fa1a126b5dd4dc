//! [`Guided`]: the events of one value, under its type.

use serde::{Serialize, Serializer, ser::Impossible};

use super::{
    guide::{Event, Guide},
    parts::{Entry, Fields, Items, Parts},
    tuple::{Padded, Tuple},
};
use crate::{
    Error, Result,
    escape::unescape,
    layout::{Body, Field, Names, PrimKind, Type, Variant, Versions},
    version::parse_version,
    walk::Scalar,
};

/// Receives the events of one value.
struct Guided<'g, 'a, 's> {
    guide: &'g mut Guide<'a, 's>,
    ty: &'a Type,
}

impl<'g, 'a, 's> Guided<'g, 'a, 's> {
    #[inline]
    fn new(guide: &'g mut Guide<'a, 's>, ty: &'a Type) -> Self {
        Self {
            guide,
            ty: ty.peeled(),
        }
    }

    fn refuse(&self, found: &str) -> Error {
        let belongs = self.ty.noun();
        self.guide
            .invalid(format!("{found} stands where {belongs} belongs"))
    }

    #[inline]
    fn int(self, value: i128) -> Result<()> {
        let is_whole = match self.ty {
            Type::Vle => true,
            other => other.number_kind().is_some_and(PrimKind::is_whole),
        };
        if !is_whole {
            return Err(self.refuse("a whole number"));
        }
        self.guide.leaf(Scalar::Int(value))
    }

    fn version(self, versions: &'a Versions, text: &str) -> Result<()> {
        let (place, number) =
            parse_version(versions, text).map_err(|why| self.guide.invalid(why))?;
        let magic = &versions.magics[usize::from(place)];
        self.guide.path.push_name("magic");
        self.guide.leaf(Scalar::Bytes(&magic.bytes))?;
        self.guide.path.pop();
        if magic.stored.is_some() {
            self.guide.path.push_name("number");
            self.guide.leaf(Scalar::Int(number.into()))?;
            self.guide.path.pop();
        }
        Ok(())
    }

    fn dialect(self, names: &Names, text: &str) -> Result<()> {
        match names.values.iter().position(|name| name.name == *text) {
            Some(place) => self.guide.leaf(Scalar::Int(place as i128)),
            None => Err(self.refuse(&format!("`{text}`"))),
        }
    }

    fn variants(&self) -> Option<&'a [Variant]> {
        match self.ty {
            Type::Struct(target) => match &self.guide.layout.get(target).body {
                Body::Variants(variants) => Some(variants),
                Body::Fields(_) => None,
            },
            _ => None,
        }
    }

    fn fields(&self) -> Option<&'a [Field]> {
        match self.ty {
            Type::Struct(target) => match &self.guide.layout.get(target).body {
                Body::Fields(fields) => Some(fields),
                Body::Variants(_) => None,
            },
            _ => None,
        }
    }

    /// The variant with this index, entered.
    fn enter(&mut self, index: u32) -> Result<&'a Variant> {
        let variant = self
            .variants()
            .and_then(|variants| variants.get(index as usize))
            .ok_or_else(|| self.refuse("a variant"))?;
        let variants = self.variants().unwrap_or_default();
        self.guide.path.push_variant(variants, &variant.name);
        self.guide.mark(Event::Variant)?;
        Ok(variant)
    }
}

macro_rules! whole {
    ($($(#[$inline:meta])? $method:ident $ty:ty),*) => {$(
        $(#[$inline])?
        fn $method(self, value: $ty) -> Result<()> {
            self.int(value as i128)
        }
    )*};
}

impl<'g, 'a, 's> Serializer for Guided<'g, 'a, 's> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'g, 'a, 's>;
    type SerializeTuple = Tuple<'g, 'a, 's>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Entry<'g, 'a, 's>;
    type SerializeStruct = Fields<'g, 'a, 's>;
    type SerializeStructVariant = Fields<'g, 'a, 's>;

    whole!(serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32,
        serialize_i64 i64, serialize_i128 i128, #[inline] serialize_u8 u8,
        #[inline] serialize_u16 u16, #[inline] serialize_u32 u32, serialize_u64 u64,
        serialize_u128 u128);

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<()> {
        match self.ty {
            Type::Prim(PrimKind::F16 | PrimKind::F32) => self.guide.leaf(Scalar::F32(value)),
            _ => Err(self.refuse("a float")),
        }
    }

    fn serialize_f64(self, value: f64) -> Result<()> {
        match self.ty {
            Type::Prim(PrimKind::F64) => self.guide.leaf(Scalar::F64(value)),
            _ => Err(self.refuse("a float of double precision")),
        }
    }

    fn serialize_char(self, _: char) -> Result<()> {
        Err(self.refuse("a character"))
    }

    fn serialize_str(self, text: &str) -> Result<()> {
        match self.ty {
            Type::CString => self.guide.leaf(Scalar::Bytes(&unescape(text))),
            Type::Text(charset) | Type::Ended(charset, _) => match charset.read(text) {
                Ok(bytes) => self.guide.leaf(Scalar::Bytes(&bytes)),
                Err(lacks) => Err(self.guide.invalid(lacks.to_string())),
            },
            Type::Padded(charset) => match charset.read(text) {
                Ok(bytes) => {
                    let bytes = charset.without_zeros(&bytes);
                    self.guide.leaf(Scalar::Bytes(bytes))
                }
                Err(lacks) => Err(self.guide.invalid(lacks.to_string())),
            },
            Type::FixedString(_) => Padded::new(self.guide, self.ty).emit(&unescape(text), &[]),
            Type::Version(versions) => self.version(versions, text),
            Type::Dialect(names) => self.dialect(names, text),
            _ => Err(self.refuse("a text")),
        }
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<()> {
        match self.ty {
            // Trees that nobody read know how much there is also where it is zero.
            Type::Padding(_) if bytes.iter().all(|byte| *byte == 0) => Ok(()),
            Type::Blob | Type::Padding(_) => self.guide.leaf(Scalar::Bytes(bytes)),
            _ => Err(self.refuse("a blob")),
        }
    }

    fn serialize_none(self) -> Result<()> {
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        Err(self.refuse("nothing"))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        Err(self.refuse("nothing"))
    }

    fn serialize_unit_variant(
        mut self,
        _: &'static str,
        index: u32,
        name: &'static str,
    ) -> Result<()> {
        if let Type::Enum(names) = self.ty {
            let mut known = names.values.iter();
            return match known.find(|known| *known.name == *name) {
                Some(known) => self.guide.leaf(Scalar::Int(known.value)),
                None => Err(self.refuse(&format!("`{name}`"))),
            };
        }
        self.enter(index)?;
        self.guide.path.pop();
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        let variant = self.enter(index)?;
        self.guide.newtype(variant, value)?;
        self.guide.path.pop();
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'g, 'a, 's>> {
        match self.ty {
            Type::List(item) | Type::Packed(item) | Type::Array(item, _) => {
                Ok(Items::new(self.guide, item))
            }
            _ => Err(self.refuse("a list")),
        }
    }

    fn serialize_tuple(self, length: usize) -> Result<Tuple<'g, 'a, 's>> {
        match self.ty {
            Type::FixedString(_) if length == 2 => {
                Ok(Tuple::Padded(Padded::new(self.guide, self.ty)))
            }
            Type::Array(item, wanted) if length == *wanted as usize => {
                Ok(Tuple::Items(Items::new(self.guide, item)))
            }
            _ => Err(self.refuse("a tuple")),
        }
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Impossible<(), Error>> {
        Err(self.refuse("a tuple"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Error>> {
        Err(self.refuse("a variant of nameless fields"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entry<'g, 'a, 's>> {
        let parts = match (self.fields(), self.variants()) {
            (Some(fields), _) => Parts::Fields(fields),
            (_, Some(variants)) => Parts::Variants(variants),
            _ => return Err(self.refuse("a map")),
        };
        Ok(Entry::new(self.guide, parts))
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'g, 'a, 's>> {
        match self.fields() {
            Some(fields) => Ok(Fields::new(self.guide, fields, false)),
            None => Err(self.refuse("a struct")),
        }
    }

    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Fields<'g, 'a, 's>> {
        let variant = self.enter(index)?;
        Ok(Fields::new(self.guide, &variant.fields, true))
    }
}

impl<'a> Guide<'a, '_> {
    /// The events of a value of this type.
    #[inline]
    pub(super) fn value<T: Serialize + ?Sized>(&mut self, ty: &'a Type, value: &T) -> Result<()> {
        value.serialize(Guided::new(self, ty))
    }

    /// The nameless content of a variant.
    pub(super) fn newtype<T: Serialize + ?Sized>(
        &mut self,
        variant: &'a Variant,
        value: &T,
    ) -> Result<()> {
        let field = self.enter_newtype(variant)?;
        self.value(&field.ty, value)?;
        self.path.pop();
        Ok(())
    }

    fn enter_newtype(&mut self, variant: &'a Variant) -> Result<&'a Field> {
        let [field] = &*variant.fields else {
            return Err(self.invalid("a nameless value stands where fields belong"));
        };
        self.path.push_name(&field.name);
        Ok(field)
    }
}

impl Type {
    /// What it is, for messages.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Prim(kind) if !kind.is_whole() => "a float",
            Self::Prim(_) | Self::Vle | Self::Remaining | Self::Peek(_) => "a whole number",
            Self::Bool => "a truth value",
            Self::CString
            | Self::Ended(..)
            | Self::FixedString(_)
            | Self::Text(_)
            | Self::Padded(_) => "a string",
            Self::Blob => "a blob",
            Self::Padding(_) => "padding",
            Self::Flags(_) => "a set of flags",
            Self::Bits(_) => "a number of bits",
            Self::Enum(_) => "a named number",
            Self::Version(_) => "a version",
            Self::Dialect(_) => "a dialect",
            Self::Struct(_) => "a struct",
            Self::Nested(inner) => inner.noun(),
            Self::List(_) | Self::Packed(_) => "a list",
            Self::Array(..) => "an array",
        }
    }
}
