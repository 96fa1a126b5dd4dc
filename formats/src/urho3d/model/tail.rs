//! What the oldest files and those of Atomic have behind everything else.

use binrw::binrw;
use formwork_schema::{CString, Peek, Remaining, Schema, Vle, Wide, count};
use serde::{Deserialize, Serialize};

use super::version::Version;

/// Levels of detail of special uses, usually 4294967295 for the one that is drawn.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version, geometry_centers: Wide))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LodLevels {
    /// The level that collisions use.
    #[br(assert(
        version >= Version::MASKS_OF_URHO3D && geometry_centers == 0,
        "only the oldest models have these, in place of geometry centers"
    ))]
    pub collision: u32,
    /// The level that ray casts use.
    pub raycast: u32,
    /// The level that hides what is after it.
    pub occlusion: u32,
}

/// What Atomic adds: nothing, the animations of the model, or names of its geometries.
#[derive(Schema)]
#[binrw]
#[br(import(version: Version, geometry_count: u32, geometry_centers: Wide))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AtomicTail {
    /// Revision of what follows; Atomic writes 1 whatever that is.
    #[br(assert(
        version >= Version::ATOMIC
            && version < Version::MASKS_OF_URHO3D
            && geometry_centers == geometry_count,
        "only models of Atomic have this, after the geometry centers"
    ))]
    pub revision: u32,

    #[br(temp)]
    #[bw(ignore)]
    after_revision: Remaining,
    #[br(temp)]
    #[bw(ignore)]
    first: Peek<0>,

    /// The animations of the model: 2015-08 to 2015-11.
    #[br(if(first == ANIMATION))]
    pub animations: Option<Animations>,

    /// Names of the geometries: since 2015-12.
    #[br(
        if(after_revision > 0 && first != ANIMATION),
        count = geometry_count
    )]
    pub geometry_names: Option<Vec<CString>>,
}

/// Hash of the name of the class of animations.
const ANIMATION: u32 = 0x5ca6_a6c4;

/// Resources of the class of animations.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Animations {
    /// Hash of the name of the class.
    #[schema(unit = "hash")]
    #[br(assert(type_hash == ANIMATION, "only animations are listed here"))]
    pub type_hash: u32,
    #[br(temp)]
    #[bw(try_calc(count(names)))]
    name_count: Vle,
    /// Paths of the animations below a resource folder.
    #[br(count = name_count)]
    pub names: Vec<CString>,
}
