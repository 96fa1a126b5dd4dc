//! [`salvage`]: what is left of a damaged file.
//!
//! Where a layout describes the bytes, it is followed as far as they go: of the lists that are cut the innermost one
//! is shortened whose length is stored beside it, the lists around it end with the item that it is in, and what follows is empty. No
//! format has rules of its own here. Packages keep the entries whose checksums are right, textures their whole levels, documents their whole
//! elements, and texts their lines. Nothing is returned that the caller has not accepted.

mod attempt;
mod cut;
mod fill;
mod levels;
mod line_ends;
mod lines;
mod markup;
mod members;
mod scan;
mod told;

use formwork_schema::{Error, Kind, Layout, Result};

pub use self::told::{Accept, Loss, Salvaged};
use crate::asset::Asset;

/// Keeps what precedes the damage of a file, and says what was lost. What comes of it is a file of the same format that `accept` has
/// agreed to; a file that it agrees to as it is comes back with nothing lost, unless bytes follow its end and changed line ends explain
/// them.
///
/// # Errors
/// Why nothing was salvaged: mostly what `accept` said of the file itself.
pub fn salvage(asset: &Asset, accept: Accept<'_>) -> Result<Salvaged> {
    let Err(refused) = accept(asset.bytes()) else {
        let repaired = with_line_ends(asset, accept);
        return Ok(repaired.unwrap_or_else(|| Salvaged::whole(asset.bytes().clone())));
    };
    if asset.picture().is_some() {
        let error = Error::new(Kind::Unsupported, "pictures of this kind are not written");
        return Err(error.help("get the file again"));
    }
    match (asset.layout(), asset.format().document()) {
        (Some(layout), _) => binary(asset, layout, refused, accept),
        (None, Some(_)) => markup::salvage(asset, refused, accept),
        (None, None) => lines::salvage(asset, refused, accept),
    }
}

/// A file with bytes after its end that has none where line ends are as they were.
fn with_line_ends(asset: &Asset, accept: Accept<'_>) -> Option<Salvaged> {
    let has_more = asset.tree().is_ok_and(|tree| !tree.trailing().is_empty());
    let layout = asset.layout().filter(|_| has_more)?;
    line_ends::repaired(asset, layout, accept)
}

fn binary(asset: &Asset, layout: &Layout, refused: Error, accept: Accept<'_>) -> Result<Salvaged> {
    let tree = match asset.tree() {
        Err(error) => {
            if let Some(repaired) = line_ends::repaired(asset, layout, accept) {
                return Ok(repaired);
            }
            return match error.advice() {
                "" => cut::salvage(asset, layout, refused, accept),
                // Bytes are missing somewhere: whatever is kept might be another thing.
                _ => Err(error),
            };
        }
        Ok(tree) => tree,
    };
    if let Some(Ok(layers)) = asset.packages() {
        return members::salvage(asset, &layers, refused, accept);
    }
    if tree.texture().is_some() {
        return levels::salvage(asset, &*tree, refused, accept);
    }
    line_ends::repaired(asset, layout, accept).ok_or(refused)
}
