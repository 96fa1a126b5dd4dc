//! Arbitrary bytes as a file of the format that `FUZZ_FORMAT` names, binary or text: read or refused, and every way
//! back means the same. Without it, the bytes tell their format.
#![no_main]

use std::{env, sync::LazyLock};

static FORMAT: LazyLock<Option<String>> = LazyLock::new(|| env::var("FUZZ_FORMAT").ok());

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| conformance::fuzz::format(FORMAT.as_deref(), bytes));
