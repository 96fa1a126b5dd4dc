//! The list of materials beside a model, and the materials.

use std::collections::BTreeMap;

use bytes::Bytes;
use formwork_formats::urho3d::graph::beside;
use formwork_markup::{Markup, Node, float};
use formwork_schema::Limits;
use serde_json::{Map, Value};

use super::reader::Reader;
use crate::{
    Code, Input,
    math::to_linear,
    names::without_extension,
    scene::{AlphaMode, Image, Material, Part, Texture},
};

impl Reader<'_> {
    /// Gives parts the materials that the list beside the model names; the list, where there is one.
    pub(super) fn materials(&mut self, input: &Input, parts: &mut [Part]) -> Option<Bytes> {
        let list = self.files.find(input, &beside(input.name(), "txt"))?;
        let text = String::from_utf8_lossy(&list.bytes).into_owned();
        let mut known = BTreeMap::new();
        for (part, reference) in parts.iter_mut().zip(references(&text)) {
            if !reference.is_empty() {
                let made = |reference: &String| self.material(input, reference);
                part.material = Some(*known.entry(reference).or_insert_with_key(made));
            }
        }
        Some(list.bytes)
    }

    fn material(&mut self, input: &Input, reference: &str) -> usize {
        let file = reference.rsplit('/').next().unwrap_or_default();
        let mut material = Material {
            name: without_extension(file).into(),
            file: Some(reference.into()),
            metallic: 0.0,
            roughness: 0.5,
            ..Material::default()
        };
        match self.markup(input, reference) {
            Ok(markup) => {
                for element in markup.root().children() {
                    self.element(input, element, &mut material);
                }
            }
            Err(why) => self.report.add(Code::C511, reference, why),
        }
        self.scene.materials.push(material);
        self.scene.materials.len() - 1
    }

    /// The XML of a material, or why there is none.
    fn markup(&self, input: &Input, reference: &str) -> Result<Markup, String> {
        let found = self.files.find(input, reference).ok_or("not found")?;
        let read = Markup::parse(&found.bytes, &Limits::default());
        let markup = read.map_err(|error| format!("cannot be read as XML: {error}"))?;
        match markup.root().name() {
            "material" => Ok(markup),
            other => Err(format!(
                "cannot be read: <{other}> where <material> is expected"
            )),
        }
    }

    fn element(&mut self, input: &Input, element: Node<'_>, material: &mut Material) {
        let (name, value) = (element.get("name"), element.get("value"));
        match element.name() {
            "technique" => technique(&name, material),
            "texture" => self.texture(input, &element.get("unit"), &name, material),
            "parameter" => parameter(&name, &value, material),
            "shader"
                if element
                    .get("psdefines")
                    .split_whitespace()
                    .any(|it| it == "ALPHAMASK") =>
            {
                material.alpha = AlphaMode::Mask(AlphaMode::CUTOFF);
            }
            "cull" if value.eq_ignore_ascii_case("none") => material.double_sided = true,
            _ => {}
        }
        note(element, &mut material.notes);
    }

    fn texture(&mut self, input: &Input, unit: &str, name: &str, material: &mut Material) {
        let slot = match unit.to_ascii_lowercase().as_str() {
            "diffuse" | "diff" | "albedo" | "0" => &mut material.base_color_texture,
            "normal" | "norm" | "1" => &mut material.normal_texture,
            "emissive" | "3" => &mut material.emissive_texture,
            _ => return,
        };
        *slot = Some(Texture {
            image: self.image(input, name),
            set: 0,
            has_details: false,
        });
    }

    fn image(&mut self, input: &Input, reference: &str) -> usize {
        let reference = &*with_slashes(reference);
        if let Some(place) = self.images.get(reference) {
            return *place;
        }
        let place = self.scene.images.len();
        self.images.insert(reference.into(), place);
        let found = self.files.find(input, reference);
        if found.is_none() {
            self.report.add(Code::C507, reference, "not found");
        }
        let file = reference.rsplit('/').next().unwrap_or_default();
        self.scene.images.push(Image {
            name: without_extension(file).into(),
            file: Some(reference.into()),
            link: found.as_ref().and_then(|found| self.files.link(found)),
            bytes: found.map(|found| found.bytes),
        });
        place
    }
}

/// A reference as engines look for it: a backslash is a slash.
fn with_slashes(reference: &str) -> String {
    reference.replace('\\', "/")
}

/// The materials that a list names, one on each line.
pub(in crate::urho3d) fn references(list: &str) -> impl Iterator<Item = String> {
    let lines = list.trim_start_matches('\u{feff}').lines();
    lines.map(|line| with_slashes(line.trim()))
}

fn technique(name: &str, material: &mut Material) {
    let stem = name.rsplit('/').next().unwrap_or_default();
    if stem.contains("Unlit") {
        material.unlit = true;
    }
    if (stem.contains("Alpha") && !stem.contains("AlphaMask")) || stem.contains("Transparent") {
        material.alpha = AlphaMode::Blend;
    }
}

fn parameter(name: &str, value: &str, material: &mut Material) {
    let numbers: Vec<f32> = value.split_whitespace().map(|word| float(word).0).collect();
    let linear = |number: f32| to_linear(f64::from(number)) as f32;
    match (name, &numbers[..]) {
        ("MatDiffColor", [r, g, b, rest @ ..]) => {
            let opacity = rest.first().copied().unwrap_or(1.0);
            material.base_color = [linear(*r), linear(*g), linear(*b), opacity];
        }
        ("MatEmissiveColor", [r, g, b, ..]) => material.emissive = [*r, *g, *b].map(linear),
        ("Roughness", [number, ..]) => material.roughness = *number,
        ("Metallic", [number, ..]) => material.metallic = *number,
        _ => {}
    }
}

/// Keeps what an element says, for people to read.
fn note(element: Node<'_>, notes: &mut Map<String, Value>) {
    let attributes = element.attributes();
    let attributes =
        attributes.map(|it| (it.name().to_owned(), Value::String(it.value().into_owned())));
    let said = Value::Object(attributes.collect());
    let list = notes
        .entry(element.name())
        .or_insert_with(|| Value::Array(Vec::new()));
    if let Value::Array(list) = list {
        list.push(said);
    }
}
