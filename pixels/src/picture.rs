//! Common picture files.

use std::{
    cell::Cell,
    io::{self, BufRead, Cursor, Read, Seek, SeekFrom},
};

use ::image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits as Library};
use formwork_formats::PictureKind;
use formwork_schema::{Error, Kind, Limits, Result};

use crate::{
    hdr,
    image::{Image, Pixels},
    jpeg, limit,
    pic::Pic,
    png,
    psd::Psd,
    tga,
    told::told,
};

/// Decodes a picture file; of several frames the first.
///
/// # Errors
/// When the file is damaged, of a variety that is not known, or has more pixels than its bytes can hold.
pub fn picture(kind: PictureKind, bytes: &[u8], limits: &Limits) -> Result<Image> {
    let format = match reader(kind) {
        Reader::Photoshop => return photoshop(bytes, limits, All)?.image(),
        Reader::Softimage => return softimage(bytes, limits, All)?.image(),
        Reader::Library(format) => format,
    };
    let decoded = decoded(kind, format, bytes, limits)?;
    let (width, height) = (decoded.width(), decoded.height());
    let size = if kind == PictureKind::Hdr { 16 } else { 4 };
    afford(
        width,
        height,
        u64::from(decoded.color().bytes_per_pixel()) + size,
        limits,
    )?;
    let pixels = if kind == PictureKind::Hdr {
        Pixels::Floats(decoded.into_rgba32f().into_raw())
    } else {
        Pixels::Bytes(decoded.into_rgba8().into_raw())
    };
    Ok(Image {
        width,
        height,
        pixels,
    })
}

/// Asks whether a picture file can be decoded; where its reader can, row by row, so that its pixels are never there at once.
///
/// # Errors
/// See [`picture`].
pub fn decodes(kind: PictureKind, bytes: &[u8], limits: &Limits) -> Result<()> {
    let format = match reader(kind) {
        Reader::Photoshop => return photoshop(bytes, limits, Row)?.rows(|_, _, _| ()),
        Reader::Softimage => return softimage(bytes, limits, Row)?.rows(|_| ()),
        Reader::Library(format) => format,
    };
    match format {
        ImageFormat::Png => png_decodes(bytes, limits),
        ImageFormat::Hdr => hdr_decodes(bytes, limits),
        ImageFormat::Jpeg if jpeg_decodes(bytes, limits) => Ok(()),
        ImageFormat::Tga if tga_decodes(bytes, limits) => Ok(()),
        // What is wrong, and where, is told of the whole.
        _ => decoded(kind, format, bytes, limits).map(drop),
    }
}

fn png_decodes(bytes: &[u8], limits: &Limits) -> Result<()> {
    png::check(bytes)?;
    let read = Cell::new(0);
    let (width, height) = size(ImageFormat::Png, bytes, &read)?;
    afford(width, height.min(png::ROWS), png::PIXEL, limits)?;
    png::rows(Counted::new(bytes, Some(&read)), png::beside(bytes)).map_err(placed(&read))
}

fn hdr_decodes(bytes: &[u8], limits: &Limits) -> Result<()> {
    let read = Cell::new(0);
    let (width, height) = size(ImageFormat::Hdr, bytes, &read)?;
    afford(width, height.min(hdr::rows(width)), hdr::PIXEL, limits)?;
    hdr::strips(Counted::new(bytes, Some(&read)), width, height).map_err(placed(&read))
}

/// Whether the library takes the first row of units of a JPEG, of which all codes are right.
fn jpeg_decodes(bytes: &[u8], limits: &Limits) -> bool {
    let Ok(Some(short)) = jpeg::check(bytes, limits) else {
        return false;
    };
    let decoder = decoder(ImageFormat::Jpeg, &short.bytes);
    // It may see other segments than we do.
    let decoder = decoder.ok().filter(|it| it.dimensions() == short.size);
    decoder.is_some_and(|decoder| all(decoder, limits).is_ok())
}

fn tga_decodes(bytes: &[u8], limits: &Limits) -> bool {
    let is_sized = size(ImageFormat::Tga, bytes, &Cell::new(0)).is_ok();
    let is_afforded = afford(tga::STRIP as u32, 1, tga::PIXEL, limits).is_ok();
    is_sized && is_afforded && tga::decodes(bytes)
}

/// How much of a picture is decoded at once.
enum Decoded {
    All,
    Row,
}
use Decoded::{All, Row};

impl Decoded {
    fn afford(&self, width: u32, height: u32, limits: &Limits) -> Result<()> {
        let rows = match self {
            All => height,
            Row => 1,
        };
        afford(width, rows, 4, limits)
    }
}

fn photoshop<'b>(bytes: &'b [u8], limits: &Limits, decoded: Decoded) -> Result<Psd<'b>> {
    let psd = Psd::new(bytes)?;
    limit::check(psd.width, psd.height, bytes.len())?;
    decoded.afford(psd.width, psd.height, limits)?;
    Ok(psd)
}

