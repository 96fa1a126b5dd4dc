//! Clips.

use std::collections::BTreeMap;

use formwork_formats::urho3d::{
    Animation,
    animation::{
        ChannelWeights, Channels, Dialect, Interpolation as Between, Tangent, Track as BoneTrack,
        VariantKeyframe, VariantTrack, Version,
    },
    variant::VariantValue,
};
use formwork_schema::{CString, Result};

use super::{
    fold::{Link, chain, fold},
    hosts::Hosts,
    names::Unique,
    skeleton::Skeleton,
    tree::Tree,
    vertices::Maker,
};
use crate::{
    Code, Report, Scene,
    error::invalid,
    scene::{Clip, Interpolation, Path, Track},
    urho3d::{
        bake,
        curve::{Curve, constant, is_constant, width},
        keys,
        read::channels_of,
        target::Flavour,
    },
};

/// What a clip becomes: that of bones, and that of nodes that are none.
pub(super) struct Clips {
    pub(super) bones: Option<Animation>,
    pub(super) nodes: Option<Animation>,
}

pub(super) struct Writer<'a> {
    pub(super) scene: &'a Scene,
    pub(super) tree: &'a Tree,
    /// What nodes are called.
    pub(super) names: &'a [CString],
    pub(super) skeleton: &'a Skeleton,
    /// Whether there are nodes besides bones that can be moved.
    pub(super) has_nodes: bool,
    pub(super) hosts: &'a Hosts,
    pub(super) maker: &'a Maker<'a>,
    pub(super) report: &'a mut Report,
}

