//! Formats that are XML documents: as files, with the layouts and trees of all others.

mod entry;
mod file;
mod kind;
mod recognise;
mod typed;

pub(crate) use self::{entry::Documents, recognise::root_name};
pub use self::{kind::DocumentFormat, typed::DocumentFile};
