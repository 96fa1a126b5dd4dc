//! The formats that are converted.

use std::collections::BTreeSet;

use formwork_formats::{Identity, format, identify, identify_whole};
use formwork_schema::{CString, Result};

use crate::{
    Files, Input, Target,
    error::unsupported,
    horde3d,
    names::{model_stem, strip_extension, without_form},
    urho3d,
};

/// Families of formats that know one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Gltf,
    Urho3d,
    Horde3d,
    /// Formats that are only written.
    Other,
}

/// What a file is in a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Something to look at: a model, a geometry, a scene.
    Model,
    /// Something that moves it.
    Clip,
}

/// What glTF is called here; the other ids are those of `identify`.
const GLTF: &str = "gltf";

/// All that can be read.
const FORMATS: [(&str, Family, Role); 6] = [
    (GLTF, Family::Gltf, Role::Model),
    ("urho3d.model", Family::Urho3d, Role::Model),
    ("urho3d.animation", Family::Urho3d, Role::Clip),
    ("horde3d.geometry", Family::Horde3d, Role::Model),
    ("horde3d.scene", Family::Horde3d, Role::Model),
    ("horde3d.animation", Family::Horde3d, Role::Clip),
];

/// What is converted of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// The id that `identify` gives it, or `gltf`.
    pub id: &'static str,
    pub(crate) family: Family,
    /// What the file is for.
    pub role: Role,
}

impl Format {
    /// The format of a file, by its first bytes and its name; `None` for what cannot be converted.
    #[must_use]
    pub fn of(head: &[u8], name: &str) -> Option<Self> {
        match identify(head, name).format {
            Some(id) => Self::by_id(id),
            None => is_gltf(head).then(|| Self::by_id(GLTF)).flatten(),
        }
    }

    /// Whether a file name has the extension of a format that can be converted, or of a text form of one: `Walk.ani.xml`.
    #[must_use]
    pub fn is_name(name: &str) -> bool {
        let file = without_form(name);
        let ours = FORMATS.iter().filter_map(|(id, ..)| format(id));
        let mut ours = ours.flat_map(|format| format.extensions());
        let is_gltf = ["gltf", "glb"]
            .iter()
            .any(|it| strip_extension(name, it).is_some());
        is_gltf
            || ours.any(|it| {
                strip_extension(name, it)
                    .or(strip_extension(file, it))
                    .is_some()
            })
    }

    /// Whether a target is of the format's own family, so that the file is converted without others.
    #[must_use]
    pub fn is_of(self, target: Target) -> bool {
        self.family == Family::of(target)
    }

    /// The extension of the file that a target makes of such a file. A geometry stays one within its family.
    #[must_use]
    pub fn extension(self, target: Target) -> &'static str {
        let usual = target.extensions()[0];
        match self.role {
            // Where there is nothing but scenes, a clip becomes nodes that move.
            Role::Clip => target.clips().unwrap_or(usual),
            Role::Model if self.is_part() && self.is_of(target) => {
                let own = format(self.id).map(|it| it.extensions());
                own.and_then(|own| own.first().copied()).unwrap_or(usual)
            }
            Role::Model => usual,
        }
    }

    /// Whether such a file may be a part of another one, which stands for both then.
    #[must_use]
    pub fn is_part(self) -> bool {
        self.id == "horde3d.geometry"
    }

    /// Whether such a file may be made of others.
    #[must_use]
    pub fn has_parts(self) -> bool {
        self.id == "horde3d.scene"
    }

    /// What a file calls the others that it is made of.
    #[must_use]
    pub fn parts(self, input: &Input) -> Vec<String> {
        if self.has_parts() {
            horde3d::geometries(input)
        } else {
            Vec::new()
        }
    }

    /// The names by which clips and what they move find each other: bones, joints, meshes and morph targets of a model, and those
    /// that a clip has tracks for. Empty for what has none, and for what cannot be read.
    #[must_use]
    pub fn moved(self, input: &Input, files: &dyn Files) -> BTreeSet<CString> {
        match self.family {
            Family::Urho3d => urho3d::moved(input),
            Family::Horde3d => horde3d::moved(input, files),
            Family::Gltf | Family::Other => BTreeSet::new(),
        }
    }

    /// Whether two files are of one family, so that they may be converted together.
    #[must_use]
    pub fn goes_with(self, other: Self) -> bool {
        self.family == other.family
    }

    /// The format with an id; `None` for one that cannot be converted.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Self> {
        let (id, family, role) = *FORMATS.iter().find(|(known, ..)| *known == id)?;
        Some(Self { id, family, role })
    }

    /// The format of a whole file.
    pub(crate) fn of_input(input: &Input) -> Result<Self> {
        let Identity {
            format,
            looks_like,
            read_by,
            ..
        } = identify_whole(&input.bytes, input.name());
        let id = format.or_else(|| is_gltf(&input.bytes).then_some(GLTF));
        if let Some(found) = id.and_then(Self::by_id) {
            return Ok(found);
        }
        let name = input.name();
        if let Some(id) = format {
            let message = format!("`{name}` is {id}, which is neither model, scene nor clip");
            return Err(unsupported(message));
        }
        let what = looks_like.unwrap_or_else(|| "of no known format".into());
        let error = unsupported(format!(
            "`{name}` is {what}; models, scenes and clips of Urho3D and Horde3D and glTF 2.0 are converted"
        ));
        Err(match read_by {
            Some(tool) if !tool.is_empty() => error.help(tool),
            _ => error,
        })
    }
}

impl Family {
    /// Whose a source is.
    pub(crate) fn of_source(id: &str) -> Self {
        Format::by_id(id).map_or(Self::Other, |format| format.family)
    }

    /// Whose a target is.
    pub(crate) const fn of(target: Target) -> Self {
        match target {
            Target::Glb | Target::Gltf | Target::GltfEmbedded => Self::Gltf,
            Target::Urho3d | Target::U3d | Target::Rbfx | Target::Atomic | Target::Urho3dLegacy => {
                Self::Urho3d
            }
            Target::Horde3d | Target::Horde3dSls => Self::Horde3d,
            Target::Obj | Target::Ply => Self::Other,
        }
    }
}

/// The stem that the files of a conversion share which refer to one another: for Horde3D the name without what a file name cannot have.
/// Other targets give the name of the conversion to one file only.
#[must_use]
pub fn shared_stem(name: &str, target: Target) -> String {
    match Family::of(target) {
        Family::Horde3d => model_stem(name),
        _ => name.to_owned(),
    }
}

/// Whether a file is glTF: by the magic of `.glb`, or an object that says which version of glTF it is.
fn is_gltf(bytes: &[u8]) -> bool {
    /// `asset` stands anywhere in the object, and first in nearly all.
    const HEAD: usize = 1 << 16;
    let text = bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(bytes)
        .trim_ascii_start();
    let head = &text[..text.len().min(HEAD)];
    let is_object = head.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    // Our own texts say first that they are ours.
    let is_foreign = is_object.is_some_and(|members| !members.starts_with(b"\"formwork\""));
    bytes.starts_with(b"glTF") || is_foreign && memchr::memmem::find(head, b"\"asset\"").is_some()
}
