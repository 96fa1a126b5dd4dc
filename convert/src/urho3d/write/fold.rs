//! Roots of skeletons with what is above them.

use std::collections::BTreeMap;

use glam::DMat4;

use super::{skeleton::Skeleton, tree::Tree};
use crate::{
    Code, Report, Scene, math,
    scene::{Path, Track, Trs},
    urho3d::{
        bake,
        curve::{Curve, constant, width},
    },
};

/// A root that is folded, or a node above it, and how it moves.
pub(super) struct Link {
    pub(super) node: usize,
    pub(super) curves: Vec<(Path, Curve)>,
}

/// The root with all nodes above it, where these become a part of it; empty where nothing of them moves.
pub(super) fn chain(
    skeleton: &Skeleton,
    tree: &Tree,
    of_node: &BTreeMap<usize, Vec<&Track>>,
) -> Vec<Link> {
    let Some((root, _)) = skeleton.folded else {
        return Vec::new();
    };
    let link = |node: usize| {
        let tracks = of_node.get(&node).into_iter().flatten();
        let tracks = tracks.filter(|track| track.path != Path::Weights);
        let curves = tracks.map(|track| {
            let curve = Curve::of(track, width(track.path, 0));
            (track.path, curve)
        });
        let curves = curves.filter(|(_, curve)| !curve.times.is_empty());
        Link {
            node,
            curves: curves
                .map(|(path, curve)| (path, constant(curve)))
                .collect(),
        }
    };
    let chain: Vec<Link> = tree.upwards(root).map(link).collect();
    if chain.iter().all(|link| link.curves.is_empty()) {
        return Vec::new();
    }
    chain
}

/// How a root moves together with what is above it.
pub(super) fn fold(
    chain: &[Link],
    times: &[f32],
    scene: &Scene,
    report: &mut Report,
) -> Vec<(Path, Vec<f32>)> {
    let mut placed = vec![DMat4::IDENTITY; times.len()];
    for link in chain {
        let rest = scene.nodes[link.node].transform;
        let sampled: Vec<(Path, Vec<f32>)> = link
            .curves
            .iter()
            .map(|(path, curve)| (*path, bake::sample(curve, times)))
            .collect();
        for (place, below) in placed.iter_mut().enumerate() {
            *below = math::matrix(&at(&sampled, place, rest)) * *below;
        }
    }
    let mut folded =
        [Path::Translation, Path::Rotation, Path::Scale].map(|path| (path, Vec::new()));
    let mut sheared = 0;
    for matrix in placed {
        let (found, is_exact) = math::decompose(matrix);
        sheared += usize::from(!is_exact);
        folded[0].1.extend(found.translation);
        folded[1].1.extend(found.rotation);
        folded[2].1.extend(found.scale);
    }
    let detail = "sheared by what is above the root";
    report.add_many(Code::C212, sheared, "keys", detail);
    if chain.iter().skip(1).any(|link| !link.curves.is_empty()) {
        let detail = "of the nodes above the root, together with its own";
        report.add_many(Code::C321, times.len(), "keys", detail);
    }
    folded.into()
}

/// Where a node is at one of the times.
fn at(sampled: &[(Path, Vec<f32>)], place: usize, rest: Trs) -> Trs {
    let values = |path: Path| {
        let (_, values) = sampled.iter().find(|(own, _)| *own == path)?;
        let wide = width(path, 0);
        values.get(place * wide..(place + 1) * wide)
    };
    let triple = |path: Path, rest: [f32; 3]| {
        values(path)
            .and_then(|it| it.try_into().ok())
            .unwrap_or(rest)
    };
    Trs {
        translation: triple(Path::Translation, rest.translation),
        rotation: values(Path::Rotation)
            .and_then(|it| it.try_into().ok())
            .unwrap_or(rest.rotation),
        scale: triple(Path::Scale, rest.scale),
    }
}
