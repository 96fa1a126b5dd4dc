//! Materials, and the list of them beside a model.

use std::fmt::Write as _;

use formwork_schema::{Result, sorted};

use super::{Writer, references::path_alone};
use crate::{
    Code, Output, Textures,
    math::to_srgb,
    names::{file_stem, report_renamed},
    scene::{AlphaMode, Material, Texture},
    urho3d::{facts::MATERIALS, read::references, target::Flavour, xml_text::escape},
};

impl Writer<'_> {
    /// Writes the list of the materials of a model's geometries, where there are any.
    pub(super) fn materials(&mut self, model: &str, materials: &[Option<usize>]) -> Result<()> {
        if materials.iter().all(Option::is_none) {
            return Ok(());
        }
        let lines: Vec<String> = materials
            .iter()
            .map(|it| it.map_or_else(String::new, |it| self.reference(it)))
            .collect();
        let stored = self
            .source("urho3d.model", 0)
            .and_then(|source| source.facts.0.get(MATERIALS));
        let says = |text: &str| references(text).eq(lines.iter().cloned());
        let stored = stored.filter(|stored| std::str::from_utf8(stored).is_ok_and(says));
        let text = stored.map_or_else(
            || {
                lines
                    .iter()
                    .map(|line| format!("{line}\r\n"))
                    .collect::<String>()
                    .into_bytes()
            },
            |stored| stored.to_vec(),
        );
        self.push(format!("{model}.txt"), "text", text);
        let mut used: Vec<usize> = materials.iter().flatten().copied().collect();
        sorted::ascending(&mut used);
        used.dedup();
        for place in used {
            let path = self.reference(place);
            if self.scene.materials[place].file.is_none() && self.written_materials.insert(place) {
                let alone = path_alone(self.scene, self.name, place);
                let name = &self.scene.materials[place].name;
                report_renamed(&alone, &path, name, self.report);
                let text = self.material(place);
                self.push(path, "urho3d.material", text.into_bytes());
            }
        }
        Ok(())
    }

    /// How a model refers to a material.
    pub(super) fn reference(&self, place: usize) -> String {
        self.references[place].clone()
    }

    fn material(&mut self, place: usize) -> String {
        let scene = self.scene;
        let material = &scene.materials[place];
        let is_rbfx = self.flavour() == Flavour::Rbfx;
        let is_pbr = is_rbfx || self.options.pbr;
        let mut xml = Document::default();
        let technique = if is_rbfx {
            rbfx(material)
        } else if is_pbr {
            pbr(material)
        } else {
            legacy(material)
        };
        xml.add(&format!(
            "<technique name=\"Techniques/{technique}.xml\" />"
        ));
        let base = if is_rbfx { "albedo" } else { "diffuse" };
        self.texture(&mut xml, base, material.base_color_texture.as_ref());
        self.texture(&mut xml, "normal", material.normal_texture.as_ref());
        if is_pbr && !is_rbfx {
            self.texture(
                &mut xml,
                "specular",
                material.metallic_roughness_texture.as_ref(),
            );
        }
        let glows = is_rbfx || material.unlit || technique.contains("Emissive");
        let is_dark = !glows && material.emissive_texture.is_some();
        if !is_dark {
            self.texture(&mut xml, "emissive", material.emissive_texture.as_ref());
        }
        let srgb = |number: f32| number_text(to_srgb(number.into()));
        let [r, g, b, a] = material.base_color;
        let color = format!("{} {} {} {a}", srgb(r), srgb(g), srgb(b));
        xml.parameter("MatDiffColor", &color);
        if material.emissive != [0.0; 3] && !is_dark {
            xml.parameter("MatEmissiveColor", &material.emissive.map(srgb).join(" "));
        }
        if is_pbr {
            xml.parameter("Metallic", &material.metallic.to_string());
            xml.parameter("Roughness", &material.roughness.to_string());
        }
        if is_rbfx && material.normal_scale != 1.0 {
            xml.parameter("NormalScale", &material.normal_scale.to_string());
        }
        xml.defines(material, is_rbfx);
        if material.double_sided {
            xml.add("<cull value=\"none\" />");
            xml.add("<shadowcull value=\"none\" />");
        }
        if is_dark {
            let detail = "the light that it sends, of which shaders without a colour map have none";
            self.report.add(Code::C501, &material.name, detail);
        }
        self.say_reduced(material, is_pbr, is_rbfx);
        xml.finish()
    }

    fn texture(&mut self, xml: &mut Document, unit: &str, texture: Option<&Texture>) {
        let Some(texture) = texture else { return };
        let file = self.image(texture.image);
        xml.add(&format!(
            "<texture unit=\"{unit}\" name=\"{}\" />",
            escape(&file)
        ));
        if texture.set > 0 || texture.has_details {
            self.report.add(
                Code::C504,
                file,
                "its second coordinates, sampler or transform",
            );
        }
    }

    /// How a material refers to a picture; the picture itself, where it has no file or is to be copied.
    fn image(&mut self, place: usize) -> String {
        if let Some(path) = self.images.get(&place) {
            return path.clone();
        }
        let image = &self.scene.images[place];
        let given = image.file.clone();
        let copies = self.options.textures != Textures::Link || given.is_none();
        let Some(bytes) = image.bytes.clone().filter(|_| copies) else {
            let path = given.unwrap_or_else(|| format!("Textures/{}", file_stem(&image.name)));
            if image.bytes.is_none() {
                self.report.add(Code::C507, &path, "not found");
            }
            return path;
        };
        let given = given.as_deref().and_then(|file| file.rsplit('/').next());
        let file = given.map(file_stem).filter(|file| !file.is_empty());
        let name = given.filter(|_| file.is_some()).unwrap_or(&image.name);
        let file = file.unwrap_or_else(|| {
            let extension = if bytes.starts_with(b"\xff\xd8") {
                "jpg"
            } else {
                "png"
            };
            let name = file_stem(&image.name);
            let name = if name.is_empty() {
                format!("{}_{place}", self.name)
            } else {
                name
            };
            format!("{name}.{extension}")
        });
        let alone = format!("Textures/{file}");
        let (path, is_new) = self.paths.add_picture(&alone, &bytes);
        if is_new {
            report_renamed(&alone, &path, name, self.report);
            self.outputs.push(Output {
                path: path.clone(),
                format: "image".into(),
                bytes,
            });
        }
        self.images.insert(place, path.clone());
        path
    }

    fn say_reduced(&mut self, material: &Material, is_pbr: bool, is_rbfx: bool) {
        let has_roughness = material.metallic_roughness_texture.is_some();
        let is_plain =
            material.metallic == 0.0 && !has_roughness && material.occlusion_texture.is_none();
        if !is_pbr && !material.unlit && !is_plain {
            self.report.add(
                Code::C501,
                &material.name,
                "metalness, roughness and occlusion",
            );
        }
        if material.alpha.has_own_cutoff() && !is_rbfx {
            let detail = "from which opacity on it is seen";
            self.report.add(Code::C501, &material.name, detail);
        }
        if material.normal_texture.is_some() && material.normal_scale != 1.0 && !is_rbfx {
            let detail = "the strength of its normal map";
            self.report.add(Code::C501, &material.name, detail);
        }
        if is_rbfx && (has_roughness || material.occlusion_texture.is_some()) {
            self.report.add(Code::C505, &material.name, "is left out");
        }
    }
}

