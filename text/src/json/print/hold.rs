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
    pub(super) fn hold(&mut self, node: &'p Node<'p>, list: &'p List<'p>) {
        let Some(left) = &mut self.left else {
            return;
        };
        let (plan, links, compact) = (self.plan, self.links, self.compact);
        let (depth, flat) = (self.depth, self.flat);
        let names = Arc::clone(self.programs.names());
        left.hold(self.sink.position(), node, move |items, take| {
            let mut text = Vec::new();
            let mut printer = Printer {
                depth,
                flat,
                links,
                programs: Programs::new(Arc::clone(&names)),
                left: Some(Left::default()),
                ..Printer::new(plan, compact, &mut text)
            };
            printer.open(b'[');
            let mut count = 0;
            for item in items {
                printer.item(list, item)?;
                count += 1;
                if printer.sink.position() >= aside::PIECE {
                    break;
                }
            }
            printer.close(b']');
            let left = printer.left.unwrap_or_default();
            printer.sink.finish()?;
            take(&text, &left.asides, count)
        });
    }
}
