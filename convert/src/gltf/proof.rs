//! What the way back of one source is proved by.

use bytes::Bytes;

/// What a glTF file says of one file that it was made of: the checksum of what the importer and the family's writer make of the
/// unedited glTF file, and the difference between both files, if there is one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proof {
    /// The source's length in bytes.
    pub size: Option<u64>,
    /// CRC-32 of what is rebuilt. It only tells whether somebody edited the file: what is rebuilt is the source, or there is a patch.
    pub rebuilt: Option<u32>,
    /// What turns that into the source; `None` where they are the same.
    pub patch: Option<Bytes>,
    /// SHA-256 of the source in hexadecimal digits, where there is a patch.
    pub sha256: Option<String>,
}
