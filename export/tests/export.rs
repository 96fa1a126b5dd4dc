//! The tests of this crate, in one program: each of its own takes as long to link as all of these files take to compile.

mod common;
mod compare;
mod descriptor;
mod documents;
mod errors;
mod vocabulary;
mod xsd;
