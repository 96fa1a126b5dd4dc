//! [`Input`]: a struct without mistakes. What emits code sees nothing else.

use proc_macro2::{Ident, TokenStream};
use syn::Type;

use crate::{expr::Expr, types::Shape};

/// A struct or a enum.
pub(crate) struct Input {
    pub(crate) name: Ident,
    pub(crate) doc: String,
    pub(crate) params: Vec<Param>,
    /// Whether binrw's writer takes the parameters as well.
    pub(crate) params_on_write: bool,
    pub(crate) style: Style,
    pub(crate) endian: Option<Endian>,
    /// The bytes are turned around when this holds.
    pub(crate) big_if: Option<TranslatedExpr>,
    pub(crate) magic: Vec<u8>,
    pub(crate) format: Option<FormatId>,
    pub(crate) body: Body,
}

pub(crate) struct Param {
    pub(crate) name: Ident,
    pub(crate) ty: Type,
}

#[derive(Clone, Copy, PartialEq, Default)]
pub(crate) enum Style {
    #[default]
    Record,
    Vector,
    Tuple,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Endian {
    Little,
    Big,
}

pub(crate) struct FormatId {
    pub(crate) id: String,
    pub(crate) extensions: Vec<String>,
    pub(crate) recognition: Recognition,
}

/// How files are recognised.
pub(crate) enum Recognition {
    /// By the magic of the struct, or of its version.
    Magic,
    /// By a condition, and perhaps by the name as well.
    Condition {
        holds: TranslatedExpr,
        extension: bool,
    },
    Extension,
    OnRequest,
}

pub(crate) enum Body {
    Fields(Vec<Field>),
    Variants(Vec<Variant>),
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) magic: Vec<u8>,
    pub(crate) when: Option<TranslatedExpr>,
    /// What it begins with, where it takes what the magics of others leave.
    pub(crate) begins: Option<Begins>,
    pub(crate) shape: VariantShape,
    pub(crate) fields: Vec<Field>,
}