impl Writer<'_> {
    pub(super) fn clip(&mut self, clip: &Clip) -> Result<Clips> {
        let mut of_node: BTreeMap<usize, Vec<&Track>> = BTreeMap::new();
        for track in &clip.tracks {
            of_node.entry(track.node).or_default().push(track);
        }
        let last = clip
            .tracks
            .iter()
            .filter_map(|track| track.times.last())
            .copied();
        let length = clip.length.unwrap_or_else(|| last.fold(0.0, f32::max));
        let (mut bones, mut nodes, mut variants) = (Vec::new(), Vec::new(), Vec::new());
        let mut names = Unique::new(self.maker.folds_case, Code::C315);
        let chain = chain(self.skeleton, self.tree, &of_node);
        if let Some(root) = chain.first().filter(|_| chain.len() > 1) {
            of_node.entry(root.node).or_default();
        }
        for node in self.tree.order.clone() {
            let Some(tracks) = of_node.get(&node) else {
                continue;
            };
            let (weights, tracks): (Vec<&Track>, Vec<&Track>) =
                tracks.iter().partition(|it| it.path == Path::Weights);
            for track in weights {
                self.weights(node, track, &mut variants);
            }
            let is_above = chain.iter().skip(1).any(|above| above.node == node);
            let is_root = chain.first().is_some_and(|root| root.node == node);
            if is_above || tracks.is_empty() && !is_root {
                continue;
            }
            if let Some(bone) = self.skeleton.of_node.get(&node) {
                let name = self.skeleton.bones[*bone].name.clone();
                let chain = if is_root { &chain[..] } else { &[] };
                bones.extend(self.track(name, node, &tracks, chain, length)?);
            } else if !self.tree.carries[node] {
                // Joints alone move the mesh.
            } else {
                if !self.has_nodes {
                    let name = self.names[node].to_text();
                    let detail = "how it moves: the model has no such bone";
                    self.report.add(Code::C602, name, detail);
                }
                if self.maker.flavour == Flavour::Rbfx && !self.scene.meshes.is_empty() {
                    // They name nodes from the one that plays them, and are none of the model's.
                    variants.extend(tracks.iter().filter_map(|track| self.variant(node, track)));
                } else if self.has_nodes {
                    let name = names.add(&self.names[node], "Node", self.report);
                    nodes.extend(self.track(name, node, &tracks, &[], length)?);
                }
            }
        }
        let made = |tracks: Vec<BoneTrack>, variants: Vec<VariantTrack>| {
            (!tracks.is_empty() || !variants.is_empty())
                .then(|| self.animation(clip, length, tracks, variants))
                .transpose()
        };
        if self.skeleton.bones.is_empty() && self.scene.meshes.is_empty() {
            // A clip alone does not say what it moves.
            return Ok(Clips {
                bones: Some(self.animation(clip, length, nodes, variants)?),
                nodes: None,
            });
        }
        Ok(Clips {
            bones: made(bones, variants)?,
            nodes: made(nodes, Vec::new())?,
        })
    }

    fn animation(
        &self,
        clip: &Clip,
        length: f32,
        tracks: Vec<BoneTrack>,
        variants: Vec<VariantTrack>,
    ) -> Result<Animation> {
        let (version, is_numbered) = match self.maker.flavour {
            Flavour::Urho3d => (Version::new(b"UANI", 1), false),
            Flavour::Rbfx => (Version::new(b"UAN2", 4), true),
        };
        Ok(Animation {
            version: version.ok_or_else(|| invalid("no such version"))?,
            dialect: is_numbered.then_some(Dialect::CURRENT),
            name: clip.name.clone(),
            length,
            tracks,
            variant_tracks: is_numbered.then_some(variants),
        })
    }

    /// The track of a bone or a node; `None` when nothing of it is left. A root that is folded comes with all that is above it.
    fn track(
        &mut self,
        name: CString,
        node: usize,
        tracks: &[&Track],
        chain: &[Link],
        length: f32,
    ) -> Result<Option<BoneTrack>> {
        let mut curves = Vec::new();
        for track in tracks {
            let curve = Curve::of(track, width(track.path, 0));
            if curve.times.is_empty() {
                self.report.add(Code::C310, name.to_text(), "no keys");
            } else if track.path == Path::Scale && chain.is_empty() && is_one(&curve) {
                self.report.add(Code::C322, name.to_text(), "scale 1");
            } else {
                curves.push((track.path, constant(curve)));
            }
        }
        let above = chain.iter().skip(1).flat_map(|link| &link.curves);
        let all: Vec<(Path, Curve)> = curves.iter().chain(above).cloned().collect();
        if all.is_empty() {
            return Ok(None);
        }
        let mut times = bake::times(&all, self.maker.options, self.report);
        let mut sampled: Vec<(Path, Vec<f32>)> = curves
            .iter()
            .map(|(path, curve)| (*path, bake::sample(curve, &times)))
            .collect();
        if !chain.is_empty() {
            sampled = fold(chain, &times, self.scene, self.report);
        }
        self.ends(&mut times, &mut sampled, length);
        let mut channels = Channels::empty();
        let whole: Vec<Track> = sampled
            .into_iter()
            .map(|(path, values)| {
                channels |= channels_of()
                    .into_iter()
                    .find(|(_, own)| *own == path)
                    .map_or(Channels::empty(), |it| it.0);
                Track {
                    node,
                    path,
                    times: times.as_slice().into(),
                    values,
                    interpolation: Interpolation::Linear,
                    weight: None,
                }
            })
            .collect();
        let whole: Vec<&Track> = whole.iter().collect();
        let keyframes = keys::pack(&whole, channels, self.maker.frame).map_err(invalid)?;
        let weight = |path: Path| {
            let own = tracks.iter().find(|track| track.path == path);
            own.and_then(|track| track.weight).unwrap_or(1.0)
        };
        let weights = ChannelWeights {
            position: weight(Path::Translation),
            rotation: weight(Path::Rotation),
            scale: weight(Path::Scale),
        };
        let is_rbfx = self.maker.flavour == Flavour::Rbfx;
        if !is_rbfx
            && tracks
                .iter()
                .any(|track| track.weight.is_some_and(|weight| weight != 1.0))
        {
            self.report.add(Code::C711, name.to_text(), "its weight");
        }
        Ok(Some(BoneTrack {
            name,
            channels,
            weight: None,
            weights: is_rbfx.then_some(weights),
            base: None,
            keyframes,
        }))
    }

    /// What the engine does before the first key and after the last one is what a scene does.
    fn ends(&self, times: &mut Vec<f32>, sampled: &mut [(Path, Vec<f32>)], length: f32) {
        let options = self.maker.options;
        let is_rbfx = self.maker.flavour == Flavour::Rbfx;
        if times.len() > 1 && times[0] > 0.0 && !is_rbfx && !options.no_start_key {
            times.insert(0, 0.0);
            for (path, values) in &mut *sampled {
                let first = values[..width(*path, 0)].to_vec();
                values.splice(..0, first);
            }
        }
        let last = times.last().copied().unwrap_or_default();
        if options.close_loop && times.len() > 1 && last < length {
            times.push(length);
            for (path, values) in sampled {
                let first = values[..width(*path, 0)].to_vec();
                values.extend(first);
            }
        }
    }

    /// The names of nodes down to one.
    fn address(&self, node: usize) -> Vec<u8> {
        let mut names: Vec<&[u8]> = Vec::new();
        for node in self.tree.upwards(node) {
            names.push(self.names[node].as_bytes());
            if let Some(above) = self.hosts.above(node) {
                names.extend(above);
                break;
            }
        }
        names.reverse();
        names.join(&b'/')
    }

    /// A track of a node that is no bone; rbfx only.
    fn variant(&self, node: usize, track: &Track) -> Option<VariantTrack> {
        let attribute: &[u8] = match track.path {
            Path::Translation => b"/@/Position",
            Path::Rotation => b"/@/Rotation",
            Path::Scale => b"/@/Scale",
            Path::Weights => return None,
        };
        let frame = self.maker.frame;
        let value = |numbers: &[f32]| match (track.path, numbers) {
            (Path::Translation, [x, y, z]) => VariantValue::Vector3(frame.vector_out([*x, *y, *z])),
            (Path::Scale, [x, y, z]) => VariantValue::Vector3([*x, *y, *z].into()),
            (_, [x, y, z, w]) => VariantValue::Quaternion(frame.rotation_out([*x, *y, *z, *w])),
            _ => VariantValue::Float(0.0),
        };
        let name = [&self.address(node)[..], attribute].concat();
        let curve = Curve::of(track, width(track.path, 0));
        let kind = if track.path == Path::Rotation {
            QUATERNION
        } else {
            VECTOR3
        };
        (!curve.times.is_empty()).then(|| variant(name, kind, &curve, track.weight, value))
    }

    /// The weights of morph targets: rbfx only.
    fn weights(&mut self, node: usize, track: &Track, variants: &mut Vec<VariantTrack>) {
        let own = &self.scene.nodes[node];
        if self.maker.flavour != Flavour::Rbfx {
            self.report
                .add(Code::C330, own.name.to_text(), "weights of morph targets");
            return;
        }
        let targets = own
            .mesh
            .map_or(&[][..], |mesh| &self.scene.meshes[mesh].targets);
        let all = Curve::of(track, targets.len());
        let value =
            |numbers: &[f32]| VariantValue::Float(numbers.first().copied().unwrap_or_default());
        for (place, target) in targets.iter().enumerate() {
            let values = all
                .values
                .chunks_exact(targets.len())
                .map(|values| values[place]);
            let curve = Curve {
                values: values.collect(),
                width: 1,
                ..all.clone()
            };
            let (host, number) = match self.hosts.component(node) {
                Some((host, number)) => (host.to_vec(), number),
                None => (self.address(node), 0),
            };
            let component = format!("/@AnimatedModel#{number}/Morphs/");
            let name = [&host, component.as_bytes(), target.name.as_bytes()];
            variants.push(variant(name.concat(), FLOAT, &curve, track.weight, value));
        }
    }
}

