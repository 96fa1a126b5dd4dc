//! The figure of the Urho3D family: its skeleton, skin, triangles and walk fit one another.

use std::fs;

use formwork_formats::urho3d::{
    Animation, Model,
    animation::Keyframes,
    model::{Affine, Lod},
};
use formwork_schema::{Format, Quat, Vec3, read};

fn load<T: Format>(path: &str) -> T {
    let bytes = fs::read(samples::folder().join(path)).expect("a checked-in file");
    read::from_bytes(bytes).expect("a sound file")
}

fn figure() -> Model {
    load("urho3d/Figure.mdl")
}

fn models() -> [Model; 2] {
    [figure(), load("urho3d/Crate.mdl")]
}

fn lods(model: &Model) -> impl Iterator<Item = Lod> + '_ {
    model.geometries.iter().flat_map(|geometry| &geometry.lods)
}

fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a.x - b.x, a.y - b.y, a.z - b.z].into()
}

fn dot(a: Vec3, b: Vec3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [
        a.y * b.z - a.z * b.y,
        a.z * b.x - a.x * b.z,
        a.x * b.y - a.y * b.x,
    ]
    .into()
}

#[test]
fn bones_rest_where_vertices_were_bound_to_them() {
    let model = figure();
    assert_eq!(model.bones.len(), 17);
    for (rest, bone) in model.rest_matrices().iter().zip(&model.bones) {
        let Affine(both) = Affine::from(bone.offset_matrix).after(rest);
        let Affine(nothing) = Affine::IDENTITY;
        let pairs = both.as_flattened().iter().zip(nothing.as_flattened());
        for (number, wanted) in pairs {
            assert!((number - wanted).abs() < 1e-5, "{}: {both:?}", bone.name);
        }
    }
}

#[test]
fn weights_add_up_and_bones_exist() {
    let model = figure();
    let buffer = &model.vertex_buffers[0];
    for weights in buffer.blend_weights().expect("weights") {
        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(weights[0] >= weights[1] && weights[1] >= 0.0);
    }
    let moved = buffer.blend_indices().expect("indices");
    assert!(
        moved
            .flatten()
            .all(|bone| usize::from(bone) < model.bones.len())
    );
}

#[test]
fn every_vertex_is_drawn_and_every_triangle_has_a_face() {
    for model in models() {
        let buffer = &model.vertex_buffers[0];
        let positions: Vec<Vec3> = buffer.positions().expect("positions").collect();
        let normals: Vec<Vec3> = buffer.normals().expect("normals").collect();
        let mut is_drawn = vec![false; positions.len()];
        for lod in lods(&model) {
            for corners in model.triangles(&lod).expect("triangles") {
                let [a, b, c] = corners.map(|corner| positions[corner as usize]);
                let facing = cross(sub(b, a), sub(c, a));
                assert!(dot(facing, facing) > 1e-12, "{corners:?}");
                for corner in corners {
                    is_drawn[corner as usize] = true;
                    assert!(
                        dot(facing, normals[corner as usize]) > 0.0,
                        "{corner} {a:?} {b:?} {c:?}"
                    );
                }
            }
        }
        assert!(is_drawn.iter().all(|drawn| *drawn));
        assert!(
            normals
                .iter()
                .all(|normal| (dot(*normal, *normal) - 1.0).abs() < 1e-3)
        );
    }
}

#[test]
fn levels_of_detail_draw_less_and_less() {
    for geometry in models().iter().flat_map(|model| &model.geometries) {
        let lods: Vec<Lod> = geometry.lods.iter().collect();
        assert_eq!(lods.len(), 2);
        assert!(lods[0].distance == 0.0 && lods[1].distance > 0.0);
        assert!(lods[1].index_count * 3 < lods[0].index_count * 2);
    }
}

#[test]
fn boxes_hold_what_they_should() {
    for model in models() {
        let positions = model.vertex_buffers[0].positions().expect("positions");
        let around = model.bounding_box;
        for place in positions {
            assert!(place.x >= around.min.x && place.y >= around.min.y && place.z >= around.min.z);
            assert!(place.x <= around.max.x && place.y <= around.max.y && place.z <= around.max.z);
        }
        assert_eq!(around.min.y, 0.0);
        for bone in &model.bones {
            assert!(
                bone.radius.is_some_and(|radius| radius > 0.03),
                "{}",
                bone.name
            );
            let shape = bone.bounding_box.expect("a box");
            assert!(shape.min.y < shape.max.y, "{}", bone.name);
        }
    }
}

#[test]
fn morphs_move_what_they_are_named_after() {
    let model = figure();
    let names: Vec<String> = model
        .morphs
        .iter()
        .map(|morph| morph.name.to_string())
        .collect();
    assert_eq!(names, ["Smile", "Breathe"]);
    let positions: Vec<Vec3> = model.vertex_buffers[0]
        .positions()
        .expect("positions")
        .collect();
    let heights = [1.5..1.7, 1.1..1.5];
    for (morph, heights) in model.morphs.iter().zip(heights) {
        let moved = &morph.buffers[0].vertices;
        assert!(moved.len() > 20);
        for vertex in moved {
            let place = positions[vertex.index as usize];
            assert!(heights.contains(&place.y), "{place:?}");
        }
        let far = |by: Option<Vec3>| by.is_some_and(|by| dot(by, by) > 1e-6);
        assert!(moved.iter().any(|vertex| far(vertex.position)));
        assert!(moved.iter().any(|vertex| far(vertex.normal)));
    }
}

#[test]
fn the_walk_moves_every_bone_and_ends_as_it_began() {
    let (model, walk) = (figure(), load::<Animation>("urho3d/Walk.ani"));
    assert_eq!(walk.tracks.len(), model.bones.len());
    for (track, bone) in walk.tracks.iter().zip(&model.bones) {
        assert_eq!(track.name, bone.name);
        let times: Vec<f32> = track.keyframes.times().collect();
        assert!(times.is_sorted() && times[0] == 0.0 && times.last() == Some(&walk.length));
        let rotations: Vec<Quat> = track.keyframes.rotations().expect("rotations").collect();
        for Quat { w, x, y, z } in &rotations {
            assert!((w * w + x * x + y * y + z * z - 1.0).abs() < 1e-5);
        }
        assert_eq!(rotations.first(), rotations.last());
        let places: Vec<Vec3> = track.keyframes.positions().into_iter().flatten().collect();
        assert_eq!(places.first(), places.last());
        assert!(turns_smoothly(&rotations), "{}", track.name);
    }
}

/// No pose is more than 40 degrees from the one before it, nor on the other side of the quaternions.
fn turns_smoothly(rotations: &[Quat]) -> bool {
    rotations.windows(2).all(|pair| {
        let [a, b] = [pair[0], pair[1]];
        a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z > 0.94
    })
}

#[test]
fn one_foot_is_always_on_the_ground() {
    use samples::figure::walk;
    for number in 0..walk::POSES {
        assert!(walk::lowest_sole(&walk::pose(number)).abs() < 1e-9);
    }
}
