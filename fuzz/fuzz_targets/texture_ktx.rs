//! Arbitrary bytes as a Khronos texture: both readers agree, and what reads is written back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::bytes("texture.ktx", bytes));
