//! What the engine makes of a texture.

use crate::inspect::Inspection;

/// Whose verdict this is.
pub const ENGINE: &str = "Horde3D";

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

/// Collects what the engine minds.
pub(super) struct Verdict<'a> {
    pub(super) seen: &'a mut Inspection,
    pub(super) loads: Loads,
}

impl<'a> Verdict<'a> {
    pub(super) fn new(seen: &'a mut Inspection) -> Self {
        Self {
            seen,
            loads: Loads::Well,
        }
    }

    /// Something that the engine loads otherwise, or not.
    pub(super) fn minds(&mut self, loads: Loads, code: &'static str, path: &str, message: &str) {
        self.loads = self.loads.max(loads);
        if loads == Loads::Not {
            self.seen.refuse(message);
        }
        self.seen.odd(code, || path.into(), message);
    }
}
