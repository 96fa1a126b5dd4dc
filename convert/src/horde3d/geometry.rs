//! Geometries: streams of vertices into columns, and what a scene does not hold into facts.

use bytes::Bytes;
use formwork_formats::horde3d::{
    Geometry,
    geometry::{Elements, MorphElements, MorphStream, MorphTarget, Stream, StreamKind},
};
use formwork_schema::{
    Blob, Packed, Result,
    read::{self, Document, ReadOptions, Trailing},
    write,
};

use super::columns;
use crate::{
    Input,
    scene::{self, Attribute, Column, Facts, Semantic, Source},
};

/// A geometry that was read.
pub(super) struct Loaded {
    input: Input,
    /// Its version as it was; `tree` is version 5.
    version: String,
    number: u32,
    pub(super) tree: Geometry,
    trailing: Bytes,
    pub(super) indices: Vec<u32>,
    /// Which indices some mesh draws.
    pub(super) drawn: Vec<bool>,
    /// The scene's stream.
    pub(super) stream: usize,
    /// Whether joints other than entry 0 of the table move each vertex.
    moved: Vec<bool>,
    /// Whether a vertex follows entry 0 of the joint table.
    pub(super) uses_identity: bool,
    /// Whether a skin uses it.
    pub(super) is_skinned: bool,
    /// For each vertex the mesh whose morph targets were cut out last.
    pub(super) stamps: Vec<u32>,
}

impl Loaded {
    pub(super) fn read(input: Input, stream: usize) -> Result<Self> {
        let options = ReadOptions {
            trailing: Trailing::Keep,
            ..ReadOptions::default()
        };
        let Document { tree, trailing } = read::document::<Geometry>(&input.bytes, &options)?;
        let (version, number) = (tree.version.to_string(), tree.version.number());
        let tree = tree.upgraded()?.unwrap_or(tree);
        let indices = columns::indices(&tree.indices);
        let mut loaded = Self {
            input,
            version,
            number,
            trailing,
            drawn: vec![false; indices.len()],
            indices,
            stream,
            moved: Vec::new(),
            uses_identity: false,
            is_skinned: false,
            stamps: Vec::new(),
            tree,
        };
        loaded.see_joints();
        if !loaded.tree.morph_targets.is_empty() {
            loaded.stamps = vec![0; loaded.positions()];
        }
        Ok(loaded)
    }

    /// Which version it is as a file.
    pub(super) const fn number(&self) -> u32 {
        self.number
    }

    /// How many places are stored: so many vertices are there for certain.
    fn positions(&self) -> usize {
        let streams = self.tree.streams.iter().flatten();
        let places = streams.filter_map(|stream| match &stream.elements {
            Elements::Positions(places) => Some(places.len()),
            _ => None,
        });
        places.max().unwrap_or_default()
    }

    /// Names of morph targets with something behind them.
    pub(super) fn residues(&self) -> usize {
        let targets = self.tree.morph_targets.iter();
        let dirty = targets.filter(|target| target.name.padding().iter().any(|byte| *byte != 0));
        dirty.count()
    }

    fn see_joints(&mut self) {
        let streams = (self.tree.joint_indices(), self.tree.joint_weights());
        let (Some(joints), Some(weights)) = streams else {
            return;
        };
        let (joints, weights) = (columns::joints(joints), columns::weights(weights));
        self.moved = vec![false; joints.len()];
        let slots = joints.as_flattened().iter().zip(weights.as_flattened());
        for (slot, (joint, weight)) in slots.enumerate() {
            if *weight > 0 {
                self.moved[slot / 4] |= *joint > 0;
                self.uses_identity |= *joint == 0;
            }
        }
    }

    /// Whether some of the vertices follow a joint.
    pub(super) fn moves(&self, indices: &[u32]) -> bool {
        let moved = |index: &u32| self.moved.get(*index as usize) == Some(&true);
        indices.iter().any(moved)
    }

    /// The joint of a skin that stands for an entry of the table, and the other way round for weights above 0.
    pub(super) fn place_of_entry(&self, entry: u8) -> u8 {
        place_of_entry(entry, self.tree.joints.len(), self.uses_identity)
    }

