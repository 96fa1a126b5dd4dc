//! Skins, written as skeletons.

use formwork_convert::{
    Code, Options, RootChain, Scene, Target,
    scene::{Column, Semantic, Skin, Topology},
};
use formwork_formats::urho3d::{Model, model::Affine};
use formwork_schema::read;

use super::scenes::{UNIT, attribute, moved, node, skinned, triangle};

use super::write::{model_of, outputs, places};

#[test]
fn a_skeleton_has_one_root_and_its_matrices() {
    let (model, codes) = model_of(&skinned(), Target::Urho3d);
    assert!(codes.is_empty(), "{codes:?}");
    let names: Vec<String> = model
        .bones
        .iter()
        .map(|bone| bone.name.to_string())
        .collect();
    assert_eq!(names, ["hip", "head"]);
    assert_eq!(
        model
            .bones
            .iter()
            .map(|bone| bone.parent)
            .collect::<Vec<_>>(),
        [0, 0]
    );
    assert_eq!(model.bones[1].offset_matrix.m13, -1.0);
    assert_eq!(model.bones[0].collision.bits(), 3);
    assert_eq!(model.bones[0].radius, Some(1.0));
    let buffer = &model.vertex_buffers[0];
    assert_eq!(buffer.blend_indices().unwrap().next(), Some([0, 1, 0, 0]));
    assert_eq!(
        buffer.blend_weights().unwrap().next(),
        Some([0.75, 0.25, 0.0, 0.0])
    );
    let (rbfx, _) = model_of(&skinned(), Target::Rbfx);
    assert_eq!(rbfx.bones[0].collision.bits(), 2);
}

#[test]
fn eight_influences_become_the_strongest_four() {
    let mut scene = skinned();
    for _ in 0..4 {
        let place = scene.nodes.len();
        scene.nodes.push(node(&format!("b{place}"), &[]));
        scene.nodes[1].children.push(place);
        scene.skins[0].joints.push(place);
        scene.skins[0].inverse_bind.push(UNIT);
    }
    scene.streams[0]
        .attributes
        .retain(|it| !matches!(it.semantic, Semantic::Joints | Semantic::Weights));
    let mut sets = [
        (Semantic::Joints, 0, Column::U8x4(vec![[0, 1, 2, 3]; 3])),
        (
            Semantic::Weights,
            0,
            Column::Vec4(vec![[0.1, 0.4, 0.05, 0.1]; 3]),
        ),
        (Semantic::Joints, 1, Column::U16x4(vec![[4, 5, 0, 0]; 3])),
        (
            Semantic::Weights,
            1,
            Column::Vec4(vec![[0.3, 0.05, 0.0, 0.0]; 3]),
        ),
    ];
    for (semantic, set, values) in sets.iter_mut() {
        let mut made = attribute(semantic.clone(), values.clone());
        made.set = *set;
        scene.streams[0].attributes.push(made);
    }
    let (model, codes) = model_of(&scene, Target::Urho3d);
    assert_eq!(codes, [Code::C134]);
    let buffer = &model.vertex_buffers[0];
    assert_eq!(buffer.blend_indices().unwrap().next(), Some([1, 4, 0, 3]));
    let weights = buffer.blend_weights().unwrap().next().unwrap();
    let expected = [0.4 / 0.9, 0.3 / 0.9, 0.1 / 0.9, 0.1 / 0.9];
    assert!(
        weights
            .iter()
            .zip(expected)
            .all(|(a, b)| (a - b).abs() < 1e-6),
        "{weights:?}"
    );
}

