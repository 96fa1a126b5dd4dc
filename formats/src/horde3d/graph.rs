//! What a resource of Horde3D leads to.
//!
//! Scenes name geometries, materials, particle effects, pipelines and other scenes; materials name shaders, textures
//! and other materials; shaders name textures and code; code includes code. The engine finds each below
//! the folders that a program gives it, under its very name.

mod build;
mod fits;
pub mod rules;

pub use build::build;

use formwork_schema::Engines;

/// The engines whose resources are followed.
pub const ENGINES: Engines = Engines::HORDE3D_FAMILY;
