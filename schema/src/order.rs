//! Byte orders as types, so that records are decoded without asking for theirs.

use crate::layout::Endian;

/// A byte order that is known while compiling.
pub trait ByteOrder {
    /// It as a value.
    const ENDIAN: Endian;
}

/// Least significant byte first.
#[derive(Debug, Clone, Copy)]
pub enum LittleEndian {}

/// Most significant byte first.
#[derive(Debug, Clone, Copy)]
pub enum BigEndian {}

impl ByteOrder for LittleEndian {
    const ENDIAN: Endian = Endian::Little;
}

impl ByteOrder for BigEndian {
    const ENDIAN: Endian = Endian::Big;
}
