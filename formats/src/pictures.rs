//! [`PictureKind`]: common picture files that engines take as textures.
//!
//! Other libraries decode them; here is only what tells one from another.

pub(crate) mod kind;
pub mod rules;

use bytes::Bytes;
use formwork_schema::{Error, Kind, Limits, Result};

use crate::{
    format::{AnyFormat, Tree, has_ending},
    identity::{Confidence, Identity},
};

pub use kind::PictureKind;

/// The entry of a kind of picture file.
pub(crate) struct Picture {
    kind: PictureKind,
    id: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    notes: &'static str,
}

impl AnyFormat for Picture {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn versions(&self) -> Vec<String> {
        Vec::new()
    }

    fn extensions(&self) -> Vec<&'static str> {
        self.extensions.to_vec()
    }

    fn engines(&self) -> &'static str {
        ENGINES
    }

    fn notes(&self) -> &'static str {
        self.notes
    }

    fn picture(&self) -> Option<PictureKind> {
        Some(self.kind)
    }

    /// A Targa has no magic: it is one only where the name is that of a picture.
    fn recognise(&self, head: &[u8], name: &str) -> Option<Identity> {
        let is_targa = self.kind == PictureKind::Tga;
        let found = if is_targa {
            let is_named = || ALL.iter().any(|one| has_ending(name, one.extensions));
            by_magic(head).or_else(|| is_named().then(|| targa(head)).flatten())
        } else {
            by_magic(head)
        };
        (found? == self.kind).then(|| Identity {
            format: Some(self.id),
            version: None,
            engine: Some(ENGINES),
            confidence: if is_targa {
                Confidence::Likely
            } else {
                Confidence::Certain
            },
            looks_like: Some(self.what()),
            beginnings: None,
            read_by: None,
        })
    }

    fn read(&self, _: &Bytes, _: &Limits) -> Result<Box<dyn Tree>> {
        let message = format!("{} has no tree, only pixels", self.what());
        let error = Error::new(Kind::Unsupported, message);
        Err(error.help("ask `identify`, `inspect`, `check` or `decode --to png`"))
    }
}

/// Engines that hand all of them to the same library.
const ENGINES: &str = "Horde3D, Urho3D, U3D, Dry, Atomic, rbfx";

const fn picture(
    kind: PictureKind,
    id: &'static str,
    title: &'static str,
    extensions: &'static [&'static str],
    notes: &'static str,
) -> Picture {
    Picture {
        kind,
        id,
        title,
        extensions,
        notes,
    }
}

pub(crate) const BMP: Picture = picture(
    PictureKind::Bmp,
    "texture.bmp",
    "A Windows bitmap.",
    &["bmp", "dib"],
    "pixels only",
);
pub(crate) const GIF: Picture = picture(
    PictureKind::Gif,
    "texture.gif",
    "A GIF picture.",
    &["gif"],
    "pixels of the first frame only",
);
pub(crate) const HDR: Picture = picture(
    PictureKind::Hdr,
    "texture.hdr",
    "A Radiance picture.",
    &["hdr", "rgbe"],
    "pixels only; to PNG cut to 0 to 1 and put in sRGB",
);
pub(crate) const JPEG: Picture = picture(
    PictureKind::Jpeg,
    "texture.jpeg",
    "A JPEG picture.",
    &["jpg", "jpeg", "jpe"],
    "pixels only; baseline and progressive",
);
pub(crate) const PIC: Picture = picture(
    PictureKind::Pic,
    "texture.pic",
    "A Softimage picture.",
    &["pic"],
    "pixels only",
);
pub(crate) const PNG: Picture = picture(
    PictureKind::Png,
    "texture.png",
    "A PNG picture.",
    &["png"],
    "pixels only",
);
pub(crate) const PNM: Picture = picture(
    PictureKind::Pnm,
    "texture.pnm",
    "A Netpbm picture.",
    &["pnm", "pgm", "ppm", "pbm", "pam"],
    "pixels only; Horde3D takes P5 and P6",
);
pub(crate) const PSD: Picture = picture(
    PictureKind::Psd,
    "texture.psd",
    "A Photoshop picture.",
    &["psd"],
    "pixels of the merged image only; grey and RGB",
);
pub(crate) const TGA: Picture = picture(
    PictureKind::Tga,
    "texture.tga",
    "A Targa picture.",
    &["tga", "vda", "icb", "vst"],
    "pixels only; known by its name and a plausible header",
);

