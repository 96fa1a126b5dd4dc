//! [`Hash`](enum@Hash): the checksums that files have of their own bytes.

use crate::layout::PrimKind;

/// How a checksum is calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hash {
    /// CRC-32 of ISO 3309, as PNG, ZIP and gzip have it.
    Crc32,
    /// Adler-32, as zlib has it.
    Adler32,
    /// CRC-16/ARC: the polynomial 0x8005, lowest bit first, from 0.
    Crc16,
    /// The sum of all bytes, modulo 256.
    Sum8,
    /// The sum of all bytes, modulo 65536.
    Sum16,
    /// The sum of all bytes, modulo 2³².
    Sum32,
    /// All bytes in an exclusive or.
    Xor8,
    /// The hash of the database library sdbm, from 0, as the packages of Urho3D have it.
    Sdbm,
    /// FNV-1a of 32 bits.
    Fnv1a,
}

impl Hash {
    /// Every one.
    pub const ALL: [Self; 9] = [
        Self::Crc32,
        Self::Adler32,
        Self::Crc16,
        Self::Sum8,
        Self::Sum16,
        Self::Sum32,
        Self::Xor8,
        Self::Sdbm,
        Self::Fnv1a,
    ];

    /// Its name in descriptors.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crc32 => "crc32",
            Self::Adler32 => "adler32",
            Self::Crc16 => "crc16",
            Self::Sum8 => "sum8",
            Self::Sum16 => "sum16",
            Self::Sum32 => "sum32",
            Self::Xor8 => "xor8",
            Self::Sdbm => "sdbm",
            Self::Fnv1a => "fnv1a",
        }
    }

    /// The one with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|hash| hash.name() == name)
    }

    /// The number that it is stored as.
    #[must_use]
    pub const fn number(self) -> PrimKind {
        match self {
            Self::Sum8 | Self::Xor8 => PrimKind::U8,
            Self::Crc16 | Self::Sum16 => PrimKind::U16,
            Self::Crc32 | Self::Adler32 | Self::Sum32 | Self::Sdbm | Self::Fnv1a => PrimKind::U32,
        }
    }

    /// Of some bytes.
    #[must_use]
    pub fn of(self, bytes: &[u8]) -> u32 {
        let mut hasher = Hasher::new(self);
        hasher.add(bytes);
        hasher.finish()
    }
}

/// A checksum of bytes that come in pieces.
pub(crate) enum Hasher {
    Crc32(crc32fast::Hasher),
    Adler32(adler2::Adler32),
    /// Those that are one step for each byte.
    Steps(Hash, u32),
}

impl Hasher {
    pub(crate) fn new(hash: Hash) -> Self {
        match hash {
            Hash::Crc32 => Self::Crc32(crc32fast::Hasher::new()),
            Hash::Adler32 => Self::Adler32(adler2::Adler32::new()),
            Hash::Fnv1a => Self::Steps(hash, 0x811c_9dc5),
            _ => Self::Steps(hash, 0),
        }
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        match self {
            Self::Crc32(hasher) => hasher.update(bytes),
            Self::Adler32(hasher) => hasher.write_slice(bytes),
            Self::Steps(hash, sum) => {
                let bytes = bytes.iter().map(|byte| u32::from(*byte));
                *sum = match hash {
                    Hash::Crc16 => bytes.fold(*sum, crc16),
                    Hash::Xor8 => bytes.fold(*sum, |sum, byte| sum ^ byte),
                    Hash::Sdbm => {
                        bytes.fold(*sum, |sum, byte| sum.wrapping_mul(65599).wrapping_add(byte))
                    }
                    Hash::Fnv1a => {
                        bytes.fold(*sum, |sum, byte| (sum ^ byte).wrapping_mul(0x0100_0193))
                    }
                    _ => bytes.fold(*sum, u32::wrapping_add),
                };
            }
        }
    }

    pub(crate) fn finish(&self) -> u32 {
        match self {
            Self::Crc32(hasher) => hasher.clone().finalize(),
            Self::Adler32(hasher) => hasher.checksum(),
            Self::Steps(hash, sum) => match hash.number().size() {
                1 => sum & 0xff,
                2 => sum & 0xffff,
                _ => *sum,
            },
        }
    }
}

fn crc16(sum: u32, byte: u32) -> u32 {
    (0..8).fold(sum ^ byte, |sum, _| match sum & 1 {
        0 => sum >> 1,
        _ => (sum >> 1) ^ 0xa001,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_values_that_are_published() {
        // Of "123456789", as the catalogue of parametrised CRC algorithms and the reference programs have them.
        let expected = [
            0xcbf4_3926,
            0x091e_01de,
            0xbb3d,
            0xdd,
            0x01dd,
            0x01dd,
            0x31,
            0x68a0_7035,
            0xbb86_b11c,
        ];
        for (hash, expected) in Hash::ALL.into_iter().zip(expected) {
            assert_eq!(hash.of(b"123456789"), expected, "{}", hash.name());
        }
    }

    #[test]
    fn pieces_make_the_whole() {
        for hash in Hash::ALL {
            let mut pieces = Hasher::new(hash);
            pieces.add(b"1234");
            pieces.add(b"56789");
            assert_eq!(pieces.finish(), hash.of(b"123456789"));
            assert_eq!(Hash::named(hash.name()), Some(hash));
        }
    }
}
