//! One place of a file: the leaf at an offset, the leaves below a path.

mod route;

use std::ops::Range;

use self::route::Route;
use super::{
    dialects,
    visit::{Items, Leaf, ListNode, Node, NodeKind, Part, ScalarBuf, Visitor},
    walker::run,
};
use crate::{
    Error, Kind, Layout, Limits, Path, Result,
    layout::{Field, Type},
};

/// A leaf, owning what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Where in the tree, as in `tracks[3].name`.
    pub path: String,
    /// Which bytes, from the start of the file.
    pub range: Range<u64>,
    /// The field, with its doc and unit; for an item, the field of its list.
    pub field: Field,
    /// What is stored.
    pub ty: Type,
    /// Which part of the type this is.
    pub part: Part,
    /// The value.
    pub value: ScalarBuf,
    /// Whether trees have it.
    pub visible: bool,
    /// Whether it takes no bytes.
    pub synthetic: bool,
    /// What it should be, for a number that should follow from what stands before it.
    pub right: Option<u64>,
}

impl From<&Leaf<'_>> for Found {
    fn from(leaf: &Leaf<'_>) -> Self {
        Self {
            path: leaf.path.to_string(),
            range: leaf.range.clone(),
            field: leaf.field.clone(),
            ty: leaf.ty.clone(),
            part: leaf.part,
            value: leaf.value.to_buf(),
            visible: leaf.visible,
            synthetic: leaf.synthetic,
            right: leaf.right,
        }
    }
}

/// The leaf that covers a byte. Long lists of one item size are skipped, so this is fast in
/// large files; what follows the byte is not looked at.
///
/// # Errors
/// [`Kind::Invalid`] when the tree does not reach that far; see [`walk`](super::walk) for the
/// rest.
pub fn at(layout: &Layout, bytes: &[u8], offset: u64) -> Result<Found> {
    let mut visitor = AtOffset {
        offset,
        found: None,
    };
    let result = first_reading(layout, bytes, &mut visitor);
    if let Some(found) = visitor.found {
        return Ok(found);
    }
    let end = result?;
    let message = if offset < bytes.len() as u64 {
        format!("the tree ends at {end:#x}; what follows is trailing bytes")
    } else {
        format!("the file has {} bytes", bytes.len())
    };
    Err(Error::new(Kind::Invalid, message).at(offset))
}

/// What a path leads to.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// Which bytes, from the start of the file.
    pub range: Range<u64>,
    /// Every leaf in it.
    pub leaves: Vec<Found>,
}

/// The leaves below a path such as `tracks[3].keyframes[17]`; the empty path is the whole tree.
/// What follows them is not looked at.
///
/// # Errors
/// [`Kind::Invalid`] for a path that does not exist, with what exists at the deepest place that
/// does; see [`walk`](super::walk) for the rest.
pub fn select(layout: &Layout, bytes: &[u8], path: &str) -> Result<Selection> {
    #[derive(Default)]
    struct Collect(Vec<Found>);
    impl Visitor for Collect {
        fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
            self.0.push(leaf.into());
            Ok(())
        }
    }
    let mut leaves = Collect::default();
    let range = select_with(layout, bytes, path, &mut leaves)?;
    Ok(Selection {
        range,
        leaves: leaves.0,
    })
}

/// Shows what a path leads to to a visitor; returns which bytes it covers.
///
/// # Errors
/// See [`select`]; and whatever the visitor returns.
pub fn select_with(
    layout: &Layout,
    bytes: &[u8],
    path: &str,
    visitor: &mut dyn Visitor,
) -> Result<Range<u64>> {
    let mut below = Below {
        route: Route::parse(path)?,
        range: None,
        is_over: false,
        has_stopped: false,
        visitor,
    };
    let result = first_reading(layout, bytes, &mut below);
    if !below.has_stopped {
        result?;
    }
    below.range.ok_or_else(|| below.route.missing())
}

/// Walks under the reading that fits, or under the first when none does: a damaged file has
/// places, too.
fn first_reading(layout: &Layout, bytes: &[u8], visitor: &mut dyn Visitor) -> Result<u64> {
    let limits = Limits::default();
    let dialect = dialects::choose(layout, bytes, &limits).unwrap_or(0);
    run(layout, bytes, &limits, dialect, visitor).map(|run| run.end)
}

/// Ends a walk that has seen enough; nobody gets to see it.
fn enough() -> Error {
    Error::new(Kind::Invalid, "enough")
}

struct AtOffset {
    offset: u64,
    found: Option<Found>,
}

impl Visitor for AtOffset {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if !leaf.range.contains(&self.offset) {
            return Ok(());
        }
        self.found = Some(leaf.into());
        Err(enough())
    }

    fn items(&mut self, list: &ListNode<'_>) -> Items {
        let behind = self.offset.checked_sub(list.start);
        match behind.and_then(|behind| behind.checked_div(list.stride)) {
            Some(index) if index < list.count => Items::one(index),
            _ => Items::NONE,
        }
    }
}

struct Below<'v> {
    route: Route,
    range: Option<Range<u64>>,
    /// The node that the path leads to has ended.
    is_over: bool,
    has_stopped: bool,
    visitor: &'v mut dyn Visitor,
}

impl Below<'_> {
    /// Whether this is what the path leads to, or part of it.
    fn includes(&mut self, path: &Path<'_>, range: &Range<u64>) -> bool {
        if !self.route.leads_to(path) {
            return false;
        }
        let so_far = self.range.get_or_insert_with(|| range.clone());
        so_far.end = so_far.end.max(range.end);
        true
    }
}

impl Visitor for Below<'_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        // What only readers look at is not among what exists.
        self.route.notes = leaf.is_telling();
        let includes = !self.is_over && self.includes(leaf.path, &leaf.range);
        self.route.notes = true;
        if includes {
            return self.visitor.leaf(leaf);
        }
        if self.range.is_none() || self.route.is_wide() {
            return Ok(());
        }
        self.has_stopped = true;
        Err(enough())
    }

    fn enter(&mut self, node: &Node<'_>) {
        if !self.is_over && self.includes(node.path, &node.range) {
            self.visitor.enter(node);
        }
    }

    fn leave(&mut self, node: &Node<'_>) {
        if let NodeKind::List {
            count: Some(count), ..
        } = node.kind
        {
            self.route.note_count(node.path, count);
        }
        if self.includes(node.path, &node.range) {
            self.visitor.leave(node);
            self.is_over |= !self.route.is_wide() && self.route.ends_at(node.path);
        }
    }

    fn items(&mut self, list: &ListNode<'_>) -> Items {
        if self.route.leads_to(list.path) {
            return self.visitor.items(list);
        }
        match self.route.items_in(list.path) {
            Some(items) => Items::these(items.start..items.end.min(list.count)),
            None => Items::NONE,
        }
    }

    fn skipped(&mut self, list: &ListNode<'_>, items: Range<u64>, bytes: Range<u64>) {
        if self.includes(list.path, &bytes) {
            self.visitor.skipped(list, items, bytes);
        }
    }
}
