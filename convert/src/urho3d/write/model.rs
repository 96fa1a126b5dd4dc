//! Instances of meshes → one model.

use std::{collections::BTreeMap, rc::Rc};

use formwork_formats::urho3d::{
    Model,
    model::{BoundingBox, Geometry, Lod, PrimitiveType, Version},
};
use formwork_schema::{CString, Packed, Result, Vec3};
use glam::{DMat4, DVec3};

use super::{
    bones::bones,
    hits::{Spans, in_file},
    limit::{Piece, split, used},
    morphs::Shapes,
    pool::{Pool, pool_for},
    skeleton::{Binding, Skeleton},
    tree::{Instance, Tree},
    vertices::{Maker, Vertices},
};
use crate::{
    Code, Lods, Report, Scene,
    error::invalid,
    lists::{List, list},
    scene::{Column, Level, Mesh, Part, Topology},
    urho3d::{
        frame::{indices_in, indices_out},
        target::Flavour,
    },
};

/// A model, and what belongs to each of its geometries.
pub(super) struct Made {
    pub(super) model: Model,
    pub(super) materials: Vec<Option<usize>>,
    pub(super) names: Vec<CString>,
}

/// A model that is being made.
pub(super) struct Builder<'a> {
    pub(super) scene: &'a Scene,
    pub(super) tree: &'a Tree,
    pub(super) maker: Maker<'a>,
    pub(super) skeleton: &'a Skeleton,
    /// Whether initial weights of morphs are kept elsewhere.
    pub(super) keeps_weights: bool,
    pub(super) report: &'a mut Report,
    pools: Vec<Pool>,
    geometries: Vec<Geometry>,
    centers: Vec<Vec3>,
    materials: Vec<Option<usize>>,
    names: Vec<CString>,
    morphs: Shapes,
    spans: Spans,
}

/// One mesh that is being added: its place, its vertices so far.
struct Mounted<'a> {
    mesh: &'a Mesh,
    binding: Option<Binding>,
    bake: DMat4,
    /// Whether that, or the node that shows it, turns it inside out.
    is_turned: bool,
    shapes: Vec<usize>,
    made: BTreeMap<usize, Rc<Vertices>>,
    whole: BTreeMap<usize, (usize, u32)>,
}

