//! Clips: poses by frames as tracks by seconds.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use formwork_formats::horde3d::{
    Animation,
    animation::{Entity, Frame, MorphTrack},
};
use formwork_schema::{
    Bool, CString, Error, FixedString, Kind, Packed, Result, is_set,
    layout::Endian,
    read::{self, Document, ReadOptions, Trailing},
    sorted, write,
};

use super::{facts::NONE, order::preorder, stage::Stage};
use crate::{
    Code, Fps, Input, Options, Report, Scene,
    names::strip_extension,
    scene::{Clip, Facts, Interpolation, Node, Path, Source, Track, Trs},
};

/// Where nothing says how long a frame lasts.
const USUAL_RATE: f64 = 30.0;

/// Values that a clip may make of each that it stores: one entity moves all nodes of its name.
const MOST_REPEATS: usize = 16;

/// Reads clips, and adds them to a scene.
pub(super) fn read(
    inputs: &[&Input],
    scene: &mut Scene,
    stage: &Stage,
    options: &Options,
    report: &mut Report,
) -> Result<()> {
    let mut nodes: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
    for node in &stage.movable {
        let name = scene.nodes[*node].name.as_bytes().to_vec();
        nodes.entry(name).or_default().push(*node);
    }
    let mut sources = Vec::new();
    for input in inputs {
        let file = File::open(input)?;
        if !stage.has_model {
            file.add_nodes(scene, &mut nodes);
        }
        let fps = rate(input, stage, options, report);
        let (clip, source) = file.tracks(input, fps, scene, &nodes, options, report)?;
        scene.clips.push(clip);
        sources.push(source);
    }
    // The scene and its geometries come first, and materials last.
    let is_material = |source: &Source| source.format == "horde3d.material";
    let at = scene.sources.iter().position(is_material);
    let at = at.unwrap_or(scene.sources.len());
    scene.sources.splice(at..at, sources);
    Ok(())
}

/// The entities that a clip moves, by name.
pub(super) fn entities(input: &Input) -> Result<BTreeSet<CString>> {
    let file = File::open(input)?;
    let names = file
        .tree
        .entities
        .iter()
        .map(|entity| entity.name.as_bytes());
    Ok(sorted::collect(
        names.map(|name| CString::from(name.to_vec())),
    ))
}

fn rate(input: &Input, stage: &Stage, options: &Options, report: &mut Report) -> f64 {
    if let Fps::Exactly(fps) = options.fps {
        return fps;
    }
    let named = stage.rates.iter().find(|(file, _)| file == input.name());
    let fps = named.map_or(USUAL_RATE, |(_, fps)| *fps);
    let detail = match named {
        Some(_) => format!("an attachment says {fps} frames per second"),
        None => format!("{fps} frames per second are taken"),
    };
    report.add(Code::C340, input.name(), detail);
    fps
}

/// A clip that was read.
struct File {
    tree: Animation,
    trailing: bytes::Bytes,
}

impl File {
    fn open(input: &Input) -> Result<Self> {
        let options = ReadOptions {
            trailing: Trailing::Keep,
            ..ReadOptions::default()
        };
        let Document { tree, trailing } = read::document(&input.bytes, &options)?;
        Ok(Self { tree, trailing })
    }

    /// Nodes for entities, each where its first frame has it.
    fn add_nodes(&self, scene: &mut Scene, nodes: &mut BTreeMap<Vec<u8>, Vec<usize>>) {
        for entity in &self.tree.entities {
            let name = entity.name.as_bytes();
            if nodes.contains_key(name) {
                continue;
            }
            let place = scene.nodes.len();
            let first = entity.frames.get(0);
            scene.nodes.push(Node {
                name: CString::from(name.to_vec()),
                transform: first.map_or(Trs::IDENTITY, |frame| transform(&frame)),
                ..Node::default()
            });
            scene.roots.push(place);
            nodes.insert(name.to_vec(), vec![place]);
        }
    }

