//! [`Dialect`]: how rbfx meant a clip.

use formwork_schema::dialects;

dialects! {
    /// How rbfx meant a clip, which its version number does not say. Variant types were renumbered
    /// on 2026-02-23, and the first writers of version 2 stored a base value per track.
    pub enum Dialect {
        /// The numbering of variant types since 2026-02-23.
        Current = "current",
        /// The numbering of variant types before that day, the same as in Urho3D.
        Classic = "classic",
        /// The classic numbering, and base values before the keyframes: version 2 as written from
        /// 2021-08-29 to 2021-12-11.
        EarlyVersion2 = "early_version_2",
    }
}

impl Dialect {
    /// As the engine writes today.
    pub const CURRENT: Self = Self::Current;
    /// Version 2 as first written.
    pub const EARLY_VERSION_2: Self = Self::EarlyVersion2;
}
