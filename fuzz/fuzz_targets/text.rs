//! Arbitrary text as XML and JSON of every format: read or refused, never a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| conformance::fuzz::text(text));
