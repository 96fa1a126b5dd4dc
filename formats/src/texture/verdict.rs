//! What the engine makes of a texture.

use formwork_schema::{Diagnostics, Does, Engines, Rule, Severity};

use crate::inspect::Inspection;

/// Whose verdict this is.
const ENGINE: &str = "Horde3D";

/// What becomes of a file in the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loads {
    /// It is loaded, and looks as it should.
    Well,
    /// It is loaded, and looks otherwise than the file says.
    Otherwise,
    /// It is refused.
    Not,
}

impl Loads {
    /// What becomes of a file, by what is wrong with it.
    #[must_use]
    pub fn of(minded: &Diagnostics) -> Self {
        let all = minded.iter().map(|minded| Self::after(minded.rule));
        all.max().unwrap_or(Self::Well)
    }

    /// What becomes of a file that breaks a rule.
    #[must_use]
    pub fn after(rule: &Rule) -> Self {
        let effects = rule.effects.iter();
        let mut effects = effects.filter(|effect| effect.engines.contains(Engines::HORDE3D));
        if effects.clone().any(|effect| effect.does == Does::Refuses) {
            Self::Not
        } else if effects.next().is_none() || rule.severity == Severity::Note {
            Self::Well
        } else {
            Self::Otherwise
        }
    }

    /// It in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Well => "loads it",
            Self::Otherwise => "loads it, but not as it is",
            Self::Not => "refuses it",
        }
    }

    /// Adds the verdict and, unless it is refused, the memory that it takes.
    pub fn tell(self, gpu_memory: u64, seen: &mut Inspection) {
        if self != Self::Not {
            seen.measure("gpu_memory", "GPU memory", gpu_memory, "bytes");
        }
        seen.fact("horde3d", ENGINE, self.words());
    }
}
