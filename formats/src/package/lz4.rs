//! Blocks of LZ4, as Urho3D stores files in packages: a `u16` with the unpacked length, a `u16` with the
//! packed length, and one raw block that knows nothing of those before it. The last block may be shorter.
//!
//! How many blocks there are is stored nowhere: they go on until the file is complete.
//!
//! ```
//! use formwork_formats::package::lz4::{self, Compression};
//!
//! let file = b"to be or not to be, to be or not to be, to be or not to be".repeat(1000);
//! let packed = lz4::pack(&file, Compression::Fast, lz4::BLOCK_SIZE)?;
//! assert!(packed.len() < file.len() / 10);
//!
//! let blocks = lz4::Blocks::of(&packed, file.len() as u64)?;
//! assert_eq!(blocks.packed_len(), packed.len());
//! assert_eq!(blocks.unpack()?, file);
//! # Ok::<(), formwork_schema::Error>(())
//! ```

use formwork_schema::{Error, Kind, Result};

/// The unpacked length of a block that Urho3D's tool writes.
pub const BLOCK_SIZE: u16 = 32768;

/// The longest block that fits its length when it does not compress: LZ4 then adds a byte in 255, and 16.
pub const LARGEST_BLOCK: u16 = 65264;

/// No byte of LZ4 stands for more bytes than this.
pub const BEST_RATIO: u64 = 255;

/// The lengths before a block.
const HEAD: usize = 4;

/// How hard to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Fast, in Rust.
    Fast,
    /// As well as LZ4 can, and as Urho3D's tool does: with the C library at this level, 1 to 12.
    #[cfg(feature = "lz4hc")]
    High(i32),
}

/// The blocks of one file, found to be complete but not unpacked yet.
#[derive(Debug, Clone, Copy)]
pub struct Blocks<'a> {
    bytes: &'a [u8],
    unpacked: u64,
}

impl<'a> Blocks<'a> {
    /// Finds the blocks of a file of `size` bytes at the start of `bytes`. Nothing is unpacked or
    /// reserved: that the lengths are possible is all that is known.
    ///
    /// # Errors
    /// [`Kind::Malformed`] with the place in `bytes`, when a block is empty, cut off, longer than what is
    /// missing, or claims more than LZ4 can hold.
    pub fn of(bytes: &'a [u8], size: u64) -> Result<Self> {
        let (mut at, mut done) = (0, 0);
        while done < size {
            let block = Block::at(&bytes[at..]).map_err(|error| error.at(at as u64))?;
            done += u64::from(block.unpacked);
            if done > size {
                let message = format!("the blocks hold {done} bytes or more, the file has {size}");
                return Err(Error::new(Kind::Malformed, message).at(at as u64));
            }
            at += HEAD + block.packed.len();
        }
        Ok(Self {
            bytes: &bytes[..at],
            unpacked: size,
        })
    }

    /// How many bytes the blocks take, with their lengths.
    #[must_use]
    pub const fn packed_len(&self) -> usize {
        self.bytes.len()
    }

    /// The unpacked length of each block.
    pub fn lengths(&self) -> impl Iterator<Item = u16> + use<'a> {
        let mut rest = self.bytes;
        std::iter::from_fn(move || {
            let block = Block::at(rest).ok()?;
            rest = rest.get(HEAD + block.packed.len()..)?;
            Some(block.unpacked)
        })
    }

    /// The file.
    ///
    /// # Errors
    /// [`Kind::Malformed`] when a block is no LZ4, or of another length than it says.
    pub fn unpack(&self) -> Result<Vec<u8>> {
        // Not more than 255 times the bytes that are there: `of` has looked.
        let mut out = vec![0; usize::try_from(self.unpacked).unwrap_or(0)];
        let mut target = &mut out[..];
        let mut at = 0;
        while !target.is_empty() {
            let block = Block::at(&self.bytes[at..])?;
            let (here, rest) = target.split_at_mut(usize::from(block.unpacked));
            block.unpack(here).map_err(|error| error.at(at as u64))?;
            target = rest;
            at += HEAD + block.packed.len();
        }
        Ok(out)
    }

    /// The file, block by block, with memory for one of them.
    ///
    /// # Errors
    /// See [`unpack`](Self::unpack).
    pub fn each(&self, mut take: impl FnMut(&[u8])) -> Result<()> {
        let mut room = Vec::new();
        let (mut at, mut done) = (0, 0);
        while done < self.unpacked {
            let block = Block::at(&self.bytes[at..])?;
            room.resize(block.unpacked.into(), 0);
            let unpacked = block.unpack(&mut room);
            unpacked.map_err(|error| error.at(at as u64))?;
            take(&room);
            done += u64::from(block.unpacked);
            at += HEAD + block.packed.len();
        }
        Ok(())
    }
}

/// Whether a block of no length comes before the file is complete: who follows the blocks then never ends.
#[must_use]
pub fn is_stuck(bytes: &[u8], size: u64) -> bool {
    let (mut rest, mut done) = (bytes, 0);
    while done < size {
        let Some(([a, b, c, d], blocks)) = rest.split_first_chunk::<HEAD>() else {
            return false;
        };
        let (unpacked, packed) = (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]));
        if unpacked == 0 {
            return true;
        }
        done += u64::from(unpacked);
        rest = blocks.get(packed.into()..).unwrap_or_default();
    }
    false
}

/// One block.
struct Block<'a> {
    unpacked: u16,
    packed: &'a [u8],
}

