//! The merged image of a Photoshop file.
//!
//! Written here because the library that reads such files panics on damaged ones.

use std::{iter::StepBy, ops::Range, slice::Iter};

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
        let (width, height) = (self.width as usize, self.height as usize);
        let mut pixels = Vec::new();
        self.rows(|plane, row, samples| {
            // Rows came, so that the file may well have as many pixels.
            pixels.resize(width * height, [255; 4]);
            let line = pixels.chunks_exact_mut(width).nth(row);
            for (pixel, sample) in line.into_iter().flatten().zip(samples) {
                for channel in &mut pixel[self.places(plane)] {
                    *channel = *sample;
                }
            }
        })?;
        pixels.iter_mut().for_each(without_white);
        Ok(Image {
            width: self.width,
            height: self.height,
            pixels: Pixels::Bytes(pixels.into_flattened()),
        })
    }

    /// Calls `each` with the number of a plane, that of a row, and the upper bytes of the row's samples.
    ///
    /// # Errors
    /// When the merged image is damaged, or of a kind that is not decoded.
    pub(crate) fn rows(&self, mut each: impl FnMut(usize, usize, Samples<'_>)) -> Result<()> {
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
        let (row, height) = (self.width as usize * self.sample(), self.height as usize);
        let mut reader = self.image;
        if self.compression == 0 {
            for plane in 0..wanted {
                let rows = reader.take(row * height)?.chunks_exact(row);
                rows.enumerate()
                    .for_each(|(place, row)| each(plane, place, self.upper(row)));
            }
            return Ok(());
        }
        reader.take(height * usize::from(self.channels) * 2)?;
        let mut unpacked = Vec::with_capacity(row);
        for plane in 0..wanted {
            for place in 0..height {
                unpacked.clear();
                unpack(&mut reader, row, &mut unpacked)?;
                each(plane, place, self.upper(&unpacked));
            }
        }
        Ok(())
    }

    /// Where in a pixel the samples of a plane stand.
    fn places(&self, plane: usize) -> Range<usize> {
        match (plane == self.colors(), self.colors()) {
            (true, _) => 3..4,
            (false, 1) => 0..3,
            (false, _) => plane..plane + 1,
        }
    }

    fn upper<'r>(&self, row: &'r [u8]) -> Samples<'r> {
        row.iter().step_by(self.sample())
    }

    fn sample(&self) -> usize {
        usize::from(self.bits / 8)
    }
}

/// The upper bytes of the samples of a row.
type Samples<'r> = StepBy<Iter<'r, u8>>;

/// What is half transparent was laid over white, which is taken away again, as engines do.
fn without_white([colors @ .., alpha]: &mut [u8; 4]) {
    if matches!(alpha, 0 | 255) {
        return;
    }
    let alpha = i32::from(*alpha);
    for color in colors {
        let bare = (i32::from(*color) - 255 + alpha) * 255 / alpha;
        *color = u8::try_from(bare.clamp(0, 255)).unwrap_or(u8::MAX);
    }
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
