//! Where vertices are when everything moves: what a scene means, whatever its nodes are called.

use formwork_convert::{
    Scene, math,
    scene::{Column, Interpolation, Path, Semantic, Trs},
};
use glam::{DMat4, DVec3};

/// The corners of all primitives of level 0 of each node's parts in world space, at a time of the first clip.
pub(crate) fn corners(scene: &Scene, time: Option<f32>) -> Vec<Vec<DVec3>> {
    let globals = globals(scene, time);
    let mut all = Vec::new();
    for (place, node) in scene.nodes.iter().enumerate() {
        let Some(mesh) = node.mesh else {
            continue;
        };
        for part in &scene.meshes[mesh].parts {
            let Some(level) = part.levels.first().filter(|level| level.distance == 0.0) else {
                continue;
            };
            let mut own_corners = Vec::new();
            let stream = &scene.streams[level.stream];
            let positions = stream.positions().expect("positions");
            let joints = level
                .joints
                .as_ref()
                .or_else(|| stream.get(&Semantic::Joints, 0));
            for index in &level.indices {
                let index = *index as usize;
                let own = DVec3::from_array(positions[index].map(f64::from));
                let placed = match (node.skin, joints, stream.get(&Semantic::Weights, 0)) {
                    (Some(skin), Some(joints), Some(weights)) => {
                        let skin = &scene.skins[skin];
                        let weights = four(weights, index);
                        let sum: f64 = weights.iter().sum();
                        let mut placed = DVec3::ZERO;
                        for (joint, weight) in four(joints, index).into_iter().zip(weights) {
                            if weight > 0.0 {
                                let joint = joint as usize;
                                let bind = DMat4::from_cols_array(
                                    &skin.inverse_bind[joint].map(f64::from),
                                );
                                let moved = globals[skin.joints[joint]] * bind;
                                placed += moved.transform_point3(own) * (weight / sum);
                            }
                        }
                        placed
                    }
                    _ => globals[place].transform_point3(own),
                };
                own_corners.push(placed);
            }
            all.push(own_corners);
        }
    }
    all
}

fn four(column: &Column, index: usize) -> [f64; 4] {
    match column {
        Column::U8x4(values) | Column::Unorm8x4(values) => values[index].map(f64::from),
        Column::U16x4(values) => values[index].map(f64::from),
        Column::Vec4(values) => values[index].map(f64::from),
        _ => panic!("no joints"),
    }
}

fn globals(scene: &Scene, time: Option<f32>) -> Vec<DMat4> {
    let mut locals: Vec<Trs> = scene.nodes.iter().map(|node| node.transform).collect();
    if let (Some(time), Some(clip)) = (time, scene.clips.first()) {
        for track in &clip.tracks {
            assert!(
                track.interpolation == Interpolation::Linear,
                "frames are lines"
            );
            let key = track
                .times
                .iter()
                .rposition(|key| *key <= time + 1e-5)
                .unwrap_or(0);
            let local = &mut locals[track.node];
            let out: &mut [f32] = match track.path {
                Path::Translation => &mut local.translation,
                Path::Rotation => &mut local.rotation,
                Path::Scale => &mut local.scale,
                Path::Weights => continue,
            };
            let width = out.len();
            out.copy_from_slice(&track.values[key * width..][..width]);
        }
    }
    let mut globals = vec![DMat4::IDENTITY; scene.nodes.len()];
    let mut open: Vec<(usize, DMat4)> = scene
        .roots
        .iter()
        .map(|root| (*root, DMat4::IDENTITY))
        .collect();
    while let Some((node, above)) = open.pop() {
        globals[node] = above * math::matrix(&locals[node]);
        open.extend(
            scene.nodes[node]
                .children
                .iter()
                .map(|child| (*child, globals[node])),
        );
    }
    globals
}

/// Asks that two scenes draw the same parts in the same places, as near as that for each unit of size, in any order.
pub(crate) fn assert_same(a: &[Vec<DVec3>], b: &[Vec<DVec3>], near: f64, what: &str) {
    assert_eq!(a.len(), b.len(), "{what}: other parts");
    let size = a.iter().flatten().map(|place| place.abs().max_element());
    let size = size.fold(1e-9, f64::max);
    let mut left: Vec<&Vec<DVec3>> = b.iter().collect();
    for part in a {
        let is_it = |other: &&Vec<DVec3>| {
            let mut pairs = other.iter().zip(part);
            other.len() == part.len() && pairs.all(|(a, b)| a.distance(*b) <= near * size)
        };
        let found = left.iter().position(is_it);
        let found = found
            .unwrap_or_else(|| panic!("{what}: a part of {} corners is elsewhere", part.len()));
        left.swap_remove(found);
    }
}
