//! Arbitrary bytes as a model of Urho3D: both readers agree, and what reads is written back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::bytes("urho3d.model", bytes));
