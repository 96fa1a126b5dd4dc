//! Arbitrary text as a descriptor: read or refused, and what is read comes back.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| conformance::fuzz::descriptor(text));
