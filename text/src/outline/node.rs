//! [`Node`]: a value, a struct or a list of an outline.

use std::{borrow::Cow, ops::Range};

use formwork_schema::{
    layout::{Str, Style, Type},
    walk::Scalar,
};

use super::records::Records;

/// Fields of a struct that a line has room for.
const SHORT: usize = 5;

/// A value, a struct or a list.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    /// Which bytes.
    pub(crate) range: Range<usize>,
    /// Unit of the value; empty where there is none.
    pub(crate) unit: Str,
    /// What an item is known by, where that is not a field called `name`.
    pub(crate) label: Option<Box<[u8]>>,
    pub(crate) content: Content,
}

/// Fields with their names.
pub(crate) type Fields = Vec<(Str, Node)>;

/// What a node is.
#[derive(Debug, Clone)]
pub(crate) enum Content {
    /// A value.
    Leaf(Type, Held),
    /// A version, or anything else that is only text.
    Text(String),
    /// A struct, without the fields that only the file has.
    Fields(Style, Fields),
    /// An enum: which variant, and its content.
    Variant(Str, Fields),
    /// Items of different sizes.
    Items(Vec<Node>),
    /// Items of one size.
    Records(Box<Records>),
}

/// A value; text and bytes are where they are in the file.
#[derive(Debug, Clone)]
pub(crate) enum Held {
    Int(i128),
    F32(f32),
    F64(f64),
    Bytes(Range<usize>),
}

impl Node {
    pub(super) fn fields_mut(&mut self) -> &mut [(Str, Self)] {
        match &mut self.content {
            Content::Fields(_, fields) | Content::Variant(_, fields) => fields,
            _ => &mut [],
        }
    }

    /// The fields of a struct or of its variant; empty for everything else.
    pub(crate) fn fields(&self) -> &[(Str, Node)] {
        match &self.content {
            Content::Fields(_, fields) | Content::Variant(_, fields) => fields,
            _ => &[],
        }
    }

    /// A field of a struct.
    pub(crate) fn field(&self, name: &str) -> Option<&Node> {
        let found = self.fields().iter().find(|(known, _)| *known == *name);
        found.map(|(_, node)| node)
    }

    /// Whether this is a struct of a few values, which a line has room for.
    pub(crate) fn is_short(&self) -> bool {
        let fields = self.fields();
        (1..=SHORT).contains(&fields.len()) && fields.iter().all(|(_, field)| field.is_value())
    }

    /// Whether this is one value, or a few numbers in a row.
    pub(crate) fn is_value(&self) -> bool {
        match &self.content {
            Content::Leaf(ty, _) => *ty != Type::Blob,
            Content::Text(_) | Content::Fields(Style::Vector | Style::Tuple, _) => true,
            _ => false,
        }
    }

    /// The records that this is, or that its variant is.
    pub(crate) fn bulk(&self) -> Option<&Records> {
        match &self.content {
            Content::Records(records) => Some(records),
            Content::Variant(_, fields) => match fields.as_slice() {
                [(name, inner)] if *name == *"0" => inner.bulk(),
                _ => None,
            },
            _ => None,
        }
    }

    /// See [`bulk`](Self::bulk).
    pub(crate) fn bulk_mut(&mut self) -> Option<&mut Records> {
        match &mut self.content {
            Content::Records(records) => Some(records),
            Content::Variant(_, fields) => match fields.as_mut_slice() {
                [(name, inner)] if *name == *"0" => inner.bulk_mut(),
                _ => None,
            },
            _ => None,
        }
    }

    /// The field that names a struct: a string called `name`.
    pub(crate) fn name_field(&self) -> Option<&Node> {
        self.field("name").filter(|node| {
            matches!(
                &node.content,
                Content::Leaf(
                    Type::CString
                        | Type::Ended(..)
                        | Type::FixedString(_)
                        | Type::Text(_)
                        | Type::Padded(_),
                    _,
                )
            )
        })
    }

    /// What a struct is known by, as UTF-8: its name, or what the format says.
    pub(crate) fn name<'n>(&'n self, bytes: &'n [u8]) -> Option<Cow<'n, [u8]>> {
        let name = self.raw_name(bytes)?;
        match self.name_field().map(|field| &field.content) {
            Some(Content::Leaf(ty, _)) if self.label.is_none() => Some(ty.utf8(name)),
            _ => Some(Cow::Borrowed(name)),
        }
    }

    /// The bytes of it.
    pub(crate) fn raw_name<'n>(&'n self, bytes: &'n [u8]) -> Option<&'n [u8]> {
        if let Some(label) = &self.label {
            return Some(label);
        }
        match &self.name_field()?.content {
            Content::Leaf(_, Held::Bytes(range)) => bytes.get(range.clone()),
            _ => None,
        }
    }
}

impl Held {
    /// Whether this is text or bytes, and no number.
    pub(crate) const fn is_text(&self) -> bool {
        matches!(self, Self::Bytes(_))
    }

    /// The value, with the bytes of the file that holds it.
    pub(crate) fn scalar<'b>(&self, bytes: &'b [u8]) -> Scalar<'b> {
        match self {
            Self::Int(value) => Scalar::Int(*value),
            Self::F32(value) => Scalar::F32(*value),
            Self::F64(value) => Scalar::F64(*value),
            Self::Bytes(range) => Scalar::Bytes(bytes.get(range.clone()).unwrap_or_default()),
        }
    }
}
