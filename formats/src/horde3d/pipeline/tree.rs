//! [`Pipeline`]: the tree of a pipeline.

use formwork_schema::{Schema, document::Unknown, words};
use serde::{Deserialize, Serialize};

use super::command::Command;

/// A pipeline: the targets that it draws to, and the commands that do it.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Pipeline", unambiguous)]
#[schema(
    format = "horde3d.pipeline",
    extension = "pipeline.xml",
    title = "Rendering pipeline of Horde3D"
)]
// Those of CoreRender share root and file name.
#[schema(foreign = "<FrameBuffer ", foreign = "<Sequence ")]
#[serde(default, deny_unknown_fields)]
pub struct Pipeline {
    /// What is set up once. The engine looks at the first one only.
    #[schema(child)]
    pub setup: Option<Setup>,
    /// What is done for every picture. The engine looks at the first one only.
    #[schema(child)]
    pub command_queue: Option<CommandQueue>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// What is set up once.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Setup")]
#[serde(default, deny_unknown_fields)]
pub struct Setup {
    /// Pictures that commands draw to and read from.
    #[schema(children)]
    pub render_targets: Vec<RenderTarget>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A set of pictures of one size that commands draw to and read from.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "RenderTarget")]
#[serde(default, deny_unknown_fields)]
pub struct RenderTarget {
    /// Name by which commands call it.
    #[schema(expected)]
    pub id: String,
    /// Whether it has a depth buffer. Only the word `true` says so; 1 does not.
    #[schema(truth = "true")]
    pub depth_buf: bool,
    /// Colour buffers, from 0 to 4; the engine does not load a pipeline with more.
    pub num_col_bufs: i32,
    /// What a pixel of the colour buffers consists of. The manual calls it optional; the engine does not load a pipeline
    /// without it.
    #[schema(required)]
    pub format: TargetFormat,
    /// Samples per pixel, as far as the engine's own setting allows.
    pub max_samples: i32,
    /// Width, in pixels; 0 for that of the window.
    #[schema(unit = "pixels")]
    pub width: i32,
    /// Height, in pixels; 0 for that of the window.
    #[schema(unit = "pixels")]
    pub height: i32,
    /// What width and height are multiplied with.
    #[schema(default = 1.0)]
    pub scale: f32,
    /// Whether colours were interpolated.
    #[schema(obsolete = "samplers say how they read, since 2009-02")]
    pub bilinear: Option<bool>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

words! {
    /// What a pixel consists of.
    pub enum TargetFormat {
        /// Four numbers from 0 to 255.
        Rgba8 = "RGBA8",
        /// Four floating-point numbers of 16 bits.
        Rgba16f = "RGBA16F",
        /// Four floating-point numbers of 32 bits.
        Rgba32f = "RGBA32F",
    }
}

/// What is done for every picture.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "CommandQueue")]
#[serde(default, deny_unknown_fields)]
pub struct CommandQueue {
    /// Parts that can be switched on and off, in order.
    #[schema(children)]
    pub stages: Vec<Stage>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A part of a pipeline that can be switched on and off.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Stage")]
#[serde(default, deny_unknown_fields)]
pub struct Stage {
    /// Name by which programs call it.
    #[schema(expected)]
    pub id: String,
    /// Whether it is switched on at first.
    #[schema(truth = "not false or 0")]
    pub enabled: bool,
    /// Material whose samplers and uniforms all commands of the stage see.
    #[schema(resource = "horde3d.material")]
    pub link: String,
    /// What is done, in order.
    #[schema(children)]
    pub commands: Vec<Command>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}
