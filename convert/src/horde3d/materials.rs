//! Materials of a scene as files, for the shader of the engine's samples.

use std::collections::{BTreeMap, BTreeSet};

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
    /// What meshes without a material use; written when it is asked for.
    pub(super) usual: String,
}

impl Materials {
    /// Names for all materials: those that their files had, where no other has them.
    pub(super) fn new(scene: &Scene, layout: &Layout) -> Self {
        let mut taken = BTreeSet::new();
        let mut name = |file: Option<&str>, name: &str, number: usize| {
            let known = file
                .filter(|file| file.ends_with(".material.xml"))
                .and_then(Layout::referred);
            let base = known.unwrap_or_else(|| {
                let name = file_name(name, &format!("Material{number}"));
                layout.part(&format!("{name}.material.xml"))
            });
            let stem = base.strip_suffix(".material.xml").unwrap_or(&base);
            let mut made = base.clone();
            let mut again = 2;
            while !taken.insert(made.to_ascii_lowercase()) {
                made = format!("{stem}_{again}.material.xml");
                again += 1;
            }
            made
        };
        let all = scene.materials.iter().enumerate();
        let references = all
            .map(|(number, it)| name(it.file.as_deref(), &it.name, number))
            .collect();
        let usual = name(None, "default", scene.materials.len());
        Self { references, usual }
    }

    /// The files of materials that are used, each with whether joints move what it is on.
    pub(super) fn write(
        &self,
        scene: &Scene,
        used: &BTreeMap<Option<usize>, bool>,
        layout: &Layout,
        options: &Options,
        report: &mut Report,
    ) -> Result<Vec<Output>> {
        let mut outputs = Vec::new();
        let mut images = BTreeMap::new();
        for (material, is_skinned) in used {
            let (path, tree) = match material {
                Some(place) => {
                    let it = &scene.materials[*place];
                    let mut image = |texture: &Texture| {
                        let number = texture.image;
                        let found = images.entry(number).or_insert_with(|| {
                            picture(&scene.images[number], number, layout, options, &mut outputs)
                        });
                        found.clone()
                    };
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
        Ok(outputs)
    }
}

/// Materials as they were read, at the paths that meshes name, with what the scene says otherwise of them.
pub(super) fn kept(scene: &Scene, layout: &Layout, options: &Options) -> Result<Vec<Output>> {
    let mut outputs = Vec::new();
    for source in of_format(scene, "horde3d.material") {
        let reference = source.facts.get("reference");
        let is_it = |material: &&Material| {
            let file = material.file.as_deref();
            file.is_some_and(|file| file.as_bytes() == &*reference)
        };
        let text = source.facts.get("text");
        let parsed = DocumentFile::parse(&text, &Limits::default());
        let (Some(material), Ok(mut document)) = (scene.materials.iter().find(is_it), parsed)
        else {
            continue;
        };
        let file = material.file.as_deref().unwrap_or_default();
        let beside = || file_name(base_name(file), "model.material.xml");
        let mut image = |texture: &Texture| {
            let number = texture.image;
            picture(&scene.images[number], number, layout, options, &mut outputs)
        };
        change(&mut document.tree, material, scene, &mut image);
        outputs.push(Output {
            path: Layout::referred(&file.replace('\\', "/")).unwrap_or_else(beside),
            format: "horde3d.material".to_owned(),
            bytes: document.to_bytes()?.into(),
        });
    }
    Ok(outputs)
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

/// What materials call a picture; it is written where the scene has it and it is not only to be referred to.
fn picture(
    image: &Image,
    number: usize,
    layout: &Layout,
    options: &Options,
    outputs: &mut Vec<Output>,
) -> String {
    let file = image.file.as_deref().unwrap_or_default();
    let bytes = image
        .bytes
        .as_ref()
        .filter(|_| options.textures != Textures::Link || file.is_empty());
    let Some(bytes) = bytes else {
        return file.to_owned();
    };
    let extension = match &**bytes {
        [0x89, b'P', b'N', b'G', ..] => "png",
        [0xff, 0xd8, ..] => "jpg",
        [b'D', b'D', b'S', b' ', ..] => "dds",
        [0xab, b'K', b'T', b'X', ..] => "ktx",
        _ => file
            .rsplit_once('.')
            .map_or("tga", |(_, extension)| extension),
    };
    let path = Layout::referred(file).unwrap_or_else(|| {
        let name = file_name(&image.name, &format!("Image{number}"));
        let name = name.strip_suffix(&format!(".{extension}")).unwrap_or(&name);
        layout.part(&format!("{name}.{extension}"))
    });
    if outputs.iter().all(|output| output.path != path) {
        outputs.push(Output {
            path: path.clone(),
            format: "image".to_owned(),
            bytes: bytes.clone(),
        });
    }
    path
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
