//! Pixels that are stored whole.

use formwork_formats::texture::{Masks, Number, Surface};
use half::f16;

use crate::image::{Pixels, byte};

/// Red, green, blue and alpha where a file has none.
const OPAQUE_BLACK: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Calls `each` with the bytes of every pixel, row by row.
fn each_pixel(surface: &Surface<'_>, bytes: usize, mut each: impl FnMut(&[u8])) {
    let row = surface.width as usize * bytes;
    let rows = surface.data.chunks(surface.pitch.max(1));
    for line in rows.take(surface.height as usize) {
        let pixels = line.get(..row).unwrap_or(line).chunks_exact(bytes.max(1));
        pixels.for_each(&mut each);
    }
}

fn room(surface: &Surface<'_>) -> usize {
    surface.width as usize * surface.height as usize * 4
}

/// Pixels that are a number of which some bits are each channel.
pub(crate) fn masks(surface: &Surface<'_>, masks: Masks) -> Vec<u8> {
    let mut out = Vec::with_capacity(room(surface));
    each_pixel(surface, masks.bytes.into(), |bytes| {
        let mut number = [0; 4];
        for (to, from) in number.iter_mut().zip(bytes) {
            *to = *from;
        }
        let mut number = u32::from_le_bytes(number);
        if surface.big_endian {
            number = number.swap_bytes() >> (32 - 8 * u32::from(masks.bytes.clamp(1, 4)));
        }
        out.extend(rgba(masks, number));
    });
    out
}

fn rgba(masks: Masks, number: u32) -> [u8; 4] {
    let [red, green, blue, alpha] = masks.rgba.map(|mask| channel(number, mask));
    let alpha = if masks.rgba[3] == 0 { 255 } else { alpha };
    if masks.grey {
        [red, red, red, alpha]
    } else {
        [red, green, blue, alpha]
    }
}

/// The bits under a mask, spread over 0 to 255.
fn channel(number: u32, mask: u32) -> u8 {
    if mask == 0 {
        return 0;
    }
    let shift = mask.trailing_zeros();
    let (value, most) = ((number & mask) >> shift, mask >> shift);
    let spread = (u64::from(value) * 255 + u64::from(most) / 2) / u64::from(most);
    u8::try_from(spread).unwrap_or(u8::MAX)
}

/// Pixels that are 1 to 4 numbers.
pub(crate) fn numbers(surface: &Surface<'_>, channels: u8, number: Number) -> Pixels {
    let size = number.bytes() as usize;
    let mut floats = Vec::new();
    let mut bytes = Vec::new();
    match number {
        Number::Unorm16 => bytes.reserve_exact(room(surface)),
        Number::Half | Number::Float => floats.reserve_exact(room(surface)),
    }
    each_pixel(surface, usize::from(channels) * size, |pixel| {
        let mut rgba = OPAQUE_BLACK;
        for (to, from) in rgba.iter_mut().zip(pixel.chunks_exact(size)) {
            *to = decode(from, number, surface.big_endian);
        }
        match number {
            Number::Unorm16 => bytes.extend(rgba.map(byte)),
            Number::Half | Number::Float => floats.extend(rgba),
        }
    });
    match number {
        Number::Unorm16 => Pixels::Bytes(bytes),
        Number::Half | Number::Float => Pixels::Floats(floats),
    }
}

fn decode(bytes: &[u8], number: Number, big_endian: bool) -> f32 {
    let mut little = [0; 4];
    for (place, byte) in bytes.iter().take(4).enumerate() {
        let place = if big_endian {
            bytes.len() - 1 - place
        } else {
            place
        };
        if let Some(to) = little.get_mut(place) {
            *to = *byte;
        }
    }
    let [first, second, ..] = little;
    let short = u16::from_le_bytes([first, second]);
    match number {
        Number::Unorm16 => f32::from(short) / f32::from(u16::MAX),
        Number::Half => f16::from_bits(short).to_f32(),
        Number::Float => f32::from_le_bytes(little),
    }
}
