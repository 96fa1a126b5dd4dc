//! What the commands about packages share.

use std::path::Path;

use formwork_formats::urho3d::package::{Layer, Layers, packages};
use formwork_schema::{Error, Kind, escape};

use crate::{args::Args, input, report::Failure};

/// Id of the format.
pub(crate) const FORMAT: &str = "urho3d.package";

/// The packages of a file.
pub(crate) fn open(args: &Args, path: &Path) -> Result<Layers, Failure> {
    let bytes = input::read(args, path)?;
    let format = input::format(&bytes, path)?;
    if format != FORMAT {
        let error = Error::new(Kind::Unsupported, format!("no package, but {format}"));
        return Err(Failure::new(path, error));
    }
    packages(&bytes).map_err(|error| Failure::new(path, error))
}

/// The package that was asked for, counted from 1; the only one when nobody asked.
pub(crate) fn choose(layers: Layers, asked: Option<usize>, path: &Path) -> Result<Layer, Failure> {
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

/// Names, one a line, as `unpack` writes them and `pack` reads them.
pub(crate) fn order(names: impl Iterator<Item = String>) -> String {
    names
        .map(|name| escape::escape(name.as_bytes()).into_owned() + "\n")
        .collect()
}

/// The names of such a list.
pub(crate) fn parse_order(text: &str) -> Vec<String> {
    let names = text.lines().filter(|line| !line.is_empty());
    names
        .map(|line| String::from_utf8_lossy(&escape::unescape(line)).into_owned())
        .collect()
}

/// How much of a size is left when packed, in words.
pub(crate) fn ratio(packed: u64, size: u64) -> String {
    match (u128::from(packed) * 1000 + u128::from(size) / 2).checked_div(size.into()) {
        Some(tenths) => format!("{}.{} %", tenths / 10, tenths % 10),
        None => "–".into(),
    }
}
