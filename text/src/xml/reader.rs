//! [`Reader`]: a document being read.

use std::{borrow::Cow, sync::Arc};

use formwork_schema::{
    Error, Kind, Path, Value,
    implied::{self, Named, Part, Pending, Source},
    place::{DANGLING, FORM_NAME, INDEX, TRAILING},
};

use super::{
    syntax,
    token::{Start, Token, Tokens},
};
use crate::{
    aside::Aside,
    budget::Budget,
    fault::{Fault, Result},
    leaf,
    links::Numbers,
    paths,
    plan::{Node, Plan},
    scan::{Grammar, Scanners},
    spot::{self, Spot},
};

/// Structs inside structs that are safe on every thread's stack.
const MAX_DEPTH: usize = 5 * formwork_schema::Limits::MAX_DEPTH as usize;

/// One attribute of a start tag.
#[derive(Clone, Copy)]
pub(super) struct Attribute<'x> {
    pub(super) slot: usize,
    pub(super) raw: &'x str,
    /// Offset of the value.
    pub(super) at: usize,
    /// The attribute with its padding, and the offset of that.
    pub(super) padding: Option<(&'x str, usize)>,
}

/// A document being read, and where in the tree.
pub(super) struct Reader<'x, 'l> {
    pub(super) plan: &'l Plan<'l>,
    pub(super) tokens: Tokens<'x>,
    pub(super) path: Path<'l>,
    /// Attributes of the elements that are open, those of the innermost last.
    pub(super) attributes: Vec<Attribute<'x>>,
    pub(super) scanners: Scanners<'l>,
    /// What the attributes of items are that another list names.
    pub(super) named: Named,
    /// Their names, for those who print.
    pub(super) names: Arc<[String]>,
    /// A place in the tree that is looked for.
    pub(super) spot: Option<Spot>,
    pub(super) numbers: Numbers,
    /// Where the item begins that may carry its number.
    pub(super) numbered_at: Option<usize>,
    root_at: usize,
    depth: usize,
    trailing: Option<Vec<u8>>,
    /// What it may take of memory.
    pub(super) budget: Budget,
    /// What the text leaves out.
    pub(super) asides: &'x [Aside<'x>],
}

impl<'x, 'l> Reader<'x, 'l> {
    pub(super) fn new(plan: &'l Plan<'l>, xml: &'x str) -> Self {
        Self {
            plan,
            tokens: Tokens::strict(xml),
            path: Path::new(),
            attributes: Vec::new(),
            scanners: Scanners::new(Grammar::Xml),
            named: Named::default(),
            names: Arc::new([]),
            spot: None,
            numbers: Numbers::default(),
            numbered_at: None,
            root_at: 0,
            depth: 0,
            trailing: None,
            budget: Budget::NONE,
            asides: &[],
        }
    }

    /// Reads the whole document.
    pub(super) fn document(&mut self) -> Result<Value> {
        let start = self.tokens.root()?;
        self.root_at = start.at;
        self.read_dangling(&start)?;
        if start.name != self.plan.format {
            let (found, wanted) = (start.name, self.plan.format);
            return Err(Fault::malformed(format!(
                "expected a document of `{wanted}`, found one of `{found}`"
            )));
        }
        let node: &'l Node<'l> = &self.plan.root;
        let value = self.element(node, start, true)?;
        match self.tokens.next_tag()? {
            Token::Eof => Ok(value),
            _ => Err(Fault::malformed("expected the end of the document")),
        }
    }

    /// Reads the whole document, and puts back what it leaves out.
    pub(super) fn whole(&mut self) -> formwork_schema::Result<Value> {
        let mut tree = self.document().map_err(|fault| self.place(fault))?;
        implied::complete(self.plan.implied, &mut tree, self)?;
        if self.plan.implied.leaves_out() {
            let text = self.tokens.text();
            let numbers = std::mem::take(&mut self.numbers);
            numbers.resolve(self.plan.layout, &mut tree, |at| spot::line(text, at))?;
        }
        Ok(tree)
    }

    pub(super) fn take_trailing(&mut self) -> Vec<u8> {
        self.trailing.take().unwrap_or_default()
    }

    /// The error for the caller. Nobody steps back after a fault, so the path still leads there.
    pub(super) fn place(&self, fault: Fault) -> Error {
        let path = paths::in_text(self.plan.layout, &self.path, &self.named.names);
        fault.placed(self.tokens.text(), self.tokens.at, path)
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

    /// The next child; nothing at the end tag.
    pub(super) fn child(&mut self) -> Result<Option<Start<'x>>> {
        match self.tokens.next_tag()? {
            Token::Start(start) => Ok(Some(start)),
            Token::Eof => Err(self.tokens.unended()),
            _ => Ok(None),
        }
    }

