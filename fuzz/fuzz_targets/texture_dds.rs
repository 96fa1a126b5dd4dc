//! Arbitrary bytes as a DirectDraw surface: both readers agree, and what reads is written back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::bytes("texture.dds", bytes));
