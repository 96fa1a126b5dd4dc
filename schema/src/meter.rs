//! [`Meter`]: how far the work on one long file is, for those who wait for it.
//!
//! The first walk through a file or a text tells how much all of it weighs: so much for each struct, and its bulk. Texts are what takes time, so
//! whoever prints or reads one says what it passes, in the same unit; and who knows how often that is done can tell how much is left.
//! Nothing is said more often than each 64 KiB.

use std::{
    cell::{Cell, RefCell},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::LocalKey,
};

/// What a struct weighs beside its bulk, in bytes.
pub const STRUCT: usize = 32;

/// What is passed before it is said, as a power of two.
const STEP: u32 = 16;

/// How far the work on a file is. Another thread may ask meanwhile.
#[derive(Debug, Default)]
pub struct Meter {
    /// What texts passed, in all.
    passed: AtomicU64,
    /// What passing it once is, as far as it is known.
    once: AtomicU64,
    /// Where the last walk is.
    at: AtomicU64,
    /// How long what the first one goes through is.
    of: AtomicU64,
    /// Whether the first one has come to its end.
    known: AtomicBool,
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
    static WALKED: Cell<u64> = const { Cell::new(0) };
    static WATCHED: RefCell<Option<Arc<Meter>>> = const { RefCell::new(None) };
}

impl Meter {
    /// How far all work is where texts pass the file so often, or where walking through it is all; none where nothing is known yet.
    #[must_use]
    pub fn far(&self, passes: Option<f64>) -> Option<Far> {
        let of = self.of.load(Ordering::Relaxed);
        let at = match passes {
            None => self.at.load(Ordering::Relaxed),
            Some(passes) => {
                bytes(load(&self.passed) / (load(&self.once) * passes) * load(&self.of))
            }
        };
        (of > 0).then_some(Far { at: at.min(of), of })
    }

    /// A walk that has weighed so much is at a place. One after the first begins before it.
    fn see(&self, weighed: u64, at: u64, of: u64) {
        if at < self.at.swap(at, Ordering::Relaxed) {
            self.known.store(true, Ordering::Relaxed);
        }
        if at == 0 || self.known.load(Ordering::Relaxed) {
            return;
        }
        let once = u128::from(weighed) * u128::from(of) / u128::from(at);
        let once = u64::try_from(once).unwrap_or(u64::MAX);
        self.once.store(once.max(1), Ordering::Relaxed);
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
    WALKED.set(0);
    let _restore = Restore(WATCHED.replace(Some(meter)));
    work()
}

/// A walk went over so many bytes of a tree, and is at a place of so many.
#[inline]
pub(crate) fn walk(bytes: usize, at: usize, of: usize) {
    if let Some(walked) = add(&WALKED, bytes) {
        tell(|meter| meter.see(walked, at as u64, of as u64));
    }
}

/// So many bytes of a tree were printed.
#[inline]
pub fn print(bytes: usize) {
    if let Some(passed) = add(&PASSED, bytes) {
        tell(|meter| meter.passed.store(passed, Ordering::Relaxed));
    }
}

/// So many bytes of a tree were read, by a reader that is at a place of a text.
#[inline]
pub fn read(bytes: usize, at: usize, of: usize) {
    if let Some(passed) = add(&PASSED, bytes) {
        tell(|meter| {
            meter.passed.store(passed, Ordering::Relaxed);
            meter.see(passed, at as u64, of as u64);
        });
    }
}

/// Adds to what is counted; all of it where that is to be said.
#[inline]
fn add(counted: &'static LocalKey<Cell<u64>>, bytes: usize) -> Option<u64> {
    let before = counted.get();
    let after = before.wrapping_add(bytes as u64);
    counted.set(after);
    ((before ^ after) >> STEP != 0).then_some(after)
}

#[cold]
fn tell(say: impl FnOnce(&Meter)) {
    WATCHED.with_borrow(|meter| meter.as_deref().map(say));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(passes: Option<f64>, meter: &Meter) -> Option<u64> {
        meter.far(passes).map(|far| far.at)
    }

    /// Walks through a file of 1 MiB, whose tree weighs twice as much.
    fn walked(meter: &Meter) {
        for place in 1..=16 {
            walk(1 << 17, place << 16, 1 << 20);
            assert_eq!(at(None, meter), Some((place as u64) << 16));
        }
    }

    #[test]
    fn the_first_walk_tells_how_much_texts_are_of_all() {
        let meter = Arc::new(Meter::default());
        watched(Arc::clone(&meter), || {
            assert_eq!(meter.far(None), None);
            walked(&meter);
            // Another one changes nothing of that.
            walked(&meter);
            print(1 << 20);
            assert_eq!(at(Some(2.0), &meter), Some(1 << 18));
            read(1 << 20, 1 << 18, 1 << 30);
            assert_eq!(at(Some(2.0), &meter), Some(1 << 19));
            print(1 << 30);
            assert_eq!(at(Some(2.0), &meter), Some(1 << 20), "never more than all");
        });
    }

    #[test]
    fn a_text_that_is_read_first_tells_it_too() {
        let meter = Arc::new(Meter::default());
        watched(Arc::clone(&meter), || {
            read(1 << 17, 1 << 18, 1 << 20);
            assert_eq!(at(Some(2.0), &meter), Some(1 << 17));
        });
    }

    #[test]
    fn what_nobody_watches_is_told_to_nobody() {
        let meter = Arc::new(Meter::default());
        watched(Arc::clone(&meter), || ());
        walk(1 << 20, 1, 2);
        assert_eq!(meter.far(None), None);
    }
}
