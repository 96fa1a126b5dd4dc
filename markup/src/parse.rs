//! From text to [`Markup`].

use std::sync::OnceLock;

use bytes::Bytes;
use formwork_schema::{Error, Kind, Limits, Result, line_and_column};
use quick_xml::{
    Reader,
    errors::{Error as Fault, IllFormedError},
    events::{BytesDecl, BytesStart, Event, attributes::AttrError},
};

use crate::{
    data::{AttributeData, ElementData, Span, TextData},
    markup::Markup,
    refusal::{self, refusal},
    source::Source,
    wellformed::{is_instruction, is_usual, unknown},
};

/// Attributes of one element; each is compared with all others.
const MOST_ATTRIBUTES: usize = 1024;

impl Markup {
    /// Reads a document.
    ///
    /// # Errors
    /// [`Kind::Malformed`] for what engines refuse: an element that does not end or ends under another name, text
    /// outside of the root, no root at all. [`Kind::Limit`] for elements nested too deeply and documents of more than
    /// 4 GiB.
    pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Self> {
        Self::parse_shared(&Bytes::copy_from_slice(bytes), limits)
    }

    /// The same; its text is a slice of the bytes where these are UTF-8.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_shared(bytes: &Bytes, limits: &Limits) -> Result<Self> {
        parse(Source::new(bytes), limits)
    }

    /// The same, for those who want diagnostics as well. Of a long document other programs are asked before there is more than its text, for which it
    /// is parsed twice, unless it has a document type that declares something.
    ///
    /// # Errors
    /// See [`parse`](Self::parse); [`Kind::Limit`] where there is no memory for other programs.
    pub fn parse_for_diagnostics(bytes: &Bytes, limits: &Limits) -> Result<Self> {
        const FEW: usize = 1 << 10;
        let source = Source::new(bytes);
        let markup = parse(source.clone(), limits)?;
        if markup.elements.len() < FEW || markup.subset.is_some() {
            return Ok(markup);
        }
        let counts = (markup.elements.len(), markup.attributes.len());
        if refusal::is_too_dense(source.text.len(), markup.texts.len(), counts) {
            let _ = markup.refusal.set(None);
            return Ok(markup);
        }
        let needed = refusal::weight(counts.0, counts.1);
        drop(markup);
        limits.afford("reading its tags", needed)?;
        let refusal = refusal(&source.text);
        let markup = parse(source, limits)?;
        let _ = markup.refusal.set(refusal);
        Ok(markup)
    }

    /// How many bytes of memory [`parse`](Self::parse) takes for a document, at most.
    #[must_use]
    pub fn weight(bytes: &[u8]) -> u64 {
        // Each byte may be a character of two, in the text and in what that is collected in.
        Room::of(bytes).bytes() + bytes.len() as u64 * 4
    }
}

fn parse(source: Source, limits: &Limits) -> Result<Markup> {
    if u32::try_from(source.text.len()).is_err() {
        return Err(Error::new(Kind::Limit, "a document of more than 4 GiB"));
    }
    let room = Room::of(source.text.as_bytes());
    let mut parser = Parser {
        text: &source.text,
        depth: limits.depth.min(Limits::MAX_DEPTH) as usize,
        open: Vec::new(),
        done: false,
        markup: Markup {
            // Its text is looked at until all is known.
            source: Source::new(&Bytes::new()),
            elements: Vec::with_capacity(room.elements),
            attributes: Vec::with_capacity(room.attributes),
            texts: Vec::with_capacity(room.texts),
            second_root: None,
            subset: None,
            instruction: None,
            declaration: None,
            declared: None,
            refusal: OnceLock::new(),
            index: OnceLock::new(),
        },
    };
    parser.run()?;
    let mut markup = parser.markup;
    markup.source = source;
    // A document stays, and comments may have had what looked like elements.
    markup.elements.shrink_to_fit();
    markup.attributes.shrink_to_fit();
    markup.texts.shrink_to_fit();
    Ok(markup)
}

/// How many things there are in a document at most, so that lists of them need not grow, which takes up to three times the memory.
struct Room {
    elements: usize,
    attributes: usize,
    texts: usize,
}

