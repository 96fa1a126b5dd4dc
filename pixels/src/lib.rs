//! The pixels of textures and pictures that game engines load.
//!
//! [`texture`] and [`surface`](surface()) decode what the `texture` formats hold, any level, face and slice; [`picture`](picture()) decodes
//! the common picture files. Both give an [`Image`]. Whatever a file says, nothing is reserved that its bytes cannot
//! fill; and nothing here panics.

mod blocks;
mod hdr;
mod header;
mod image;
mod inspect;
mod jpeg;
mod limit;
mod load;
mod pic;
mod picture;
mod png;
mod psd;
mod reader;
mod sheet;
mod surface;
mod tga;
mod told;
mod verdict;
mod whole;

pub use self::{
    header::{Header, header},
    image::{Image, Pixels},
    inspect::{diagnose, inspect, undecodable, undecodable_at_a_glance},
    load::load,
    picture::{decodes, picture},
    sheet::sheet,
    surface::{every_surface, surface, texture},
};
