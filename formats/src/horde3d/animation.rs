//! Horde3D animation: `.anim`, magic `H3DA`.
//!
//! One entity per animated node, found by name; one pose per frame. Nothing says how long a frame
//! lasts: the program that plays the animation does. An entity whose poses are all equal
//! stores one of them and says so.
//!
//! After `egAnimation.cpp` of Horde3D and of the fork with morph weights.

mod inspect;
pub mod rules;

use binrw::binrw;
use formwork_schema::{
    Bool, Column, FixedString, Packed, QuatXyzw, Record, Schema, Vec3, count, is_set, versions,
};
use serde::{Deserialize, Serialize};

versions! {
    /// Magic and version of an animation.
    pub struct Version {
        /// 2 until 2008-08-31, 3 since; 4 is the fork with morph weights.
        b"H3DA" followed by 2..=4;
    }
    milestones {
        /// Entities say whether all their frames are equal and only one is stored.
        COMPRESSED_ENTITIES = 3;
        /// Entities have tracks of morph weights; one fork only.
        MORPH_TRACKS = 4;
    }
}

/// An animation of Horde3D: the pose of every animated node at every frame.
#[derive(Schema)]
#[schema(format = "horde3d.animation", extension = "anim")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Animation {
    /// Magic and version.
    pub version: Version,

    #[br(temp)]
    #[bw(try_calc(count(entities)))]
    entity_count: u32,

    /// Length of the animation, in frames: how many every entity has that is not compressed.
    #[schema(unit = "frames")]
    pub frame_count: u32,

    /// The animated nodes.
    #[br(count = entity_count, args { inner: (version, frame_count) })]
    pub entities: Vec<Entity>,
}

/// The motion of one node.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version, frame_count: u32))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entity {
    /// Name of the joint or mesh that this entity drives.
    pub name: FixedString<256>,

    /// Whether all frames are equal, so that only one is stored.
    #[br(if(version >= Version::COMPRESSED_ENTITIES))]
    pub compressed: Option<Bool>,

    /// Poses relative to the parent node, one per frame.
    #[br(count = if is_set(compressed) { 1 } else { frame_count })]
    pub frames: Packed<Frame>,

    #[br(temp, if(version >= Version::MORPH_TRACKS))]
    #[bw(if(morph_tracks.is_some()), try_calc(count(morph_tracks)))]
    morph_track_count: u32,
    /// Weights of the node's morph targets.
    #[br(
        if(version >= Version::MORPH_TRACKS),
        count = morph_track_count,
        args { inner: (frame_count,) }
    )]
    pub morph_tracks: Option<Vec<MorphTrack>>,
}

/// The pose of a node at one frame: scale first, then rotation, then translation.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Rotation from the parent node: a unit quaternion, stored x, y, z, w.
    pub rotation: QuatXyzw,
    /// Translation from the parent node, in model units.
    #[schema(unit = "model units")]
    pub translation: Vec3,
    /// Scale along each axis: a plain factor, 1 for unscaled.
    pub scale: Vec3,
}

/// The weight of one morph target over time.
#[derive(Schema)]
#[binrw]
#[br(import(frame_count: u32))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MorphTrack {
    /// Name of the morph target.
    pub name: FixedString<256>,

    /// Whether all weights are equal, so that only one is stored.
    pub compressed: Bool,

    /// Weights, one per frame: 0 for the base shape, 1 for the target.
    #[br(count = if is_set(compressed) { 1 } else { frame_count })]
    pub weights: Packed<f32>,
}

/// Columns of frames: one field of each, without decoding the others.
pub trait Frames {
    /// Rotations from the parent node.
    fn rotations(&self) -> Column<'_, QuatXyzw>;

    /// Translations from the parent node, in model units.
    fn translations(&self) -> Column<'_, Vec3>;

    /// Scales along each axis.
    fn scales(&self) -> Column<'_, Vec3>;
}

impl Frames for Packed<Frame> {
    fn rotations(&self) -> Column<'_, QuatXyzw> {
        self.column(Frame::FIELDS.rotation)
    }

    fn translations(&self) -> Column<'_, Vec3> {
        self.column(Frame::FIELDS.translation)
    }

    fn scales(&self) -> Column<'_, Vec3> {
        self.column(Frame::FIELDS.scale)
    }
}
