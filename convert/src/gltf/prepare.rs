//! What options change in a scene before it is written as glTF.

use std::borrow::Cow;

use crate::{
    Code, Lods, Options, Report, Scene, StreamLayout, Tangents, math,
    scene::{Column, Level, Semantic, Stream},
    tangents,
};

/// The scene that is written.
pub(super) fn prepare<'a>(
    scene: &'a Scene,
    options: &Options,
    report: &mut Report,
) -> Cow<'a, Scene> {
    let mut scene = Cow::Borrowed(scene);
    if options.lods == Lods::First {
        let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
        if parts.into_iter().any(|part| part.levels.len() > 1) {
            let parts = scene
                .to_mut()
                .meshes
                .iter_mut()
                .flat_map(|mesh| &mut mesh.parts);
            parts.for_each(|part| part.levels.truncate(1));
        }
    }
    if options.linear_colors {
        let streams = &mut scene.to_mut().streams;
        let attributes = streams.iter_mut().flat_map(|stream| &mut stream.attributes);
        for attribute in attributes.filter(|attribute| attribute.semantic == Semantic::Color) {
            linearize(&mut attribute.values);
        }
    }
    let wanted = tangents::wanted(&scene, options.tangents);
    if options.tangents == Tangents::Drop || !wanted.is_empty() {
        tangents::complete(scene.to_mut(), options.tangents, report);
    }
    if options.layout == StreamLayout::Compact {
        compact(scene.to_mut(), report);
    }
    scene
}

/// Whether a scene is written as it is.
pub(crate) fn is_as_it_was(scene: &Scene, options: &Options) -> bool {
    let mut parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    (options.lods != Lods::First || parts.all(|part| part.levels.len() < 2))
        && !options.linear_colors
        && options.tangents != Tangents::Drop
        && tangents::wanted(scene, options.tangents).is_empty()
        && options.layout != StreamLayout::Compact
}

fn linearize(colors: &mut Column) {
    let linear = |value: &mut f32| *value = math::to_linear(f64::from(*value)) as f32;
    match colors {
        Column::Vec3(rows) => rows.as_flattened_mut().iter_mut().for_each(linear),
        // Opacity is linear already.
        Column::Vec4(rows) => rows
            .iter_mut()
            .for_each(|row| row[..3].iter_mut().for_each(linear)),
        Column::Unorm8x4(rows) => {
            let table: [u8; 256] = std::array::from_fn(|value| {
                (math::to_linear(value as f64 / 255.0) * 255.0).round() as u8
            });
            for row in rows {
                row[..3]
                    .iter_mut()
                    .for_each(|value| *value = table[usize::from(*value)]);
            }
        }
        _ => {}
    }
}

/// Gives every level the vertices that it uses, in their order, and no other.
fn compact(scene: &mut Scene, report: &mut Report) {
    let streams = std::mem::take(&mut scene.streams);
    for (place, mesh) in scene.meshes.iter_mut().enumerate() {
        let old = mesh.targets.clone();
        mesh.targets
            .iter_mut()
            .for_each(|target| target.deltas.clear());
        for level in mesh.parts.iter_mut().flat_map(|part| &mut part.levels) {
            let of = level.stream;
            let stream = &streams[of];
            let numbers = renumber(level, stream.count);
            let kept: Vec<usize> = (0..stream.count)
                .filter(|it| numbers[*it].is_some())
                .collect();
            if kept.len() < stream.count {
                let what = format!("meshes[{place}]");
                report.add_many(Code::C103, stream.count - kept.len(), what, "");
            }
            level.stream = scene.streams.len();
            for index in &mut level.indices {
                let number = numbers.get(*index as usize).copied().flatten();
                *index = number.unwrap_or(u32::MAX);
            }
            level.joints = level.joints.as_ref().map(|joints| joints.at(&kept));
            for (target, old) in mesh.targets.iter_mut().zip(&old) {
                for delta in old.deltas.iter().filter(|delta| delta.stream == of) {
                    let number = |index: &u32| numbers.get(*index as usize).copied().flatten();
                    let rows: Vec<usize> = (0..delta.indices.len())
                        .filter(|row| number(&delta.indices[*row]).is_some())
                        .collect();
                    let list = |list: &Option<Vec<[f32; 3]>>| {
                        list.as_ref()
                            .map(|list| rows.iter().map(|row| list[*row]).collect())
                    };
                    target.deltas.push(crate::scene::Delta {
                        stream: level.stream,
                        indices: rows
                            .iter()
                            .filter_map(|row| number(&delta.indices[*row]))
                            .collect(),
                        positions: list(&delta.positions),
                        normals: list(&delta.normals),
                        tangents: list(&delta.tangents),
                        bitangents: list(&delta.bitangents),
                    });
                }
            }
            let attributes = stream
                .attributes
                .iter()
                .map(|attribute| crate::scene::Attribute {
                    values: attribute.values.at(&kept),
                    ..attribute.clone()
                });
            let stream = Stream {
                count: kept.len(),
                attributes: attributes.collect(),
            };
            scene.streams.push(stream);
        }
    }
}

/// The new number of each vertex that a level uses.
fn renumber(level: &Level, count: usize) -> Vec<Option<u32>> {
    let mut numbers = vec![None; count];
    for index in &level.indices {
        if let Some(number) = numbers.get_mut(*index as usize) {
            *number = Some(0);
        }
    }
    for (number, of) in numbers.iter_mut().flatten().zip(0..) {
        *number = of;
    }
    numbers
}
