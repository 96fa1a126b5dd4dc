//! Macros for named numbers: [`flags!`](crate::flags), [`enums!`](crate::enums),
//! [`versions!`](crate::versions), [`dialects!`](crate::dialects), [`bits!`](crate::bits); and for words, [`words!`](crate::words).
//!
//! Each takes the doc comments along, so that names and meanings reach descriptors and dumps.

mod bits;
mod dialects;
mod enums;
mod flags;
mod versions;
mod words;

pub use self::bits::{BitValue, bits_of, with_bits};
pub use crate::version::{At, format_version, parse_version, read_version, version_bytes};
