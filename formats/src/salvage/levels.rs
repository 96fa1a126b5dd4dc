//! Textures whose pictures end too early.

use formwork_schema::{Error, Result};

use super::{
    attempt::attempt,
    told::{Accept, Loss, Salvaged},
};
use crate::{
    asset::Asset,
    format::Tree,
    texture::{Shape, Subresource, Texture},
};

/// Keeps the mip levels that are whole.
///
/// # Errors
/// When the greatest is not, and where the format cannot say that there are fewer.
pub(super) fn salvage(
    asset: &Asset,
    tree: &dyn Tree,
    refused: Error,
    mut accept: Accept<'_>,
) -> Result<Salvaged> {
    let Some(texture) = tree.texture() else {
        return Err(refused);
    };
    let shape = texture.shape()?;
    let whole = (0..shape.levels).take_while(|level| is_whole(texture, &shape, *level));
    let whole = u32::try_from(whole.count()).unwrap_or(0);
    if whole == 0 {
        return Err(refused.help("its greatest level is not whole; get the file again"));
    }
    if whole == shape.levels {
        return Err(refused);
    }
    let Some(bytes) = tree.with_levels(whole) else {
        return Err(refused.help("a part of one of its pictures is lost; get the file again"));
    };
    let bytes = bytes?.into();
    attempt(asset, &bytes, &mut accept)?;
    let lost = vec![Loss::items("levels", whole.into(), shape.levels.into(), "")];
    Ok(Salvaged { bytes, lost })
}

fn is_whole(texture: &dyn Texture, shape: &Shape, level: u32) -> bool {
    let mut faces = 0..shape.face_count();
    faces.all(|face| {
        let mut slices = 0..shape.slices(level);
        slices.all(|slice| {
            let place = Subresource { level, face, slice };
            texture.surface(shape, place).is_ok()
        })
    })
}
