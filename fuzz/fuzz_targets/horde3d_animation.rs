//! Arbitrary bytes as an animation of Horde3d: both readers agree, and what reads is written back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::bytes("horde3d.animation", bytes));