/// One triangle for each of 300 joints in a row.
fn many_joints() -> Scene {
    let mut scene = triangle();
    let count = 300;
    scene.nodes[0].skin = Some(0);
    scene.roots.push(1);
    for joint in 0..count {
        let children = if joint + 1 < count {
            vec![joint + 2]
        } else {
            Vec::new()
        };
        scene.nodes.push(node(&format!("j{joint}"), &children));
    }
    scene.skins.push(Skin {
        joints: (1..=count).collect(),
        inverse_bind: vec![UNIT; count],
        ..Skin::default()
    });
    let vertices = 3 * count;
    let place = |vertex: usize| [(vertex / 3) as f32, (vertex % 3) as f32, 0.0];
    let joint = |vertex: usize| [(vertex / 3) as u16, 0, 0, 0];
    scene.streams[0].count = vertices;
    scene.streams[0].attributes = vec![
        attribute(
            Semantic::Position,
            Column::Vec3((0..vertices).map(place).collect()),
        ),
        attribute(
            Semantic::Normal,
            Column::Vec3(vec![[0.0, 0.0, 1.0]; vertices]),
        ),
        attribute(
            Semantic::Joints,
            Column::U16x4((0..vertices).map(joint).collect()),
        ),
        attribute(
            Semantic::Weights,
            Column::Vec4(vec![[1.0, 0.0, 0.0, 0.0]; vertices]),
        ),
    ];
    scene.meshes[0].parts[0].levels[0].indices = (0..vertices as u32).collect();
    scene
}

#[test]
fn more_bones_than_a_draw_call_allows() {
    let (model, codes) = model_of(&many_joints(), Target::Urho3d);
    assert_eq!(codes, [Code::C150]);
    assert_eq!(model.bones.len(), 300);
    let sizes: Vec<usize> = model
        .geometries
        .iter()
        .map(|it| it.bone_mapping.len())
        .collect();
    assert_eq!(sizes, [64, 64, 64, 64, 44]);
    let mut drawn = 0;
    for geometry in &model.geometries {
        let mapping: Vec<u32> = geometry.bone_mapping.iter().collect();
        assert!(mapping.is_sorted());
        let lod = geometry.lods.get(0).unwrap();
        let bones: Vec<[u8; 4]> = model.vertex_buffers[0].blend_indices().unwrap().collect();
        let places = places(&model);
        for index in model.triangles(&lod).unwrap().flatten() {
            // A vertex is at as many metres as its bone has as number.
            let bone = mapping[usize::from(bones[index as usize][0])];
            assert_eq!(-places[index as usize][0], bone as f32);
            drawn += 1;
        }
    }
    assert_eq!(drawn, 900);
}

/// Lines and triangles of every topology, split for their bones, are those that were drawn.
#[test]
fn split_parts_draw_all_primitives() {
    let lists: [(Topology, &[&[u32]]); 6] = [
        (Topology::Points, &[&[0], &[1], &[2], &[3], &[4]]),
        (Topology::Lines, &[&[0, 1], &[2, 3]]),
        (Topology::LineStrip, &[&[0, 1], &[1, 2], &[2, 3], &[3, 4]]),
        (
            Topology::LineLoop,
            &[&[0, 1], &[1, 2], &[2, 3], &[3, 4], &[0, 4]],
        ),
        (
            Topology::TriangleStrip,
            &[&[0, 1, 2], &[1, 2, 3], &[2, 3, 4]],
        ),
        (Topology::TriangleFan, &[&[0, 1, 2], &[0, 2, 3], &[0, 3, 4]]),
    ];
    for (topology, expected) in lists {
        let mut scene = many_joints();
        let level = &mut scene.meshes[0].parts[0].levels[0];
        level.topology = topology;
        // One vertex of each joint.
        level.indices = (0..5).map(|joint| 3 * joint).collect();
        let options = Options {
            max_bones: 3,
            ..Options::default()
        };
        let (made, codes) = outputs(&scene, Target::Urho3d, false, &options);
        let is_list = matches!(topology, Topology::Points | Topology::Lines);
        assert_eq!(codes.contains(&Code::C105), !is_list, "{topology:?}");
        assert!(codes.contains(&Code::C150), "{topology:?}");
        let model: Model = read::from_bytes(made[0].bytes.clone()).unwrap();
        let mut drawn = Vec::new();
        for geometry in &model.geometries {
            let lod = geometry.lods.get(0).unwrap();
            let places = places(&model);
            let indices = &model.index_buffers[lod.index_buffer as usize].indices;
            let range = lod.index_start as usize..(lod.index_start + lod.index_count) as usize;
            // A vertex is at as many metres as its joint has as number.
            let joints = range.map(|at| -places[indices.get(at).unwrap() as usize][0] as u32);
            let joints: Vec<u32> = joints.collect();
            for primitive in joints.chunks(expected[0].len()) {
                let mut primitive = primitive.to_vec();
                primitive.sort_unstable();
                drawn.push(primitive);
            }
        }
        drawn.sort_unstable();
        let mut expected: Vec<Vec<u32>> = expected.iter().map(|it| it.to_vec()).collect();
        expected.sort_unstable();
        assert_eq!(drawn, expected, "{topology:?}");
        assert!(model.geometries.len() > 1, "{topology:?}");
    }
}

