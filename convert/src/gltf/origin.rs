//! `FW_origin`: what a glTF file cannot hold of the scene that it was made of, so that the way back gives the same files.
//!
//! Nothing in it is trusted. A value that was mended on the way to glTF is given back where mending it gives what the file holds now;
//! where somebody edited the file, the edit stays.

use std::collections::BTreeMap;

use super::{
    extras::Trigger,
    typed::{Num, Values, objects},
};

/// The form of this extension.
pub(super) const VERSION: u32 = 1;

objects! {
    /// The extension.
    Origin {
        version: u32 = Always,
        /// All bytes that are kept. What follows names them by number.
        stored: Option<Stored>,
        sources: Vec<SourceEntry>,
        names: Vec<NameEntry>,
        nodes: Vec<NodeEntry>,
        skins: Vec<SkinEntry>,
        streams: Vec<StreamEntry>,
        meshes: Vec<MeshEntry>,
        levels: Vec<LevelEntry>,
        primitives: Vec<PrimitiveEntry>,
        targets: Vec<TargetEntry>,
        clips: Vec<ClipEntry>,
        tracks: Vec<TrackEntry>,
    }

    /// Pieces of bytes one after another, compressed in one buffer view.
    Stored {
        view: usize = Needed,
        /// How long each piece is.
        sizes: Vec<usize> = Needed,
    }

    /// One file that the scene was read from. Facts that are empty have no number.
    SourceEntry {
        name: String = Always,
        format: String = Always,
        version: String,
        size: Option<u64>,
        /// CRC-32.
        rebuilt: Option<u32>,
        sha256: Option<String>,
        facts: BTreeMap<String, Option<usize>>,
        patch: Option<Stored>,
    }

    /// A name that is not UTF-8.
    NameEntry {
        /// `nodes`, `meshes`, `skins`, `animations`, `parts`, `targets`, `lights`, `cameras`.
        list: String = Always,
        place: usize = Always,
        of: Option<usize>,
        /// The bytes in base64.
        bytes: String = Always,
    }

    /// A transform that was mended.
    NodeEntry {
        node: usize = Always,
        translation: Option<[Num; 3]>,
        rotation: Option<[Num; 4]>,
        scale: Option<[Num; 3]>,
    }

    /// Matrices that were mended.
    SkinEntry {
        skin: usize = Always,
        matrices: Option<Rows>,
        /// The root, where glTF cannot say it.
        root: Option<usize>,
    }

    /// Rows of a table that differ from what can be derived: their places and bytes, or all of them where that is shorter.
    Rows {
        /// All rows.
        all: Option<usize>,
        /// Places as u32, then as many rows.
        some: Option<usize>,
    }

    /// The vertices of one stream.
    StreamEntry {
        count: usize = Always,
        /// The number of joints that its influences were mended for.
        joint_count "jointCount": usize = Always,
        attributes: Vec<ColumnEntry> = Always,
    }

    /// One column of a stream as it was.
    ColumnEntry {
        semantic: String = Always,
        set: u8 = Nonzero,
        kind "type": String = Always,
        /// The accessor that holds it, as well as glTF can.
        accessor: Option<usize>,
        rows: Option<Rows>,
    }
}

objects! {
    /// A mesh that draws nothing.
    MeshEntry {
        /// Its place among the meshes of the scene.
        place: usize = Always,
        name: String = Always,
        part_count "partCount": usize = Always,
        nodes: Vec<usize> = Always,
        materials: Vec<Option<usize>>,
        names: Vec<Option<String>>,
        centers: Vec<Option<[Num; 3]>>,
        target_names "targetNames": Vec<String>,
        weights: Vec<Num>,
    }

    /// A level that has no primitive.
    LevelEntry {
        mesh: usize = Always,
        part: usize = Always,
        level: usize = Always,
        distance: Num = Always,
        stream: usize = Always,
        topology: String = Always,
        /// u32 each.
        indices: Option<usize>,
        /// The type and the rows of its own joints.
        joints: Option<ColumnEntry>,
    }

    /// What one primitive does not say.
    PrimitiveEntry {
        mesh: usize = Always,
        primitive: usize = Always,
        /// How many indices it has.
        count: usize = Always,
        /// Indices that make no whole primitive: u32 each.
        tail: Option<usize>,
        /// Its own joints.
        joints: Option<ColumnEntry>,
    }

    /// The records of one morph target that differ from what its accessors say.
    TargetEntry { mesh: usize = Always, target: usize = Always, deltas: Vec<DeltaEntry> = Always }

    /// The records of one stream.
    DeltaEntry {
        stream: usize = Always,
        count: usize = Always,
        /// u32 each; those that the accessors say where there are none.
        indices: Option<usize>,
        positions: Option<Values>,
        normals: Option<Values>,
        tangents: Option<Values>,
        bitangents: Option<Values>,
    }
}

objects! {
    /// A clip without channels.
    ClipEntry {
        place: usize = Always,
        name: String = Always,
        length: Option<Num>,
        fps: Option<Num>,
        triggers: Vec<Trigger>,
    }

    /// A track that was mended, or has no channel.
    TrackEntry {
        clip: usize = Always,
        /// Its place among the tracks of the clip.
        track: usize = Always,
        /// Whether it has no channel; all that follows is then here.
        dropped: bool = Always,
        node: Option<usize>,
        path: Option<String>,
        interpolation: Option<String>,
        weight: Option<Num>,
        /// All times.
        times: Option<usize>,
        /// Rotations change their sign from these keys on.
        flips: Vec<usize>,
        /// Values: all where times are here.
        values: Option<Rows>,
    }
}