/// A material that is being written.
#[derive(Default)]
struct Document(String);

impl Document {
    fn add(&mut self, element: &str) {
        // Writing into a string does not fail.
        let _ = writeln!(self.0, "\t{element}");
    }

    fn parameter(&mut self, name: &str, value: &str) {
        self.add(&format!("<parameter name=\"{name}\" value=\"{value}\" />"));
    }

    fn defines(&mut self, material: &Material, is_rbfx: bool) {
        let is_masked = matches!(material.alpha, AlphaMode::Mask(_));
        let lit = (is_rbfx && !material.unlit).then_some("PBR");
        let words: Vec<&str> = lit
            .into_iter()
            .chain(is_masked.then_some("ALPHAMASK"))
            .collect();
        let words = words.join(" ");
        match (lit, words.is_empty()) {
            (Some(lit), _) => self.add(&format!(
                "<shader vsdefines=\"{lit}\" psdefines=\"{words}\" />"
            )),
            (None, false) => self.add(&format!("<shader psdefines=\"{words}\" />")),
            _ => {}
        }
        if let (true, AlphaMode::Mask(cutoff)) = (is_rbfx, material.alpha) {
            self.parameter("AlphaCutoff", &cutoff.to_string());
        }
    }

    fn finish(self) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<material>\n{}</material>\n",
            self.0
        )
    }
}

