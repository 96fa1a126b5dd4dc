//! The questions asked of every format, every fixture and every real file.
//!
//! Fixtures are small files made byte by byte in [`fixtures`], not by the library's own writers, so
//! that a mistake and its inverse cannot hide each other. Real files are those below the folders that
//! the environment variable `FORMWORK_CORPUS` lists, separated like `PATH`.

pub mod arbitrary;
pub mod corpus;
pub mod counting;
pub mod fixtures;
pub mod fuzz;
pub mod grown;
mod locked;
pub mod questions;
pub mod shown;
pub mod texts;

pub use self::locked::locked;

/// The examples of `docs/library.md` compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
pub struct Library;
