//! Materials of a scene as files, for the shader of the engine's samples.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use formwork_formats::{
    DocumentFile, DocumentFormat as _,
    horde3d::{
        Material as Document,
        material::{Sampler, Shader, ShaderFlag, Uniform},
    },
};
use formwork_schema::{Limits, Result};

use super::{
    facts::of_format, inputs::base_name, layout::Layout, material::Shown, names::file_name, notes,
};
use crate::{
    Code, Options, Output, Report, Scene, Textures,
    math::to_srgb,
    names::{Paths, report_renamed, report_taken, strip_extension},
    scene::{AlphaMode, Image, Material, Texture},
};

/// The shader of the engine's samples.
const SHADER: &str = "shaders/model.shader";
const SKINNING: &str = "_F01_Skinning";
const NORMAL_MAPPING: &str = "_F02_NormalMapping";
const ALPHA_TEST: &str = "_F05_AlphaTest";

/// Files of materials and of their textures.
pub(super) struct Materials {
    /// What meshes call each material of the scene.
    pub(super) references: Vec<String>,
    /// Paths that materials would have if no other file had them, by number; only those that differ.
    renamed: BTreeMap<usize, String>,
    /// What meshes without a material use; written when it is asked for.
    pub(super) usual: String,
}

impl Materials {
    /// Names for all materials: those that their files had, where no other has them.
    pub(super) fn new(scene: &Scene, layout: &Layout, paths: &mut Paths) -> Self {
        let mut renamed = BTreeMap::new();
        let mut name = |file: Option<&str>, name: &str, number: usize| {
            let alone = known_path(file).unwrap_or_else(|| {
                let name = file_name(name, &format!("Material{number}"));
                layout.part(&format!("{name}.material.xml"))
            });
            let made = paths.add(&alone);
            if made != alone {
                renamed.insert(number, alone);
            }
            made
        };
        let all = scene.materials.iter().enumerate();
        let references = all
            .map(|(number, it)| name(it.file.as_deref(), &it.name, number))
            .collect();
        let usual = name(None, "default", scene.materials.len());
        Self {
            references,
            renamed,
            usual,
        }
    }

    /// The files of materials that are used, each with whether joints move what it is on.
    pub(super) fn write(
        &self,
        scene: &Scene,
        used: &BTreeMap<Option<usize>, bool>,
        layout: &Layout,
        options: &Options,
        paths: &mut Paths,
        report: &mut Report,
    ) -> Result<Vec<Output>> {
        let mut outputs = Vec::new();
        let mut pictures = Pictures::new(scene, layout, options, paths);
        for (material, is_skinned) in used {
            let (path, tree) = match material {
                Some(place) => {
                    let it = &scene.materials[*place];
                    self.report(*place, it, report);
                    let mut image = |texture: &Texture| pictures.add(texture.image);
                    (
                        &self.references[*place],
                        document(it, *is_skinned, &mut image, report),
                    )
                }
                None => {
                    report.add(Code::C510, "meshes", &*self.usual);
                    let tree = document(
                        &Material::default(),
                        *is_skinned,
                        &mut |_| String::new(),
                        &mut Report::default(),
                    );
                    (&self.usual, tree)
                }
            };
            outputs.push(Output {
                path: path.clone(),
                format: "horde3d.material".to_owned(),
                bytes: DocumentFile::new(tree).to_bytes()?.into(),
            });
        }
        let pictures = pictures.finish(report);
        Ok(pictures.chain(outputs).collect())
    }

    /// The reference of a mesh to a material: its file, unless another file has that path.
    pub(super) fn reference<'a>(&'a self, place: usize, file: Option<&'a String>) -> &'a String {
        let own = &self.references[place];
        file.filter(|_| !self.renamed.contains_key(&place))
            .unwrap_or(own)
    }