/// Nine digits, which is as many as a file needs to come back.
fn number_text(number: f64) -> String {
    let rounded = (number * 1e9).round() / 1e9;
    format!("{rounded}")
}

/// Techniques that Urho3D has for what it calls diffuse materials.
fn legacy(material: &Material) -> &'static str {
    let is_blended = material.alpha == AlphaMode::Blend;
    let has_base = material.base_color_texture.is_some();
    let has_normal = material.normal_texture.is_some();
    let glows = material.emissive_texture.is_some();
    if material.unlit {
        return match (has_base, is_blended) {
            (true, false) => "DiffUnlit",
            (true, true) => "DiffUnlitAlpha",
            (false, false) => "NoTextureUnlit",
            (false, true) => "NoTextureUnlitAlpha",
        };
    }
    match (has_base, has_normal, glows, is_blended) {
        (true, false, false, false) => "Diff",
        (true, false, false, true) => "DiffAlpha",
        (true, false, true, false) => "DiffEmissive",
        (true, false, true, true) => "DiffEmissiveAlpha",
        (true, true, false, false) => "DiffNormal",
        (true, true, false, true) => "DiffNormalAlpha",
        (true, true, true, false) => "DiffNormalEmissive",
        (true, true, true, true) => "DiffNormalEmissiveAlpha",
        (false, true, _, false) => "NoTextureNormal",
        (false, true, _, true) => "NoTextureNormalAlpha",
        (false, false, _, false) => "NoTexture",
        (false, false, _, true) => "NoTextureAlpha",
    }
}

/// Techniques that Urho3D has for physically based materials.
fn pbr(material: &Material) -> &'static str {
    let is_blended = material.alpha == AlphaMode::Blend;
    if material.unlit {
        return legacy(material);
    }
    let has_all = material.base_color_texture.is_some()
        && material.normal_texture.is_some()
        && material.metallic_roughness_texture.is_some();
    let glows = material.emissive_texture.is_some();
    match (
        has_all,
        material.base_color_texture.is_some(),
        glows,
        is_blended,
    ) {
        (true, _, false, false) => "PBR/PBRMetallicRoughDiffNormalSpec",
        (true, _, false, true) => "PBR/PBRMetallicRoughDiffNormalSpecAlpha",
        (true, _, true, false) => "PBR/PBRMetallicRoughDiffNormalSpecEmissive",
        (true, _, true, true) => "PBR/PBRMetallicRoughDiffNormalSpecEmissiveAlpha",
        (false, true, _, false) => "PBR/PBRDiff",
        (false, true, _, true) => "PBR/PBRDiffAlpha",
        (false, false, _, false) => "PBR/PBRNoTexture",
        (false, false, _, true) => "PBR/PBRNoTextureAlpha",
    }
}

/// Techniques of rbfx.
fn rbfx(material: &Material) -> &'static str {
    let has_normal = material.normal_texture.is_some();
    match (
        material.unlit,
        material.alpha == AlphaMode::Blend,
        has_normal,
    ) {
        (true, false, _) => "UnlitOpaque",
        (true, true, _) => "UnlitTransparent",
        (false, false, false) => "LitOpaque",
        (false, false, true) => "LitOpaqueNormalMap",
        (false, true, false) => "LitTransparent",
        (false, true, true) => "LitTransparentNormalMap",
    }
}
