//! Morph targets → morphs.

use std::collections::BTreeMap;

use formwork_formats::urho3d::model::{Morph, MorphBuffer, MorphElements, MorphVertex};
use formwork_schema::{CString, Packed, Result, Vec3, sorted};
use glam::{DMat3, DMat4, DVec3};

use super::{names::Unique, pool::Pool};
use crate::{
    Code, Report,
    scene::{Delta, MorphTarget},
    urho3d::{frame::Frame, target::Flavour},
};

/// Places, normals and tangents that a record adds.
type Record = [[f32; 3]; 3];

/// One morph of a model, with what it moves in each buffer.
struct Shape {
    name: CString,
    weight: f32,
    records: BTreeMap<usize, Vec<(u32, Record)>>,
}

/// All morphs of a model.
#[derive(Default)]
pub(super) struct Shapes {
    list: Vec<Shape>,
    by_name: BTreeMap<CString, usize>,
}

impl Shapes {
    /// Which morphs the targets of a mesh are. Targets of different meshes with one name are one morph.
    pub(super) fn of(
        &mut self,
        targets: &[MorphTarget],
        weights: Option<&[f32]>,
        report: &mut Report,
    ) -> Vec<usize> {
        let mut names = Unique::new(false, Code::C406);
        let mut places = Vec::with_capacity(targets.len());
        for (number, target) in targets.iter().enumerate() {
            let name = names.add(&target.name, &format!("Morph{number}"), report);
            let next = self.list.len();
            let place = *self.by_name.entry(name.clone()).or_insert(next);
            if place == next {
                let own = weights.and_then(|weights| weights.get(number)).copied();
                self.list.push(Shape {
                    name,
                    weight: own.unwrap_or(target.weight),
                    records: BTreeMap::new(),
                });
            }
            places.push(place);
        }
        places
    }

    /// Adds what a target changes of vertices that were put into a buffer: `place` says where each is there.
    pub(super) fn add(
        &mut self,
        shape: usize,
        delta: &Delta,
        pool: usize,
        bake: DMat4,
        frame: Frame,
        place: impl Fn(u32) -> Option<u32>,
    ) {
        let linear = DMat3::from_mat4(bake);
        let turn = linear.inverse().transpose();
        let vector = |column: &Option<Vec<[f32; 3]>>, number: usize, by: DMat3| {
            let vector = column
                .as_ref()
                .and_then(|column| column.get(number))
                .copied();
            let vector = vector.unwrap_or_default();
            let moved = if by == DMat3::IDENTITY {
                vector
            } else {
                (by * DVec3::from_array(vector.map(f64::from)))
                    .as_vec3()
                    .to_array()
            };
            // Nothing stays nothing, without a sign.
            if moved == [0.0; 3] {
                [0.0; 3]
            } else {
                frame.vector(moved)
            }
        };
        for (number, index) in delta.indices.iter().enumerate() {
            let record = [
                vector(&delta.positions, number, linear),
                vector(&delta.normals, number, turn),
                vector(&delta.tangents, number, linear),
            ];
            if let Some(index) = place(*index).filter(|_| record != [[0.0; 3]; 3]) {
                self.list[shape]
                    .records
                    .entry(pool)
                    .or_default()
                    .push((index, record));
            }
        }
    }

    /// The morphs, and in each buffer the vertices that they move.
    pub(super) fn finish(
        self,
        flavour: Flavour,
        keeps_weights: bool,
        pools: &mut [Pool],
        report: &mut Report,
    ) -> Result<Vec<Morph>> {
        let finish = |shape: Shape| {
            let has_place = flavour == Flavour::Rbfx || keeps_weights;
            if shape.weight != 0.0 && !has_place {
                report.add(
                    Code::C401,
                    shape.name.to_text(),
                    format!("{}", shape.weight),
                );
            }
            let buffers = shape.records.into_iter().map(|(pool, records)| {
                let buffer = buffer(pool, records)?;
                for index in buffer.vertices.column(MorphVertex::FIELDS.index) {
                    let (least, greatest) = pools[pool].moved.unwrap_or((index, index));
                    pools[pool].moved = Some((least.min(index), greatest.max(index)));
                }
                Ok(buffer)
            });
            Ok(Morph {
                name: shape.name,
                initial_weight: (flavour == Flavour::Rbfx).then_some(shape.weight),
                buffers: buffers.collect::<Result<_>>()?,
            })
        };
        self.list.into_iter().map(finish).collect()
    }
}

fn buffer(pool: usize, mut records: Vec<(u32, Record)>) -> Result<MorphBuffer> {
    if !records.is_sorted_by(|(a, _), (b, _)| a < b) {
        // Of several for one vertex the last one counts.
        records.reverse();
        sorted::by_key(&mut records, |(index, _)| *index);
        records.dedup_by_key(|(index, _)| *index);
    }
    let kinds = [
        MorphElements::POSITION,
        MorphElements::NORMAL,
        MorphElements::TANGENT,
    ];
    let mut elements = MorphElements::empty();
    for (place, kind) in kinds.into_iter().enumerate() {
        if records.iter().any(|(_, record)| record[place] != [0.0; 3]) {
            elements |= kind;
        }
    }
    let vector = |record: &Record, place: usize| {
        elements
            .contains(kinds[place])
            .then(|| Vec3::from(record[place]))
    };
    let vertices = records.iter().map(|(index, record)| MorphVertex {
        index: *index,
        position: vector(record, 0),
        normal: vector(record, 1),
        tangent: vector(record, 2),
    });
    Ok(MorphBuffer {
        vertex_buffer: pool as u32,
        elements,
        vertices: Packed::from_records((elements,), vertices)?,
    })
}
