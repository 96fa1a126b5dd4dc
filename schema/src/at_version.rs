//! [`Layout::at_version`]: names of flags and values that only newer files have.

use std::{borrow::Cow, collections::BTreeMap};

use crate::{
    Layout,
    layout::{
        BitPart, Bits, Body, Field, Link, Name, Names, Ref, Struct, StructRef, Type, Variant,
    },
};

impl Layout {
    /// Whether any name is [limited](Name::since) to newer files.
    #[must_use]
    pub fn has_limited_names(&self) -> bool {
        let structs = self.structs();
        let mut fields = structs.iter().flat_map(|one| one.field_lists().flatten());
        fields.any(|field| has_limited_names(&field.ty))
    }

    /// The layout as files of one version see it: a name that they know loses its [`since`](Name::since), and one
    /// that is limited to newer files keeps it. Text forms take the latter for a bit or a number without a name. The
    /// number of the version is none where it is not known, and then every limited name stays so.
    #[must_use]
    pub fn at_version(&self, number: Option<i128>) -> Cow<'_, Self> {
        let Some(number) = number.filter(|_| self.has_limited_names()) else {
            return Cow::Borrowed(self);
        };
        let structs = self.structs();
        let places = structs.iter().enumerate();
        let at = At {
            number,
            places: places.map(|(place, one)| (&*one.name, place)).collect(),
        };
        let table: Vec<Struct> = structs.iter().map(|one| at.structure(one)).collect();
        Cow::Owned(Self {
            root: at.reference(&self.root),
            table: table.into(),
            ..self.clone()
        })
    }

    /// The same for the version that a file says it has.
    #[must_use]
    pub fn of_file(&self, bytes: &[u8]) -> Cow<'_, Self> {
        if !self.has_limited_names() {
            return Cow::Borrowed(self);
        }
        self.at_version(self.version_of(bytes).map(|version| version.number))
    }
}

/// Whether a type, or that of its items or parts, has such names.
fn has_limited_names(ty: &Type) -> bool {
    match ty {
        Type::Flags(names) | Type::Enum(names) => is_limited(names),
        Type::Bits(bits) => bits.parts.iter().any(|part| has_limited_names(&part.ty)),
        Type::Nested(inner) | Type::List(inner) | Type::Packed(inner) | Type::Array(inner, _) => {
            has_limited_names(inner)
        }
        _ => false,
    }
}

fn is_limited(names: &Names) -> bool {
    names.values.iter().any(|name| name.since.is_some())
}

/// Copies a layout for one version.
struct At<'l> {
    number: i128,
    /// Places of the structs in the table of the copy.
    places: BTreeMap<&'l str, usize>,
}

impl At<'_> {
    fn structure(&self, one: &Struct) -> Struct {
        let body = match &one.body {
            Body::Fields(fields) => Body::Fields(self.fields(fields).into()),
            Body::Variants(variants) => {
                let variants = variants.iter().map(|variant| Variant {
                    fields: self.fields(&variant.fields).into(),
                    ..variant.clone()
                });
                Body::Variants(variants.collect::<Vec<_>>().into())
            }
        };
        Struct {
            body,
            ..one.clone()
        }
    }

    fn fields(&self, fields: &[Field]) -> Vec<Field> {
        let fields = fields.iter().map(|field| Field {
            ty: self.ty(&field.ty),
            ..field.clone()
        });
        fields.collect()
    }

    fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Flags(names) => Type::Flags(self.names(names)),
            Type::Enum(names) => Type::Enum(self.names(names)),
            Type::Bits(bits) if has_limited_names(ty) => Type::Bits(self.bits(bits).into()),
            Type::Struct(target) => Type::Struct(self.reference(target)),
            Type::Nested(inner) => Type::Nested(self.ty(inner).into()),
            Type::List(item) => Type::List(self.ty(item).into()),
            Type::Packed(item) => Type::Packed(self.ty(item).into()),
            Type::Array(item, length) => Type::Array(self.ty(item).into(), *length),
            other => other.clone(),
        }
    }

    fn bits(&self, bits: &Bits) -> Bits {
        let parts = bits.parts.iter().map(|part| BitPart {
            ty: self.ty(&part.ty),
            ..part.clone()
        });
        Bits {
            parts: parts.collect::<Vec<_>>().into(),
            ..bits.clone()
        }
    }

    fn reference(&self, target: &StructRef) -> StructRef {
        let place = self.places.get(&*target.name);
        StructRef {
            name: target.name.clone(),
            link: place.map_or(target.link, |place| Link::Table(*place)),
        }
    }

    fn names(&self, names: &Ref<Names>) -> Ref<Names> {
        if !is_limited(names) {
            return names.clone();
        }
        let values = names.values.iter().map(|name| Name {
            since: name
                .since
                .clone()
                .filter(|since| i128::from(since.number) > self.number),
            ..name.clone()
        });
        Names {
            values: values.collect::<Vec<_>>().into(),
            ..(**names).clone()
        }
        .into()
    }
}
