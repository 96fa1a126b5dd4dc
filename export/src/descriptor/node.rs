//! XML text → a shallow tree whose every part knows where it stands.

use formwork_schema::{Error, Kind, Result};
use quick_xml::{
    XmlVersion,
    events::{BytesRef, BytesStart, Event},
    reader::Reader,
};

use crate::writer::is_xml;

/// Deepest nesting of elements; a descriptor needs four.
const MAX_DEPTH: usize = 8;
/// Most attributes of one element; a descriptor needs a dozen.
const MAX_ATTRIBUTES: usize = 32;

/// The text of a descriptor, for places in it.
#[derive(Clone, Copy)]
pub(super) struct Source<'a>(pub(super) &'a str);

impl Source<'_> {
    /// An error at a byte of the text.
    pub(super) fn error(self, at: usize, message: impl Into<String>) -> Error {
        let at = (0..=at.min(self.0.len()))
            .rev()
            .find(|at| self.0.is_char_boundary(*at));
        let before = &self.0[..at.unwrap_or(0)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Error::new(Kind::Malformed, message).at_line(line as u64, column as u64)
    }
}

/// An element.
pub(super) struct Node<'a> {
    pub(super) source: Source<'a>,
    pub(super) name: String,
    pub(super) at: usize,
    pub(super) attributes: Vec<Attribute>,
    pub(super) children: Vec<Node<'a>>,
    pub(super) text: String,
    /// Where the text begins, blanks aside; none when it is blank.
    text_at: Option<usize>,
}

/// An attribute.
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) at: usize,
}

impl Node<'_> {
    /// An error at this element.
    pub(super) fn error(&self, message: impl Into<String>) -> Error {
        self.source.error(self.at, message)
    }

    /// An error at one attribute of this element.
    pub(super) fn wrong(&self, attribute: &Attribute, message: impl Into<String>) -> Error {
        self.source.error(attribute.at, message)
    }

    /// The attribute of a name.
    pub(super) fn get(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name == name)
    }

    /// The attribute of a name, which must be there.
    pub(super) fn need(&self, name: &str) -> Result<&Attribute> {
        let missing = || self.error(format!("`<{}>` needs the attribute `{name}`", self.name));
        self.get(name).ok_or_else(missing)
    }

    /// Refuses attributes and children other than these; and text, when there may be children.
    pub(super) fn only(&self, attributes: &[&str], children: &[&str]) -> Result<()> {
        self.only_attributes(attributes)?;
        for (place, child) in self.children.iter().enumerate() {
            if !children.contains(&&*child.name) {
                let message = format!("`<{}>` cannot stand in `<{}>`", child.name, self.name);
                return Err(child.error(message).help(may_hold(children)));
            }
            if child.name == "doc" && place > 0 {
                return Err(child
                    .error("`<doc>` must come first")
                    .help("join the texts"));
            }
        }
        match self.text_at {
            Some(at) if !children.is_empty() => {
                let error = self.source.error(at, format!("text in `<{}>`", self.name));
                Err(error.help("put it into a `<doc>` or a comment"))
            }
            _ => Ok(()),
        }
    }

    fn only_attributes(&self, known: &[&str]) -> Result<()> {
        let unknown = self
            .attributes
            .iter()
            .find(|one| !known.contains(&&*one.name));
        let Some(unknown) = unknown else {
            return Ok(());
        };
        let message = format!("`<{}>` has no attribute `{}`", self.name, unknown.name);
        let help = match known {
            [] => "it has none".to_owned(),
            known => format!("it may have {}", known.join(", ")),
        };
        Err(self.wrong(unknown, message).help(help))
    }

    /// The doc of an element with children.
    pub(super) fn doc(&self) -> Result<&str> {
        let Some(doc) = self.children.first().filter(|child| child.name == "doc") else {
            return Ok("");
        };
        doc.only(&[], &[])?;
        Ok(&doc.text)
    }

    /// The children without the doc.
    pub(super) fn members(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter(|child| child.name != "doc")
    }
}

fn may_hold(children: &[&str]) -> String {
    match children {
        [] => "it holds text only".to_owned(),
        children => format!("it may hold {}", children.join(", ")),
    }
}

/// Reads the root element.
pub(super) fn read(xml: &str) -> Result<Node<'_>> {
    let mut tree = Tree {
        source: Source(xml),
        open: Vec::new(),
        root: None,
    };
    let mut reader = Reader::from_str(xml);
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(xml.len());
        let event = reader.read_event();
        let event = event.map_err(|error| {
            let at = usize::try_from(reader.error_position()).unwrap_or(xml.len());
            tree.source.error(at, error.to_string())
        })?;
        if !tree.see(event, at)? {
            return tree.finish();
        }
    }
}