impl Room {
    fn of(text: &[u8]) -> Self {
        let next = |at: usize| text.get(at + 1).copied();
        let begins = |at: &usize| !matches!(next(*at), None | Some(b'/' | b'!' | b'?'));
        let is_quoted = |at: &usize| matches!(next(*at), Some(b'"' | b'\''));
        let is_text = |at: &usize| !matches!(next(*at), None | Some(b'<'));
        let count = |byte: u8, is: &dyn Fn(&usize) -> bool| {
            memchr::memchr_iter(byte, text).filter(is).count()
        };
        // The shortest ones are `<a/>` and ` a=""`. Text is a character behind a tag or behind what begins with `&`, or that itself.
        let references = memchr::memchr_iter(b'&', text).count();
        Self {
            elements: count(b'<', &begins).min(text.len() / 4),
            attributes: count(b'=', &is_quoted).min(text.len() / 5),
            texts: (count(b'>', &is_text) + 2 * references).min(text.len()),
        }
    }

    /// How many bytes of memory lists of them take.
    fn bytes(&self) -> u64 {
        let bytes = self.elements * size_of::<ElementData>()
            + self.attributes * size_of::<AttributeData>()
            + self.texts * size_of::<TextData>();
        bytes as u64
    }
}

/// Where in a tag a fault of its attributes is.
fn place_of(fault: &AttrError) -> usize {
    match fault {
        AttrError::ExpectedEq(at)
        | AttrError::ExpectedValue(at)
        | AttrError::UnquotedValue(at)
        | AttrError::ExpectedQuote(at, _)
        | AttrError::Duplicated(at, _) => *at,
    }
}

struct Parser<'x> {
    text: &'x str,
    depth: usize,
    /// Elements that have not ended yet.
    open: Vec<u32>,
    /// Whether the root has ended.
    done: bool,
    markup: Markup,
}

impl<'x> Parser<'x> {
    fn run(&mut self) -> Result<()> {
        // The mark in front is gone by now. The reader would take away another one, and count from behind it.
        if self.text.starts_with('\u{feff}') {
            return Err(self.malformed("a second byte order mark", 0));
        }
        let mut reader = Reader::from_str(self.text);
        reader.config_mut().allow_unmatched_ends = false;
        // Engines take an `&` that begins nothing for itself.
        reader.config_mut().allow_dangling_amp = true;
        loop {
            let at = reader.buffer_position() as usize;
            let event = reader
                .read_event()
                .map_err(|fault| self.syntax(&fault, reader.error_position() as usize))?;
            let end = reader.buffer_position() as usize;
            match event {
                Event::Eof => break,
                Event::Start(start) => self.start(&start, at, end, false)?,
                Event::Empty(start) => self.start(&start, at, end, true)?,
                Event::End(_) => self.end(at, end),
                Event::Text(_) | Event::GeneralRef(_) => self.run_of_text(at, end, false)?,
                // `<![CDATA[` and `]]>` are no part of the text.
                Event::CData(_) => self.run_of_text(at + 9, end - 3, true)?,
                Event::DocType(_) => {
                    if self.text[at..end].contains('[') {
                        self.markup.subset.get_or_insert(at as u32);
                    }
                }
                Event::Decl(declaration) => self.declaration(&declaration, at),
                Event::PI(_) => {
                    if !is_instruction(&self.text[at..end]) {
                        self.markup.instruction.get_or_insert(at as u32);
                    }
                }
                Event::Comment(_) => {}
            }
            if self.markup.second_root.is_some() {
                break;
            }
        }
        match self.open.last() {
            Some(open) => {
                let data = &self.markup.elements[*open as usize];
                let name = &self.text[data.name.range()];
                let message = format!("`<{name}>` does not end");
                Err(self.malformed(message, data.tag.start as usize))
            }
            None if !self.done => Err(self.malformed("there is no element", self.text.len())),
            None => Ok(()),
        }
    }

    fn declaration(&mut self, declaration: &BytesDecl<'_>, at: usize) {
        self.markup.declaration = unknown(declaration).map(|said| (at as u32, said));
        let Some(Ok(encoding)) = declaration.encoding() else {
            return;
        };
        if !is_usual(&encoding, self.text.is_ascii()) {
            self.markup.declared = Some((at as u32, encoding.into_owned()));
        }
    }

