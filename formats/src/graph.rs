//! [`Graph`]: a resource and all that it leads to.

use std::collections::HashMap;

use formwork_schema::{Error, Kind};

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
    /// Stable name for programs, in `kebab-case`.
    pub code: &'static str,
    /// The resource that has it: its place in [`Graph::resources`].
    pub resource: usize,
    /// Line, from 1.
    pub line: u64,
    /// Column, from 1.
    pub column: u64,
    /// Where, in the words of the text.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// In how many places of the resource; the first one is told.
    pub count: u64,
}

impl State {
    /// The word for it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::BuiltIn => "built in",
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
