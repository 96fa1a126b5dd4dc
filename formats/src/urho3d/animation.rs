//! Urho3D animation clip: `.ani`, magic `UANI` or `UAN2`.
//!
//! Each track drives one bone and says once, in its channel mask, which parts of the pose all of
//! its keyframes carry. A pose is absolute in the space of the parent bone, not an offset from
//! the bind pose. Triggers live beside the file, in an `.xml` of the same name.
//!
//! After `Animation::BeginLoad` and `Animation::Save` of Urho3D and rbfx.

mod diagnose;
mod inspect;
pub mod rules;

use std::{io::Cursor, ops::Range};

use binrw::binrw;
use formwork_schema::{
    CString, Column, Format as _, Packed, Quat, Record, Result, Schema, Vec3, count, enums, flags,
    reserving, versions,
};
use serde::{Deserialize, Serialize};

pub use super::dialect::Dialect;
use super::variant::VariantValue;

versions! {
    /// Magic and version of a clip.
    pub struct Version {
        /// Every engine of the family; counts as version 1.
        b"UANI" implies 1;
        /// rbfx, since 2021-08: a version number follows.
        b"UAN2" followed by 1..=4;
    }
    milestones {
        /// Variant tracks drive any attribute, not only bones.
        VARIANT_TRACKS = 2;
        /// Every track has a blend weight.
        TRACK_WEIGHT = 3;
        /// Bone tracks have one blend weight per channel instead.
        CHANNEL_WEIGHTS = 4;
    }
}

/// Types of variants that one dialect numbers otherwise than the others.
const RENUMBERED: Range<u8> = 7..30;

/// An animation clip of the Urho3D family: how bones, and in rbfx any attributes, move over time.
#[derive(Schema)]
#[schema(format = "urho3d.animation", extension = "ani")]
#[binrw]
#[brw(little)]
#[br(import(reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Animation {
    /// Magic and version.
    pub version: Version,

    /// How the clip was read where its version leaves that open.
    #[schema(dialect)]
    #[br(if(version >= Version::VARIANT_TRACKS), args(reading))]
    pub dialect: Option<Dialect>,

    /// Name of the clip; the engine finds it by the hash of this. May be empty.
    pub name: CString,

    /// Playing time, in seconds. Keyframes may lie beyond it.
    #[schema(unit = "seconds")]
    pub length: f32,

    #[br(temp)]
    #[bw(try_calc(count(tracks)))]
    track_count: u32,
    /// The animated bones, one track each.
    #[br(count = track_count, args { inner: (version, reading) }, parse_with = reserving)]
    pub tracks: Vec<Track>,

    #[br(temp, if(version >= Version::VARIANT_TRACKS))]
    #[bw(if(variant_tracks.is_some()), try_calc(count(variant_tracks)))]
    variant_track_count: u32,
    /// The animated attributes, one track each.
    #[br(
        if(version >= Version::VARIANT_TRACKS),
        count = variant_track_count,
        args { inner: (version, reading) }
    )]
    pub variant_tracks: Option<Vec<VariantTrack>>,
}

impl Animation {
    /// The numbering of variant types that these bytes of the clip could be of as well: under that they read whole, and all numbers are finite.
    #[must_use]
    pub fn other_dialect(&self, file: &[u8]) -> Option<Dialect> {
        let other = match self.dialect? {
            Dialect::Current => Dialect::Classic,
            Dialect::Classic | Dialect::EarlyVersion2 => Dialect::Current,
        };
        let mut variants = self.variant_tracks.iter().flatten();
        if !variants.any(|track| RENUMBERED.contains(&track.kind)) {
            return None;
        }
        let mut cursor = Cursor::new(file);
        let read = Self::read_as(&mut cursor, other).ok()?;
        let is_whole = cursor.position() == file.len() as u64;
        (is_whole && read.is_finite()).then_some(other)
    }
}

