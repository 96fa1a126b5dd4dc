//! A geometry that was read before, with the vertices of a scene.

use formwork_formats::horde3d::{
    Geometry,
    geometry::{Elements, Joint, Stream, StreamKind},
};
use formwork_schema::{Blob, Packed, Result, Vec4, layout::Endian, read, write};

use super::{
    columns, downgrade,
    geometry::{ALL, SOME, UNTURNED},
    restore_morphs,
    turned::turn,
    uses::Uses,
    vertices,
};
use crate::{
    Scene,
    scene::{self, Column, Facts, Semantic},
};

/// A geometry again.
pub(super) struct Restored {
    tree: Geometry,
    number: u32,
    trailing: bytes::Bytes,
}

impl Restored {
    /// `None` when the scene has other numbers of vertices, indices or joints than the file had.
    pub(super) fn new(scene: &Scene, facts: &Facts, uses: &Uses<'_>) -> Option<Self> {
        let mut tree: Geometry = read::from_bytes(facts.get("hollow")).ok()?;
        let counts = facts.words("counts")?;
        let [number, place, vertex_count, index_count, identity] = counts[..] else {
            return None;
        };
        let mut streams = uses.drawn.iter().map(|drawn| drawn.level.stream);
        let place = streams.next().unwrap_or(place as usize);
        if streams.any(|other| other != place) {
            return None;
        }
        let vertices = scene.streams.get(place)?;
        let is_empty = vertices.attributes.is_empty();
        if !is_empty && vertices.count != vertex_count as usize {
            return None;
        }
        let restoring = Restoring {
            facts,
            vertices,
            vertex_count: vertex_count as usize,
            table: tree.joints.len(),
            uses_identity: identity != 0,
        };
        tree.vertex_count = vertex_count;
        tree.streams = Some(restoring.streams(tree.streams.as_deref()?)?);
        restoring.joints(&mut tree, scene, uses)?;
        tree.indices = restoring.indices(index_count as usize, uses)?;
        tree.morph_targets = restore_morphs::restore(tree.morph_targets, scene, uses, place)?;
        Some(Self {
            tree,
            number,
            trailing: facts.get("trailing"),
        })
    }

    pub(super) fn into_bytes(self) -> Result<Vec<u8>> {
        let tree = if self.number < 5 {
            downgrade::downgrade(self.tree)?
        } else {
            self.tree
        };
        let mut bytes = write::to_bytes(&tree)?;
        bytes.extend_from_slice(&self.trailing);
        Ok(bytes)
    }
}

struct Restoring<'a> {
    facts: &'a Facts,
    vertices: &'a scene::Stream,
    vertex_count: usize,
    table: usize,
    uses_identity: bool,
}

