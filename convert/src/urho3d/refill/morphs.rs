//! Morphs.

use std::collections::BTreeMap;

use formwork_formats::urho3d::{
    Model,
    model::{MorphElements, MorphVertex},
};
use formwork_schema::{Packed, Vec3};

use super::{
    drawn::{Drawn, lod},
    hollow::Refused,
};
use crate::{
    scene::{Delta, Semantic, Source, Stream},
    urho3d::{
        facts::{RANGES, outside_ranges},
        frame::Frame,
        read::delta,
    },
};

/// Fills the records of morphs that were emptied, and puts edited ones in the place of others.
pub(super) fn refill(
    model: &mut Model,
    drawn: &Drawn<'_>,
    source: &Source,
    frame: Frame,
) -> Result<(), Refused> {
    let streams = streams(model, drawn);
    let targets = drawn.mesh.iter().flat_map(|mesh| &mesh.targets);
    for (morph, target) in model.morphs.iter_mut().zip(targets) {
        morph.name.clone_from(&target.name);
        if let Some(weight) = &mut morph.initial_weight {
            *weight = target.weight;
        }
        let count = morph.buffers.len();
        for place in 0..count {
            let vertex_buffer = morph.buffers[place].vertex_buffer;
            let is_last = morph.buffers[place + 1..]
                .iter()
                .all(|it| it.vertex_buffer != vertex_buffer);
            let Some(own) = streams.get(&vertex_buffer).filter(|_| is_last) else {
                continue;
            };
            let found = own
                .iter()
                .find_map(|stream| target.deltas.iter().find(|delta| delta.stream == *stream));
            let none = Delta::default();
            let found = found.unwrap_or(&none);
            let vertices = &drawn.scene.streams[own[0]];
            let buffer = &mut morph.buffers[place];
            let is_same = !buffer.vertices.is_empty()
                && canonical(&delta(buffer, frame), vertices) == canonical(found, vertices);
            if !is_same {
                (buffer.elements, buffer.vertices) = records(found, buffer.elements, frame)?;
            }
        }
    }
    if !source.facts.0.contains_key(RANGES) {
        refill_ranges(model);
    }
    Ok(())
}

/// The streams that each vertex buffer has become.
fn streams(model: &Model, drawn: &Drawn<'_>) -> BTreeMap<u32, Vec<usize>> {
    let mut streams: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (place, level) in &drawn.levels {
        if let Some(lod) = lod(model, *place) {
            let own = streams.entry(lod.vertex_buffer).or_default();
            if !own.contains(&level.stream) {
                own.push(level.stream);
            }
        }
    }
    streams
}

/// What vertices change by, whatever the order of records, and which of them change nothing.
fn canonical(delta: &Delta, stream: &Stream) -> BTreeMap<u32, [[u32; 3]; 3]> {
    let columns = [
        (&delta.positions, Semantic::Position),
        (&delta.normals, Semantic::Normal),
        (&delta.tangents, Semantic::Tangent),
    ];
    let columns = columns.map(|(column, semantic)| {
        column
            .as_ref()
            .filter(|_| stream.get(&semantic, 0).is_some())
    });
    let mut found = BTreeMap::new();
    for (place, index) in delta.indices.iter().enumerate() {
        let vector = |column: Option<&Vec<[f32; 3]>>| {
            let vector = column
                .and_then(|column| column.get(place))
                .copied()
                .unwrap_or_default();
            vector.map(|number| if number == 0.0 { 0 } else { number.to_bits() })
        };
        let record = columns.map(vector);
        if record == [[0; 3]; 3] || *index as usize >= stream.count {
            found.remove(index);
        } else {
            found.insert(*index, record);
        }
    }
    found
}

/// Records of a delta: of the elements that there were, and of those that it changes.
pub(in crate::urho3d) fn records(
    delta: &Delta,
    mut elements: MorphElements,
    frame: Frame,
) -> Result<(MorphElements, Packed<MorphVertex>), Refused> {
    let columns = [
        (&delta.positions, MorphElements::POSITION),
        (&delta.normals, MorphElements::NORMAL),
        (&delta.tangents, MorphElements::TANGENT),
    ];
    for (column, element) in columns {
        let mut numbers = column.iter().flatten().flatten();
        if numbers.any(|number| *number != 0.0) {
            elements |= element;
        }
    }
    let vector = |(column, element): (&Option<Vec<[f32; 3]>>, MorphElements), place: usize| {
        let vector = column
            .as_ref()
            .and_then(|column| column.get(place))
            .copied();
        let vector = vector.map_or(Vec3::default(), |vector| frame.vector_out(vector));
        elements.contains(element).then_some(vector)
    };
    let records = delta
        .indices
        .iter()
        .enumerate()
        .map(|(place, index)| MorphVertex {
            index: *index,
            position: vector(columns[0], place),
            normal: vector(columns[1], place),
            tangent: vector(columns[2], place),
        });
    let packed = Packed::from_records((elements,), records);
    Ok((elements, packed.map_err(|error| error.to_string())?))
}

/// The ranges that morphs move, where an edit moved out of those of the file.
fn refill_ranges(model: &mut Model) {
    for (place, (least, greatest)) in outside_ranges(model) {
        let buffer = &mut model.vertex_buffers[place];
        if greatest < buffer.vertex_count {
            buffer.morph_range_start = least;
            buffer.morph_range_count = greatest - least + 1;
        }
    }
}