    fn tracks(
        mut self,
        input: &Input,
        fps: f64,
        scene: &Scene,
        nodes: &BTreeMap<Vec<u8>, Vec<usize>>,
        options: &Options,
        report: &mut Report,
    ) -> Result<(Clip, Source)> {
        let count = self.tree.frame_count;
        let mut maker = Maker {
            times: BTreeMap::new(),
            fps,
            interpolation: if options.step {
                Interpolation::Step
            } else {
                Interpolation::Linear
            },
            tracks: Vec::new(),
            left: input.bytes.len().saturating_mul(MOST_REPEATS),
        };
        let mut facts = Facts::default();
        let mut flags = Vec::new();
        let mut numbers = vec![NONE; scene.nodes.len()];
        for (number, node) in (0..).zip(preorder(scene)) {
            numbers[node] = number;
        }
        let mut moved = Vec::new();
        let mut seen = BTreeMap::new();
        for (place, entity) in self.tree.entities.iter().enumerate() {
            flags.push(entity.compressed.map_or(0, |flag| flag.0));
            let name = entity.name.as_bytes();
            let of = nodes.get(name).map_or(&[][..], |nodes| nodes);
            let is_repeated = seen.insert(name.to_vec(), ()).is_some();
            let (code, detail) = if is_repeated {
                (Code::C341, "the first entity of this name counts")
            } else {
                (Code::C310, "no node has this name")
            };
            let moves = |node: &&usize| scene.nodes[**node].skin.is_none();
            let of: Vec<usize> = if is_repeated { Vec::new() } else { of.to_vec() };
            let free: Vec<usize> = of.iter().filter(moves).copied().collect();
            if of.is_empty() {
                report.add(code, entity.name.to_string(), detail);
            } else if free.is_empty() && !rests(entity) {
                let detail = "joints move the mesh, and nothing else can";
                report.add(Code::C310, entity.name.to_string(), detail);
            }
            moved.push(of.first().map_or(NONE, |node| numbers[*node]));
            if free.is_empty() {
                facts.set(format!("frames/{place}"), entity.frames.bytes().clone());
            }
            maker.frames(&free, &entity.frames)?;
            let morphs = entity.morph_tracks.iter().flatten();
            flags.extend(morphs.map(|track| track.compressed.0));
            let held = maker.weights(&of, entity, count, scene)?;
            if !held {
                for (number, track) in entity.morph_tracks.iter().flatten().enumerate() {
                    let name = format!("weights/{place}/{number}");
                    facts.set(name, track.weights.bytes().clone());
                    if of.is_empty() {
                        continue;
                    }
                    let detail = "a morph target that the mesh of the entity does not have";
                    report.add(Code::C310, track.name.to_string(), detail);
                }
            }
        }
        let residues = self.tree.entities.iter();
        let residues =
            residues.filter(|entity| entity.name.padding().iter().any(|byte| *byte != 0));
        report.add_many(
            Code::C345,
            residues.count(),
            input.name(),
            "bytes behind names",
        );
        facts.set("flags", flags);
        facts.set_words("nodes", moved);
        facts.set_words("frames", [count, scene.nodes.len() as u32]);
        facts.set("fps", fps.to_le_bytes().to_vec());
        facts.set("trailing", std::mem::take(&mut self.trailing));
        let version = self.tree.version.to_string();
        facts.set("hollow", write::to_bytes(&hollow(self.tree))?);
        let clip = Clip {
            name: CString::from(clip_name(input.name())),
            length: Some((f64::from(count.saturating_sub(1)) / fps) as f32),
            fps: Some(fps as f32),
            tracks: maker.tracks,
            triggers: Vec::new(),
        };
        let source = Source {
            name: input.name().to_owned(),
            format: "horde3d.animation".to_owned(),
            version,
            file: Some(input.bytes.clone()),
            facts,
        };
        Ok((clip, source))
    }
}

/// Whether an entity leaves its node where it is.
fn rests(entity: &Entity) -> bool {
    const NEAR: f32 = 1e-5;
    let near = |a: f32, b: f32| (a - b).abs() <= NEAR;
    entity.frames.iter().all(|frame| {
        let Trs {
            translation,
            rotation,
            scale,
        } = transform(&frame);
        translation.iter().all(|one| near(*one, 0.0))
            && scale.iter().all(|one| near(*one, 1.0))
            && near(rotation[3].abs(), 1.0)
    })
}

fn transform(frame: &Frame) -> Trs {
    let Frame {
        rotation,
        translation,
        scale,
    } = *frame;
    Trs {
        translation: [translation.x, translation.y, translation.z],
        rotation: [rotation.x, rotation.y, rotation.z, rotation.w],
        scale: [scale.x, scale.y, scale.z],
    }
}

/// The clip without frames and weights.
fn hollow(tree: Animation) -> Animation {
    let entities = tree.entities.into_iter().map(|entity| Entity {
        compressed: entity.compressed.map(|_| Bool::FALSE),
        frames: Packed::default(),
        morph_tracks: entity.morph_tracks.map(|tracks| {
            let tracks = tracks.into_iter().map(|track| MorphTrack {
                compressed: Bool::FALSE,
                weights: Packed::default(),
                ..track
            });
            tracks.collect()
        }),
        ..entity
    });
    Animation {
        frame_count: 0,
        entities: entities.collect(),
        ..tree
    }
}

