//! Code text of Horde3D: `.glsl` files and other text that shaders include.
//!
//! Facts: the engine's resource loader, revisions of 2013 to 2025, and 131 real files.

mod included;
mod inspect;
mod notes;
mod scan;

use formwork_schema::{Error, Finding, Kind, Limits, Reference, Result};
use serde::{Deserialize, Serialize};

pub(super) use included::flags_with;
pub(super) use inspect::{
    all_flags as show_all_flags, flags as show_flags, includes as show_includes,
};
pub(super) use notes::Piece;
pub(super) use scan::{Scan, scan};

use super::{
    RawText,
    place::{self, malformed},
};
use crate::{
    identity::Confidence,
    inspect::{Inspect as _, Inspection},
    library::Library,
    texts::{Recognised, TextFormat, TextInfo},
};

/// Id of the format.
pub(super) const ID: &str = "horde3d.code";

/// Code that shaders include.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// The code, as it is.
    pub code: RawText,
}

/// A shader flag that code asks for: materials switch them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flag {
    /// Its number, from 1 to 32.
    pub number: u8,
    /// What stands behind the number, for people: `Skinning` of `_F01_Skinning`.
    pub name: String,
}

impl Code {
    /// The flags that it asks for, without those of its includes; each once, in order of number.
    #[must_use]
    pub fn flags(&self) -> Vec<Flag> {
        let code = self.code.as_bytes();
        flags(code, &scan(code))
    }

    /// The same with those of its includes, as far as these are found.
    #[must_use]
    pub fn flags_with(&self, library: &dyn Library, limits: &Limits) -> Vec<Flag> {
        flags_with([self.code.as_bytes()], library, limits)
    }

    fn piece(&self) -> Piece<'_> {
        Piece {
            code: self.code.as_bytes(),
            start: 0,
            path: "",
            versioned: "on OpenGL4 and OpenGLES3",
        }
    }
}

/// The flags of some code; each once, in order of number.
pub(super) fn flags(code: &[u8], scan: &Scan) -> Vec<Flag> {
    let known = scan
        .flags
        .iter()
        .filter(|flag| (1..=32).contains(&flag.number));
    let flag = |flag: &scan::Flag| {
        let deleted = code.get(flag.deleted.clone()).unwrap_or_default();
        let name = deleted.iter().map(|byte| char::from(*byte));
        Flag {
            number: flag.number,
            name: name
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect(),
        }
    };
    let mut flags: Vec<Flag> = known.map(flag).collect();
    flags.sort();
    flags.dedup();
    flags
}

impl TextFormat for Code {
    const INFO: TextInfo = TextInfo {
        id: ID,
        title: "code that shaders include",
        versions: &["GLSL"],
        extensions: &["glsl"],
        engines: "Horde3D",
        notes: "kept as it is; includes, flags and what the engine makes of them",
    };

    fn recognise(head: &[u8], name: &str) -> Option<Recognised> {
        if !Self::INFO.has_extension(name) || head.contains(&0) {
            return None;
        }
        let has = |mark: &&str| {
            let mut parts = head.windows(mark.len());
            parts.any(|part| part == mark.as_bytes())
        };
        if OTHERS.iter().any(has) {
            return None;
        }
        let is_ours = OURS.iter().any(has) || !scan(head).flags.is_empty();
        Some(Recognised {
            version: Some("GLSL"),
            confidence: if is_ours {
                Confidence::Certain
            } else {
                Confidence::Magic
            },
            looks_like: (!is_ours).then(|| "GLSL code, perhaps of another engine".into()),
        })
    }

    fn parse(bytes: &[u8], limits: &Limits) -> Result<Self> {
        place::check_size(bytes, limits)?;
        check(bytes)?;
        Ok(Self {
            code: RawText::from(bytes),
        })
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        self.canonical()
    }

    fn canonical(&self) -> Result<Vec<u8>> {
        let code = self.code.as_bytes();
        check(code).map_err(|error| {
            let error = Error::new(Kind::Invalid, error.message()).help(error.advice());
            error.of("code")
        })?;
        Ok(code.to_vec())
    }

    fn version(&self) -> String {
        "GLSL".into()
    }

    fn inspect_among(&self, library: &dyn Library, limits: &Limits) -> Inspection {
        let mut seen = self.inspect();
        show_all_flags(&mut seen, &self.flags(), &self.flags_with(library, limits));
        seen
    }

    fn findings(&self) -> Vec<Finding> {
        let piece = self.piece();
        place::findings(piece.code, piece.notes(&scan(piece.code)))
    }

    fn references(&self) -> Vec<Reference> {
        let piece = self.piece();
        place::references(piece.code, piece.references(&scan(piece.code)))
    }
}

/// Refuses what the engine refuses.
fn check(code: &[u8]) -> Result<()> {
    let Some(at) = scan(code).fault else {
        return Ok(());
    };
    let message = "an `#include` without a name in quotes: the engine refuses the code";
    Err(malformed(code, at, "", message).help("write `#include \"folder/file.glsl\"`"))
}

/// What code of this engine names.
const OURS: &[&str] = &[
    "#include \"shaders/",
    "skinMatRows",
    "customInstData",
    "viewProjMat",
    "shadowMats",
    "worldNormalMat",
    "parPosArray",
    "Horde3D",
    "lightColor",
    "frameBufSize",
    "utilityLib",
];

/// What code of the Urho3D family, whose files have the same extension, begins with.
const OTHERS: &[&str] = &[
    "#include \"Uniforms.glsl\"",
    "#include \"_",
    "void VS()",
    "void PS()",
    "COMPILEVS",
    "COMPILEPS",
    "URHO3D",
];
