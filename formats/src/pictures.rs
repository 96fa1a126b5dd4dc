//! [`PICTURES`]: common picture files that engines take as textures.
//!
//! Other libraries decode them; here is only what tells one from another.

/// A kind of picture file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// Windows bitmap.
    Bmp,
    /// Graphics Interchange Format.
    Gif,
    /// Radiance.
    Hdr,
    /// JPEG.
    Jpeg,
    /// Softimage.
    Pic,
    /// Portable Network Graphics.
    Png,
    /// Portable any map of Netpbm.
    Pnm,
    /// Photoshop.
    Psd,
    /// Targa.
    Tga,
}

/// What there is to know of a kind of picture file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// Which one.
    pub kind: PictureKind,
    /// Format id, such as `texture.png`.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// File extensions, the usual one first, without dots.
    pub extensions: &'static [&'static str],
    /// Which engines use it.
    pub engines: &'static str,
    /// What else to know of it, for tables.
    pub notes: &'static str,
}

impl Picture {
    /// What it is, within a sentence: `a PNG picture`.
    #[must_use]
    pub fn what(&self) -> String {
        self.title.trim_end_matches('.').replacen('A', "a", 1)
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
        engines: ENGINES,
        notes,
    }
}

/// Every kind, in alphabetical order of its id.
pub static PICTURES: &[Picture] = &[
    picture(
        PictureKind::Bmp,
        "texture.bmp",
        "A Windows bitmap.",
        &["bmp", "dib"],
        "pixels only",
    ),
    picture(
        PictureKind::Gif,
        "texture.gif",
        "A GIF picture.",
        &["gif"],
        "pixels of the first frame only",
    ),
    picture(
        PictureKind::Hdr,
        "texture.hdr",
        "A Radiance picture.",
        &["hdr", "rgbe"],
        "pixels only; to PNG cut to 0 to 1 and put in sRGB",
    ),
    picture(
        PictureKind::Jpeg,
        "texture.jpeg",
        "A JPEG picture.",
        &["jpg", "jpeg", "jpe"],
        "pixels only; baseline and progressive",
    ),
    picture(
        PictureKind::Pic,
        "texture.pic",
        "A Softimage picture.",
        &["pic"],
        "pixels only",
    ),
    picture(
        PictureKind::Png,
        "texture.png",
        "A PNG picture.",
        &["png"],
        "pixels only",
    ),
    picture(
        PictureKind::Pnm,
        "texture.pnm",
        "A Netpbm picture.",
        &["pnm", "pgm", "ppm", "pbm", "pam"],
        "pixels only; Horde3D takes P5 and P6",
    ),
    picture(
        PictureKind::Psd,
        "texture.psd",
        "A Photoshop picture.",
        &["psd"],
        "pixels of the merged image only; grey and RGB",
    ),
    picture(
        PictureKind::Tga,
        "texture.tga",
        "A Targa picture.",
        &["tga", "vda", "icb", "vst"],
        "pixels only; known by its name and a plausible header",
    ),
];

/// Sizes of a bitmap's header.
const BITMAP_HEADERS: [u8; 7] = [12, 40, 52, 56, 64, 108, 124];

/// What kind of picture the first bytes of a file are, if any. A Targa has no magic: it is asked for last, and only where
/// the name is that of a picture.
#[must_use]
pub(crate) fn sniff(head: &[u8], name: &str) -> Option<&'static Picture> {
    let named = || {
        let (_, extension) = name.rsplit_once('.')?;
        let is_it = |known: &&str| known.eq_ignore_ascii_case(extension);
        let mut pictures = PICTURES.iter();
        let picture = pictures.any(|picture| picture.extensions.iter().any(is_it));
        picture.then(|| targa(head)).flatten()
    };
    let kind = by_magic(head).or_else(named)?;
    PICTURES.iter().find(|picture| picture.kind == kind)
}

/// What kind of picture an engine takes a file for that it knows no name of: a Targa when it is nothing else.
#[must_use]
pub fn picture_by_content(head: &[u8]) -> Option<&'static Picture> {
    let kind = by_magic(head).or_else(|| targa(head))?;
    PICTURES.iter().find(|picture| picture.kind == kind)
}

/// What there is to know of the kind with this id.
#[must_use]
pub fn picture_info(id: &str) -> Option<&'static Picture> {
    PICTURES.iter().find(|picture| picture.id == id)
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
        sniff(head, name).map(|picture| picture.id)
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