    /// Its vertices, and what else its file says.
    pub(super) fn finish(self, flip: bool) -> Result<(scene::Stream, Source)> {
        let mut facts = Facts::default();
        let mut vertices = scene::Stream::default();
        let streams = self.tree.streams.clone().unwrap_or_default();
        for (place, stream) in streams.iter().enumerate() {
            let is_repeated = streams[place + 1..]
                .iter()
                .any(|later| later.kind == stream.kind);
            let name = format!("stream/{place}");
            let attribute = (!is_repeated)
                .then(|| self.attribute(stream, &name, flip, &mut facts))
                .flatten();
            match attribute {
                Some(attribute) => vertices.attributes.push(attribute),
                None => facts.set(name, bytes(&stream.elements)),
            }
        }
        // Without streams the number may be any.
        let first = vertices.attributes.first();
        vertices.count = first.map_or(0, |attribute| attribute.values.len());
        facts.set_words(
            "counts",
            [
                self.number,
                self.stream as u32,
                self.tree.vertex_count,
                self.indices.len() as u32,
                u32::from(self.uses_identity),
            ],
        );
        let undrawn = self.indices.iter().zip(&self.drawn);
        let undrawn = undrawn.filter_map(|(index, drawn)| (!drawn).then_some(*index));
        facts.set_words("undrawn", undrawn);
        facts.set("trailing", self.trailing.clone());
        facts.set("hollow", write::to_bytes(&self.hollow(&streams)?)?);
        let source = Source {
            name: self.input.name().to_owned(),
            format: "horde3d.geometry".to_owned(),
            version: self.version,
            file: Some(self.input.bytes),
            facts,
        };
        Ok((vertices, source))
    }

    /// The attribute of a stream; `None` for what a scene has no place for.
    fn attribute(
        &self,
        stream: &Stream,
        name: &str,
        flip: bool,
        facts: &mut Facts,
    ) -> Option<Attribute> {
        let (semantic, set, values) = match (&stream.elements, stream.kind) {
            (Elements::Positions(places), _) => (
                Semantic::Position,
                0,
                Column::Vec3(columns::triples(places)),
            ),
            (Elements::Directions(directions), kind) => {
                let semantic = match kind {
                    StreamKind::NORMAL => Semantic::Normal,
                    StreamKind::TANGENT => Semantic::Tangent,
                    _ => Semantic::Bitangent,
                };
                (
                    semantic,
                    0,
                    Column::Snorm16x3(columns::directions(directions)),
                )
            }
            (Elements::TexCoords(places), kind) => {
                let set = (kind.0 - StreamKind::TEX_COORDS_0.0) as u8;
                (
                    Semantic::TexCoord,
                    set,
                    tex_coords(places, name, flip, facts),
                )
            }
            (Elements::Unknown(bytes), kind) if self.number < 5 => {
                let count = self.tree.vertex_count as usize;
                let endian = formwork_schema::layout::Endian::Little;
                let places = Packed::from_bytes((), endian, count, bytes.bytes().clone()).ok()?;
                let set = (kind.0 - StreamKind::TEX_COORDS_0.0) as u8;
                (
                    Semantic::TexCoord,
                    set,
                    tex_coords(&places, name, flip, facts),
                )
            }
            (Elements::Joints(_) | Elements::Weights(_), _) if !self.is_skinned => return None,
            (Elements::Joints(joints), _) => (
                Semantic::Joints,
                0,
                self.joints(columns::joints(joints), facts),
            ),
            (Elements::Weights(weights), _) => (
                Semantic::Weights,
                0,
                Column::Unorm8x4(columns::weights(weights)),
            ),
            (Elements::Unknown(_), _) => return None,
        };
        Some(Attribute {
            semantic,
            set,
            values,
        })
    }

    /// Entries of the table as joints of the skin. Where a weight is 0, entries 0 and 1 become one; which were 1 is kept.
    fn joints(&self, mut entries: Vec<[u8; 4]>, facts: &mut Facts) -> Column {
        if !self.uses_identity {
            let slots = entries.as_flattened().iter().enumerate();
            let ones = slots
                .filter(|(_, entry)| **entry == 1)
                .map(|(slot, _)| slot as u32);
            let weights = self.tree.joint_weights().map(columns::weights);
            let weights = weights.unwrap_or_default();
            let weights = weights.as_flattened();
            let unweighted = ones.filter(|slot| weights.get(*slot as usize) == Some(&0));
            facts.set_words("ones", unweighted);
        }
        for entry in entries.as_flattened_mut() {
            *entry = self.place_of_entry(*entry);
        }
        Column::U8x4(entries)
    }

    /// The geometry without what the scene holds.
    fn hollow(&self, streams: &[Stream]) -> Result<Geometry> {
        let streams = streams.iter().map(|stream| Stream {
            elements: emptied(&stream.elements),
            ..*stream
        });
        let used = self.used_vertices();
        let targets = self.tree.morph_targets.iter();
        let targets = targets.map(|target| hollow_target(target, &used));
        Ok(Geometry {
            vertex_count: 0,
            streams: Some(streams.collect()),
            indices: Packed::default(),
            morph_targets: targets.collect(),
            ..self.tree.clone()
        })
    }

