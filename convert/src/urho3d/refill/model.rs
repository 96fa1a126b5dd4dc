//! Models.

use formwork_formats::urho3d::{
    Model,
    model::{BoundingBox, IndexBuffer, Indices, Lod},
};
use formwork_schema::{Packed, layout::Endian, read::Document};
use rayon::prelude::*;

use super::{
    bones,
    drawn::{Drawn, Levels, lod},
    hollow::{Refused, check, hollow},
    morphs, vertices,
};
use crate::{
    Scene,
    scene::{Level, Source, Topology},
    urho3d::{
        facts::{BOX, unpack},
        file::tree,
        frame::{Frame, indices_out},
        measure,
    },
};

/// The model that a source was, with what the scene says now.
pub(in crate::urho3d) fn model(
    scene: &Scene,
    source: &Source,
    frame: Frame,
) -> Result<Document<Model>, Refused> {
    let (mut model, trailing) = hollow::<Model>(source)?;
    let file = source
        .file
        .as_ref()
        .and_then(|file| tree::<Model>(file).ok());
    let mut drawn = Drawn::of(scene, source)?;
    drawn.file = file.as_ref().map(|file| &file.tree);
    drawn.check(&model)?;
    let levels = drawn.by_buffer(&model, |lod| lod.vertex_buffer);
    for (place, levels) in levels.into_iter().enumerate() {
        vertices::refill(&mut model, place, &drawn, &levels, source, frame)?;
    }
    let levels = drawn.by_buffer(&model, |lod| lod.index_buffer);
    for (place, levels) in levels.into_iter().enumerate() {
        drawn.refill_indices(&mut model, place, &levels)?;
    }
    drawn.refill_levels(&mut model)?;
    morphs::refill(&mut model, &drawn, source, frame)?;
    bones::refill(&mut model, scene, drawn.mesh.is_some(), frame)?;
    drawn.refill_measures(&mut model, source, frame)?;
    Ok(Document {
        tree: model,
        trailing,
    })
}

