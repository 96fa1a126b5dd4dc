//! Scenes to write.

use std::sync::Arc;

use formwork_convert::{
    Scene,
    scene::{
        AlphaMode, Attribute, BoneShape, Camera, Clip, Column, Delta, Image, Interpolation, Level,
        Light, LightKind, Material, Mesh, MorphTarget, Node, Part, Path, Projection, Semantic,
        Skin, Source, Stream, Texture, Track, Trigger, Trs,
    },
};

pub(crate) fn attribute(semantic: Semantic, set: u8, values: Column) -> Attribute {
    Attribute {
        semantic,
        set,
        values,
    }
}

/// A square of four vertices in two triangles, with everything that a vertex can have.
pub(crate) fn square() -> Stream {
    let attributes = vec![
        attribute(
            Semantic::Position,
            0,
            Column::Vec3(vec![
                [-0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [1.0, 1.0, 0.0],
                [0.0, 1.0, 0.1],
            ]),
        ),
        attribute(Semantic::Normal, 0, Column::Vec3(vec![[0.0, 0.0, 1.0]; 4])),
        attribute(
            Semantic::Color,
            0,
            Column::Unorm8x4(vec![[255, 0, 7, 255]; 4]),
        ),
        attribute(
            Semantic::TexCoord,
            0,
            Column::Vec2(vec![[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]),
        ),
        attribute(
            Semantic::Tangent,
            0,
            Column::Vec4(vec![[1.0, 0.0, 0.0, -1.0]; 4]),
        ),
        attribute(
            Semantic::Weights,
            0,
            Column::Vec4(vec![
                [1.0, 0.0, 0.0, 0.0],
                [0.5, 0.5, 0.0, 0.0],
                [0.25, 0.75, 0.0, 0.0],
                [0.1, 0.2, 0.3, 0.4],
            ]),
        ),
        attribute(
            Semantic::Joints,
            0,
            Column::U8x4(vec![[0, 0, 0, 0], [0, 1, 0, 0], [1, 2, 0, 0], [0, 1, 2, 3]]),
        ),
    ];
    Stream {
        count: 4,
        attributes,
    }
}

pub(crate) fn level(stream: usize, indices: &[u32]) -> Level {
    Level {
        stream,
        indices: indices.to_vec(),
        ..Level::default()
    }
}

pub(crate) fn part(levels: Vec<Level>) -> Part {
    Part {
        levels,
        ..Part::default()
    }
}

pub(crate) fn node(name: &str) -> Node {
    Node {
        name: name.into(),
        ..Node::default()
    }
}

fn translated(name: &str, translation: [f32; 3], children: &[usize]) -> Node {
    Node {
        transform: Trs {
            translation,
            ..Trs::IDENTITY
        },
        children: children.to_vec(),
        ..node(name)
    }
}

/// One mesh of these streams and parts on one node.
pub(crate) fn still(streams: Vec<Stream>, parts: Vec<Part>) -> Scene {
    let mesh = Mesh {
        name: "Square".into(),
        parts,
        targets: Vec::new(),
    };
    Scene {
        name: "test".into(),
        nodes: vec![Node {
            mesh: Some(0),
            ..node("Square")
        }],
        roots: vec![0],
        streams,
        meshes: vec![mesh],
        ..Scene::default()
    }
}

/// A stream without joints.
pub(crate) fn plain() -> Stream {
    let mut stream = square();
    stream.attributes.truncate(5);
    stream
}

/// A square that four bones bend, with levels of detail, parts that draw nothing, targets and clips.
pub(crate) fn figure() -> Scene {
    let mut scene = still(vec![square(), square()], Vec::new());
    let mut far = level(1, &[0, 1, 2]);
    far.distance = 10.5;
    let mut mapped = level(0, &[0, 2, 3]);
    mapped.joints = Some(Column::U8x4(vec![
        [3, 0, 0, 0],
        [3, 2, 0, 0],
        [2, 1, 0, 0],
        [3, 2, 1, 0],
    ]));
    scene.meshes[0].parts = vec![
        Part {
            name: Some("Front".into()),
            center: Some([0.5, 0.25, 0.0]),
            ..part(vec![level(0, &[0, 1, 2]), far])
        },
        part(Vec::new()),
        part(vec![level(0, &[])]),
        part(vec![mapped]),
    ];
    scene.meshes[0].targets = vec![
        MorphTarget {
            name: "Smile".into(),
            weight: 0.25,
            deltas: vec![Delta {
                stream: 0,
                indices: vec![1],
                positions: Some(vec![[0.5, -0.0, 0.0]]),
                normals: Some(vec![[0.0, 0.1, 0.0]]),
                ..Delta::default()
            }],
        },
        MorphTarget {
            name: "Frown".into(),
            weight: 0.0,
            deltas: vec![Delta {
                stream: 0,
                indices: vec![3, 0, 2],
                positions: Some(vec![[0.5, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
                ..Delta::default()
            }],
        },
        MorphTarget::default(),
    ];
    scene.nodes = vec![
        Node {
            mesh: Some(0),
            skin: Some(0),
            ..node("Square")
        },
        translated("Hip", [0.0, 1.0, 0.0], &[2]),
        Node {
            bone: Some(BoneShape {
                mask: 3,
                radius: Some(0.5),
                bounds: Some([[-1.0, 0.0, -1.0], [1.0, 2.0, f32::INFINITY]]),
            }),
            ..translated("Spine", [-0.0, 0.5, 0.0], &[])
        },
        translated("Root 2", [0.0; 3], &[4]),
        node(""),
    ];
    scene.roots = vec![1, 0, 3];
    let mut matrix = [0.0; 16];
    (matrix[0], matrix[5], matrix[10], matrix[15]) = (1.0, 1.0, 1.0, 1.0);
    scene.skins = vec![Skin {
        name: "Skin".into(),
        joints: vec![1, 2, 3, 4],
        inverse_bind: vec![matrix; 4],
        root: None,
    }];
    let times: Arc<[f32]> = [0.0, 0.5, 1.0].into();
    scene.clips = vec![Clip {
        name: "Walk".into(),
        length: Some(2.0),
        fps: Some(30.0),
        tracks: vec![
            Track {
                node: 1,
                path: Path::Translation,
                times: times.clone(),
                values: vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0],
                interpolation: Interpolation::Linear,
                weight: Some(0.5),
            },
            Track {
                node: 2,
                path: Path::Rotation,
                times: times.clone(),
                values: vec![0.0, 0.0, 0.0, 1.0, 0.6, 0.0, 0.0, 0.8, 0.0, 0.0, 0.0, 1.0],
                interpolation: Interpolation::Step,
                weight: None,
            },
            Track {
                node: 0,
                path: Path::Weights,
                times,
                values: vec![0.0; 9],
                interpolation: Interpolation::Linear,
                weight: None,
            },
        ],
        triggers: vec![Trigger {
            time: 0.25,
            value: serde_json::json!("step"),
        }],
    }];
    scene.sources = vec![Source {
        name: "test.mdl".into(),
        format: "urho3d.model".into(),
        version: "UMD2".into(),
        file: None,
        facts: formwork_convert::scene::Facts(
            [
                ("hollow".into(), vec![1, 2, 3].into()),
                ("none".into(), Vec::new().into()),
            ]
            .into(),
        ),
    }];
    scene
}

/// Materials, pictures, lights and cameras.
pub(crate) fn room() -> Scene {
    let mut scene = still(
        vec![plain()],
        vec![part(vec![level(0, &[0, 1, 2, 0, 2, 3])])],
    );
    scene.meshes[0].parts[0].material = Some(0);
    let texture = |image| {
        Some(Texture {
            image,
            set: 0,
            has_details: false,
        })
    };
    scene.images = vec![
        Image {
            name: "lost".into(),
            file: Some("Textures/lost.dds".into()),
            bytes: None,
            ..Image::default()
        },
        Image {
            name: "dot".into(),
            file: Some("Textures/dot.png".into()),
            bytes: Some(DOT.into()),
            ..Image::default()
        },
    ];
    scene.materials = vec![
        Material {
            name: "Stone".into(),
            file: Some("Materials/Stone.xml".into()),
            base_color: [0.5, 0.25, 1.0, 1.0],
            base_color_texture: texture(1),
            normal_texture: texture(1),
            emissive_texture: texture(0),
            emissive: [1.0, 0.0, 0.0],
            metallic: 0.0,
            roughness: 0.5,
            alpha: AlphaMode::Mask(0.25),
            double_sided: true,
            unlit: true,
            notes: [(
                "technique".to_string(),
                serde_json::json!("Techniques/Diff.xml"),
            )]
            .into_iter()
            .collect(),
            ..Material::default()
        },
        Material::default(),
    ];
    let mut lamp = node("Lamp");
    lamp.light = Some(0);
    lamp.notes = [("class".to_string(), serde_json::json!("Light"))]
        .into_iter()
        .collect();
    let mut eye = node("Eye");
    eye.camera = Some(0);
    let mut plan = node("Plan");
    plan.camera = Some(1);
    plan.light = Some(1);
    scene.nodes.extend([lamp, eye, plan]);
    scene.roots = vec![0, 1, 2, 3];
    let light = |kind, range| Light {
        name: "Light".into(),
        kind,
        color: [1.0, 0.5, 0.0],
        intensity: 2.0,
        range,
    };
    scene.lights = vec![
        light(
            LightKind::Spot {
                inner: 0.1,
                outer: 0.5,
            },
            Some(10.0),
        ),
        light(LightKind::Point, None),
    ];
    scene.cameras = vec![
        Camera {
            name: "Camera".into(),
            projection: Projection::Perspective {
                y_fov: 0.8,
                aspect: Some(1.5),
            },
            near: 0.1,
            far: None,
        },
        Camera {
            name: "Above".into(),
            projection: Projection::Orthographic {
                x_mag: 2.0,
                y_mag: 1.0,
            },
            near: 0.0,
            far: Some(10.0),
        },
    ];
    scene
}

/// The smallest PNG: one grey pixel.
pub(crate) const DOT: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3a, 0x7e, 0x9b, 0x55, 0, 0, 0, 10, b'I', b'D', b'A', b'T',
    0x78, 0x9c, 0x63, 0x68, 0, 0, 0, 0x82, 0, 0x81, 0x77, 0xcd, 0x72, 0xb6, 0, 0, 0, 0, b'I', b'E',
    b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];
