//! Files through glTF and back.

use formwork_convert::{Input, NoFiles, Options, OriginMode, Report, Scene, Target, gltf, horde3d};

use super::{back::read, made::Written, pose, real::Shelf};

/// The scene as a `.glb`, read again.
fn through(scene: &Scene, options: &Options, what: &str) -> Scene {
    let mut report = Report::default();
    let outputs = gltf::write(scene, &scene.name, Target::Glb, false, options, &mut report);
    let outputs = outputs.unwrap_or_else(|error| panic!("{what}: {error}"));
    let inputs = [Input {
        path: outputs[0].path.clone(),
        bytes: outputs[0].bytes.clone(),
    }];
    let found = gltf::read(&inputs, &NoFiles, options, &mut Report::default());
    found.unwrap_or_else(|error| panic!("{what}: {error}"))
}

#[test]
fn real_files_come_back_through_gltf() {
    let (mut count, mut wrong) = (0, Vec::new());
    for shelf in Shelf::all() {
        for ending in [".scene.xml", ".geo", ".anim"] {
            for input in shelf.named(ending) {
                let Some(scene) = read(std::slice::from_ref(&input), &shelf) else {
                    continue;
                };
                let found = through(&scene, &Options::default(), &input.path);
                let mut report = Report::default();
                let name = scene.name.clone();
                let outputs = super::written(&found, &name, &Options::default(), &mut report);
                let outputs = outputs.unwrap_or_else(|error| panic!("{}: {error}", input.path));
                for source in &scene.sources {
                    let Some(file) = &source.file else {
                        continue;
                    };
                    count += 1;
                    if !outputs.iter().any(|output| output.bytes == *file) {
                        wrong.push(format!("{} of {}", source.name, input.path));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}: {wrong:#?}", wrong.len());
    assert!(count >= 3);
}

#[test]
fn materials_with_pictures_come_back() {
    let document = r#"<Model name="m" geometry="figure.geo">
	<Mesh name="all" material="wood.material.xml" batchStart="0" batchCount="3" vertRStart="0" vertREnd="700" />
</Model>
"#;
    let material = r#"<Material class="Translucent.Glass">
	<Shader source="shaders/model.shader"/>
	<ShaderFlag name="_F05_AlphaTest"/>
	<Sampler name="albedoMap" map="textures/wood.png"/>
	<Sampler name="normalMap" map="textures/wood_n.dds"/>
	<Uniform name="matDiffuseCol" a="0.3" b="0.6" c="0.9" d="0.7"/>
</Material>
"#;
    // One grey pixel.
    let picture = [
        &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55"[..],
        b"\0\0\0\nIDATx\x9cch\0\0\0\x82\0\x81w\xcd\x72\xb6\0\0\0\0IEND\xaeB\x60\x82",
    ];
    let file = |path: &str, bytes: Vec<u8>| formwork_convert::Output {
        path: path.to_owned(),
        format: String::new(),
        bytes: bytes.into(),
    };
    let files = Written(vec![
        file(
            "figure.geo",
            Shelf::samples().get("figure.geo").bytes.to_vec(),
        ),
        file("wood.material.xml", material.into()),
        file("textures/wood.png", picture.concat()),
        file("textures/wood_n.dds", b"DDS ".to_vec()),
    ]);
    let input = Input {
        path: "m.scene.xml".to_owned(),
        bytes: document.as_bytes().to_vec().into(),
    };
    let options = Options::default();
    let scene = horde3d::read(&[input], &files, &options, &mut Report::default()).expect("a scene");
    let found = through(&scene, &options, "wood");
    let outputs = super::written(&found, "m", &options, &mut Report::default());
    let outputs = outputs.expect("files");
    let paths: Vec<&str> = outputs.iter().map(|output| &*output.path).collect();
    assert_eq!(paths, ["m.scene.xml", "figure.geo", "wood.material.xml"]);
    assert_eq!(outputs[0].bytes, document.as_bytes());
    assert_eq!(outputs[2].bytes, material.as_bytes());
}

/// Weights are rounded to 8 bits again, which counts where joints are far from where they were bound.
const NEAR: f64 = 1e-2;

#[test]
fn real_scenes_look_the_same_through_gltf_without_facts() {
    let options = Options {
        origin: OriginMode::None,
        ..Options::default()
    };
    for shelf in Shelf::all() {
        for input in shelf.named(".scene.xml") {
            let Some(scene) = read(std::slice::from_ref(&input), &shelf) else {
                continue;
            };
            let found = through(&scene, &options, &input.path);
            assert!(found.sources.is_empty());
            let mut report = Report::default();
            let outputs = super::written(&found, "made", &options, &mut report);
            let written =
                Written(outputs.unwrap_or_else(|error| panic!("{}: {error}", input.path)));
            let again = super::made::again(&written);
            pose::assert_same(
                &pose::corners(&scene, None),
                &pose::corners(&again, None),
                NEAR,
                &input.path,
            );
        }
    }
}
