//! `.material.xml`: which shader draws a surface, and with what.

pub mod rules;

use formwork_markup::{Markup, Node};
use formwork_schema::{Diagnostic, Result, Schema, document::Unknown};
use serde::{Deserialize, Serialize};

use super::classes;
use crate::{
    document::{DocumentFormat, compiled_here},
    inspect::{FactValue, Inspection, Table},
};

/// A material: a shader, and the textures and numbers that it is fed with.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Material", unambiguous)]
#[schema(
    format = "horde3d.material",
    extension = "material.xml",
    title = "Material of Horde3D"
)]
#[serde(default, deny_unknown_fields)]
pub struct Material {
    /// Class by which commands of a pipeline pick what they draw, in levels: `Translucent.Glass`. Empty fits every command
    /// that asks for all.
    pub class: String,
    /// Another material, whose samplers and uniforms hold where this one has none.
    #[schema(resource = "horde3d.material")]
    pub link: String,
    /// The shader. The engine looks at the first one only.
    #[schema(child)]
    pub shader: Option<Shader>,
    /// Variants of the shader that are switched on, wherever they stand.
    #[schema(children)]
    pub shader_flags: Vec<ShaderFlag>,
    /// Textures.
    #[schema(children)]
    pub samplers: Vec<Sampler>,
    /// Numbers.
    #[schema(children)]
    pub uniforms: Vec<Uniform>,
    /// Buffers of numbers on the GPU.
    #[schema(children)]
    pub data_buffers: Vec<DataBuffer>,
    /// Textures as they were written once.
    #[schema(children, obsolete = "`Sampler` took its place on 2009-02-12")]
    pub tex_units: Vec<TexUnit>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// The shader of a material.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Shader")]
#[serde(default, deny_unknown_fields)]
pub struct Shader {
    /// Shader resource. Without one the engine crashes.
    #[schema(expected, resource = "horde3d.shader")]
    pub source: String,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A variant of the shader that is switched on.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "ShaderFlag")]
#[serde(default, deny_unknown_fields)]
pub struct ShaderFlag {
    /// `_F`, two digits from 01 to 32, `_` and anything: `_F02_NormalMapping`. Other names are ignored.
    #[schema(expected)]
    pub name: String,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A texture that a sampler of the shader reads.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Sampler")]
#[serde(default, deny_unknown_fields)]
pub struct Sampler {
    /// Name of the sampler in the shader.
    #[schema(expected)]
    pub name: String,
    /// Texture resource; the shader's default when empty.
    #[schema(expected, resource = "texture")]
    pub map: String,
    /// Whether the engine may compress the texture on loading. DDS and KTX are never changed.
    #[schema(truth = "not false or 0")]
    pub allow_compression: bool,
    /// Whether the engine makes mip levels on loading. DDS and KTX are never changed.
    #[schema(truth = "not false or 0")]
    pub mipmaps: bool,
    /// Whether the colours are sRGB.
    #[schema(attribute = "sRGB")]
    pub srgb: bool,
    /// What kind of texture it is.
    #[schema(obsolete = "the shader says what kind of texture it reads, since 2009")]
    pub r#type: Option<String>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Four numbers for a uniform of the shader.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Uniform")]
#[serde(default, deny_unknown_fields)]
pub struct Uniform {
    /// Name of the uniform in the shader.
    #[schema(expected)]
    pub name: String,
    /// First component; all that a uniform of one number takes.
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

/// A buffer of numbers that the shader reads.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "DataBuffer")]
#[serde(default, deny_unknown_fields)]
pub struct DataBuffer {
    /// Name of the buffer in the shader.
    #[schema(expected)]
    pub name: String,
    /// Compute buffer resource.
    #[schema(expected, resource = "horde3d.compute")]
    pub source: String,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A texture as it was written until 2009.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "TexUnit")]
#[serde(default, deny_unknown_fields)]
pub struct TexUnit {
    /// Number of the texture unit.
    pub unit: i32,
    /// Texture resource.
    pub map: String,
    /// Whether the size was made a power of two.
    #[schema(attribute = "allowPOTConversion")]
    pub allow_pot_conversion: Option<bool>,
    /// Whether the texture was compressed on loading.
    pub allow_compression: Option<bool>,
    /// Whether mip levels were made.
    pub mipmaps: Option<bool>,
    /// Whether colours were interpolated.
    pub bilinear: Option<bool>,
    /// What lay outside of the texture.
    pub repeat_mode: Option<String>,
    /// `2D` or `CUBE`.
    pub r#type: Option<String>,
    /// What the engine did not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Highest number of a shader flag: the bits of the mask that flags become.
const MOST_FLAGS: u32 = 32;

impl ShaderFlag {
    /// The number of the flag, from 1 to 32; `None` for names that the engine ignores.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        flag_number(&self.name).filter(|number| (1..=MOST_FLAGS).contains(number))
    }
}

/// The digits of `_F<dd>_…`.
fn flag_number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix("_F")?;
    let (digits, rest) = digits.split_at_checked(2)?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && rest.starts_with('_')).then(|| digits.parse().ok())?
}

