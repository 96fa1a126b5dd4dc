//! Arbitrary bytes as textures and pictures of every kind: decoded or refused, never a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::pixels(bytes));
