//! [`Route`]: a path that somebody asks for, and how far it exists.

use crate::{Error, Kind, Path, Result, path::Step};

/// Names beyond which a message does not list what exists.
const MAX_NAMES: usize = 40;

/// A path, and what exists at the deepest place on it that was met.
pub(super) struct Route {
    steps: Vec<Stop>,
    depth: usize,
    names: Vec<String>,
    count: Option<u64>,
}

/// One step of a path.
enum Stop {
    Name(String),
    Index(u64),
}

impl Stop {
    fn is(&self, step: &Step<'_>) -> bool {
        match (self, step) {
            (Self::Name(a), Step::Name(b)) => a == b,
            (Self::Index(a), Step::Index(b)) => a == b,
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
                let message = format!("`{text}` is no path");
                Error::new(Kind::Invalid, message).help("paths look like `tracks[3].name`")
            })?;
            steps.push(step);
            rest = behind;
        }
        Ok(Self {
            steps,
            depth: 0,
            names: Vec::new(),
            count: None,
        })
    }

    /// Whether a path is this one, or below it. Remembers what exists where it turns off.
    pub(super) fn leads_to(&mut self, path: &Path<'_>) -> bool {
        let mut own = self.steps.iter();
        let mut theirs = shown(path);
        let mut common = 0;
        let next = loop {
            match (own.next(), theirs.next()) {
                (None, _) => return true,
                (Some(stop), Some(step)) if stop.is(step) => common += 1,
                (_, next) => break next,
            }
        };
        if common > self.depth {
            self.depth = common;
            self.names.clear();
            self.count = None;
        }
        if common == self.depth
            && let Some(Step::Name(name)) = next
            && self.names.len() <= MAX_NAMES
            && !self.names.iter().any(|known| known == name)
        {
            self.names.push((*name).to_owned());
        }
        false
    }

    /// Whether a path is exactly this one.
    pub(super) fn ends_at(&self, path: &Path<'_>) -> bool {
        self.common(path) == self.steps.len() && shown(path).count() == self.steps.len()
    }

    /// The item of this list that the path goes through.
    pub(super) fn index_in(&self, list: &Path<'_>) -> Option<u64> {
        let depth = shown(list).count();
        match self.steps.get(depth) {
            Some(Stop::Index(index)) if self.common(list) == depth => Some(*index),
            _ => None,
        }
    }

    /// Remembers how long a list is, for [`missing`](Self::missing).
    pub(super) fn note_count(&mut self, list: &Path<'_>, count: u64) {
        let depth = shown(list).count();
        if depth == self.depth && self.common(list) == depth {
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
            Some(Stop::Index(index)) => format!("no item {index}"),
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

    fn common(&self, path: &Path<'_>) -> usize {
        let pairs = self.steps.iter().zip(shown(path));
        pairs.take_while(|(stop, step)| stop.is(step)).count()
    }
}

/// The steps of a path that print.
fn shown<'p, 'a>(path: &'p Path<'a>) -> impl Iterator<Item = &'p Step<'a>> {
    path.steps().iter().filter(|step| **step != Step::Name("0"))
}

/// The first step of a path, and what follows it.
fn split(text: &str, is_first: bool) -> Option<(Stop, &str)> {
    if let Some(inside) = text.strip_prefix('[') {
        let (index, rest) = inside.split_once(']')?;
        return Some((Stop::Index(index.parse().ok()?), rest));
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

fn print(steps: &[Stop]) -> String {
    let mut path = Path::new();
    for step in steps {
        match step {
            Stop::Name(name) => path.push_name(name),
            Stop::Index(index) => path.push_index(*index),
        }
    }
    path.to_string()
}