impl<'a> Block<'a> {
    fn at(bytes: &'a [u8]) -> Result<Self> {
        let malformed = |message: String| Error::new(Kind::Malformed, message);
        let Some(([a, b, c, d], rest)) = bytes.split_first_chunk::<HEAD>() else {
            return Err(malformed(
                "the blocks end before the file is complete".into(),
            ));
        };
        let unpacked = u16::from_le_bytes([*a, *b]);
        let length = u16::from_le_bytes([*c, *d]);
        if unpacked == 0 {
            return Err(malformed("an empty block".into()));
        }
        let packed = rest.get(..length.into()).ok_or_else(|| {
            let there = rest.len();
            malformed(format!(
                "a block of {length} bytes, but only {there} are left"
            ))
        })?;
        if u64::from(unpacked) > u64::from(length) * BEST_RATIO {
            return Err(malformed(format!(
                "{length} bytes of LZ4 cannot hold {unpacked}"
            )));
        }
        Ok(Self { unpacked, packed })
    }

    fn unpack(&self, target: &mut [u8]) -> Result<()> {
        let malformed = |message: String| Error::new(Kind::Malformed, message);
        match lz4_flex::block::decompress_into(self.packed, target) {
            Ok(length) if length == target.len() => Ok(()),
            Ok(length) => Err(malformed(format!(
                "a block of {length} bytes that claims {}",
                target.len()
            ))),
            Err(error) => Err(malformed(format!("no block of LZ4: {error}"))),
        }
    }
}

/// A file as blocks of `block_size` bytes, the last one shorter.
///
/// # Errors
/// [`Kind::Invalid`] when the block size is 0 or above [`LARGEST_BLOCK`].
pub fn pack(file: &[u8], compression: Compression, block_size: u16) -> Result<Vec<u8>> {
    if !(1..=LARGEST_BLOCK).contains(&block_size) {
        let message = format!("blocks of {block_size} bytes; 1 to {LARGEST_BLOCK} are possible");
        return Err(Error::new(Kind::Invalid, message));
    }
    let mut out = Vec::new();
    for block in file.chunks(block_size.into()) {
        let packed = compress(block, compression)?;
        let length = |bytes: &[u8]| {
            u16::try_from(bytes.len())
                .map(u16::to_le_bytes)
                .map_err(|_| Error::new(Kind::Invalid, "a block that does not fit its length"))
        };
        out.extend(length(block)?);
        out.extend(length(&packed)?);
        out.extend(packed);
    }
    Ok(out)
}

fn compress(block: &[u8], compression: Compression) -> Result<Vec<u8>> {
    match compression {
        Compression::Fast => Ok(lz4_flex::block::compress(block)),
        #[cfg(feature = "lz4hc")]
        Compression::High(level) => {
            let mode = ::lz4::block::CompressionMode::HIGHCOMPRESSION(level);
            ::lz4::block::compress(block, Some(mode), false)
                .map_err(|error| Error::new(Kind::System, format!("LZ4: {error}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn says(bytes: &[u8], size: u64) -> String {
        let blocks = Blocks::of(bytes, size);
        let result = blocks.and_then(|blocks| {
            let each = blocks.each(|_| {});
            let whole = blocks.unpack();
            assert_eq!(each.err(), whole.as_ref().err().cloned());
            whole
        });
        result.expect_err("refused").to_string()
    }

    #[test]
    fn hostile_lengths_are_refused() {
        assert!(says(b"", 1).contains("the blocks end before"));
        assert!(says(&[0, 0, 1, 0, 0], 1).contains("an empty block"));
        assert!(says(&[1, 0, 9, 0, 0], 1).contains("only 1 are left"));
        assert!(says(&[0, 1, 1, 0, 0], 256).contains("cannot hold"));
        assert!(says(&[2, 0, 2, 0, 0x10, 7], 1).contains("the blocks hold 2 bytes"));
        assert!(says(&[2, 0, 2, 0, 0x10, 7], 2).contains("claims 2"));
        assert!(says(&[2, 0, 1, 0, 0xf0], 2).contains("no block of LZ4"));
    }

    #[test]
    fn nothing_takes_nothing() {
        let blocks = Blocks::of(b"whatever", 0).expect("no block is needed");
        assert_eq!(blocks.packed_len(), 0);
        assert_eq!(blocks.unpack().expect("nothing"), b"");
    }

    #[test]
    fn the_largest_block_fits_whatever_is_in_it() {
        let mut noise = 1_u32;
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        })
        .take(2 * usize::from(LARGEST_BLOCK))
        .collect();
        for compression in all() {
            let packed = pack(&bytes, compression, LARGEST_BLOCK).expect("fits");
            assert_eq!(back(&packed, bytes.len()), bytes);
        }
        assert!(pack(&bytes, Compression::Fast, LARGEST_BLOCK + 1).is_err());
    }

    fn all() -> Vec<Compression> {
        vec![
            Compression::Fast,
            #[cfg(feature = "lz4hc")]
            Compression::High(9),
        ]
    }

    fn back(packed: &[u8], size: usize) -> Vec<u8> {
        let blocks = Blocks::of(packed, size as u64).expect("blocks");
        assert_eq!(blocks.packed_len(), packed.len());
        let mut parts = Vec::new();
        blocks
            .each(|part| parts.extend_from_slice(part))
            .expect("unpacks");
        let whole = blocks.unpack().expect("unpacks");
        assert_eq!(parts, whole);
        whole
    }

    proptest! {
        #[test]
        fn files_come_back(
            file in prop::collection::vec(0_u8..4, 0..2000),
            block_size in 1_u16..600,
        ) {
            for compression in all() {
                let packed = pack(&file, compression, block_size).expect("packs");
                prop_assert_eq!(back(&packed, file.len()), &file[..]);
            }
        }
    }
}
