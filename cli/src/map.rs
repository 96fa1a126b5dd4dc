//! The one place with `unsafe`: mapping files into memory.
#![allow(unsafe_code)]

use std::fs::File;

use bytes::Bytes;
use memmap2::Mmap;

/// Below this a copy is cheaper than a map.
const WORTH_MAPPING: u64 = 1 << 20;

/// The content of a file as a map, if that is worth it and possible. It follows what other programs write, so
/// nothing is proved, compared or written from it.
pub(crate) fn map(file: &File) -> Option<Bytes> {
    let metadata = file.metadata().ok()?;
    if !metadata.is_file() || metadata.len() < WORTH_MAPPING {
        return None;
    }
    // SAFETY: the map is only read. Another program that changes the file meanwhile changes what we
    // read, and one that shortens it ends this process with SIGBUS: the price of every tool that
    // maps, paid for large files only.
    let map = unsafe { Mmap::map(file) }.ok()?;
    Some(Bytes::from_owner(map))
}
