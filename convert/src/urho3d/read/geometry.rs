//! Buffers and geometries → streams and parts.

use formwork_formats::urho3d::{
    Model,
    model::{Geometry, IndexBuffer, Indices, Lod, PrimitiveType},
};
use formwork_schema::{Error, Kind, Result};

use crate::{
    Code, Report, math,
    scene::{Column, Level, Part, Semantic, Stream, Topology},
    urho3d::{
        elements,
        frame::{Frame, indices_in, turn},
    },
};

/// What a model draws.
pub(in crate::urho3d) struct Shapes {
    /// One for each vertex buffer.
    pub(in crate::urho3d) streams: Vec<Stream>,
    /// One for each geometry.
    pub(in crate::urho3d) parts: Vec<Part>,
    /// Which geometry and which of its levels each level of `parts` is, in order.
    pub(in crate::urho3d) drawn: Vec<[u32; 2]>,
}

impl Shapes {
    /// Whether bones move any part of it.
    pub(in crate::urho3d) fn is_skinned(&self) -> bool {
        let levels = self.parts.iter().flat_map(|part| &part.levels);
        levels.into_iter().any(|level| {
            let stream = &self.streams[level.stream];
            stream.get(&Semantic::Joints, 0).is_some()
                && stream.get(&Semantic::Weights, 0).is_some()
        })
    }
}

/// What one file may make of its bytes by referring to them again and again.
struct Budget(usize);

impl Budget {
    fn charge(&mut self, bytes: usize) -> Result<()> {
        let left = self.0.checked_sub(bytes);
        self.0 = left.ok_or_else(|| {
            Error::new(
                Kind::Limit,
                "geometries refer to the same vertices too often",
            )
            .of("geometries")
            .help("is the file damaged?")
        })?;
        Ok(())
    }
}

pub(super) fn shapes(
    model: &Model,
    frame: Frame,
    file: usize,
    report: &mut Report,
) -> Result<Shapes> {
    let streams = model.vertex_buffers.iter();
    let mut shapes = Shapes {
        streams: streams
            .map(|buffer| elements::stream(buffer, frame))
            .collect(),
        parts: Vec::new(),
        drawn: Vec::new(),
    };
    let mut budget = Budget(file.saturating_mul(64).saturating_add(1 << 20));
    let names = model
        .atomic
        .as_ref()
        .and_then(|tail| tail.geometry_names.as_ref());
    let centers = model.geometry_centers.as_ref();
    for (place, geometry) in model.geometries.iter().enumerate() {
        let center = centers.and_then(|centers| centers.get(place));
        let levels = shapes.levels(model, place, geometry, &mut budget, report)?;
        shapes.parts.push(Part {
            name: names.and_then(|names| names.get(place)).cloned(),
            material: None,
            levels,
            center: center.map(|center| frame.vector_in(center)),
        });
    }
    Ok(shapes)
}

impl Shapes {
    fn levels(
        &mut self,
        model: &Model,
        place: usize,
        geometry: &Geometry,
        budget: &mut Budget,
        report: &mut Report,
    ) -> Result<Vec<Level>> {
        let mut levels = Vec::new();
        for (number, lod) in geometry.lods.iter().enumerate() {
            let path = || format!("geometries[{place}].lods[{number}]");
            let Some(found) = self.level(model, &lod, budget)? else {
                if lod.index_count > 0 && !model.vertex_buffers.is_empty() {
                    report.add(Code::C107, path(), "draws what is not there");
                }
                continue;
            };
            let joints = self.joints(model, geometry, found.stream, budget)?;
            self.drawn.push([place as u32, number as u32]);
            levels.push(Level { joints, ..found });
        }
        Ok(levels)
    }

    /// The level, if it draws something that is there.
    fn level(&self, model: &Model, lod: &Lod, budget: &mut Budget) -> Result<Option<Level>> {
        let stream = lod.vertex_buffer as usize;
        let buffer = model.index_buffers.get(lod.index_buffer as usize);
        let found = (
            topology(lod.primitive_type),
            self.streams.get(stream),
            buffer,
        );
        let (Some(topology), Some(vertices), Some(buffer)) = found else {
            return Ok(None);
        };
        let Some(range) = Range::of(buffer, lod) else {
            return Ok(None);
        };
        budget.charge((lod.index_count as usize).saturating_mul(4))?;
        let end = u32::try_from(vertices.count).unwrap_or(u32::MAX);
        let Some(indices) = range.indices(topology, end) else {
            return Ok(None);
        };
        Ok(Some(Level {
            distance: lod.distance,
            stream,
            topology,
            indices,
            joints: None,
        }))
    }

