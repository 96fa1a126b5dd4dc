//! Layouts as data, without a derive.

use formwork_schema::{
    Expr, Layout,
    layout::{
        Assert, Body, Count, Endian, Field, Link, List, Magic, Name, Names, PrimKind, Recognition,
        Ref, Str, Struct, StructRef, Style, Type, Variant, VariantShape, Versions,
    },
};

pub(crate) fn expr(text: &str) -> Expr {
    Expr::parse(text).unwrap()
}

/// A field with this name and type.
pub(crate) fn field(name: &str, ty: Type) -> Field {
    Field::new(name.into(), format!("The {name}.").into(), ty)
}

/// What fields may have besides.
pub(crate) trait With: Sized {
    fn when(self, condition: &str) -> Self;
    fn count(self, count: &str) -> Self;
    fn to_end(self) -> Self;
    fn args(self, args: &[&str]) -> Self;
    fn counts(self, list: &str) -> Self;
    fn hidden(self) -> Self;
    fn at(self, place: &str) -> Self;
    fn endian(self, endian: Endian) -> Self;
    fn assert(self, that: &str, message: &str) -> Self;
}

impl With for Field {
    fn when(mut self, condition: &str) -> Self {
        self.when = Some(expr(condition).into());
        self
    }

    fn count(mut self, count: &str) -> Self {
        self.count = Some(Count::Expr(expr(count).into()));
        self
    }

    fn to_end(mut self) -> Self {
        self.count = Some(Count::ToEnd);
        self
    }

    fn args(mut self, args: &[&str]) -> Self {
        self.args = list(args.iter().map(|arg| expr(arg)));
        self
    }

    fn counts(mut self, list: &str) -> Self {
        self.counts = list.into();
        self.hidden()
    }

    fn at(mut self, place: &str) -> Self {
        self.at = Some(expr(place).into());
        self.hidden()
    }

    fn hidden(mut self) -> Self {
        self.visible = false;
        self
    }

    fn endian(mut self, endian: Endian) -> Self {
        self.endian = Some(endian.into());
        self
    }

    fn assert(mut self, that: &str, message: &str) -> Self {
        let that = expr(that);
        let message = message.into();
        self.asserts = list([Assert { that, message }]);
        self
    }
}

pub(crate) fn list<T: 'static>(items: impl IntoIterator<Item = T>) -> List<T> {
    items.into_iter().collect::<Vec<T>>().into()
}

/// A struct of fields.
pub(crate) fn fields(
    name: &str,
    params: &[&str],
    fields: impl IntoIterator<Item = Field>,
) -> Struct {
    Struct {
        name: name.into(),
        doc: "".into(),
        params: list(params.iter().map(|param| Str::from(*param))),
        style: Style::Record,
        endian: None,
        magic: list([]),
        element: None,
        body: Body::Fields(list(fields)),
    }
}

/// An enum.
pub(crate) fn variants(
    name: &str,
    params: &[&str],
    variants: impl IntoIterator<Item = Variant>,
) -> Struct {
    Struct {
        body: Body::Variants(list(variants)),
        ..fields(name, params, [])
    }
}

/// A variant; nameless content is one field with the name `0`.
pub(crate) fn variant(
    name: &str,
    when: Option<&str>,
    content: impl IntoIterator<Item = Field>,
) -> Variant {
    let fields: Vec<Field> = content.into_iter().collect();
    let shape = match &*fields {
        [] => VariantShape::Unit,
        [only] if only.name == "0" => VariantShape::Newtype,
        _ => VariantShape::Fields,
    };
    Variant {
        name: name.into(),
        doc: "".into(),
        magic: list([]),
        when: when.map(expr),
        shape,
        fields: fields.into(),
    }
}

pub(crate) fn names(name: &str, repr: PrimKind, values: &[(&str, i128)]) -> Ref<Names> {
    Names {
        name: name.into(),
        doc: "".into(),
        repr,
        closed: false,
        values: list(values.iter().map(|(name, value)| named(name, *value))),
    }
    .into()
}

fn named(name: &str, value: i128) -> Name {
    Name {
        name: name.into(),
        doc: "".into(),
        value,
        since: None,
    }
}

/// Magics: bytes, first and last number, whether it is stored.
pub(crate) fn versions(magics: &[(&str, u32, u32, bool)]) -> Type {
    let magics = magics.iter().map(|(bytes, first, last, stored)| Magic {
        bytes: list(bytes.bytes()),
        doc: "".into(),
        first: *first,
        last: *last,
        stored: stored.then_some(PrimKind::U32),
    });
    Type::Version(
        Versions {
            name: "Version".into(),
            doc: "".into(),
            magics: list(magics),
            milestones: list([]),
        }
        .into(),
    )
}

/// The struct at this place of the table.
pub(crate) fn at(place: usize, name: &str) -> Type {
    Type::Struct(StructRef {
        name: name.into(),
        link: Link::Table(place),
    })
}

pub(crate) fn list_of(item: Type) -> Type {
    Type::List(item.into())
}

pub(crate) fn packed(item: Type) -> Type {
    Type::Packed(item.into())
}

pub(crate) const U8: Type = Type::Prim(PrimKind::U8);
pub(crate) const U16: Type = Type::Prim(PrimKind::U16);
pub(crate) const U32: Type = Type::Prim(PrimKind::U32);
pub(crate) const F32: Type = Type::Prim(PrimKind::F32);

/// A layout whose root is the first struct of the table.
pub(crate) fn layout(format: &str, table: impl IntoIterator<Item = Struct>) -> Layout {
    let table: Vec<Struct> = table.into_iter().collect();
    Layout {
        format: format.into(),
        title: "".into(),
        encoding: Default::default(),
        extensions: list([]),
        recognition: Recognition::OnRequest,
        root: StructRef {
            name: table[0].name.clone(),
            link: Link::Table(0),
        },
        table: table.into(),
    }
}
