//! [`Reader`]: a document being read.

use std::sync::Arc;

use formwork_schema::{
    Error, Kind, Path, Value,
    implied::{self, Named, Part, Pending, Source},
    json::Tokens,
};

use crate::{
    aside::Aside,
    budget::Budget,
    fault::{Fault, Result},
    links::Numbers,
    paths,
    plan::{List, Node, Plan},
    scan::{Grammar, Scanners},
    spot::{self, Spot},
};

/// Structs inside structs that are safe on every thread's stack.
const MAX_DEPTH: usize = 5 * formwork_schema::Limits::MAX_DEPTH as usize;

/// A document being read, and where in the tree.
pub(super) struct Reader<'x, 'l> {
    pub(super) plan: &'l Plan<'l>,
    pub(super) tokens: Tokens<'x>,
    pub(super) path: Path<'l>,
    /// The version that stands in the envelope.
    pub(super) version: Option<&'x str>,
    pub(super) scanners: Scanners<'l>,
    /// What the attributes of items are that another list names.
    pub(super) named: Named,
    /// Their names, for those who print.
    pub(super) names: Arc<[String]>,
    /// A place in the tree that is looked for.
    pub(super) spot: Option<Spot>,
    pub(super) numbers: Numbers,
    /// The list of which the next object is an item that may carry its number.
    pub(super) numbered: Option<&'l str>,
    /// What it may take of memory.
    pub(super) budget: Budget,
    /// What the text leaves out.
    pub(super) asides: &'x [Aside<'x>],
    depth: usize,
}

impl<'l> Source<'l> for Reader<'_, 'l> {
    fn read(
        &mut self,
        text: &Pending,
        part: Part<'l>,
        named: Option<Named>,
        path: &Path<'l>,
    ) -> formwork_schema::Result<Option<Value>> {
        let plan = self.plan;
        let node = plan.part(part);
        self.path.clone_from(path);
        if let Some(named) = named {
            self.name_by(named);
        }
        self.content(text, node).or_else(|fault| {
            let error = self.place(fault);
            self.path.clone_from(path);
            let tagged = plan.tag(part).map(|tag| self.tagged(text, tag, node));
            tagged.and_then(Result::ok).ok_or(error)
        })
    }
}

impl<'x, 'l> Reader<'x, 'l> {
    pub(super) fn new(
        plan: &'l Plan<'l>,
        tokens: Tokens<'x>,
        version: Option<&'x str>,
        dangling: &[String],
    ) -> Self {
        Self {
            plan,
            tokens,
            path: Path::new(),
            version,
            scanners: Scanners::new(Grammar::Json),
            named: Named::default(),
            names: Arc::new([]),
            spot: None,
            numbers: Numbers {
                dangling: dangling.iter().cloned().collect(),
                ..Numbers::default()
            },
            numbered: None,
            budget: Budget::NONE,
            asides: &[],
            depth: 0,
        }
    }

    /// Reads a part of a list from a text of its own.
    pub(super) fn piece(
        &mut self,
        list: &'l List<'l>,
        (text, asides): (&str, &[Aside<'_>]),
    ) -> Result<Value> {
        let mut piece = Reader::new(self.plan, Tokens::new(text, 0), None, &[]);
        piece.asides = asides;
        piece.names = Arc::clone(&self.names);
        std::mem::swap(&mut piece.scanners, &mut self.scanners);
        let items = piece.list(list)?;
        self.scanners = piece.scanners;
        Ok(items)
    }

    /// Reads the whole tree.
    pub(super) fn document(&mut self) -> Result<Value> {
        let node: &'l Node<'l> = &self.plan.root;
        let mut slots = self
            .plan
            .slots(node)
            .into_iter()
            .flat_map(|slots| &slots.list);
        if self.version.is_some() && !slots.any(|slot| slot.is_version()) {
            let message = format!("files of `{}` have no version", self.plan.format);
            return Err(Fault::malformed(message));
        }
        self.value(node, true)
    }

    /// Reads the whole tree, and puts back what the document leaves out.
    pub(super) fn whole(&mut self) -> formwork_schema::Result<Value> {
        let mut tree = self.document().map_err(|fault| self.place(fault))?;
        self.complete(&mut tree)?;
        Ok(tree)
    }

    /// Puts back what the document leaves out.
    pub(super) fn complete(&mut self, tree: &mut Value) -> formwork_schema::Result<()> {
        implied::complete(self.plan.implied, tree, self)?;
        if self.plan.implied.leaves_out() {
            let text = self.tokens.text;
            let numbers = std::mem::take(&mut self.numbers);
            numbers.resolve(self.plan.layout, tree, |at| spot::line(text, at))?;
        }
        Ok(())
    }

    /// The content of an enum without a tag; none of a variant without one.
    fn content(&mut self, part: &Pending, node: Option<&'l Node<'l>>) -> Result<Option<Value>> {
        if node.is_none() && part.is_empty() {
            return Ok(None);
        }
        self.tokens.at = part.start;
        let content = match node {
            Some(node) => Some(self.value(node, false)?),
            None => {
                self.null()?;
                None
            }
        };
        if self.tokens.at != part.end {
            return Err(self.tokens.unexpected("the end of this value"));
        }
        Ok(content)
    }

    /// The content of an enum that names its variant all the same.
    fn tagged(
        &mut self,
        part: &Pending,
        tag: &str,
        node: Option<&'l Node<'l>>,
    ) -> Result<Option<Value>> {
        let none = || Fault::malformed("no such object");
        self.tokens.at = part.start;
        if !self.tokens.take(b'{') || self.tokens.name()? != tag {
            return Err(none());
        }
        let start = self.tokens.at;
        self.tokens.skip()?;
        let content = self.content(&(start..self.tokens.at), node)?;
        if self.tokens.take(b'}') && self.tokens.at == part.end {
            Ok(content)
        } else {
            Err(none())
        }
    }

    /// The error for the caller. Nobody steps back after a fault, so the path still leads there.
    pub(super) fn place(&self, fault: Fault) -> Error {
        let path = paths::in_text(self.plan.layout, &self.path, &self.named.names);
        fault.placed(self.tokens.text, self.tokens.start, path)
    }

    fn name_by(&mut self, named: Named) {
        if named.names == self.named.names && named.variants == self.named.variants {
            return;
        }
        self.names = named.names.clone().into();
        self.named = named;
        self.scanners.forget();
    }

    /// Notes where the value is written that is being read.
    #[inline]
    pub(super) fn see(&mut self, at: usize) {
        if let Some(spot) = &mut self.spot {
            spot.see(&self.path, at);
        }
    }

    /// One struct further in.
    pub(super) fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Fault::new(
                Kind::Limit,
                format!("more than {MAX_DEPTH} levels of nested structs"),
            ));
        }
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }
}
