//! The figure of Horde3D: the geometry, the scene and the animation fit one another.

use std::{collections::HashMap, fs};

use formwork_formats::horde3d::{Animation, Geometry, animation::Frames, geometry::Joint};
use formwork_schema::{Format, QuatXyzw, Vec3, Vec4, read};
use samples::math::{Rotation, Transform, Vector, cross, dot, length, sub};

fn load<T: Format>(path: &str) -> T {
    let bytes = fs::read(samples::folder().join(path)).expect("a checked-in file");
    read::from_bytes(bytes).expect("a sound file")
}

fn geometry() -> Geometry {
    load("horde3d/figure.geo")
}

fn scene() -> String {
    fs::read_to_string(samples::folder().join("horde3d/figure.scene.xml")).expect("the scene")
}

fn vector(Vec3 { x, y, z }: Vec3) -> Vector {
    [x, y, z].map(f64::from)
}

/// The attributes of a tag; each stands in a line of its own.
fn attributes(line: &str) -> HashMap<&str, &str> {
    let words = line.split(' ').filter_map(|word| word.split_once("=\""));
    words
        .filter_map(|(name, rest)| Some((name, rest.split('"').next()?)))
        .collect()
}

fn number(attributes: &HashMap<&str, &str>, name: &str) -> usize {
    attributes[name].parse().expect("a whole number")
}

fn numbers(attributes: &HashMap<&str, &str>, names: [&str; 3]) -> Vector {
    let said = |name| {
        attributes
            .get(name)
            .map_or(Ok(0.0), |text: &&str| text.parse())
    };
    names.map(|name| said(name).expect("a number"))
}

/// A joint of the scene: its own place, and that in the model.
struct Node {
    name: String,
    index: usize,
    own: Transform,
    in_model: Transform,
}

fn joints(scene: &str) -> Vec<Node> {
    let mut around: Vec<Transform> = Vec::new();
    let mut joints = Vec::new();
    for line in scene.lines().map(str::trim) {
        if line == "</Joint>" {
            around.pop();
        } else if line.starts_with("<Joint ") {
            let said = attributes(line);
            let own = Transform {
                position: numbers(&said, ["tx", "ty", "tz"]),
                rotation: Rotation::from_degrees(numbers(&said, ["rx", "ry", "rz"])),
            };
            let in_model = around.last().map_or(own, |parent| parent.child(&own));
            let index = number(&said, "jointIndex");
            let name = said["name"].to_owned();
            joints.push(Node {
                name,
                index,
                own,
                in_model,
            });
            if !line.ends_with("/>") {
                around.push(in_model);
            }
        }
    }
    joints
}

#[test]
fn joints_rest_where_vertices_were_bound_to_them() {
    let (geometry, joints) = (geometry(), joints(&scene()));
    let matrices: Vec<Joint> = geometry.joints.iter().collect();
    assert_eq!(joints.len() + 1, matrices.len());
    assert_eq!(
        matrices[0].translation,
        Vec4 {
            x: 0.0,
            y: 0.0,
            z: 0.0,
            w: 1.0
        }
    );
    for (place, node) in joints.iter().enumerate() {
        assert_eq!(node.index, place + 1);
        for point in [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            let back = transform(&matrices[node.index], node.in_model.point(point));
            assert!(length(sub(back, point)) < 1e-5, "{}", node.name);
        }
    }
}

fn transform(joint: &Joint, [x, y, z]: Vector) -> Vector {
    let columns = [joint.x_axis, joint.y_axis, joint.z_axis, joint.translation];
    let columns = columns.map(|Vec4 { x, y, z, .. }| vector(Vec3 { x, y, z }));
    std::array::from_fn(|row| {
        let [a, b, c, d] = columns.map(|column| column[row]);
        a * x + b * y + c * z + d
    })
}

#[test]
fn meshes_draw_every_triangle_once_and_name_their_vertices() {
    let (geometry, scene) = (geometry(), scene());
    let indices: Vec<u32> = geometry.indices.iter().collect();
    let mut next = 0;
    for line in scene.lines().filter(|line| line.contains("<Mesh ")) {
        let said = attributes(line);
        let (start, count) = (number(&said, "batchStart"), number(&said, "batchCount"));
        assert_eq!(start, next);
        next += count;
        let drawn = || indices[start..next].iter().map(|index| *index as usize);
        assert_eq!(drawn().min(), Some(number(&said, "vertRStart")));
        assert_eq!(drawn().max(), Some(number(&said, "vertREnd")));
        let material = samples::folder().join("horde3d").join(said["material"]);
        assert!(material.is_file(), "{material:?}");
    }
    assert_eq!(next, indices.len());
}

#[test]
fn triangles_face_where_their_normals_point() {
    let geometry = geometry();
    let positions = geometry.positions().expect("positions");
    let normals = geometry.normals().expect("normals");
    let indices: Vec<usize> = geometry
        .indices
        .iter()
        .map(|index| index as usize)
        .collect();
    for corners in indices.as_chunks::<3>().0 {
        let [a, b, c] = corners.map(|corner| vector(positions[corner]));
        let facing = cross(sub(b, a), sub(c, a));
        for corner in corners {
            assert!(dot(facing, vector(normals[*corner])) > 0.0, "{corners:?}");
        }
    }
}

#[test]
fn weights_add_up_and_joints_exist() {
    let geometry = geometry();
    for weights in geometry.joint_weights().expect("weights") {
        let all = [weights.first, weights.second, weights.third, weights.fourth];
        assert_eq!(all.map(u32::from).iter().sum::<u32>(), 255);
    }
    for joints in geometry.joint_indices().expect("indices") {
        let all = [joints.first, joints.second, joints.third, joints.fourth];
        assert!(
            all.iter()
                .all(|joint| usize::from(*joint) < geometry.joints.len())
        );
        assert_ne!(joints.first, 0);
    }
}

#[test]
fn the_walk_moves_every_joint_and_ends_as_it_began() {
    let walk: Animation = load("horde3d/walk.anim");
    let joints = joints(&scene());
    assert_eq!(walk.entities.len(), joints.len());
    for (entity, node) in walk.entities.iter().zip(&joints) {
        assert_eq!(entity.name, *node.name);
        assert_eq!(entity.frames.get(0), entity.frames.last());
        for QuatXyzw { x, y, z, w } in entity.frames.rotations() {
            assert!((w * w + x * x + y * y + z * z - 1.0).abs() < 1e-5);
        }
        if node.name != "Hips" {
            let moved = entity
                .frames
                .translations()
                .map(|place| sub(vector(place), node.own.position));
            assert!(
                moved.map(length).all(|distance| distance < 1e-6),
                "{}",
                node.name
            );
        }
    }
}

/// Mirrored in x, and otherwise where the Urho3D family has it.
#[test]
fn it_is_the_figure_of_the_other_engine() {
    let other: formwork_formats::urho3d::Model = load("urho3d/Figure.mdl");
    let theirs = other.vertex_buffers[0].positions().expect("positions");
    let ours = geometry().positions().expect("positions");
    assert!(
        theirs
            .map(|v| [-v.x, v.y, v.z])
            .eq(ours.into_iter().map(<[f32; 3]>::from))
    );
}