/// The motion of one bone.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version, reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// Name of the bone that this track drives.
    pub name: CString,

    /// What every keyframe below carries.
    pub channels: Channels,

    /// Blend weight of the whole track: a factor from 0 to 1.
    #[br(if(version == Version::TRACK_WEIGHT))]
    pub weight: Option<f32>,

    /// Blend weight of each channel.
    #[br(if(version >= Version::CHANNEL_WEIGHTS))]
    pub weights: Option<ChannelWeights>,

    /// The pose that keyframes were relative to.
    #[br(
        if(version == Version::VARIANT_TRACKS && reading == Dialect::EARLY_VERSION_2),
        args(channels)
    )]
    pub base: Option<Box<Pose>>,

    #[br(temp)]
    #[bw(try_calc(count(keyframes)))]
    keyframe_count: u32,
    /// Poses in order of time; nobody checks that order.
    #[br(count = keyframe_count, args { inner: (channels,) })]
    pub keyframes: Packed<Keyframe>,
}

impl Track {
    /// Repeats the first keyframe at time 0. Before its first keyframe, rbfx and glTF hold a track still; the other engines
    /// continue the motion between the first two keyframes backwards. Returns the time at which the track began, in seconds; `None`
    /// where nothing was to do: a track of less than two keyframes, or one that begins at 0 or before.
    ///
    /// # Errors
    /// [`Kind::Invalid`](formwork_schema::Kind::Invalid) when the keyframes do not fit the channels.
    pub fn hold_start(&mut self) -> Result<Option<f32>> {
        let first = self.keyframes.get(0).filter(|first| first.time > 0.0);
        let Some(first) = first.filter(|_| self.keyframes.len() > 1) else {
            return Ok(None);
        };
        let start = Keyframe { time: 0.0, ..first };
        let keys = std::iter::once(start).chain(&self.keyframes);
        self.keyframes = Packed::from_records((self.channels,), keys)?;
        Ok(Some(first.time))
    }
}

// Clips have many, and most of what reading them costs is the memory that they are written to.
const _: () = assert!(size_of::<Track>() <= 112);

flags! {
    /// The parts of a pose.
    pub struct Channels: u8 {
        /// Keyframes have a position.
        POSITION = 1;
        /// Keyframes have a rotation.
        ROTATION = 2;
        /// Keyframes have a scale.
        SCALE = 4;
    }
}

/// Blend weights of a track, one per channel: factors from 0 to 1.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ChannelWeights {
    /// Weight of positions.
    pub position: f32,
    /// Weight of rotations.
    pub rotation: f32,
    /// Weight of scales.
    pub scale: f32,
}

/// The pose of a bone.
#[derive(Schema)]
#[binrw]
#[br(import(channels: Channels))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Translation from the parent bone, in world units.
    #[schema(unit = "world units")]
    #[br(if(channels.contains(Channels::POSITION)))]
    pub position: Option<Vec3>,

    /// Rotation from the parent bone: a unit quaternion, stored w, x, y, z.
    #[br(if(channels.contains(Channels::ROTATION)))]
    pub rotation: Option<Quat>,

    /// Scale along each axis: a plain factor, 1 for unscaled.
    #[br(if(channels.contains(Channels::SCALE)))]
    pub scale: Option<Vec3>,
}

/// The pose of a bone at one moment.
#[derive(Schema, Record)]
#[binrw]
#[br(import(channels: Channels))]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Keyframe {
    /// The moment, in seconds from the start of the clip.
    #[schema(unit = "seconds")]
    pub time: f32,

    /// Translation from the parent bone, in world units: 1 unit is 1 metre by convention.
    #[schema(unit = "world units")]
    #[br(if(channels.contains(Channels::POSITION)))]
    pub position: Option<Vec3>,

    /// Rotation from the parent bone: a unit quaternion, stored w, x, y, z.
    #[br(if(channels.contains(Channels::ROTATION)))]
    pub rotation: Option<Quat>,

    /// Scale along each axis: a plain factor, 1 for unscaled.
    #[br(if(channels.contains(Channels::SCALE)))]
    pub scale: Option<Vec3>,
}

