//! Clips.

use std::sync::Arc;

use formwork_schema::CString;
use serde_json::Value;

/// One animation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Clip {
    /// Its name.
    pub name: CString,
    /// How long it is in seconds, where the file says so.
    pub length: Option<f32>,
    /// Frames per second, where the file stores frames.
    pub fps: Option<f32>,
    /// What moves.
    pub tracks: Vec<Track>,
    /// What happens at some time.
    pub triggers: Vec<Trigger>,
}

/// How one property of one node changes.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// Which node.
    pub node: usize,
    /// Which property.
    pub path: Path,
    /// When, in seconds. Tracks with the same times share them.
    pub times: Arc<[f32]>,
    /// What: for every time as many numbers as the property has, three times as many (incoming tangent, value, outgoing tangent)
    /// where curves are cubic. Tangents are those of glTF: per second.
    pub values: Vec<f32>,
    /// What is between.
    pub interpolation: Interpolation,
    /// How strongly the track counts, where the file says so.
    pub weight: Option<f32>,
}

/// A property of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Path {
    /// Three numbers.
    Translation,
    /// Four numbers, x y z w.
    Rotation,
    /// Three numbers.
    Scale,
    /// A number for each morph target of the node's mesh.
    Weights,
}

/// What is between two keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Interpolation {
    /// The earlier one.
    Step,
    /// A line; the shortest arc for rotations.
    #[default]
    Linear,
    /// A cubic Hermite spline.
    Cubic,
}

/// What happens at some time of a clip.
#[derive(Debug, Clone, PartialEq)]
pub struct Trigger {
    /// When, in seconds.
    pub time: f32,
    /// What, as the file says it.
    pub value: Value,
}
