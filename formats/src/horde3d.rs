//! Horde3D and its forks.

pub mod animation;
pub mod geometry;

pub use animation::Animation;
pub use geometry::Geometry;