    /// Which vertices some mesh draws.
    fn used_vertices(&self) -> Vec<bool> {
        let count = if self.tree.morph_targets.is_empty() {
            0
        } else {
            self.stamps.len()
        };
        let mut used = vec![false; count];
        for (index, _) in self
            .indices
            .iter()
            .zip(&self.drawn)
            .filter(|(_, drawn)| **drawn)
        {
            if let Some(used) = used.get_mut(*index as usize) {
                *used = true;
            }
        }
        used
    }
}

/// A morph target without what meshes hold of it; whole when its order, or vertices that nobody draws, could not be found again.
fn hollow_target(target: &MorphTarget, used: &[bool]) -> MorphTarget {
    let vertices = columns::indices(&target.vertex_indices);
    let is_drawn = |vertex: &u32| used.get(*vertex as usize) == Some(&true);
    let is_held =
        vertices.is_sorted_by(|a, b| a < b) && vertices.iter().all(is_drawn) && holds_all(target);
    if !is_held {
        return target.clone();
    }
    let streams = target.streams.iter().map(|stream| MorphStream {
        elements: MorphElements::Deltas(Packed::default()),
        ..*stream
    });
    MorphTarget {
        vertex_indices: Packed::default(),
        streams: streams.collect(),
        ..target.clone()
    }
}

/// Whether a scene's morph target has a place for all that is added to attributes.
fn holds_all(target: &MorphTarget) -> bool {
    let mut kinds: Vec<u32> = target.streams.iter().map(|stream| stream.kind.0).collect();
    kinds.sort_unstable();
    let is_known = |kind: &u32| *kind <= StreamKind::BITANGENT.0;
    kinds.iter().all(is_known) && kinds.is_sorted_by(|a, b| a < b)
}

/// The joint of a skin that stands for an entry of the joint table: joints begin at entry 1. Entry 0 comes last where vertices follow
/// it, and is any where they do not.
pub(super) fn place_of_entry(entry: u8, table: usize, uses_identity: bool) -> u8 {
    match usize::from(entry) {
        0 if uses_identity => u8::try_from(table.saturating_sub(1)).unwrap_or(u8::MAX),
        place if uses_identity && place >= table => entry,
        _ => entry.saturating_sub(1),
    }
}

/// Texture coordinates with v downwards. What turning them twice does not give back is kept.
fn tex_coords(
    places: &Packed<formwork_schema::Vec2>,
    name: &str,
    flip: bool,
    facts: &mut Facts,
) -> Column {
    let mut places = columns::pairs(places);
    if !flip {
        facts.set_words(&format!("{name}/v"), [UNTURNED]);
        return Column::Vec2(places);
    }
    let turned_back = |v: f32| (1.0 - (1.0 - v)).to_bits() == v.to_bits();
    let count = places.iter().filter(|[_, v]| !turned_back(*v)).count();
    let is_shorter = 2 * count < places.len();
    let kept = places
        .iter()
        .zip(0_u32..)
        .filter(|([_, v], _)| !is_shorter || !turned_back(*v));
    let kept = kept.flat_map(|([_, v], at)| {
        let index = is_shorter.then_some(at);
        index.into_iter().chain([v.to_bits()])
    });
    let kind = if is_shorter { SOME } else { ALL };
    facts.set_words(&format!("{name}/v"), [kind].into_iter().chain(kept));
    for place in &mut places {
        place[1] = 1.0 - place[1];
    }
    Column::Vec2(places)
}

/// What the facts of texture coordinates begin with: they were left as they are.
pub(super) const UNTURNED: u32 = 0;
/// Some were not given back, and follow with their places.
pub(super) const SOME: u32 = 1;
/// All follow.
pub(super) const ALL: u32 = 2;

/// The same kind of elements, and none of them.
fn emptied(elements: &Elements) -> Elements {
    match elements {
        Elements::Positions(_) => Elements::Positions(Packed::default()),
        Elements::Directions(_) => Elements::Directions(Packed::default()),
        Elements::Joints(_) => Elements::Joints(Packed::default()),
        Elements::Weights(_) => Elements::Weights(Packed::default()),
        Elements::TexCoords(_) => Elements::TexCoords(Packed::default()),
        Elements::Unknown(_) => Elements::Unknown(Blob::from(Vec::new())),
    }
}

/// Elements as they are stored.
fn bytes(elements: &Elements) -> Bytes {
    match elements {
        Elements::Positions(packed) => packed.bytes().clone(),
        Elements::Directions(packed) => packed.bytes().clone(),
        Elements::Joints(packed) => packed.bytes().clone(),
        Elements::Weights(packed) => packed.bytes().clone(),
        Elements::TexCoords(packed) => packed.bytes().clone(),
        Elements::Unknown(bytes) => bytes.bytes().clone(),
    }
}
