//! Small scenes, as if they came from elsewhere.

use std::sync::Arc;

use formwork_convert::{
    Scene,
    scene::{
        Attribute, Clip, Column, Interpolation, Level, Mesh, Node, Part, Path, Semantic, Skin,
        Stream, Track,
    },
};
use formwork_schema::CString;

pub(crate) const IDENTITY: [f32; 16] = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
];

pub(crate) fn node(name: &str) -> Node {
    Node {
        name: CString::from(name),
        ..Node::default()
    }
}

pub(crate) fn attribute(semantic: Semantic, set: u8, values: Column) -> Attribute {
    Attribute {
        semantic,
        set,
        values,
    }
}

/// A quad of two triangles at one node.
pub(crate) fn quad() -> Scene {
    let corners = vec![
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 2.0, 0.0],
        [0.0, 2.0, 0.5],
    ];
    let mut shown = node("quad");
    shown.mesh = Some(0);
    Scene {
        name: "quad".to_owned(),
        nodes: vec![shown],
        roots: vec![0],
        streams: vec![Stream {
            count: 4,
            attributes: vec![attribute(Semantic::Position, 0, Column::Vec3(corners))],
        }],
        meshes: vec![Mesh {
            name: CString::from("quad"),
            parts: vec![Part {
                levels: vec![Level {
                    indices: vec![0, 1, 2, 0, 2, 3],
                    ..Level::default()
                }],
                ..Part::default()
            }],
            targets: Vec::new(),
        }],
        ..Scene::default()
    }
}

/// The quad with so many joints, one below the other, of which the first ones move it.
pub(crate) fn chain(joints: usize) -> Scene {
    let mut scene = quad();
    scene.nodes[0].skin = Some(0);
    let mut root = node("rig");
    root.children = vec![2];
    scene.nodes.push(root);
    scene.roots.push(1);
    for joint in 0..joints {
        let mut it = node(&format!("joint{joint}"));
        it.transform.translation[1] = if joint == 0 { 0.0 } else { 0.5 };
        if joint + 1 < joints {
            it.children = vec![scene.nodes.len() + 1];
        }
        scene.nodes.push(it);
    }
    let bind = |joint: usize| {
        let mut bind = IDENTITY;
        bind[13] = -0.5 * joint as f32;
        bind
    };
    scene.skins.push(Skin {
        name: CString::from("rig"),
        joints: (2..2 + joints).collect(),
        inverse_bind: (0..joints).map(bind).collect(),
        root: Some(1),
    });
    let places = vec![[0, 1, 0, 0]; 4];
    let weights = vec![
        [255, 0, 0, 0],
        [204, 51, 0, 0],
        [102, 153, 0, 0],
        [0, 255, 0, 0],
    ];
    scene.streams[0].attributes.extend([
        attribute(Semantic::Joints, 0, Column::U8x4(places)),
        attribute(Semantic::Weights, 0, Column::Unorm8x4(weights)),
    ]);
    scene
}

/// A track with a key each so many seconds.
pub(crate) fn track(node: usize, path: Path, step: f64, values: Vec<f32>, width: usize) -> Track {
    let times: Arc<[f32]> = (0..values.len() / width)
        .map(|key| (key as f64 * step) as f32)
        .collect();
    Track {
        node,
        path,
        times,
        values,
        interpolation: Interpolation::Linear,
        weight: None,
    }
}

/// Lets a node go up in frames of that length.
pub(crate) fn rise(scene: &mut Scene, node: usize, step: f64) {
    let values = (0..5).flat_map(|key| [0.0, key as f32, 0.0]).collect();
    scene.clips.push(Clip {
        name: CString::from("rise"),
        tracks: vec![track(node, Path::Translation, step, values, 3)],
        ..Clip::default()
    });
}