impl Material {
    /// The flags that are switched on, as the mask that picks the variant of the shader: flag 1 is bit 0.
    #[must_use]
    pub fn combination_mask(&self) -> u32 {
        let numbers = self.shader_flags.iter().filter_map(ShaderFlag::number);
        numbers.fold(0, |mask, number| mask | 1 << (number - 1))
    }
}

impl DocumentFormat for Material {
    compiled_here!();

    const VERSIONS: &'static [&'static str] = &["current", "until 2009-02"];
    const ENGINES: &'static str = "Horde3D";
    const NOTES: &'static str = "XML; `TexUnit` of the first releases is kept";

    fn version(&self) -> &'static str {
        Self::VERSIONS[usize::from(!self.tex_units.is_empty())]
    }

    fn review(
        _: impl FnOnce() -> Result<Self>,
        markup: &Markup,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<()> {
        let root = markup.root();
        match root.child("Shader") {
            Some(shader) if shader.get("source").is_empty() => {
                return Err(shader.malformed("a `Shader` without `source` crashes the engine"));
            }
            Some(_) => {}
            None => diagnostics
                .push(root.diagnostic(&rules::NO_SHADER, "without a `Shader` nothing is drawn")),
        }
        if let Some(class) = root.attribute("class") {
            let mut odd =
                |rule, message| diagnostics.push(root.diagnostic_of(class, rule, message));
            classes::review(&class.value(), &mut odd);
        }
        for node in root.children() {
            match node.name() {
                "ShaderFlag" => flag(node, diagnostics),
                "Sampler" => sampler(node, diagnostics),
                _ => {}
            }
        }
        Ok(())
    }

    fn look(&self, inspection: &mut Inspection) {
        let shader = self.shader.as_ref();
        let shader = shader.map_or(FactValue::Nothing, |shader| shader.source.clone().into());
        inspection.fact("shader", "Shader", shader);
        if !self.class.is_empty() {
            inspection.fact("class", "Class", self.class.clone());
        }
        if !self.link.is_empty() {
            inspection.fact("link", "Link", self.link.clone());
        }
        let flags = self.shader_flags.iter().map(|flag| flag.name.clone());
        inspection.fact("flags", "Shader flags", FactValue::Words(flags.collect()));
        self.tables(inspection);
    }
}

impl Material {
    fn tables(&self, inspection: &mut Inspection) {
        let yes = |yes: bool| FactValue::from(if yes { "yes" } else { "no" });
        let current = self.samplers.iter().map(|sampler| {
            vec![
                sampler.name.clone().into(),
                sampler.map.clone().into(),
                yes(sampler.srgb),
                yes(sampler.mipmaps),
                yes(sampler.allow_compression),
            ]
        });
        let former = self.tex_units.iter().map(|unit| {
            vec![
                format!("unit {}", unit.unit).into(),
                unit.map.clone().into(),
                FactValue::Nothing,
                FactValue::Nothing,
                FactValue::Nothing,
            ]
        });
        inspection.tables.push(Table {
            key: "samplers",
            columns: &["sampler", "texture", "srgb", "mipmaps", "compression"],
            rows: current.chain(former).collect(),
        });
        let uniforms = self.uniforms.iter().map(|uniform| {
            let Uniform {
                name, a, b, c, d, ..
            } = uniform;
            vec![
                name.clone().into(),
                (*a).into(),
                (*b).into(),
                (*c).into(),
                (*d).into(),
            ]
        });
        inspection.tables.push(Table {
            key: "uniforms",
            columns: &["uniform", "a", "b", "c", "d"],
            rows: uniforms.collect(),
        });
        let buffers = self.data_buffers.iter();
        let buffers =
            buffers.map(|buffer| vec![buffer.name.clone().into(), buffer.source.clone().into()]);
        inspection.tables.push(Table {
            key: "data_buffers",
            columns: &["buffer", "source"],
            rows: buffers.collect(),
        });
    }
}

fn flag(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(written) = node.attribute("name") else {
        return;
    };
    let name = written.value();
    let (rule, message) = match flag_number(&name) {
        Some(1..=MOST_FLAGS) => return,
        Some(number) => (
            &rules::FLAG_OUT_OF_RANGE,
            format!("flags have numbers from 01 to {MOST_FLAGS}, and {number:02} has no bit"),
        ),
        None => (
            &rules::FLAG_PASSED_OVER,
            format!("`{name}` is not a flag: they are called `_F01_Name`"),
        ),
    };
    diagnostics.push(node.diagnostic_of(written, rule, message));
}

/// Pictures that are loaded as they are have no use for switches.
fn sampler(node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let map = node.get("map").to_ascii_lowercase();
    if !(map.ends_with(".dds") || map.ends_with(".ktx")) {
        return;
    }
    for name in ["allowCompression", "mipmaps"] {
        if let Some(written) = node.attribute(name) {
            let message = format!("`{name}` does nothing for DDS and KTX");
            diagnostics.push(node.diagnostic_of(written, &rules::SWITCH_WITHOUT_EFFECT, message));
        }
    }
}
