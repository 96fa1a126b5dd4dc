//! Formats of game engines, one annotated struct tree per layout.
//!
//! A format is one file: its structs carry binrw's attributes, and `derive(Schema)` makes the
//! layout from the same attributes. [`FORMATS`] lists them; [`open`] makes an [`Asset`] of a file of any of them, which
//! answers what it can. Nothing else in the workspace knows a format by name.

mod asset;
mod document;
mod facts;
mod forced;
mod foreign;
mod format;
pub mod graph;
pub mod horde3d;
mod identify;
mod identity;
mod inspect;
mod layouts;
mod library;
mod loaded;
pub mod package;
mod pictures;
mod registry;
mod texts;
pub mod texture;
pub mod urho3d;
mod view;

pub use asset::{Asset, open, open_as};
pub use document::{DocumentFile, DocumentFormat};
pub use forced::{Forced, open_forced};
pub use foreign::is_program;
pub use format::{AnyFormat, Tree, same_bytes};
pub use horde3d::graph::{build as build_graph, resource_kind};
pub use identify::{identify, identify_whole};
pub use identity::{Confidence, Identity};
pub use inspect::{Fact, FactValue, Inspect, Inspection, Oddity, Table};
pub use layouts::GameFormat;
pub use library::{Library, Loaded, Lookup};
pub use pictures::{PictureKind, picture_by_content};
pub use registry::{
    FORMATS, FormatVisitor, add, all, dispatch, document_by_root, documents, format, layout,
    layouts,
};
pub use texts::{Recognised, TextFormat, TextInfo};
pub use view::View;