struct Maker {
    /// Times by the number of keys.
    times: BTreeMap<usize, Arc<[f32]>>,
    fps: f64,
    interpolation: Interpolation,
    tracks: Vec<Track>,
    /// Bytes that may still be made.
    left: usize,
}

impl Maker {
    fn times(&mut self, count: usize) -> Arc<[f32]> {
        let fps = self.fps;
        let times = self.times.entry(count).or_insert_with(|| {
            let times = (0..count).map(|frame| (frame as f64 / fps) as f32);
            times.collect()
        });
        Arc::clone(times)
    }

    fn charge(&mut self, bytes: usize) -> Result<()> {
        let left = self.left.checked_sub(bytes);
        self.left = left.ok_or_else(|| {
            let message = "too many nodes have the name of one entity";
            Error::new(Kind::Limit, message)
        })?;
        Ok(())
    }

    fn add(&mut self, node: usize, path: Path, values: Vec<f32>, width: usize) {
        let times = self.times(values.len().checked_div(width).unwrap_or_default());
        self.tracks.push(Track {
            node,
            path,
            times,
            values,
            interpolation: self.interpolation,
            weight: None,
        });
    }

    /// Tracks of the poses of some nodes. Frames that are all equal become one key.
    fn frames(&mut self, nodes: &[usize], frames: &Packed<Frame>) -> Result<()> {
        let bytes = frames.to_endian(Endian::Little).bytes().clone();
        let (rows, _) = bytes.as_chunks::<40>();
        let rows = match rows {
            [first, rest @ ..] if rest.iter().all(|row| row == first) => &rows[..1],
            rows => rows,
        };
        if rows.is_empty() {
            return Ok(());
        }
        for node in nodes {
            self.charge(size_of_val(rows))?;
            for (path, from, width) in [
                (Path::Translation, 4, 3),
                (Path::Rotation, 0, 4),
                (Path::Scale, 7, 3),
            ] {
                let mut values = Vec::with_capacity(rows.len() * width);
                for row in rows {
                    let (numbers, _) = row.as_chunks::<4>();
                    let numbers = numbers[from..from + width].iter();
                    values.extend(numbers.map(|number| f32::from_le_bytes(*number)));
                }
                self.add(*node, path, values, width);
            }
        }
        Ok(())
    }

    /// Tracks of the weights of morph targets; `false` where a node has other targets than the entity.
    fn weights(
        &mut self,
        nodes: &[usize],
        entity: &Entity,
        count: u32,
        scene: &Scene,
    ) -> Result<bool> {
        let tracks = entity.morph_tracks.as_deref().unwrap_or_default();
        if tracks.is_empty() {
            return Ok(true);
        }
        let mut is_held = false;
        for node in nodes {
            let mesh = scene.nodes[*node].mesh;
            let targets = mesh.map_or(&[][..], |mesh| &scene.meshes[mesh].targets);
            let place = |name: &FixedString<256>| {
                let is_it =
                    |target: &crate::scene::MorphTarget| target.name.as_bytes() == name.as_bytes();
                targets.iter().position(is_it)
            };
            let places: Option<Vec<usize>> =
                tracks.iter().map(|track| place(&track.name)).collect();
            let Some(places) = places.filter(|places| {
                let mut sorted = places.clone();
                sorted::ascending(&mut sorted);
                sorted.is_sorted_by(|a, b| a < b)
            }) else {
                continue;
            };
            let full = tracks.iter().any(|track| !is_set(track.compressed));
            let (width, rows) = (targets.len(), if full { count as usize } else { 1 });
            self.charge(rows.saturating_mul(width).saturating_mul(4))?;
            let mut values = vec![0.0; rows * width];
            for (track, place) in tracks.iter().zip(places) {
                let weights: Vec<f32> = track.weights.iter().collect();
                for (row, value) in values.chunks_exact_mut(width).enumerate() {
                    let weight = weights.get(row).or(weights.last());
                    value[place] = weight.copied().unwrap_or_default();
                }
            }
            if rows > 0 {
                self.add(*node, Path::Weights, values, width);
                is_held = true;
            }
        }
        Ok(is_held)
    }
}

/// The name of a clip: that of its file, which may have dots.
fn clip_name(file: &str) -> &str {
    strip_extension(file, "anim").unwrap_or(file)
}
