//! What the user may choose.

use formwork_schema::{Engines, Limits};

use crate::FileNumbers;

/// A choice between words, as a command line offers it.
pub trait Word: Copy + PartialEq + 'static {
    /// Each word, what it means in a sentence, and what it stands for.
    const WORDS: &'static [(&'static str, &'static str, Self)];

    /// Its word.
    #[must_use]
    fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(_, _, value)| *value == self);
        found.map_or("", |(word, ..)| word)
    }
}

macro_rules! words {
    ($(#[doc = $about:literal])+ pub enum $name:ident {
        $($(#[doc = $doc:literal])+ $variant:ident = $word:literal,)+
    }) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[doc = $doc])+ $variant,)+ }

        impl Word for $name {
            const WORDS: &'static [(&'static str, &'static str, Self)] =
                &[$(($word, concat!($($doc),+), Self::$variant),)+];
        }

        impl Default for $name {
            /// The first word.
            fn default() -> Self {
                Self::WORDS[0].2
            }
        }
    };
}

words! {
    /// What is written.
    pub enum Target {
        /// One binary glTF file.
        Glb = "glb",
        /// A glTF file with a `.bin` beside it.
        Gltf = "gltf",
        /// A glTF file with its bytes as data URIs.
        GltfEmbedded = "gltf-embedded",
        /// Urho3D 1.7 and later, and Dry: `UMD2`, `UANI`.
        Urho3d = "urho3d",
        /// U3D: the files of Urho3D.
        U3d = "u3d",
        /// rbfx: `UMD3` version 2, `UAN2` version 4.
        Rbfx = "rbfx",
        /// Atomic: `AMD2` with names of geometries, `UANI`.
        Atomic = "atomic",
        /// Urho3D before its models described their vertices: `UMDL`, `UANI`.
        Urho3dLegacy = "urho3d-legacy",
        /// Horde3D: `H3DG` 5, `H3DA` 3, scenes and materials.
        Horde3d = "horde3d",
        /// The fork of Horde3D whose clips hold weights of morph targets: `H3DA` 4, else the files of Horde3D.
        Horde3dSls = "horde3d-sls",
        /// Wavefront OBJ with its MTL, static.
        Obj = "obj",
        /// Stanford PLY, static.
        Ply = "ply",
    }
}

impl Target {
    /// The extensions of what it writes, that of a model first.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Glb => &["glb"],
            Self::Gltf | Self::GltfEmbedded => &["gltf"],
            Self::Urho3d | Self::U3d | Self::Rbfx | Self::Atomic | Self::Urho3dLegacy => {
                &["mdl", "ani"]
            }
            Self::Horde3d | Self::Horde3dSls => &["scene.xml", "geo", "anim"],
            Self::Obj => &["obj"],
            Self::Ply => &["ply"],
        }
    }

    /// The extension of clips, where they are files of their own.
    #[must_use]
    pub const fn clips(self) -> Option<&'static str> {
        match self {
            Self::Urho3d | Self::U3d | Self::Rbfx | Self::Atomic | Self::Urho3dLegacy => {
                Some("ani")
            }
            Self::Horde3d | Self::Horde3dSls => Some("anim"),
            _ => None,
        }
    }

    /// The engines that its files are made for; none of other programs' formats. Urho3D 1.7 also reads the files of [`Urho3d`](Self::Urho3d), whose
    /// names then need [`Names::CaseInsensitive`].
    #[must_use]
    pub const fn engines(self) -> Engines {
        match self {
            Self::Urho3d => Engines::URHO3D.or(Engines::DRY),
            Self::U3d => Engines::U3D,
            Self::Rbfx => Engines::RBFX,
            Self::Atomic => Engines::ATOMIC,
            Self::Urho3dLegacy => Engines::URHO3D_1_7,
            Self::Horde3d => Engines::HORDE3D,
            Self::Horde3dSls => Engines::HORDE3D_SLS,
            Self::Glb | Self::Gltf | Self::GltfEmbedded | Self::Obj | Self::Ply => Engines::NONE,
        }
    }

    /// Whether it is glTF, in whichever container.
    #[must_use]
    pub const fn is_gltf(self) -> bool {
        matches!(self, Self::Glb | Self::Gltf | Self::GltfEmbedded)
    }

    /// What a file of such a name usually is, and the extension that says so.
    #[must_use]
    pub fn of_name(name: &str) -> Option<(Self, &'static str)> {
        let name = name.to_ascii_lowercase();
        let all = Self::WORDS.iter().flat_map(|(.., target)| {
            let extensions = target.extensions().iter();
            extensions.map(|extension| (*target, *extension))
        });
        let is_it = |extension: &str| {
            name.strip_suffix(extension)
                .is_some_and(|stem| stem.ends_with('.'))
        };
        all.into_iter().find(|(_, extension)| is_it(extension))
    }
}

words! {
    /// Which axis changes its sign between the left-handed Urho3D family and glTF.
    pub enum Mirror {
        /// X: what faces +Z still does.
        X = "x",
        /// Z: as Urho3D's importer and Blender exporters do.
        Z = "z",
    }
}

words! {
    /// Which levels of detail are converted.
    pub enum Lods {
        /// All of them.
        Keep = "keep",
        /// The nearest one.
        First = "first",
    }
}

words! {
    /// How vertices are shared between the primitives of a glTF file.
    pub enum StreamLayout {
        /// As in the file: all primitives of a buffer use the same accessors.
        Shared = "shared",
        /// Each primitive has the vertices that it uses, and no other.
        Compact = "compact",
    }
}

words! {
    /// Where tangents come from.
    pub enum Tangents {
        /// Those of the file; computed for triangles whose material has a normal map and that have none.
        Auto = "auto",
        /// Those of the file.
        Keep = "keep",
        /// Computed for all triangles.
        Compute = "compute",
        /// None.
        Drop = "drop",
    }
}

