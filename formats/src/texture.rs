//! Textures as graphics cards take them, which engines of both families load.
//!
//! A format says in its own words how its pixels are stored; [`Texture::shape`] says it in common ones, and
//! [`Texture::surface`] finds the bytes of one picture. Decoding them is another crate's business.

pub mod dds;
mod facts;
pub mod ktx;
mod pixel;
pub mod rules;
mod shape;
mod support;
mod urho3d;
mod verdict;

pub use self::{
    dds::Dds,
    ktx::Ktx,
    pixel::{Block, Masks, Number, PixelFormat},
    shape::{Face, Shape, Subresource, Surface, Texture},
    support::{SUPPORT, Support},
    verdict::Loads,
};
