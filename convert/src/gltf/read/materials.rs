//! Surfaces and pictures.

use std::collections::HashMap;

use bytes::Bytes;
use formwork_formats::{format, identify};
use formwork_schema::{Limits, Result};

use super::{
    accessors,
    reader::{Parsed, Reader, at},
};
use crate::{
    Code, Files, Input,
    error::malformed,
    gltf::{
        json::{self, Sampler, TextureInfo},
        typed::LooseImage,
        uri,
    },
    scene::{AlphaMode, Image, Material, Texture},
    still::pictures::damage,
};

/// Extensions of materials that are read.
const KNOWN: &[&str] = &["KHR_materials_unlit"];

impl Reader<'_> {
    pub(super) fn images(&mut self, view: &Parsed<'_>, files: &dyn Files) {
        let companions = view.companions.iter();
        let companions = companions.map(|it| (&*it.path, &it.bytes)).collect();
        let mut kept = Vec::with_capacity(self.document.images.len());
        for (place, image) in self.document.images.iter().enumerate() {
            let made = self.image(place, image, (view.input, &companions), files);
            let unreadable = unreadable(image, &made, &self.options.limits);
            kept.push(unreadable.is_none().then_some(made));
            self.unreadable.push(unreadable);
        }
        // All images in their order, of which only some are in the file.
        let mut all = Vec::new();
        let mut numbers = vec![None; kept.len()];
        let notes = self.document.extras.known();
        for loose in notes.iter().flat_map(|notes| &notes.images) {
            match loose {
                LooseImage::Kept(number) => {
                    let image = kept.get_mut(*number).and_then(Option::take);
                    if let Some(image) = image {
                        numbers[*number] = Some(all.len());
                        all.push(image);
                    }
                }
                LooseImage::Absent { name, file } => all.push(Image {
                    name: name.clone(),
                    file: file.clone(),
                    ..Image::default()
                }),
            }
        }
        for (number, image) in kept.into_iter().enumerate() {
            if let Some(image) = image {
                numbers[number] = Some(all.len());
                all.push(image);
            }
        }
        self.scene.images = all;
        self.images = numbers;
    }

    fn image(
        &mut self,
        place: usize,
        image: &json::Image,
        (input, companions): (Option<&Input>, &HashMap<&str, &Bytes>),
        files: &dyn Files,
    ) -> Image {
        let mut made = Image {
            name: image.name.clone(),
            ..Image::default()
        };
        if let Some(number) = image.buffer_view {
            made.bytes = accessors::view(self.document, self.buffers, number);
        } else if let Some(text) = &image.uri {
            match uri::data(text) {
                Some(data) => made.bytes = data.ok().map(Bytes::from),
                None => match uri::decode(text) {
                    Ok(path) => {
                        match companions.get(&*path) {
                            Some(bytes) => made.bytes = Some(Bytes::clone(bytes)),
                            None => {
                                let found = input.and_then(|input| files.find(input, &path));
                                made.link = found.as_ref().and_then(|it| files.link(it));
                                made.bytes = found.map(|it| it.bytes);
                            }
                        }
                        made.file = Some(path);
                    }
                    Err(why) => {
                        let pointer = format!("/images/{place}/uri");
                        self.report.add(Code::C507, pointer, why);
                    }
                },
            }
        }
        if made.bytes.is_none() {
            let file = made.file.clone().unwrap_or_default();
            self.report
                .add(Code::C507, format!("/images/{place}"), file);
        }
        if let Some(notes) = image.extras.known() {
            made.file.clone_from(&notes.file);
        } else if self.origin.is_some() && image.uri.is_some() && !is_data(image) {
            // The name of a copy that the writer made says nothing.
            made.file = None;
        }
        made
    }

    pub(super) fn materials(&mut self) -> Result<()> {
        for (place, material) in self.document.materials.iter().enumerate() {
            let made = self.material(place, material)?;
            self.scene.materials.push(made);
        }
        Ok(())
    }

    fn material(&mut self, place: usize, material: &json::Material) -> Result<Material> {
        let none = Material::default();
        let pbr = material.pbr_metallic_roughness.clone().unwrap_or_default();
        let at = |member: &str| format!("/materials/{place}/{member}");
        let pbr_at = |member: &str| format!("/materials/{place}/pbrMetallicRoughness/{member}");
        let mut made = Material {
            name: material.name.clone(),
            file: None,
            base_color: pbr.base_color_factor.unwrap_or(none.base_color),
            base_color_texture: self
                .texture(&pbr.base_color_texture, &pbr_at("baseColorTexture"))?,
            metallic: pbr.metallic_factor.unwrap_or(1.0),
            roughness: pbr.roughness_factor.unwrap_or(1.0),
            metallic_roughness_texture: self.texture(
                &pbr.metallic_roughness_texture,
                &pbr_at("metallicRoughnessTexture"),
            )?,
            normal_texture: self.texture(&material.normal_texture, &at("normalTexture"))?,
            normal_scale: material
                .normal_texture
                .as_ref()
                .and_then(|it| it.scale)
                .unwrap_or(1.0),
            occlusion_texture: self
                .texture(&material.occlusion_texture, &at("occlusionTexture"))?,
            emissive: material.emissive_factor.unwrap_or(none.emissive),
            emissive_texture: self.texture(&material.emissive_texture, &at("emissiveTexture"))?,
            alpha: match material.alpha_mode.as_deref() {
                None | Some("OPAQUE") => AlphaMode::Opaque,
                Some("MASK") => AlphaMode::Mask(material.alpha_cutoff.unwrap_or(AlphaMode::CUTOFF)),
                Some("BLEND") => AlphaMode::Blend,
                Some(other) => {
                    let message = format!("{other:?} is no mode");
                    return Err(malformed(message).of(at("alphaMode")));
                }
            },
            double_sided: material.double_sided,
            unlit: material.extensions.contains_key("KHR_materials_unlit"),
            notes: serde_json::Map::new(),
        };
        for name in material
            .extensions
            .keys()
            .filter(|name| !KNOWN.contains(&&***name))
        {
            self.report.add(Code::C506, at("extensions"), name.clone());
        }
        if let Some(notes) = material.extras.known() {
            made.file.clone_from(&notes.file);
            made.notes.clone_from(&notes.notes);
            for loose in &notes.textures {
                let slot = match &*loose.role {
                    "baseColor" => &mut made.base_color_texture,
                    "metallicRoughness" => &mut made.metallic_roughness_texture,
                    "normal" => &mut made.normal_texture,
                    "occlusion" => &mut made.occlusion_texture,
                    "emissive" => &mut made.emissive_texture,
                    _ => continue,
                };
                if slot.is_none() && loose.image < self.scene.images.len() {
                    *slot = Some(Texture {
                        image: loose.image,
                        set: loose.set,
                        has_details: false,
                    });
                }
            }
        }
        Ok(made)
    }

    fn texture(&mut self, info: &Option<TextureInfo>, pointer: &str) -> Result<Option<Texture>> {
        let Some(info) = info else { return Ok(None) };
        let textures = &self.document.textures;
        let texture = at(textures, info.index, "texture", &format!("{pointer}/index"))?;
        let Some(source) = texture.source else {
            let kinds: Vec<&str> = texture.extensions.keys().map(String::as_str).collect();
            self.report.add(Code::C503, pointer, kinds.join(", "));
            return Ok(None);
        };
        let source_pointer = format!("/textures/{}/source", info.index);
        at(&self.document.images, source, "image", &source_pointer)?;
        let Some(image) = self.images[source] else {
            let detail = self.unreadable[source].clone().unwrap_or_default();
            self.report.add(Code::C503, source_pointer, detail);
            return Ok(None);
        };
        let samplers = &self.document.samplers;
        let is_usual = |sampler: usize| samplers.get(sampler).is_some_and(Sampler::is_default);
        Ok(Some(Texture {
            image,
            set: info.set(),
            has_details: !texture.sampler.is_none_or(is_usual) || info.is_transformed(),
        }))
    }
}

/// What a picture is that was found and that no engine reads: WebP, AVIF, not a picture at all, or damaged. `None` for the others.
fn unreadable(image: &json::Image, made: &Image, limits: &Limits) -> Option<String> {
    let bytes = made.bytes.as_ref()?;
    let name = image.uri.as_deref().filter(|_| !is_data(image));
    let found = identify(bytes, name.unwrap_or_default());
    let texture = found.format.filter(|id| id.starts_with("texture."));
    if let Some(format) = texture.and_then(format) {
        return damage(format, bytes, limits);
    }
    let said = found.looks_like.or_else(|| image.mime_type.clone());
    Some(said.unwrap_or_else(|| "not a picture".to_owned()))
}

fn is_data(image: &json::Image) -> bool {
    image
        .uri
        .as_deref()
        .is_some_and(|uri| uri.starts_with("data:"))
}