    fn start(&mut self, start: &BytesStart<'_>, at: usize, end: usize, empty: bool) -> Result<()> {
        if self.done {
            // Engines use the first root and look no further.
            self.markup.second_root = Some(at as u32);
            return Ok(());
        }
        if self.open.len() >= self.depth {
            let message = format!("elements are nested more than {} deep", self.depth);
            return Err(self.error(Kind::Limit, message, at));
        }
        let index = self.markup.elements.len() as u32;
        let name = self.span(start.name().into_inner());
        let attributes = self.markup.attributes.len() as u32;
        self.attributes(start, at)?;
        self.markup.elements.push(ElementData {
            name,
            tag: Span {
                start: at as u32,
                end: end as u32,
            },
            close: end as u32,
            end: end as u32,
            attributes,
            next: index + 1,
            parent: self.open.last().copied().unwrap_or(index),
        });
        if empty {
            self.done = self.open.is_empty();
        } else {
            self.open.push(index);
        }
        Ok(())
    }

    fn attributes(&mut self, start: &BytesStart<'_>, at: usize) -> Result<()> {
        let first = self.markup.attributes.len();
        let mut attributes = start.attributes();
        for attribute in attributes.with_checks(false) {
            let attribute = attribute.map_err(|fault| {
                let name = start.name().into_inner();
                let message = format!("the attributes of `<{name}>` are not name=\"value\"");
                // Places are those within the tag, behind the `<`.
                let error = self.malformed(message, at + 1 + place_of(&fault));
                let path = error.path().to_owned();
                match path.is_empty() {
                    true => error.of(name),
                    false => error.of(format!("{path}/{name}")),
                }
            })?;
            let data = AttributeData {
                name: self.span(attribute.key.into_inner()),
                value: self.span(&attribute.value),
            };
            self.markup.attributes.push(data);
            if self.markup.attributes.len() - first > MOST_ATTRIBUTES {
                let message = format!("an element with more than {MOST_ATTRIBUTES} attributes");
                return Err(self.error(Kind::Limit, message, at));
            }
        }
        Ok(())
    }

    fn end(&mut self, at: usize, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let next = self.markup.elements.len() as u32;
        let data = &mut self.markup.elements[open as usize];
        data.close = at as u32;
        data.end = end as u32;
        data.next = next;
        self.done = self.open.is_empty();
    }

    fn run_of_text(&mut self, start: usize, end: usize, verbatim: bool) -> Result<()> {
        let text = &self.text[start..end];
        let Some(parent) = self.open.last() else {
            return match text.find(|c: char| !c.is_ascii_whitespace()) {
                Some(at) => Err(self.malformed("text outside of the root element", start + at)),
                None => Ok(()),
            };
        };
        self.markup.texts.push(TextData {
            span: Span {
                start: start as u32,
                end: end as u32,
            },
            parent: *parent,
            verbatim,
        });
        Ok(())
    }

    /// Where a part of the text stands.
    fn span(&self, part: &str) -> Span {
        // Events of a reader of memory borrow from it.
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let start = start.min(self.text.len());
        Span {
            start: start as u32,
            end: (start + part.len()).min(self.text.len()) as u32,
        }
    }

    fn malformed(&self, message: impl Into<String>, at: usize) -> Error {
        self.error(Kind::Malformed, message, at)
    }

    fn error(&self, kind: Kind, message: impl Into<String>, at: usize) -> Error {
        let (line, column) = line_and_column(self.text, at);
        let error = Error::new(kind, message).at_line(line, column);
        match self.path() {
            path if path.is_empty() => error,
            path => error.of(path),
        }
    }

    fn syntax(&self, fault: &Fault, at: usize) -> Error {
        let message = match fault {
            Fault::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
                format!("`</{found}>` ends `<{expected}>`")
            }
            Fault::IllFormed(IllFormedError::UnmatchedEndTag(name)) => {
                format!("`</{name}>` ends nothing")
            }
            other => format!("not XML: {other}"),
        };
        self.malformed(message, at)
    }

    /// Names of the elements that have not ended yet, with a number, from 1, where a sibling of that name came before.
    fn path(&self) -> String {
        let elements = &self.markup.elements;
        let step = |index: &u32| {
            let data = &elements[*index as usize];
            let name = &self.text[data.name.range()];
            let before = elements[data.parent as usize..*index as usize].iter();
            let is_like = |other: &&ElementData| {
                other.parent == data.parent && &self.text[other.name.range()] == name
            };
            match before.skip(1).filter(is_like).count() {
                0 => name.to_owned(),
                before => format!("{name}[{}]", before + 1),
            }
        };
        self.open.iter().map(step).collect::<Vec<_>>().join("/")
    }
}