fn softimage<'b>(bytes: &'b [u8], limits: &Limits, decoded: Decoded) -> Result<Pic<'b>> {
    let pic = Pic::new(bytes)?;
    let (width, height) = (pic.width.into(), pic.height.into());
    limit::check(width, height, bytes.len())?;
    decoded.afford(width, height, limits)?;
    Ok(pic)
}

/// Asks whether there is memory for pixels of so many bytes.
fn afford(width: u32, height: u32, bytes: u64, limits: &Limits) -> Result<()> {
    let pixels = u64::from(width) * u64::from(height);
    let what = format!("decoding {width} by {height} pixels");
    limits.afford(&what, pixels.saturating_mul(bytes))
}

/// A picture as the library decodes it.
fn decoded(
    kind: PictureKind,
    format: ImageFormat,
    bytes: &[u8],
    limits: &Limits,
) -> Result<DynamicImage> {
    if kind == PictureKind::Png {
        // It says where, and the library does not.
        png::check(bytes)?;
    }
    let read = Cell::new(0);
    let decoder = decoder_to(format, bytes, Some(&read)).map_err(placed(&read))?;
    let (width, height) = decoder.dimensions();
    limit::check(width, height, bytes.len())?;
    if kind == PictureKind::Jpeg {
        jpeg::check(bytes, limits)?;
    }
    all(decoder, limits).map_err(placed(&read))
}

/// The size of a picture that its file may have.
fn size(format: ImageFormat, bytes: &[u8], read: &Cell<u64>) -> Result<(u32, u32)> {
    let decoder = decoder_to(format, bytes, Some(read)).map_err(placed(read))?;
    let (width, height) = decoder.dimensions();
    limit::check(width, height, bytes.len())?;
    Ok((width, height))
}

/// All pixels of a picture.
fn all(decoder: impl ImageDecoder, limits: &Limits) -> Result<DynamicImage> {
    let (width, height) = decoder.dimensions();
    let what = format!("decoding {width} by {height} pixels");
    limits.afford(&what, decoder.total_bytes())?;
    DynamicImage::from_decoder(decoder).map_err(told)
}

/// Says of an error without a place that it is where a decoder came to.
fn placed(read: &Cell<u64>) -> impl Fn(Error) -> Error {
    |error| match error.offset() {
        None if error.kind() == Kind::Malformed => error.at(read.get()).of("pixels"),
        _ => error,
    }
}

/// Counts how far a decoder has read, where that is asked: where it stops, something is wrong.
///
/// One type for those that ask and those that do not: a second one is a second copy of all decoders.
struct Counted<'b> {
    inner: Cursor<&'b [u8]>,
    read: Option<&'b Cell<u64>>,
}

impl<'b> Counted<'b> {
    fn new(bytes: &'b [u8], read: Option<&'b Cell<u64>>) -> Self {
        let inner = Cursor::new(bytes);
        Self { inner, read }
    }

    fn note(&self) {
        let length = self.inner.get_ref().len() as u64;
        if let Some(read) = self.read {
            read.set(self.inner.position().min(length));
        }
    }
}

impl Read for Counted<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into);
        self.note();
        count
    }

    /// Takes the memory for the rest at once.
    fn read_to_end(&mut self, into: &mut Vec<u8>) -> io::Result<usize> {
        let count = self.inner.read_to_end(into);
        self.note();
        count
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.inner.consume(count);
        self.note();
    }
}

impl Seek for Counted<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = self.inner.seek(to);
        self.note();
        place
    }
}

/// Who reads a kind of file.
pub(crate) enum Reader {
    Library(ImageFormat),
    Photoshop,
    Softimage,
}

/// Who reads a kind of file.
pub(crate) fn reader(kind: PictureKind) -> Reader {
    Reader::Library(match kind {
        PictureKind::Bmp => ImageFormat::Bmp,
        PictureKind::Gif => ImageFormat::Gif,
        PictureKind::Hdr => ImageFormat::Hdr,
        PictureKind::Jpeg => ImageFormat::Jpeg,
        PictureKind::Png => ImageFormat::Png,
        PictureKind::Pnm => ImageFormat::Pnm,
        PictureKind::Tga => ImageFormat::Tga,
        PictureKind::Psd => return Reader::Photoshop,
        PictureKind::Pic => return Reader::Softimage,
    })
}

/// A decoder that has read the header.
pub(crate) fn decoder(format: ImageFormat, bytes: &[u8]) -> Result<impl ImageDecoder + '_> {
    decoder_to(format, bytes, None)
}

/// The same, which says how far it has read.
fn decoder_to<'b>(
    format: ImageFormat,
    bytes: &'b [u8],
    read: Option<&'b Cell<u64>>,
) -> Result<impl ImageDecoder + 'b> {
    let mut reader = ImageReader::with_format(Counted::new(bytes, read), format);
    let mut limits = Library::default();
    limits.max_alloc = Some(match format {
        ImageFormat::Png => png::beside(bytes),
        // Twice 16384 by 16384 pixels of 8 bytes.
        _ => 1 << 32,
    });
    reader.limits(limits);
    reader.into_decoder().map_err(told)
}
