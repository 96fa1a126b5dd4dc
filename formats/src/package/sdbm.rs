//! SDBM: the hash that Urho3D and Horde3D use for names, and Urho3D for the files of packages.
//!
//! Each byte makes `h * 65599 + byte`, modulo 2³². That is a polynomial, so that thirty-two lanes can each
//! take every thirty-second byte, and the hash of two runs of bytes follows from their hashes.
//!
//! ```
//! use formwork_formats::package::sdbm;
//!
//! assert_eq!(sdbm::hash(b"Model"), 0xcc30_3dc9);
//! assert_eq!(sdbm::join(sdbm::hash(b"Mo"), sdbm::hash(b"del"), 3), sdbm::hash(b"Model"));
//! ```

use pulp::{Simd, WithSimd};

const FACTOR: u32 = 65599;
const LANES: usize = 32;
/// `FACTOR` to the power of `LANES`.
const STRIDE: u32 = power(FACTOR, LANES as u64);

const fn power(mut base: u32, mut exponent: u64) -> u32 {
    let mut result = 1_u32;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        exponent >>= 1;
    }
    result
}

/// Bytes for which it pays to ask what the processor can do.
const LONG: usize = 8 * LANES;

/// The hash of some bytes.
#[must_use]
pub fn hash(bytes: &[u8]) -> u32 {
    if bytes.len() < LONG {
        return in_lanes(bytes);
    }
    // The same code once more, compiled for the widest registers that this processor has.
    pulp::Arch::new().dispatch(Wide(bytes))
}

struct Wide<'b>(&'b [u8]);

impl WithSimd for Wide<'_> {
    type Output = u32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> u32 {
        in_lanes(self.0)
    }
}

/// What is not inlined is not compiled again.
#[inline(always)]
fn in_lanes(bytes: &[u8]) -> u32 {
    let (rows, rest) = bytes.as_chunks::<LANES>();
    let mut lanes = [0_u32; LANES];
    for row in rows {
        for (lane, byte) in lanes.iter_mut().zip(row) {
            *lane = lane.wrapping_mul(STRIDE).wrapping_add((*byte).into());
        }
    }
    let joined = lanes.iter().fold(0, |hash, lane| step(hash, *lane));
    rest.iter()
        .fold(joined, |hash, byte| step(hash, (*byte).into()))
}

/// The hash of what a first hash is of, followed by `second_len` bytes that a second is of.
#[must_use]
pub const fn join(first: u32, second: u32, second_len: u64) -> u32 {
    first
        .wrapping_mul(power(FACTOR, second_len))
        .wrapping_add(second)
}

const fn step(hash: u32, next: u32) -> u32 {
    hash.wrapping_mul(FACTOR).wrapping_add(next)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As the engines write it.
    fn plain(start: u32, bytes: &[u8]) -> u32 {
        bytes.iter().fold(start, |hash, byte| {
            u32::from(*byte)
                .wrapping_add(hash << 6)
                .wrapping_add(hash << 16)
                .wrapping_sub(hash)
        })
    }

    #[test]
    fn known_names() {
        assert_eq!(hash(b""), 0);
        assert_eq!(hash(b"Material"), 0xf712_ca87);
        assert_eq!(hash(b"StaticModel"), 0xb695_da5b);
        assert_eq!(hash(b"Texture2D"), 0xffa7_e0ad);
    }

    proptest! {
        #[test]
        fn lanes_agree_with_the_plain_loop(
            bytes in prop::collection::vec(any::<u8>(), 0..900),
            start: u32,
        ) {
            prop_assert_eq!(hash(&bytes), plain(0, &bytes));
            prop_assert_eq!(join(start, hash(&bytes), bytes.len() as u64), plain(start, &bytes));
        }
    }
}
