//! What the commands about packages share.

use std::{fmt::Display, path::Path};

use bytes::Bytes;
use formwork_formats::{
    FORMATS,
    package::{
        Builder, Entry, Layers, Package,
        names::{Problem, Systems},
    },
};
use formwork_schema::{Error, Kind, escape};
use serde_json::json;

use crate::{
    args::Args,
    assets, input, output,
    report::{self, Failure},
};

/// How many of several things a message names.
const SOME: usize = 10;

/// Bytes of memory for what is known of a file in a package: its entry, its path, and where it goes.
pub(crate) const ENTRY: u64 = 1024;

/// A new package, of the first format that holds other files, and the id of that.
pub(crate) fn builder(compressed: bool) -> Result<(&'static str, Box<dyn Builder>), Failure> {
    let mut formats = FORMATS.iter();
    formats
        .find_map(|format| Some((format.id(), format.builder(compressed)?)))
        .ok_or_else(|| Failure::usage("no known format holds other files"))
}

/// The packages of a file, and the id of their format.
pub(crate) fn open(args: &Args, path: &Path) -> Result<(&'static str, Layers), Failure> {
    opened(args, path, input::read(args, path)?)
}

/// The same of bytes that were read from a file.
pub(crate) fn opened(
    args: &Args,
    path: &Path,
    bytes: Bytes,
) -> Result<(&'static str, Layers), Failure> {
    let asset = assets::with_tree(path, assets::opened(args, path, bytes)?)?;
    let none = || {
        let message = format!("no package, but {}", asset.id());
        Err(Error::new(Kind::Unsupported, message))
    };
    let layers = asset.packages().unwrap_or_else(none);
    let layers = layers.map_err(|error| Failure::new(path, error))?;
    Ok((asset.id(), layers))
}

/// The package that was asked for, counted from 1; the only one when nobody asked.
pub(crate) fn choose(
    layers: Layers,
    asked: Option<usize>,
    path: &Path,
) -> Result<Package, Failure> {
    let count = layers.packages.len();
    let place = match asked {
        None if count == 1 => 1,
        None => {
            let error = Error::new(Kind::Invalid, format!("{count} packages in one file"));
            let help = format!("say which with --package, 1 to {count}");
            return Err(Failure::asked(path, error.help(help)));
        }
        Some(place) => place,
    };
    let found = place.checked_sub(1);
    let found = found.and_then(|place| layers.packages.into_iter().nth(place));
    found.ok_or_else(|| {
        let message = format!("has no package {place}; it has {count}");
        Failure::asked(path, Error::new(Kind::Invalid, message))
    })
}

/// On which systems names must be possible.
pub(crate) fn systems(portable: bool) -> Systems {
    if portable {
        Systems::All
    } else {
        Systems::here()
    }
}

/// What is told about an entry, or about a package, and keeps nothing from being done.
pub(crate) struct Warning {
    /// Name of the entry; none: it is about the package.
    name: Option<String>,
    /// What is wrong, in words that follow the name.
    why: String,
}

impl Warning {
    /// About a file whose bytes make another checksum than the package says.
    pub(crate) fn of_checksum(entry: &Entry, found: u32) -> Self {
        Self {
            name: Some(entry.name.to_text().into_owned()),
            why: format!("has the checksum {found:08x}, not {:08x}", entry.checksum),
        }
    }

    /// About the package.
    pub(crate) fn of_all(why: impl Into<String>) -> Self {
        Self {
            name: None,
            why: why.into(),
        }
    }

    /// About a name that is fine here, but not everywhere.
    pub(crate) fn portable(name: impl Into<String>, problem: Problem) -> Self {
        Self {
            name: Some(name.into()),
            why: problem.words().into(),
        }
    }

    /// Its name, and what is wrong.
    pub(crate) fn json(&self) -> serde_json::Value {
        json!({ "name": self.name, "why": self.why })
    }
}

/// Tells people what is wrong with a file.
pub(crate) fn warn(file: &Path, warnings: &[Warning]) {
    let file = report::name(file);
    for Warning { name, why } in warnings {
        match name {
            Some(name) => output::complain(format_args!("{file}: warning: `{name}` {why}")),
            None => output::complain(format_args!("{file}: warning: {why}")),
        }
    }
}

/// The first of several things, and how many more there are.
pub(crate) fn some(all: impl ExactSizeIterator<Item = impl Display>) -> String {
    let more = all.len().saturating_sub(SOME);
    let first: Vec<String> = all.take(SOME).map(|one| one.to_string()).collect();
    let first = first.join("; ");
    match more {
        0 => first,
        _ => format!("{first}; and {more} more"),
    }
}

/// Names, one a line, as `unpack` writes them and `pack` reads them.
pub(crate) fn order<'a>(names: impl Iterator<Item = &'a [u8]>) -> String {
    names
        .map(|name| escape::escape(name).into_owned() + "\n")
        .collect()
}

/// The names of such a list.
pub(crate) fn parse_order(text: &str) -> Vec<Vec<u8>> {
    let names = text.lines().filter(|line| !line.is_empty());
    names
        .map(|line| escape::unescape(line).into_owned())
        .collect()
}

/// How much of a size is left when packed, in words.
pub(crate) fn ratio(packed: u64, size: u64) -> String {
    match (u128::from(packed) * 1000 + u128::from(size) / 2).checked_div(size.into()) {
        Some(tenths) => format!("{}.{} %", tenths / 10, tenths % 10),
        None => "–".into(),
    }
}
