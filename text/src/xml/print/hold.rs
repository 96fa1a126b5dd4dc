//! Long lists that a text leaves out.

use std::sync::Arc;

use super::Printer;
use crate::{
    aside::{self, Left},
    plan::{List, Node},
    rows::Programs,
};

impl<'p> Printer<'p, '_> {
    /// Leaves out the rest of a list, where the tree has no more than its first item.
    pub(super) fn hold(&mut self, name: &'p str, node: &'p Node<'p>, list: &'p List<'p>) {
        let Some(left) = &mut self.left else {
            return;
        };
        let (plan, links, depth) = (self.plan, self.links, self.depth);
        let names = Arc::clone(self.programs.names());
        left.hold(self.sink.position(), node, move |items, take| {
            let mut text = Vec::new();
            let mut printer = Printer {
                depth,
                links,
                programs: Programs::new(Arc::clone(&names)),
                left: Some(Left::default()),
                ..Printer::new(plan, &mut text)
            };
            printer.sink.text("<");
            printer.sink.text(name);
            printer.sink.text(">");
            let mut count = 0;
            for item in items {
                printer.element(name, &list.item, item)?;
                count += 1;
                if printer.sink.position() >= aside::PIECE {
                    break;
                }
            }
            printer.end(name);
            let left = printer.left.unwrap_or_default();
            printer.sink.finish()?;
            take(&text, &left.asides, count)
        });
    }
}
