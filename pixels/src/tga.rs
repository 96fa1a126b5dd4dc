//! The pixels of a Targa, some at a time.

use std::io::Read;

use ::image::{ImageDecoder, ImageResult, codecs::tga::TgaDecoder};

/// Pixels that are decoded at once, and up to a packet more.
pub(crate) const STRIP: usize = 1 << 14;

/// Bytes that a pixel of a strip takes at most: two of an index, and four of the colour.
pub(crate) const PIXEL: u64 = 6;

/// Where pixels are, and how they are stored.
struct Stored<'b> {
    /// What precedes them.
    head: &'b [u8],
    data: &'b [u8],
    /// How many there are.
    count: usize,
    /// Bytes of each.
    size: usize,
    /// Whether a byte in front of some of them says how many they are, or how often one of them comes.
    is_packed: bool,
}

/// Whether all pixels can be decoded. Where they cannot, the library may still show what it has.
pub(crate) fn decodes(bytes: &[u8]) -> bool {
    let stored = Stored::of(bytes);
    stored.is_some_and(|stored| strips(stored).is_ok())
}

fn strips(mut stored: Stored<'_>) -> ImageResult<()> {
    let mut pixels = Vec::new();
    let mut head = stored.head.to_vec();
    while stored.count > 0 {
        let (count, size) = stored.strip();
        // The library has no strips: each is a picture of one row to it.
        let size_of = [count as u16, 1].map(u16::to_le_bytes);
        head[12..16].copy_from_slice(size_of.as_flattened());
        let (strip, rest) = stored.data.split_at(size.min(stored.data.len()));
        let decoder = TgaDecoder::new(head.chain(strip))?;
        pixels.resize(usize::try_from(decoder.total_bytes()).unwrap_or(0), 0);
        decoder.read_image(&mut pixels)?;
        stored.data = rest;
        stored.count -= count;
    }
    Ok(())
}

impl<'b> Stored<'b> {
    fn of(bytes: &'b [u8]) -> Option<Self> {
        let [
            id,
            map,
            kind,
            _,
            _,
            m,
            many,
            bits,
            _,
            _,
            _,
            _,
            w,
            width,
            h,
            height,
            depth,
            ..,
        ] = *bytes
        else {
            return None;
        };
        let colors = usize::from(u16::from_le_bytes([m, many])) * usize::from(bits).div_ceil(8);
        let colors = if map == 1 { colors } else { 0 };
        let size = |of: [u8; 2]| usize::from(u16::from_le_bytes(of));
        let (head, data) = bytes.split_at_checked(18 + usize::from(id) + colors)?;
        Some(Self {
            head,
            data,
            count: size([w, width]) * size([h, height]),
            size: usize::from(depth).div_ceil(8),
            is_packed: matches!(kind, 9..=11),
        })
    }

    /// How many pixels are next, and in how many bytes: whole packets of them.
    fn strip(&self) -> (usize, usize) {
        if !self.is_packed {
            let count = self.count.min(STRIP);
            return (count, count * self.size);
        }
        let (mut count, mut size) = (0, 0);
        while count < self.count.min(STRIP) {
            let packet = self.data.get(size).copied().unwrap_or(u8::MAX);
            let pixels = usize::from(packet & 127) + 1;
            count += pixels;
            size += 1 + self.size * if packet < 128 { pixels } else { 1 };
        }
        (count.min(self.count), size)
    }
}
