//! Arbitrary bytes for the target that `FUZZ_TARGET` names: a format, binary or text, or a question that is asked of all
//! formats. One program for all of them, so that none is listed here.
#![no_main]

use std::{env, sync::LazyLock};

static TARGET: LazyLock<String> = LazyLock::new(|| {
    env::var("FUZZ_TARGET").expect("FUZZ_TARGET names a target, such as `urho3d.model` or `diff`")
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::ask(&TARGET, bytes));

// Half of all changes are those of the library, which know nothing of the file.
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed & 1 == 0 && conformance::fuzz::mutate(&mut data[..size], seed >> 1).is_some() {
        return size;
    }
    libfuzzer_sys::fuzzer_mutate(data, size, max_size)
});
