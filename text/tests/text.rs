//! The tests of this crate, in one program: each of its own takes as long to link as all of these files take to compile.

mod common;
mod dump;
mod floats;
mod json;
mod lock;
mod untyped;
mod versions;
mod xml;
