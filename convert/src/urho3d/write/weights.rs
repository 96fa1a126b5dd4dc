//! Which bones move each vertex, and how much.

use super::limit::NO_BONE;
use crate::{
    Code, Report,
    scene::{Column, Semantic, Stream},
};

/// Four bones of each vertex and their weights, which add up to 1.
pub(super) struct Influences {
    pub(super) bones: Vec<[u32; 4]>,
    pub(super) weights: Vec<[f32; 4]>,
}

/// One bone for all vertices.
pub(super) fn rigid(count: usize, bone: u32) -> Influences {
    Influences {
        bones: vec![[bone, NO_BONE, NO_BONE, NO_BONE]; count],
        weights: vec![[1.0, 0.0, 0.0, 0.0]; count],
    }
}

/// The strongest `most` influences of each vertex, strongest first. `joints` takes the place of the stream's own first set;
/// `bones` are those of the skin's joints.
pub(super) fn influences(
    stream: &Stream,
    joints: Option<&Column>,
    bones: &[u32],
    most: usize,
    report: &mut Report,
) -> Option<Influences> {
    let sets = sets(stream, joints);
    if sets.is_empty() {
        return None;
    }
    let mut found = Influences {
        bones: Vec::with_capacity(stream.count),
        weights: Vec::with_capacity(stream.count),
    };
    let mut said = Said::default();
    let mut all = Vec::with_capacity(sets.len() * 4);
    for vertex in 0..stream.count {
        all.clear();
        for (joints, weights) in &sets {
            let pairs = joint_at(joints, vertex)
                .into_iter()
                .zip(weight_at(weights, vertex));
            for (joint, weight) in pairs {
                match bones.get(joint as usize) {
                    Some(bone) if weight > 0.0 && weight.is_finite() => {
                        add(&mut all, *bone, weight, &mut said)
                    }
                    _ if weight == 0.0 => {}
                    _ => said.wrong += 1,
                }
            }
        }
        let (bones, weights) = strongest(&mut all, most.clamp(1, 4), bones[0], &mut said);
        found.bones.push(bones);
        found.weights.push(weights);
    }
    said.tell(report);
    Some(found)
}

/// How many vertices lost what.
#[derive(Default)]
struct Said {
    dropped: usize,
    wrong: usize,
    doubled: usize,
    none: usize,
    scaled: usize,
}

impl Said {
    fn tell(&self, report: &mut Report) {
        let place = "vertices";
        report.add_many(
            Code::C134,
            self.dropped,
            place,
            "the weakest influences are dropped",
        );
        report.add_many(Code::C140, self.wrong, place, "a joint or a weight is none");
        report.add_many(Code::C141, self.doubled, place, "a joint is named twice");
        report.add_many(Code::C142, self.none, place, "no weight");
        report.add_many(Code::C143, self.scaled, place, "the sum is not 1");
    }
}

fn add(all: &mut Vec<(u32, f32)>, bone: u32, weight: f32, said: &mut Said) {
    match all.iter_mut().find(|(known, _)| *known == bone) {
        Some((_, sum)) => {
            *sum += weight;
            said.doubled += 1;
        }
        None => all.push((bone, weight)),
    }
}

fn strongest(
    all: &mut Vec<(u32, f32)>,
    most: usize,
    first: u32,
    said: &mut Said,
) -> ([u32; 4], [f32; 4]) {
    all.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
    if all
        .get(most)
        .is_some_and(|(_, weight)| *weight > 1.0 / 255.0)
    {
        said.dropped += 1;
    }
    let was_cut = all.len() > most;
    all.truncate(most);
    let sum: f64 = all.iter().map(|(_, weight)| f64::from(*weight)).sum();
    let (mut bones, mut weights) = ([NO_BONE; 4], [0.0; 4]);
    if sum < 1e-6 {
        said.none += 1;
        (bones[0], weights[0]) = (first, 1.0);
        return (bones, weights);
    }
    let is_whole = (sum - 1.0).abs() <= 1e-6;
    said.scaled += usize::from(!is_whole && !was_cut);
    for (place, (bone, weight)) in all.iter().enumerate() {
        bones[place] = *bone;
        weights[place] = if is_whole {
            *weight
        } else {
            (f64::from(*weight) / sum) as f32
        };
    }
    (bones, weights)
}

/// Joints and weights of all sets that have both.
fn sets<'a>(stream: &'a Stream, joints: Option<&'a Column>) -> Vec<(&'a Column, &'a Column)> {
    let set = |set: u8| {
        let own = joints.filter(|_| set == 0);
        let joints = own.or_else(|| stream.get(&Semantic::Joints, set))?;
        let weights = stream.get(&Semantic::Weights, set)?;
        let is_known = matches!(joints, Column::U8x4(_) | Column::U16x4(_))
            && matches!(weights, Column::Vec4(_) | Column::Unorm8x4(_));
        is_known.then_some((joints, weights))
    };
    (0..=u8::MAX).map_while(set).collect()
}

fn joint_at(column: &Column, vertex: usize) -> [u32; 4] {
    match column {
        Column::U8x4(joints) => joints[vertex].map(u32::from),
        Column::U16x4(joints) => joints[vertex].map(u32::from),
        _ => [0; 4],
    }
}

fn weight_at(column: &Column, vertex: usize) -> [f32; 4] {
    match column {
        Column::Vec4(weights) => weights[vertex],
        Column::Unorm8x4(weights) => weights[vertex].map(|weight| f32::from(weight) / 255.0),
        _ => [0.0; 4],
    }
}