    /// The end tag, and no child before it.
    pub(super) fn end(&mut self, of: &str) -> Result<()> {
        match self.child()? {
            None => Ok(()),
            Some(start) => Err(Fault::malformed(format!(
                "expected the end of `{of}`, found `<{}>`",
                start.name
            ))),
        }
    }

    /// The text of an element up to its end tag, and where it begins when it is in one piece.
    pub(super) fn text(&mut self, of: &str) -> Result<(Cow<'x, str>, Option<usize>)> {
        let mut text = Cow::Borrowed("");
        let mut start = None;
        loop {
            match self.tokens.next()? {
                Token::Text(piece) if text.is_empty() => {
                    text = Cow::Borrowed(piece);
                    let document = self.tokens.text().as_ptr() as usize;
                    start = Some(piece.as_ptr() as usize - document);
                }
                Token::Text(piece) => {
                    text.to_mut().push_str(piece);
                    start = None;
                }
                Token::Char(c) => {
                    text.to_mut().push(c);
                    start = None;
                }
                Token::End => return Ok((text, start)),
                Token::Eof => return Err(self.tokens.unended()),
                Token::Start(child) => {
                    let found = child.name;
                    return Err(Fault::malformed(format!(
                        "expected text in `{of}`, found `<{found}>`"
                    )));
                }
            }
        }
    }

    /// Takes the bytes behind the file proper.
    pub(super) fn trailing(&mut self, start: Start<'x>) -> Result<()> {
        self.no_attributes(&start)?;
        if self.trailing.is_some() {
            return Err(twice(TRAILING));
        }
        let (text, at) = self.text(TRAILING)?;
        let bytes = leaf::base64(&text).map_err(|fault| fault.at(at.unwrap_or(start.at)))?;
        self.trailing = Some(bytes);
        Ok(())
    }

    /// Asks that an element has no attributes.
    pub(super) fn no_attributes(&mut self, start: &Start<'x>) -> Result<()> {
        let (mut rest, mut at) = (start.attributes, start.attributes_at());
        while let Some((name, _, value_at)) = syntax::attribute(&mut rest, &mut at)? {
            if !self.is_envelope(start, name) {
                let message = format!("`{}` has no attribute `{name}`", start.name);
                return Err(Fault::malformed(message).at(value_at));
            }
        }
        Ok(())
    }

    /// The indices that lead nowhere.
    fn read_dangling(&mut self, start: &Start<'x>) -> Result<()> {
        if let Some((raw, _)) = start.find(DANGLING)? {
            let words = raw.split_ascii_whitespace().map(Into::into);
            self.numbers.dangling.extend(words);
        }
        Ok(())
    }

    /// The number that an item carries.
    pub(super) fn own_number(&mut self, list: &'l str, start: &Start<'x>) -> Result<()> {
        self.numbered_at = Some(start.at);
        let number = match start.find(INDEX)? {
            Some((raw, at)) => Some(leaf::index(raw).map_err(|fault| fault.at(at))?),
            None => None,
        };
        self.numbers.add(list, number, start.at);
        Ok(())
    }

    /// Whether an attribute belongs to the document and not to the tree.
    pub(super) fn is_envelope(&self, start: &Start<'x>, name: &str) -> bool {
        let is_of_xml = name.starts_with("xmlns:") || name.starts_with("xsi:");
        let is_of_root = is_of_xml || name == FORM_NAME || name == DANGLING;
        (start.at == self.root_at && is_of_root)
            || (self.numbered_at == Some(start.at) && name == INDEX)
    }
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
        let Some(node) = node else {
            let nothing = self.no_content(text).map(|()| None);
            return nothing.map_err(|fault| self.place(fault));
        };
        self.content(text, node).map(Some).or_else(|fault| {
            let error = self.place(fault);
            self.path.clone_from(path);
            let tagged = plan.tag(part).map(|tag| self.tagged(text, tag, node));
            tagged.and_then(Result::ok).map(Some).ok_or(error)
        })
    }
}

/// Elements inside an enum that is read later, beyond which no struct can be.
pub(super) const MAX_ELEMENTS: usize = 4 * MAX_DEPTH;

pub(super) fn too_deep() -> Fault {
    let message = format!("more than {MAX_ELEMENTS} levels of nested elements");
    Fault::new(Kind::Limit, message)
}

pub(super) fn twice(name: &str) -> Fault {
    Fault::malformed(format!("`{name}` is there twice"))
}
