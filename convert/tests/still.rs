//! OBJ and PLY, and normals and tangents that are computed.
#![allow(clippy::print_stdout, reason = "tests say how much they read")]

use std::collections::BTreeSet;

use formwork_convert::{
    Code, Options, Report, Scene, Tangents, Target, gltf, normals, obj, ply,
    scene::{
        Attribute, Clip, Column, Delta, Image, Level, Light, LightKind, Material, Mesh,
        MorphTarget, Node, Part, Semantic, Skin, Stream, Texture, Topology, Trs,
    },
    tangents,
};

fn attribute(semantic: Semantic, values: Column) -> Attribute {
    Attribute {
        semantic,
        set: 0,
        values,
    }
}

/// A square in two triangles that faces +Z, with v downwards.
fn square() -> Scene {
    let stream = Stream {
        count: 4,
        attributes: vec![
            attribute(
                Semantic::Position,
                Column::Vec3(vec![
                    [0.0, 0.0, 0.0],
                    [1.0, 0.0, 0.0],
                    [1.0, 1.0, 0.0],
                    [0.0, 1.0, 0.0],
                ]),
            ),
            attribute(Semantic::Normal, Column::Vec3(vec![[0.0, 0.0, 1.0]; 4])),
            attribute(
                Semantic::TexCoord,
                Column::Vec2(vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]),
            ),
        ],
    };
    let level = Level {
        indices: vec![0, 1, 2, 0, 2, 3],
        ..Level::default()
    };
    Scene {
        name: "square".into(),
        nodes: vec![Node {
            name: "My square".into(),
            mesh: Some(0),
            transform: Trs {
                translation: [0.0, 0.5, 0.0],
                scale: [-1.0, 1.0, 1.0],
                ..Trs::IDENTITY
            },
            ..Node::default()
        }],
        roots: vec![0],
        streams: vec![stream],
        meshes: vec![Mesh {
            name: "Mesh".into(),
            parts: vec![Part {
                levels: vec![level],
                ..Part::default()
            }],
            targets: Vec::new(),
        }],
        ..Scene::default()
    }
}

fn painted() -> Scene {
    let mut scene = square();
    scene.meshes[0].parts[0].material = Some(0);
    scene.materials.push(Material {
        name: "Red paint".into(),
        base_color: [1.0, 0.0, 0.0, 0.5],
        base_color_texture: Some(Texture {
            image: 0,
            set: 0,
            has_details: false,
        }),
        ..Material::default()
    });
    scene.images.push(Image {
        name: "paint".into(),
        file: Some("Textures/paint.png".into()),
        bytes: Some(crate::gltf::scenes::DOT.into()),
        ..Image::default()
    });
    scene
}

#[test]
fn an_obj_has_what_the_scene_shows() {
    let mut report = Report::default();
    let outputs = obj::write(
        &painted(),
        "square",
        Target::Obj,
        false,
        &Options::default(),
        &mut report,
    )
    .unwrap();
    assert_eq!(report.losses().count(), 0);
    let text = std::str::from_utf8(&outputs[0].bytes).unwrap();
    let lines: Vec<_> = text.lines().skip(1).collect();
    let wanted = [
        "mtllib square.mtl",
        "o My_square",
        "g My_square_0",
        "usemtl Red_paint",
        "v 0 0.5 0",
        "v -1 0.5 0",
        "v -1 1.5 0",
        "v 0 1.5 0",
        "vt 0 0",
        "vt 1 0",
        "vt 1 1",
        "vt 0 1",
        "vn 0 0 1",
        "vn 0 0 1",
        "vn 0 0 1",
        "vn 0 0 1",
        // Turned inside out by its node, so that the front stays in front.
        "f 1/1/1 3/3/3 2/2/2",
        "f 1/1/1 4/4/4 3/3/3",
    ];
    assert_eq!(
        lines
            .iter()
            .map(|it| it.replace("-0 ", "0 "))
            .collect::<Vec<_>>(),
        wanted
    );
    let text = std::str::from_utf8(&outputs[1].bytes).unwrap();
    assert!(text.contains("newmtl Red_paint\nKd 1 0 0\n"), "{text}");
    assert!(text.contains("d 0.5\n"));
    assert!(text.contains("map_Kd square_textures/paint.png\n"));
    assert_eq!(outputs[2].path, "square_textures/paint.png");
}

