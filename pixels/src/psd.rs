//! The merged image of a Photoshop file.
//!
//! Written here because the library that reads such files panics on damaged ones.

use formwork_schema::{Error, Kind, Result};

use crate::{
    image::{Image, Pixels},
    limit,
    reader::Reader,
};

/// What a Photoshop file says of its merged image.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Psd<'a> {
    pub(crate) channels: u16,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bits: u16,
    /// 1 is grey, 3 is red, green and blue.
    pub(crate) mode: u16,
    /// 0 is none, 1 is PackBits.
    pub(crate) compression: u16,
    /// Stands where the image begins.
    image: Reader<'a>,
}

/// Names of the modes by their number.
const MODES: [&str; 10] = [
    "bitmap",
    "grey",
    "indexed",
    "RGB",
    "CMYK",
    "mode 5",
    "mode 6",
    "multichannel",
    "duotone",
    "Lab",
];

/// Passes over a part with its size before it.
fn skip_part(reader: &mut Reader<'_>) -> Result<()> {
    let size = reader.number(4)?;
    reader.take(size as usize).map(drop)
}

impl<'a> Psd<'a> {
    /// Reads the header, and finds the image.
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        if reader.take(4)? != b"8BPS" {
            return Err(Error::new(Kind::Unsupported, "no Photoshop file").at(0));
        }
        let version = reader.short()?;
        if version != 1 {
            let message = format!("version {version} of Photoshop files is not decoded yet");
            return Err(Error::new(Kind::Unsupported, message).at(4));
        }
        reader.take(6)?;
        let channels = reader.short()?;
        let (height, width) = (reader.number(4)?, reader.number(4)?);
        let (bits, mode) = (reader.short()?, reader.short()?);
        for _ in ["palette", "resources", "layers"] {
            skip_part(&mut reader)?;
        }
        let compression = reader.short()?;
        Ok(Self {
            channels,
            width,
            height,
            bits,
            mode,
            compression,
            image: reader,
        })
    }

    /// The name of its mode.
    pub(crate) fn mode_name(&self) -> &'static str {
        MODES.get(usize::from(self.mode)).unwrap_or(&"unknown mode")
    }

    /// Channels that stand for colours.
    fn colors(&self) -> usize {
        if self.mode == 1 { 1 } else { 3 }
    }

    fn not_yet(&self, what: &str) -> Error {
        let message = format!("Photoshop files {what} are not decoded yet");
        Error::new(Kind::Unsupported, message)
    }

    /// Decodes the merged image.
    pub(crate) fn image(&self) -> Result<Image> {
        if !matches!(self.mode, 1 | 3) {
            return Err(self.not_yet(&format!("in {}", self.mode_name())).at(24));
        }
        if !matches!(self.bits, 8 | 16) {
            return Err(self
                .not_yet(&format!("with {} bits a channel", self.bits))
                .at(22));
        }
        if self.compression > 1 {
            return Err(self
                .not_yet("with a zipped merged image")
                .at(self.image.at() as u64));
        }
        limit::check(self.width, self.height, self.image.left())?;
        let wanted = usize::from(self.channels).min(self.colors() + 1);
        if wanted < self.colors() {
            let message = format!("{} channels for {}", self.channels, self.mode_name());
            return Err(Error::new(Kind::Malformed, message).at(12));
        }
        let planes = if self.compression == 0 {
            self.raw(wanted)?
        } else {
            self.packed(wanted)?
        };
        Ok(Image {
            width: self.width,
            height: self.height,
            pixels: Pixels::Bytes(self.interleaved(&planes)),
        })
    }

    fn pixels(&self) -> usize {
        self.width as usize * self.height as usize
    }

    fn sample(&self) -> usize {
        usize::from(self.bits / 8)
    }

    fn raw(&self, wanted: usize) -> Result<Vec<Vec<u8>>> {
        let size = self.pixels() * self.sample();
        let mut reader = self.image;
        let plane = |_| reader.take(size).map(<[u8]>::to_vec);
        (0..wanted).map(plane).collect()
    }

    fn packed(&self, wanted: usize) -> Result<Vec<Vec<u8>>> {
        let mut reader = self.image;
        let rows = self.height as usize * usize::from(self.channels);
        reader.take(rows * 2)?;
        let row = self.width as usize * self.sample();
        let plane = |_| {
            let mut plane = Vec::with_capacity(self.pixels() * self.sample());
            for _ in 0..self.height {
                unpack(&mut reader, row, &mut plane)?;
            }
            Ok(plane)
        };
        (0..wanted).map(plane).collect()
    }

    /// Planes as pixels. What is half transparent was laid over white, which is taken away again, as engines do.
    fn interleaved(&self, planes: &[Vec<u8>]) -> Vec<u8> {
        let at = |plane: usize, pixel: usize| {
            let sample = planes
                .get(plane)
                .and_then(|plane| plane.get(pixel * self.sample()));
            sample.copied().unwrap_or(255)
        };
        let mut out = Vec::with_capacity(self.pixels() * 4);
        for pixel in 0..self.pixels() {
            let alpha = at(self.colors(), pixel);
            let color = |place: usize| {
                let plane = if self.colors() == 1 { 0 } else { place };
                without_white(at(plane, pixel), alpha)
            };
            out.extend([color(0), color(1), color(2), alpha]);
        }
        out
    }
}

fn without_white(color: u8, alpha: u8) -> u8 {
    if matches!(alpha, 0 | 255) {
        return color;
    }
    let (color, alpha) = (i32::from(color), i32::from(alpha));
    let bare = (color - 255 + alpha) * 255 / alpha;
    u8::try_from(bare.clamp(0, 255)).unwrap_or(u8::MAX)
}

/// Unpacks one row of PackBits.
fn unpack(reader: &mut Reader<'_>, row: usize, out: &mut Vec<u8>) -> Result<()> {
    let end = out.len() + row;
    while out.len() < end {
        let at = reader.at();
        let control = reader.byte()?;
        let count = match control {
            0..=127 => usize::from(control) + 1,
            128 => continue,
            129..=255 => 257 - usize::from(control),
        };
        if out.len() + count > end {
            let message = "a run is longer than its row";
            return Err(Error::new(Kind::Malformed, message).at(at as u64));
        }
        if control < 128 {
            out.extend_from_slice(reader.take(count)?);
        } else {
            let byte = reader.byte()?;
            out.resize(out.len() + count, byte);
        }
    }
    Ok(())
}
