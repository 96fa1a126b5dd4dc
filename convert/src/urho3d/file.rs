//! Models and clips as files: which of them one is, and its tree.

use bytes::Bytes;
use formwork_schema::{
    Format, Result,
    read::{Document, ReadOptions, Trailing, document},
};

pub(super) fn is_clip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"UANI") || bytes.starts_with(b"UAN2")
}

pub(super) fn is_model(bytes: &[u8]) -> bool {
    const MAGICS: [&[u8]; 6] = [b"UMDL", b"UMD2", b"UMD3", b"AMDL", b"AMD2", b"\x01\0\0\0"];
    MAGICS.iter().any(|magic| bytes.starts_with(magic))
}

/// A file, and what follows it.
pub(super) fn tree<T: Format>(bytes: &Bytes) -> Result<Document<T>> {
    let options = ReadOptions {
        trailing: Trailing::Keep,
        ..ReadOptions::default()
    };
    document(bytes, &options)
}
