//! The facts that a scene itself leads to: what tools write as a rule. They are not stored.
//!
//! All of them are stored or none is, so what an edited scene leads to fits that scene.

use std::collections::BTreeSet;

use formwork_formats::urho3d::{
    Model,
    model::{
        Bone, BoundingBox, Element, ElementType, Geometry, IndexBuffer, Indices, Lod,
        PrimitiveType, Semantic as Meaning, Version, VertexBuffer, VertexMask, Vertices,
    },
};
use formwork_schema::{Packed, sorted, write};

use super::{
    model,
    stored::{BOX, COUNTS, HOLLOW, LEVELS, box_of, pack},
};
use crate::{
    Scene,
    scene::{
        Attribute, Column, Facts, Level, Mesh, Part, Semantic, Skin, Source, Stream, Topology,
    },
    urho3d::{
        elements,
        frame::Frame,
        measure,
        read::topology,
        refill::{parents_of, set_bone},
    },
};

/// Takes away what [`completed`] gives again.
pub(in crate::urho3d) fn trim(facts: &mut Facts, version: &str, scene: &Scene, frame: Frame) {
    let expected = expected(scene, version, frame).0;
    let is_expected = |(name, bytes)| facts.0.get(name) == Some(bytes);
    if expected.contains_key(HOLLOW) && expected.iter().all(is_expected) {
        facts.0.retain(|name, _| !expected.contains_key(name));
    }
}

/// A source with all of its facts.
pub(in crate::urho3d) fn completed(source: &Source, scene: &Scene, frame: Frame) -> Source {
    let mut source = source.clone();
    if source.facts.0.contains_key(HOLLOW) {
        return source;
    }
    for (name, bytes) in expected(scene, &source.version, frame).0 {
        source.facts.0.entry(name).or_insert(bytes);
    }
    source
}

/// The facts of a model with one buffer for each stream, and everything drawn in order; none of what such a model cannot hold.
fn expected(scene: &Scene, version: &str, frame: Frame) -> Facts {
    let mut facts = Facts::default();
    let Some(found) = Expected::of(scene, version, frame) else {
        return facts;
    };
    let levels = found.levels();
    let places = levels.iter().flat_map(|(place, _)| *place);
    facts.0.insert(LEVELS.into(), pack(places));
    let vertices = scene.streams.iter().map(|stream| stream.count as u32);
    let indices = found.index_counts();
    facts.0.insert(COUNTS.into(), pack(vertices.chain(indices)));
    facts.0.insert(BOX.into(), box_of(found.corners));
    let hollow = found.hollow().map(|model| write::to_bytes(&model));
    if let Some(Ok(hollow)) = hollow {
        facts.0.insert(HOLLOW.into(), hollow.into());
    }
    facts
}

struct Expected<'a> {
    scene: &'a Scene,
    frame: Frame,
    version: Version,
    mesh: &'a Mesh,
    skin: Option<&'a Skin>,
    /// The box around all vertices.
    corners: [[f32; 3]; 2],
}

impl<'a> Expected<'a> {
    /// `None` where not every part and every stream is drawn, or the version is rare.
    fn of(scene: &'a Scene, version: &str, frame: Frame) -> Option<Self> {
        let known = [
            Version::new(b"UMD2", 1),
            Version::new(b"UMDL", 102),
            Version::new(b"UMD3", 1),
            Version::new(b"UMD3", 2),
        ];
        let mut known = known.into_iter().flatten();
        let version = known.find(|known| known.to_string() == version)?;
        let mut shown = scene.nodes.iter().filter(|node| node.mesh.is_some());
        let (node, None) = (shown.next()?, shown.next()) else {
            return None;
        };
        let mesh = &scene.meshes[node.mesh?];
        let drawn: BTreeSet<usize> = sorted::collect(levels(mesh).map(|level| level.stream));
        let is_whole = mesh.parts.iter().all(|part| !part.levels.is_empty());
        let is_small = scene.streams.iter().all(|it| it.count < u32::MAX as usize);
        (is_whole && is_small && drawn.len() == scene.streams.len()).then_some(Self {
            scene,
            frame,
            version,
            mesh,
            skin: node.skin.map(|skin| &scene.skins[skin]),
            corners: measure::bounds(&scene.streams),
        })
    }

