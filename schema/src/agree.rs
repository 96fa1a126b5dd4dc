//! The proof that both readers see the same tree.
//!
//! The walker follows the layout over the bytes; the tree was read by binrw. The visible leaves of
//! the one and the events of the other must be the same: same order, paths and values, floats to
//! the bit. Neither side is kept in memory: both are condensed to one number, and only when those
//! differ does a second look find the place.

mod digest;

use std::collections::HashSet;

use serde::Serialize;

use self::digest::Digest;
use crate::{
    Error, Kind, Layout, Limits, Path, Result,
    events::{Event, events},
    layout::Field,
    walk::{Leaf, Node, NodeKind, Scalar, ScalarBuf, Tiling, Visitor, WalkOptions, Walked, walk},
};

/// Proves that a tree is what the walker sees in the bytes that it was read from, and that
/// every byte of it belongs to exactly one leaf.
///
/// Takes little memory, whatever the size of the file.
///
/// # Errors
/// [`Kind::Disagreement`] with the place of the first difference and what each side says; what
/// [`walk`] says about the bytes; [`Kind::Invalid`] when the tree does not look as the layout says.
pub fn agree<T: Serialize + ?Sized>(
    layout: &Layout,
    bytes: &[u8],
    tree: &T,
    limits: &Limits,
) -> Result<Walked> {
    let options = WalkOptions {
        limits: *limits,
        dialect: None,
    };
    agree_under(layout, bytes, tree, &options)
}

/// The same, perhaps under one dialect.
pub(crate) fn agree_under<T: Serialize + ?Sized>(
    layout: &Layout,
    bytes: &[u8],
    tree: &T,
    options: &WalkOptions,
) -> Result<Walked> {
    let (mut ours, mut theirs) = (Digest::default(), Digest::default());
    let kept = kept(layout, tree)?;
    let mut see = |path: &Path<'_>, event: Event<'_>, _| ours.add(path, event);
    let mut visible = Visible::new(&kept, &mut see);
    let walked = walk(layout, bytes, options, &mut visible)?;
    visible.tiling.finish(walked.end)?;
    events(layout, tree, &mut |path, event| {
        if !matches!(event, Event::Derived(_, None)) {
            theirs.add(path, event);
        }
        Ok(())
    })?;
    if ours == theirs {
        return Ok(walked);
    }
    let options = WalkOptions {
        dialect: Some(walked.dialect),
        ..*options
    };
    Err(first_difference(layout, bytes, tree, &options)?)
}

/// Fields whose values follow from others, told by where they are.
type Kept = HashSet<*const Field>;

/// Those of them that a tree keeps.
fn kept<T: Serialize + ?Sized>(layout: &Layout, tree: &T) -> Result<Kept> {
    let mut kept = Kept::new();
    let structs = layout.structs();
    let mut fields = structs.iter().flat_map(|one| one.field_lists().flatten());
    if fields.any(|field| field.is.is_some()) {
        events(layout, tree, &mut |_, event| {
            if let Event::Derived(field, _) = event {
                kept.insert(std::ptr::from_ref(field));
            }
            Ok(())
        })?;
    }
    Ok(kept)
}

/// What looks at an event, and at the offset where it begins.
type See<'t> = dyn FnMut(&Path<'_>, Event<'_>, u64) + 't;

/// Shows what trees have as events. One type for all trees: the walker is compiled once for each visitor.
struct Visible<'t> {
    tiling: Tiling,
    kept: &'t Kept,
    see: &'t mut See<'t>,
}

impl<'t> Visible<'t> {
    fn new(kept: &'t Kept, see: &'t mut See<'t>) -> Self {
        let tiling = Tiling::default();
        Self { tiling, kept, see }
    }
}

impl Visitor for Visible<'_> {
    #[inline]
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if leaf.field.is.is_some() {
            if self.kept.contains(&std::ptr::from_ref(leaf.field))
                && let Scalar::Int(number) = leaf.value
            {
                let event = Event::Derived(leaf.field, Some(number));
                (self.see)(leaf.path, event, leaf.range.start);
            }
        } else if leaf.visible {
            (self.see)(leaf.path, Event::Leaf(leaf.value), leaf.range.start);
        }
        self.tiling.leaf(leaf)
    }

    #[inline]
    fn enter(&mut self, node: &Node<'_>) {
        if node.visible && matches!(node.kind, NodeKind::Variant(_)) {
            (self.see)(node.path, Event::Variant, node.range.start);
        }
    }

    #[inline]
    fn leave(&mut self, node: &Node<'_>) {
        if node.visible
            && let NodeKind::List {
                count: Some(count), ..
            } = node.kind
        {
            (self.see)(node.path, Event::Items(count), node.range.start);
        }
    }
}

