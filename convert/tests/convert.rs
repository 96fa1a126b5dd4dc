//! The tests of this crate, in one program: each of its own takes as long to link as all of these files take to compile.

mod gltf;
mod horde3d;
mod pipeline;
mod still;
mod urho3d;
