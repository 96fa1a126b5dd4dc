//! Models, skeletons, clips and materials of game engines, from and to glTF 2.0 and one another, with a list of everything
//! that is lost on the way.
//!
//! Every family of formats has a reader, which makes a [`Scene`] of files, and a writer, which makes files of a scene. No family
//! knows another. A scene has the axes of glTF: right-handed, +Y up, +Z to the front, metres, texture coordinates downwards.
//! Readers keep values as their files store them; what a target cannot hold is changed by the writer of that target, which
//! says so in the [`Report`].
//!
//! # From a file to a file
//!
//! ```rust
//! use formwork_convert::{Input, NoFiles, Options, Request, Target, convert};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/urho3d/");
//! let read = |name: &str| -> std::io::Result<Input> {
//!     Ok(Input { path: name.into(), bytes: std::fs::read(format!("{folder}{name}"))?.into() })
//! };
//! let made = convert(Request {
//!     inputs: vec![read("Figure.mdl")?, read("Walk.ani")?].into(),
//!     files: &NoFiles, // where sidecars, textures and buffers are looked for
//!     name: "figure",
//!     target: Target::Glb,
//!     is_usual: false,
//!     split: false,
//!     options: &Options::default(),
//! })?;
//! assert_eq!(made.outputs[0].path, "figure.glb");
//! assert!(made.outputs[0].bytes.starts_with(b"glTF"));
//! for loss in made.report.losses() {
//!     println!("{} at {}: {}", loss.code, loss.place, loss.detail);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Between reading and writing there is the [`Scene`]: [`urho3d::read`], [`horde3d::read`] and [`gltf::read`] make one, which may be
//! changed before `write` of any family takes it.

mod code;
mod error;
mod formats;
pub mod gltf;
pub mod horde3d;
mod job;
mod lists;
pub mod math;
mod names;
pub mod normals;
mod numbers;
pub mod obj;
mod options;
mod pipeline;
pub mod ply;
mod proof;
mod report;
pub mod scene;
mod still;
pub mod tangents;
pub mod urho3d;
mod weight;

pub use self::{
    code::{Code, Severity},
    formats::{Format, Role, shared_stem},
    job::{Converted, Files, Input, NoFiles, Output, Request},
    names::{
        FileNumbers, name_for_format, split_path, strip_extension, text_names, without_extension,
    },
    options::{
        FlipV, Fps, Lods, Mirror, Names, Normals, Options, OriginMode, RootChain, StreamLayout,
        Tangents, Target, Textures, Tolerance, Word,
    },
    pipeline::convert,
    report::{Loss, Report},
    scene::Scene,
    weight::referred_memory,
};
