//! [`PictureKind`]: which common picture files there are.

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