    /// Geometry and level of all that is drawn.
    fn levels(&self) -> Vec<([u32; 2], &'a Level)> {
        let parts = (0..).zip(&self.mesh.parts);
        let levels = parts.flat_map(|(geometry, part)| {
            let levels = (0..).zip(&part.levels);
            levels.map(move |(number, level)| ([geometry, number], level))
        });
        levels.collect()
    }

    /// How many indices the buffer of each stream has.
    fn index_counts(&self) -> Vec<u32> {
        let mut counts = vec![0_u32; self.scene.streams.len()];
        for level in levels(self.mesh) {
            let count = index_count(level);
            counts[level.stream] = counts[level.stream].saturating_add(count);
        }
        counts
    }

    fn hollow(&self) -> Option<Model> {
        if levels(self.mesh).any(|level| level.joints.is_some()) || !self.mesh.targets.is_empty() {
            return None;
        }
        let streams = &self.scene.streams;
        let buffers = streams.iter().map(|stream| self.vertex_buffer(stream));
        let centers = self.mesh.parts.iter().filter_map(|part| part.center);
        let centers: Vec<_> = centers.map(|at| self.frame.vector_out(at)).collect();
        let [min, max] = self.frame.bounds(self.corners);
        Some(Model {
            version: self.version,
            vertex_buffers: buffers.collect::<Option<_>>()?,
            index_buffers: streams.iter().map(index_buffer).collect(),
            geometries: self.geometries()?,
            morphs: Vec::new(),
            bones: self.bones()?,
            bounding_box: BoundingBox {
                min: min.into(),
                max: max.into(),
            },
            geometry_centers: if centers.is_empty() {
                None
            } else if centers.len() == self.mesh.parts.len() {
                Some(Packed::from_records((), centers).ok()?)
            } else {
                return None;
            },
            lod_levels: None,
            atomic: None,
        })
    }

    fn vertex_buffer(&self, stream: &Stream) -> Option<VertexBuffer> {
        let elements = stream.attributes.iter().map(element);
        let elements: Vec<Element> = elements.collect::<Option<_>>()?;
        let is_masked = self.version >= Version::MASKS;
        let vertices = if is_masked {
            Vertices::Masked(Packed::default())
        } else {
            elements::declared(&elements, Vec::new(), 0).ok()?
        };
        Some(VertexBuffer {
            vertex_count: 0,
            mask: if is_masked {
                Some(mask(&elements)?)
            } else {
                None
            },
            elements: (!is_masked).then_some(elements),
            morph_range_start: 0,
            morph_range_count: 0,
            vertices,
        })
    }

    fn geometries(&self) -> Option<Vec<Geometry>> {
        let mut starts = vec![0_u32; self.scene.streams.len()];
        let mut geometry = |part: &Part| {
            let lods = part.levels.iter().map(|level| {
                let start = &mut starts[level.stream];
                let lod = Lod {
                    distance: level.distance,
                    primitive_type: primitive(level.topology)?,
                    vertex_buffer: level.stream as u32,
                    index_buffer: level.stream as u32,
                    index_start: *start,
                    index_count: index_count(level),
                };
                *start = start.saturating_add(lod.index_count);
                Some(lod)
            });
            let lods: Vec<Lod> = lods.collect::<Option<_>>()?;
            Some(Geometry {
                bone_mapping: Packed::default(),
                lods: Packed::from_records((), lods).ok()?,
            })
        };
        self.mesh.parts.iter().map(&mut geometry).collect()
    }

