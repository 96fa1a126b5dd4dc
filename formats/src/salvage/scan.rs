//! [`Scan`]: follows a file as far as it goes, and knows which lists are not at their end.

use formwork_schema::{
    Error, Kind, Layout, Limits, Result,
    layout::Field,
    walk::{Items, Leaf, ListNode, Node, NodeKind, Part, Visitor, WalkOptions, walk},
};

use crate::counts::{self, Stored};

/// A list of a file.
#[derive(Debug, Clone)]
pub(super) struct ListState {
    /// Where in the tree.
    pub(super) path: String,
    /// Where its length is stored, if it is stored for it alone.
    pub(super) count: Option<Stored>,
    /// Whole items so far.
    pub(super) done: u64,
    /// Where its first item begins.
    pub(super) start: usize,
    /// Where the last whole item ends.
    pub(super) end: usize,
}

/// What has begun and not ended.
enum Frame {
    Struct {
        /// Where in the tree; known where there are lists.
        path: String,
        /// The lists in it, and the fields that count them.
        lists: Vec<(String, String)>,
        /// The lengths so far, by the names of the fields.
        counts: Vec<(String, Stored)>,
    },
    List(ListState),
}

/// Follows a file.
#[derive(Default)]
pub(super) struct Scan {
    open: Vec<Frame>,
    /// The lists of the root that ended.
    pub(super) ended: Vec<ListState>,
    /// Items of all lists that ended.
    pub(super) items: u64,
    /// The list at whose end to stop.
    until: Option<String>,
    /// The lists around that one, and it.
    reached: Option<Vec<ListState>>,
}

/// A list that was not begun, for its length is more than the bytes that are left.
pub(super) struct TooLong {
    pub(super) path: String,
    pub(super) count: Stored,
}

impl Scan {
    /// Follows a file to its end, to the first mistake, or to the end of the list `until`.
    pub(super) fn run(
        layout: &Layout,
        bytes: &[u8],
        limits: &Limits,
        dialect: usize,
        until: Option<&str>,
    ) -> (Self, Result<u64>) {
        let mut scan = Self {
            until: until.map(str::to_owned),
            ..Self::default()
        };
        let options = WalkOptions {
            limits: *limits,
            dialect: Some(dialect),
        };
        let end = walk(layout, bytes, &options, &mut scan).map(|walked| walked.end);
        (scan, end)
    }

    /// The lists that are not at their end, outermost first.
    pub(super) fn chain(&self) -> Vec<ListState> {
        if let Some(reached) = &self.reached {
            return reached.clone();
        }
        self.lists()
    }

    /// Whether it ended at the end of the list at which to stop.
    pub(super) fn is_reached(&self) -> bool {
        self.reached.is_some()
    }

    fn lists(&self) -> Vec<ListState> {
        let lists = self.open.iter().filter_map(|frame| match frame {
            Frame::List(list) => Some(list.clone()),
            Frame::Struct { .. } => None,
        });
        lists.collect()
    }

    /// The list that an error is about, because it is longer than what is left of the file.
    pub(super) fn too_long(&self, error: &Error) -> Option<TooLong> {
        let Some(Frame::Struct {
            path,
            lists,
            counts,
        }) = self.open.last()
        else {
            return None;
        };
        let full = |name: &str| match path.as_str() {
            "" => name.to_owned(),
            path => format!("{path}.{name}"),
        };
        let (list, count) = lists.iter().find(|(list, _)| full(list) == error.path())?;
        let (_, count) = counts.iter().find(|(name, _)| name == count)?;
        Some(TooLong {
            path: full(list),
            count: count.clone(),
        })
    }

    /// Enters a struct with these fields.
    fn fields(&mut self, fields: &[Field], node: &Node<'_>) {
        let lists = fields.iter().filter(|field| counts::is_list(field));
        let lists = lists.filter_map(|list| {
            let count = counts::of_list(fields, &list.name)?;
            Some((list.name.to_string(), count.name.to_string()))
        });
        let lists: Vec<_> = lists.collect();
        let path = match lists.is_empty() {
            true => String::new(),
            false => node.path.to_string(),
        };
        self.open.push(Frame::Struct {
            path,
            lists,
            counts: Vec::new(),
        });
    }

    /// Where the length of the list that begins is stored.
    fn count_of(&self, list: &str) -> Option<Stored> {
        let Some(Frame::Struct { lists, counts, .. }) = self.open.last() else {
            return None;
        };
        let (_, field) = lists.iter().find(|(name, _)| name == list)?;
        let found = counts.iter().find(|(name, _)| name == field);
        found.map(|(_, count)| count.clone())
    }

    /// An item of the innermost list, if one is open, ended.
    fn item_ends(&mut self, at: u64) {
        if let Some(Frame::List(list)) = self.open.last_mut() {
            list.done += 1;
            list.end = usize::try_from(at).unwrap_or(usize::MAX);
        }
    }
}

impl Visitor for Scan {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if self.reached.is_some() {
            return Err(Error::new(Kind::Invalid, "enough"));
        }
        match self.open.last_mut() {
            Some(Frame::Struct { lists, counts, .. }) => {
                let name = &leaf.field.name;
                if lists.iter().any(|(_, count)| *name == **count)
                    && let Some(stored) = Stored::of(leaf)
                {
                    counts.push((name.to_string(), stored));
                }
            }
            Some(Frame::List(_)) if matches!(leaf.part, Part::Whole | Part::Magic) => {
                self.item_ends(leaf.range.end);
            }
            Some(Frame::List(list)) => list.end = leaf.range.end as usize,
            None => {}
        }
        Ok(())
    }

    fn enter(&mut self, node: &Node<'_>) {
        match node.kind {
            NodeKind::Struct(of) => self.fields(of.fields(), node),
            NodeKind::Variant(variant) => self.fields(&variant.fields, node),
            NodeKind::List { .. } => {
                let start = usize::try_from(node.range.start).unwrap_or(usize::MAX);
                let list = ListState {
                    path: node.path.to_string(),
                    count: self.count_of(&node.field.name),
                    done: 0,
                    start,
                    end: start,
                };
                self.open.push(Frame::List(list));
            }
        }
    }

    fn leave(&mut self, node: &Node<'_>) {
        if let Some(Frame::List(list)) = self.open.last() {
            self.items += if node.visible { list.done } else { 0 };
            if self.until.as_ref() == Some(&list.path) {
                self.reached = Some(self.lists());
            }
            if !list.path.contains('[') {
                self.ended.push(list.clone());
            }
        }
        self.open.pop();
        self.item_ends(node.range.end);
    }

    fn items(&mut self, list: &ListNode<'_>) -> Items {
        if let Some(Frame::List(open)) = self.open.last_mut() {
            open.done = list.count;
            open.end = (list.start + list.count * list.stride) as usize;
        }
        Items::NONE
    }
}
