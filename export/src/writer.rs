//! Prints indented XML, one element per line where it has no children.

mod xsd;

/// Attributes in the order in which they are printed.
#[derive(Default)]
pub(crate) struct Attributes(Vec<(&'static str, String)>);

impl Attributes {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds an attribute.
    pub(crate) fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.0.push((name, value.to_string()));
        self
    }

    /// Adds an attribute when there is a value.
    pub(crate) fn maybe(self, name: &'static str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds an attribute when the value is not empty.
    pub(crate) fn filled(self, name: &'static str, value: &str) -> Self {
        self.maybe(name, (!value.is_empty()).then_some(value))
    }
}

/// XML under construction.
pub(crate) struct Writer {
    out: String,
    open: Vec<&'static str>,
}

impl Writer {
    pub(crate) fn new() -> Self {
        let out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        Self {
            out,
            open: Vec::new(),
        }
    }

    /// An element without children, on a line of its own; `text` keeps its line breaks.
    pub(crate) fn leaf(&mut self, name: &'static str, attributes: Attributes, text: &str) {
        self.start(name, &attributes);
        if text.is_empty() {
            self.out.push_str("/>\n");
            return;
        }
        self.out.push('>');
        text.chars().for_each(|c| self.push_text(c));
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push_str(">\n");
    }

    /// An element that holds nothing but one other, which holds text; all on one line.
    pub(crate) fn wrapped(&mut self, outer: &str, inner: &str, text: &str) {
        self.indent();
        self.out.push_str(&format!("<{outer}><{inner}>"));
        text.chars().for_each(|c| self.push_text(c));
        self.out.push_str(&format!("</{inner}></{outer}>\n"));
    }

    /// The beginning of an element with children.
    pub(crate) fn open(&mut self, name: &'static str, attributes: Attributes) {
        self.start(name, &attributes);
        self.out.push_str(">\n");
        self.open.push(name);
    }

    /// The end of the innermost element.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push_str(">\n");
        }
    }

    /// Closes whatever is open.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn start(&mut self, name: &str, attributes: &Attributes) {
        self.indent();
        self.out.push('<');
        self.out.push_str(name);
        for (name, value) in &attributes.0 {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            value.chars().for_each(|c| self.push_value(c));
            self.out.push('"');
        }
    }

    fn indent(&mut self) {
        (0..self.open.len()).for_each(|_| self.out.push_str("  "));
    }

    fn push_text(&mut self, c: char) {
        match c {
            '&' => self.out.push_str("&amp;"),
            '<' => self.out.push_str("&lt;"),
            '>' => self.out.push_str("&gt;"),
            '\r' => self.out.push_str("&#13;"),
            c if is_xml(c) => self.out.push(c),
            // Not even a reference may stand for these.
            _ => self.out.push('\u{fffd}'),
        }
    }

    fn push_value(&mut self, c: char) {
        match c {
            '"' => self.out.push_str("&quot;"),
            '\n' => self.out.push_str("&#10;"),
            '\t' => self.out.push_str("&#9;"),
            // Comparisons and `&&` are easier to read than their entities where XML lets them be.
            '>' => self.out.push('>'),
            c => self.push_text(c),
        }
    }
}

/// Whether XML 1.0 has this character.
pub(crate) fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..) && !matches!(c, '\u{fffe}' | '\u{ffff}')
}
