//! Pixels of pictures and textures.

use bytes::Bytes;
use formwork_formats::{
    FORMATS, PictureKind, format, identify, open_as,
    texture::{Subresource, Texture},
};
use formwork_pixels::{decodes, every_surface, header, inspect, picture, sheet, texture};
use formwork_schema::{Limits, Result};

/// Pictures and textures are decoded or refused, whatever the bytes are, as far as that is cheap.
///
/// # Panics
/// When decoding does, or gives another size than the header says, or is said to be possible where it is not.
pub fn pixels(bytes: &[u8]) {
    for kind in FORMATS.iter().filter_map(|format| format.picture()) {
        picture_file(kind, bytes);
    }
    let Some(format) = identify(bytes, "").format.and_then(format) else {
        return;
    };
    // Every picture of a texture, and what there is to say of it.
    let bytes = Bytes::copy_from_slice(bytes);
    let Ok(tree) = open_as(format, bytes, &Limits::default()).tree() else {
        return;
    };
    if let Some(texture) = tree.texture() {
        let _ = tree.inspect();
        let _ = surfaces(texture);
        if let Ok(shape) = texture.shape() {
            let _ = sheet(texture, &shape, shape.levels - 1, 0);
        }
    }
}

fn picture_file(kind: PictureKind, bytes: &[u8]) {
    /// Pixels that are decoded in no time.
    const CHEAP: u64 = 1 << 16;
    let limits = Limits::default();
    let Ok(header) = header(kind, bytes) else {
        return;
    };
    let _ = inspect(kind, bytes, &limits);
    let claimed = u64::from(header.width) * u64::from(header.height);
    if claimed > CHEAP {
        return;
    }
    let image = picture(kind, bytes, &limits);
    if let Ok(image) = &image {
        assert!((image.width, image.height) == (header.width, header.height));
        assert!(image.to_bytes().len() as u64 == claimed * 4);
    }
    // Row by row, the same is told.
    let told = |error| format!("{error}");
    let (whole, rows) = (image.map(drop), decodes(kind, bytes, &limits));
    assert_eq!(rows.map_err(told), whole.map_err(told), "{kind:?}");
}

/// Decodes every picture of a texture; how many there are.
///
/// # Errors
/// Those of the first picture that cannot be decoded.
///
/// # Panics
/// When decoding does, or others are said to be decodable.
pub fn surfaces(it: &(impl Texture + ?Sized)) -> Result<u64> {
    let said = every_surface(it);
    let decoded = decoded(it);
    let count = |all: &Result<u64>| all.as_ref().ok().copied();
    assert_eq!(count(&said), count(&decoded));
    decoded
}

fn decoded(it: &(impl Texture + ?Sized)) -> Result<u64> {
    let shape = it.shape()?;
    let mut count = 0;
    for level in 0..shape.levels {
        for face in 0..shape.face_count() {
            for slice in 0..shape.slices(level) {
                texture(it, &shape, Subresource { level, face, slice })?;
                count += 1;
            }
        }
    }
    Ok(count)
}
