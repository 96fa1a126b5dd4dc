//! The codes of losses.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

/// How much a code weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// Something changed that nobody misses. `--strict` lets it pass.
    Info,
    /// Something is lost.
    Loss,
}

macro_rules! codes {
    ($($code:ident $severity:ident $cause:literal $(unless $remedy:literal)?;)+) => {
        /// One way in which a conversion can lose something. Its number never changes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $cause] $code,)+
        }

        impl Code {
            /// All of them, by rising number.
            pub const ALL: &[Self] = &[$(Self::$code),+];

            /// Whether something is lost.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$code => Severity::$severity,)+ }
            }

            /// What happens, in general.
            #[must_use]
            pub const fn cause(self) -> &'static str {
                match self { $(Self::$code => $cause,)+ }
            }

            /// What avoids it; empty where nothing does.
            #[must_use]
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$code => concat!($($remedy)?),)+ }
            }

            /// The code as it is written: `C101`.
            const fn name(self) -> &'static str {
                match self { $(Self::$code => stringify!($code),)+ }
            }
        }
    };
}

// The hundreds say what a code is about.
codes! {
    // The scene as a whole.
    C001 Info "the axes are mirrored between left-handed and right-handed; nothing is lost";
    C002 Loss "mirrored along Z, the front turns to -Z" unless "`--mirror x`";
    C003 Loss "lengths are multiplied, which rounds them" unless "`--scale 1`";

    // Meshes and their vertices.
    C101 Loss "a geometry without indices or buffers has no primitive" unless "the stored facts";
    C102 Loss "a mesh that several nodes use is copied for each" unless "a folder as output";
    C103 Loss "unused vertices are dropped and the others renumbered" unless "`--layout shared`";
    C104 Loss "the target has no such primitives; they are left out";
    C105 Loss "strips, fans and loops become lists";
    C106 Loss "indices at the end that make no whole primitive are dropped" unless "the stored facts";
    C107 Loss "a primitive refers to vertices that are not there, and is left out" unless "mend the file";
    C110 Loss "an attribute is stored in another type" unless "the stored facts";
    C111 Loss "NaN and infinity are replaced by 0" unless "the stored facts";
    C112 Loss "a normal without length 1 is normalised, one without length becomes +Y" unless "the stored facts";
    C113 Loss "a tangent without length 1 is normalised, one without length becomes any that is perpendicular" unless "the stored facts, `--tangents drop`";
    C114 Loss "a tangent's fourth component becomes 1 or -1" unless "the stored facts";
    C115 Loss "an attribute that glTF does not define is kept for applications only" unless "the stored facts";
    C116 Loss "sets of texture coordinates or colours are renumbered without gaps" unless "the stored facts";
    C117 Loss "a colour outside 0 to 1 is clamped" unless "the stored facts, `--to rbfx`";
    C118 Loss "order and interleaving of attributes in the buffer are not kept" unless "the stored facts";
    C120 Loss "levels of detail become meshes of their own, which viewers do not choose between" unless "`--lods first`";
    C121 Loss "levels of detail with equal distances, or with different numbers of primitives" unless "other names of the meshes";
    C122 Loss "a level's distance is not in the file and is made up" unless "`extras`";
    C123 Loss "only the nearest level of detail has a place in the target" unless "a glTF file, which keeps them";
    C130 Loss "normals are computed, and vertices split for them" unless "`--normals keep`";
    C131 Loss "tangents are computed, and vertices may be split for them" unless "`--tangents drop`";
    C132 Loss "sets of texture coordinates that the target has no room for are dropped" unless "a newer target";
    C133 Info "colours are rounded to 8 bits" unless "`--to rbfx`";
    C134 Loss "more bones move a vertex than the target allows; the weakest are dropped";
    C135 Loss "weights are rounded to 8 bits" unless "`--to urho3d`";
    C136 Loss "an attribute of another application is dropped";
    C137 Loss "sets of texture coordinates from the third on are dropped";
    C138 Loss "colours of vertices are dropped";
    C139 Loss "normals and tangents are rounded to 16 bits";
    C140 Loss "a vertex refers to a bone that is not there, or has a weight that is none" unless "the stored facts";
    C141 Loss "a vertex names one bone twice; the weights are added" unless "the stored facts";
    C142 Loss "a vertex without weights follows the first joint" unless "the stored facts";
    C143 Loss "weights are normalised to a sum of 1" unless "the stored facts";
    C144 Info "a joint of weight 0 becomes joint 0" unless "the stored facts";
    C150 Loss "a geometry is split, for it uses more bones than one draw call may" unless "`--max-bones`";
    C151 Loss "more joints than the target can number; refused" unless "fewer joints";
    C152 Loss "more joints than Horde3D draws with OpenGL 2 and ES 3" unless "fewer joints";
    C160 Loss "boxes, spheres and centers are computed anew" unless "`extras`, the stored facts";
    C161 Loss "the shapes of bones have no place in the target" unless "a glTF file, which keeps them";
    C162 Loss "width of indices, partition into buffers and what no range draws are not kept" unless "the stored facts";

    // Nodes, skeletons and names.
    C201 Loss "a rotation is normalised or changes its sign" unless "the stored facts";
    C202 Loss "a geometry without weights in a model with bones follows the first joint" unless "the stored facts";
    C203 Loss "a skeleton that moves no vertex becomes nodes without a skin" unless "the stored facts";
    C204 Loss "a bone whose parent leads in a circle, or nowhere, becomes a root" unless "the stored facts";
    C205 Info "several roots of a skeleton get a common node above them";
    C210 Loss "a root bone is added above several";
    C211 Info "a node that moves, or lies between joints, becomes a bone";
    C212 Loss "a transform with shear cannot be kept" unless "`--root-chain bones`, matrices without shear";
    C213 Loss "a joint has a second bind matrix: a bone is added or the mesh is baked" unless "a folder as output";
    C214 Loss "a mesh without skin is bound to its node" unless "a folder as output";
    C215 Loss "names are made up, cut or made unique" unless "other names";
    C220 Loss "an entry of the joint table has no joint" unless "the stored facts";
    C221 Loss "the transform of a skinned mesh is baked" unless "the stored facts";
    C222 Info "a plain node becomes a joint";
    C223 Loss "an empty node is dropped and its children move up";
    C224 Loss "which node the skin called its skeleton is not kept";
    C225 Loss "a clip alone leaves a part of a node's rest pose open, which is made up; Horde3D needs positions and rotations, and is refused" unless "the model, named with the clip";
    C230 Loss "skeletons have no place in the target; the mesh is as it was bound" unless "a glTF file, which keeps them";

    // Clips.
    C305 Loss "keys before time 0 are cut" unless "the stored facts";
    C306 Loss "keys whose times do not rise are dropped" unless "the stored facts";
    C307 Loss "before its first key a track holds still; it used to extrapolate";
    C308 Loss "between the last key and the first no blending happens any more" unless "`--close-loop`";
    C309 Loss "the clip is longer than its last key, which only `extras` say" unless "the stored facts";
    C310 Loss "a track without target, keys or channels" unless "the stored facts";
    C311 Loss "two tracks have one name; the last one counts" unless "the stored facts";
    C312 Loss "weights of tracks are in `extras` only" unless "the stored facts";
    C313 Loss "weights of morph targets with different interpolations become one channel" unless "the stored facts";
    C314 Loss "a track of a value that glTF cannot animate" unless "the stored facts";
    C315 Loss "tracks of nodes share a name" unless "other names";
    C320 Info "steps become pairs of keys";
    C321 Loss "cubic curves are baked within the tolerance" unless "`--bake-tolerance`; tracks of nodes for rbfx";
    C322 Info "a scale that stays 1 is dropped";
    C323 Loss "keys less than a microsecond apart become one";
    C330 Loss "weights of morph targets cannot be animated in the target's clips" unless "`--to rbfx`";
    C331 Loss "a channel without a node, or of a property that the target does not animate";
    C340 Loss "the frame rate is not in the file" unless "`--fps`";
    C341 Loss "a second track of one name is ignored" unless "the stored facts";
    C342 Loss "keys lie between frames; the curve is sampled" unless "`--fps`";
    C343 Loss "the duration is rounded to whole frames" unless "`--fps`";
    C344 Loss "how frames are interpolated is an option of the engine, which does not by default" unless "a higher `--fps`";
    C345 Loss "what the format stores beside the values: bytes behind names, flags, version" unless "the stored facts";
    C351 Loss "weights of morph targets cannot be animated" unless "`--to horde3d-sls`";
    C360 Loss "clips have no place in the target" unless "a glTF file, which keeps them";

    // Morph targets.
    C401 Loss "initial weights of morph targets have no place" unless "`--to rbfx`, a folder as output";
    C402 Loss "a morph target changes an attribute that the vertices do not have" unless "the stored facts";
    C403 Loss "a morph target names one vertex twice; the last one counts" unless "the stored facts";
    C404 Loss "a difference that is no number becomes 0" unless "the stored facts";
    C405 Loss "a morph target names a vertex that is not there" unless "the stored facts";
    C406 Loss "names of morph targets are made up or made unique";
    C407 Loss "morph targets of colours or texture coordinates are dropped";
    C408 Loss "the bitangents of morph targets are dropped" unless "the stored facts";
    C409 Loss "morph targets have no place in the target" unless "a glTF file, which keeps them";
    C410 Info "vertices that do not move, and whose normals and tangents turn by less than a thousandth, get no record";

    // Materials and textures.
    C501 Loss "a material is reduced to what the target's shaders know";
    C502 Loss "techniques, flags of shaders, states and uniforms are in `extras` only" unless "the stored facts";
    C503 Loss "a picture is damaged, of a kind that cannot be read, or cannot be in glTF; at most its name is kept" unless "PNG or JPEG";
    C504 Loss "a texture's transform, its second coordinates, or a sampler that engines do not use by default";
    C505 Loss "occlusion, roughness and metalness need an image of their own";
    C506 Loss "an extension of materials is not known";
    C507 Loss "a texture is not found; its name is kept" unless "`--root`";
    C508 Loss "materials have no place in the target" unless "a glTF file, which keeps them";
    C509 Info "colour profiles, oblong pixels and animations of pictures, which glTF ignores, are left out";
    C510 Info "a mesh without a material gets the default one";
    C511 Loss "a material is not found or cannot be read; its name is kept" unless "`--root`";

    // What else a scene has.
    C601 Loss "emitters, computes, terrains, references, attachments and pipelines are in `extras` only" unless "the stored facts";
    C602 Loss "cameras, lights and empty nodes have no place in a model" unless "a folder as output";
    C603 Loss "what a light or a camera has beyond glTF's" unless "`extras`";
    C604 Loss "other scenes of the file" unless "`--scene`";
    C605 Loss "extras and extensions of others are dropped";
    C606 Loss "a mesh that no node shows is left out" unless "a node that shows it";
    C607 Info "there is nothing to draw";
    C608 Loss "triggers and metadata beside clips and models have no place in the target" unless "the stored facts";
    C609 Loss "the material and the contexts of a light and the pipeline of a camera are in no file and are made up" unless "`extras`";

    // Between forks of Urho3D: models, then clips.
    C701 Loss "the number of the version";
    C702 Loss "initial weights of morph targets";
    C703 Loss "types of vertex elements change" unless "`--keep-types`";
    C704 Loss "elements that a mask has no bit for are dropped" unless "a newer target";
    C705 Loss "names of geometries and lists of animations are dropped" unless "`--to atomic`";
    C706 Info "geometries without names are numbered";
    C711 Loss "weights of tracks are dropped";
    C712 Loss "tracks of other values are dropped; transforms become tracks of nodes";
    C714 Info "a key at time 0 keeps the track still before its first key" unless "`--no-start-key`";
    C715 Loss "two numberings of types fit this file" unless "the dialect";
    C716 Loss "names differ by case only, which the target does not see" unless "other names";

    // Horde3D.
    C801 Loss "texture coordinates are turned upside down, which rounds them" unless "the stored facts, `--flip-v no`";
    C802 Loss "the identity at the start of the joint table is added or dropped" unless "the stored facts";
    C803 Loss "bitangents are computed anew" unless "the stored facts";
    C804 Loss "what version 4 of geometries stores beyond version 5" unless "the stored facts";

    // The way back from glTF.
    C901 Loss "the file was edited since it was exported; stored differences are not applied";
    C902 Loss "the stored differences do not lead to the exported file; not applied" unless "export it again";
    C903 Info "without stored facts the way back is not exact" unless "`--origin facts`";
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Code {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|code| code.name() == text);
        found
            .copied()
            .ok_or_else(|| format!("{text:?} is no code of a loss"))
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