    /// Reports a material whose file does not have the path that it would have alone, or not its name.
    fn report(&self, place: usize, material: &Material, report: &mut Report) {
        let made = &self.references[place];
        let alone = self.renamed.get(&place).unwrap_or(made);
        if known_path(material.file.as_deref()).is_some() {
            report_taken(alone, made, &material.name, report);
        } else {
            report_renamed(alone, made, &material.name, report);
        }
    }

    /// Materials as they were read, at the paths that meshes name, with what the scene says otherwise of them.
    pub(super) fn kept(
        &self,
        scene: &Scene,
        layout: &Layout,
        options: &Options,
        paths: &mut Paths,
        report: &mut Report,
    ) -> Result<Vec<Output>> {
        let mut outputs = Vec::new();
        let mut pictures = Pictures::new(scene, layout, options, paths);
        // The first material of each file.
        let mut places = HashMap::new();
        for (place, material) in scene.materials.iter().enumerate() {
            if let Some(file) = &material.file {
                places.entry(file.as_bytes()).or_insert(place);
            }
        }
        for source in of_format(scene, "horde3d.material") {
            let reference = source.facts.get("reference");
            let text = source.facts.get("text");
            let parsed = DocumentFile::parse(&text, &Limits::default());
            let place = places.get(&*reference).copied();
            let (Some(place), Ok(mut document)) = (place, parsed) else {
                continue;
            };
            let material = &scene.materials[place];
            let file = self.reference(place, material.file.as_ref());
            let beside = || file_name(base_name(file), "model.material.xml");
            self.report(place, material, report);
            let mut image = |texture: &Texture| pictures.add(texture.image);
            change(&mut document.tree, material, scene, &mut image);
            outputs.push(Output {
                path: Layout::referred(&file.replace('\\', "/")).unwrap_or_else(beside),
                format: "horde3d.material".to_owned(),
                bytes: document.to_bytes()?.into(),
            });
        }
        let pictures = pictures.finish(report);
        Ok(pictures.chain(outputs).collect())
    }
}

/// The path of a material whose file can have the one that it had.
fn known_path(file: Option<&str>) -> Option<String> {
    let file = file.filter(|file| strip_extension(file, "material.xml").is_some());
    file.and_then(Layout::referred)
}

/// Puts into a document what a scene says otherwise.
fn change(
    tree: &mut Document,
    material: &Material,
    scene: &Scene,
    image: &mut dyn FnMut(&Texture) -> String,
) {
    const NEAR: f32 = 1e-6;
    let shown = Shown::of(tree);
    let is_near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= NEAR);
    let recolored = !is_near(&shown.base_color, &material.base_color);
    let polished = !is_near(&[shown.roughness], &[material.roughness]);
    let alpha = shown.alpha != material.alpha;
    let is_other = |texture: &&Texture, known: Option<&str>| {
        let file = scene.images[texture.image].file.as_deref();
        file.is_none() || file != known
    };
    let base = material.base_color_texture.as_ref();
    let base = base.filter(|texture| is_other(texture, shown.albedo));
    let normal = material.normal_texture.as_ref();
    let normal = normal.filter(|texture| is_other(texture, shown.normal));
    for (name, texture) in [("albedoMap", base), ("normalMap", normal)] {
        if let Some(texture) = texture {
            sampler(tree, name, image(texture));
        }
    }
    if recolored {
        uniform(tree, "matDiffuseCol", color(material), 0.0);
    }
    if polished {
        let specular = tree
            .uniforms
            .iter()
            .find(|uniform| uniform.name == "matSpecParams");
        let [a, b, c] = specular.map_or([REFLECTED; 3], |it| [it.a, it.b, it.c]);
        uniform(
            tree,
            "matSpecParams",
            [a, b, c, 1.0 - material.roughness],
            0.0,
        );
    }
    if alpha {
        tree.shader_flags.retain(|flag| flag.number() != Some(5));
        if matches!(material.alpha, AlphaMode::Mask(_)) {
            flag(tree, ALPHA_TEST);
        }
        match (material.alpha, tree.class.starts_with("Translucent")) {
            (AlphaMode::Blend, false) => tree.class = "Translucent".to_owned(),
            (AlphaMode::Opaque | AlphaMode::Mask(_), true) => tree.class.clear(),
            _ => {}
        }
    }
}

