//! Horde3D and its forks.

pub mod animation;
mod classes;
pub mod code;
pub mod compute;
pub mod geometry;
pub mod graph;
pub mod material;
pub mod particle;
pub mod pipeline;
mod place;
mod raw_text;
pub mod scene;
pub mod shader;

pub use animation::Animation;
pub use code::Code;
pub use compute::ComputeBuffer;
pub use geometry::Geometry;
pub use material::Material;
pub use particle::ParticleEffect;
pub use pipeline::Pipeline;
pub use raw_text::RawText;
pub use scene::Scene;
pub use shader::Shader;