impl Drawn<'_> {
    fn refill_indices(
        &self,
        model: &mut Model,
        place: usize,
        levels: &Levels<'_>,
    ) -> Result<(), Refused> {
        if place >= model.index_buffers.len() {
            return Ok(());
        }
        let count = self.counts[model.vertex_buffers.len() + place] as usize;
        let levels = levels
            .iter()
            .filter_map(|(at, level)| Some((lod(model, *at)?, *level)));
        let levels: Vec<(Lod, &Level)> = levels.collect();
        let known = self.file.and_then(|file| file.index_buffers.get(place));
        let buffer = &mut model.index_buffers[place];
        if let Some(known) = known
            && buffer.index_count == 0
            && buffer.index_size == known.index_size
            && is_drawn(known, count, &levels)
        {
            buffer.clone_from(known);
            return Ok(());
        }
        let room: usize = levels.iter().map(|(_, level)| level.indices.len()).sum();
        let mut indices = Words::begin(buffer, count, room)?;
        for (lod, level) in levels {
            // Triangles are turned one by one, so some at a time will do.
            let step = match level.topology {
                Topology::Triangles => 3 * BLOCK,
                _ => level.indices.len().max(1),
            };
            let mut end = lod.index_start as usize;
            for block in level.indices.chunks(step) {
                let mut drawn = block.to_vec();
                indices_out(level.topology, &mut drawn);
                indices.put(end, &drawn)?;
                end = end.saturating_add(drawn.len());
            }
            check(
                end - lod.index_start as usize == lod.index_count as usize,
                "a part has other triangles",
            )?;
        }
        indices.finish(buffer)
    }

    fn refill_levels(&self, model: &mut Model) -> Result<(), Refused> {
        for ([geometry, number], level) in &self.levels {
            let lods = &mut model.geometries[*geometry as usize].lods;
            let record = lods.get(*number as usize).ok_or("there are other levels")?;
            if record.distance.to_bits() != level.distance.to_bits() {
                let changed = Lod {
                    distance: level.distance,
                    ..record
                };
                lods.set_record(*number as usize, &changed)
                    .map_err(|error| error.to_string())?;
            }
        }
        let names = model
            .atomic
            .as_mut()
            .and_then(|tail| tail.geometry_names.as_mut());
        if let Some(names) = names {
            for (geometry, part) in &self.parts {
                if let (Some(name), Some(new)) = (names.get_mut(*geometry), &part.name) {
                    name.clone_from(new);
                }
            }
        }
        Ok(())
    }

    /// Boxes and centers of the file hold as long as the box around all vertices is the same.
    fn refill_measures(
        &self,
        model: &mut Model,
        source: &Source,
        frame: Frame,
    ) -> Result<(), Refused> {
        let corners = self.bounds();
        let bits = corners.as_flattened().iter().map(|number| number.to_bits());
        if bits.eq(unpack(&source.facts, BOX)) {
            return Ok(());
        }
        let [min, max] = frame.bounds(corners);
        model.bounding_box = BoundingBox {
            min: min.into(),
            max: max.into(),
        };
        let Some(centers) = &mut model.geometry_centers else {
            return Ok(());
        };
        for (geometry, part) in &self.parts {
            let center = measure::center(self.scene, &part.levels[0]);
            centers
                .set_record(*geometry, &frame.vector_out(center))
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

/// Whether these levels draw all of a buffer, each what the buffer has at its place.
fn is_drawn(buffer: &IndexBuffer, count: usize, levels: &[(Lod, &Level)]) -> bool {
    let mut end = 0;
    let is_same = |(lod, level): &(Lod, &Level)| {
        let start = lod.index_start as usize;
        let is_next = start <= end;
        end = end.max(start.saturating_add(level.indices.len()));
        is_next
            && level.topology == Topology::Triangles
            && level.indices.len() == lod.index_count as usize
            && match &buffer.indices {
                Indices::Short(list) => {
                    let word = |word| u16::from_le_bytes(word).into();
                    is_turned(list.bytes(), start, &level.indices, word)
                }
                Indices::Long(list) => {
                    is_turned(list.bytes(), start, &level.indices, u32::from_le_bytes)
                }
            }
    };
    levels.iter().all(is_same) && end == count && count == buffer.index_count as usize
}

/// Whether bytes have these triangles at a place, with the other winding.
fn is_turned<const N: usize>(
    bytes: &[u8],
    start: usize,
    indices: &[u32],
    decode: impl Fn([u8; N]) -> u32 + Sync,
) -> bool {
    let words = bytes.as_chunks::<N>().0.get(start..);
    let Some(words) = words.and_then(|words| words.get(..indices.len())) else {
        return false;
    };
    let block = |(words, indices): (&[[u8; N]], &[u32])| {
        let pairs = words.iter().zip(indices);
        let (words, rest) = words.as_chunks::<3>();
        let (indices, _) = indices.as_chunks::<3>();
        let triangles = words
            .iter()
            .zip(indices)
            .fold(true, |all, (words, indices)| {
                let [a, b, c] = words.map(&decode);
                all & (*indices == [a, c, b])
            });
        let mut last = pairs.rev().take(rest.len());
        triangles && last.all(|(word, index)| decode(*word) == *index)
    };
    let words = words.par_chunks(3 * BLOCK);
    words.zip(indices.par_chunks(3 * BLOCK)).all(block)
}

/// Indices that are turned at once are this many triangles.
const BLOCK: usize = 1024;

/// Indices of an index buffer that is written.
struct Words {
    bytes: Vec<u8>,
    /// How many there are in the end.
    count: usize,
    is_short: bool,
}

const MISSING: &str = "an index buffer has another size";

impl Words {
    /// What the buffer has, or room for what was taken out of it: never more than is put there again.
    fn begin(buffer: &IndexBuffer, count: usize, room: usize) -> Result<Self, Refused> {
        let (bytes, is_short) = match &buffer.indices {
            Indices::Short(list) => (list.bytes(), true),
            Indices::Long(list) => (list.bytes(), false),
        };
        let mut words = Self {
            bytes: bytes.to_vec(),
            count,
            is_short,
        };
        if bytes.is_empty() {
            check(count <= room, MISSING)?;
            words.bytes.reserve_exact(count * words.size());
        } else {
            words.count = bytes.len() / words.size();
        }
        Ok(words)
    }

    const fn size(&self) -> usize {
        if self.is_short { 2 } else { 4 }
    }

    fn put(&mut self, start: usize, indices: &[u32]) -> Result<(), Refused> {
        let end = start.saturating_add(indices.len());
        check(end <= self.count, MISSING)?;
        let mut encoded = vec![0; indices.len() * self.size()];
        if self.is_short {
            let last = indices.iter().copied().max().unwrap_or_default();
            check(last <= u16::MAX.into(), MISSING)?;
            for (word, index) in encoded.as_chunks_mut().0.iter_mut().zip(indices) {
                *word = (*index as u16).to_le_bytes();
            }
        } else {
            for (word, index) in encoded.as_chunks_mut().0.iter_mut().zip(indices) {
                *word = index.to_le_bytes();
            }
        }
        // As a rule each range begins where another ends.
        let start = start * self.size();
        if self.bytes.len() < start {
            self.bytes.resize(start, 0);
        }
        let known = (self.bytes.len() - start).min(encoded.len());
        let (over, after) = encoded.split_at(known);
        self.bytes[start..start + known].copy_from_slice(over);
        self.bytes.extend_from_slice(after);
        Ok(())
    }

    fn finish(mut self, buffer: &mut IndexBuffer) -> Result<(), Refused> {
        let refused = |error: formwork_schema::Error| error.to_string();
        let count = self.count;
        self.bytes.resize(count * self.size(), 0);
        buffer.indices = if self.is_short {
            let list = Packed::from_bytes((), Endian::Little, count, self.bytes);
            Indices::Short(list.map_err(refused)?)
        } else {
            let list = Packed::from_bytes((), Endian::Little, count, self.bytes);
            Indices::Long(list.map_err(refused)?)
        };
        buffer.index_count = u32::try_from(count).map_err(|_| "too many indices")?;
        Ok(())
    }
}
