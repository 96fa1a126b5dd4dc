//! Which engines of the family files are made for.

use crate::Target;

/// Which of two engines a file is made for: the others read what one of them does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flavour {
    Urho3d,
    Rbfx,
}

/// Whether a target is of the family.
pub(super) const fn is_ours(target: Target) -> bool {
    matches!(
        target,
        Target::Urho3d | Target::U3d | Target::Rbfx | Target::Atomic | Target::Urho3dLegacy
    )
}

/// The target that files of this version are made for.
#[must_use]
pub fn target_of(version: &str) -> Target {
    match version.split(' ').next() {
        Some("UMD3" | "UAN2") => Target::Rbfx,
        Some("AMD2" | "AMDL") => Target::Atomic,
        Some("UMD2" | "UANI") => Target::Urho3d,
        _ => Target::Urho3dLegacy,
    }
}
