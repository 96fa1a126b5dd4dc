//! [`Code`]: a file of code.

use formwork_schema::{Diagnostic, Error, Kind, Limits, Reference, Result};
use serde::{Deserialize, Serialize};

use super::{
    flags::{Flag, flags},
    included::flags_with,
    inspect::{all_flags as show_all_flags, flags as show_flags, includes as show_includes},
    notes::{ID, Piece},
    scan::scan,
};
use crate::{
    horde3d::{
        place::{self, malformed},
        raw_text::RawText,
    },
    identity::Confidence,
    inspect::Inspection,
    library::Library,
    texts::{Recognised, TextFormat, TextInfo},
};

/// Code that shaders include.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// The code, as it is.
    pub code: RawText,
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

impl TextFormat for Code {
    const INFO: TextInfo = TextInfo {
        id: ID,
        title: "A piece of code that shaders include",
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

    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        let code = self.code.as_bytes();
        let lines = code.iter().filter(|byte| **byte == b'\n').count();
        let rest = code.last().is_some_and(|last| *last != b'\n');
        seen.fact("lines", "Lines", lines + usize::from(rest));
        show_flags(&mut seen, &self.flags());
        let names = scan(code).includes.into_iter();
        let names = names.map(|include| code.get(include.name).unwrap_or_default());
        show_includes(&mut seen, names.map(|name| (String::new(), name.to_vec())));
        seen
    }

    fn inspect_among(&self, library: &dyn Library, limits: &Limits) -> Inspection {
        let mut seen = self.inspect();
        show_all_flags(&mut seen, &self.flags(), &self.flags_with(library, limits));
        seen
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let piece = self.piece();
        place::diagnostics(piece.code, piece.notes(&scan(piece.code)))
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
