//! What is done to a scene between reading and writing, whatever the formats are.

use super::{
    Clip, Column, Interpolation, Light, Mesh, Node, Path, Projection, Scene, Semantic, Skin, Stream,
};
use crate::{Code, Lods, Options, Report, math};

/// Does what the options ask of every conversion: drops levels of detail, multiplies lengths.
pub fn prepare(scene: &mut Scene, options: &Options, report: &mut Report) {
    if options.lods == Lods::First {
        for part in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts) {
            part.levels.truncate(1);
        }
    }
    #[expect(
        clippy::float_cmp,
        reason = "only the very number that was said changes nothing"
    )]
    if options.scale != 1.0 {
        report.add(
            Code::C003,
            "",
            format!("all lengths times {}", options.scale),
        );
        scale(scene, options.scale);
    }
}

/// Gives rotations length 1 where a file of glTF has others: engines take them for granted.
pub fn unit_rotations(scene: &mut Scene, report: &mut Report) {
    let mut count = 0;
    for node in &mut scene.nodes {
        count += usize::from(unit(&mut node.transform.rotation));
    }
    let tracks = scene.clips.iter_mut().flat_map(|clip| &mut clip.tracks);
    for track in tracks.filter(|track| track.path == Path::Rotation) {
        let each = if track.interpolation == Interpolation::Cubic {
            3
        } else {
            1
        };
        let values = track.values.as_chunks_mut::<4>().0.iter_mut();
        // Of a cubic key the value stands between its tangents.
        count += values
            .skip(each / 2)
            .step_by(each)
            .filter_map(|value| unit(value).then_some(()))
            .count();
    }
    report.add_many(Code::C201, count, "rotations", "normalised");
}

/// Normalises a rotation; whether that changed it.
fn unit(rotation: &mut [f32; 4]) -> bool {
    let length = rotation
        .iter()
        .map(|part| f64::from(*part).powi(2))
        .sum::<f64>()
        .sqrt();
    if (length - 1.0).abs() <= 1e-6 {
        return false;
    }
    *rotation = math::quaternion(*rotation).as_quat().to_array();
    true
}

fn scale(scene: &mut Scene, by: f64) {
    scene.nodes.iter_mut().for_each(|node| node_by(node, by));
    scene
        .streams
        .iter_mut()
        .for_each(|stream| stream_by(stream, by));
    scene.meshes.iter_mut().for_each(|mesh| mesh_by(mesh, by));
    scene.skins.iter_mut().for_each(|skin| skin_by(skin, by));
    scene.clips.iter_mut().for_each(|clip| clip_by(clip, by));
    for Light { range, .. } in &mut scene.lights {
        numbers(range, by);
    }
    for camera in &mut scene.cameras {
        number(&mut camera.near, by);
        numbers(&mut camera.far, by);
        if let Projection::Orthographic { x_mag, y_mag } = &mut camera.projection {
            number(x_mag, by);
            number(y_mag, by);
        }
    }
}

fn number(number: &mut f32, by: f64) {
    *number = (f64::from(*number) * by) as f32;
}

fn numbers<'a>(numbers: impl IntoIterator<Item = &'a mut f32>, by: f64) {
    numbers.into_iter().for_each(|one| number(one, by));
}

fn node_by(node: &mut Node, by: f64) {
    numbers(&mut node.transform.translation, by);
    if let Some(bone) = &mut node.bone {
        numbers(&mut bone.radius, by);
        numbers(bone.bounds.iter_mut().flatten().flatten(), by);
    }
}

fn stream_by(stream: &mut Stream, by: f64) {
    for attribute in &mut stream.attributes {
        match &mut attribute.values {
            _ if attribute.semantic != Semantic::Position => {}
            Column::Vec3(values) => numbers(values.iter_mut().flatten(), by),
            Column::Vec4(values) => {
                numbers(values.iter_mut().flat_map(|value| &mut value[..3]), by)
            }
            _ => {}
        }
    }
}

fn mesh_by(mesh: &mut Mesh, by: f64) {
    for part in &mut mesh.parts {
        numbers(part.center.iter_mut().flatten(), by);
        numbers(part.levels.iter_mut().map(|level| &mut level.distance), by);
    }
    for delta in mesh
        .targets
        .iter_mut()
        .flat_map(|target| &mut target.deltas)
    {
        numbers(delta.positions.iter_mut().flatten().flatten(), by);
    }
}

fn skin_by(skin: &mut Skin, by: f64) {
    for matrix in &mut skin.inverse_bind {
        numbers(&mut matrix[12..15], by);
    }
}

fn clip_by(clip: &mut Clip, by: f64) {
    let tracks = clip.tracks.iter_mut();
    for track in tracks.filter(|track| track.path == Path::Translation) {
        numbers(&mut track.values, by);
    }
}
