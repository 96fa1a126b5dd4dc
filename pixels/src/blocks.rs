//! Pixels in compressed blocks.

use astc_decode::{Footprint, astc_decode_block};
use formwork_formats::texture::{Block, Surface};

use crate::image::{Pixels, byte};

/// Pixels of the greatest block, 12 by 12.
const MOST: usize = 144;

/// Decodes every block of a picture.
pub(crate) fn decode(surface: &Surface<'_>, block: Block) -> Pixels {
    match block {
        Block::Bc6h { signed } => Pixels::Floats(each_block(surface, |data, out| {
            half_floats(data, signed, out);
        })),
        _ => Pixels::Bytes(each_block(surface, |data, out| bytes(block, data, out))),
    }
}

/// Decodes block by block into a picture.
fn each_block<N: Copy + Default>(
    surface: &Surface<'_>,
    mut decode: impl FnMut(&[u8], &mut [[N; 4]; MOST]),
) -> Vec<N> {
    let (columns, rows, bytes) = surface.format.unit();
    let [columns, rows, bytes] = [columns, rows, bytes].map(|size| size.max(1) as usize);
    let (width, height) = (surface.width as usize, surface.height as usize);
    let mut out = vec![N::default(); width * height * 4];
    let mut pixels = [[N::default(); 4]; MOST];
    let lines = surface.data.chunks(surface.pitch.max(1));
    for (line, strip) in lines.zip(out.chunks_mut(rows * width * 4)) {
        for (place, data) in line.chunks_exact(bytes).enumerate() {
            let first = place * columns;
            if first >= width {
                break;
            }
            decode(data, &mut pixels);
            let shown = columns.min(width - first);
            for (row, block) in strip.chunks_mut(width * 4).zip(pixels.chunks(columns)) {
                let to = row.as_chunks_mut().0.iter_mut().skip(first).take(shown);
                to.zip(block).for_each(|(to, from)| *to = *from);
            }
        }
    }
    out
}

/// One block of floats.
fn half_floats(data: &[u8], signed: bool, out: &mut [[f32; 4]; MOST]) {
    let mut block = [0.0; 4 * 4 * 3];
    bcdec_rs::bc6h_float(data, &mut block, 4 * 3, signed);
    for (to, [red, green, blue]) in out.iter_mut().zip(block.as_chunks().0) {
        *to = [*red, *green, *blue, 1.0];
    }
}

/// One block of bytes.
fn bytes(block: Block, data: &[u8], out: &mut [[u8; 4]; MOST]) {
    match block {
        Block::Bc1 { .. } | Block::Bc2 | Block::Bc3 | Block::Bc7 => colors(block, data, out),
        Block::Bc4 { signed } => {
            let mut red = [0.0; 16];
            bcdec_rs::bc4_float(data, &mut red, 4, signed);
            for (to, red) in out.iter_mut().zip(red) {
                *to = [spread(red, signed), 0, 0, 255];
            }
        }
        Block::Bc5 { signed } => {
            let mut both = [0.0; 32];
            bcdec_rs::bc5_float(data, &mut both, 8, signed);
            for (to, [red, green]) in out.iter_mut().zip(both.as_chunks().0) {
                *to = [spread(*red, signed), spread(*green, signed), 0, 255];
            }
        }
        Block::Astc { width, height } => astc(width, height, data, out),
        _ => etc(block, data, out),
    }
}

/// A number from 0 to 1; one with a sign, from -1 to 1, is laid over the same range.
fn spread(value: f32, signed: bool) -> u8 {
    byte(if signed { value * 0.5 + 0.5 } else { value })
}

fn colors(block: Block, data: &[u8], out: &mut [[u8; 4]; MOST]) {
    let mut rgba = [0; 64];
    match block {
        Block::Bc2 => bcdec_rs::bc2(data, &mut rgba, 16),
        Block::Bc3 => bcdec_rs::bc3(data, &mut rgba, 16),
        Block::Bc7 => bcdec_rs::bc7(data, &mut rgba, 16),
        _ => bcdec_rs::bc1(data, &mut rgba, 16),
    }
    for (to, pixel) in out.iter_mut().zip(rgba.as_chunks().0) {
        *to = *pixel;
        if matches!(block, Block::Bc1 { alpha: false }) {
            to[3] = 255;
        }
    }
}