/// Looks again, for the first event that differs.
fn first_difference<T: Serialize + ?Sized>(
    layout: &Layout,
    bytes: &[u8],
    tree: &T,
    options: &WalkOptions,
) -> Result<Error> {
    let mut ours: Vec<u32> = Vec::new();
    let kept = kept(layout, tree)?;
    let mut see = |path: &Path<'_>, event: Event<'_>, _| ours.push(Digest::of(path, event));
    walk(layout, bytes, options, &mut Visible::new(&kept, &mut see))?;
    let mut place = 0;
    let mut is_same = true;
    events(layout, tree, &mut |path, event| {
        if matches!(event, Event::Derived(_, None)) {
            return Ok(());
        }
        is_same &= ours.get(place) == Some(&Digest::of(path, event));
        place += usize::from(is_same);
        Ok(())
    })?;
    let (walker, at) = walked_event(layout, bytes, options, (place, &kept))?;
    let tree = tree_event(layout, tree, place)?;
    Ok(disagreement(walker.as_ref(), tree.as_ref(), at))
}

/// What the walker shows at some place among the events, and its offset.
fn walked_event(
    layout: &Layout,
    bytes: &[u8],
    options: &WalkOptions,
    (place, kept): (usize, &Kept),
) -> Result<(Option<Shown>, u64)> {
    let (mut next, mut found) = (0, None);
    let mut see = |path: &Path<'_>, event: Event<'_>, at| {
        if next == place {
            found = Some((Shown::new(path, event), at));
        }
        next += 1;
    };
    let walked = walk(layout, bytes, options, &mut Visible::new(kept, &mut see))?;
    Ok(match found {
        Some((shown, at)) => (Some(shown), at),
        None => (None, walked.end),
    })
}

fn tree_event<T: Serialize + ?Sized>(
    layout: &Layout,
    tree: &T,
    place: usize,
) -> Result<Option<Shown>> {
    let (mut next, mut found) = (0, None);
    events(layout, tree, &mut |path, event| {
        if matches!(event, Event::Derived(_, None)) {
            return Ok(());
        }
        if next == place {
            found = Some(Shown::new(path, event));
        }
        next += 1;
        Ok(())
    })?;
    Ok(found)
}

/// An event that outlives its walk.
struct Shown {
    path: String,
    what: String,
}

impl Shown {
    fn new(path: &Path<'_>, event: Event<'_>) -> Self {
        let what = match event {
            Event::Leaf(value) => value.to_buf().to_string(),
            Event::Items(count) => format!("{count} items"),
            Event::Variant => "this variant".into(),
            Event::Derived(_, Some(number)) => number.to_string(),
            Event::Derived(_, None) => "no number".into(),
        };
        Self {
            path: path.to_string(),
            what,
        }
    }
}

fn disagreement(walker: Option<&Shown>, tree: Option<&Shown>, at: u64) -> Error {
    let path = walker.or(tree).map_or("", |shown| &shown.path);
    let message = match (walker, tree) {
        (Some(walker), Some(tree)) if walker.path == tree.path => {
            format!("the bytes say {}, the tree says {}", walker.what, tree.what)
        }
        (Some(walker), Some(tree)) => format!(
            "the bytes say {}, the tree goes on with `{}`, {}",
            walker.what, tree.path, tree.what
        ),
        (Some(walker), None) => format!("the bytes say {}, the tree has ended", walker.what),
        (None, Some(tree)) => format!("the bytes have ended, the tree says {}", tree.what),
        (None, None) => "the two differ nowhere, but are not the same".into(),
    };
    Error::new(Kind::Disagreement, message).at(at).of(path)
}

impl std::fmt::Display for ScalarBuf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 32;
        match self.as_scalar() {
            Scalar::Int(value) => write!(f, "{value}"),
            Scalar::F32(value) if value.is_nan() => write!(f, "nan:{:#010x}", value.to_bits()),
            Scalar::F64(value) if value.is_nan() => write!(f, "nan:{:#018x}", value.to_bits()),
            Scalar::F32(value) => write!(f, "{value}"),
            Scalar::F64(value) => write!(f, "{value}"),
            Scalar::Bytes(bytes) => {
                let shown = &bytes[..bytes.len().min(SHOWN)];
                write!(f, "`{}`", crate::escape::escape(shown))?;
                match bytes.len() - shown.len() {
                    0 => Ok(()),
                    more => write!(f, " and {more} more bytes"),
                }
            }
        }
    }
}