/// The scene's skin moves vertices as glTF says; so does the model.
#[test]
fn bones_move_vertices_as_joints_do() {
    let mut scene = skinned();
    scene.nodes[1].transform.rotation = [0.0, 0.6, 0.0, 0.8];
    scene.nodes[1].transform.translation = [1.0, 2.0, 3.0];
    scene.nodes[2].transform.rotation = [0.5, 0.5, -0.5, 0.5];
    let (model, _) = model_of(&scene, Target::Urho3d);
    let rest = model.rest_matrices();
    let buffer = &model.vertex_buffers[0];
    let posed = |vertex: usize| {
        let place = buffer.positions().unwrap().nth(vertex).unwrap();
        let bones = buffer.blend_indices().unwrap().nth(vertex).unwrap();
        let weights = buffer.blend_weights().unwrap().nth(vertex).unwrap();
        let mut sum = [0.0_f32; 3];
        for (bone, weight) in bones.into_iter().zip(weights) {
            let bone = usize::from(bone);
            let moved = rest[bone]
                .after(&Affine::from(model.bones[bone].offset_matrix))
                .point(place);
            for (sum, number) in sum.iter_mut().zip(<[f32; 3]>::from(moved)) {
                *sum += weight * number;
            }
        }
        sum
    };
    let global = |node: usize| {
        let own = formwork_convert::math::matrix(&scene.nodes[node].transform);
        if node == 2 {
            formwork_convert::math::matrix(&scene.nodes[1].transform) * own
        } else {
            own
        }
    };
    for (vertex, place) in scene.streams[0].positions().unwrap().iter().enumerate() {
        let mut sum = [0.0_f64; 3];
        for (joint, weight) in [(0, 0.75), (1, 0.25)] {
            let bind = scene.skins[0].inverse_bind[joint].map(f64::from);
            let bound: Vec<f64> = (0..3)
                .map(|row| {
                    (0..3)
                        .map(|column| bind[column * 4 + row] * f64::from(place[column]))
                        .sum::<f64>()
                        + bind[12 + row]
                })
                .collect();
            let matrix = global(scene.skins[0].joints[joint]).to_cols_array();
            for (row, sum) in sum.iter_mut().enumerate() {
                let moved = (0..3)
                    .map(|column| matrix[column * 4 + row] * bound[column])
                    .sum::<f64>()
                    + matrix[12 + row];
                *sum += weight * moved;
            }
        }
        let [x, y, z] = posed(vertex);
        for (a, b) in [-x, y, z].into_iter().zip(sum) {
            assert!((f64::from(a) - b).abs() < 1e-5, "{vertex}: {a} {b}");
        }
    }
}

#[test]
fn what_moves_above_the_root_becomes_bones_or_is_folded() {
    let mut scene = skinned();
    scene.nodes.push(node("Armature", &[1]));
    scene.nodes[3].transform = moved(0.0, 0.0, 2.0);
    scene.roots = vec![0, 3];
    let (model, codes) = model_of(&scene, Target::Urho3d);
    assert_eq!(codes, [Code::C211]);
    assert_eq!(model.bones[0].name, "Armature");
    assert_eq!(model.bones[0].position, [0.0, 0.0, 2.0].into());
    let fold = Options {
        root_chain: RootChain::Fold,
        ..Options::default()
    };
    let (made, codes) = outputs(&scene, Target::Urho3d, false, &fold);
    assert!(codes.is_empty(), "{codes:?}");
    let model: Model = read::from_bytes(made[0].bytes.clone()).unwrap();
    assert_eq!(model.bones[0].name, "hip");
    assert_eq!(model.bones[0].position, [-0.0, 0.0, 2.0].into());
    scene.nodes[3].transform = moved(0.0, 0.0, 0.0);
    assert_eq!(model_of(&scene, Target::Urho3d).0.bones[0].name, "hip");
}

