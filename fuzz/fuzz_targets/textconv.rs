//! Arbitrary bytes as text for `git diff`: every file has one.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::textconv(bytes));
