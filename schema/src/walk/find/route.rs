//! [`Route`]: a path that somebody asks for, and how far it exists.

use std::ops::Range;

use crate::{Error, Kind, Path, Result, path::Step};

/// Names beyond which a message does not list what exists.
const MAX_NAMES: usize = 40;

/// A path, and what exists at the deepest place on it that was met.
pub(super) struct Route {
    steps: Vec<Stop>,
    depth: usize,
    names: Vec<String>,
    /// Whether what is met is remembered as existing.
    pub(super) notes: bool,
    count: Option<u64>,
}

/// One step of a path.
enum Stop {
    Name(String),
    /// Items, usually one.
    Items(Range<u64>),
}

impl Stop {
    fn is(&self, step: &Step<'_>) -> bool {
        match (self, step) {
            (Self::Name(a), Step::Name(b) | Step::Variant(b, _)) => a == b,
            (Self::Items(items), Step::Index(index)) => items.contains(index),
            _ => false,
        }
    }
}

impl Route {
    /// Reads a path as it prints.
    pub(super) fn parse(text: &str) -> Result<Self> {
        let mut steps = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (step, behind) = split(rest, steps.is_empty()).ok_or_else(|| {
                let message = format!("`{text}` is not a path");
                Error::new(Kind::Invalid, message).help("paths look like `tracks[3].name`")
            })?;
            steps.push(step);
            rest = behind;
        }
        Ok(Self {
            steps,
            depth: 0,
            names: Vec::new(),
            notes: true,
            count: None,
        })
    }

    /// Whether a path is this one, or below it. Remembers what exists where it turns off.
    pub(super) fn leads_to(&mut self, path: &Path<'_>) -> bool {
        let common = self.common(path);
        if common.own == self.steps.len() {
            return true;
        }
        if common.own > self.depth {
            self.depth = common.own;
            self.names.clear();
            self.count = None;
        }
        if self.notes
            && common.own == self.depth
            && let Some(Step::Name(name) | Step::Variant(name, _)) = shown(path).nth(common.theirs)
            && self.names.len() <= MAX_NAMES
            && !self.names.iter().any(|known| known == name)
        {
            self.names.push((*name).to_owned());
        }
        false
    }

    /// Whether a path is exactly this one.
    pub(super) fn ends_at(&self, path: &Path<'_>) -> bool {
        self.common(path).own == self.steps.len() && self.covers(path)
    }

    /// The items of this list that the path goes through.
    pub(super) fn items_in(&self, list: &Path<'_>) -> Option<Range<u64>> {
        match self.steps.get(self.common(list).own) {
            Some(Stop::Items(items)) if self.covers(list) => Some(items.clone()),
            _ => None,
        }
    }

    /// Whether the path may lead to several places, one after the other.
    pub(super) fn is_wide(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.any(|step| matches!(step, Stop::Items(items) if items.end - items.start > 1))
    }

    /// Remembers how long a list is, for [`missing`](Self::missing).
    pub(super) fn note_count(&mut self, list: &Path<'_>, count: u64) {
        if self.common(list).own == self.depth && self.covers(list) {
            self.count = Some(count);
        }
    }

    /// Why the path leads nowhere.
    pub(super) fn missing(&self) -> Error {
        let place = match print(&self.steps[..self.depth]) {
            place if place.is_empty() => "the tree".into(),
            place => format!("`{place}`"),
        };
        let wanted = match self.steps.get(self.depth) {
            Some(Stop::Name(name)) => format!("no `{name}`"),
            Some(Stop::Items(items)) => format!("no item {}", items.start),
            None => "nothing".into(),
        };
        let exists = match (self.count, &*self.names) {
            (Some(0), _) => "it is empty".into(),
            (Some(count), _) => format!("its items are 0 to {}", count - 1),
            (None, []) => "it has no parts".into(),
            (None, names) => format!("it has {}", names.join(", ")),
        };
        let message = format!("{place} has {wanted}; {exists}");
        Error::new(Kind::Invalid, message)
    }

    /// How far both paths are the same. Variants that this one does not name are passed through, for there
    /// is no other way.
    fn common(&self, path: &Path<'_>) -> Common {
        let mut common = Common { own: 0, theirs: 0 };
        let mut through = 0;
        for step in shown(path) {
            through += 1;
            match (self.steps.get(common.own), step) {
                (Some(stop), _) if stop.is(step) => common.own += 1,
                (Some(_), Step::Variant(..)) => continue,
                _ => break,
            }
            common.theirs = through;
        }
        common
    }

    /// Whether all of a path was passed on the way.
    fn covers(&self, path: &Path<'_>) -> bool {
        let own = self.common(path);
        let is_over = own.own == self.steps.len();
        let mut left = shown(path).skip(own.theirs);
        left.all(|step| !is_over && matches!(step, Step::Variant(..)))
    }
}

/// How many steps of two paths are the same.
struct Common {
    own: usize,
    /// Up to the last one that is the same: variants after it do not count.
    theirs: usize,
}

/// The steps of a path that print.
fn shown<'p, 'a>(path: &'p Path<'a>) -> impl Iterator<Item = &'p Step<'a>> {
    path.steps().iter().filter(|step| **step != Step::Name("0"))
}

/// The first step of a path, and what follows it.
fn split(text: &str, is_first: bool) -> Option<(Stop, &str)> {
    if let Some(inside) = text.strip_prefix('[') {
        let (index, rest) = inside.split_once(']')?;
        return Some((Stop::Items(items(index)?), rest));
    }
    let text = if is_first {
        text
    } else {
        text.strip_prefix('.')?
    };
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    (!name.is_empty()).then(|| (Stop::Name(name.to_owned()), rest))
}

/// Which items an index means: `3`, `3..7` up to the seventh, `*` all.
fn items(index: &str) -> Option<Range<u64>> {
    if index == "*" {
        return Some(0..u64::MAX);
    }
    let (first, end) = match index.split_once("..") {
        Some((first, end)) => (first.parse().ok()?, end.parse().ok()?),
        None => {
            let first: u64 = index.parse().ok()?;
            (first, first.checked_add(1)?)
        }
    };
    (first < end).then_some(first..end)
}

fn print(steps: &[Stop]) -> String {
    let mut path = Path::new();
    for step in steps {
        match step {
            Stop::Name(name) => path.push_name(name),
            Stop::Items(items) => path.push_index(items.start),
        }
    }
    path.to_string()
}
