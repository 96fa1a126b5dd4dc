//! Which files of a package are unpacked, and under which names.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashSet},
};

use formwork_formats::package::{
    Entry, Package,
    names::{self, Problem, Systems, targets},
};
use formwork_schema::{Error, Kind, sorted};
use serde_json::json;

use crate::{
    args::{OnUnsafe, Unpack},
    glob::Glob,
    package::{self, Warning},
    report::Failure,
};

/// A file to write.
pub(super) struct File<'a> {
    pub(super) entry: &'a Entry,
    /// Which of the package's files it is.
    pub(super) place: usize,
    /// Where, below the target folder.
    pub(super) path: Vec<u8>,
    /// What is wrong with its name, perhaps on other systems only.
    pub(super) problem: Option<Problem>,
}

/// The files that were asked for, with paths below one folder, and what there is to say of names.
pub(super) struct Chosen<'a> {
    pub(super) files: Vec<File<'a>>,
    /// What became of unsafe names.
    pub(super) changes: Vec<Change>,
    /// Names that other systems cannot have.
    pub(super) warnings: Vec<Warning>,
}

/// A file that does not get the name that it has in the package.
pub(super) struct Change {
    /// Which entry it is.
    place: usize,
    name: String,
    /// Where it is written instead; none: nowhere.
    path: Option<String>,
    why: &'static str,
}

pub(super) fn chosen<'a>(package: &'a Package, of: &Unpack) -> Result<Chosen<'a>, Failure> {
    let systems = package::systems(of.portable);
    let on_unsafe = match of.on_unsafe {
        OnUnsafe::Rename => names::OnUnsafe::Rename,
        OnUnsafe::Refuse | OnUnsafe::Skip => names::OnUnsafe::Skip,
    };
    let asked = asked(package, of)?;
    let names = package.entries.iter().map(|entry| entry.name.as_bytes());
    let targets = targets(names, systems, on_unsafe);
    let mut chosen = Chosen {
        files: Vec::new(),
        changes: Vec::new(),
        warnings: Vec::new(),
    };
    let all = package.entries.iter().zip(targets).enumerate();
    for (place, (entry, target)) in all.filter(|(place, _)| asked[*place]) {
        if let Some(problem) = target.problem {
            chosen.tell(place, entry, problem, target.path.as_deref(), systems);
        }
        chosen.files.extend(target.path.map(|path| File {
            entry,
            place,
            path,
            problem: target.problem,
        }));
    }
    refuse(&chosen.changes, of)?;
    Ok(chosen)
}

impl Chosen<'_> {
    fn tell(
        &mut self,
        place: usize,
        entry: &Entry,
        problem: Problem,
        path: Option<&[u8]>,
        systems: Systems,
    ) {
        if problem.concerns(systems) {
            self.changes.push(Change {
                place,
                name: entry.name.to_text().into_owned(),
                path: path.map(|path| String::from_utf8_lossy(path).into_owned()),
                why: problem.words(),
            });
        } else {
            self.warnings
                .push(Warning::portable(entry.name.to_text(), problem));
        }
    }
}

/// For each entry whether it is asked for: by its name, that of a folder around it, or a pattern; without any of them,
/// every entry is. What is the name of something is no pattern.
fn asked(package: &Package, of: &Unpack) -> Result<Vec<bool>, Failure> {
    let names = package.entries.iter().map(|entry| entry.name.to_text());
    let names: Vec<Cow<'_, str>> = names.collect();
    let mut asked = vec![of.entries.is_empty(); names.len()];
    let found = by_name(&names, &of.entries, &mut asked);
    for wanted in &of.entries {
        if found.contains(trimmed(wanted)) {
            continue;
        }
        if !by_pattern(&names, wanted, &mut asked)? {
            let error = Error::new(Kind::Invalid, format!("has no file or folder `{wanted}`"));
            let help = "`formwork list` shows what it has";
            return Err(Failure::asked(&of.file, error.help(help)));
        }
    }
    Ok(asked)
}

fn trimmed(wanted: &str) -> &str {
    wanted.trim_end_matches('/')
}

/// Marks the files and folders of these names; returns the names that there are.
fn by_name<'w>(
    names: &[Cow<'_, str>],
    wanted: &'w [String],
    asked: &mut [bool],
) -> HashSet<&'w str> {
    let wanted: HashSet<&str> = wanted.iter().map(|wanted| trimmed(wanted)).collect();
    // A name can only begin with what is as long as one of them: no need to try every folder around it.
    let lengths: BTreeSet<usize> = sorted::collect(wanted.iter().map(|wanted| wanted.len()));
    let mut found = HashSet::new();
    for (name, asked) in names.iter().zip(asked) {
        for length in &lengths {
            let Some((start, rest)) = name.split_at_checked(*length) else {
                continue;
            };
            if let Some(wanted) = wanted.get(start)
                && (rest.is_empty() || rest.starts_with('/'))
            {
                found.insert(*wanted);
                *asked = true;
            }
        }
    }
    found
}

/// Marks the files whose names match a pattern, of which `*` matches no slash; whether there is any.
fn by_pattern(names: &[Cow<'_, str>], pattern: &str, asked: &mut [bool]) -> Result<bool, Failure> {
    if !pattern.contains(['*', '?', '[', '{']) {
        return Ok(false);
    }
    let glob = Glob::new(pattern).map_err(Failure::usage)?;
    let mut found = false;
    for (name, asked) in names.iter().zip(asked) {
        if glob.matches(name.as_bytes()) {
            found = true;
            *asked = true;
        }
    }
    Ok(found)
}

/// Nothing is written when one name is not a path of its own, unless the user says what to do with it.
fn refuse(changes: &[Change], of: &Unpack) -> Result<(), Failure> {
    let Some(first) = changes.first().filter(|_| of.on_unsafe == OnUnsafe::Refuse) else {
        return Ok(());
    };
    let names = changes.iter();
    let names = package::some(names.map(|Change { name, why, .. }| format!("`{name}` {why}")));
    let message = match changes.len() {
        1 => names,
        count => format!("{count} names are not safe paths: {names}"),
    };
    let error = Error::new(Kind::Malformed, message).of(format!("entries[{}].name", first.place));
    let help = "say what to do with --on-unsafe rename or --on-unsafe skip";
    Err(Failure::new(&of.file, error.help(help)))
}

impl Change {
    pub(super) fn words(&self) -> String {
        let Self {
            name, path, why, ..
        } = self;
        match path {
            Some(path) => format!("`{name}` {why}: written as `{path}`"),
            None => format!("`{name}` {why}: left out"),
        }
    }

    /// Its name in the package, where it is written (null: nowhere), and why.
    pub(super) fn json(&self) -> serde_json::Value {
        json!({ "name": self.name, "output": self.path, "why": self.why })
    }
}
