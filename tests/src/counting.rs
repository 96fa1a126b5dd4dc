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

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn take(bytes: usize) {
    // A thread that ends may have lost its counters already.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes as isize);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now.get())));
    });
    let _ = BYTES.try_with(|all| all.set(all.get() + bytes));
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

fn give(bytes: usize) {
    let _ = NOW.try_with(|now| now.set(now.get() - bytes as isize));
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
    NOW.set(0);
    PEAK.set(0);
    BYTES.set(0);
    COUNT.set(0);
    let result = work();
    let cost = Cost {
        peak: usize::try_from(PEAK.get()).unwrap_or(0),
        bytes: BYTES.get(),
        count: COUNT.get(),
    };
    drop(result);
    cost
}
