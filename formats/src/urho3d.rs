//! The Urho3D family: Urho3D, U3D, Dry, rbfx, Atomic.

pub mod animation;
mod dialect;
pub mod graph;
pub mod model;
pub(crate) mod names;
pub mod package;
pub mod script;
pub mod shader;
pub mod variant;

pub use animation::Animation;
pub use model::Model;
pub use package::Package;
pub use script::Script;
pub use shader::Shader;
