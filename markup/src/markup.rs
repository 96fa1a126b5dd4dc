//! [`Markup`]: a document as it is written.

use std::{borrow::Cow, fmt, ops::Range, sync::OnceLock};

use crate::{
    data::{AttributeData, ElementData, Span, TextData},
    entities,
    index::Index,
    refusal::Refusal,
    source::Source,
};

/// A document as it is written, every byte of it.
///
/// Elements stand in one list, in the order of their start tags; so do their attributes and texts.
pub struct Markup {
    pub(crate) source: Source,
    pub(crate) elements: Vec<ElementData>,
    pub(crate) attributes: Vec<AttributeData>,
    pub(crate) texts: Vec<TextData>,
    /// Where a second root element begins.
    pub(crate) second_root: Option<u32>,
    /// Where a document type begins that declares something.
    pub(crate) subset: Option<u32>,
    /// Where a processing instruction begins that other programs take for none.
    pub(crate) instruction: Option<u32>,
    /// Where the XML declaration says what other programs do not know, and what.
    pub(crate) declaration: Option<(u32, String)>,
    /// An encoding that the document says it has and other programs may read otherwise, and where it says so.
    pub(crate) declared: Option<(u32, String)>,
    /// Why other programs do not read it; found when it is first asked for.
    pub(crate) refusal: OnceLock<Option<Refusal>>,
    /// Where things are, for people; made when it is first asked for.
    pub(crate) index: OnceLock<Index>,
}

/// One element of a document.
#[derive(Clone, Copy)]
pub struct Node<'m> {
    pub(crate) markup: &'m Markup,
    pub(crate) index: u32,
}

/// One attribute of an element.
#[derive(Clone, Copy)]
pub struct AttributeNode<'m> {
    pub(crate) markup: &'m Markup,
    pub(crate) data: &'m AttributeData,
}

impl Markup {
    /// The root element.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node {
            markup: self,
            index: 0,
        }
    }

    /// How many elements it has.
    #[must_use]
    pub fn element_count(&self) -> usize {
        self.elements.len()
    }

    /// How many attributes its elements have.
    #[must_use]
    pub fn attribute_count(&self) -> usize {
        self.attributes.len()
    }

    /// All elements, in the order of their start tags.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        let all = 0..self.elements.len() as u32;
        all.map(|index| Node {
            markup: self,
            index,
        })
    }

    /// The text of the document, without a byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// The bytes that it was read from.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.source.bytes(&self.source.text)
    }

    /// Whether it was read from these bytes.
    #[must_use]
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        self.source.is_of(bytes)
    }

    pub(crate) fn slice(&self, span: Span) -> &str {
        &self.source.text[span.range()]
    }

    /// Line and column of a place in the text, both from 1.
    pub(crate) fn place(&self, at: usize) -> (u64, u64) {
        self.index().place(&self.source.text, at)
    }

    pub(crate) fn index(&self) -> &Index {
        self.index
            .get_or_init(|| Index::new(self.text(), &self.elements))
    }
}

impl fmt::Debug for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source.text)
    }
}

impl<'m> Node<'m> {
    pub(crate) fn data(self) -> &'m ElementData {
        &self.markup.elements[self.index as usize]
    }

    /// Another one of the document.
    pub(crate) fn at(self, index: u32) -> Self {
        Self { index, ..self }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'m str {
        self.markup.slice(self.data().name)
    }

    /// Its attributes, as written.
    pub fn attributes(self) -> impl DoubleEndedIterator<Item = AttributeNode<'m>> {
        let markup = self.markup;
        let end = markup
            .elements
            .get(self.index as usize + 1)
            .map_or(markup.attributes.len(), |next| next.attributes as usize);
        let all = &markup.attributes[self.data().attributes as usize..end];
        all.iter().map(move |data| AttributeNode { markup, data })
    }

    /// The first attribute of a name.
    #[must_use]
    pub fn attribute(self, name: &str) -> Option<AttributeNode<'m>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The text of the first attribute of a name; empty when there is none.
    #[must_use]
    pub fn get(self, name: &str) -> Cow<'m, str> {
        self.attribute(name)
            .map_or(Cow::Borrowed(""), AttributeNode::value)
    }

    /// Its child elements.
    pub fn children(self) -> impl Iterator<Item = Self> {
        let markup = self.markup;
        let end = self.data().next;
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            (index < end).then(|| {
                let child = Node { markup, index };
                index = child.data().next;
                child
            })
        })
    }

    /// The first child element of a name.
    #[must_use]
    pub fn child(self, name: &str) -> Option<Self> {
        self.children().find(|child| child.name() == name)
    }

    /// The element that it stands in; `None` for the root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        let index = self.data().parent;
        (index != self.index).then_some(Node { index, ..self })
    }

    /// Runs of text right inside it.
    pub(crate) fn texts(self) -> impl Iterator<Item = &'m TextData> {
        let texts = &self.markup.texts;
        let end = self.data().end;
        let first = texts.partition_point(|text| text.span.start < self.data().tag.end);
        let inside = texts[first..]
            .iter()
            .take_while(move |text| text.span.start < end);
        inside.filter(move |text| text.parent == self.index)
    }

    /// Its text.
    #[must_use]
    pub fn text(self) -> String {
        let piece = |text: &TextData| {
            let raw = self.markup.slice(text.span);
            if text.verbatim {
                raw.to_owned()
            } else {
                entities::decode(raw).into_owned()
            }
        };
        self.texts().map(piece).collect()
    }

    /// The element as it is written, with all that it contains.
    #[must_use]
    pub fn xml(self) -> &'m str {
        &self.markup.source.text[self.range()]
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.data().tag.start as usize..self.data().end as usize
    }

    /// Line and column of its start tag, both from 1.
    #[must_use]
    pub fn place(self) -> (u64, u64) {
        self.markup.place(self.data().tag.start as usize)
    }
}

impl<'m> AttributeNode<'m> {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'m str {
        self.markup.slice(self.data.name)
    }

    /// Its text, as it is written.
    #[must_use]
    pub fn raw(self) -> &'m str {
        self.markup.slice(self.data.value)
    }

    /// Its text.
    #[must_use]
    pub fn value(self) -> Cow<'m, str> {
        entities::decode(self.raw())
    }

    /// Line and column of its name, both from 1.
    #[must_use]
    pub fn place(self) -> (u64, u64) {
        self.markup.place(self.data.name.start as usize)
    }

    /// Which bytes of the file its text is; `None` where they are not UTF-8.
    #[must_use]
    pub fn bytes(self) -> Option<Range<u64>> {
        let Span { start, end } = self.data.value;
        self.markup.source.range(start.into()..end.into())
    }
}
