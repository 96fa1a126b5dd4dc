//! What `convert` takes.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use formwork_convert::{
    Code, FileNumbers, FlipV, Fps, Lods, Mirror, Names, Normals, Options, OriginMode, RootChain,
    StreamLayout, Tangents, Target, Textures, Tolerance, Word,
};
use formwork_schema::Limits;

use super::replace::Replace;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is converted")]
pub(crate) struct Convert {
    /// A model or a scene, and the clips that belong to it; or several models, or folders of them, each converted on its own.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) inputs: Vec<PathBuf>,

    /// The file to write, whose extension says what it is, or a folder.
    ///
    /// `.glb`, `.gltf`, `.mdl`, `.ani`, `.geo`, `.scene.xml`, `.anim`, `.obj`, `.ply`. Into a folder goes a file for each mesh and clip, with materials,
    /// textures and a prefab or scene, as --to says.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,

    /// What to write, where the extension does not say it or not exactly.
    #[arg(long, value_name = "TARGET", value_parser = word::<Target>())]
    pub(crate) to: Option<Target>,

    /// Folder that names of resources are relative to; given several times, the first one that has a file counts. The folders
    /// of the files themselves are looked into first.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Vec<PathBuf>,

    /// Number of the scene of a glTF file.
    #[arg(long, value_name = "N")]
    pub(crate) scene: Option<usize>,

    /// Write nothing when something is lost; exit code 1.
    #[arg(long, help_heading = "What is lost")]
    pub(crate) strict: bool,

    /// Losses that --strict lets pass, such as `C118,C162`.
    #[arg(
        long,
        value_name = "CODES",
        value_delimiter = ',',
        help_heading = "What is lost"
    )]
    pub(crate) allow: Vec<Code>,

    /// Write what was lost to a file, as JSON.
    #[arg(long, value_name = "FILE", help_heading = "What is lost")]
    pub(crate) report: Option<PathBuf>,

    /// What a glTF file keeps of its source.
    #[arg(long, value_name = "WHAT", value_parser = word::<OriginMode>(), default_value = "facts", help_heading = "What is lost")]
    pub(crate) origin: OriginMode,

    /// The axis that changes its sign between Urho3D and glTF.
    #[arg(long, value_name = "AXIS", value_parser = word::<Mirror>(), default_value = "x", help_heading = "Space")]
    pub(crate) mirror: Mirror,

    /// Multiply all lengths.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = positive, help_heading = "Space")]
    pub(crate) scale: f64,

    /// Whether the v of texture coordinates is turned upside down between Horde3D and the others.
    #[arg(long, value_name = "WHEN", value_parser = word::<FlipV>(), default_value = "auto", help_heading = "Space")]
    pub(crate) flip_v: FlipV,

    /// Levels of detail.
    #[arg(long, value_name = "WHICH", value_parser = word::<Lods>(), default_value = "keep", help_heading = "Meshes")]
    pub(crate) lods: Lods,

    /// How primitives of glTF share vertices.
    #[arg(long, value_name = "HOW", value_parser = word::<StreamLayout>(), default_value = "shared", help_heading = "Meshes")]
    pub(crate) layout: StreamLayout,

    /// Normals where a file has none.
    #[arg(long, value_name = "HOW", value_parser = word::<Normals>(), default_value = "flat", help_heading = "Meshes")]
    pub(crate) normals: Normals,

    /// Tangents.
    #[arg(long, value_name = "HOW", value_parser = word::<Tangents>(), default_value = "auto", help_heading = "Meshes")]
    pub(crate) tangents: Tangents,

    /// Turn colours of vertices from sRGB into linear values on the way to glTF.
    #[arg(long, help_heading = "Meshes")]
    pub(crate) linear_colors: bool,

    /// Keep the types of vertex elements between forks of Urho3D.
    #[arg(long, help_heading = "Meshes")]
    pub(crate) keep_types: bool,

    /// Bones that one geometry of Urho3D may use. What comes back unedited from glTF stays as it was.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = 1..=256_i64, help_heading = "Skeletons")]
    pub(crate) max_bones: i64,

    /// Bones that may move one vertex. What comes back unedited from glTF stays as it was.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = 1..=4_i64, help_heading = "Skeletons")]
    pub(crate) max_influences: i64,

    /// Nodes above a skeleton.
    #[arg(long, value_name = "HOW", value_parser = word::<RootChain>(), default_value = "auto", help_heading = "Skeletons")]
    pub(crate) root_chain: RootChain,

    /// How the engine compares names.
    #[arg(long, value_name = "HOW", value_parser = word::<Names>(), default_value = "case-sensitive", help_heading = "Skeletons")]
    pub(crate) names: Names,

    /// Frames per second of clips of Horde3D: a number, or `auto`.
    #[arg(long, value_name = "FPS", default_value = "auto", value_parser = fps, help_heading = "Clips")]
    pub(crate) fps: Fps,

    /// Frames that a clip of Horde3D may have.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000,
        help_heading = "Clips"
    )]
    pub(crate) max_frames: u32,

    /// Let clips of Horde3D jump from frame to frame in glTF, as the engine plays them unless it is told otherwise.
    #[arg(long, help_heading = "Clips")]
    pub(crate) step: bool,

    /// How far baked curves may be off: of positions (relative to their range), rotations and scales.
    #[arg(long, value_name = "POS,ROT,SCALE", default_value = "1e-4,1e-4,1e-4", value_parser = tolerance, help_heading = "Clips")]
    pub(crate) bake_tolerance: Tolerance,

    /// Put no key at the start of tracks that begin later.
    #[arg(long, help_heading = "Clips")]
    pub(crate) no_start_key: bool,

    /// End each track with a key that repeats its first.
    #[arg(long, help_heading = "Clips")]
    pub(crate) close_loop: bool,

    /// What becomes of textures.
    #[arg(long, value_name = "HOW", value_parser = word::<Textures>(), default_value = "auto", help_heading = "Materials")]
    pub(crate) textures: Textures,

    /// Use the techniques of Urho3D for physically based shading.
    #[arg(long, help_heading = "Materials")]
    pub(crate) pbr: bool,

    #[command(flatten)]
    pub(crate) replace: Replace,
}

