//! Surfaces and pictures.

use formwork_formats::picture_by_content;

use super::{png, writer::Writer};
use crate::{
    Code, Textures,
    gltf::{
        builder::Use,
        extras::LooseTexture,
        json::{self, Pbr, TextureInfo},
        typed::LooseImage,
        uri,
    },
    scene::{AlphaMode, Image, Material, Semantic, Texture},
    still::pictures,
};

impl Writer<'_> {
    pub(super) fn materials(&mut self) {
        let scene = self.scene;
        let mut numbers = Vec::new();
        for (place, image) in scene.images.iter().enumerate() {
            numbers.push(self.image(place, image));
        }
        if numbers.iter().any(Option::is_none) {
            let all = numbers.iter().zip(&scene.images);
            let loose = all.map(|(number, image)| match number {
                Some(number) => LooseImage::Kept(*number),
                None => LooseImage::Absent {
                    name: image.name.clone(),
                    file: image.file.clone(),
                },
            });
            self.file.document.extras.notes().images = loose.collect();
        }
        let textures = 0..self.file.document.images.len();
        self.file.document.textures = textures
            .map(|source| json::Texture {
                source: Some(source),
                ..json::Texture::default()
            })
            .collect();
        for (place, material) in scene.materials.iter().enumerate() {
            let made = self.material(place, material, &numbers);
            self.file.document.materials.push(made);
        }
    }

    /// The number of an image in the file; `None` for one that cannot be in it.
    fn image(&mut self, place: usize, image: &Image) -> Option<usize> {
        let what = format!("images[{place}]");
        let Some(bytes) = &image.bytes else {
            let file = image.file.clone().unwrap_or_default();
            self.report.add(Code::C507, what, file);
            return None;
        };
        let Some((mime, extension)) = pictures::mime(bytes) else {
            let file = image.file.clone().unwrap_or_default();
            self.report.add(Code::C503, what, file);
            return None;
        };
        let kind = picture_by_content(bytes);
        let limits = &self.options.limits;
        if let Some(why) = kind.and_then(|kind| pictures::damage_of_picture(kind, bytes, limits)) {
            self.report.add(Code::C503, what, why);
            return None;
        }
        let plain = png::plain(bytes).filter(|_| mime == "image/png");
        if plain.is_some() {
            let file = image.file.clone().unwrap_or_default();
            self.report.add(Code::C509, what, file);
        }
        let bytes = plain.as_ref().unwrap_or(bytes);
        let mut made = json::Image {
            name: image.name.clone(),
            ..json::Image::default()
        };
        let choice = self.options.gltf_textures(self.target);
        let link = image.link.as_deref().filter(|_| choice == Textures::Link);
        match link.map(uri::link) {
            Some(uri) => made.uri = Some(uri),
            None if choice == Textures::Copy => {
                let alone = pictures::path(self.stem, place, image, extension);
                let (paths, outputs) = (&mut self.paths, &mut self.companions);
                let path = pictures::copy(&alone, bytes, paths, outputs, self.report);
                made.uri = uri::encode(&path);
            }
            None => {
                made.buffer_view = self
                    .file
                    .view(Use::Other, |out| out.extend_from_slice(bytes));
                made.mime_type = Some(mime.into());
            }
        }
        if image.file.is_some() {
            made.extras.notes().file.clone_from(&image.file);
        }
        self.file.document.images.push(made);
        Some(self.file.document.images.len() - 1)
    }

    fn material(
        &mut self,
        place: usize,
        material: &Material,
        images: &[Option<usize>],
    ) -> json::Material {
        let what = format!("materials[{place}]");
        let mut loose = Vec::new();
        let mut texture = |role: &str, texture: &Option<Texture>| {
            let texture = texture.as_ref()?;
            let number = images.get(texture.image).copied().flatten();
            let set = self.texture_set(place, texture.set);
            if let (Some(index), Some(set)) = (number, set) {
                if texture.has_details {
                    let detail = format!("the sampler or transform of {role}");
                    self.report.add(Code::C504, &*what, detail);
                }
                return Some(TextureInfo {
                    index,
                    tex_coord: (set != 0).then_some(set),
                    ..TextureInfo::default()
                });
            }
            if number.is_some() {
                let detail = format!("{role} needs texture coordinates {}", texture.set);
                self.report.add(Code::C504, &*what, detail);
            }
            loose.push(LooseTexture {
                role: role.into(),
                image: texture.image,
                set: texture.set,
            });
            None
        };
        let within = |value: f32, otherwise: f32| {
            if value.is_finite() {
                value.clamp(0.0, 1.0)
            } else {
                otherwise
            }
        };
        let base = material.base_color.map(|value| within(value, 1.0));
        let metallic = within(material.metallic, 1.0);
        let roughness = within(material.roughness, 1.0);
        let pbr = Pbr {
            base_color_factor: (base != [1.0; 4]).then_some(base),
            base_color_texture: texture("baseColor", &material.base_color_texture),
            metallic_factor: (metallic != 1.0).then_some(metallic),
            roughness_factor: (roughness != 1.0).then_some(roughness),
            metallic_roughness_texture: texture(
                "metallicRoughness",
                &material.metallic_roughness_texture,
            ),
        };
        let scale = Some(material.normal_scale).filter(|it| *it != 1.0 && it.is_finite());
        let normal_texture =
            texture("normal", &material.normal_texture).map(|info| TextureInfo { scale, ..info });
        let occlusion_texture = texture("occlusion", &material.occlusion_texture);
        let emissive_texture = texture("emissive", &material.emissive_texture);
        let emissive = material.emissive.map(|value| within(value, 0.0));
        let (alpha_mode, alpha_cutoff) = match material.alpha {
            AlphaMode::Opaque => (None, None),
            AlphaMode::Mask(cutoff) => {
                let cutoff = if cutoff.is_finite() {
                    cutoff.max(0.0)
                } else {
                    AlphaMode::CUTOFF
                };
                (
                    Some("MASK"),
                    (cutoff != AlphaMode::CUTOFF).then_some(cutoff),
                )
            }
            AlphaMode::Blend => (Some("BLEND"), None),
        };
        let mut made = json::Material {
            name: material.name.clone(),
            pbr_metallic_roughness: (pbr != Pbr::default()).then_some(pbr),
            normal_texture,
            occlusion_texture,
            emissive_texture,
            emissive_factor: (emissive != [0.0; 3]).then_some(emissive),
            alpha_mode: alpha_mode.map(Into::into),
            alpha_cutoff,
            double_sided: material.double_sided,
            ..json::Material::default()
        };
        if material.unlit {
            self.used.insert("KHR_materials_unlit");
            let empty = serde_json::Value::Object(serde_json::Map::new());
            made.extensions.insert("KHR_materials_unlit".into(), empty);
        }
        let is_noted = material.file.is_some() || !material.notes.is_empty() || !loose.is_empty();
        if is_noted {
            let notes = made.extras.notes();
            notes.file.clone_from(&material.file);
            notes.notes.clone_from(&material.notes);
            notes.textures = loose;
        }
        if !material.notes.is_empty() {
            self.report.add(Code::C502, what, "");
        }
        made
    }

    /// The number that texture coordinates of a set have in the file, if all that a material covers have them.
    fn texture_set(&self, material: usize, set: u8) -> Option<u8> {
        let mut found = None;
        let parts = self.scene.meshes.iter().flat_map(|mesh| &mesh.parts);
        for part in parts.filter(|part| part.material == Some(material)) {
            for level in &part.levels {
                let stream = &self.scene.streams[level.stream];
                let sets = stream.attributes.iter().filter(|attribute| {
                    attribute.semantic == Semantic::TexCoord
                        && matches!(attribute.values, crate::scene::Column::Vec2(_))
                });
                let number = sets.zip(0..).find(|it| it.0.set == set)?.1;
                if found.is_some_and(|found| found != number) {
                    return None;
                }
                found = Some(number);
            }
        }
        found.or(Some(set))
    }
}
