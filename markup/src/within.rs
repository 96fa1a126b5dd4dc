//! [`Within`]: some elements of a document, and those that they are in.

use std::{cell::RefCell, collections::HashMap, ops::Range, rc::Rc};

use formwork_schema::{Layout, layout::Struct};

use crate::{known::only_of, markup::Node};

/// The elements that are wanted, and what is known of those that have more.
pub(crate) struct Within<'w> {
    part: &'w Range<u32>,
    spanning: &'w Spanning,
}

/// What is known of elements that are in several parts, by their numbers.
#[derive(Default)]
pub(crate) struct Spanning(RefCell<HashMap<u32, Rc<Children>>>);

/// The child elements of an element that is in several parts.
pub(crate) struct Children {
    /// All of them.
    pub(crate) all: Vec<u32>,
    /// Those that are no items of lists: there are few.
    pub(crate) only: Vec<u32>,
}

impl Spanning {
    /// The child elements of an element.
    pub(crate) fn children(&self, layout: &Layout, of: &Struct, node: Node<'_>) -> Rc<Children> {
        let known = self.0.borrow().get(&node.index).cloned();
        known.unwrap_or_else(|| {
            let children = Rc::new(Children::of(layout, of, node));
            let mut all = self.0.borrow_mut();
            Rc::clone(all.entry(node.index).or_insert(children))
        })
    }
}

impl<'w> Within<'w> {
    pub(crate) fn of(part: &'w Range<u32>, spanning: &'w Spanning) -> Self {
        Self { part, spanning }
    }

    /// The child elements of an element that are wanted: all, where it has no more than are wanted. What is in none of the lists of items always is.
    pub(crate) fn children(
        &self,
        layout: &Layout,
        of: &Struct,
        node: Node<'_>,
    ) -> Option<Vec<u32>> {
        let Range { start, end } = *self.part;
        if start <= node.index && node.data().next <= end {
            return None;
        }
        let spanning = self.spanning.children(layout, of, node);
        let Children { all, only } = &*spanning;
        let first = all.partition_point(|child| node.at(*child).data().next <= start);
        let behind = all.partition_point(|child| *child < end).max(first);
        let items = &all[first..behind];
        // Without items all of them are behind.
        let before = only
            .iter()
            .take_while(|only| items.first().is_some_and(|item| *only < item));
        let rest = only.iter().filter(|only| Some(*only) > items.last());
        Some(before.chain(items).chain(rest).copied().collect())
    }
}

impl Children {
    fn of(layout: &Layout, of: &Struct, node: Node<'_>) -> Self {
        let all: Vec<u32> = node.children().map(|child| child.index).collect();
        // Of such a field only the first child counts.
        let mut seen = Vec::new();
        // Elements that stand beside each other mostly have one name.
        let mut last: Option<(&str, Option<usize>)> = None;
        let only = node.children().filter(|child| {
            let place = match last {
                Some((name, place)) if name == child.name() => place,
                _ => only_of(layout, of, child.name()),
            };
            last = Some((child.name(), place));
            let is_first = place.is_some_and(|place| !seen.contains(&place));
            seen.extend(place.filter(|_| is_first));
            is_first
        });
        let only = only.map(|child| child.index).collect();
        Self { all, only }
    }
}
