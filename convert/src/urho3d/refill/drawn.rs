//! Parts and levels of a scene as those of a hollow model.

use formwork_formats::urho3d::{Model, model::Lod};
use formwork_schema::sorted;

use super::hollow::{Refused, check};
use crate::{
    Scene,
    scene::{Level, Mesh, Part, Source},
    urho3d::{
        facts::{COUNTS, LEVELS, unpack},
        measure,
        read::topology,
    },
};

/// What a scene draws of a hollow model.
pub(super) struct Drawn<'a> {
    pub(super) scene: &'a Scene,
    pub(super) mesh: Option<&'a Mesh>,
    pub(super) levels: Levels<'a>,
    /// Geometry and part.
    pub(super) parts: Vec<(usize, &'a Part)>,
    /// How many vertices each buffer has, then how many indices.
    pub(super) counts: Vec<u32>,
    /// What the model was, where the file is there: bytes that are the same need not be made again.
    pub(super) file: Option<&'a Model>,
}

/// Geometry and level, and what is drawn there.
pub(super) type Levels<'a> = Vec<([u32; 2], &'a Level)>;

impl<'a> Drawn<'a> {
    pub(super) fn of(scene: &'a Scene, source: &Source) -> Result<Self, Refused> {
        let mut shown = scene.nodes.iter().filter_map(|node| node.mesh);
        let mesh = shown.next().map(|mesh| &scene.meshes[mesh]);
        check(shown.next().is_none(), "the scene shows more than one mesh")?;
        let facts = unpack(&source.facts, LEVELS);
        let facts = facts.as_chunks::<2>().0;
        let parts: Vec<&Part> = mesh.iter().flat_map(|mesh| &mesh.parts).collect();
        let parts = parts.into_iter().filter(|part| !part.levels.is_empty());
        let mut geometries: Vec<usize> = facts
            .iter()
            .map(|[geometry, _]| *geometry as usize)
            .collect();
        geometries.dedup();
        let parts: Vec<(usize, &Part)> = geometries.iter().copied().zip(parts).collect();
        let levels = parts.iter().flat_map(|(_, part)| &part.levels);
        let levels: Vec<([u32; 2], &Level)> = facts.iter().copied().zip(levels).collect();
        let all = mesh
            .iter()
            .flat_map(|mesh| &mesh.parts)
            .map(|part| part.levels.len());
        check(
            levels.len() == facts.len()
                && all.sum::<usize>() == facts.len()
                && parts.len() == geometries.len(),
            "the mesh has other parts",
        )?;
        Ok(Self {
            scene,
            mesh,
            levels,
            parts,
            counts: unpack(&source.facts, COUNTS),
            file: None,
        })
    }

    /// Asks that every part is a geometry of the hollow model.
    pub(super) fn check(&self, model: &Model) -> Result<(), Refused> {
        let (vertices, indices) = (model.vertex_buffers.len(), model.index_buffers.len());
        check(
            self.counts.len() == vertices + indices,
            "there are other buffers",
        )?;
        for (place, level) in &self.levels {
            let lod = lod(model, *place).ok_or("there are other geometries")?;
            check(
                topology(lod.primitive_type) == Some(level.topology),
                "a part draws something else",
            )?;
        }
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for ([geometry, _], _) in &self.levels {
            match runs
                .last_mut()
                .filter(|(last, _)| last == &(*geometry as usize))
            {
                Some((_, count)) => *count += 1,
                None => runs.push((*geometry as usize, 1)),
            }
        }
        let rises = self.parts.is_sorted_by(|(a, _), (b, _)| a < b);
        let own = self
            .parts
            .iter()
            .map(|(geometry, part)| (*geometry, part.levels.len()));
        let each = own.eq(runs);
        check(rises && each, "parts have other levels of detail")?;
        let targets = self.mesh.map_or(0, |mesh| mesh.targets.len());
        check(
            targets == model.morphs.len(),
            "there are other morph targets",
        )
    }

    /// The levels that use each buffer: the vertex or the index buffer that `of` tells.
    pub(super) fn by_buffer(&self, model: &Model, of: impl Fn(&Lod) -> u32) -> Vec<Levels<'a>> {
        let count = model.vertex_buffers.len().max(model.index_buffers.len());
        let mut levels = vec![Vec::new(); count];
        for (at, level) in &self.levels {
            let buffer = lod(model, *at).map(|lod| of(&lod) as usize);
            if let Some(levels) = buffer.and_then(|buffer| levels.get_mut(buffer)) {
                levels.push((*at, *level));
            }
        }
        levels
    }

    pub(super) fn bounds(&self) -> [[f32; 3]; 2] {
        let mut streams: Vec<usize> = self.levels.iter().map(|(_, level)| level.stream).collect();
        sorted::ascending(&mut streams);
        streams.dedup();
        measure::bounds(
            streams
                .into_iter()
                .map(|stream| &self.scene.streams[stream]),
        )
    }
}

pub(super) fn lod(model: &Model, [geometry, number]: [u32; 2]) -> Option<Lod> {
    model
        .geometries
        .get(geometry as usize)?
        .lods
        .get(number as usize)
}
