//! Hollow file + scene → the file, as it was but for what was edited since.
//!
//! A hollow file may come from anywhere and is read like any other. What it says about the scene is checked before it is
//! used; where it does not fit, the scene is written without it.

mod bones;
mod clip;
mod drawn;
mod hollow;
mod model;
mod morphs;
mod vertices;

pub(super) use self::{
    bones::{parents_of, set_bone},
    clip::clip,
    model::model,
};
