//! Arbitrary bytes as an animation of Urho3d: both readers agree, and what reads is written back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::bytes("urho3d.animation", bytes));
