//! What all meshes draw, as one list of indices over one list of vertices.

use std::{cell::OnceCell, collections::BTreeMap};

use formwork_formats::horde3d::scene::PrimitiveType;
use formwork_schema::{Error, Kind, Result};

use super::{plan::Shape, turned::turn};
use crate::{
    Code, Report, Scene,
    lists::{List, list},
    scene::{Level, Topology},
};

/// A range of indices.
#[derive(Clone)]
pub(super) struct Batch {
    pub(super) start: usize,
    pub(super) count: usize,
    /// The first and the last vertex.
    pub(super) span: [u32; 2],
    pub(super) kind: PrimitiveType,
}

/// Vertices of a stream, as one skin bends them.
pub(super) struct Use<'a> {
    pub(super) stream: usize,
    pub(super) skin: Option<usize>,
    /// What stands in for the stream's joints.
    pub(super) joints: Option<&'a crate::scene::Column>,
    /// The vertices, rising; all of the stream where there are none.
    pub(super) rows: Option<Vec<u32>>,
    /// Where they begin among all.
    pub(super) base: usize,
}

impl Use<'_> {
    /// Where a vertex of the stream is among all.
    pub(super) fn place(&self, vertex: u32) -> Option<u32> {
        let place = match &self.rows {
            Some(rows) => rows.binary_search(&vertex).ok()?,
            None => vertex as usize,
        };
        u32::try_from(self.base + place).ok()
    }

    /// How many vertices there are.
    pub(super) fn count(&self, scene: &Scene) -> usize {
        let all = scene.streams[self.stream].count;
        self.rows.as_ref().map_or(all, Vec::len)
    }
}

/// Which batch draws a level of a part: mesh, part, level, skin, whether it is inside out.
type Key = (usize, usize, usize, Option<usize>, bool);
/// Whose vertices: stream, skin, and the level where that has joints of its own.
type UseKey = (usize, Option<usize>, Option<(usize, usize, usize)>);

/// Indices may be repeated so often by nodes that share a mesh.
const MOST_REPEATS: usize = 16;

/// Batches while they are collected: their indices are those of streams.
#[derive(Default)]
pub(super) struct Batches<'a> {
    known: BTreeMap<Key, Option<usize>>,
    pub(super) uses: Vec<Use<'a>>,
    used: BTreeMap<UseKey, usize>,
    /// Each with the use of its indices.
    lists: Vec<(usize, List)>,
    charged: usize,
    /// How many indices there are in the meshes of the scene, once somebody needs to know.
    stored: OnceCell<usize>,
}

impl<'a> Batches<'a> {
    /// The batch of a level of a part; `None` for what is not drawn.
    pub(super) fn add(
        &mut self,
        scene: &'a Scene,
        shape: Shape,
        [part, level]: [usize; 2],
        report: &mut Report,
    ) -> Result<Option<usize>> {
        let key = (shape.mesh, part, level, shape.skin, shape.is_mirrored);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let Some(of) = scene.meshes[shape.mesh].parts[part].levels.get(level) else {
            return Ok(None);
        };
        self.charge(scene, of.indices.len())?;
        let place = format!("meshes[{}].parts[{part}]", shape.mesh);
        let list = read(scene, of, shape.is_mirrored, &place, report);
        let found = list.map(|list| {
            let variant = of.joints.as_ref().filter(|_| shape.skin.is_some());
            let own = variant.map(|_| (shape.mesh, part, level));
            let key = (of.stream, shape.skin, own);
            let place = *self.used.entry(key).or_insert_with(|| {
                self.uses.push(Use {
                    stream: of.stream,
                    skin: shape.skin,
                    joints: variant,
                    rows: None,
                    base: 0,
                });
                self.uses.len() - 1
            });
            self.lists.push((place, list));
            self.lists.len() - 1
        });
        self.known.insert(key, found);
        Ok(found)
    }

    fn charge(&mut self, scene: &Scene, count: usize) -> Result<()> {
        self.charged += count;
        let stored = || {
            let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
            let levels = parts.flat_map(|part| &part.levels);
            self.stored
                .get_or_init(|| levels.map(|level| level.indices.len()).sum())
                .saturating_mul(MOST_REPEATS)
        };
        if self.charged <= 1 << 16 || self.charged <= stored() {
            return Ok(());
        }
        let message = format!("skins repeat the same meshes more than {MOST_REPEATS} times");
        Err(Error::new(Kind::Limit, message))
    }

    /// All indices, over the vertices of all uses one behind the other.
    pub(super) fn finish(mut self, scene: &Scene) -> Result<(Vec<u32>, Vec<Batch>, Vec<Use<'a>>)> {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for one in &self.uses {
            *shared.entry(one.stream).or_default() += 1;
        }
        let mut rows: Vec<Vec<u32>> = self.uses.iter().map(|_| Vec::new()).collect();
        for (place, list) in &self.lists {
            if shared.get(&self.uses[*place].stream) > Some(&1) {
                rows[*place].extend(&list.indices);
            }
        }
        let mut base = 0_usize;
        for (one, mut rows) in self.uses.iter_mut().zip(rows) {
            one.base = base;
            if shared.get(&one.stream) > Some(&1) {
                rows.sort_unstable();
                rows.dedup();
                one.rows = Some(rows);
            }
            base += one.count(scene);
        }
        if u32::try_from(base).is_err() {
            return Err(Error::new(Kind::Limit, "more vertices than 32 bits count"));
        }
        let total = self.lists.iter().map(|(_, list)| list.indices.len()).sum();
        let (mut indices, mut batches) = (Vec::with_capacity(total), Vec::new());
        for (place, list) in self.lists {
            let start = indices.len();
            let one = &self.uses[place];
            let placed = list.indices.iter().filter_map(|vertex| one.place(*vertex));
            indices.extend(placed);
            let own = &indices[start..];
            let span = own.iter().min().zip(own.iter().max());
            batches.push(Batch {
                start,
                count: own.len(),
                span: span.map_or([0, 0], |(first, last)| [*first, *last]),
                kind: match list.topology {
                    Topology::Lines => PrimitiveType::LineList,
                    Topology::Patches => PrimitiveType::Patches,
                    _ => PrimitiveType::TriangleList,
                },
            });
        }
        Ok((indices, batches, self.uses))
    }
}

fn read(
    scene: &Scene,
    level: &Level,
    is_mirrored: bool,
    place: &str,
    report: &mut Report,
) -> Option<List> {
    let count = scene.streams[level.stream].count;
    if level.indices.iter().any(|index| *index as usize >= count) {
        report.add(Code::C107, place, "");
        return None;
    }
    if level.topology == Topology::Points {
        report.add(Code::C104, place, "points");
        return None;
    }
    let mut list = list(level.topology, &level.indices);
    if list.is_rewritten {
        report.add(Code::C105, place, "");
    }
    report.add_many(Code::C106, list.incomplete, place, "");
    if is_mirrored && list.topology == Topology::Triangles {
        turn(Topology::Triangles, &mut list.indices);
    }
    (!list.indices.is_empty()).then_some(list)
}
