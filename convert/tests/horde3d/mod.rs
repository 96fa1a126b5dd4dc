//! Horde3D: files into scenes and back.
#![allow(clippy::print_stdout, reason = "tests say how much they read")]

mod back;
mod clips;
mod codes;
mod codes_read;
mod edit;
mod foreign;
mod fork;
mod made;
mod pose;
mod read;
pub(crate) mod real;
mod scenes;
mod through;
