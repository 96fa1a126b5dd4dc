//! Formats whose layouts were read from descriptors: they have no Rust types, and need none.

mod binary;
mod document;
mod facts;

pub(crate) use self::{binary::Loaded, document::Plain};
