//! [`Tokens`]: the tags and texts of a document, with their places.

use quick_xml::{errors::IllFormedError, events::Event, reader::Reader};

use super::{declaration, syntax};
use crate::{
    fault::{Fault, Result},
    number::quoted,
    spot,
};

/// A start tag.
#[derive(Clone, Copy)]
pub(super) struct Start<'x> {
    pub(super) name: &'x str,
    /// What is between the name and the end of the tag.
    pub(super) attributes: &'x str,
    /// Where its `<` is.
    pub(super) at: usize,
}

/// A piece of a document that means something.
#[derive(Clone, Copy)]
pub(super) enum Token<'x> {
    Start(Start<'x>),
    End,
    /// Text; entities are tokens of their own.
    Text(&'x str),
    /// A character that stood as an entity.
    Char(char),
    /// The end of the document.
    Eof,
}

/// The tokens of a document.
pub(super) struct Tokens<'x> {
    xml: &'x str,
    events: Reader<&'x [u8]>,
    /// Where in the document `events` began.
    base: usize,
    /// The elements that have not ended.
    open: Vec<&'x str>,
    peeked: Option<Token<'x>>,
    /// The end of an element without content is still to come.
    empty: bool,
    /// Whether the declaration is looked at: not where only the root is asked for, so that its mistakes are told of a known format.
    is_strict: bool,
    /// Where the last token begins.
    pub(super) at: usize,
    pub(super) peeked_at: usize,
}

impl<'x> Tokens<'x> {
    pub(super) fn new(xml: &'x str) -> Self {
        // quick-xml would take one away, too, and count from there.
        let xml = xml.trim_start_matches('\u{feff}');
        Self {
            xml,
            events: events_of(xml),
            base: 0,
            open: Vec::new(),
            peeked: None,
            empty: false,
            is_strict: false,
            at: 0,
            peeked_at: 0,
        }
    }

    /// The same, with a declaration that must be right.
    pub(super) fn strict(xml: &'x str) -> Self {
        Self {
            is_strict: true,
            ..Self::new(xml)
        }
    }