/// Every kind: a Targa is known by the name of any.
const ALL: [Picture; 9] = [BMP, GIF, HDR, JPEG, PIC, PNG, PNM, PSD, TGA];

/// Sizes of a bitmap's header.
const BITMAP_HEADERS: [u8; 7] = [12, 40, 52, 56, 64, 108, 124];

/// What kind of picture an engine takes a file for that it knows no name of: a Targa when it is nothing else.
#[must_use]
pub fn picture_by_content(head: &[u8]) -> Option<PictureKind> {
    by_magic(head).or_else(|| targa(head))
}

fn by_magic(head: &[u8]) -> Option<PictureKind> {
    let starts = |magics: &[&[u8]]| magics.iter().any(|magic| head.starts_with(magic));
    if starts(&[b"\x89PNG\r\n\x1a\n"]) {
        Some(PictureKind::Png)
    } else if starts(&[b"\xff\xd8\xff"]) {
        Some(PictureKind::Jpeg)
    } else if starts(&[b"GIF87a", b"GIF89a"]) {
        Some(PictureKind::Gif)
    } else if starts(&[b"8BPS"]) {
        Some(PictureKind::Psd)
    } else if starts(&[b"\x53\x80\xf6\x34"]) && head.get(88..92) == Some(b"PICT") {
        Some(PictureKind::Pic)
    } else if starts(&[b"#?RADIANCE", b"#?RGBE"]) {
        Some(PictureKind::Hdr)
    } else if starts(&[b"BM"])
        && head
            .get(14)
            .is_some_and(|size| BITMAP_HEADERS.contains(size))
    {
        Some(PictureKind::Bmp)
    } else if is_netpbm(head) {
        Some(PictureKind::Pnm)
    } else {
        None
    }
}

fn is_netpbm(head: &[u8]) -> bool {
    matches!(head, [b'P', b'1'..=b'7', blank, ..] if blank.is_ascii_whitespace())
}

/// Whether a file may be a Targa.
fn targa(head: &[u8]) -> Option<PictureKind> {
    let [
        _,
        map,
        kind,
        _,
        _,
        _,
        _,
        _,
        _,
        _,
        _,
        _,
        w,
        width,
        h,
        height,
        bits,
        ..,
    ] = head
    else {
        return None;
    };
    let has_pixels = (*w, *width) != (0, 0) && (*h, *height) != (0, 0);
    let plausible = *map <= 1
        && matches!(kind, 1..=3 | 9..=11)
        && matches!(bits, 8 | 15 | 16 | 24 | 32)
        && has_pixels;
    plausible.then_some(PictureKind::Tga)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(head: &[u8], name: &str) -> Option<&'static str> {
        let found = ALL.iter().find_map(|one| one.recognise(head, name));
        found.and_then(|found| found.format)
    }

    #[test]
    fn content_decides_and_not_the_name() {
        assert_eq!(id(b"\x89PNG\r\n\x1a\n", "a.jpg"), Some("texture.png"));
        assert_eq!(id(b"\xff\xd8\xff\xe0", "a.png"), Some("texture.jpeg"));
        assert_eq!(id(b"P6\n1 1\n255\n", "a.tga"), Some("texture.pnm"));
        assert_eq!(id(b"Pale", "a.ppm"), None);
        assert_eq!(id(b"BMW is a car", "a.bmp"), None);
    }

    #[test]
    fn a_targa_needs_the_name_of_a_picture_and_a_header() {
        let mut head = [0; 18];
        head[2] = 2;
        head[12] = 4;
        head[14] = 4;
        head[16] = 24;
        assert_eq!(id(&head, "wood.TGA"), Some("texture.tga"));
        assert_eq!(id(&head, "wood.jpg"), Some("texture.tga"));
        assert_eq!(id(&head, "wood.bin"), None);
        head[16] = 7;
        assert_eq!(id(&head, "wood.tga"), None);
    }
}
