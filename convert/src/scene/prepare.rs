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

/// Drops records of morph targets of vertices that only seem to move: programs that compute normals anew, or store them in 16 bits, have
/// another one in the last digits everywhere.
pub fn drop_still_records(scene: &mut Scene, report: &mut Report) {
    let length = |[x, y, z]: [f32; 3]| f64::from(x).hypot(f64::from(y)).hypot(f64::from(z));
    for (place, mesh) in scene.meshes.iter_mut().enumerate() {
        for (number, target) in mesh.targets.iter_mut().enumerate() {
            let moves = target.deltas.iter().flat_map(|delta| &delta.positions);
            let farthest = moves.flatten().copied().map(length).fold(0.0, f64::max);
            let mut dropped = 0;
            for delta in &mut target.deltas {
                let exceeds = |list: &Option<Vec<[f32; 3]>>, row: usize, least: f64| {
                    // NaN counts as a move, so that it is kept and reported.
                    let is_less = |value: &[f32; 3]| length(*value) <= least;
                    list.as_ref().is_some_and(|list| !is_less(&list[row]))
                };
                let keeps: Vec<bool> = (0..delta.indices.len())
                    .map(|row| {
                        exceeds(&delta.positions, row, farthest * LEAST_MOVE)
                            || exceeds(&delta.normals, row, LEAST_TURN)
                            || exceeds(&delta.tangents, row, LEAST_TURN)
                            || exceeds(&delta.bitangents, row, LEAST_TURN)
                    })
                    .collect();
                let differs = |row: usize| delta.row(row).any(|it| it != [0.0; 3]);
                let lost = (0..keeps.len()).filter(|row| !keeps[*row] && differs(*row));
                dropped += lost.count();
                delta.retain(&keeps);
            }
            let place = format!("meshes[{place}].targets[{number}]");
            let detail = "vertices do not move";
            report.add_many(Code::C410, dropped, place, detail);
        }
    }
}

/// Least share of the farthest move that counts as a move.
const LEAST_MOVE: f64 = 1e-6;

/// Least visible difference of normals and tangents.
const LEAST_TURN: f64 = 1e-3;

/// Reports meshes that no node shows, and scenes that draw nothing, where they are not clips alone.
pub fn report_hidden(scene: &Scene, keeps_hidden: bool, report: &mut Report) {
    let mut is_shown = vec![false; scene.meshes.len()];
    for mesh in scene.nodes.iter().filter_map(|node| node.mesh) {
        is_shown[mesh] = true;
    }
    let hidden = scene.meshes.iter().zip(&is_shown);
    for (mesh, _) in hidden.filter(|(_, is_shown)| !keeps_hidden && !**is_shown) {
        let detail = "left out, for no node of the scene shows it";
        report.add(Code::C606, mesh.name.to_text(), detail);
    }
    let shown = scene.meshes.iter().zip(&is_shown).filter(|it| *it.1);
    let mut levels = shown
        .flat_map(|it| &it.0.parts)
        .flat_map(|part| &part.levels);
    let draws = levels.any(|level| !level.indices.is_empty());
    let is_clip = scene.meshes.is_empty() && !scene.clips.is_empty();
    if !draws && !is_clip {
        report.add(Code::C607, &*scene.name, "no mesh with something to draw");
    }
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
