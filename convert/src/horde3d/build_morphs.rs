//! Morph targets that are made of a scene: those of all meshes, by name.

use std::collections::BTreeMap;

use formwork_formats::horde3d::geometry::{MorphElements, MorphStream, MorphTarget, StreamKind};
use formwork_schema::{CString, FixedString, Result};
use glam::DVec3;

use super::{
    batches::Use,
    columns,
    names::{clean, cut},
    vertices,
};
use crate::{
    Code, Report, Scene,
    scene::{Delta, Semantic, Stream},
};

/// Bytes of a name.
const LONGEST: usize = 255;

/// What is added to a vertex: place, normal, tangent, bitangent.
type Row = [[f32; 3]; 4];

pub(super) fn build(
    scene: &Scene,
    uses: &[Use<'_>],
    report: &mut Report,
) -> Result<Vec<MorphTarget>> {
    let mut names: BTreeMap<(CString, usize), usize> = BTreeMap::new();
    let mut targets: Vec<(String, BTreeMap<u32, Row>)> = Vec::new();
    let mut by_stream: BTreeMap<usize, Vec<&Use<'_>>> = BTreeMap::new();
    for one in uses {
        by_stream.entry(one.stream).or_default().push(one);
    }
    for (place, mesh) in scene.meshes.iter().enumerate() {
        let mut seen: BTreeMap<&CString, usize> = BTreeMap::new();
        for (number, target) in mesh.targets.iter().enumerate() {
            let nth = seen.entry(&target.name).or_default();
            let named = if target.name.as_bytes().is_empty() {
                CString::from(&*format!("Morph{number}"))
            } else {
                target.name.clone()
            };
            let key = (named.clone(), *nth);
            *nth += 1;
            let known = *names.entry(key).or_insert_with(|| {
                let clean = clean(&named);
                let name = cut(&clean, LONGEST).to_owned();
                if name.as_bytes() != target.name.as_bytes() {
                    report.add(
                        Code::C406,
                        format!("meshes[{place}].targets[{number}]"),
                        &*name,
                    );
                }
                targets.push((name, BTreeMap::new()));
                targets.len() - 1
            });
            if target.weight != 0.0 {
                report.add(Code::C401, format!("meshes[{place}].targets[{number}]"), "");
            }
            for delta in &target.deltas {
                let rows = &mut targets[known].1;
                for one in by_stream.get(&delta.stream).into_iter().flatten() {
                    add(rows, delta, one, &scene.streams[delta.stream], report);
                }
            }
        }
    }
    targets
        .into_iter()
        .map(|(name, rows)| pack(&name, &rows))
        .collect()
}

fn add(
    rows: &mut BTreeMap<u32, Row>,
    delta: &Delta,
    one: &Use<'_>,
    stream: &Stream,
    report: &mut Report,
) {
    let at = |list: &Option<Vec<[f32; 3]>>, place: usize| {
        list.as_ref().map_or([0.0; 3], |list| list[place])
    };
    let frame = delta
        .bitangents
        .is_none()
        .then(|| Frame::new(stream))
        .flatten();
    for (place, vertex) in delta.indices.iter().enumerate() {
        if *vertex as usize >= stream.count {
            report.add(Code::C405, "targets", "");
            continue;
        }
        let Some(to) = one.place(*vertex) else {
            continue;
        };
        let (normal, tangent) = (at(&delta.normals, place), at(&delta.tangents, place));
        let bitangent = match &frame {
            Some(frame) => frame.turned(*vertex as usize, normal, tangent),
            None => at(&delta.bitangents, place),
        };
        let row = [at(&delta.positions, place), normal, tangent, bitangent];
        rows.insert(to, row);
    }
}

/// Normals and tangents that bitangents follow.
struct Frame {
    normals: Vec<[i16; 3]>,
    tangents: Vec<[i16; 3]>,
    signs: Option<Vec<f32>>,
}

impl Frame {
    fn new(stream: &Stream) -> Option<Self> {
        let tangents = stream.get(&Semantic::Tangent, 0)?;
        let signs = vertices::signs(tangents);
        Some(Self {
            normals: vertices::normals(stream)?,
            tangents: vertices::tangents(stream)?,
            signs: signs.map(|signs| signs.iter().map(|four| four[3]).collect()),
        })
    }

    /// What is added to a bitangent when normal and tangent change.
    fn turned(&self, vertex: usize, normal: [f32; 3], tangent: [f32; 3]) -> [f32; 3] {
        let wide = |three: [f32; 3]| DVec3::from_array(three.map(f64::from));
        let (own, along) = (
            vertices::unpack(&self.normals[vertex]),
            vertices::unpack(&self.tangents[vertex]),
        );
        let sign = self
            .signs
            .as_ref()
            .map_or(1.0, |signs| f64::from(signs[vertex]));
        let before = vertices::bitangent(own, along, sign);
        let after = vertices::bitangent(own + wide(normal), along + wide(tangent), sign);
        (after - before).to_array().map(|number| number as f32)
    }
}

fn pack(name: &str, rows: &BTreeMap<u32, Row>) -> Result<MorphTarget> {
    let moved = rows
        .iter()
        .filter(|(_, row)| row.as_flattened().iter().any(|number| *number != 0.0));
    let moved: Vec<(&u32, &Row)> = moved.collect();
    let vertices: Vec<u32> = moved.iter().map(|(vertex, _)| **vertex).collect();
    let streams = (0..4).zip(0_u32..).map(|(part, kind)| {
        let column: Vec<[f32; 3]> = moved.iter().map(|(_, row)| row[part]).collect();
        Ok(MorphStream {
            kind: StreamKind(kind),
            element_size: 12,
            elements: MorphElements::Deltas(columns::pack_triples(&column)?),
        })
    });
    Ok(MorphTarget {
        name: FixedString::new(name.as_bytes())?,
        vertex_indices: columns::pack_indices(&vertices)?,
        streams: streams.collect::<Result<_>>()?,
    })
}