struct Tree<'a> {
    source: Source<'a>,
    open: Vec<Node<'a>>,
    root: Option<Node<'a>>,
}

impl<'a> Tree<'a> {
    /// Takes one event; false at the end of the text.
    fn see(&mut self, event: Event<'a>, at: usize) -> Result<bool> {
        match event {
            Event::Start(start) => self.start(&start, at)?,
            Event::Empty(start) => {
                self.start(&start, at)?;
                self.end();
            }
            Event::End(_) => self.end(),
            Event::Text(text) => self.text(&text.xml10_content(), at)?,
            Event::CData(text) => self.text(&text.xml10_content(), at)?,
            Event::GeneralRef(reference) => self.reference(&reference, at)?,
            Event::DocType(_) => {
                let error = self.source.error(at, "a descriptor has no document type");
                return Err(error.help("remove the `<!DOCTYPE>`"));
            }
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => return Ok(false),
        }
        Ok(true)
    }

    fn start(&mut self, start: &BytesStart<'a>, at: usize) -> Result<()> {
        if self.root.is_some() {
            return Err(self.source.error(at, "a second root element"));
        }
        if self.open.len() >= MAX_DEPTH {
            let message = format!("elements nest deeper than {MAX_DEPTH}");
            return Err(self.source.error(at, message));
        }
        self.open.push(Node {
            source: self.source,
            name: start.name().as_ref().to_owned(),
            at,
            attributes: self.attributes(start, at)?,
            children: Vec::new(),
            text: String::new(),
            text_at: None,
        });
        Ok(())
    }

    fn attributes(&self, start: &BytesStart<'_>, at: usize) -> Result<Vec<Attribute>> {
        let mut attributes = Vec::<Attribute>::new();
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| self.source.error(at, error.to_string()))?;
            let name = attribute.key.as_ref();
            // Names are slices of the source, so the difference is where they stand.
            let at = (name.as_ptr() as usize).wrapping_sub(self.source.0.as_ptr() as usize);
            if attributes.iter().any(|other| other.name == name) {
                return Err(self
                    .source
                    .error(at, format!("a second attribute `{name}`")));
            }
            if attributes.len() == MAX_ATTRIBUTES {
                let message = format!("more than {MAX_ATTRIBUTES} attributes");
                return Err(self.source.error(at, message));
            }
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| self.source.error(at, error.to_string()))?;
            self.legal(&value, at)?;
            attributes.push(Attribute {
                name: name.to_owned(),
                value: value.into_owned(),
                at,
            });
        }
        Ok(attributes)
    }

    fn end(&mut self) {
        let Some(done) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(done),
            None => self.root = Some(done),
        }
    }

    fn text(&mut self, text: &str, at: usize) -> Result<()> {
        self.legal(text, at)?;
        let blank = text.trim_ascii().is_empty();
        let lead = text.len() - text.trim_ascii_start().len();
        match self.open.last_mut() {
            Some(node) => {
                if !blank {
                    node.text_at.get_or_insert(at + lead);
                }
                node.text.push_str(text);
                Ok(())
            }
            None if blank => Ok(()),
            None => Err(self
                .source
                .error(at + lead, "text outside of the root element")),
        }
    }

    fn reference(&mut self, reference: &BytesRef<'_>, at: usize) -> Result<()> {
        let wrong = |error: quick_xml::Error| self.source.error(at, error.to_string());
        if let Some(c) = reference.resolve_char_ref().map_err(wrong)? {
            return self.text(c.encode_utf8(&mut [0; 4]), at);
        }
        let name: &str = reference;
        let Some(text) = quick_xml::escape::resolve_predefined_entity(name) else {
            let error = self.source.error(at, format!("unknown entity `&{name};`"));
            return Err(error.help("only amp, lt, gt, quot and apos are known"));
        };
        self.text(text, at)
    }

    fn legal(&self, text: &str, at: usize) -> Result<()> {
        let Some(c) = text.chars().find(|c| !is_xml(*c)) else {
            return Ok(());
        };
        Err(self
            .source
            .error(at, format!("XML has no character U+{:04X}", u32::from(c))))
    }

    fn finish(self) -> Result<Node<'a>> {
        let end = self.source.0.len();
        if let Some(open) = self.open.last() {
            let message = format!("the text ends inside `<{}>`", open.name);
            return Err(self.source.error(end, message));
        }
        self.root
            .ok_or_else(|| self.source.error(end, "there is no `<layout>`"))
    }
}
