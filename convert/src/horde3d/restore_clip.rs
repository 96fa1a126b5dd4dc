//! A clip that was read before, with the tracks of a scene.

use std::{cell::Cell, collections::BTreeMap};

use formwork_formats::horde3d::{
    Animation,
    animation::{Entity, Frame},
};
use formwork_schema::{Bool, FixedString, Packed, layout::Endian, read, sorted, write};

use super::{facts::NONE, order::preorder, sampling::sample};
use crate::{
    Scene,
    scene::{Clip, Facts, Node, Path, Source, Track},
};

/// The bytes of the clip; `None` when it moves other nodes than the file did, or longer.
pub(super) fn restore(scene: &Scene, clip: &Clip, source: &Source) -> Option<Vec<u8>> {
    let facts = &source.facts;
    let mut tree: Animation = read::from_bytes(facts.get("hollow")).ok()?;
    let (fps, []) = facts.0.get("fps")?.as_chunks::<8>() else {
        return None;
    };
    let [count, node_count] = facts.words("frames")?[..] else {
        return None;
    };
    let known: usize = clip.tracks.iter().map(|track| 4 * track.values.len()).sum();
    let restoring = Restoring {
        left: Cell::new(MOST.max(known.saturating_mul(64))),
        facts,
        fps: f64::from_le_bytes(*fps.first()?),
        count: count as usize,
        tracks: clip
            .tracks
            .iter()
            .map(|track| ((track.node, track.path), track))
            .collect(),
    };
    (restoring.fps > 0.0).then_some(())?;
    let order = preorder(scene);
    let nodes = facts.words("nodes")?;
    let node = |number: &u32| {
        (*number != NONE)
            .then(|| order.get(*number as usize).copied())
            .flatten()
    };
    let nodes: Vec<Option<usize>> = nodes.iter().map(node).collect();
    if node_count as usize != order.len() {
        return None;
    }
    restoring.fits(scene, clip, &nodes)?;
    let mut flags = facts.get("flags").to_vec().into_iter();
    if nodes.len() != tree.entities.len() {
        return None;
    }
    tree.frame_count = count;
    for (place, (entity, node)) in tree.entities.iter_mut().zip(nodes).enumerate() {
        let node = node.map(|node| (node, &scene.nodes[node]));
        restoring.entity(place, entity, node, &mut flags)?;
    }
    for (place, (entity, node)) in tree
        .entities
        .iter_mut()
        .zip(facts.words("nodes")?)
        .enumerate()
    {
        let node = order
            .get(node as usize)
            .map(|node| (*node, &scene.nodes[*node]));
        restoring.weights(place, entity, node, scene)?;
    }
    let mut bytes = write::to_bytes(&tree).ok()?;
    bytes.extend_from_slice(&facts.get("trailing"));
    Some(bytes)
}

struct Restoring<'a> {
    /// Bytes of frames and weights that may still be made.
    left: Cell<usize>,
    facts: &'a Facts,
    fps: f64,
    count: usize,
    tracks: BTreeMap<(usize, Path), &'a Track>,
}

/// Bytes of frames and weights that facts may ask for, whatever there is to fill them.
const MOST: usize = 1 << 26;