/// A first field whose bytes a tree tells.
#[derive(Clone, Copy)]
pub(crate) enum Begins {
    /// An array of bytes.
    Array,
    /// A number in this byte order.
    Number(Endian),
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum VariantShape {
    Unit,
    Newtype,
    Fields,
}

pub(crate) struct Field {
    /// None for the content of a newtype variant.
    pub(crate) ident: Option<Ident>,
    pub(crate) name: String,
    pub(crate) item: String,
    pub(crate) doc: String,
    pub(crate) unit: String,
    /// Fields that say which item of a list one is.
    pub(crate) key: Vec<String>,
    pub(crate) index_of: Option<IndexOf>,
    pub(crate) columns: Option<Columns>,
    pub(crate) ty: Type,
    pub(crate) shape: Shape,
    pub(crate) role: Role,
    /// How much more than a count or size is stored.
    pub(crate) plus: i64,
    pub(crate) endian: Option<Endian>,
    /// The bytes are turned around when this holds.
    pub(crate) big_if: Option<TranslatedExpr>,
    /// Bytes in front of the value.
    pub(crate) magic: Vec<u8>,
    /// What the value is that follows from others.
    pub(crate) is: Option<TranslatedExpr>,
    /// In how many bytes it stands.
    pub(crate) size: Option<TranslatedExpr>,
    pub(crate) pads: Pads,
    /// What the number follows from.
    pub(crate) due: Option<Due>,
    pub(crate) when: Option<TranslatedExpr>,
    /// Where else in the file the number stands.
    pub(crate) at: Option<TranslatedExpr>,
    pub(crate) count: Option<Count>,
    pub(crate) args: Vec<TranslatedExpr>,
    /// The parameters that the arguments are for, where they are said.
    pub(crate) arg_names: Vec<String>,
    pub(crate) asserts: Vec<Assert>,
    /// What the compiler is asked about the functions of the field.
    pub(crate) proofs: Vec<TokenStream>,
}

/// The list that numbers are indices into, as `formwork_schema::layout::IndexOf`.
pub(crate) struct IndexOf {
    pub(crate) list: String,
    pub(crate) unless: String,
}

/// What names the items of a list, as `formwork_schema::layout::Columns`.
pub(crate) struct Columns {
    pub(crate) list: String,
    pub(crate) meaning: String,
    pub(crate) number: String,
    pub(crate) words: Vec<String>,
    pub(crate) indices: String,
}

/// What a number follows from: fields before it.
pub(crate) enum Due {
    /// It is their checksum.
    Checksum(Vec<String>),
    /// It is how long the file is without them.
    FileLength(Vec<String>),
}

/// What a field is for.
#[derive(Clone, PartialEq)]
pub(crate) enum Role {
    /// Instances have it.
    Data,
    /// The same, and it holds the dialect of an ambiguous file.
    Dialect,
    /// Only in the file: the length of the list of this name.
    CountOf(String),
    /// Only in the file: how many bytes the field of this name takes.
    SizeOf(String),
    /// Only while reading: how many bytes are left, or what stands elsewhere.
    Remaining,
    /// In no file: it follows from fields before it.
    Derived,
    /// The same, and kept by instances.
    Kept,
    /// The same, and only the file tells it, so that texts have it.
    Told,
}

pub(crate) enum Count {
    Expr(TranslatedExpr),
    ToEnd,
    /// The condition over an item, and the closure.
    Until(Expr, syn::ExprClosure),
}

/// Bytes around a value that mean nothing.
#[derive(Default)]
pub(crate) struct Pads {
    pub(crate) before: Option<Pad>,
    pub(crate) after: Option<Pad>,
    pub(crate) to: Option<TranslatedExpr>,
}

pub(crate) struct Pad {
    /// Whether it goes on to a multiple.
    pub(crate) aligns: bool,
    pub(crate) length: TranslatedExpr,
}

pub(crate) struct Assert {
    pub(crate) that: TranslatedExpr,
    pub(crate) message: String,
}

/// An expression twice: as the compiler sees it, and as the layout says it.
pub(crate) struct TranslatedExpr {
    pub(crate) rust: TokenStream,
    pub(crate) expr: Expr,
    /// Whether it compares numbers that may be too large to be calculated.
    pub(crate) risky: bool,
    /// What the compiler is asked about it.
    pub(crate) proofs: Vec<TokenStream>,
}

impl Role {
    /// Whether it is what a layout calls visible.
    pub(crate) fn visible(&self) -> bool {
        matches!(self, Self::Data | Self::Dialect | Self::Told)
    }

    /// Whether instances have it.
    pub(crate) fn in_trees(&self) -> bool {
        self.visible() || *self == Self::Kept
    }

    /// Whether it follows from fields before it.
    pub(crate) fn is_derived(&self) -> bool {
        matches!(self, Self::Derived | Self::Kept | Self::Told)
    }
}

impl Field {
    /// The expressions that are evaluated before the field is there, and those after it.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &TranslatedExpr> {
        let count = self.count.iter().filter_map(|count| match count {
            Count::Expr(said) => Some(said),
            Count::ToEnd | Count::Until(..) => None,
        });
        let asserts = self.asserts.iter().map(|assert| &assert.that);
        self.when
            .iter()
            .chain(&self.at)
            .chain(&self.is)
            .chain(&self.size)
            .chain(self.pads.before.iter().map(|pad| &pad.length))
            .chain(self.pads.after.iter().map(|pad| &pad.length))
            .chain(&self.pads.to)
            .chain(&self.big_if)
            .chain(count)
            .chain(&self.args)
            .chain(asserts)
    }
}

impl Input {
    /// The fields; none for an enum.
    pub(crate) fn fields(&self) -> &[Field] {
        match &self.body {
            Body::Fields(fields) => fields,
            Body::Variants(_) => &[],
        }
    }

    /// The field that holds the dialect.
    pub(crate) fn dialect(&self) -> Option<&Field> {
        match &self.body {
            Body::Fields(fields) => fields.iter().find(|field| field.role == Role::Dialect),
            Body::Variants(_) => None,
        }
    }
}
