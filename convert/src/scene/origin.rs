//! What the files were that a scene comes from.

use std::collections::BTreeMap;

use bytes::Bytes;

/// One file that a scene was read from, and all of it that the scene does not hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Source {
    /// Its name without folders.
    pub name: String,
    /// What it is, as `identify` says: `urho3d.model`.
    pub format: String,
    /// Its version: `UMD2`.
    pub version: String,
    /// The file itself, where it was read: what the way back is proved against.
    pub file: Option<Bytes>,
    /// What its writer needs beside the scene to write the same bytes again.
    pub facts: Facts,
}

/// What a writer needs beside a scene, as named strings of bytes. Only the family that wrote them knows what is in them, and it
/// trusts them no more than any file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts(pub BTreeMap<String, Bytes>);
