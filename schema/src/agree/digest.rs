//! [`Digest`]: many events as one number.

use crate::{Path, events::Event, path::Step, walk::Scalar};

/// An odd number without pattern.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Events so far, condensed; equal sequences have equal digests, others practically never.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Digest {
    state: u64,
    events: u64,
}

impl Digest {
    #[inline]
    pub(super) fn add(&mut self, path: &Path<'_>, event: Event<'_>) {
        self.events += 1;
        let mut state = self.state;
        for step in path.steps() {
            state = match step {
                Step::Name(name) | Step::Variant(name, _) => text(state, name.as_bytes()),
                Step::Index(index) => mix(state, !index),
            };
        }
        self.state = value(state, event);
    }

    /// The digest of one event alone.
    pub(super) fn of(path: &Path<'_>, event: Event<'_>) -> u32 {
        let mut digest = Self::default();
        digest.add(path, event);
        (digest.state >> 32) as u32 ^ digest.state as u32
    }
}

#[inline]
fn value(state: u64, event: Event<'_>) -> u64 {
    match event {
        Event::Leaf(Scalar::F32(float)) => mix(state, u64::from(float.to_bits()) | 1 << 33),
        Event::Leaf(Scalar::F64(float)) => mix(mix(state, 2), float.to_bits()),
        Event::Leaf(Scalar::Int(int)) => mix(mix(state, int as u64), (int >> 64) as u64),
        Event::Leaf(Scalar::Bytes(bytes)) => text(mix(state, 4), bytes),
        Event::Items(count) => mix(mix(state, 5), count),
        Event::Variant => mix(state, 6),
        Event::Derived(_, None) => mix(state, 7),
        Event::Derived(_, Some(int)) => mix(mix(state, int as u64), (int >> 64) as u64),
    }
}

#[inline]
fn text(state: u64, bytes: &[u8]) -> u64 {
    let state = mix(state, bytes.len() as u64);
    if let Some(last) = bytes.last_chunk::<8>() {
        let (words, _) = bytes.as_chunks::<8>();
        // The last eight bytes overlap the word before them; their place follows from the length.
        let words = words.iter().chain([last]);
        return words.fold(state, |state, word| mix(state, u64::from_le_bytes(*word)));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let first = u64::from(u32::from_le_bytes(*first));
        return mix(state, first << 32 | u64::from(u32::from_le_bytes(*last)));
    }
    let short = |word, byte: &u8| word << 8 | u64::from(*byte);
    mix(state, bytes.iter().fold(0, short))
}

#[inline]
fn mix(state: u64, word: u64) -> u64 {
    (state.rotate_left(29) ^ word).wrapping_mul(FACTOR)
}
