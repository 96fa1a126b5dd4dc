//! Small files, made byte by byte: one per version and per odd point.

mod bytes;
mod dds;
mod geometry;
mod horde3d;
mod ktx;
mod model;
mod packages;
pub mod pictures;
mod scripts;
mod shaders;
mod urho3d;
mod variants;

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A small file.
#[derive(Debug, Clone)]
pub struct Fixture {
    /// `<engine>/<format>/<version>-<point>.<extension>` below [`folder`]; of texts without version, below `texts/`.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Where the fixtures are kept.
#[must_use]
pub fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"))
}

/// Every fixture.
#[must_use]
pub fn all() -> Vec<Fixture> {
    let mut all = urho3d::animations();
    all.extend(horde3d::animations());
    all.extend(geometry::geometries());
    all.extend(dds::textures());
    all.extend(ktx::textures());
    all.extend(model::models());
    all.extend(packages::packages());
    all.extend(scripts::scripts());
    all.extend(shaders::shaders());
    all
}

/// Files that fuzzing found and that were once asked in vain, each with the fuzz target that found it: those
/// in `found/<target>`.
///
/// # Panics
/// When they cannot be read.
#[must_use]
pub fn found() -> Vec<(String, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/found");
    let entries = |folder: &Path| {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
        entries.map(|entry| entry.expect("an entry").path())
    };
    let formats = entries(Path::new(folder)).flat_map(|folder| {
        let format = folder.file_name().expect("a name").to_string_lossy();
        let files: Vec<_> = entries(&folder)
            .map(|file| fs::read(file).expect("a file"))
            .collect();
        let format = format.into_owned();
        files.into_iter().map(move |bytes| (format.clone(), bytes))
    });
    formats.collect()
}

impl Fixture {
    fn new(path: &str, bytes: bytes::Bytes) -> Self {
        Self {
            path: path.into(),
            bytes: bytes.finish(),
        }
    }

    /// Id of its format, from its place: `urho3d/animation/…` is `urho3d.animation`.
    #[must_use]
    pub fn format(&self) -> String {
        let parts: Vec<&str> = self.path.split('/').collect();
        format!("{}.{}", parts[0], parts[1])
    }

    /// Its name without folders and extension.
    #[must_use]
    pub fn name(&self) -> &str {
        let file = self.path.rsplit('/').next().unwrap_or_default();
        file.split('.').next().unwrap_or_default()
    }

    /// Whether it is one that engines refuse.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.name().starts_with("refused-")
    }

    /// Whether it ends with bytes that nothing explains.
    #[must_use]
    pub fn has_trailing(&self) -> bool {
        self.name().contains("trailing")
    }
}

/// A clip of this many tracks with this many keyframes each; positions and rotations.
#[must_use]
pub fn large_clip(tracks: u32, keyframes: u32) -> Vec<u8> {
    urho3d::large(tracks, keyframes).finish()
}
