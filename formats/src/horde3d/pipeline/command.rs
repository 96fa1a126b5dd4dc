//! Commands of a pipeline.

use formwork_schema::{Schema, document::Unknown, words};
use serde::{Deserialize, Serialize};

/// One command of a stage.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml)]
pub enum Command {
    /// Draws to another target from here on.
    SwitchTarget(SwitchTarget),
    /// Lets shaders read a buffer of a target.
    BindBuffer(BindBuffer),
    /// Ends all that `BindBuffer` began.
    UnbindBuffers(UnbindBuffers),
    /// Fills buffers of the current target.
    ClearTarget(ClearTarget),
    /// Draws the scene.
    DrawGeometry(DrawGeometry),
    /// Draws one rectangle over the whole target.
    DrawQuad(DrawQuad),
    /// Draws the scene once per light.
    DoForwardLightLoop(DoForwardLightLoop),
    /// Draws one rectangle per light, over what the scene left in buffers.
    DoDeferredLightLoop(DoDeferredLightLoop),
    /// Sets a uniform of a material.
    SetUniform(SetUniform),
    /// Draws overlays, such as text.
    DrawOverlays(DrawOverlays),
    /// A command that the engine does not know, as XML. It is skipped, or left to an extension.
    #[schema(unknown)]
    Unknown(String),
}

/// Draws to another target from here on, and lets shaders read no buffers any more.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "SwitchTarget")]
#[serde(default, deny_unknown_fields)]
pub struct SwitchTarget {
    /// Name of the target; empty for what the camera draws to. A name that is not set up stops the pipeline
    /// from loading.
    pub target: String,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Lets shaders read a buffer of a target.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "BindBuffer")]
#[serde(default, deny_unknown_fields)]
pub struct BindBuffer {
    /// Name of the sampler in shaders.
    #[schema(expected)]
    pub sampler: String,
    /// Name of the target. One that is not set up stops the pipeline from loading.
    #[schema(attribute = "sourceRT", expected)]
    pub source_rt: String,
    /// Which colour buffer, from 0; 32 is the depth buffer.
    pub buf_index: i32,
    /// Number of the texture unit.
    #[schema(obsolete = "`sampler` took its place in 2009-02")]
    pub tex_unit: Option<i32>,
    /// Name of the target.
    #[schema(obsolete = "`sourceRT` took its place in 2009-02")]
    pub target: Option<String>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Ends all that `BindBuffer` began.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "UnbindBuffers")]
#[serde(default, deny_unknown_fields)]
pub struct UnbindBuffers {
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Fills buffers of the current target.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "ClearTarget")]
#[serde(default, deny_unknown_fields)]
pub struct ClearTarget {
    /// Whether the depth buffer is filled.
    pub depth_buf: bool,
    /// Whether the first colour buffer is filled.
    pub col_buf0: bool,
    /// Whether the second colour buffer is filled.
    pub col_buf1: bool,
    /// Whether the third colour buffer is filled.
    pub col_buf2: bool,
    /// Whether the fourth colour buffer is filled.
    pub col_buf3: bool,
    /// Red that colour buffers are filled with.
    #[schema(attribute = "col_R")]
    pub col_r: f32,
    /// Green that colour buffers are filled with.
    #[schema(attribute = "col_G")]
    pub col_g: f32,
    /// Blue that colour buffers are filled with.
    #[schema(attribute = "col_B")]
    pub col_b: f32,
    /// Opacity that colour buffers are filled with.
    #[schema(attribute = "col_A")]
    pub col_a: f32,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

words! {
    /// In which order meshes are drawn. Any other word, or none: by what has to be switched for each.
    pub enum Order {
        /// The nearest first.
        FrontToBack = "FRONT_TO_BACK",
        /// The farthest first, as what is translucent needs it.
        BackToFront = "BACK_TO_FRONT",
        /// As the scene has them.
        None = "NONE",
    }
}

/// Draws the scene.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "DrawGeometry")]
#[serde(default, deny_unknown_fields)]
pub struct DrawGeometry {
    /// Name of the shader's context.
    #[schema(expected)]
    pub context: String,
    /// Class of materials that are drawn, or `~` and the class that is not; all when empty.
    pub class: String,
    /// In which order.
    pub order: Order,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Draws one rectangle over the whole target.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "DrawQuad")]
#[serde(default, deny_unknown_fields)]
pub struct DrawQuad {
    /// Material resource.
    #[schema(expected, resource = "horde3d.material")]
    pub material: String,
    /// Name of the shader's context.
    #[schema(expected)]
    pub context: String,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Draws the scene once per light.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "DoForwardLightLoop")]
#[serde(default, deny_unknown_fields)]
pub struct DoForwardLightLoop {
    /// Name of the shader's context; when empty, the one that each light names.
    pub context: String,
    /// Class of materials that are drawn, or `~` and the class that is not; all when empty.
    pub class: String,
    /// Whether shadows are left out. Only the word `true` says so; 1 does not.
    #[schema(truth = "true")]
    pub no_shadows: bool,
    /// In which order. The manual says that it is `NONE` when missing; it is by what has to be switched.
    pub order: Order,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Draws one rectangle per light, over what the scene left in buffers.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "DoDeferredLightLoop")]
#[serde(default, deny_unknown_fields)]
pub struct DoDeferredLightLoop {
    /// Name of the shader's context; when empty, the one that each light names.
    pub context: String,
    /// Whether shadows are left out; not in the manual. Only the word `true` says so; 1 does not.
    #[schema(truth = "true")]
    pub no_shadows: bool,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Sets a uniform of a material.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "SetUniform")]
#[serde(default, deny_unknown_fields)]
pub struct SetUniform {
    /// Material resource.
    #[schema(expected, resource = "horde3d.material")]
    pub material: String,
    /// Name of the uniform.
    #[schema(expected)]
    pub uniform: String,
    /// First component.
    pub a: f32,
    /// Second component.
    pub b: f32,
    /// Third component.
    pub c: f32,
    /// Fourth component.
    pub d: f32,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Draws overlays, such as text. Since about 2020 an extension does it.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "DrawOverlays")]
#[serde(default, deny_unknown_fields)]
pub struct DrawOverlays {
    /// Name of the shader's context.
    pub context: String,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}
