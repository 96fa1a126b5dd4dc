//! Where an element is, in words.

use formwork_schema::{Diagnostic, Error, Kind, Location, Rule};

use crate::markup::{AttributeNode, Node};

impl<'m> Node<'m> {
    /// The names of the elements around it and its own, with a number, from 1, where several siblings have one
    /// name: `Pipeline/CommandQueue/Stage[2]`.
    #[must_use]
    pub fn path(self) -> String {
        let mut names = Vec::new();
        let mut next = Some(self);
        while let Some(node) = next {
            names.push(node.step());
            next = node.parent();
        }
        names.reverse();
        names.join("/")
    }

    fn step(self) -> String {
        let name = self.name();
        match self.markup.index().among_siblings(self.index) {
            (_, 1) => name.to_owned(),
            (place, _) => format!("{name}[{place}]"),
        }
    }

    /// A diagnostic about it.
    #[must_use]
    pub fn diagnostic(self, rule: &'static Rule, message: impl Into<String>) -> Diagnostic {
        let location = Location::of(self.path()).at_line(self.place());
        Diagnostic::new(rule, location, message)
    }

    /// A diagnostic about one of its attributes.
    #[must_use]
    pub fn diagnostic_of(
        self,
        attribute: AttributeNode<'m>,
        rule: &'static Rule,
        message: impl Into<String>,
    ) -> Diagnostic {
        let path = self.path_of(attribute.name());
        let location = Location {
            bytes: attribute.bytes(),
            ..Location::of(path).at_line(attribute.place())
        };
        Diagnostic::new(rule, location, message)
    }

    /// The path of one of its attributes.
    #[must_use]
    pub fn path_of(self, attribute: &str) -> String {
        format!("{}/@{attribute}", self.path())
    }

    /// What makes an engine refuse the document, here.
    #[must_use]
    pub fn malformed(self, message: impl Into<String>) -> Error {
        let (line, column) = self.place();
        let error = Error::new(Kind::Malformed, message);
        error.at_line(line, column).of(self.path())
    }
}
