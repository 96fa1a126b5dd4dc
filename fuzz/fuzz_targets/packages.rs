//! Arbitrary bytes as packages: both readers agree, what reads is written back, and files in it are unpacked or
//! refused.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::package(bytes));
