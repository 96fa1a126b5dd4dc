//! Arbitrary bytes as a document of every format that is XML: read or refused, and every way back means the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::documents(bytes));
