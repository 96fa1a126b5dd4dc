//! What every XSD consists of.

use super::{Attributes, Writer};

impl Writer {
    /// An XSD under construction.
    pub(crate) fn schema() -> Self {
        let mut xml = Self::new();
        let attributes = Attributes::new().with("xmlns:xs", "http://www.w3.org/2001/XMLSchema");
        xml.open("xs:schema", attributes);
        xml
    }

    /// What the element that is open means.
    pub(crate) fn doc(&mut self, doc: &str) {
        if !doc.is_empty() {
            self.wrapped("xs:annotation", "xs:documentation", doc);
        }
    }

    /// An element with nothing in it but perhaps its doc.
    pub(crate) fn documented(&mut self, element: &'static str, attributes: Attributes, doc: &str) {
        if doc.is_empty() {
            return self.leaf(element, attributes, "");
        }
        self.open(element, attributes);
        self.doc(doc);
        self.close();
    }

    /// Another type, restricted by one facet, which may stand several times.
    pub(crate) fn restriction(
        &mut self,
        base: &str,
        facet: &'static str,
        values: impl IntoIterator<Item = impl ToString>,
    ) {
        self.open("xs:restriction", Attributes::new().with("base", base));
        for value in values {
            self.leaf(facet, Attributes::new().with("value", value), "");
        }
        self.close();
    }
}
