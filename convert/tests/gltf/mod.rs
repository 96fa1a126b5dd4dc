//! glTF: scenes written and read again, the Khronos validator, public files, damaged files.
//!
//! `FORMWORK_GLTF_VALIDATOR` is a folder with `node_modules/gltf-validator`; `FORMWORK_GLTF_FILES` one with glTF files of others.
#![allow(clippy::print_stdout, reason = "tests say how much they read")]

mod accessors;
mod broken;
mod codes;
mod damaged;
mod foreign;
mod public;
mod real;
mod roundtrip;
pub(crate) mod scenes;
pub(crate) mod validator;
