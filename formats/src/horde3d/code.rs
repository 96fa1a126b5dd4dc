//! Code text of Horde3D: `.glsl` files and other text that shaders include.
//!
//! Facts: the engine's resource loader, revisions of 2013 to 2025, and 131 real files.

mod file;
mod flags;
mod included;
mod inspect;
mod notes;
pub mod rules;
mod scan;

pub use file::Code;
pub use flags::Flag;
pub(super) use {
    flags::flags,
    included::flags_with,
    inspect::{all_flags as show_all_flags, flags as show_flags, includes as show_includes},
    notes::Piece,
    scan::{Scan, scan},
};
