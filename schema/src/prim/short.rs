//! [`Short`]: the bytes of a string, in the value itself where they are few.

use std::fmt;

use bytes::Bytes;

/// How many bytes fit beside their number into what [`Bytes`] takes itself, less the word that tells the two apart.
const ROOM: usize = 23;

/// The bytes, and after them how many they are.
pub(crate) type Here = [u8; ROOM + 1];

/// Bytes that a name usually has no more of than fit in here. A slice of a file is counted, by cores one after another, when it is taken and
/// when it is dropped, which costs more than copying a name; and a copy of its own costs memory.
#[derive(Clone)]
pub(crate) struct Short(Kept);

#[derive(Clone)]
enum Kept {
    /// Few, and a NUL where there is room.
    Here(Here),
    /// More than fit.
    There(Bytes),
}

impl Short {
    /// A copy, where it takes no memory of its own.
    #[inline]
    pub(crate) fn of_few(bytes: &[u8]) -> Option<Self> {
        let mut here = [0; ROOM + 1];
        let (room, length) = here.split_at_mut(ROOM);
        room.get_mut(..bytes.len())?.copy_from_slice(bytes);
        length.copy_from_slice(&[bytes.len() as u8]);
        Some(Self(Kept::Here(here)))
    }

    /// The bytes before a NUL among the first few.
    #[inline]
    pub(crate) fn up_to_nul(mut here: Here) -> Option<Self> {
        // What follows the NUL comes along, and is never looked at: to copy as many bytes always is faster.
        let length = first_nul(&here)?;
        if let Some(last) = here.last_chunk_mut::<8>() {
            // As one word, which memory gives back at once when it is moved as one.
            let word = u64::from_le_bytes(*last) << 8 >> 8;
            *last = (word | u64::from(length) << 56).to_le_bytes();
        }
        Some(Self(Kept::Here(here)))
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Kept::Here(here) => {
                let length = usize::from(here[ROOM]);
                here.get(..length).unwrap_or(here)
            }
            Kept::There(bytes) => bytes,
        }
    }

    /// Whether they are few, and none of them is a NUL.
    #[inline]
    pub(crate) fn is_few_without_nul(&self) -> bool {
        match &self.0 {
            Kept::Here(here) => first_nul(here).is_none_or(|at| at >= here[ROOM]),
            Kept::There(_) => false,
        }
    }

    /// The bytes and a NUL, where they stand one behind the other.
    #[inline]
    pub(crate) fn with_nul(&self) -> Option<&[u8]> {
        match &self.0 {
            Kept::Here(here) if here[ROOM] < ROOM as u8 => here.get(..=usize::from(here[ROOM])),
            _ => None,
        }
    }
}

/// Where the first NUL is, eight bytes at a time.
#[inline]
fn first_nul(bytes: &Here) -> Option<u8> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let (words, _) = bytes.as_chunks::<8>();
    for (at, word) in (0..).step_by(8).zip(words) {
        let word = u64::from_le_bytes(*word);
        // The top bit of each byte that is 0, and maybe of some after the first.
        let nul = word.wrapping_sub(ONES) & !word & (ONES << 7);
        if nul != 0 {
            return Some(at + (nul.trailing_zeros() / 8) as u8);
        }
    }
    None
}

impl From<Bytes> for Short {
    #[inline]
    fn from(bytes: Bytes) -> Self {
        Self::of_few(&bytes).unwrap_or(Self(Kept::There(bytes)))
    }
}

impl Default for Short {
    fn default() -> Self {
        Self(Kept::Here([0; ROOM + 1]))
    }
}

impl fmt::Debug for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_bytes_take_no_memory_of_their_own() {
        assert_eq!(size_of::<Short>(), size_of::<Bytes>());
        for length in [0, 1, ROOM - 1, ROOM, ROOM + 1, 1000] {
            let bytes = vec![b'a'; length];
            let short = Short::from(Bytes::from(bytes.clone()));
            assert_eq!(short.as_slice(), bytes);
            assert_eq!(Short::of_few(&bytes).is_some(), length <= ROOM);
            let ended = [&*bytes, b"\0rest, which is longer than what fits"].concat();
            let found = Short::up_to_nul(*ended.first_chunk().expect("longer"));
            assert_eq!(found.is_some(), length <= ROOM);
            let few = found.into_iter().chain(Short::of_few(&bytes));
            for few in few.filter(|few| few.as_slice().len() < ROOM) {
                assert_eq!(few.as_slice(), bytes);
                assert_eq!(few.with_nul(), Some(&*[&*bytes, b"\0"].concat()));
                assert!(few.is_few_without_nul());
            }
            let nul = Short::from(Bytes::from([&*bytes, b"\0"].concat()));
            assert!(!nul.is_few_without_nul());
            assert_eq!(
                Short::from(Bytes::from(bytes)).is_few_without_nul(),
                length <= ROOM
            );
        }
    }
}