    fn joints(
        &self,
        model: &Model,
        geometry: &Geometry,
        stream: usize,
        budget: &mut Budget,
    ) -> Result<Option<Column>> {
        if !is_mapped(geometry, model.bones.len()) {
            return Ok(None);
        }
        let Some(Column::U8x4(local)) = self.streams[stream].get(&Semantic::Joints, 0) else {
            return Ok(None);
        };
        budget.charge(local.len().saturating_mul(8))?;
        let mapping: Vec<u32> = geometry.bone_mapping.iter().collect();
        Ok(Some(resolve(local, &mapping, model.bones.len())))
    }
}

/// Whether vertices count bones in a mapping.
pub(in crate::urho3d) fn is_mapped(geometry: &Geometry, bones: usize) -> bool {
    bones > 0 && !geometry.bone_mapping.is_empty()
}

/// The bones that a mapping leads to. What leads nowhere is a bone that no skeleton has.
fn resolve(local: &[[u8; 4]], mapping: &[u32], bones: usize) -> Column {
    let bone = |index: u8| {
        let found = mapping
            .get(usize::from(index))
            .filter(|bone| (**bone as usize) < bones);
        found
            .and_then(|bone| u16::try_from(*bone).ok())
            .unwrap_or(u16::MAX)
    };
    let table: [u16; 256] = std::array::from_fn(|index| bone(index as u8));
    let is_wide = local
        .iter()
        .flatten()
        .any(|index| table[usize::from(*index)] > 255);
    if is_wide {
        let wide = |indices: &[u8; 4]| indices.map(|index| table[usize::from(index)]);
        return Column::U16x4(local.iter().map(wide).collect());
    }
    let narrow = |indices: &[u8; 4]| indices.map(|index| table[usize::from(index)] as u8);
    Column::U8x4(local.iter().map(narrow).collect())
}

pub(in crate::urho3d) const fn topology(r#type: PrimitiveType) -> Option<Topology> {
    Some(match r#type {
        PrimitiveType::TRIANGLE_LIST => Topology::Triangles,
        PrimitiveType::LINE_LIST => Topology::Lines,
        PrimitiveType::POINT_LIST => Topology::Points,
        PrimitiveType::TRIANGLE_STRIP => Topology::TriangleStrip,
        PrimitiveType::LINE_STRIP => Topology::LineStrip,
        PrimitiveType::TRIANGLE_FAN => Topology::TriangleFan,
        _ => return None,
    })
}

/// Indices that are taken at once, triangles as a whole: few enough to stay near the processor.
const BLOCK: usize = 3 * 1024;

/// The indices that a level draws, as they are stored.
enum Range<'a> {
    Short(&'a [[u8; 2]]),
    Long(&'a [[u8; 4]]),
}

impl<'a> Range<'a> {
    /// `None` when it is longer than the buffer.
    fn of(buffer: &'a IndexBuffer, lod: &Lod) -> Option<Self> {
        let (start, count) = (lod.index_start as usize, lod.index_count as usize);
        let found = match &buffer.indices {
            Indices::Short(list) => {
                Self::Short(list.bytes().as_chunks().0.get(start..)?.get(..count)?)
            }
            Indices::Long(list) => {
                Self::Long(list.bytes().as_chunks().0.get(start..)?.get(..count)?)
            }
        };
        Some(found)
    }

    /// The indices with the winding of a scene; `None` when there are none, or some are not below `end`.
    fn indices(&self, topology: Topology, end: u32) -> Option<Vec<u32>> {
        let mut indices = match self {
            Self::Short(words) => {
                taken(words, |word| u16::from_le_bytes(word).into(), topology, end)
            }
            Self::Long(words) => taken(words, u32::from_le_bytes, topology, end),
        }?;
        if topology != Topology::Triangles {
            indices_in(topology, &mut indices);
        }
        (!indices.is_empty()).then_some(indices)
    }
}

/// Words as indices below `end`; of triangles with the other winding.
fn taken<const N: usize>(
    words: &[[u8; N]],
    decode: impl Fn([u8; N]) -> u32,
    topology: Topology,
    end: u32,
) -> Option<Vec<u32>> {
    let mut indices: Vec<u32> = Vec::with_capacity(words.len());
    for block in words.chunks(BLOCK) {
        let start = indices.len();
        indices.extend(block.iter().map(|word| decode(*word)));
        let block = &mut indices[start..];
        if !math::all(block, |index| *index < end) {
            return None;
        }
        if topology == Topology::Triangles {
            turn(topology, block);
        }
    }
    Some(indices)
}
