//! Formats of game engines, one annotated struct tree per layout.
//!
//! # A file of any format
//!
//! [`open`] tells a file by its bytes and its name. The [`Asset`] answers what applies to its format, and `None` to what
//! does not.
//!
//! ```
//! use formwork_formats::open;
//! use formwork_schema::Limits;
//!
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/urho3d/Walk.ani");
//! let asset = open(std::fs::read(path)?.into(), "Walk.ani", &Limits::default())?;
//! assert_eq!(asset.id(), "urho3d.animation");
//!
//! let tree = asset.tree()?;
//! assert_eq!(tree.version().as_deref(), Some("UANI"));
//! assert_eq!(tree.to_bytes()?, *asset.bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A file of one format
//!
//! The root struct of a format, such as [`urho3d::Model`] or [`horde3d::Geometry`], is its typed tree. [`read`] and
//! [`write`] of `formwork_schema` turn bytes into it and back, exactly. Bulk stays packed, as a slice of the file:
//! a column is decoded as it is asked for, and changed where it is.
//!
//! ```
//! use formwork_formats::urho3d::{Animation, animation::Keyframe};
//! use formwork_schema::{read, write};
//!
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/urho3d/Walk.ani");
//! let mut clip: Animation = read::from_bytes(std::fs::read(path)?)?;
//! let last = |clip: &Animation| {
//!     let times = clip.tracks.iter().flat_map(|track| track.keyframes.column(Keyframe::FIELDS.time));
//!     times.reduce(f32::max)
//! };
//! assert_eq!(last(&clip), Some(1.0));
//!
//! // Half as fast.
//! clip.length *= 2.0;
//! for track in &mut clip.tracks {
//!     track.keyframes.map_column(Keyframe::FIELDS.time, |time| 2.0 * time)?;
//! }
//! assert_eq!(last(&clip), Some(2.0));
//! let bytes = write::to_bytes(&clip)?;
//! # assert_eq!(bytes.len(), std::fs::metadata(path)?.len() as usize);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Vertices are changed whatever their layout is: [`VertexBuffer::map_positions`](urho3d::model::VertexBuffer::map_positions),
//! [`Model::recompute_bounds`](urho3d::Model::recompute_bounds),
//! [`Geometry::map_positions`](horde3d::Geometry::map_positions). Formats that are XML documents are read as a [`DocumentFile`],
//! which writes everything back as it was but for what was changed.
//!
//! # Where to look
//!
//! | | |
//! |---|---|
//! | Urho3D, U3D, Dry, Atomic, rbfx | [`urho3d`]: [`Animation`](urho3d::Animation), [`Model`](urho3d::Model), [`Package`](urho3d::Package), [`Script`](urho3d::Script), [`Shader`](urho3d::Shader) |
//! | Horde3D | [`horde3d`]: [`Animation`](horde3d::Animation), [`Geometry`](horde3d::Geometry), and its documents and shaders |
//! | textures of both | [`texture`]: [`Dds`](texture::Dds), [`Ktx`](texture::Ktx) |
//! | files in files | [`package`], [`Asset::packages`] |
//! | all formats | [`FORMATS`], [`AnyFormat`], [`identify()`], [`layouts()`] |
//! | what files name | [`graph`], [`Library`] |
//!
//! A format is one file: its structs carry binrw's attributes, and `derive(Schema)` makes the layout from the same
//! attributes. Nothing else in the workspace knows a format by name.
//!
//! [`read`]: mod@formwork_schema::read
//! [`write`]: mod@formwork_schema::write

mod alone;
mod asset;
mod counts;
mod diagnose;
mod document;
mod envelope;
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
mod motion;
pub mod package;
mod parts;
pub mod pictures;
mod registry;
mod repeated;
pub mod rules;
mod salvage;
mod texts;
pub mod texture;
pub mod urho3d;
mod view;

pub use alone::{Again, Alone};
pub use asset::{Asset, open, open_as};
pub use diagnose::{
    Profile, diagnose, diagnose_contents, diagnose_told, diagnose_tree, misnamed, refused_version,
};
pub use document::{DocumentFile, DocumentFormat};
pub use envelope::Envelope;
pub use forced::{Forced, open_forced};
pub use foreign::is_program;
pub use format::{AnyFormat, Tree, same_bytes};
pub use identify::{identify, identify_whole};
pub use identity::{Confidence, Identity};
pub use inspect::{Fact, FactValue, Inspection, Table};
pub use layouts::GameFormat;
pub use library::{Library, Loaded, Lookup};
pub use motion::{JointMatch, Joints};
pub use parts::{Part, Parts, Told};
pub use pictures::{PictureKind, picture_by_content};
pub use registry::{
    FORMATS, FormatVisitor, add, all, build_graph, dispatch, document_by_root, document_kind,
    documents, format, is_in_graphs, layout, layouts, resource_kind,
};
pub use salvage::{Accept, Loss, Salvaged, salvage};
pub use texts::{Recognised, TextFormat, TextInfo};
pub use view::View;