/// Blocks of ETC and EAC: the library gives blue, green, red, alpha.
fn etc(block: Block, data: &[u8], out: &mut [[u8; 4]; MOST]) {
    use texture2ddecoder as etc;
    let mut pixels = [0; 16];
    let done = match block {
        Block::Etc1 => etc::decode_etc1(data, 4, 4, &mut pixels),
        Block::Etc2 => etc::decode_etc2_rgb(data, 4, 4, &mut pixels),
        Block::Etc2A1 => etc::decode_etc2_rgba1(data, 4, 4, &mut pixels),
        Block::Etc2A8 => etc::decode_etc2_rgba8(data, 4, 4, &mut pixels),
        Block::EacR { signed: false } => etc::decode_eacr(data, 4, 4, &mut pixels),
        Block::EacR { signed: true } => etc::decode_eacr_signed(data, 4, 4, &mut pixels),
        Block::EacRg { signed: false } => etc::decode_eacrg(data, 4, 4, &mut pixels),
        Block::EacRg { signed: true } => etc::decode_eacrg_signed(data, 4, 4, &mut pixels),
        _ => Err("no block of this family"),
    };
    // It refuses only blocks that are too short, and ours never are.
    debug_assert!(done.is_ok(), "{done:?}");
    let has_color = matches!(
        block,
        Block::Etc1 | Block::Etc2 | Block::Etc2A1 | Block::Etc2A8
    );
    let has_green = has_color || matches!(block, Block::EacRg { .. });
    for (to, pixel) in out.iter_mut().zip(pixels) {
        let [blue, green, red, alpha] = pixel.to_le_bytes();
        let green = if has_green { green } else { 0 };
        let blue = if has_color { blue } else { 0 };
        *to = [red, green, blue, alpha];
    }
}

/// Blocks of ASTC with colours from 0 to 1. Others, and damaged ones, become magenta, as the specification asks for.
fn astc(width: u8, height: u8, data: &[u8], out: &mut [[u8; 4]; MOST]) {
    let Some(data) = data.first_chunk() else {
        return;
    };
    let footprint = Footprint::new(width.into(), height.into());
    let _ = astc_decode_block(data, footprint, |x, y, color| {
        let place = y as usize * usize::from(width) + x as usize;
        if let Some(to) = out.get_mut(place) {
            *to = color;
        }
    });
}

#[cfg(test)]
mod tests {
    use formwork_formats::texture::PixelFormat;

    use super::*;

    fn decoded(block: Block, width: u32, height: u32, data: &[u8]) -> Vec<u8> {
        let format = PixelFormat::Blocks(block);
        let (columns, _, bytes) = format.unit();
        let surface = Surface {
            format,
            width,
            height,
            pitch: (width.div_ceil(columns) * bytes) as usize,
            big_endian: false,
            data,
        };
        match decode(&surface, block) {
            Pixels::Bytes(bytes) => bytes,
            Pixels::Floats(floats) => floats.into_iter().map(byte).collect(),
        }
    }

    #[test]
    fn a_block_of_one_color_has_it_everywhere() {
        let red = [0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0];
        let all = decoded(Block::Bc1 { alpha: true }, 3, 2, &red);
        assert_eq!(all, [255, 0, 0, 255].repeat(6));
        // Base colour 128, no difference, first table: the smallest number of it is added.
        let grey = [0x80, 0x80, 0x80, 0, 0, 0, 0, 0];
        assert_eq!(decoded(Block::Etc1, 1, 1, &grey), [138, 138, 138, 255]);
        let void = [
            0xfc, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0x40, 0, 0x80, 0, 0xc0, 0xff, 0xff,
        ];
        let astc = Block::Astc {
            width: 6,
            height: 5,
        };
        assert_eq!(decoded(astc, 6, 5, &void), [64, 128, 192, 255].repeat(30));
    }

    #[test]
    fn blocks_stand_where_they_belong() {
        let red = [0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0];
        let blue = [0x1f, 0x00, 0x1f, 0x00, 0, 0, 0, 0];
        let data = [red, blue, blue, red].concat();
        let all = decoded(Block::Bc1 { alpha: true }, 5, 5, &data);
        let pixel = |x: usize, y: usize| all[(y * 5 + x) * 4..][..3].to_vec();
        assert_eq!(pixel(3, 3), [255, 0, 0]);
        assert_eq!(pixel(4, 3), [0, 0, 255]);
        assert_eq!(pixel(0, 4), [0, 0, 255]);
        assert_eq!(pixel(4, 4), [255, 0, 0]);
    }

    #[test]
    fn any_block_is_decoded() {
        let blocks = [
            Block::Bc1 { alpha: false },
            Block::Bc2,
            Block::Bc3,
            Block::Bc4 { signed: true },
            Block::Bc5 { signed: true },
            Block::Bc6h { signed: false },
            Block::Bc6h { signed: true },
            Block::Bc7,
            Block::Etc1,
            Block::Etc2,
            Block::Etc2A1,
            Block::Etc2A8,
            Block::EacR { signed: true },
            Block::EacRg { signed: true },
            Block::Astc {
                width: 4,
                height: 4,
            },
            Block::Astc {
                width: 12,
                height: 12,
            },
        ];
        let mut state = 1_u64;
        for _ in 0..500 {
            let data: Vec<u8> = (0..16)
                .map(|_| {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    (state >> 56) as u8
                })
                .collect();
            for block in blocks {
                let bytes = PixelFormat::Blocks(block).unit().2 as usize;
                assert_eq!(decoded(block, 2, 2, &data[..bytes]).len(), 16);
            }
        }
    }
}
