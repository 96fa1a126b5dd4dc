//! Urho3D, U3D, Dry, rbfx and Atomic: from files to a scene and back.
#![allow(clippy::print_stdout, reason = "tests say how much they read")]

mod again;
mod anew;
mod blender;
mod build;
mod by_gltf;
mod cases;
mod clips;
mod codes;
mod curves;
pub(crate) mod files;
mod folders;
mod forks;
mod parts;
mod poses;
mod read;
mod scenes;
mod tangents;
mod write;