const FLOAT: u8 = 3;
const VECTOR3: u8 = 5;
/// As numbered since 2026-02-23.
const QUATERNION: u8 = 9;

fn variant(
    name: Vec<u8>,
    kind: u8,
    curve: &Curve,
    weight: Option<f32>,
    value: impl Fn(&[f32]) -> VariantValue,
) -> VariantTrack {
    let keys = curve
        .times
        .iter()
        .enumerate()
        .map(|(place, time)| VariantKeyframe {
            time: *time,
            value: value(curve.value(place)),
        });
    let is_cubic = curve.interpolation == Interpolation::Cubic;
    // The engine's slopes count per interval, a scene's per second.
    let scaled = |place: usize, part: usize, by: f32| {
        let slopes: Vec<f32> = curve
            .part(place, part)
            .iter()
            .map(|slope| slope * by)
            .collect();
        value(&slopes)
    };
    let tangents = (0..curve.times.len()).map(|place| {
        let (before, after) = Curve::intervals(&curve.times, place);
        Tangent {
            incoming: scaled(place, 0, before),
            outgoing: scaled(place, 2, after),
        }
    });
    VariantTrack {
        name: name.into(),
        kind,
        interpolation: match curve.interpolation {
            Interpolation::Step => Between::NONE,
            Interpolation::Linear => Between::LINEAR,
            Interpolation::Cubic => Between::TANGENT_SPLINE,
        },
        spline_tension: 0.5,
        weight: Some(weight.unwrap_or(1.0)),
        base: None,
        keyframes: keys.collect(),
        tangents: is_cubic.then(|| tangents.collect()),
    }
}

fn is_one(curve: &Curve) -> bool {
    let mut values = (0..curve.times.len()).flat_map(|place| curve.value(place));
    let is_flat = curve.interpolation != Interpolation::Cubic || is_constant(curve);
    is_flat && values.all(|value| (value - 1.0).abs() <= 1e-6)
}
