//! Horde3D and its forks.

pub mod animation;
mod classes;
pub mod compute;
pub mod geometry;
pub mod graph;
pub mod material;
pub mod particle;
pub mod pipeline;
pub mod scene;

pub use animation::Animation;
pub use compute::ComputeBuffer;
pub use geometry::Geometry;
pub use material::Material;
pub use particle::ParticleEffect;
pub use pipeline::Pipeline;
pub use scene::Scene;
