//! Numbers of a scene that are NaN or infinite.

use super::{
    Column, Interpolation, LightKind, Material, Node, Path, Projection, Scene, Track, Trs,
};
use crate::{Code, Report, scene::AlphaMode};

/// Replaces every number that is not finite: by 0, by a neutral value where 0 would destroy a shape, and by `None` where it is
/// optional. For scenes of which no file is restored.
pub fn make_finite(scene: &mut Scene, report: &mut Report) {
    let mut seen = Seen { report };
    for (place, node) in scene.nodes.iter_mut().enumerate() {
        seen.count(&format!("nodes[{place}]"), in_node(node));
    }
    for (place, stream) in scene.streams.iter_mut().enumerate() {
        let columns = stream.attributes.iter_mut();
        let count = columns.map(|attribute| in_column(&mut attribute.values));
        seen.count(&format!("streams[{place}]"), count.sum());
    }
    for (place, mesh) in scene.meshes.iter_mut().enumerate() {
        let mut count = 0;
        for part in &mut mesh.parts {
            count += option(&mut part.center, |center| zero(center));
            let levels = part.levels.iter_mut();
            count += levels
                .map(|level| number(&mut level.distance, 0.0))
                .sum::<usize>();
        }
        let targets = mesh.targets.iter_mut();
        count += targets
            .map(|target| number(&mut target.weight, 0.0))
            .sum::<usize>();
        seen.count(&format!("meshes[{place}]"), count);
        let deltas = mesh
            .targets
            .iter_mut()
            .flat_map(|target| &mut target.deltas);
        let lists = deltas.flat_map(|delta| {
            let lists = [&mut delta.positions, &mut delta.normals];
            lists
                .into_iter()
                .chain([&mut delta.tangents, &mut delta.bitangents])
        });
        let count = lists.flatten().map(|list| rows(list)).sum();
        let detail = "NaN or infinite";
        seen.report.add_many(
            Code::C404,
            count,
            format!("meshes[{place}].targets"),
            detail,
        );
    }
    for (place, skin) in scene.skins.iter_mut().enumerate() {
        seen.count(&format!("skins[{place}]"), rows(&mut skin.inverse_bind));
    }
    for (place, clip) in scene.clips.iter_mut().enumerate() {
        let mut count = bad(&mut clip.length) + bad(&mut clip.fps);
        let triggers = clip.triggers.iter_mut();
        count += triggers
            .map(|trigger| number(&mut trigger.time, 0.0))
            .sum::<usize>();
        count += clip.tracks.iter_mut().map(in_track).sum::<usize>();
        seen.count(&format!("clips[{place}]"), count);
    }
    for (place, material) in scene.materials.iter_mut().enumerate() {
        seen.count(&format!("materials[{place}]"), in_material(material));
    }
    for (place, light) in scene.lights.iter_mut().enumerate() {
        let mut count = numbers(&mut light.color, 1.0);
        count += number(&mut light.intensity, 1.0) + bad(&mut light.range);
        if let LightKind::Spot { inner, outer } = &mut light.kind {
            count += number(inner, 0.0) + number(outer, std::f32::consts::FRAC_PI_4);
        }
        seen.count(&format!("lights[{place}]"), count);
    }
    for (place, camera) in scene.cameras.iter_mut().enumerate() {
        let mut count = number(&mut camera.near, 0.01) + bad(&mut camera.far);
        count += match &mut camera.projection {
            Projection::Perspective { y_fov, aspect } => number(y_fov, 0.8) + bad(aspect),
            Projection::Orthographic { x_mag, y_mag } => number(x_mag, 1.0) + number(y_mag, 1.0),
        };
        seen.count(&format!("cameras[{place}]"), count);
    }
}

struct Seen<'a> {
    report: &'a mut Report,
}

impl Seen<'_> {
    fn count(&mut self, place: &str, count: usize) {
        self.report
            .add_many(Code::C111, count, place, "NaN or infinite");
    }
}

/// Replaces a number that is not finite; returns the number of replacements, 0 or 1.
fn number(value: &mut f32, otherwise: f32) -> usize {
    let is_bad = !value.is_finite();
    if is_bad {
        *value = otherwise;
    }
    usize::from(is_bad)
}

