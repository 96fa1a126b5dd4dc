//! Arbitrary bytes as a geometry of Horde3D: both readers agree, and what reads is written back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::bytes("horde3d.geometry", bytes));
