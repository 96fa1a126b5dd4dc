//! [`Version`]: magic and version of a model.

use formwork_schema::versions;

versions! {
    /// Magic and version of a model. Only `UMD3` stores a number; the others count as one that says what
    /// they have in common with their neighbours.
    pub struct Version {
        /// Urho3D since 1.6, and every engine after it.
        b"UMD2" implies 1;
        /// rbfx, since 2021-10: a version number follows.
        b"UMD3" followed by 1..=2;
        /// Atomic, since 2016-08.
        b"AMD2" implies 100;
        /// Atomic before 2016-08.
        b"AMDL" implies 101;
        /// Every engine of the family.
        b"UMDL" implies 102;
        /// Urho3D before 2011-03, without magic: these four bytes are the number of vertex buffers.
        b"\x01\0\0\0" implies 103;
    }
    milestones {
        /// Morphs have an initial weight.
        MORPH_WEIGHTS = 2;
        /// Names may follow the geometry centers.
        ATOMIC = 100;
        /// A mask, not a list, says which attributes vertices have.
        MASKS = 101;
        /// Urho3D's own: levels of detail may follow the bounding box.
        MASKS_OF_URHO3D = 102;
        /// There is no magic, and always one vertex buffer.
        NO_MAGIC = 103;
    }
}
