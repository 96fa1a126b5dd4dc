//! [`Walker`]: the state of a walk, and what all its parts use.

use std::ops::Range;

use super::{
    context::FieldContext,
    scope::{Scopes, Slot},
    sizes::Sizes,
    stride::Templates,
    visit::{Leaf, Node, NodeKind, Part, Scalar, Visitor},
};
use crate::{
    Error, Kind, Layout, Limits, Path, Result,
    expr::Expr,
    layout::{Encoding, Endian, Field, Ref, Type},
};

/// Levels of structs that no derived layout reaches, up to five for every level of values: a safe
/// recursion depth.
const MAX_STRUCTS: u32 = 5 * Limits::MAX_DEPTH;

/// Stands for the field that the root does not have.
static ROOT: Field = nameless("", "");

/// Stands for the field that the magic of a struct does not have.
pub(super) static MAGIC: Field = nameless("magic", "Bytes that this begins with.");

/// Stands for the field that padding does not have.
pub(super) static PADDING: Field = nameless("padding", "Bytes that mean nothing.");

pub(super) struct Walker<'a, 'v> {
    pub(super) layout: &'a Layout,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Where the bytes end that the value around has: those of the file, if none is around.
    pub(super) end: usize,
    /// What the next struct is asked as an item: whether it is the last one.
    pub(super) stop: Option<&'a Expr>,
    /// Whether the last item said so.
    pub(super) stopped: bool,
    pub(super) path: Path<'a>,
    pub(super) limits: Limits,
    pub(super) sizes: Sizes<'a>,
    pub(super) templates: Templates<'a>,
    pub(super) scopes: Scopes<'a>,
    pub(super) visitor: &'v mut dyn Visitor,
    /// What is asked of the next struct as an item.
    pub(super) folds: Option<Range<usize>>,
    /// The dialect that is followed.
    pub(super) dialect: usize,
    /// Whether the dialect turned out not to matter.
    pub(super) unambiguous: bool,
    /// Whether to stop where it is known whether there is a dialect.
    until_dialect: bool,
    /// Where the last value begins and ends, without what stands around it.
    pub(super) last: Range<usize>,
    /// What the next leaf should be, a checksum that is wrong.
    pub(super) right: Option<u64>,
    /// Lists of arguments that nobody needs any more.
    spare: Vec<Vec<Slot<'a>>>,
    /// Items so far that took no bytes.
    pub(super) empty_items: u64,
    /// Structs so far that took no bytes.
    pub(super) empty_structs: u64,
    nested: u32,
    structs: u32,
}

/// What a walk under one dialect came to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) end: u64,
    pub(super) unambiguous: bool,
}

/// Walks under one dialect.
pub(super) fn run(
    layout: &Layout,
    bytes: &[u8],
    limits: &Limits,
    dialect: usize,
    visitor: &mut dyn Visitor,
) -> Result<Run> {
    if layout.encoding != Encoding::Binary {
        let message = "a document has no bytes that a layout would explain";
        return Err(Error::new(Kind::Unsupported, message));
    }
    let mut walker = Walker::new(layout, bytes, limits, dialect, visitor);
    walker.root()?;
    Ok(walker.result())
}

