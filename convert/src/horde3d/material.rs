//! Materials, as far as a scene has them.

use formwork_formats::{DocumentFile, horde3d};
use formwork_schema::{Limits, Result};

use super::{
    inputs::{Inputs, base_name, find},
    notes,
    reader::Reader,
};
use crate::{
    Code, Files, Input,
    math::to_linear,
    names::strip_extension,
    scene::{AlphaMode, Facts, Image, Material, Source, Texture},
};

impl<'a> Reader<'a> {
    /// The material of this reference.
    pub(super) fn material(&self, reference: &str) -> Option<usize> {
        self.materials.known.get(reference).copied()
    }

    /// Reads the materials that meshes name.
    pub(super) fn read_materials(
        &mut self,
        inputs: &Inputs<'a>,
        files: &dyn Files,
        from: &Input,
    ) -> Result<()> {
        let meshes: Vec<_> = self
            .elements
            .iter()
            .filter_map(|element| element.mesh())
            .collect();
        for mesh in meshes {
            let reference = &*mesh.material;
            if reference.is_empty() || self.materials.known.contains_key(reference) {
                continue;
            }
            let place = self.scene.materials.len();
            self.materials.known.insert(reference.to_owned(), place);
            let name = base_name(reference);
            let name = strip_extension(name, "material.xml").unwrap_or(name);
            self.scene.materials.push(Material {
                name: name.to_owned(),
                file: Some(reference.to_owned()),
                metallic: 0.0,
                roughness: 0.5,
                ..Material::default()
            });
            let mut given = inputs.materials.iter();
            let given = given.find(|input| input.name() == base_name(reference));
            let found = given.map_or_else(
                || find(files, from, reference),
                |found| Some((*found).clone()),
            );
            match found {
                Some(input) => self.read_material(place, input, files)?,
                None => self.report.add(Code::C511, reference, "not found"),
            }
        }
        Ok(())
    }

    fn read_material(&mut self, place: usize, input: Input, files: &dyn Files) -> Result<()> {
        let file: DocumentFile<horde3d::Material> =
            DocumentFile::parse(&input.bytes, &Limits::default())?;
        let read = &file.tree;
        let said = notes::said(read);
        if !said.is_empty() {
            let name = input.name();
            let detail = "shader, flags, samplers and uniforms";
            self.report.add(Code::C502, name, detail);
        }
        let shown = Shown::of(read);
        let base = shown
            .albedo
            .and_then(|map| self.texture(map, &input, files));
        let normal = shown
            .normal
            .and_then(|map| self.texture(map, &input, files));
        let material = &mut self.scene.materials[place];
        material.base_color_texture = base;
        material.normal_texture = normal;
        material.alpha = shown.alpha;
        material.base_color = shown.base_color;
        material.roughness = shown.roughness;
        if !said.is_empty() {
            material.notes.insert(notes::KEY.to_owned(), said.into());
        }
        let material_file = material.file.clone().unwrap_or_default();
        let shader = read.shader.as_ref().map_or("", |shader| &*shader.source);
        self.materials.turn_themselves |= base_name(shader).to_ascii_lowercase().contains("pbr");
        let mut facts = Facts::default();
        facts.set("text", input.bytes.clone());
        let reference = material_file.into_bytes();
        facts.set("reference", reference);
        self.materials.sources.push(Source {
            name: input.name().to_owned(),
            format: "horde3d.material".to_owned(),
            version: "current".to_owned(),
            file: Some(input.bytes),
            facts,
        });
        Ok(())
    }

    /// The texture that a sampler names.
    fn texture(&mut self, map: &str, from: &Input, files: &dyn Files) -> Option<Texture> {
        if map.is_empty() || map.starts_with('$') {
            return None;
        }
        let image = match self.materials.images.get(map) {
            Some(known) => *known,
            None => {
                let found = find(files, from, map);
                if found.is_none() {
                    self.report.add(Code::C507, from.name(), map);
                }
                let name = base_name(map);
                self.scene.images.push(Image {
                    name: name
                        .rsplit_once('.')
                        .map_or(name, |(stem, _)| stem)
                        .to_owned(),
                    file: Some(map.to_owned()),
                    link: found.as_ref().and_then(|found| files.link(found)),
                    bytes: found.map(|found| found.bytes),
                });
                let place = self.scene.images.len() - 1;
                self.materials.images.insert(map.to_owned(), place);
                place
            }
        };
        Some(Texture {
            image,
            set: 0,
            has_details: false,
        })
    }
}

/// What a scene has of a material.
pub(super) struct Shown<'a> {
    pub(super) base_color: [f32; 4],
    pub(super) roughness: f32,
    pub(super) alpha: AlphaMode,
    pub(super) albedo: Option<&'a str>,
    pub(super) normal: Option<&'a str>,
}

impl<'a> Shown<'a> {
    pub(super) fn of(material: &'a horde3d::Material) -> Self {
        let map = |name: &str| {
            let mut samplers = material.samplers.iter();
            samplers
                .find(|sampler| sampler.name == name)
                .map(|sampler| &*sampler.map)
        };
        let mut shown = Self {
            base_color: [1.0; 4],
            roughness: 0.5,
            alpha: alpha(material),
            albedo: map("albedoMap"),
            normal: map("normalMap"),
        };
        for uniform in &material.uniforms {
            match &*uniform.name {
                "matDiffuseCol" => {
                    let linear = |value: f32| to_linear(f64::from(value)) as f32;
                    let [red, green, blue] = [uniform.a, uniform.b, uniform.c].map(linear);
                    shown.base_color = [red, green, blue, uniform.d];
                }
                "matSpecParams" => shown.roughness = (1.0 - uniform.d).clamp(0.0, 1.0),
                _ => {}
            }
        }
        shown
    }
}

fn alpha(material: &horde3d::Material) -> AlphaMode {
    let is_tested = |flag: &horde3d::material::ShaderFlag| flag.number() == Some(5);
    if material.class == "Translucent" || material.class.starts_with("Translucent.") {
        AlphaMode::Blend
    } else if material.shader_flags.iter().any(is_tested) {
        AlphaMode::Mask(AlphaMode::CUTOFF)
    } else {
        AlphaMode::Opaque
    }
}
