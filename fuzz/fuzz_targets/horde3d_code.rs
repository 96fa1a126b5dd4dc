//! Arbitrary text as shader code of Horde3D: read or refused with a place, and what is read comes back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::text_format("horde3d.code", bytes));
