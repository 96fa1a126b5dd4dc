//! What a resource of Horde3D leads to.
//!
//! Scenes name geometries, materials, particle effects, pipelines and other scenes; materials name shaders, textures
//! and other materials; shaders name textures and code; code includes code. The engine finds each below
//! the folders that a program gives it, under its very name.

mod build;
mod fits;
pub mod rules;

pub use build::build;

use crate::format::AnyFormat;

/// What a graph calls files of a format: its id; all textures and pictures are of one kind, `texture`.
#[must_use]
pub fn resource_kind(format: &dyn AnyFormat) -> &'static str {
    let id = format.id();
    if id.starts_with("texture.") {
        "texture"
    } else {
        id
    }
}
