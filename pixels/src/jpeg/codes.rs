//! [`Codes`]: which bits stand for which symbol.

use formwork_schema::Result;

use super::bits::{Bits, malformed};
use crate::reader::Reader;

/// Huffman codes of up to 16 bits, as a table lists them.
#[derive(Clone)]
pub(super) struct Codes {
    /// For each length: after the last code, with as many bits as fit into 16; and what leads from a code to its symbol.
    lengths: [(u32, i32); 16],
    symbols: Vec<u8>,
}

impl Codes {
    pub(super) fn read(segment: &mut Reader<'_>) -> Result<Self> {
        let at = segment.at();
        let counts = segment.take(16)?;
        let (mut code, mut total) = (0_u32, 0_i32);
        let mut lengths = [(0, 0); 16];
        for (place, count) in counts.iter().enumerate() {
            let shift = 15 - place as u32;
            let offset = total - code as i32;
            code += u32::from(*count);
            total += i32::from(*count);
            if code > 1 << (place + 1) {
                return Err(malformed(at, "more codes than their bits can tell apart"));
            }
            lengths[place] = (code << shift, offset);
            code <<= 1;
        }
        let symbols = segment.take(total as usize)?.to_vec();
        Ok(Self { lengths, symbols })
    }

    /// The next symbol; `None` when the bits end, or are no code.
    #[inline]
    pub(super) fn next(&self, bits: &mut Bits<'_>) -> Option<u8> {
        let (ahead, count) = bits.peek();
        let ahead = u32::from(ahead);
        let mut lengths = self.lengths.iter().zip(1..=16_u32);
        let ((_, offset), length) = lengths.find(|((end, _), _)| ahead < *end)?;
        if length > count {
            return None;
        }
        bits.take(length)?;
        let code = (ahead >> (16 - length)) as i32;
        self.symbols
            .get(usize::try_from(code + offset).ok()?)
            .copied()
    }
}
