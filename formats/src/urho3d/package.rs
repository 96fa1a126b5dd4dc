//! Urho3D package: `.pak`, magic `UPAK`, `ULZ4`, `RPAK` or `RLZ4`.
//!
//! A package is a folder of files in one: a table of names, and the bytes of the files one after another,
//! as they are or in [blocks of LZ4](crate::package::lz4). Offsets count from the start of the package, which need
//! not be that of the file: a package may follow a program, or other packages. The
//! number in the last four bytes says how far back it begins.
//!
//! A file of several packages reads as the last one, with the others in [`before`](Package::before);
//! [`packages`] goes through all of them. The engine tries the start of the file first, and so finds the first. The
//! two differ besides where a package without its size, as before 2013-10, ends with bytes that lead to another magic.
//!
//! After `PackageFile::Open` and `PackageTool` of Urho3D, and `PackageFile::Open` of rbfx.

mod build;
mod contents;
mod diagnose;
mod entries;
mod inspect;
mod layers;
mod opened;
pub mod rules;
mod tree;
mod verify;

pub use self::{
    build::Builder,
    entries::Files,
    layers::{Layer, Layers, packages},
    tree::{Entry, Package, Version},
    verify::Layering,
};
