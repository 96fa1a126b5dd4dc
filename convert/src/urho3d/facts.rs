//! What a scene does not hold of a file: the file itself without the bulk that the scene holds, and a few lists.

mod clip;
mod expected;
mod model;
mod stored;

pub(super) use self::{
    clip::of_clip,
    expected::{completed, trim},
    model::{LocalJoints, NO_MATRIX, local_joints, of_model, outside_ranges},
    stored::{
        BOX, COUNTS, HOLLOW, JOINTS, LEVELS, MATERIALS, RANGES, SIDECAR, TRACKS, TRAILING, unpack,
    },
};
