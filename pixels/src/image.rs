//! [`Image`]: decoded pixels.

use std::io::Write;

use ::image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
use formwork_schema::{Error, Kind, Result};

/// A picture: rows from top to bottom, each from left to right.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue and alpha of every pixel.
    pub pixels: Pixels,
}

/// Red, green, blue and alpha of pixels, one behind the other.
#[derive(Debug, Clone, PartialEq)]
pub enum Pixels {
    /// From 0 to 255, in the colour space of the file.
    Bytes(Vec<u8>),
    /// Linear light, 1 is white; there may be less than 0 and more than 1.
    Floats(Vec<f32>),
}

impl Image {
    /// The pixels with 8 bits a channel.
    ///
    /// Floats are cut to 0 to 1 and put in sRGB; NaN becomes 0. Alpha stays linear.
    #[must_use]
    pub fn to_bytes(&self) -> std::borrow::Cow<'_, [u8]> {
        match &self.pixels {
            Pixels::Bytes(bytes) => bytes.into(),
            Pixels::Floats(floats) => {
                let (pixels, _) = floats.as_chunks();
                let tone = |[red, green, blue, alpha]: &[f32; 4]| {
                    [srgb(*red), srgb(*green), srgb(*blue), byte(*alpha)]
                };
                pixels.iter().flat_map(tone).collect::<Vec<u8>>().into()
            }
        }
    }

    /// Writes it as PNG, with 8 bits a channel.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_png(&self, out: &mut (impl Write + ?Sized)) -> Result<()> {
        let encoder = PngEncoder::new(out);
        let (bytes, color) = (self.to_bytes(), ExtendedColorType::Rgba8);
        encoder
            .write_image(&bytes, self.width, self.height, color)
            .map_err(|error| match error {
                ::image::ImageError::IoError(error) => error.into(),
                other => Error::new(Kind::System, other.to_string()),
            })
    }
}

/// From 0 to 1 as a byte; NaN is 0.
pub(crate) fn byte(value: f32) -> u8 {
    // A cast cuts what is out of range.
    (value * 255.0).round() as u8
}

fn srgb(linear: f32) -> u8 {
    // NaN is not greater than anything, and becomes 0 below.
    if linear > 0.003_130_8 {
        return byte(1.055 * linear.min(1.0).powf(1.0 / 2.4) - 0.055);
    }
    byte(linear * 12.92)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toned(pixel: [f32; 4]) -> Vec<u8> {
        let pixels = Pixels::Floats(pixel.to_vec());
        let image = Image {
            width: 1,
            height: 1,
            pixels,
        };
        image.to_bytes().into_owned()
    }

    #[test]
    fn floats_are_cut_and_put_in_srgb() {
        assert_eq!(toned([0.0, 1.0, 7.5, 0.5]), [0, 255, 255, 128]);
        assert_eq!(toned([-1.0, f32::NAN, 0.5, 2.0]), [0, 0, 188, 255]);
        assert_eq!(toned([0.002, f32::INFINITY, 0.214, 0.0]), [7, 255, 127, 0]);
    }
}