    /// The document, without a byte order mark.
    pub(super) fn text(&self) -> &'x str {
        self.xml
    }

    /// The start tag of the root element.
    pub(super) fn root(&mut self) -> Result<Start<'x>> {
        match self.next_tag()? {
            Token::Start(start) => Ok(start),
            _ => Err(Fault::malformed(
                "expected an XML document, found no element",
            )),
        }
    }

    /// The next start or end tag; only white space may stand before it.
    pub(super) fn next_tag(&mut self) -> Result<Token<'x>> {
        loop {
            match self.next()? {
                Token::Text(text) if text.bytes().all(|byte| byte.is_ascii_whitespace()) => {}
                Token::Text(text) => {
                    self.at += text.len() - text.trim_ascii_start().len();
                    return Err(Fault::malformed(format!(
                        "expected an element, found {}",
                        quoted(text.trim_ascii())
                    )));
                }
                Token::Char(c) => {
                    return Err(Fault::malformed(format!(
                        "expected an element, found `{c}`"
                    )));
                }
                tag => return Ok(tag),
            }
        }
    }

    /// The next start or end tag, to be returned again.
    pub(super) fn peek_tag(&mut self) -> Result<Token<'x>> {
        let before = self.at;
        let token = self.next_tag()?;
        self.peeked = Some(token);
        self.peeked_at = self.at;
        self.at = before;
        Ok(token)
    }

    pub(super) fn next(&mut self) -> Result<Token<'x>> {
        if let Some(token) = self.peeked.take() {
            self.at = self.peeked_at;
            return Ok(token);
        }
        if std::mem::take(&mut self.empty) {
            self.open.pop();
            return Ok(Token::End);
        }
        loop {
            self.at = self.position();
            let event = match self.events.read_event() {
                Ok(event) => event,
                Err(error) => return Err(self.syntax(&error)),
            };
            return Ok(match event {
                Event::Start(start) => self.start(start.name().as_ref().len(), 1),
                Event::Empty(start) => {
                    self.empty = true;
                    self.start(start.name().as_ref().len(), 2)
                }
                Event::End(end) => self.end(end.name().as_ref())?,
                Event::Text(_) => Token::Text(&self.xml[self.at..self.position()]),
                Event::CData(_) => Token::Text(&self.xml[self.at + 9..self.position() - 3]),
                Event::GeneralRef(_) => {
                    Token::Char(syntax::entity(&self.xml[self.at + 1..self.position() - 1])?)
                }
                Event::Eof => Token::Eof,
                Event::DocType(_) => {
                    return Err(Fault::malformed(
                        "a document type declaration is not accepted",
                    ));
                }
                Event::Decl(_) if self.is_strict => {
                    let declaration = &self.xml[self.at..self.position()];
                    declaration::check(declaration, self.at, || self.xml.is_ascii())?;
                    continue;
                }
                Event::PI(instruction) if self.is_strict && is_reserved(instruction.target()) => {
                    return Err(Fault::malformed(
                        "`xml` begins the declaration only, in small letters",
                    ));
                }
                Event::Comment(_) | Event::PI(_) | Event::Decl(_) => continue,
            });
        }
    }

    /// Offset of what comes next.
    pub(super) fn position(&self) -> usize {
        // The document is in memory, so its length fits.
        self.base + self.events.buffer_position() as usize
    }

    /// Goes on at a later place in the same element.
    pub(super) fn resume(&mut self, at: usize) {
        self.base = at;
        self.events = events_of(&self.xml[at..]);
    }

    /// Goes back to the start tag of an element, as if nothing were around it.
    pub(super) fn again(&mut self, at: usize) -> Result<Start<'x>> {
        self.resume(at);
        self.open.clear();
        self.peeked = None;
        self.empty = false;
        self.root()
    }

    fn start(&mut self, name: usize, end: usize) -> Token<'x> {
        let inside = &self.xml[self.at + 1..self.position() - end];
        let (name, attributes) = inside.split_at(name);
        self.open.push(name);
        Token::Start(Start {
            name,
            attributes,
            at: self.at,
        })
    }

    /// An end tag, which must be that of the innermost element.
    fn end(&mut self, found: &str) -> Result<Token<'x>> {
        match self.open.pop() {
            Some(expected) if expected == found => Ok(Token::End),
            Some(expected) => {
                let fault = ill_formed(IllFormedError::MismatchedEndTag {
                    expected: expected.to_owned(),
                    found: found.to_owned(),
                });
                Err(fault.help(self.has_no_end(expected)))
            }
            None => Err(ill_formed(IllFormedError::UnmatchedEndTag(
                found.to_owned(),
            ))),
        }
    }

    /// What is wrong where the document ends with elements open.
    pub(super) fn unended(&self) -> Fault {
        let fault = Fault::malformed("the document ends before its elements do");
        match self.open.last() {
            Some(open) => fault.help(self.has_no_end(open)),
            None => fault,
        }
    }

    /// Where an element begins that is open: the mistake is often there.
    fn has_no_end(&self, name: &'x str) -> String {
        // A part of the document.
        let at = name.as_ptr().addr() - self.xml.as_ptr().addr();
        format!("`<{name}>` {} has no end", spot::line(self.xml, at))
    }

    fn syntax(&mut self, error: &quick_xml::Error) -> Fault {
        self.at = self.base + self.events.error_position() as usize;
        Fault::malformed(format!("not XML: {error}"))
    }
}

fn ill_formed(error: IllFormedError) -> Fault {
    Fault::malformed(format!("not XML: {}", quick_xml::Error::from(error)))
}

/// Whether the name of an instruction is one that XML keeps for itself.
fn is_reserved(target: &str) -> bool {
    target.eq_ignore_ascii_case("xml")
}

/// The events of a document, or of the rest of one: which element ends is for [`Tokens`] to know.
fn events_of(xml: &str) -> Reader<&[u8]> {
    let mut events = Reader::from_str(xml);
    let config = events.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    events
}

impl<'x> Start<'x> {
    /// Where the text that follows the name begins.
    pub(super) fn attributes_at(&self) -> usize {
        self.at + 1 + self.name.len()
    }

    /// An attribute as it is written, and where its value begins.
    pub(super) fn find(&self, wanted: &str) -> Result<Option<(&'x str, usize)>> {
        let (mut rest, mut at) = (self.attributes, self.attributes_at());
        while let Some((name, raw, value_at)) = syntax::attribute(&mut rest, &mut at)? {
            if name == wanted {
                return Ok(Some((raw, value_at)));
            }
        }
        Ok(None)
    }
}
