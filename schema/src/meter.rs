//! [`Meter`]: how far the work on one long file is, for those who wait for it.
//!
//! Work goes through a file, or the tree of it, several times. All that goes through it says what it passes, in the same unit; so who
//! knows how often it is passed can tell how much is left. Nothing is said more often than each 64 KiB.

use std::{
    cell::{Cell, RefCell},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// What a struct weighs beside its bulk, in bytes.
pub const STRUCT: usize = 32;

/// What is passed before it is said, as a power of two.
const STEP: u32 = 16;

/// How far the work on a file is. Another thread may ask meanwhile.
#[derive(Debug, Default)]
pub struct Meter {
    /// Bytes of the tree that were passed, in all.
    passed: AtomicU64,
    /// Those of passing it once, as far as it is known.
    once: AtomicU64,
    /// The greatest place that the first pass came to.
    at: AtomicU64,
    /// How long what it goes through is.
    of: AtomicU64,
}

/// A part of some work, in bytes of what it goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Far {
    /// What is done.
    pub at: u64,
    /// All of it.
    pub of: u64,
}

thread_local! {
    static PASSED: Cell<u64> = const { Cell::new(0) };
    static WATCHED: RefCell<Option<Arc<Meter>>> = const { RefCell::new(None) };
}

impl Meter {
    /// How far all work is where the file is passed so often; none where nothing is known yet.
    #[must_use]
    pub fn far(&self, passes: f64) -> Option<Far> {
        let of = self.of.load(Ordering::Relaxed);
        let (passed, once) = (load(&self.passed), load(&self.once));
        let part = (passed / (once * passes)).min(1.0);
        (once > 0.0).then(|| Far {
            at: bytes(part * load(&self.of)),
            of,
        })
    }

    /// The first pass is at a place of so many; a later one begins before it.
    fn see(&self, passed: u64, at: u64, of: u64) {
        if at == 0 || at < self.at.load(Ordering::Relaxed) {
            self.at.store(u64::MAX, Ordering::Relaxed);
            return;
        }
        self.at.store(at, Ordering::Relaxed);
        let once = u128::from(passed) * u128::from(of) / u128::from(at);
        let once = u64::try_from(once).unwrap_or(u64::MAX);
        self.once.store(once, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }
}

#[expect(clippy::cast_precision_loss, reason = "it is shown in percent")]
fn load(number: &AtomicU64) -> f64 {
    number.load(Ordering::Relaxed) as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a part of a length"
)]
const fn bytes(part: f64) -> u64 {
    part as u64
}

/// Does some work on one file, of which a meter tells. On this thread only.
pub fn watched<R>(meter: Arc<Meter>, work: impl FnOnce() -> R) -> R {
    struct Restore(Option<Arc<Meter>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            WATCHED.set(self.0.take());
        }
    }
    PASSED.set(0);
    let _restore = Restore(WATCHED.replace(Some(meter)));
    work()
}

/// So many bytes of a tree were passed.
#[inline]
pub fn pass(bytes: usize) {
    if add(bytes) {
        say(None);
    }
}

/// The same by those who know where they are, and of how much.
#[inline]
pub fn pass_at(bytes: usize, at: usize, of: usize) {
    if add(bytes) {
        say(Some((at as u64, of as u64)));
    }
}

/// Adds what was passed; whether it is to be said.
#[inline]
fn add(bytes: usize) -> bool {
    let before = PASSED.get();
    let after = before.wrapping_add(bytes as u64);
    PASSED.set(after);
    (before ^ after) >> STEP != 0
}

#[cold]
fn say(place: Option<(u64, u64)>) {
    WATCHED.with_borrow(|meter| {
        let Some(meter) = meter else { return };
        let passed = PASSED.get();
        meter.passed.store(passed, Ordering::Relaxed);
        if let Some((at, of)) = place {
            meter.see(passed, at, of);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(passes: f64, meter: &Meter) -> Option<u64> {
        meter.far(passes).map(|far| far.at)
    }

    #[test]
    fn the_first_pass_tells_how_much_is_left_of_all() {
        let meter = Arc::new(Meter::default());
        watched(Arc::clone(&meter), || {
            assert_eq!(meter.far(2.0), None);
            // The tree of a file of 1 MiB weighs 2.
            for place in 1..=16 {
                pass_at(1 << 17, place << 16, 1 << 20);
                assert_eq!(at(2.0, &meter), Some((place as u64) << 15), "{place}");
            }
            // The second pass is a reader, and changes nothing of that.
            for place in 1..=16 {
                pass_at(1 << 17, place << 16, 1 << 30);
            }
            assert_eq!(at(4.0, &meter), Some(1 << 19));
            pass(1 << 23);
            assert_eq!(at(2.0, &meter), Some(1 << 20), "never more than all");
        });
    }

    #[test]
    fn what_nobody_watches_is_told_to_nobody() {
        let meter = Arc::new(Meter::default());
        watched(Arc::clone(&meter), || ());
        pass_at(1 << 20, 1, 2);
        assert_eq!(meter.far(1.0), None);
    }
}
