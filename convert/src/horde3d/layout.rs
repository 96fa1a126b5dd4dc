//! Where files are, below the folder that is written to. Files name one another in the same way, from there: it is a content root.

use super::names::file_name;
use crate::names::{model_stem, name_for_format};

/// Names of files.
pub(super) struct Layout {
    name: String,
    /// As in the content of the engine's samples.
    split: bool,
}

impl Layout {
    pub(super) fn new(name: &str, split: bool) -> Self {
        Self {
            name: model_stem(name),
            split,
        }
    }

    /// The model itself: `.geo`, `.scene.xml`.
    pub(super) fn model(&self, extension: &str) -> String {
        let name = &self.name;
        if self.split {
            format!("models/{name}/{name}{extension}")
        } else {
            format!("{name}{extension}")
        }
    }

    /// What belongs to the model: materials and textures.
    pub(super) fn part(&self, file: &str) -> String {
        let name = &self.name;
        if self.split {
            format!("models/{name}/{file}")
        } else {
            format!("{name}/{file}")
        }
    }

    /// A clip, by the name that its file had or by its own.
    pub(super) fn clip(&self, file: Option<&str>, clip: &str, number: usize) -> String {
        let file = file.map_or_else(
            || {
                let clip = file_name(clip, &format!("Anim{}", number + 1));
                let name = file_name(&format!("{}_{clip}", self.name), "clip");
                format!("{name}.anim")
            },
            |file| file_name(&name_for_format(file, "horde3d.animation"), "clip.anim"),
        );
        if self.split {
            format!("animations/{file}")
        } else {
            file
        }
    }

    /// The path of a file that others refer to so; `None` where that leads elsewhere.
    pub(super) fn referred(reference: &str) -> Option<String> {
        let is_plain = |part: &str| !part.is_empty() && part != "." && file_name(part, "") == part;
        let parts: Vec<&str> = reference.split('/').collect();
        (reference.len() < 1024 && parts.iter().all(|part| is_plain(part)))
            .then(|| reference.to_owned())
    }
}
