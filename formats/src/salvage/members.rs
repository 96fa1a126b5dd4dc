//! Packages: the files in them that are whole.

use formwork_schema::{Error, Kind, Result};

use super::{
    attempt::attempt,
    told::{Accept, Loss, Salvaged},
};
use crate::{
    asset::Asset,
    package::{Layers, names::shown},
};

/// Keeps the files whose checksums are right.
///
/// # Errors
/// When no file is whole, and for files of several packages.
pub(super) fn salvage(
    asset: &Asset,
    layers: &Layers,
    refused: Error,
    mut accept: Accept<'_>,
) -> Result<Salvaged> {
    let [package] = &*layers.packages else {
        return Err(refused.help("of files with several packages nothing is salvaged; unpack them"));
    };
    // Names that share bytes may ask for far more than there are.
    package.files.bounded()?;
    let stored = (0..package.entries.len()).filter_map(|place| package.files.stored(place).ok());
    let stored: u64 = stored.map(|stored| stored.bytes.len() as u64).sum();
    let needed = stored.saturating_mul(2);
    asset.limits().afford("packing its files anew", needed)?;
    let mut builder = package.files.builder();
    let mut lost = Vec::new();
    let mut kept = 0;
    for (place, entry) in package.entries.iter().enumerate() {
        let why = match package.files.hash(place) {
            Ok(hash) if hash == entry.checksum => {
                builder.push(package.files.kept(place)?)?;
                kept += 1;
                continue;
            }
            Ok(_) => "its checksum is wrong".to_owned(),
            Err(error) => error.message().to_owned(),
        };
        let name = shown(entry.name.as_bytes());
        lost.push(Loss::new(
            format!("entries[{place}]"),
            format!("`{name}` is lost: {why}"),
        ));
    }
    if kept == 0 {
        return Err(refused.help("no file in it is whole; get it again"));
    }
    lost.insert(
        0,
        Loss::items("entries", kept, package.entries.len() as u64, ""),
    );
    if lost.len() == 1 {
        lost = vec![Loss::new(
            "",
            "all files are kept; the package around them was made anew",
        )];
    }
    let bytes = builder.finish()?;
    match attempt(asset, &bytes, &mut accept) {
        Ok(()) => Ok(Salvaged { bytes, lost }),
        Err(why) if why.kind() == Kind::Limit => Err(why),
        Err(why) => {
            let message = format!("the files that are whole make no package that is: {why}");
            Err(Error::new(Kind::Malformed, message))
        }
    }
}
