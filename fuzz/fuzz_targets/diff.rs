//! Two arbitrary files of one format: what they differ in is told, and equal ones differ in nothing.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::diff(bytes));