words! {
    /// Where normals come from.
    pub enum Normals {
        /// Those of the file; flat ones for triangles without.
        Flat = "flat",
        /// Those of the file, or none.
        Keep = "keep",
    }
}

/// Frames per second of clips that store frames.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Fps {
    /// Found from the file: what a scene says, what hits every key; else 30.
    #[default]
    Auto,
    /// So many.
    Exactly(f64),
}

words! {
    /// What becomes of nodes above a skeleton's root.
    pub enum RootChain {
        /// Bones where they move or turn something, else nothing.
        Auto = "auto",
        /// Bones.
        Bones = "bones",
        /// Their transform is multiplied into the root.
        Fold = "fold",
    }
}

words! {
    /// Whether the second texture coordinate of Horde3D is turned upside down.
    pub enum FlipV {
        /// Yes, unless the material's shader expects it as glTF does.
        Auto = "auto",
        /// Always.
        Yes = "yes",
        /// Never.
        No = "no",
    }
}

words! {
    /// What becomes of textures.
    pub enum Textures {
        /// As the target prefers: embedded in `.glb`, copied beside other files.
        Auto = "auto",
        /// Only referred to.
        Link = "link",
        /// Copied beside the output.
        Copy = "copy",
        /// Put into the output.
        Embed = "embed",
    }
}

words! {
    /// How the target's engine compares names.
    pub enum Names {
        /// `A` and `a` differ.
        CaseSensitive = "case-sensitive",
        /// They are the same.
        CaseInsensitive = "case-insensitive",
    }
}

words! {
    /// What is kept of the source in a glTF file, so that the way back gives the same bytes.
    pub enum OriginMode {
        /// Everything that glTF itself does not hold.
        Facts = "facts",
        /// Nothing.
        None = "none",
    }
}

/// How far a baked curve may be from the one it replaces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// Positions, relative to the size of what moves.
    pub position: f64,
    /// Rotations, in components of a unit quaternion.
    pub rotation: f64,
    /// Scales.
    pub scale: f64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self {
            position: 1e-4,
            rotation: 1e-4,
            scale: 1e-4,
        }
    }
}

/// All that can be chosen. `Default` is what the command does without options.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The axis that is mirrored.
    pub mirror: Mirror,
    /// All lengths are multiplied by this.
    pub scale: f64,
    /// Levels of detail.
    pub lods: Lods,
    /// How vertices are shared in glTF.
    pub layout: StreamLayout,
    /// Bones that one geometry may use.
    pub max_bones: usize,
    /// Bones that may move one vertex, 1 to 4.
    pub max_influences: usize,
    /// Frames that a clip of Horde3D may have.
    pub max_frames: u32,
    /// Where tangents come from.
    pub tangents: Tangents,
    /// Where normals come from.
    pub normals: Normals,
    /// Frames per second.
    pub fps: Fps,
    /// Clips of Horde3D jump from frame to frame in glTF, as that engine plays them.
    pub step: bool,
    /// How exact baked curves are.
    pub tolerance: Tolerance,
    /// Nodes above a skeleton.
    pub root_chain: RootChain,
    /// Texture coordinates of Horde3D.
    pub flip_v: FlipV,
    /// Colours of vertices are turned from sRGB into linear values on the way to glTF.
    pub linear_colors: bool,
    /// Textures.
    pub textures: Textures,
    /// Materials use the techniques for physically based shading where the target has a choice.
    pub pbr: bool,
    /// How names are compared.
    pub names: Names,
    /// Elements of vertices keep their types where both forks can read them.
    pub keep_types: bool,
    /// No key is put at the start of tracks that begin later.
    pub no_start_key: bool,
    /// A key that repeats the first one ends each track.
    pub close_loop: bool,
    /// The scene of a glTF file that is read; `None` for the one it shows first.
    pub scene: Option<usize>,
    /// What is kept of the source.
    pub origin: OriginMode,
    /// Names of files that other conversions of the run have taken.
    pub file_numbers: FileNumbers,
    /// What a conversion may cost: what takes more memory is refused before that is taken.
    pub limits: Limits,
}

impl Options {
    /// Where a glTF file has its pictures; by default in it, or beside it where its bytes are beside it too.
    pub(crate) const fn gltf_textures(&self, target: Target) -> Textures {
        match (self.textures, target) {
            (Textures::Auto, Target::Gltf) => Textures::Copy,
            (Textures::Auto, _) => Textures::Embed,
            (choice, _) => choice,
        }
    }

    /// Whether names that differ in letter case only are one name: for engines of the target that hash names without it, or where
    /// that was asked for.
    #[must_use]
    pub const fn ignores_case_of_names(&self, target: Target) -> bool {
        let caseless = target.engines().and(Engines::CASELESS_HASHES);
        !caseless.is_empty() || matches!(self.names, Names::CaseInsensitive)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mirror: Mirror::default(),
            scale: 1.0,
            lods: Lods::default(),
            layout: StreamLayout::default(),
            max_bones: 64,
            max_influences: 4,
            max_frames: 10_000,
            tangents: Tangents::default(),
            normals: Normals::default(),
            fps: Fps::default(),
            step: false,
            tolerance: Tolerance::default(),
            root_chain: RootChain::default(),
            flip_v: FlipV::default(),
            linear_colors: false,
            textures: Textures::default(),
            pbr: false,
            names: Names::default(),
            keep_types: false,
            no_start_key: false,
            close_loop: false,
            scene: None,
            origin: OriginMode::default(),
            file_numbers: FileNumbers::default(),
            limits: Limits::default(),
        }
    }
}