    /// Bones without what their nodes and the skin say, but for their shapes, which are taken from there.
    fn bones(&self) -> Option<Vec<Bone>> {
        let Some(skin) = self.skin else {
            return Some(Vec::new());
        };
        let parents = parents_of(self.scene, &skin.joints);
        let bones = skin.joints.iter().zip(parents).zip(0..);
        let bone = |((joint, parent), own): ((&usize, Option<usize>), u32)| {
            let node = &self.scene.nodes[*joint];
            let mut bone = model::bare_bone(parent.map_or(own, |parent| parent as u32));
            (node.bone.is_some() && set_bone(&mut bone, node, self.frame)).then(|| {
                model::empty_bone(&mut bone, true);
                bone
            })
        };
        bones.map(bone).collect()
    }
}

fn levels(mesh: &Mesh) -> impl Iterator<Item = &Level> {
    mesh.parts.iter().flat_map(|part| &part.levels)
}

/// How many indices of a file a level has been.
fn index_count(level: &Level) -> u32 {
    let count = match (level.topology, &level.indices[..]) {
        // What turns a strip is there once more, or is taken away again.
        (Topology::TriangleStrip, [first, second, ..]) if first == second => {
            level.indices.len() - 1
        }
        (Topology::TriangleStrip, [_, ..]) => level.indices.len() + 1,
        (_, all) => all.len(),
    };
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn primitive(of: Topology) -> Option<PrimitiveType> {
    let mut all = (0..6).map(PrimitiveType);
    all.find(|found| topology(*found) == Some(of))
}

/// An empty buffer for indices of a stream's vertices.
fn index_buffer(stream: &Stream) -> IndexBuffer {
    let is_short = stream.count <= 0xffff;
    IndexBuffer {
        index_count: 0,
        index_size: if is_short { 2 } else { 4 },
        indices: if is_short {
            Indices::Short(Packed::default())
        } else {
            Indices::Long(Packed::default())
        },
    }
}

/// The element that an attribute is made of, as a rule.
fn element(attribute: &Attribute) -> Option<Element> {
    let semantic = match attribute.semantic {
        Semantic::Position => Meaning::POSITION,
        Semantic::Normal => Meaning::NORMAL,
        Semantic::Tangent => Meaning::TANGENT,
        Semantic::Bitangent => Meaning::BINORMAL,
        Semantic::TexCoord => Meaning::TEXCOORD,
        Semantic::Color => Meaning::COLOR,
        Semantic::Weights => Meaning::BLENDWEIGHTS,
        Semantic::Joints => Meaning::BLENDINDICES,
        Semantic::Other(_) => return None,
    };
    let r#type = match attribute.values {
        Column::Vec2(_) => ElementType::VECTOR2,
        Column::Vec3(_) => ElementType::VECTOR3,
        Column::Vec4(_) => ElementType::VECTOR4,
        Column::U8x4(_) => ElementType::UBYTE4,
        Column::Unorm8x4(_) => ElementType::UBYTE4_NORM,
        _ => return None,
    };
    Some(Element {
        r#type,
        semantic,
        index: attribute.set,
        unknown_0x03: 0,
    })
}

/// The mask that stands for these elements in their order.
fn mask(elements: &[Element]) -> Option<VertexMask> {
    let mut all = 0;
    for element in elements {
        let bit = (0..14).find(|bit| of_bit(*bit) == Some(*element))?;
        if all >> bit != 0 {
            return None;
        }
        all |= 1 << bit;
    }
    Some(VertexMask::from_bits_retain(all))
}

/// What one bit of a mask stands for.
fn of_bit(bit: u32) -> Option<Element> {
    let buffer = VertexBuffer {
        vertex_count: 0,
        mask: Some(VertexMask::from_bits_retain(1 << bit)),
        elements: None,
        morph_range_start: 0,
        morph_range_count: 0,
        vertices: Vertices::Masked(Packed::default()),
    };
    buffer.attributes().first().map(|found| found.element)
}