/// The skinned triangle twice, the second time with a skin of its own.
fn two_skins() -> Scene {
    let mut scene = skinned();
    let place = scene.nodes.len();
    scene.nodes.push(node("other", &[]));
    scene.roots.push(place);
    scene.nodes[place].mesh = Some(0);
    scene.nodes[place].skin = Some(1);
    scene.skins.push(scene.skins[0].clone());
    scene
}

#[test]
fn skins_that_share_joints() {
    let (model, codes) = model_of(&two_skins(), Target::Urho3d);
    assert_eq!(codes, [Code::C102]);
    assert_eq!(model.bones.len(), 2);
    // All matrices moved by the same: the mesh is moved instead.
    let mut scene = two_skins();
    for matrix in &mut scene.skins[1].inverse_bind {
        matrix[12] += 0.5;
    }
    let (model, codes) = model_of(&scene, Target::Urho3d);
    assert_eq!(codes, [Code::C102, Code::C213]);
    assert_eq!(model.bones.len(), 2);
    assert_eq!(places(&model)[3], [-0.5, 0.0, 0.0]);
    // One matrix moved: it gets a bone of its own.
    let mut scene = two_skins();
    scene.skins[1].inverse_bind[1][12] = 0.5;
    let (model, codes) = model_of(&scene, Target::Urho3d);
    assert_eq!(codes, [Code::C102, Code::C213]);
    assert_eq!(model.bones[2].name, "head_skin1");
    assert_eq!(model.bones[2].parent, 1);
    assert_eq!(model.bones[2].offset_matrix.m03, -0.5);
    assert_eq!(
        model.vertex_buffers[0].blend_indices().unwrap().last(),
        Some([0, 2, 0, 0])
    );
}

#[test]
fn skins_without_a_common_root_get_one() {
    let mut scene = skinned();
    scene.nodes[1].children.clear();
    scene.roots.push(2);
    let (model, codes) = model_of(&scene, Target::Urho3d);
    assert_eq!(codes, [Code::C210]);
    assert_eq!(model.bones[0].name, "Root");
    assert_eq!(
        model
            .bones
            .iter()
            .map(|bone| bone.parent)
            .collect::<Vec<_>>(),
        [0, 0, 0]
    );
    assert_eq!(
        model.vertex_buffers[0].blend_indices().unwrap().next(),
        Some([1, 2, 0, 0])
    );
}

#[test]
fn a_rigid_mesh_follows_its_node() {
    let mut scene = skinned();
    let hat = scene.nodes.len();
    scene.nodes.push(node("hat", &[]));
    scene.nodes[hat].transform = moved(0.0, 0.5, 0.0);
    scene.nodes[2].children.push(hat);
    let mut mesh = triangle();
    mesh.meshes[0].parts[0].levels[0].stream = 1;
    scene.streams.append(&mut mesh.streams);
    scene.nodes[hat].mesh = Some(1);
    scene.meshes.append(&mut mesh.meshes);
    let (model, codes) = model_of(&scene, Target::Urho3d);
    assert_eq!(codes, [Code::C214]);
    assert_eq!(model.bones[2].name, "hat");
    assert_eq!(model.bones[2].offset_matrix.m13, -1.5);
    let buffer = &model.vertex_buffers[0];
    assert_eq!(buffer.blend_indices().unwrap().last(), Some([2, 0, 0, 0]));
    assert_eq!(places(&model)[5], [-0.0, 2.5, 0.0]);
}
