//! [`load`]: what the engine makes of a file that something names as a texture.

use bytes::Bytes;
use formwork_formats::{
    Loaded, PictureKind, format, identify, open_as, picture_by_content,
    texture::{Loads, PixelFormat},
};
use formwork_schema::{Diagnostic, Error, Kind, Limits, Result};

use crate::{diagnose, header, undecodable};

/// What Horde3D makes of a texture. Content decides what the file is, and not its name.
///
/// # Errors
/// When the engine refuses it: it is not a texture, it is damaged, or of a variety that it does not know.
pub fn load(bytes: &Bytes, limits: &Limits) -> Result<Loaded> {
    let format = identify(bytes, "").format.and_then(format);
    if let Some(format) = format.filter(|format| format.layout().is_some()) {
        let tree = open_as(format, bytes.clone(), limits).tree()?;
        let Some(texture) = tree.texture() else {
            let message = format!("is not a texture, but `{}`", format.id());
            return Err(Error::new(Kind::Malformed, message));
        };
        refused(tree.diagnose())?;
        let shape = texture.shape()?;
        return Ok(Loaded {
            width: shape.width,
            height: shape.height,
            is_plain: matches!(shape.format, PixelFormat::Masks(_)),
        });
    }
    let Some(kind) = picture_by_content(bytes) else {
        let message =
            "is not a texture: neither DDS nor KTX, and no kind of picture that the engine knows";
        return Err(Error::new(Kind::Malformed, message));
    };
    let header = header(kind, bytes)?;
    refused(diagnose(kind, bytes))?;
    refused(undecodable(kind, bytes, limits))?;
    Ok(Loaded {
        width: header.width,
        height: header.height,
        is_plain: kind != PictureKind::Hdr,
    })
}

/// Refuses what the engine refuses.
fn refused(minded: impl IntoIterator<Item = Diagnostic>) -> Result<()> {
    let is_refusal = |minded: &Diagnostic| Loads::after(minded.rule) == Loads::Not;
    match minded.into_iter().find(is_refusal) {
        Some(why) => Err(Error::new(Kind::Malformed, why.message)),
        None => Ok(()),
    }
}
