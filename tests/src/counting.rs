//! An allocator that counts what each thread takes, for tests of what work costs.

// Every call is handed on to the system's allocator; counting is all it adds.
#![allow(unsafe_code)]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
};

/// The system's allocator, which counts. A test program makes it its own with `#[global_allocator]`.
pub struct Counting;

/// What some work took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// The most bytes that it had at once.
    pub peak: usize,
    /// Bytes in all, also those that were given back.
    pub bytes: usize,
    /// How often it asked for memory.
    pub count: usize,
}

/// What a thread has, and what it took since it began to count. In one piece, since it is looked up for each
/// allocation, and tests are not optimised.
#[derive(Clone, Copy)]
struct Counted {
    now: isize,
    peak: isize,
    bytes: usize,
    count: usize,
}

const NOTHING: Counted = Counted {
    now: 0,
    peak: 0,
    bytes: 0,
    count: 0,
};

thread_local! {
    static COUNTED: Cell<Counted> = const { Cell::new(NOTHING) };
}

fn take(bytes: usize) {
    // A thread that ends may have lost its counters already.
    let _ = COUNTED.try_with(|counted| {
        let mut all = counted.get();
        all.now += bytes as isize;
        if all.now > all.peak {
            all.peak = all.now;
        }
        all.bytes += bytes;
        all.count += 1;
        counted.set(all);
    });
}

fn give(bytes: usize) {
    let _ = COUNTED.try_with(|counted| {
        let mut all = counted.get();
        all.now -= bytes as isize;
        counted.set(all);
    });
}

// SAFETY: every call is the system allocator's own, with the arguments as they came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give(layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// What some work on this thread takes, beyond what there was before.
pub fn cost<R>(work: impl FnOnce() -> R) -> Cost {
    COUNTED.set(NOTHING);
    let result = work();
    let counted = COUNTED.get();
    let cost = Cost {
        peak: usize::try_from(counted.peak).unwrap_or(0),
        bytes: counted.bytes,
        count: counted.count,
    };
    drop(result);
    cost
}