fn numbers(values: &mut [f32], otherwise: f32) -> usize {
    let values = values.iter_mut();
    values.map(|value| number(value, otherwise)).sum()
}

/// Replaces numbers that are not finite by 0; returns the number of rows that had some.
fn rows<const N: usize>(values: &mut [[f32; N]]) -> usize {
    let values = values.iter_mut();
    values.map(|row| usize::from(numbers(row, 0.0) > 0)).sum()
}

/// Replaces numbers that are not finite by 0; returns 1 if there were any.
fn zero(values: &mut [f32]) -> usize {
    usize::from(numbers(values, 0.0) > 0)
}

fn option<T>(value: &mut Option<T>, change: impl Fn(&mut T) -> usize) -> usize {
    value.as_mut().map_or(0, change)
}

/// Removes a number that is not finite; returns 1 if it was removed.
fn bad(value: &mut Option<f32>) -> usize {
    let is_bad = value.is_some_and(|value| !value.is_finite());
    if is_bad {
        *value = None;
    }
    usize::from(is_bad)
}

fn in_node(node: &mut Node) -> usize {
    let Trs {
        translation,
        rotation,
        scale,
    } = &mut node.transform;
    let mut count = zero(translation) + usize::from(numbers(scale, 1.0) > 0);
    count += unturned(rotation);
    count += node
        .weights
        .as_mut()
        .map_or(0, |weights| numbers(weights, 0.0));
    if let Some(bone) = &mut node.bone {
        count += bad(&mut bone.radius);
        let mut corners = bone.bounds.iter().flatten().flatten();
        if corners.any(|value| !value.is_finite()) {
            bone.bounds = None;
            count += 1;
        }
    }
    count
}

/// Replaces a rotation with numbers that are not finite by the identity; returns 1 if it was replaced.
fn unturned(rotation: &mut [f32; 4]) -> usize {
    let is_bad = !rotation.iter().all(|value| value.is_finite());
    if is_bad {
        *rotation = Trs::IDENTITY.rotation;
    }
    usize::from(is_bad)
}

fn in_column(column: &mut Column) -> usize {
    match column {
        Column::F32(values) => numbers(values, 0.0),
        Column::Vec2(values) => rows(values),
        Column::Vec3(values) => rows(values),
        Column::Vec4(values) => rows(values),
        Column::I32(_)
        | Column::U8x4(_)
        | Column::Unorm8x4(_)
        | Column::U16x4(_)
        | Column::Snorm16x3(_) => 0,
    }
}

/// Drops keys whose times are not finite, and replaces values.
fn in_track(track: &mut Track) -> usize {
    let mut count = bad(&mut track.weight);
    let keys = track.times.len();
    if keys > 0 && !track.times.iter().all(|time| time.is_finite()) {
        let each = track.values.len() / keys;
        let kept = || (0..keys).filter(|key| track.times[*key].is_finite());
        let values = kept().flat_map(|key| &track.values[key * each..][..each]);
        let values = values.copied().collect();
        let times = kept().map(|key| track.times[key]).collect();
        (track.values, track.times) = (values, times);
        count += keys - track.times.len();
    }
    let is_cubic = track.interpolation == Interpolation::Cubic;
    match track.path {
        Path::Rotation => {
            let (rows, _) = track.values.as_chunks_mut::<4>();
            for (place, row) in rows.iter_mut().enumerate() {
                // Tangents are not rotations.
                let is_tangent = is_cubic && place % 3 != 1;
                count += if is_tangent { zero(row) } else { unturned(row) };
            }
        }
        Path::Scale if !is_cubic => count += numbers(&mut track.values, 1.0),
        _ => count += numbers(&mut track.values, 0.0),
    }
    count
}

fn in_material(material: &mut Material) -> usize {
    let usual = Material::default();
    let mut count = numbers(&mut material.base_color, 1.0) + numbers(&mut material.emissive, 0.0);
    count += number(&mut material.metallic, usual.metallic);
    count += number(&mut material.roughness, usual.roughness);
    count += number(&mut material.normal_scale, 1.0);
    if let AlphaMode::Mask(cutoff) = &mut material.alpha {
        count += number(cutoff, AlphaMode::CUTOFF);
    }
    count
}
