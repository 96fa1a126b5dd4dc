//! What is wrong with the attributes of vertices, and with triangles as such.

use std::{collections::HashSet, ops::RangeInclusive};

use formwork_schema::{Diagnostics, Rule, Vec2, Vec3, Vec4};

use super::{Direction, Elements, Geometry, Joint, JointWeights, Stream, StreamKind, rules};

/// How far the length of a direction may be from 1; whole numbers lose less.
const TOLERANCE: f32 = 1e-2;
/// What weights sum up to when each of four is cut to a whole number.
const WEIGHT_SUMS: RangeInclusive<u32> = 252..=255;

impl Geometry {
    pub(super) fn diagnose_vertices(&self, seen: &mut Diagnostics) {
        for (place, _) in self
            .joints
            .iter()
            .enumerate()
            .filter(|(_, j)| !is_matrix(*j))
        {
            let message = "a bind matrix that is not finite; its vertices disappear";
            seen.add(
                &rules::NOT_FINITE_VERTEX,
                || format!("joints[{place}]"),
                message,
            );
        }
        let used = self.used();
        for (index, stream) in self.streams.iter().flatten().enumerate() {
            diagnose_stream(index, stream, &used, seen);
        }
        let has_positions = self.streams.is_some() && self.positions().is_some();
        let unused = (self.vertex_count as usize).saturating_sub(used.len());
        if has_positions && !self.indices.is_empty() && unused > 0 {
            let message = format!("{unused} vertices that no triangle uses");
            seen.add(&rules::UNUSED_VERTICES, || "vertex_count".into(), message);
        }
        self.diagnose_triangles(seen);
        self.diagnose_morph_names(seen);
    }

    /// The vertices that triangles use, in ascending order.
    fn used(&self) -> Vec<u32> {
        let exists = |index: &u32| *index < self.vertex_count;
        let mut used: Vec<u32> = self.indices.iter().filter(exists).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    fn diagnose_triangles(&self, seen: &mut Diagnostics) {
        let mut indices = self.indices.iter();
        let mut place = 0;
        while let (Some(a), Some(b), Some(c)) = (indices.next(), indices.next(), indices.next()) {
            if a == b || b == c || c == a {
                let path = || format!("indices[{place}]");
                let message = "a triangle that names a vertex twice, and draws nothing";
                seen.add(&rules::DEGENERATE_TRIANGLE, path, message);
            }
            place += 3;
        }
    }

    fn diagnose_morph_names(&self, seen: &mut Diagnostics) {
        let mut names = HashSet::new();
        for (index, target) in self.morph_targets.iter().enumerate() {
            if !names.insert(target.name.as_bytes()) {
                let path = || format!("morph_targets[{index}].name");
                let message = "a morph target of that name came before; a weight moves both";
                seen.add(&rules::REPEATED_MORPH_NAME, path, message);
            }
        }
    }
}

fn diagnose_stream(index: usize, stream: &Stream, used: &[u32], seen: &mut Diagnostics) {
    let mut add = |rule: &'static Rule, place: usize, message: &str| {
        let path = || format!("streams[{index}].elements[{place}]");
        seen.add(rule, path, message);
    };
    match &stream.elements {
        Elements::Positions(positions) => {
            for (place, _) in positions.iter().enumerate().filter(|(_, v)| !is_finite(*v)) {
                let message = "a position that is not finite; its triangles are not drawn";
                add(&rules::NOT_FINITE_VERTEX, place, message);
            }
        }
        Elements::TexCoords(coords) => {
            for (place, _) in coords.iter().enumerate().filter(|(_, v)| !is_pair(*v)) {
                let message = "a texture coordinate that is not finite";
                add(&rules::NOT_FINITE_VERTEX, place, message);
            }
        }
        Elements::Directions(directions) => {
            for (place, direction) in directions.iter().enumerate() {
                let is_used = |place| used.binary_search(&place).is_ok();
                let is_shown = u32::try_from(place).is_ok_and(is_used);
                if let Some((rule, message)) = wrong(stream.kind, direction).filter(|_| is_shown) {
                    add(rule, place, message);
                }
            }
        }
        Elements::Weights(weights) => {
            let sums = weights.iter().map(sum).enumerate();
            for (place, sum) in sums.filter(|(_, sum)| !WEIGHT_SUMS.contains(sum)) {
                let message =
                    format!("weights that sum up to {sum} of 255; the engine does not normalize");
                add(&rules::WEIGHT_SUM, place, &message);
            }
        }
        Elements::Joints(_) | Elements::Unknown(_) => {}
    }
}

/// What is wrong with a direction.
fn wrong(kind: StreamKind, direction: Direction) -> Option<(&'static Rule, &'static str)> {
    let Vec3 { x, y, z } = direction.into();
    let length = (x * x + y * y + z * z).sqrt();
    if length == 0.0 {
        return Some(if kind == StreamKind::NORMAL {
            (
                &rules::ZERO_NORMAL,
                "a normal of length 0; it cannot be lit",
            )
        } else {
            (
                &rules::ZERO_TANGENT,
                "a direction of length 0; normal maps are lit wrongly",
            )
        });
    }
    let message = "a direction whose length is not 1";
    ((length - 1.0).abs() > TOLERANCE).then_some((&rules::DIRECTION_NOT_UNIT, message))
}

fn sum(weights: JointWeights) -> u32 {
    let JointWeights {
        first,
        second,
        third,
        fourth,
    } = weights;
    [first, second, third, fourth]
        .into_iter()
        .map(u32::from)
        .sum()
}

pub(super) fn is_finite(Vec3 { x, y, z }: Vec3) -> bool {
    x.is_finite() && y.is_finite() && z.is_finite()
}

fn is_pair(Vec2 { x, y }: Vec2) -> bool {
    x.is_finite() && y.is_finite()
}

fn is_matrix(joint: Joint) -> bool {
    let columns = [joint.x_axis, joint.y_axis, joint.z_axis, joint.translation];
    let is_finite =
        |Vec4 { x, y, z, w }: Vec4| [x, y, z, w].iter().all(|number| number.is_finite());
    columns.into_iter().all(is_finite)
}
