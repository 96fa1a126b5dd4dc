//! What goes in and what comes out, without a file system.

use bytes::Bytes;

/// One file that is converted.
#[derive(Debug, Clone)]
pub struct Input {
    /// Its path as the user gave it, or as another file refers to it; `/` between folders.
    pub path: String,
    /// What it holds.
    pub bytes: Bytes,
}

impl Input {
    /// Its name without folders.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    /// Its name without folders and without what begins at the first dot.
    #[must_use]
    pub fn stem(&self) -> &str {
        self.name().split('.').next().unwrap_or_default()
    }
}

/// One file that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Its path relative to the folder of the first one; `/` between folders, never `..`.
    pub path: String,
    /// What it is, as `identify` says: `urho3d.model`; `gltf`, `glb`, `image` and the like for what is not ours.
    pub format: String,
    /// What it holds.
    pub bytes: Bytes,
}

/// Where the files are that others refer to: sidecars, buffers, textures, geometries of a scene.
pub trait Files {
    /// The file that `from` calls `reference`: looked for beside `from`, then below each content root. `None` when there is
    /// none, or when the reference leads out of those folders.
    fn find(&self, from: &Input, reference: &str) -> Option<Input>;

    /// How the output refers to a file that was found: a path relative to the output's folder, with `/` between folders. `None`
    /// where there is no such path; the file is copied then where it could have been linked.
    fn link(&self, found: &Input) -> Option<String> {
        let _ = found;
        None
    }
}

/// No file refers to another.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn find(&self, _: &Input, _: &str) -> Option<Input> {
        None
    }
}
