//! What goes in and what comes out, without a file system.

use std::borrow::Cow;

use bytes::Bytes;

use crate::{Options, Report, Target, without_extension};

/// What one conversion is about.
pub struct Request<'a> {
    /// One model or scene, and the clips that belong to it; or clips alone. Those that are owned are dropped as soon as they are
    /// taken apart, if nothing is proved of them.
    pub inputs: Cow<'a, [Input]>,
    /// Where the files are that those refer to.
    pub files: &'a dyn Files,
    /// The name of what is written, without extension.
    pub name: &'a str,
    /// What is written.
    pub target: Target,
    /// Whether that is only what a file of such a name usually is: what the scene was made of decides then, if it is of that family.
    pub is_usual: bool,
    /// Whether a folder of files is wanted, in place of one and what must stand beside it.
    pub split: bool,
    /// All else that can be chosen.
    pub options: &'a Options,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Converted {
    /// What the first input is: the id of a format, or `gltf`.
    pub from: String,
    /// What is to be written, the file that was asked for first.
    pub outputs: Vec<Output>,
    /// What was lost.
    pub report: Report,
}

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

    /// Its name without folders and [without its extension](crate::without_extension).
    #[must_use]
    pub fn stem(&self) -> &str {
        without_extension(self.name())
    }
}

impl From<&Output> for Input {
    fn from(output: &Output) -> Self {
        Self {
            path: output.path.clone(),
            bytes: output.bytes.clone(),
        }
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