/// How one attribute of a node or component changes over time; rbfx only.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version, reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VariantTrack {
    /// The attribute: a path of node names, component and attribute.
    pub name: CString,

    /// Type number of the values; what it stands for depends on the dialect.
    pub kind: u8,

    /// How values between two keyframes are found.
    pub interpolation: Interpolation,

    /// Tension of the spline: 0 is loose, 1 is straight.
    pub spline_tension: f32,

    /// Blend weight of the whole track: a factor from 0 to 1.
    #[br(if(version >= Version::TRACK_WEIGHT))]
    pub weight: Option<f32>,

    /// The value that keyframes were relative to.
    #[br(
        if(version == Version::VARIANT_TRACKS && reading == Dialect::EARLY_VERSION_2),
        args(kind, reading)
    )]
    pub base: Option<VariantValue>,

    #[br(temp)]
    #[bw(try_calc(count(keyframes)))]
    keyframe_count: u32,
    /// Values in order of time; nobody checks that order.
    #[br(count = keyframe_count, args { inner: (kind, reading) })]
    pub keyframes: Vec<VariantKeyframe>,

    /// Slopes of the spline at each keyframe, one pair per keyframe.
    #[br(
        if(interpolation == Interpolation::TANGENT_SPLINE),
        count = keyframe_count,
        args { inner: (kind, reading) }
    )]
    pub tangents: Option<Vec<Tangent>>,
}

enums! {
    /// How values between two keyframes are found.
    pub struct Interpolation: u8 {
        /// The value of the earlier keyframe.
        NONE = 0;
        /// A straight line.
        LINEAR = 1;
        /// A spline whose slopes follow from its tension.
        TENSION_SPLINE = 2;
        /// A spline whose slopes are stored behind the keyframes.
        TANGENT_SPLINE = 3;
    }
}

/// The value of an attribute at one moment.
#[derive(Schema)]
#[binrw]
#[br(import(kind: u8, reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VariantKeyframe {
    /// The moment, in seconds from the start of the clip.
    #[schema(unit = "seconds")]
    pub time: f32,
    /// The value.
    #[br(args(kind, reading))]
    pub value: VariantValue,
}

/// The slopes of a spline at one keyframe.
#[derive(Schema)]
#[binrw]
#[br(import(kind: u8, reading: Dialect))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tangent {
    /// Slope of the piece that ends here.
    #[br(args(kind, reading))]
    pub incoming: VariantValue,
    /// Slope of the piece that begins here.
    #[br(args(kind, reading))]
    pub outgoing: VariantValue,
}

/// Columns of keyframes: one field of each, without decoding the others.
///
/// ```
/// use formwork_formats::urho3d::{Animation, animation::Keyframes as _};
/// # let file = include_bytes!(concat!(
/// #     env!("CARGO_MANIFEST_DIR"),
/// #     "/../samples/urho3d/Walk.ani"
/// # ));
/// let walk: Animation = formwork_schema::read::from_slice(file)?;
/// let hips = &walk.tracks[0].keyframes;
/// let heights = hips.positions().into_iter().flatten().map(|place| place.y);
/// assert_eq!(heights.count(), hips.len());
/// assert_eq!(hips.times().last(), Some(walk.length));
/// # Ok::<(), formwork_schema::Error>(())
/// ```
pub trait Keyframes {
    /// The moments, in seconds from the start of the clip.
    fn times(&self) -> Column<'_, f32>;

    /// Translations; `None` when the track has no positions.
    fn positions(&self) -> Option<Column<'_, Vec3>>;

    /// Rotations; `None` when the track has none.
    fn rotations(&self) -> Option<Column<'_, Quat>>;

    /// Scales; `None` when the track has none.
    fn scales(&self) -> Option<Column<'_, Vec3>>;
}

impl Keyframes for Packed<Keyframe> {
    fn times(&self) -> Column<'_, f32> {
        self.column(Keyframe::FIELDS.time)
    }

    fn positions(&self) -> Option<Column<'_, Vec3>> {
        self.column(Keyframe::FIELDS.position)
    }

    fn rotations(&self) -> Option<Column<'_, Quat>> {
        self.column(Keyframe::FIELDS.rotation)
    }

    fn scales(&self) -> Option<Column<'_, Vec3>> {
        self.column(Keyframe::FIELDS.scale)
    }
}
