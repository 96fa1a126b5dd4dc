//! `FW_origin`: what a glTF file cannot hold of the scene that it was made of, so that the way back gives the same files.
//!
//! Nothing in it is trusted. A value that was mended on the way to glTF is given back where mending it gives what the file holds now;
//! where somebody edited the file, the edit stays.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    extras::{Num, Trigger},
    skip::is_none,
};

/// The form of this extension.
pub(super) const VERSION: u32 = 1;

/// The extension.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Origin {
    pub version: u32,
    /// All bytes that are kept. What follows names them by number.
    #[serde(skip_serializing_if = "is_none")]
    pub stored: Option<Stored>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<NameEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<NodeEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<SkinEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub streams: Vec<StreamEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<MeshEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<LevelEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub primitives: Vec<PrimitiveEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<TargetEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clips: Vec<ClipEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tracks: Vec<TrackEntry>,
}

/// Pieces of bytes one after another, compressed in one buffer view.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Stored {
    pub view: usize,
    /// How long each piece is.
    pub sizes: Vec<usize>,
}

/// One file that the scene was read from. Facts that are empty have no number.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SourceEntry {
    pub name: String,
    pub format: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    #[serde(skip_serializing_if = "is_none")]
    pub size: Option<u64>,
    /// CRC-32.
    #[serde(skip_serializing_if = "is_none")]
    pub rebuilt: Option<u32>,
    #[serde(skip_serializing_if = "is_none")]
    pub sha256: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, Option<usize>>,
    #[serde(skip_serializing_if = "is_none")]
    pub patch: Option<Stored>,
}

/// A name that is not UTF-8.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct NameEntry {
    /// `nodes`, `meshes`, `skins`, `animations`, `parts`, `targets`, `lights`, `cameras`.
    pub list: String,
    pub place: usize,
    #[serde(skip_serializing_if = "is_none")]
    pub of: Option<usize>,
    /// The bytes in base64.
    pub bytes: String,
}

/// A transform that was mended.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct NodeEntry {
    pub node: usize,
    #[serde(skip_serializing_if = "is_none")]
    pub translation: Option<[Num; 3]>,
    #[serde(skip_serializing_if = "is_none")]
    pub rotation: Option<[Num; 4]>,
    #[serde(skip_serializing_if = "is_none")]
    pub scale: Option<[Num; 3]>,
}

/// Matrices that were mended.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SkinEntry {
    pub skin: usize,
    #[serde(skip_serializing_if = "is_none")]
    pub matrices: Option<Rows>,
    /// The root, where glTF cannot say it.
    #[serde(skip_serializing_if = "is_none")]
    pub root: Option<usize>,
}

/// Rows of a table that differ from what can be derived: their places and bytes, or all of them where that is shorter.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Rows {
    /// All rows.
    #[serde(skip_serializing_if = "is_none")]
    pub all: Option<usize>,
    /// Places as u32, then as many rows.
    #[serde(skip_serializing_if = "is_none")]
    pub some: Option<usize>,
}

/// The vertices of one stream.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct StreamEntry {
    pub count: usize,
    /// The number of joints that its influences were mended for.
    pub joint_count: usize,
    pub attributes: Vec<ColumnEntry>,
}

/// One column of a stream as it was.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ColumnEntry {
    pub semantic: String,
    #[serde(skip_serializing_if = "is_first")]
    pub set: u8,
    #[serde(rename = "type")]
    pub kind: String,
    /// The accessor that holds it, as well as glTF can.
    #[serde(skip_serializing_if = "is_none")]
    pub accessor: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub rows: Option<Rows>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_first(set: &u8) -> bool {
    *set == 0
}

/// A mesh that draws nothing.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct MeshEntry {
    /// Its place among the meshes of the scene.
    pub place: usize,
    pub name: String,
    pub part_count: usize,
    pub nodes: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Option<usize>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Option<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub centers: Vec<Option<[Num; 3]>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub target_names: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<Num>,
}

/// A level that has no primitive.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct LevelEntry {
    pub mesh: usize,
    pub part: usize,
    pub level: usize,
    pub distance: Num,
    pub stream: usize,
    pub topology: String,
    /// u32 each.
    #[serde(skip_serializing_if = "is_none")]
    pub indices: Option<usize>,
    /// The type and the rows of its own joints.
    #[serde(skip_serializing_if = "is_none")]
    pub joints: Option<ColumnEntry>,
}

/// What one primitive does not say.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct PrimitiveEntry {
    pub mesh: usize,
    pub primitive: usize,
    /// How many indices it has.
    pub count: usize,
    /// Indices that make no whole primitive: u32 each.
    #[serde(skip_serializing_if = "is_none")]
    pub tail: Option<usize>,
    /// Its own joints.
    #[serde(skip_serializing_if = "is_none")]
    pub joints: Option<ColumnEntry>,
}

/// The records of one morph target that differ from what its accessors say.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct TargetEntry {
    pub mesh: usize,
    pub target: usize,
    pub deltas: Vec<DeltaEntry>,
}

/// The records of one stream.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct DeltaEntry {
    pub stream: usize,
    pub count: usize,
    /// u32 each; those that the accessors say where there are none.
    #[serde(skip_serializing_if = "is_none")]
    pub indices: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub positions: Option<Values>,
    #[serde(skip_serializing_if = "is_none")]
    pub normals: Option<Values>,
    #[serde(skip_serializing_if = "is_none")]
    pub tangents: Option<Values>,
    #[serde(skip_serializing_if = "is_none")]
    pub bitangents: Option<Values>,
}

/// Where values are.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Values {
    /// In a piece of what is stored.
    View(usize),
    /// In the accessor, at the places of the indices.
    Accessor(bool),
}

/// A clip without channels.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ClipEntry {
    pub place: usize,
    pub name: String,
    #[serde(skip_serializing_if = "is_none")]
    pub length: Option<Num>,
    #[serde(skip_serializing_if = "is_none")]
    pub fps: Option<Num>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<Trigger>,
}

/// A track that was mended, or has no channel.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct TrackEntry {
    pub clip: usize,
    /// Its place among the tracks of the clip.
    pub track: usize,
    /// Whether it has no channel; all that follows is then here.
    pub dropped: bool,
    #[serde(skip_serializing_if = "is_none")]
    pub node: Option<usize>,
    #[serde(skip_serializing_if = "is_none")]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "is_none")]
    pub interpolation: Option<String>,
    #[serde(skip_serializing_if = "is_none")]
    pub weight: Option<Num>,
    /// All times.
    #[serde(skip_serializing_if = "is_none")]
    pub times: Option<usize>,
    /// Rotations change their sign from these keys on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flips: Vec<usize>,
    /// Values: all where times are here.
    #[serde(skip_serializing_if = "is_none")]
    pub values: Option<Rows>,
}
