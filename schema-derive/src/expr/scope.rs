//! [`Scope`]: the names that an expression may use.

use proc_macro2::Ident;

use crate::text::{listed, nearest};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Thing {
    /// A number, a flag, a version: something with a value.
    Value,
    /// A list, which has a length.
    List,
    /// One number for each item of a list.
    Column,
    /// Something that is not a whole number, and what.
    Opaque(&'static str),
}

/// The parameters of a struct and the fields in front of the one that is asked about.
#[derive(Default)]
pub(crate) struct Scope {
    known: Vec<(String, Thing)>,
    later: Vec<String>,
}

impl Scope {
    /// These names are not known yet, but will be.
    pub(crate) fn expect(&mut self, names: impl Iterator<Item = String>) {
        self.later.extend(names);
    }

    /// From here on the name is known.
    pub(crate) fn add(&mut self, name: &str, thing: Thing) {
        self.later.retain(|later| later != name);
        self.known.push((name.to_owned(), thing));
    }

    pub(crate) fn is_list(&self, name: &Ident) -> bool {
        self.known
            .iter()
            .any(|(known, thing)| name == known && *thing == Thing::List)
    }

    /// What the name stands for, or what to say about it.
    pub(crate) fn find(&self, name: &str) -> Result<Thing, String> {
        if let Some((_, thing)) = self.known.iter().rev().find(|(known, _)| known == name) {
            return Ok(*thing);
        }
        if self.later.iter().any(|later| later == name) {
            return Err(format!(
                "`{name}` comes later in the file: only what stands in front can be asked"
            ));
        }
        let known = || self.known.iter().map(|(known, _)| known.as_str());
        let guess = nearest(name, known());
        let guess = guess.map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
        let known = listed(known());
        Err(format!(
            "unknown name `{name}`; what stands in front: {known}{guess}"
        ))
    }
}
