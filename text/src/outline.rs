//! [`Outline`]: a file in memory, with its bulk left in the bytes.
//!
//! Structs, names and lists become nodes; arrays of records of one size stay one node that says
//! where a record begins and which numbers it holds. An animation of 30 MB is a few thousand nodes.

mod build;
mod names;
mod node;
mod records;
mod tree;

use std::borrow::Cow;

use formwork_schema::{
    Error, Layout, Limits, Result,
    layout::{Str, Type},
    walk::{self, WalkOptions},
    weight_of_outline,
};
use serde_json::Value;

use self::build::Builder;

pub use self::tree::texts;
pub(crate) use self::{
    node::{Content, Held, Node},
    records::{Column, Records},
};

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

impl<'b> Outline<'b> {
    /// Reads a file.
    ///
    /// # Errors
    /// Those of [`walk`](fn@walk::walk).
    pub fn read(layout: &Layout, bytes: &'b [u8], limits: &Limits) -> Result<Self> {
        match Self::read_some(layout, bytes, limits)? {
            (outline, None) => Ok(outline),
            (_, Some(error)) => Err(error),
        }
    }

    /// Reads a file up to the first mistake in it, which is returned as well.
    ///
    /// # Errors
    /// [`Kind::Limit`](formwork_schema::Kind::Limit) where there is too little memory for it.
    pub fn read_some(
        layout: &Layout,
        bytes: &'b [u8],
        limits: &Limits,
    ) -> Result<(Self, Option<Error>)> {
        // Bulk stays in the file.
        let length = bytes.len() as u64;
        let structure = weight_of_outline(layout, bytes, limits) - length;
        let needed = structure.saturating_mul(COMPARING).saturating_add(length);
        limits.afford("comparing it", needed)?;
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
        Ok((outline, walked.err()))
    }

    /// The outline of a tree as serde makes it; `texts` are [its texts](texts()).
    ///
    /// Objects with a single member whose name is that of a type are variants. Items are known by their `name`.
    #[must_use]
    pub fn of_tree(format: &str, version: &str, tree: &Value, texts: &'b [u8]) -> Self {
        let outline = Self {
            format: Str::from(format.to_owned()),
            bytes: texts,
            root: tree::root(version, tree),
            end: texts.len(),
            ignored_fields: None,
        };
        outline.as_view(&[])
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