#[test]
fn a_ply_has_what_the_scene_shows() {
    let mut report = Report::default();
    let mut scene = square();
    scene.streams[0].attributes.push(attribute(
        Semantic::Color,
        Column::Unorm8x4(vec![[1, 2, 3, 4]; 4]),
    ));
    let outputs = ply::write(
        &scene,
        "square",
        Target::Ply,
        false,
        &Options::default(),
        &mut report,
    )
    .unwrap();
    assert_eq!(report.losses().count(), 0);
    let bytes = &outputs[0].bytes;
    let end = b"end_header\n";
    let head = bytes.windows(end.len()).position(|it| it == end).unwrap() + end.len();
    let text = std::str::from_utf8(&bytes[..head]).unwrap();
    assert!(
        text.contains("element vertex 4\n") && text.contains("element face 2\n"),
        "{text}"
    );
    let vertex = 12 + 12 + 8 + 4;
    assert_eq!(bytes.len(), head + 4 * vertex + 2 * 13);
    let second = &bytes[head + vertex..][..vertex];
    assert_eq!(second[..4], (-1_f32).to_le_bytes());
    assert_eq!(second[24..28], 1_f32.to_le_bytes());
    assert_eq!(second[28..32], 0_f32.to_le_bytes());
    assert_eq!(second[32..], [1, 2, 3, 4]);
    let face = &bytes[head + 4 * vertex..][..13];
    assert_eq!(face, [3, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0]);
}

type Case = (Code, fn(&mut Scene));

/// What both formats lose.
const BOTH: &[Case] = &[
    (Code::C101, |it| it.meshes[0].parts.push(Part::default())),
    (Code::C104, |it| {
        it.meshes[0].parts[0].levels[0].topology = Topology::Patches
    }),
    (Code::C105, |it| {
        it.meshes[0].parts[0].levels[0].topology = Topology::TriangleFan
    }),
    (Code::C107, |it| {
        it.meshes[0].parts[0].levels[0].indices[0] = 4
    }),
    (Code::C111, |it| {
        it.streams[0].attributes[0].values = Column::Vec3(vec![[f32::NAN; 3]; 4]);
    }),
    (Code::C123, |it| {
        it.meshes[0].parts[0].levels.push(Level::default())
    }),
    (Code::C132, |it| {
        let mut second = it.streams[0].attributes[2].clone();
        second.set = 1;
        it.streams[0].attributes.push(second);
    }),
    (Code::C230, |it| it.skins.push(Skin::default())),
    (Code::C360, |it| it.clips.push(Clip::default())),
    (Code::C409, |it| {
        it.meshes[0].targets.push(MorphTarget::default())
    }),
    (Code::C602, |it| {
        it.lights.push(Light {
            name: "".into(),
            kind: LightKind::Point,
            color: [1.0; 3],
            intensity: 1.0,
            range: None,
        });
    }),
];

const OF_OBJ: &[Case] = &[
    (Code::C138, |it| {
        it.streams[0]
            .attributes
            .push(attribute(Semantic::Color, Column::Vec3(vec![[1.0; 3]; 4])));
    }),
    (Code::C501, |it| {
        it.materials.push(Material {
            double_sided: true,
            ..Material::default()
        });
    }),
    (Code::C502, |it| {
        it.materials.push(Material {
            notes: [("technique".to_string(), "Diff".into())]
                .into_iter()
                .collect(),
            ..Material::default()
        });
    }),
    (Code::C507, |it| {
        it.materials.push(Material::default());
        it.images.push(Image::default());
    }),
];

const OF_PLY: &[Case] = &[(Code::C508, |it| it.materials.push(Material::default()))];

#[test]
fn each_loss_has_a_code() {
    for (code, change) in BOTH.iter().chain(OF_OBJ) {
        let (mut scene, mut report) = (square(), Report::default());
        change(&mut scene);
        obj::write(
            &scene,
            "x",
            Target::Obj,
            false,
            &Options::default(),
            &mut report,
        )
        .unwrap();
        let codes: BTreeSet<Code> = report.losses().map(|loss| loss.code).collect();
        assert_eq!(codes, BTreeSet::from([*code]), "obj");
    }
    for (code, change) in BOTH.iter().chain(OF_PLY) {
        let (mut scene, mut report) = (square(), Report::default());
        change(&mut scene);
        ply::write(
            &scene,
            "x",
            Target::Ply,
            false,
            &Options::default(),
            &mut report,
        )
        .unwrap();
        let codes: BTreeSet<Code> = report.losses().map(|loss| loss.code).collect();
        assert_eq!(codes, BTreeSet::from([*code]), "ply");
    }
}

