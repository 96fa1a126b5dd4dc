//! The white space that leads to an element.

use std::ops::Range;

use super::Update;
use crate::markup::Node;

impl<'m> Update<'m> {
    /// The white space before an element, from the start of its line.
    pub(super) fn indent(&self, node: Node<'m>) -> &'m str {
        let before = &self.markup.text()[..node.range().start];
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let start = &before[line..];
        &start[..start.len() - start.trim_ascii_start().len()]
    }

    /// The white space before what stands inside an element.
    pub(super) fn inner_indent(&self, node: Node<'m>) -> String {
        match node.children().next() {
            Some(first) if self.indent(first).len() > self.indent(node).len() => {
                self.indent(first).to_owned()
            }
            _ => format!("{}\t", self.indent(node)),
        }
    }

    /// An element with the white space and the line end before it.
    pub(super) fn with_indent(&self, range: Range<usize>) -> Range<usize> {
        let before = &self.markup.text()[..range.start];
        let start = before.trim_end_matches([' ', '\t']);
        let start = start.strip_suffix('\n').unwrap_or(start);
        start.strip_suffix('\r').unwrap_or(start).len()..range.end
    }
}
