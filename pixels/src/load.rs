//! [`load`]: what the engine makes of a file that something names as a texture.

use bytes::Bytes;
use formwork_formats::{
    GameFormat, Inspection, Job, PictureKind, dispatch, horde3d::graph::Loaded, identify,
    picture_by_content, picture_info, texture::PixelFormat,
};
use formwork_schema::{
    Error, Kind, Limits, Result,
    read::{self, ReadOptions, Trailing},
};

use crate::{header, inspect};

/// What Horde3D makes of a texture. Content decides what the file is, and not its name.
///
/// # Errors
/// When the engine refuses it: it is no texture, it is damaged, or of a variety that it does not know.
pub fn load(bytes: &Bytes, limits: &Limits) -> Result<Loaded> {
    let named = identify(bytes, "").format;
    if let Some(size) = named.and_then(|format| dispatch(format, Load { bytes, limits })) {
        return size;
    }
    let picture = named
        .and_then(picture_info)
        .or_else(|| picture_by_content(bytes));
    let Some(picture) = picture else {
        let message =
            "is no texture: neither DDS nor KTX, and no kind of picture that the engine knows";
        return Err(Error::new(Kind::Malformed, message));
    };
    let header = header(picture.kind, bytes)?;
    refused(inspect(picture.kind, bytes)?)?;
    Ok(Loaded {
        width: header.width,
        height: header.height,
        is_plain: picture.kind != PictureKind::Hdr,
    })
}

struct Load<'a> {
    bytes: &'a Bytes,
    limits: &'a Limits,
}

impl Job for Load<'_> {
    type Output = Result<Loaded>;

    fn run<T: GameFormat>(self) -> Result<Loaded> {
        let options = ReadOptions {
            trailing: Trailing::Keep,
            limits: *self.limits,
        };
        let document = read::document::<T>(self.bytes, &options)?;
        let Some(texture) = document.tree.texture() else {
            let message = format!("is no texture, but `{}`", T::layout().format);
            return Err(Error::new(Kind::Malformed, message));
        };
        refused(document.tree.inspect())?;
        let shape = texture.shape()?;
        Ok(Loaded {
            width: shape.width,
            height: shape.height,
            is_plain: matches!(shape.format, PixelFormat::Masks(_)),
        })
    }
}

fn refused(seen: Inspection) -> Result<()> {
    match seen.refused {
        Some(why) => Err(Error::new(Kind::Malformed, why)),
        None => Ok(()),
    }
}
