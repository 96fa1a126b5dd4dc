//! Joints and weights as glTF allows them.

use std::borrow::Cow;

use crate::{Code, scene::Column};

/// All sets of joints and weights of one stream.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::gltf) struct Influences<'a> {
    /// By set: bytes where all joints fit, else 16 bits.
    pub joints: Vec<Cow<'a, Column>>,
    /// By set.
    pub weights: Vec<Cow<'a, Column>>,
    /// What changed, and at how many vertices.
    pub losses: Vec<(Code, usize)>,
}

/// Sets that are kept.
const SETS: usize = 4;

/// How far from 1 a sum in 32 bits may be: validators grant 2e-7 for each weight.
const SETTLED: f32 = 1.2e-7;

/// One vertex: slots of a joint and a weight.
type Row = [(u16, f64); 4 * SETS];

/// Mends the influences on each vertex of a skin with `joint_count` joints. Vertices that `used` does not name are made valid
/// without being counted.
pub(in crate::gltf) fn weights<'a>(
    joints: &[&'a Column],
    weights: &[&'a Column],
    joint_count: usize,
    used: Option<&[bool]>,
) -> Influences<'a> {
    let sets = joints.len().min(weights.len()).min(SETS);
    if let ([Column::U8x4(of_joints)], [Column::Vec4(of_weights)]) = (joints, weights)
        && joint_count <= 256
        && of_joints
            .iter()
            .zip(of_weights)
            .all(|(joints, weights)| is_valid(joints.map(u16::from), *weights, joint_count))
    {
        return Influences {
            joints: vec![Cow::Borrowed(joints[0])],
            weights: vec![Cow::Borrowed(weights[0])],
            losses: Vec::new(),
        };
    }
    let count = joints.first().map_or(0, |column| column.len());
    let mut mended = vec![(Vec::with_capacity(count), Vec::with_capacity(count)); sets];
    let mut counts = [0_usize; 5];
    let mut row: Row = [(0, 0.0); 4 * SETS];
    for vertex in 0..count {
        // Most need nothing.
        if let ([of_joints], [Column::Vec4(of_weights)], [(to_joints, to_weights)]) =
            (joints, weights, &mut *mended)
            && let (joints, weights) = (joint(of_joints, vertex), of_weights[vertex])
            && is_valid(joints, weights, joint_count)
        {
            to_joints.push(joints);
            to_weights.push(weights);
            continue;
        }
        for set in 0..sets {
            let (joint, weight) = (joint(joints[set], vertex), weight(weights[set], vertex));
            for slot in 0..4 {
                row[4 * set + slot] = (joint[slot], weight[slot]);
            }
        }
        let row = &mut row[..4 * sets];
        let is_used = used.is_none_or(|used| used.get(vertex).copied().unwrap_or(false));
        if !is_used {
            spread(row, joint_count);
        }
        let changed = mend(row, joint_count);
        if is_used {
            for (count, changed) in counts.iter_mut().zip(changed) {
                *count += usize::from(changed);
            }
        }
        let (rows, _) = row.as_chunks::<4>();
        for ((joints, weights), [a, b, c, d]) in mended.iter_mut().zip(rows) {
            joints.push([a.0, b.0, c.0, d.0]);
            weights.push([a.1 as f32, b.1 as f32, c.1 as f32, d.1 as f32]);
        }
    }
    let codes = [Code::C140, Code::C141, Code::C142, Code::C143, Code::C144];
    let losses = codes.into_iter().zip(counts).filter(|loss| loss.1 > 0);
    let columns = mended.into_iter().map(|(joints, weights)| {
        let joints = joint_column(joints, joint_count);
        (Cow::Owned(joints), Cow::Owned(Column::Vec4(weights)))
    });
    let (joints, weights) = columns.unzip();
    Influences {
        joints,
        weights,
        losses: losses.collect(),
    }
}