impl Convert {
    /// The same, as the conversion knows it.
    pub(crate) fn options(&self, limits: Limits) -> Options {
        let count = |number: i64| usize::try_from(number).unwrap_or(1);
        Options {
            mirror: self.mirror,
            scale: self.scale,
            lods: self.lods,
            layout: self.layout,
            max_bones: count(self.max_bones),
            max_influences: count(self.max_influences),
            max_frames: self.max_frames,
            tangents: self.tangents,
            normals: self.normals,
            fps: self.fps,
            step: self.step,
            tolerance: self.bake_tolerance,
            root_chain: self.root_chain,
            flip_v: self.flip_v,
            linear_colors: self.linear_colors,
            textures: self.textures,
            pbr: self.pbr,
            names: self.names,
            keep_types: self.keep_types,
            no_start_key: self.no_start_key,
            close_loop: self.close_loop,
            scene: self.scene,
            origin: self.origin,
            file_numbers: FileNumbers::default(),
            limits,
        }
    }
}

/// Takes one of the words of a choice.
fn word<T: Word + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::WORDS.iter().map(|(word, about, _)| {
        let about = about.trim().trim_end_matches('.');
        PossibleValue::new(*word).help(about)
    });
    PossibleValuesParser::new(values).map(|said| {
        let found = T::WORDS.iter().find(|(word, ..)| *word == said);
        found.unwrap_or(&T::WORDS[0]).2
    })
}

fn number(text: &str) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|number: &f64| number.is_finite() && *number > 0.0)
}

fn positive(text: &str) -> Result<f64, String> {
    number(text).ok_or_else(|| "a number above 0 is needed".into())
}

fn fps(text: &str) -> Result<Fps, String> {
    if text == "auto" {
        return Ok(Fps::Auto);
    }
    let known = number(text).map(Fps::Exactly);
    known.ok_or_else(|| "`auto` or a number above 0 is needed".into())
}

fn tolerance(text: &str) -> Result<Tolerance, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
    match numbers.as_deref() {
        Some(&[position, rotation, scale]) => Ok(Tolerance {
            position,
            rotation,
            scale,
        }),
        _ => Err("three numbers above 0 are needed, such as `1e-3,1e-4,1e-4`".into()),
    }
}
