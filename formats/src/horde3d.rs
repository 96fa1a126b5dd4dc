//! Horde3D and its forks.

pub mod animation;
pub mod code;
pub mod geometry;
mod place;
mod raw_text;
pub mod shader;

pub use animation::Animation;
pub use code::Code;
pub use geometry::Geometry;
pub use raw_text::RawText;
pub use shader::Shader;
