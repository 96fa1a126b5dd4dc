//! Morphs → targets.

use std::collections::BTreeMap;

use formwork_formats::urho3d::{
    Model,
    model::{Morph, MorphBuffer, MorphVertex},
};
use formwork_schema::{Packed, RecordField, Vec3};

use crate::{
    Code, Report,
    scene::{Delta, MorphTarget},
    urho3d::frame::Frame,
};

/// The targets of a model, with its vertex buffers as streams.
pub(in crate::urho3d) fn targets(
    model: &Model,
    frame: Frame,
    report: &mut Report,
) -> Vec<MorphTarget> {
    let target = |(place, morph): (usize, &Morph)| MorphTarget {
        name: morph.name.clone(),
        weight: morph.initial_weight.unwrap_or_default(),
        deltas: deltas(model, place, morph, frame, report),
    };
    model.morphs.iter().enumerate().map(target).collect()
}

fn deltas(
    model: &Model,
    place: usize,
    morph: &Morph,
    frame: Frame,
    report: &mut Report,
) -> Vec<Delta> {
    let mut found = BTreeMap::new();
    for (number, buffer) in morph.buffers.iter().enumerate() {
        let path = format!("morphs[{place}].buffers[{number}]");
        let stream = buffer.vertex_buffer as usize;
        if stream >= model.vertex_buffers.len() {
            report.add(Code::C405, path, "moves the vertices of no buffer");
        } else if found.insert(stream, delta(buffer, frame)).is_some() {
            report.add(
                Code::C403,
                path,
                "moves the same buffer again; the last one counts",
            );
        }
    }
    found.into_values().collect()
}

/// What one record list says.
pub(in crate::urho3d) fn delta(buffer: &MorphBuffer, frame: Frame) -> Delta {
    let column = |field| vectors(&buffer.vertices, field, frame);
    Delta {
        stream: buffer.vertex_buffer as usize,
        indices: buffer.vertices.column(MorphVertex::FIELDS.index).collect(),
        positions: column(MorphVertex::FIELDS.position),
        normals: column(MorphVertex::FIELDS.normal),
        tangents: column(MorphVertex::FIELDS.tangent),
        bitangents: None,
    }
}

fn vectors(
    vertices: &Packed<MorphVertex>,
    field: RecordField<MorphVertex, Option<Vec3>>,
    frame: Frame,
) -> Option<Vec<[f32; 3]>> {
    let column = vertices.column(field)?;
    Some(column.map(|vector| frame.vector_in(vector)).collect())
}
