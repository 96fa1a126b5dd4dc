//! Formats of game engines, one annotated struct tree per layout.
//!
//! A format is one file: its structs carry binrw's attributes, and `derive(Schema)` makes the
//! layout from the same attributes. [`FORMATS`] lists them; [`dispatch`] runs a generic job on one
//! chosen by name. Nothing else in the workspace knows a format by name.

mod attributes;
mod document;
pub mod horde3d;
mod identify;
mod inspect;
pub mod lz4;
mod pictures;
mod registry;
pub mod sdbm;
mod texts;
pub mod texture;
pub mod urho3d;
mod view;

pub use document::{DocumentFile, DocumentFormat};
pub use identify::{Confidence, Identity, identify, identify_whole, is_program};
pub use inspect::{Fact, Inspect, Inspection, Oddity, Table, Value};
pub use pictures::{PICTURES, Picture, PictureKind, picture_by_content, picture_info};
pub use registry::{FORMATS, GameFormat, Info, Job, dispatch, info};
pub use texts::{
    DocumentJob, Recognised, TEXTS, Text, TextFormat, TextInfo, TextJob, dispatch_document,
    dispatch_text, document_by_root, document_items, prove, text,
};
pub use view::View;