/// Indices in the order of the file, and where they are.
struct Range {
    pool: usize,
    start: u32,
    count: u32,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        scene: &'a Scene,
        tree: &'a Tree,
        maker: Maker<'a>,
        skeleton: &'a Skeleton,
        keeps_weights: bool,
        report: &'a mut Report,
    ) -> Self {
        let offsets = skeleton
            .bones
            .iter()
            .map(|bone| in_file(maker.frame, &bone.offset));
        Self {
            spans: Spans::new(offsets.collect(), maker.flavour),
            scene,
            tree,
            maker,
            skeleton,
            keeps_weights,
            report,
            pools: Vec::new(),
            geometries: Vec::new(),
            centers: Vec::new(),
            materials: Vec::new(),
            names: Vec::new(),
            morphs: Shapes::default(),
        }
    }

    /// Adds a mesh where a node shows it; at the origin, when the model is for that node alone.
    pub(super) fn add(&mut self, instance: Instance, is_alone: bool) {
        let mesh = &self.scene.meshes[instance.mesh];
        let bound = match instance.skin {
            Some(skin) => self.skeleton.skins.get(&skin),
            None => self.skeleton.rigid.get(&instance.node),
        };
        let own = if is_alone {
            DMat4::IDENTITY
        } else {
            self.tree.globals[instance.node]
        };
        let bake = bound.map_or(own, |bound| bound.bake);
        let weights = self.scene.nodes[instance.node].weights.as_deref();
        let mut mounted = Mounted {
            mesh,
            binding: bound.cloned(),
            bake,
            is_turned: bake.determinant() < 0.0
                || is_alone && bound.is_none() && instance.is_turned,
            shapes: self.morphs.of(&mesh.targets, weights, self.report),
            made: BTreeMap::new(),
            whole: BTreeMap::new(),
        };
        for (place, part) in mesh.parts.iter().enumerate() {
            let path = format!("{}.parts[{place}]", mesh.name.to_text());
            let first = self.geometries.len();
            self.part(part, &path, &mut mounted);
            let name = part
                .name
                .clone()
                .unwrap_or_else(|| format!("Geometry{first}").as_str().into());
            for _ in first..self.geometries.len() {
                self.materials.push(part.material);
                self.names.push(name.clone());
            }
        }
    }

    fn part(&mut self, part: &Part, path: &str, mounted: &mut Mounted<'_>) {
        let mut levels = Vec::new();
        for level in &part.levels {
            let stream = &self.scene.streams[level.stream];
            if level.topology == Topology::Patches {
                self.report.add(Code::C104, path, "patches");
            } else if level
                .indices
                .iter()
                .any(|index| *index as usize >= stream.count)
            {
                self.report
                    .add(Code::C107, path, "draws vertices that are not there");
            } else if let Some(vertices) = self.vertices(level, mounted) {
                levels.push((level, vertices));
            }
            if self.maker.options.lods == Lods::First && part.levels.len() > 1 {
                self.report
                    .add(Code::C120, path, "the other levels are left out");
                break;
            }
        }
        if levels.is_empty() {
            return;
        }
        let stored = part.center.map(|center| {
            let placed = match mounted.bake == DMat4::IDENTITY {
                true => center,
                false => {
                    let center = DVec3::from_array(center.map(f64::from));
                    mounted.bake.transform_point3(center).as_vec3().to_array()
                }
            };
            self.maker.frame.vector_out(placed)
        });
        let bones = self.skeleton.bones.len();
        let is_mapped =
            !levels[0].1.bones.is_empty() && bones > self.maker.options.max_bones.min(256);
        if is_mapped {
            self.mapped(&levels, path, mounted, stored);
        } else {
            let lods = levels.iter().map(|(level, vertices)| {
                (
                    level.distance,
                    level.topology,
                    self.level(level, vertices, &[], mounted),
                )
            });
            let lods: Vec<(f32, Topology, Range)> = lods.collect();
            self.finish_part(Vec::new(), &lods, stored);
        }
    }

    fn vertices(&mut self, level: &Level, mounted: &mut Mounted<'_>) -> Option<Rc<Vertices>> {
        let known = mounted
            .made
            .get(&level.stream)
            .filter(|_| level.joints.is_none());
        if let Some(known) = known {
            return Some(known.clone());
        }
        let stream = &self.scene.streams[level.stream];
        let binding = mounted.binding.as_ref();
        let made = self
            .maker
            .vertices(stream, level, binding, mounted.bake, self.report)?;
        let made = Rc::new(made);
        if level.joints.is_none() {
            mounted.made.insert(level.stream, made.clone());
        }
        Some(made)
    }

    /// A part whose vertices count bones in a mapping; several, where it follows too many.
    fn mapped(
        &mut self,
        levels: &[(&Level, Rc<Vertices>)],
        path: &str,
        mounted: &mut Mounted<'_>,
        stored: Option<Vec3>,
    ) {
        let most = self.maker.options.max_bones.clamp(1, 256);
        let mut all = std::collections::BTreeSet::new();
        for (level, vertices) in levels {
            all.extend(used(&level.indices, &vertices.bones));
        }
        if all.len() <= most {
            let mapping: Vec<u32> = all.into_iter().collect();
            let lods = levels.iter().map(|(level, vertices)| {
                let range = self.level(level, vertices, &mapping, mounted);
                (level.distance, level.topology, range)
            });
            let lods: Vec<(f32, Topology, Range)> = lods.collect();
            return self.finish_part(mapping, &lods, stored);
        }
        let (level, vertices) = &levels[0];
        let List {
            topology,
            size,
            indices,
            is_rewritten,
            ..
        } = list(level.topology, &level.indices);
        if is_rewritten {
            self.report
                .add(Code::C105, path, "split for the bones it follows");
        }
        if levels.len() > 1 {
            self.report
                .add(Code::C123, path, "split; its other levels are left out");
        }
        let pieces: Vec<Piece> = split(&indices, size, &vertices.bones, most);
        self.report.add(
            Code::C150,
            path,
            format!("{} bones: {} parts", all.len(), pieces.len()),
        );
        for (indices, mapping) in pieces {
            let piece = Level {
                topology,
                indices,
                joints: Some(Column::U8x4(Vec::new())),
                ..**level
            };
            let range = self.level(&piece, vertices, &mapping, mounted);
            self.finish_part(mapping, &[(level.distance, topology, range)], None);
        }
    }

    /// Puts what a level draws into buffers.
    fn level(
        &mut self,
        level: &Level,
        vertices: &Vertices,
        mapping: &[u32],
        mounted: &mut Mounted<'_>,
    ) -> Range {
        let mut indices = level.indices.clone();
        if level.topology == Topology::LineLoop {
            indices.extend(level.indices.first());
        }
        indices_out(level.topology, &mut indices);
        if mounted.is_turned {
            // Mirrored once more.
            indices_in(level.topology, &mut indices);
        }
        let is_whole = mapping.is_empty() && level.joints.is_none();
        if is_whole && let Some((pool, first)) = mounted.whole.get(&level.stream) {
            return self.draw(*pool, indices.iter().map(|index| index + first));
        }
        let mut places: Vec<u32> = (0..vertices.count as u32).collect();
        if !is_whole {
            places.clone_from(&indices);
            places.sort_unstable();
            places.dedup();
        }
        let chosen = vertices.chosen(&places, mapping);
        self.spans.add(&chosen);
        let pool = pool_for(&mut self.pools, &chosen);
        let first = self.pools[pool].add(&chosen);
        if is_whole {
            mounted.whole.insert(level.stream, (pool, first));
        }
        let place = |index: u32| {
            let found = if is_whole {
                Some(index as usize)
            } else {
                places.binary_search(&index).ok()
            };
            found.map(|place| first + place as u32)
        };
        for (target, shape) in mounted.mesh.targets.iter().zip(&mounted.shapes) {
            for delta in target
                .deltas
                .iter()
                .filter(|delta| delta.stream == level.stream)
            {
                let known = |index: u32| place(index).filter(|_| (index as usize) < vertices.count);
                self.morphs
                    .add(*shape, delta, pool, mounted.bake, self.maker.frame, known);
            }
        }
        self.draw(pool, indices.into_iter().filter_map(place))
    }

    fn draw(&mut self, pool: usize, indices: impl Iterator<Item = u32>) -> Range {
        let pool_of = &mut self.pools[pool];
        let start = pool_of.draw(indices);
        Range {
            pool,
            start,
            count: pool_of.indices.len() as u32 - start,
        }
    }

    /// Adds a geometry; its center is the stored one, or that of the corners of its nearest level.
    fn finish_part(
        &mut self,
        mapping: Vec<u32>,
        lods: &[(f32, Topology, Range)],
        stored: Option<Vec3>,
    ) {
        let center = stored.unwrap_or_else(|| self.center(&lods[0].2));
        self.centers.push(center);
        let lods = lods.iter().map(|(distance, topology, range)| Lod {
            distance: *distance,
            primitive_type: primitive(*topology),
            vertex_buffer: range.pool as u32,
            index_buffer: range.pool as u32,
            index_start: range.start,
            index_count: range.count,
        });
        let bone_mapping = Packed::from_records((), mapping);
        let lods = Packed::from_records((), lods);
        self.geometries.push(Geometry {
            // Records of one shape only.
            bone_mapping: bone_mapping.unwrap_or_default(),
            lods: lods.unwrap_or_default(),
        });
    }

    fn center(&self, range: &Range) -> Vec3 {
        let pool = &self.pools[range.pool];
        let start = range.start as usize;
        let drawn = pool
            .indices
            .get(start..start + range.count as usize)
            .unwrap_or_default();
        let mut sum = [0.0; 3];
        for index in drawn {
            for (sum, number) in sum.iter_mut().zip(pool.places()[*index as usize]) {
                *sum += f64::from(number);
            }
        }
        let count = drawn.len().max(1) as f64;
        sum.map(|number| (number / count) as f32).into()
    }

    pub(super) fn finish(mut self) -> Result<Made> {
        let vertices = self
            .pools
            .iter()
            .map(|pool| pool.count.max(pool.indices.len()));
        if vertices.max().unwrap_or_default() >= u32::MAX as usize {
            return Err(invalid("a model has more vertices than 32 bits count"));
        }
        let flavour = self.maker.flavour;
        let morphs =
            self.morphs
                .finish(flavour, self.keeps_weights, &mut self.pools, self.report)?;
        let bones = bones(self.skeleton, &self.spans, &self.maker);
        let version = match flavour {
            Flavour::Urho3d => Version::new(b"UMD2", 1),
            Flavour::Rbfx => Version::new(b"UMD3", 2),
        };
        // Centers of no geometries are no bytes, which read back as none.
        let centers = (!self.centers.is_empty()).then_some(self.centers);
        let centers = centers.map(|centers| Packed::from_records((), centers));
        let model = Model {
            version: version.ok_or_else(|| invalid("no such version"))?,
            bounding_box: bounds(&self.pools),
            vertex_buffers: self
                .pools
                .iter()
                .map(Pool::vertex_buffer)
                .collect::<Result<_>>()?,
            index_buffers: self
                .pools
                .iter()
                .map(Pool::index_buffer)
                .collect::<Result<_>>()?,
            geometries: self.geometries,
            morphs,
            bones,
            geometry_centers: centers.transpose()?,
            lod_levels: None,
            atomic: None,
        };
        Ok(Made {
            model,
            materials: self.materials,
            names: self.names,
        })
    }
}

fn bounds(pools: &[Pool]) -> BoundingBox {
    let mut places = pools
        .iter()
        .flat_map(|pool| pool.places())
        .map(|place| Vec3::from(*place));
    let first = places.next().unwrap_or_default();
    let one = |place: Vec3| BoundingBox {
        min: place,
        max: place,
    };
    places.fold(one(first), |all, place| all.merged(&one(place)))
}

const fn primitive(topology: Topology) -> PrimitiveType {
    match topology {
        Topology::Triangles | Topology::Patches => PrimitiveType::TRIANGLE_LIST,
        Topology::Lines => PrimitiveType::LINE_LIST,
        Topology::Points => PrimitiveType::POINT_LIST,
        Topology::TriangleStrip => PrimitiveType::TRIANGLE_STRIP,
        Topology::LineStrip | Topology::LineLoop => PrimitiveType::LINE_STRIP,
        Topology::TriangleFan => PrimitiveType::TRIANGLE_FAN,
    }
}
