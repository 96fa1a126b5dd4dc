//! What follows the damage: empty, and nought.

use formwork_schema::{
    Layout, Limits, Result,
    walk::{Leaf, Node, NodeKind, Scalar, Visitor, WalkOptions, walk},
};

use super::told::Loss;

/// Zeros that may follow at most.
const MOST: usize = 1 << 16;

/// Ends that are tried, where the layout asks how much of the file is left.
const TRIED: usize = 64;

/// A file whose end was made up.
pub(super) struct Filled {
    /// All of it.
    pub(super) bytes: Vec<u8>,
    /// What was made up.
    pub(super) made: Made,
}

/// What was made up.
#[derive(Default)]
pub(super) struct Made {
    from: u64,
    /// Numbers of the root, by the name of its field.
    pub(super) fields: Vec<String>,
    /// Lists of the root that are empty.
    lists: Vec<String>,
    /// Whether anything is made up within an item of a list.
    pub(super) has_items: bool,
    /// Whether opaque bytes are made up, which nobody can.
    has_bulk: bool,
    /// Where leaves end.
    ends: Vec<u64>,
    /// Whether a list of the root is open that is made up as a whole.
    is_in_list: bool,
}

impl Made {
    /// What of it is told.
    ///
    /// `mended` are fields that were calculated.
    pub(super) fn told(&self, mended: &[String]) -> Vec<Loss> {
        let fields = self.fields.iter().map(|path| match mended.contains(path) {
            true => Loss::new(path, "lost, and calculated from what is kept"),
            false => Loss::new(path, "lost, and 0 in its place"),
        });
        let lists = self.lists.iter();
        let lists = lists.map(|path| Loss::new(path, "all lost, how many is not known"));
        fields.chain(lists).collect()
    }
}

/// The first field of a path.
fn root(path: &str) -> String {
    let end = path.find(['.', '[']).unwrap_or(path.len());
    path[..end].to_owned()
}

fn note(list: &mut Vec<String>, path: &str) {
    let path = root(path);
    if !list.contains(&path) {
        list.push(path);
    }
}

impl Visitor for Made {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if leaf.range.end <= self.from || leaf.synthetic {
            return Ok(());
        }
        if self.ends.len() < TRIED {
            self.ends.push(leaf.range.end);
        }
        let path = leaf.path.to_string();
        self.has_items |= path.contains('[') && !self.is_in_list;
        self.has_bulk |=
            leaf.range.end - leaf.range.start > 8 && matches!(leaf.value, Scalar::Bytes(_));
        if leaf.visible {
            note(&mut self.fields, &path);
        }
        Ok(())
    }

    fn enter(&mut self, node: &Node<'_>) {
        let is_list = matches!(node.kind, NodeKind::List { .. });
        if is_list && node.range.start >= self.from && !node.path.to_string().contains('[') {
            self.is_in_list = true;
        }
    }

    fn leave(&mut self, node: &Node<'_>) {
        let is_list = matches!(node.kind, NodeKind::List { .. });
        if is_list && !node.path.to_string().contains('[') {
            self.is_in_list = false;
        }
        let is_empty = matches!(node.kind, NodeKind::List { count: Some(0), .. });
        let path = node.path.to_string();
        if is_empty && node.visible && node.range.start > self.from && !path.contains('[') {
            note(&mut self.lists, &path);
        }
    }
}

/// A file that ends too early with as many zeros as it needs: counts of nothing, empty strings, and 0.
pub(super) fn filled(
    layout: &Layout,
    kept: &[u8],
    limits: &Limits,
    dialect: usize,
) -> Option<Filled> {
    let all = [kept, &[0; MOST]].concat();
    let look = |length: usize| {
        let mut made = Made {
            from: kept.len() as u64,
            ..Made::default()
        };
        let options = WalkOptions {
            limits: *limits,
            dialect: Some(dialect),
        };
        let end = walk(layout, &all[..length], &options, &mut made);
        (made, end.map(|walked| walked.end as usize))
    };
    let fits = |length: usize| {
        let (made, end) = look(length);
        let is_it = end.is_ok_and(|end| end == length) && !made.has_bulk;
        is_it.then_some(made)
    };
    let (most, end) = look(all.len());
    let ends = most.ends.iter().map(|end| *end as usize);
    let lengths = [kept.len()].into_iter().chain(end).chain(ends);
    let mut found = lengths.filter_map(|length| Some((length, fits(length)?)));
    let (length, made) = found.next()?;
    Some(Filled {
        bytes: all[..length].to_vec(),
        made,
    })
}