/// The pictures that materials use.
struct Pictures<'a> {
    scene: &'a Scene,
    layout: &'a Layout,
    options: &'a Options,
    paths: &'a mut Paths,
    /// References of materials to pictures, by number.
    known: BTreeMap<usize, String>,
    /// Pictures that are written, each with the path that it would have alone, and the name that it is called after.
    written: Vec<(String, String, Output)>,
}

impl<'a> Pictures<'a> {
    fn new(
        scene: &'a Scene,
        layout: &'a Layout,
        options: &'a Options,
        paths: &'a mut Paths,
    ) -> Self {
        Self {
            scene,
            layout,
            options,
            paths,
            known: BTreeMap::new(),
            written: Vec::new(),
        }
    }

    /// Returns the reference of materials to a picture, which is written unless textures are only linked.
    fn add(&mut self, number: usize) -> String {
        if let Some(known) = self.known.get(&number) {
            return known.clone();
        }
        let image = &self.scene.images[number];
        let file = image.file.as_deref().unwrap_or_default();
        let is_written = self.options.textures != Textures::Link || file.is_empty();
        let path = match image.bytes.as_ref().filter(|_| is_written) {
            Some(bytes) => self.write(image, number, bytes),
            None => file.to_owned(),
        };
        self.known.insert(number, path.clone());
        path
    }

    fn write(&mut self, image: &Image, number: usize, bytes: &Bytes) -> String {
        let file = image.file.as_deref().unwrap_or_default();
        let extension = match &**bytes {
            [0x89, b'P', b'N', b'G', ..] => "png",
            [0xff, 0xd8, ..] => "jpg",
            [b'D', b'D', b'S', b' ', ..] => "dds",
            [0xab, b'K', b'T', b'X', ..] => "ktx",
            _ => file
                .rsplit_once('.')
                .map_or("tga", |(_, extension)| extension),
        };
        let referred = Layout::referred(file);
        let called = match &referred {
            Some(path) => base_name(path),
            None => &image.name,
        };
        let called = called.to_owned();
        let alone = referred.unwrap_or_else(|| {
            let name = file_name(&image.name, &format!("Image{number}"));
            let name = name.strip_suffix(&format!(".{extension}")).unwrap_or(&name);
            self.layout.part(&format!("{name}.{extension}"))
        });
        let (path, is_new) = self.paths.add_picture(&alone, bytes);
        if is_new {
            let output = Output {
                path: path.clone(),
                format: "image".to_owned(),
                bytes: bytes.clone(),
            };
            self.written.push((alone, called, output));
        }
        path
    }

    fn finish(self, report: &mut Report) -> impl Iterator<Item = Output> {
        for (alone, called, output) in &self.written {
            report_renamed(alone, &output.path, called, report);
        }
        self.written.into_iter().map(|(.., output)| output)
    }
}

fn document(
    material: &Material,
    is_skinned: bool,
    image: &mut dyn FnMut(&Texture) -> String,
    report: &mut Report,
) -> Document {
    tell(material, report);
    let noted = material
        .notes
        .get(notes::KEY)
        .and_then(|notes| Document::from_json(&notes.to_string()).ok());
    let mut tree: Document = noted.unwrap_or_default();
    tree.shader.get_or_insert_with(|| Shader {
        source: SHADER.to_owned(),
        ..Shader::default()
    });
    if material.alpha == AlphaMode::Blend && tree.class.is_empty() {
        tree.class = "Translucent".to_owned();
    }
    let flags = [
        (SKINNING, is_skinned),
        (NORMAL_MAPPING, material.normal_texture.is_some()),
        (ALPHA_TEST, matches!(material.alpha, AlphaMode::Mask(_))),
    ];
    for (name, is_on) in flags {
        if is_on {
            flag(&mut tree, name);
        }
    }
    let textures = [
        ("albedoMap", &material.base_color_texture),
        ("normalMap", &material.normal_texture),
    ];
    for (name, texture) in textures {
        if let Some(texture) = texture {
            sampler(&mut tree, name, image(texture));
        }
    }
    uniform(&mut tree, "matDiffuseCol", color(material), 1e-5);
    let specular = [REFLECTED, REFLECTED, REFLECTED, 1.0 - material.roughness];
    uniform(&mut tree, "matSpecParams", specular, f32::INFINITY);
    tree
}