impl Restoring<'_> {
    fn streams(&self, hollow: &[Stream]) -> Option<Vec<Stream>> {
        let streams = hollow.iter().enumerate().map(|(place, stream)| {
            let name = format!("stream/{place}");
            let elements = if self.facts.0.contains_key(&name) || self.vertex_count == 0 {
                self.kept(stream, &name)?
            } else {
                self.held(stream, &name)?
            };
            Some(Stream {
                elements,
                ..*stream
            })
        });
        streams.collect()
    }

    /// Elements that the scene has no place for.
    fn kept(&self, stream: &Stream, name: &str) -> Option<Elements> {
        let (bytes, count) = (self.facts.get(name), self.vertex_count);
        if (stream.element_size as usize).checked_mul(count)? != bytes.len() {
            return None;
        }
        let little = Endian::Little;
        Some(match stream.elements {
            Elements::Positions(_) => {
                Elements::Positions(Packed::from_bytes((), little, count, bytes).ok()?)
            }
            Elements::Directions(_) => {
                Elements::Directions(Packed::from_bytes((), little, count, bytes).ok()?)
            }
            Elements::Joints(_) => {
                Elements::Joints(Packed::from_bytes((), little, count, bytes).ok()?)
            }
            Elements::Weights(_) => {
                Elements::Weights(Packed::from_bytes((), little, count, bytes).ok()?)
            }
            Elements::TexCoords(_) => {
                Elements::TexCoords(Packed::from_bytes((), little, count, bytes).ok()?)
            }
            Elements::Unknown(_) => Elements::Unknown(Blob::from(bytes)),
        })
    }

    /// Elements of the scene.
    fn held(&self, stream: &Stream, name: &str) -> Option<Elements> {
        let of = self.vertices;
        Some(match (&stream.elements, stream.kind) {
            (Elements::Positions(_), _) => {
                Elements::Positions(columns::pack_triples(of.positions()?).ok()?)
            }
            (Elements::Directions(_), kind) => {
                let directions = match kind {
                    StreamKind::NORMAL => vertices::normals(of)?,
                    StreamKind::TANGENT => vertices::tangents(of)?,
                    _ => vertices::bitangents(of)?,
                };
                Elements::Directions(columns::pack_directions(&directions).ok()?)
            }
            (Elements::Joints(_), _) => {
                Elements::Joints(columns::pack_joints(&self.joint_entries()?).ok()?)
            }
            (Elements::Weights(_), _) => match of.get(&Semantic::Weights, 0)? {
                Column::Unorm8x4(weights) => {
                    Elements::Weights(columns::pack_weights(weights).ok()?)
                }
                _ => return None,
            },
            (Elements::TexCoords(_), kind) => {
                Elements::TexCoords(columns::pack_pairs(&self.tex_coords(kind, name)?).ok()?)
            }
            (Elements::Unknown(_), kind) => {
                let pairs = columns::pack_pairs(&self.tex_coords(kind, name)?).ok()?;
                Elements::Unknown(Blob::from(pairs.bytes().clone()))
            }
        })
    }

    fn tex_coords(&self, kind: StreamKind, name: &str) -> Option<Vec<[f32; 2]>> {
        let set = u8::try_from(kind.0.checked_sub(StreamKind::TEX_COORDS_0.0)?).ok()?;
        let Column::Vec2(places) = self.vertices.get(&Semantic::TexCoord, set)? else {
            return None;
        };
        let kept = self.facts.words(&format!("{name}/v"))?;
        let mut places = places.clone();
        let (kind, kept) = kept.split_first()?;
        if *kind == UNTURNED {
            return Some(places);
        }
        // What was kept holds where turning it still gives what the scene has.
        let mend = |place: &mut [f32; 2], bits: u32| {
            let v = f32::from_bits(bits);
            let is_same = |turned: f32| (1.0 - v).to_bits() == turned.to_bits();
            place[1] = if is_same(place[1]) { v } else { 1.0 - place[1] };
        };
        match *kind {
            SOME => {
                let (kept, _) = kept.as_chunks::<2>();
                let mut kept = kept.iter().peekable();
                for (at, place) in (0..).zip(&mut places) {
                    match kept.next_if(|[index, _]| *index == at) {
                        Some([_, bits]) => mend(place, *bits),
                        None => place[1] = 1.0 - place[1],
                    }
                }
            }
            ALL if kept.len() == places.len() => {
                for (bits, place) in kept.iter().zip(&mut places) {
                    mend(place, *bits);
                }
            }
            _ => return None,
        }
        Some(places)
    }

    /// Joints as entries of the table.
    fn joint_entries(&self) -> Option<Vec<[u8; 4]>> {
        let columns = (
            self.vertices.get(&Semantic::Joints, 0)?,
            self.vertices.get(&Semantic::Weights, 0)?,
        );
        let (Column::U8x4(joints), Column::Unorm8x4(weights)) = columns else {
            return None;
        };
        let mut joints = joints.clone();
        let kept = self.facts.words("ones").unwrap_or_default();
        let mut ones = kept.iter().peekable();
        let slots = joints.as_flattened_mut().iter_mut();
        for (slot, (joint, weight)) in (0..).zip(slots.zip(weights.as_flattened())) {
            let is_one = ones.next_if(|one| **one == slot).is_some();
            let place = usize::from(*joint);
            *joint = match *joint {
                0 if !self.uses_identity && *weight == 0 => u8::from(is_one),
                _ if self.uses_identity && place + 1 == self.table => 0,
                _ if self.uses_identity && place >= self.table => *joint,
                place => place.saturating_add(1),
            };
        }
        Some(joints)
    }

    /// The matrices of the skin, where entries of the table have joints.
    fn joints(&self, tree: &mut Geometry, scene: &Scene, uses: &Uses<'_>) -> Option<()> {
        let Some(skin) = uses.skin else {
            return Some(());
        };
        let skin = scene.skins.get(skin)?;
        let added = usize::from(self.uses_identity);
        if skin.joints.len() != self.table.checked_sub(1)? + added {
            return None;
        }
        let mut nodes = vec![None; self.table];
        for (entry, node) in &uses.joints {
            if let Some(place) = nodes.get_mut(*entry) {
                *place = Some(*node);
            }
        }
        for (entry, node) in nodes.into_iter().enumerate() {
            let place = match entry {
                0 if self.uses_identity => self.table - 1,
                0 => continue,
                _ => entry - 1,
            };
            let Some(node) = node else {
                continue;
            };
            if skin.joints[place] != node {
                return None;
            }
            tree.joints
                .set_record(entry, &joint(&skin.inverse_bind[place]))
                .ok()?;
        }
        Some(())
    }

    fn indices(&self, count: usize, uses: &Uses<'_>) -> Option<Packed<u32>> {
        let undrawn = self.facts.words("undrawn").unwrap_or_default();
        let drawn: usize = uses.drawn.iter().map(|drawn| drawn.range.len()).sum();
        // No more are there than somebody has.
        if count > drawn + undrawn.len() {
            return None;
        }
        let mut indices = vec![0; count];
        let mut known = vec![false; count];
        for drawn in &uses.drawn {
            let own = indices.get_mut(drawn.range.clone())?;
            own.copy_from_slice(&drawn.level.indices);
            if drawn.is_turned {
                turn(drawn.level.topology, own);
            }
            known[drawn.range.clone()].fill(true);
        }
        let mut undrawn = undrawn.into_iter();
        for (index, _) in indices.iter_mut().zip(known).filter(|(_, known)| !known) {
            *index = undrawn.next()?;
        }
        undrawn
            .next()
            .is_none()
            .then(|| columns::pack_indices(&indices).ok())?
    }
}

/// A matrix as an entry of the joint table.
pub(super) fn joint(matrix: &[f32; 16]) -> Joint {
    let (columns, _) = matrix.as_chunks::<4>();
    let column = |place: usize| {
        let [x, y, z, w] = columns[place];
        Vec4 { x, y, z, w }
    };
    Joint {
        x_axis: column(0),
        y_axis: column(1),
        z_axis: column(2),
        translation: column(3),
    }
}