#[test]
fn flat_normals_split_vertices() {
    let mut scene = square();
    scene.streams[0].attributes.remove(1);
    // The second triangle is folded up.
    let positions = vec![
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    scene.streams[0].attributes[0].values = Column::Vec3(positions);
    scene.meshes[0].targets.push(MorphTarget {
        deltas: vec![Delta {
            stream: 0,
            indices: vec![2],
            positions: Some(vec![[5.0; 3]]),
            ..Delta::default()
        }],
        ..MorphTarget::default()
    });
    let mut report = Report::default();
    normals::complete(&mut scene, &mut report);
    assert!(report.has(Code::C130));
    let stream = &scene.streams[0];
    assert_eq!(stream.count, 6);
    let level = &scene.meshes[0].parts[0].levels[0];
    assert_eq!(level.indices, [0, 1, 2, 4, 5, 3]);
    let Some(Column::Vec3(normals)) = stream.get(&Semantic::Normal, 0) else {
        panic!();
    };
    assert_eq!(normals[..3], [[0.0, 0.0, 1.0]; 3]);
    let slope = 0.5_f32.sqrt();
    for normal in &normals[3..] {
        assert!(
            (normal[0] - slope).abs() < 1e-6 && (normal[1] + slope).abs() < 1e-6,
            "{normal:?}"
        );
    }
    assert_eq!(scene.meshes[0].targets[0].deltas[0].indices, [2, 5]);
    scene.validate().unwrap();
}

#[test]
fn tangents_follow_the_texture() {
    let mut report = Report::default();
    let mut scene = painted();
    tangents::complete(&mut scene, Tangents::Auto, &mut report);
    assert!(!report.has(Code::C131), "no normal map");
    scene.materials[0].normal_texture = scene.materials[0].base_color_texture.clone();
    tangents::complete(&mut scene, Tangents::Auto, &mut report);
    assert!(report.has(Code::C131));
    let all = |scene: &Scene| match scene.streams[0].get(&Semantic::Tangent, 0) {
        Some(Column::Vec4(rows)) => Some(rows.clone()),
        _ => None,
    };
    // u grows to +X, v to -Y: cross(normal, tangent) is +Y, against growing v.
    assert_eq!(all(&scene).unwrap(), [[1.0, 0.0, 0.0, 1.0]; 4]);
    // Where the texture is mirrored, vertices are split: the second triangle sees it the other way round.
    scene.streams[0].attributes[2].values =
        Column::Vec2(vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [2.0, 0.0]]);
    tangents::complete(&mut scene, Tangents::Compute, &mut report);
    let tangents = all(&scene).unwrap();
    assert!(tangents.len() > 4);
    assert!(tangents.iter().any(|it| it[3] == 1.0) && tangents.iter().any(|it| it[3] == -1.0));
    scene.validate().unwrap();
    tangents::complete(&mut scene, Tangents::Drop, &mut report);
    assert_eq!(all(&scene), None);
}

#[test]
fn zeros_of_an_obj_have_no_sign() {
    let mut scene = square();
    for attribute in &mut scene.streams[0].attributes {
        if let Column::Vec3(rows) = &mut attribute.values {
            for value in rows.as_flattened_mut().iter_mut().filter(|it| **it == 0.0) {
                *value = -0.0;
            }
        }
    }
    let (options, mut report) = (Options::default(), Report::default());
    let made = obj::write(&scene, "it", Target::Obj, false, &options, &mut report).unwrap();
    let text = std::str::from_utf8(&made[0].bytes).unwrap();
    assert!(!text.contains("-0\n") && !text.contains("-0 "), "{text}");
}

#[test]
fn samplers_and_transforms_of_textures_are_told() {
    let told = |has_details: bool| {
        let mut scene = painted();
        if let Some(texture) = &mut scene.materials[0].base_color_texture {
            texture.has_details = has_details;
        }
        [Target::Obj, Target::Glb].map(|target| {
            let (options, mut report) = (Options::default(), Report::default());
            let write = if target == Target::Obj {
                obj::write
            } else {
                gltf::write
            };
            write(&scene, "it", target, false, &options, &mut report).unwrap();
            report.has(Code::C504)
        })
    };
    assert_eq!(told(false), [false; 2]);
    assert_eq!(told(true), [true; 2]);
}