/// How much light a surface that is not metal throws back.
const REFLECTED: f32 = 0.04;

/// The colour as shaders take it.
fn color(material: &Material) -> [f32; 4] {
    let [red, green, blue, alpha] = material.base_color;
    let [red, green, blue] = [red, green, blue].map(|part| to_srgb(part.into()) as f32);
    [red, green, blue, alpha]
}

/// Switches a variant of the shader on.
fn flag(tree: &mut Document, name: &str) {
    let number = name.get(..4).unwrap_or_default();
    let mut known = tree.shader_flags.iter();
    if !known.any(|flag| flag.name.starts_with(number)) {
        tree.shader_flags.push(ShaderFlag {
            name: name.to_owned(),
            ..ShaderFlag::default()
        });
    }
}

fn sampler(tree: &mut Document, name: &str, map: String) {
    let mut samplers = tree.samplers.iter_mut();
    match samplers.find(|sampler| sampler.name == name) {
        Some(sampler) => sampler.map = map,
        None => tree.samplers.push(Sampler {
            name: name.to_owned(),
            map,
            ..Sampler::default()
        }),
    }
}

/// Sets a uniform, unless the one that is there is as near as that.
fn uniform(tree: &mut Document, name: &str, [a, b, c, d]: [f32; 4], near: f32) {
    let known = tree
        .uniforms
        .iter_mut()
        .find(|uniform| uniform.name == name);
    if let Some(known) = known {
        let is_near = [(known.a, a), (known.b, b), (known.c, c), (known.d, d)]
            .iter()
            .all(|(known, now)| (known - now).abs() <= near);
        if !is_near {
            [known.a, known.b, known.c, known.d] = [a, b, c, d];
        }
        return;
    }
    tree.uniforms.push(Uniform {
        name: name.to_owned(),
        a,
        b,
        c,
        d,
        ..Uniform::default()
    });
}

fn tell(material: &Material, report: &mut Report) {
    let name = &*material.name;
    let is_of_others = material.notes.keys().any(|key| key != notes::KEY);
    for (is_lost, detail) in [
        (is_of_others, "techniques and parameters of another engine"),
        (material.metallic != 0.0, "how metallic it is"),
        (
            material.metallic_roughness_texture.is_some(),
            "its texture of roughness and metalness",
        ),
        (
            material.occlusion_texture.is_some(),
            "its texture of occlusion",
        ),
        (
            material.emissive != [0.0; 3] || material.emissive_texture.is_some(),
            "the light that it sends",
        ),
        (material.double_sided, "that it is seen from behind"),
        (
            material.normal_texture.is_some() && material.normal_scale != 1.0,
            "the strength of its normal map",
        ),
        (
            material.alpha.has_own_cutoff(),
            "from which opacity on it is seen",
        ),
    ] {
        if is_lost {
            report.add(Code::C501, name, detail);
        }
    }
    let textures = [&material.base_color_texture, &material.normal_texture];
    for texture in textures.into_iter().flatten() {
        if texture.set != 0 || texture.has_details {
            report.add(Code::C504, name, "");
        }
    }
    if material.unlit {
        report.add(Code::C506, name, "light does not change it");
    }
}
