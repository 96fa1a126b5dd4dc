//! Joints and weights of vertices in the four bytes of Horde3D.

use crate::{
    math::quantize_weights,
    scene::{Column, Semantic, Stream},
};

/// Vertices that nothing moves follow the identity.
pub(super) const RIGID: ([u8; 4], [u8; 4]) = ([0; 4], [255, 0, 0, 0]);

/// What was lost, in vertices.
#[derive(Default)]
pub(super) struct Lost {
    /// More joints than there may be.
    pub(super) dropped: usize,
    /// Weights that 8 bits do not hold.
    pub(super) rounded: usize,
    /// Joints that are not there.
    pub(super) unknown: usize,
    /// No joint at all.
    pub(super) unweighted: usize,
}

/// The joints and weights of a stream, all sets of them.
pub(super) struct Influences<'a> {
    sets: Vec<(&'a Column, &'a Column)>,
    /// Entries of the joint table by joints of the skin.
    entries: &'a [u8],
    most: usize,
}

impl<'a> Influences<'a> {
    /// `joints` stand in for those of the stream's first set.
    pub(super) fn new(
        stream: &'a Stream,
        joints: Option<&'a Column>,
        entries: &'a [u8],
        most: usize,
    ) -> Self {
        let set = |set: u8| {
            let own = stream.get(&Semantic::Joints, set);
            let own = if set == 0 { joints.or(own) } else { own };
            Some((own?, stream.get(&Semantic::Weights, set)?))
        };
        Self {
            sets: (0..=u8::MAX).map_while(set).collect(),
            entries,
            most: most.clamp(1, 4),
        }
    }

    /// Of one vertex: entries of the table, and weights of sum 255.
    pub(super) fn at(&self, vertex: usize, lost: &mut Lost) -> ([u8; 4], [u8; 4]) {
        if let [(joints, Column::Unorm8x4(weights))] = &self.sets[..]
            && self.most == 4
            && let Some(found) = self.stored(joint(joints, vertex), weights[vertex])
        {
            return found;
        }
        let mut all: Vec<(u32, f32)> = Vec::with_capacity(4 * self.sets.len());
        for (joints, weights) in &self.sets {
            let pairs = joint(joints, vertex)
                .into_iter()
                .zip(weight(weights, vertex));
            all.extend(pairs.filter(|(_, weight)| *weight > 0.0 && weight.is_finite()));
        }
        let before = all.len();
        all.retain(|(joint, _)| (*joint as usize) < self.entries.len());
        lost.unknown += usize::from(all.len() < before);
        all.sort_by_key(|(joint, _)| *joint);
        all.dedup_by(|again, first| {
            let is_same = again.0 == first.0;
            if is_same {
                first.1 += again.1;
            }
            is_same
        });
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        let sum: f64 = all.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let dropped: f64 = all
            .iter()
            .skip(self.most)
            .map(|(_, weight)| f64::from(*weight))
            .sum();
        lost.dropped += usize::from(dropped > sum / 255.0);
        all.truncate(self.most);
        let kept: f64 = all.iter().map(|(_, weight)| f64::from(*weight)).sum();
        if kept < 1e-6 {
            lost.unweighted += usize::from(before == 0);
            return RIGID;
        }
        let mut entries = [0; 4];
        let mut weights = [0.0; 4];
        for ((entry, weight), (joint, own)) in entries.iter_mut().zip(&mut weights).zip(&all) {
            *entry = self.entries[*joint as usize];
            *weight = (f64::from(*own) / kept) as f32;
        }
        let bytes = quantize_weights(weights);
        let is_rounded = weights
            .iter()
            .zip(bytes)
            .any(|(weight, byte)| (weight * 255.0 - f32::from(byte)).abs() > 1e-3);
        lost.rounded += usize::from(is_rounded);
        (entries, bytes)
    }

    /// Bytes as they are, where their joints are there and they are nearly of sum 255.
    fn stored(&self, joints: [u32; 4], weights: [u8; 4]) -> Option<([u8; 4], [u8; 4])> {
        let sum: u32 = weights.iter().map(|weight| u32::from(*weight)).sum();
        let mut entries = [0; 4];
        for ((entry, joint), weight) in entries.iter_mut().zip(joints).zip(weights) {
            if weight > 0 {
                *entry = *self.entries.get(joint as usize)?;
            }
        }
        (252..=255).contains(&sum).then_some((entries, weights))
    }
}

fn joint(column: &Column, vertex: usize) -> [u32; 4] {
    match column {
        Column::U8x4(values) => values[vertex].map(u32::from),
        Column::U16x4(values) => values[vertex].map(u32::from),
        _ => [0; 4],
    }
}

fn weight(column: &Column, vertex: usize) -> [f32; 4] {
    match column {
        Column::Vec4(values) => values[vertex],
        Column::Unorm8x4(values) => values[vertex].map(|byte| f32::from(byte) / 255.0),
        _ => [0.0; 4],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Attribute;

    fn stream(joints: Column, weights: Column) -> Stream {
        let attribute = |semantic, values| Attribute {
            semantic,
            set: 0,
            values,
        };
        Stream {
            count: 1,
            attributes: vec![
                attribute(Semantic::Joints, joints),
                attribute(Semantic::Weights, weights),
            ],
        }
    }

    #[test]
    fn weights_are_rounded_to_a_sum_of_255() {
        let vertices = stream(
            Column::U16x4(vec![[2, 0, 1, 0]]),
            Column::Vec4(vec![[0.2, 0.5, 0.3, 0.0]]),
        );
        let entries = [1, 2, 3];
        let mut lost = Lost::default();
        let found = Influences::new(&vertices, None, &entries, 4).at(0, &mut lost);
        assert_eq!(found, ([1, 2, 3, 0], [128, 76, 51, 0]));
        assert_eq!((lost.dropped, lost.rounded, lost.unknown), (0, 1, 0));
        let found = Influences::new(&vertices, None, &entries, 1).at(0, &mut lost);
        assert_eq!(found, ([1, 0, 0, 0], [255, 0, 0, 0]));
        assert_eq!(lost.dropped, 1);
    }

    #[test]
    fn bytes_that_fit_stay() {
        let vertices = stream(
            Column::U8x4(vec![[1, 0, 0, 0]]),
            Column::Unorm8x4(vec![[200, 54, 0, 0]]),
        );
        let mut lost = Lost::default();
        let found = Influences::new(&vertices, None, &[1, 2], 4).at(0, &mut lost);
        assert_eq!(found, ([2, 1, 0, 0], [200, 54, 0, 0]));
    }
}
