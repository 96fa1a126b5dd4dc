//! [`Graph`]: a resource and all that it leads to.

use std::collections::HashMap;

use formwork_schema::{Diagnostic, Error, Kind};

/// A resource and all that it leads to.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    /// The resources, each once; those that were asked for come first.
    pub resources: Vec<Resource>,
    /// How many were asked for.
    pub roots: usize,
    /// Kinds of resources that the engine loads because another one names them.
    pub named: &'static [&'static str],
    /// What is wrong with them, in the order of the resources.
    pub problems: Vec<Problem>,
}

/// One resource.
#[derive(Debug, Clone)]
pub struct Resource {
    /// Id of its format, or the first part of several: `texture`.
    pub kind: String,
    /// Its name, as others call it.
    pub name: String,
    /// The file that it is in, which may differ from the name in letter case and separators; empty when there is none.
    pub file: String,
    /// Whether it is there.
    pub state: State,
    /// Its size, in bytes; 0 when it is not there.
    pub bytes: u64,
    /// What it names, in order of place.
    pub uses: Vec<Use>,
}

/// Whether a resource is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is there, and can be read.
    Found,
    /// The engine makes it itself.
    BuiltIn,
    /// Somebody names it, and it is not known what it leads to: documents of its kind are not read. It may be missing.
    NotFollowed,
    /// It is not there.
    Missing,
    /// It is there, and the engine refuses it.
    Refused(Error),
}

/// A resource that another one names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Its place in [`Graph::resources`].
    pub resource: usize,
    /// Where it is named, in the words of the text.
    pub path: String,
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1.
    pub column: u64,
    /// Whether it leads back to where it came from.
    pub cycle: bool,
}

/// Something wrong with a resource, or between two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The resource that has it: its place in [`Graph::resources`].
    pub resource: usize,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

impl State {
    /// The word for it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::BuiltIn => "built in",
            Self::NotFollowed => "not followed",
            Self::Missing => "missing",
            Self::Refused(_) => "refused",
        }
    }
}

impl Graph {
    /// The resources that others name, by the file that they are in.
    #[must_use]
    pub fn used(&self) -> HashMap<&str, Vec<usize>> {
        let mut used: HashMap<&str, Vec<usize>> = HashMap::new();
        let uses = self.resources.iter().flat_map(|resource| &resource.uses);
        for place in uses.map(|one| one.resource) {
            let file = &*self.resources[place].file;
            used.entry(file).or_default().push(place);
        }
        used.remove("");
        used
    }

    /// Number of references to resources that are not followed.
    #[must_use]
    pub fn unfollowed(&self) -> u64 {
        let uses = self.resources.iter().flat_map(|resource| &resource.uses);
        let unfollowed =
            uses.filter(|one| self.resources[one.resource].state == State::NotFollowed);
        unfollowed.count() as u64
    }

    /// Those of the resources that were asked for which nothing names and which are loaded because something does. Programs
    /// may still load them by name.
    #[must_use]
    pub fn unused(&self) -> Vec<usize> {
        let used = self.used();
        let asked = self.resources.iter().take(self.roots).enumerate();
        let unused = asked.filter(|(_, resource)| {
            self.named.contains(&&*resource.kind) && !used.contains_key(&*resource.file)
        });
        unused.map(|(place, _)| place).collect()
    }

    /// The nearest resources of some that lead to this one, each with what it names on the way.
    #[must_use]
    pub fn leads(&self, to: usize, is_meant: &dyn Fn(usize) -> bool) -> Vec<(usize, &Use)> {
        let mut users: Vec<Vec<(usize, &Use)>> = vec![Vec::new(); self.resources.len()];
        for (place, resource) in self.resources.iter().enumerate() {
            for used in &resource.uses {
                users[used.resource].push((place, used));
            }
        }
        let (mut found, mut next) = (Vec::new(), vec![to]);
        let mut is_seen = vec![false; self.resources.len()];
        is_seen[to] = true;
        while let Some(place) = next.pop() {
            for (user, used) in &users[place] {
                if std::mem::replace(&mut is_seen[*user], true) {
                    continue;
                }
                if is_meant(*user) {
                    found.push((*user, *used));
                } else {
                    next.push(*user);
                }
            }
        }
        found
    }

    /// What is wrong with the resource that was asked for itself, where the engine refuses it.
    #[must_use]
    pub fn refusal(&self) -> Option<Error> {
        match &self.resources.first()?.state {
            State::Refused(error) => Some(error.clone()),
            State::Missing => Some(Error::new(Kind::System, "is not there")),
            _ => None,
        }
    }
}
