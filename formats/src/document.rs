//! Formats that are XML documents: as files, with the layouts and trees of all others.

mod entry;
mod file;
mod kind;
mod recognise;
mod typed;
mod weight;

pub(crate) use self::{
    entry::Documents,
    kind::{Known, compiled_here},
    recognise::root_name,
};
pub use self::{kind::DocumentFormat, typed::DocumentFile};