/// Whether one vertex is as glTF asks for.
fn is_valid(joints: [u16; 4], weights: [f32; 4], joint_count: usize) -> bool {
    let mut sum = 0.0;
    for (place, weight) in weights.into_iter().enumerate() {
        sum += weight;
        if weight == 0.0 {
            if joints[place] != 0 {
                return false;
            }
            continue;
        }
        let joint = joints[place];
        let is_again = || {
            joints[..place]
                .iter()
                .zip(weights)
                .any(|it| *it.0 == joint && it.1 != 0.0)
        };
        if weight.is_nan() || weight < 0.0 || usize::from(joint) >= joint_count || is_again() {
            return false;
        }
    }
    (sum - 1.0).abs() <= SETTLED
}

fn joint_column(rows: Vec<[u16; 4]>, joint_count: usize) -> Column {
    if joint_count > 256 {
        return Column::U16x4(rows);
    }
    let narrow = |[a, b, c, d]: [u16; 4]| [a as u8, b as u8, c as u8, d as u8];
    Column::U8x4(rows.into_iter().map(narrow).collect())
}

fn joint(column: &Column, vertex: usize) -> [u16; 4] {
    match column {
        Column::U8x4(rows) | Column::Unorm8x4(rows) => rows[vertex].map(u16::from),
        Column::U16x4(rows) => rows[vertex],
        _ => [0; 4],
    }
}

fn weight(column: &Column, vertex: usize) -> [f64; 4] {
    match column {
        Column::Vec4(rows) => rows[vertex].map(f64::from),
        Column::Unorm8x4(rows) | Column::U8x4(rows) => {
            rows[vertex].map(|weight| f64::from(weight) / 255.0)
        }
        _ => [1.0, 0.0, 0.0, 0.0],
    }
}

/// Gives different joints to a vertex that nobody draws and whose joints another mapping of bones means.
fn spread(row: &mut [(u16, f64)], joint_count: usize) {
    let valid = |(place, slot): (usize, &(u16, f64))| {
        slot.1 == 0.0
            || usize::from(slot.0) < joint_count
                && !row[..place].iter().any(|it| it.1 != 0.0 && it.0 == slot.0)
    };
    if !row.iter().enumerate().all(valid) && joint_count >= row.len() {
        for (place, slot) in row.iter_mut().enumerate() {
            slot.0 = place as u16;
        }
    }
}

/// What happened to one vertex: C140 to C144.
fn mend(row: &mut [(u16, f64)], joint_count: usize) -> [bool; 5] {
    let mut changed = [false; 5];
    for slot in &mut *row {
        if slot.1 == 0.0 {
            continue;
        }
        if usize::from(slot.0) >= joint_count || !slot.1.is_finite() || slot.1 < 0.0 {
            *slot = (0, 0.0);
            changed[0] = true;
        }
    }
    for place in 1..row.len() {
        let (before, rest) = row.split_at_mut(place);
        let slot = &mut rest[0];
        if slot.1 == 0.0 {
            continue;
        }
        if let Some(same) = before.iter_mut().find(|it| it.1 > 0.0 && it.0 == slot.0) {
            same.1 += slot.1;
            *slot = (0, 0.0);
            changed[1] = true;
        }
    }
    let sum: f64 = row.iter().map(|slot| slot.1).sum();
    if sum < 1e-6 {
        row.fill((0, 0.0));
        row[0].1 = 1.0;
        changed[2] = true;
        return changed;
    }
    if (sum - 1.0).abs() > 1e-6 {
        changed[3] = true;
        for slot in &mut *row {
            slot.1 /= sum;
        }
    }
    for slot in &mut *row {
        slot.1 = f64::from(slot.1 as f32);
        // What is nothing in 32 bits has no joint.
        if slot.1 == 0.0 && slot.0 != 0 {
            slot.0 = 0;
            changed[4] = true;
        }
    }
    settle(row);
    changed
}

/// Lets the sum in 32 bits be 1, as nearly as validators ask.
fn settle(row: &mut [(u16, f64)]) {
    let sum = row.iter().fold(0.0, |sum, slot| sum + slot.1 as f32);
    let rest = 1.0 - sum;
    if rest.abs() <= SETTLED {
        return;
    }
    let largest = row.iter_mut().max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some(slot) = largest {
        slot.1 = f64::from(slot.1 as f32 + rest);
    }
}