/// Walks until it is known whether the file has a dialect, and no further.
pub(super) fn ask(layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<Run> {
    let mut visitor = ();
    let mut walker = Walker::new(layout, bytes, limits, 0, &mut visitor);
    walker.until_dialect = true;
    let result = walker.root();
    if !walker.unambiguous {
        result?;
    }
    Ok(walker.result())
}

impl<'a, 'v> Walker<'a, 'v> {
    fn new(
        layout: &'a Layout,
        bytes: &'a [u8],
        limits: &Limits,
        dialect: usize,
        visitor: &'v mut dyn Visitor,
    ) -> Self {
        Self {
            layout,
            bytes,
            at: 0,
            end: bytes.len(),
            stop: None,
            stopped: false,
            path: Path::new(),
            limits: limits.in_file(bytes.len() as u64),
            sizes: Sizes::new(layout),
            templates: Templates::default(),
            scopes: Scopes::new(),
            visitor,
            folds: None,
            dialect,
            unambiguous: layout.dialect().is_none(),
            until_dialect: false,
            last: 0..0,
            right: None,
            spare: Vec::new(),
            empty_items: 0,
            empty_structs: 0,
            nested: 0,
            structs: 0,
        }
    }

    fn root(&mut self) -> Result<()> {
        let here = FieldContext {
            field: &ROOT,
            siblings: &[],
            endian: Endian::Little,
            visible: true,
        };
        self.structure(self.layout.root(), here, &[Slot::Int(self.dialect as i128)])
    }

    fn result(&self) -> Run {
        Run {
            end: self.offset(),
            unambiguous: self.unambiguous,
        }
    }

    /// Notes whether the file has a dialect.
    pub(super) fn meet_dialect(&mut self, is_there: bool) -> Result<()> {
        self.unambiguous |= !is_there;
        if self.until_dialect {
            // Nobody gets to see this.
            return Err(self.error(Kind::Invalid, "enough"));
        }
        Ok(())
    }

    pub(super) fn offset(&self) -> u64 {
        self.at as u64
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..self.end]
    }

    pub(super) fn remaining(&self) -> u64 {
        (self.end - self.at) as u64
    }

    /// The next bytes; does not move.
    #[inline]
    pub(super) fn peek(&self, length: usize) -> Result<&'a [u8]> {
        self.rest()
            .get(..length)
            .ok_or_else(|| self.ends(length as u64 - self.remaining()))
    }

    pub(super) fn ends(&self, missing: u64) -> Error {
        let bytes = if missing == 1 { "byte" } else { "bytes" };
        let what = if self.end < self.bytes.len() {
            "the value around this"
        } else {
            "the file"
        };
        self.malformed(format!("{what} ends, {missing} more {bytes} needed"))
    }

    pub(super) fn malformed(&self, message: impl Into<String>) -> Error {
        self.error(Kind::Malformed, message)
    }

    pub(super) fn error(&self, kind: Kind, message: impl Into<String>) -> Error {
        Error::new(kind, message).at(self.offset()).of(&self.path)
    }

    pub(super) fn eval(&self, expr: &Expr) -> Result<i128> {
        self.scopes.eval(expr).map_err(|why| self.malformed(why))
    }

    /// What is passed down to a value, in a list that [`give_back`](Self::give_back) takes.
    pub(super) fn args(&mut self, exprs: &[Expr]) -> Result<Vec<Slot<'a>>> {
        if exprs.is_empty() {
            return Ok(Vec::new());
        }
        let mut args = self.spare.pop().unwrap_or_default();
        for expr in exprs {
            let arg = self.scopes.arg(expr);
            args.push(arg.map_err(|why| self.malformed(why))?);
        }
        Ok(args)
    }

    /// Keeps the memory of arguments for the next ones.
    pub(super) fn give_back(&mut self, mut args: Vec<Slot<'a>>) {
        if args.capacity() > 0 {
            args.clear();
            self.spare.push(args);
        }
    }

    /// Shows the leaf that takes the next bytes, and moves past it.
    #[inline]
    pub(super) fn leaf(
        &mut self,
        here: FieldContext<'a>,
        ty: &'a Type,
        part: Part,
        value: Scalar<'a>,
        length: usize,
    ) -> Result<()> {
        let start = self.offset();
        self.at += length;
        self.visitor.leaf(&Leaf {
            path: &self.path,
            range: start..start + length as u64,
            field: here.field,
            ty,
            part,
            value,
            endian: here.endian,
            visible: here.visible,
            synthetic: length == 0
                && (ty.is_lookahead() || here.field.is.is_some() || matches!(ty, Type::Dialect(_))),
            right: self.right.take(),
        })
    }

    #[inline]
    pub(super) fn enter(&mut self, kind: NodeKind<'a>, here: FieldContext<'a>) {
        let start = self.offset();
        self.visitor.enter(&Node {
            path: &self.path,
            range: start..start,
            field: here.field,
            kind,
            visible: here.visible,
        });
    }

    #[inline]
    pub(super) fn leave(&mut self, kind: NodeKind<'a>, here: FieldContext<'a>, start: usize) {
        self.visitor.leave(&Node {
            path: &self.path,
            range: start as u64..self.at as u64,
            field: here.field,
            kind,
            visible: here.visible,
        });
    }

    /// Runs `work` one struct further down.
    pub(super) fn deeper(&mut self, work: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if self.structs == MAX_STRUCTS {
            let message = format!("structs inside one another deeper than {MAX_STRUCTS}");
            return Err(self.error(Kind::Limit, message));
        }
        self.structs += 1;
        work(self)?;
        self.structs -= 1;
        Ok(())
    }

    /// Runs `work` one value that may contain itself further down.
    pub(super) fn nest<R>(&mut self, work: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let limit = self.limits.depth.min(Limits::MAX_DEPTH);
        if self.nested == limit {
            let message = format!("values inside values deeper than {limit}");
            return Err(self.error(Kind::Limit, message));
        }
        self.nested += 1;
        let result = work(self)?;
        self.nested -= 1;
        Ok(result)
    }
}

const fn nameless(name: &'static str, doc: &'static str) -> Field {
    Field::new(Ref::Static(name), Ref::Static(doc), Type::Blob)
}