impl Restoring<'_> {
    /// Whether there may be as many more rows: facts may ask for more than anything fills.
    fn take(&self, rows: usize, size: usize) -> Option<()> {
        let left = self.left.get().checked_sub(rows.checked_mul(size)?)?;
        self.left.set(left);
        Some(())
    }

    /// Whether frames have a place for all that moves.
    fn fits(&self, scene: &Scene, clip: &Clip, nodes: &[Option<usize>]) -> Option<()> {
        let length = (self.count.saturating_sub(1)) as f64 / self.fps;
        let names: Vec<_> = nodes
            .iter()
            .flatten()
            .map(|node| &scene.nodes[*node].name)
            .collect();
        let names: std::collections::BTreeSet<_> = sorted::collect(names);
        let fits = clip.tracks.iter().all(|track| {
            let last = track.times.last().copied().unwrap_or_default();
            f64::from(last) <= length + 1e-4 && names.contains(&scene.nodes[track.node].name)
        });
        fits.then_some(())
    }

    fn entity(
        &self,
        place: usize,
        entity: &mut Entity,
        node: Option<(usize, &Node)>,
        flags: &mut impl Iterator<Item = u8>,
    ) -> Option<()> {
        let mut flag = flags.next()?;
        if let Some((_, node)) =
            node.filter(|(_, node)| node.name.as_bytes() != entity.name.as_bytes())
        {
            entity.name =
                FixedString::with_padding(node.name.as_bytes(), entity.name.padding()).ok()?;
        }
        let name = format!("frames/{place}");
        let stored = if flag != 0 { 1 } else { self.count };
        entity.frames = match node {
            Some((place, node)) if !self.facts.0.contains_key(&name) => {
                let tracks = [Path::Rotation, Path::Translation, Path::Scale];
                let tracks = tracks.map(|path| self.tracks.get(&(place, path)).copied());
                let moves = tracks.iter().flatten().any(|track| track.times.len() > 1);
                let rows = if moves { self.count } else { stored };
                if rows != stored {
                    flag = 0;
                }
                self.frames(&tracks, node, rows)?
            }
            _ => {
                let bytes = self.facts.get(&name);
                Packed::from_bytes((), Endian::Little, stored, bytes).ok()?
            }
        };
        if entity.compressed.is_some() {
            entity.compressed = Some(Bool(flag));
        }
        for track in entity.morph_tracks.iter_mut().flatten() {
            track.compressed = Bool(flags.next()?);
        }
        Some(())
    }

    fn frames(
        &self,
        tracks: &[Option<&Track>; 3],
        node: &Node,
        rows: usize,
    ) -> Option<Packed<Frame>> {
        self.take(rows, 40)?;
        let rest = node.transform;
        let mut values = Vec::with_capacity(rows * 10);
        let rest: [&[f32]; 3] = [&rest.rotation, &rest.translation, &rest.scale];
        for row in 0..rows {
            for (track, rest) in tracks.iter().zip(rest) {
                let mut out = [0.0; 4];
                let out = &mut out[..rest.len()];
                out.copy_from_slice(rest);
                if let Some(track) = track {
                    self.value(track, row, out);
                }
                values.extend(out.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        Packed::from_bytes((), Endian::Little, rows, values).ok()
    }

    /// The value at a frame: a key as it is, where there is one.
    fn value(&self, track: &Track, row: usize, out: &mut [f32]) {
        let time = (row as f64 / self.fps) as f32;
        sample(track, f64::from(time), out);
    }

    fn weights(
        &self,
        place: usize,
        entity: &mut Entity,
        node: Option<(usize, &Node)>,
        scene: &Scene,
    ) -> Option<()> {
        for (number, morph) in entity.morph_tracks.iter_mut().flatten().enumerate() {
            let rows = if morph.compressed.0 != 0 {
                1
            } else {
                self.count
            };
            if let Some(kept) = self.facts.0.get(&format!("weights/{place}/{number}")) {
                morph.weights = Packed::from_bytes((), Endian::Little, rows, kept.clone()).ok()?;
                continue;
            }
            let (place, node) = node?;
            let targets = &scene.meshes[node.mesh?].targets;
            let is_it = |target: &crate::scene::MorphTarget| {
                target.name.as_bytes() == morph.name.as_bytes()
            };
            let target = targets.iter().position(is_it)?;
            let track = self.tracks.get(&(place, Path::Weights))?;
            self.take(rows, 4)?;
            let mut all = vec![0.0; targets.len()];
            let mut weights = Vec::with_capacity(rows);
            for row in 0..rows {
                self.value(track, row, &mut all);
                weights.extend(all[target].to_le_bytes());
            }
            morph.weights = Packed::from_bytes((), Endian::Little, rows, weights).ok()?;
        }
        Some(())
    }
}
