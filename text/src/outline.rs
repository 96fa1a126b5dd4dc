//! [`Outline`]: a file in memory, with its bulk left in the bytes.
//!
//! Structs, names and lists become nodes; arrays of records of one size stay one node that says
//! where a record begins and which numbers it holds. An animation of 30 MB is a few thousand nodes.

mod build;
mod names;
mod records;
mod tree;

use std::{borrow::Cow, ops::Range};

use formwork_schema::{
    Error, Layout, Limits, Result,
    layout::{Str, Style, Type},
    walk::{self, Scalar, WalkOptions},
    weight_of_outline,
};

use self::build::Builder;

pub(crate) use self::records::{Column, Records};
pub use self::tree::texts;

/// Fields of a struct that a line has room for.
const SHORT: usize = 5;

/// A file in memory, with its bulk left in the bytes.
#[derive(Debug, Clone)]
pub struct Outline<'b> {
    pub(crate) format: Str,
    pub(crate) bytes: &'b [u8],
    pub(crate) root: Node,
    /// Where the tree ends; the rest is trailing.
    pub(crate) end: usize,
    /// Of what stands for another file, the fields that make no difference.
    pub(crate) ignored_fields: Option<&'static [&'static str]>,
}

/// How much more an outline and what is found in it take than the tree of the file would.
const COMPARING: u64 = 8;

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

impl<'b> Outline<'b> {
    /// Reads a file.
    ///
    /// # Errors
    /// Those of [`walk`](fn@walk::walk).
    pub fn read(layout: &Layout, bytes: &'b [u8], limits: &Limits) -> Result<Self> {
        // Bulk stays in the file.
        let length = bytes.len() as u64;
        let structure = weight_of_outline(layout, bytes, limits) - length;
        let needed = structure.saturating_mul(COMPARING).saturating_add(length);
        limits.afford("comparing it", needed)?;
        match Self::read_some(layout, bytes, limits) {
            (outline, None) => Ok(outline),
            (_, Some(error)) => Err(error),
        }
    }

    /// Reads a file up to the first mistake in it, which is returned as well.
    #[must_use]
    pub fn read_some(layout: &Layout, bytes: &'b [u8], limits: &Limits) -> (Self, Option<Error>) {
        let layout = &*layout.of_file(bytes);
        let mut builder = Builder::new(layout);
        let mut how = WalkOptions {
            limits: *limits,
            dialect: None,
        };
        let mut walked = walk::walk(layout, bytes, &how, &mut builder);
        if walked.is_err() && builder.is_empty() {
            // An ambiguous file that no reading fits: see how far the usual one gets.
            how.dialect = Some(0);
            walked = walk::walk(layout, bytes, &how, &mut builder);
        }
        let mut root = builder.finish();
        names::name(&mut root, bytes, layout);
        let end = match &walked {
            Ok(walked) => walked.end as usize,
            Err(_) => bytes.len(),
        };
        let outline = Self {
            format: layout.format.clone(),
            bytes,
            root,
            end,
            ignored_fields: None,
        };
        (outline, walked.err())
    }

    /// Says that these bytes stand for another file: they tell what it holds, and leave out where that
    /// lies. Two such files that have nothing else to tell differ in that. `ignored_fields` are fields that
    /// make no difference.
    #[must_use]
    pub fn as_view(mut self, ignored_fields: &'static [&'static str]) -> Self {
        self.ignored_fields = Some(ignored_fields);
        self
    }

    /// Says that these bytes stand for a file of another version, and mean the same.
    #[must_use]
    pub fn as_version(mut self, version: &str) -> Self {
        let text = self.root.fields_mut().iter_mut().find_map(|(_, node)| {
            let Content::Text(text) = &mut node.content else {
                return None;
            };
            Some(text)
        });
        if let Some(text) = text {
            version.clone_into(text);
        }
        self
    }

    /// The version as the root says it, as in `UAN2 3`, or `3` where it is a plain number; empty for formats without.
    #[must_use]
    pub fn version(&self) -> Cow<'_, str> {
        let fields = self.root.fields().iter();
        let mut texts = fields.filter_map(|(_, node)| match &node.content {
            Content::Text(text) => Some(Cow::Borrowed(text.as_str())),
            _ => None,
        });
        let plain = || match &self.root.field("version")?.content {
            Content::Leaf(Type::Prim(_), Held::Int(number)) => Some(number.to_string().into()),
            _ => None,
        };
        texts.next().or_else(plain).unwrap_or_default()
    }

    /// Bytes after the tree.
    pub(crate) fn trailing(&self) -> &'b [u8] {
        self.bytes.get(self.end..).unwrap_or_default()
    }
}

impl Node {
    fn fields_mut(&mut self) -> &mut [(Str, Self)] {
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
