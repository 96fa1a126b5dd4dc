//! The files of a folder that go into a package, under which name and in which order.

use std::collections::{HashMap, HashSet};

use formwork_formats::package::names::{Systems, find_collision, problem};
use formwork_schema::{Error, Kind, escape::escape, sorted};

use super::{
    old::Old,
    walk::{self, Source},
};
use crate::{
    args::{Args, Pack},
    package::{self, Warning},
    report::Failure,
};

impl Source {
    /// What it is called in the package: what it was called there.
    pub(super) fn name<'a>(&'a self, old: Option<&'a Old>) -> &'a [u8] {
        match (self.old, old) {
            (Some(place), Some(old)) => old.name(place),
            _ => &self.below,
        }
    }
}

/// What goes into the package.
pub(super) struct Found {
    pub(super) sources: Vec<Source>,
    /// Names that other systems cannot have.
    pub(super) warnings: Vec<Warning>,
}

/// The files of the folder: those that a list names first, in its order, or those of the old package in the order of
/// that; then the others by name.
pub(super) fn find(
    args: &Args,
    of: &Pack,
    base: &str,
    order: Option<Vec<Vec<u8>>>,
    old: Option<&Old>,
) -> Result<Found, Failure> {
    let mut sources = walk::below(args, of, base)?;
    if let Some(old) = old {
        let there: HashSet<&[u8]> = sources.iter().map(|source| &*source.below).collect();
        let places = old.places(&there);
        for source in &mut sources {
            source.old = places.get(&source.below).copied();
        }
    }
    let listed = order.map(|names| {
        let names = names.into_iter().enumerate();
        names
            .map(|(place, name)| (name, place))
            .collect::<HashMap<_, _>>()
    });
    let place = |source: &Source| match &listed {
        Some(listed) => listed.get(&source.below).copied(),
        None => source.old,
    };
    let place = |source: &Source| place(source).unwrap_or(usize::MAX);
    sorted::by(&mut sources, |a, b| {
        (place(a), &a.below).cmp(&(place(b), &b.below))
    });
    let mut warnings = names(of, &sources, old)?;
    warnings.extend(apart(of, &sources)?);
    Ok(Found { sources, warnings })
}

/// Names that are none on other systems are told; those that lead elsewhere are refused, unless the official packer is
/// to be followed or the package had them before.
fn names(of: &Pack, sources: &[Source], old: Option<&Old>) -> Result<Vec<Warning>, Failure> {
    let mut warnings = Vec::new();
    for source in sources {
        let name = source.name(old);
        let Some(problem) = problem(name) else {
            continue;
        };
        let is_allowed =
            !problem.concerns(Systems::here()) || of.like_packagetool || source.old.is_some();
        if of.portable || !is_allowed {
            let message = format!("cannot be packed: its name {}", problem.words());
            return Err(Failure::new(
                &source.path,
                Error::new(Kind::Invalid, message),
            ));
        }
        warnings.push(Warning::portable(escape(name), problem));
    }
    Ok(warnings)
}

/// What meets where letter case makes no difference: there, one of the files would be lost.
fn apart(of: &Pack, sources: &[Source]) -> Result<Option<Warning>, Failure> {
    let names = sources.iter().map(|source| &*source.below);
    let Some((one, other)) = find_collision(names) else {
        return Ok(None);
    };
    let [one, other] = [one, other].map(|place| &sources[place]);
    let message = format!(
        "where letter case, or how Unicode writes a letter, makes no difference, `{}` and `{}` collide",
        escape(&other.below),
        escape(&one.below)
    );
    if package::systems(of.portable) == Systems::Unix {
        return Ok(Some(Warning::of_all(message)));
    }
    let error = Error::new(Kind::Invalid, format!("cannot be packed: {message}"));
    let help = "rename one of them, or move it out of the folder";
    Err(Failure::new(&one.path, error.help(help)))
}
