//! Ranges of indices as meshes of a scene.

use formwork_formats::horde3d::scene::PrimitiveType;
use formwork_schema::{CString, Error, Kind, Result, sorted};

use super::{elements::batch, morphs, reader::Reader, turned::turn};
use crate::{
    Code,
    scene::{Level, Mesh, Part, Topology},
};

/// Indices may be drawn so often; documents that repeat them without end are refused.
const MOST_REPEATS: usize = 8;

impl Reader<'_> {
    /// The mesh of some elements, the levels of detail of one; `None` where it draws nothing. Its triangles are turned where its
    /// transform turns it inside out.
    pub(super) fn mesh(
        &mut self,
        model: usize,
        group: &[usize],
        is_turned: bool,
    ) -> Result<Option<usize>> {
        let (geometry, distances) = (self.models[model].geometry, self.models[model].distances);
        let Some(first) = group.first().and_then(|first| self.elements[*first].mesh()) else {
            return Ok(None);
        };
        let material = self.material(&first.material);
        let topology = match first.prim_type {
            PrimitiveType::LineList => Topology::Lines,
            PrimitiveType::Patches => Topology::Patches,
            PrimitiveType::TriangleList | PrimitiveType::Other(_) => Topology::Triangles,
        };
        let count = self.geometries[geometry].indices.len();
        let mut ranges = Vec::new();
        for member in group {
            let Some(mesh) = self.elements[*member].mesh() else {
                continue;
            };
            match batch(mesh, count) {
                Some(range) => {
                    let used = self.geometries[geometry].indices[range.clone()].iter();
                    if let Some((first, last)) = used.clone().min().zip(used.max()) {
                        self.spans.insert(*member, [*first, *last]);
                    }
                    let level = usize::try_from(mesh.lod_level).unwrap_or_default();
                    let distance = distances.get(level).copied().unwrap_or(f32::MAX);
                    self.placed[*member].level = Some(ranges.len());
                    ranges.push((distance, range));
                }
                None => self.report.add(
                    Code::C101,
                    &*mesh.placement.name,
                    "its indices are not all there, so it draws nothing",
                ),
            }
        }
        let key = (
            geometry,
            material,
            topology as u8,
            is_turned,
            ranges
                .iter()
                .map(|(distance, range)| (distance.to_bits(), range.start, range.end))
                .collect(),
        );
        if let Some(known) = self.meshes.get(&key) {
            return Ok(Some(*known));
        }
        let mut levels = Vec::new();
        for (distance, range) in ranges {
            self.charge(range.len())?;
            let geometry = &mut self.geometries[geometry];
            geometry.drawn[range.clone()].fill(true);
            let mut indices = geometry.indices[range].to_vec();
            if is_turned {
                turn(topology, &mut indices);
            }
            levels.push(Level {
                distance,
                stream: geometry.stream,
                topology,
                indices,
                joints: None,
            });
        }
        let place = self.scene.meshes.len();
        self.scene.meshes.push(Mesh {
            name: CString::from(&*first.placement.name),
            parts: vec![Part {
                material,
                levels,
                ..Part::default()
            }],
            targets: Vec::new(),
        });
        self.meshes.insert(key, place);
        Ok(Some(place))
    }

    fn charge(&mut self, indices: usize) -> Result<()> {
        self.charged += indices;
        let known = self.geometries.iter();
        let known: usize = known.map(|geometry| geometry.indices.len()).sum();
        if self.charged <= known.saturating_mul(MOST_REPEATS) {
            return Ok(());
        }
        let message = format!("meshes draw the same indices more than {MOST_REPEATS} times");
        Err(Error::new(Kind::Limit, message))
    }

    /// Gives all meshes their morph targets.
    pub(super) fn cut_morph_targets(&mut self) -> Result<()> {
        for (place, geometry) in self.geometries.iter_mut().enumerate() {
            if geometry.tree.morph_targets.is_empty() {
                continue;
            }
            let own = self.meshes.iter().filter(|(key, _)| key.0 == place);
            let mut own: Vec<(usize, Vec<&[u32]>)> = own
                .map(|(_, mesh)| {
                    let parts = self.scene.meshes[*mesh].parts.iter();
                    let levels = parts.flat_map(|part| &part.levels);
                    (*mesh, levels.map(|level| &*level.indices).collect())
                })
                .collect();
            sorted::ascending(&mut own);
            let cut = morphs::cut(geometry, &own)?;
            for (mesh, targets) in cut {
                self.scene.meshes[mesh].targets = targets;
            }
        }
        Ok(())
    }
}
