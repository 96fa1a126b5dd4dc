//! Small scenes, as a glTF file would give them.

use formwork_convert::{
    Scene,
    scene::{
        Attribute, Clip, Column, Delta, Interpolation, Level, Material, Mesh, MorphTarget, Node,
        Part, Path, Semantic, Skin, Stream, Topology, Track, Trs,
    },
};

pub(crate) const UNIT: [f32; 16] = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
];

pub(crate) fn attribute(semantic: Semantic, values: Column) -> Attribute {
    Attribute {
        semantic,
        set: 0,
        values,
    }
}

/// A triangle at the root.
pub(crate) fn triangle() -> Scene {
    let places = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let normals = vec![[0.0, 0.0, 1.0]; 3];
    Scene {
        name: "thing".into(),
        nodes: vec![Node {
            name: "thing".into(),
            mesh: Some(0),
            ..Node::default()
        }],
        roots: vec![0],
        streams: vec![Stream {
            count: 3,
            attributes: vec![
                attribute(Semantic::Position, Column::Vec3(places)),
                attribute(Semantic::Normal, Column::Vec3(normals)),
            ],
        }],
        meshes: vec![Mesh {
            name: "thing".into(),
            parts: vec![Part {
                levels: vec![level(vec![0, 1, 2])],
                ..Part::default()
            }],
            targets: Vec::new(),
        }],
        ..Scene::default()
    }
}

pub(crate) fn level(indices: Vec<u32>) -> Level {
    Level {
        indices,
        topology: Topology::Triangles,
        ..Level::default()
    }
}

pub(crate) fn with(mut scene: Scene, attribute: Attribute) -> Scene {
    scene.streams[0].attributes.push(attribute);
    scene
}

pub(crate) fn node(name: &str, children: &[usize]) -> Node {
    Node {
        name: name.into(),
        children: children.to_vec(),
        ..Node::default()
    }
}

pub(crate) fn moved(x: f32, y: f32, z: f32) -> Trs {
    Trs {
        translation: [x, y, z],
        ..Trs::IDENTITY
    }
}

/// The triangle, that follows `hip` and `head`, one metre above it.
pub(crate) fn skinned() -> Scene {
    let mut scene = with(
        triangle(),
        attribute(Semantic::Joints, Column::U8x4(vec![[0, 1, 0, 0]; 3])),
    );
    let weights = vec![[0.75, 0.25, 0.0, 0.0]; 3];
    scene.streams[0]
        .attributes
        .push(attribute(Semantic::Weights, Column::Vec4(weights)));
    scene.nodes[0].skin = Some(0);
    scene.nodes.push(node("hip", &[2]));
    scene.nodes.push(Node {
        transform: moved(0.0, 1.0, 0.0),
        ..node("head", &[])
    });
    scene.roots.push(1);
    let mut head = UNIT;
    head[13] = -1.0;
    scene.skins.push(Skin {
        name: "skin".into(),
        joints: vec![1, 2],
        inverse_bind: vec![UNIT, head],
        root: None,
    });
    scene
}

/// The triangle with a morph target that moves its first vertex.
pub(crate) fn morphed() -> Scene {
    let mut scene = triangle();
    scene.meshes[0].targets.push(target("Smile"));
    scene
}

pub(crate) fn target(name: &str) -> MorphTarget {
    MorphTarget {
        name: name.into(),
        weight: 0.0,
        deltas: vec![Delta {
            stream: 0,
            indices: vec![0, 1],
            positions: Some(vec![[0.1, -0.2, 0.3], [0.0; 3]]),
            ..Delta::default()
        }],
    }
}

/// The scene with a clip of one track.
pub(crate) fn moving(mut scene: Scene, track: Track) -> Scene {
    scene.clips.push(Clip {
        name: "walk".into(),
        tracks: vec![track],
        ..Clip::default()
    });
    scene
}

pub(crate) fn track(node: usize, path: Path, times: &[f32], values: &[f32]) -> Track {
    Track {
        node,
        path,
        times: times.into(),
        values: values.to_vec(),
        interpolation: Interpolation::Linear,
        weight: None,
    }
}

pub(crate) fn dressed(material: Material) -> Scene {
    let mut scene = triangle();
    scene.materials.push(material);
    scene.meshes[0].parts[0].material = Some(0);
    scene
}
