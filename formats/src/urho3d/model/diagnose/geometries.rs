//! What geometries draw.

use formwork_schema::Diagnostics;

use super::{
    super::{Geometry, Lod, Model, PrimitiveType, Semantic, Values, rules},
    bones::Skin,
};

/// How often all indices may be looked at: levels of one real model draw each of them once.
const PASSES: u64 = 16;

/// Vertex buffers as geometries draw them.
struct Drawing<'a> {
    skins: &'a [Option<Skin>],
    positions: Vec<Option<Values<'a>>>,
    /// Whether some level of detail draws a vertex, for each vertex of each buffer.
    drawn: Vec<Vec<bool>>,
    /// How many more indices are looked at, since many levels may draw the same.
    left: u64,
}

impl Model {
    /// What is wrong with geometries. Tells for each vertex of each buffer whether a level of detail draws it.
    pub(super) fn diagnose_geometries(
        &self,
        skins: &[Option<Skin>],
        seen: &mut Diagnostics,
    ) -> Vec<Vec<bool>> {
        let buffers = &self.vertex_buffers;
        let indices = self.index_buffers.iter();
        let indices: u64 = indices.map(|buffer| buffer.indices.len() as u64).sum();
        let mut drawing = Drawing {
            skins,
            positions: buffers
                .iter()
                .map(|buffer| buffer.values(Semantic::POSITION, 0))
                .collect(),
            drawn: buffers
                .iter()
                .map(|buffer| vec![false; buffer.stored_count()])
                .collect(),
            left: indices * PASSES,
        };
        for (place, geometry) in self.geometries.iter().enumerate() {
            self.diagnose_mapping(place, geometry, seen);
            self.diagnose_bone_count(place, geometry, skins, seen);
            diagnose_distances(place, geometry, seen);
            for (level, lod) in geometry.lods.iter().enumerate() {
                let path = format!("geometries[{place}].lods[{level}]");
                diagnose_primitive(&path, &lod, seen);
                if self.diagnose_references(&path, &lod, seen) {
                    self.diagnose_drawn(&path, geometry, &lod, &mut drawing, seen);
                }
            }
        }
        drawing.drawn
    }

    /// Whether its buffers and its range of indices exist.
    fn diagnose_references(&self, path: &str, lod: &Lod, seen: &mut Diagnostics) -> bool {
        let path = |field: &str| format!("{path}.{field}");
        if lod.vertex_buffer as usize >= self.vertex_buffers.len() {
            let message = "a vertex buffer that does not exist; the engine refuses the file";
            seen.add(&rules::NO_SUCH_BUFFER, || path("vertex_buffer"), message);
            return false;
        }
        let Some(buffer) = self.index_buffers.get(lod.index_buffer as usize) else {
            let message = "an index buffer that does not exist; the engine refuses the file";
            seen.add(&rules::NO_SUCH_BUFFER, || path("index_buffer"), message);
            return false;
        };
        if self.index_buffer(lod).is_none() {
            let wraps = lod.index_start.wrapping_add(lod.index_count) <= buffer.index_count;
            let (rule, message) = if wraps {
                let message = "the end of the range does not fit 32 bits; the engine crashes";
                (&rules::DRAW_RANGE_WRAPS, message)
            } else {
                let message = "more indices than there are; the engine draws nothing";
                (&rules::DRAW_RANGE, message)
            };
            seen.add(rule, || path("index_count"), message);
            return false;
        }
        true
    }

    /// What is wrong with the indices of a level whose buffers exist.
    fn diagnose_drawn(
        &self,
        path: &str,
        geometry: &Geometry,
        lod: &Lod,
        drawing: &mut Drawing<'_>,
        seen: &mut Diagnostics,
    ) {
        let Some(left) = drawing.left.checked_sub(u64::from(lod.index_count)) else {
            return;
        };
        drawing.left = left;
        let place = lod.vertex_buffer as usize;
        let (buffer, drawn) = (&self.vertex_buffers[place], &mut drawing.drawn[place]);
        let mut beyond = None;
        let indices = self.drawn_indices(lod).into_iter().flatten();
        indices.enumerate().for_each(|(at, index)| {
            if let Some(is_drawn) = drawn.get_mut(index as usize) {
                *is_drawn = true;
            } else if index >= buffer.vertex_count {
                beyond = beyond.or(Some((at, index)));
            }
        });
        if let Some((at, index)) = beyond {
            let message = format!(
                "index {at} is vertex {index} of {}; the engine reads beyond its memory",
                buffer.vertex_count
            );
            let path = || {
                let at = lod.index_start as usize + at;
                format!("index_buffers[{}].indices[{at}]", lod.index_buffer)
            };
            seen.add(&rules::INDEX_OUT_OF_RANGE, path, message);
        }
        self.diagnose_triangles(path, lod, drawing.positions[place].as_ref(), seen);
        let skin = drawing.skins[place].as_ref();
        if let Some(skin) = skin.filter(|skin| skin.largest >= self.bone_range(geometry)) {
            self.diagnose_blend(path, skin, geometry, lod, seen);
        }
    }

    fn diagnose_triangles(
        &self,
        path: &str,
        lod: &Lod,
        positions: Option<&Values<'_>>,
        seen: &mut Diagnostics,
    ) {
        if lod.primitive_type != PrimitiveType::TRIANGLE_LIST {
            return;
        }
        if !lod.index_count.is_multiple_of(3) {
            let message = "the number of indices is not a multiple of three";
            let path = || format!("{path}.index_count");
            seen.add(&rules::INCOMPLETE_TRIANGLE, path, message);
        }
        let corner = |vertex: u32| positions?.get(vertex as usize);
        let (mut count, mut first) = (0_u64, 0);
        let triangles = self.triangles(lod).into_iter().flatten();
        triangles.enumerate().for_each(|(at, [a, b, c])| {
            if a == b || b == c || c == a || is_flat([corner(a), corner(b), corner(c)]) {
                first = if count == 0 { at } else { first };
                count += 1;
            }
        });
        if count > 0 {
            let message = format!("triangles without area: {count}, the first is triangle {first}");
            let path = || path.to_owned();
            seen.add(&rules::FLAT_TRIANGLE, path, message);
        }
    }

    /// A vertex that a bone moves which does not exist.
    fn diagnose_blend(
        &self,
        path: &str,
        skin: &Skin,
        geometry: &Geometry,
        lod: &Lod,
        seen: &mut Diagnostics,
    ) {
        let bones = self.bone_range(geometry);
        let largest = |vertex: u32| skin.largest_of.get(vertex as usize).copied();
        let mut drawn = self.drawn_indices(lod).into_iter().flatten();
        let is_wrong =
            |vertex: &u32| largest(*vertex).is_some_and(|bone| usize::from(bone) >= bones);
        if let Some(vertex) = drawn.find(is_wrong) {
            let bone = largest(vertex).unwrap_or_default();
            let message = format!("vertex {vertex} is moved by bone {bone} of {bones}");
            seen.add(&rules::BLEND_OUT_OF_RANGE, || path.to_owned(), message);
        }
    }
}

fn diagnose_primitive(path: &str, lod: &Lod, seen: &mut Diagnostics) {
    if lod.primitive_type.name().is_none() {
        let message = "a kind of primitive that no engine knows";
        let path = || format!("{path}.primitive_type");
        seen.add(&rules::UNKNOWN_PRIMITIVE, path, message);
    } else if lod.primitive_type == PrimitiveType::TRIANGLE_FAN {
        let message = "triangle fans, which Direct3D 11 does not draw";
        let path = || format!("{path}.primitive_type");
        seen.add(&rules::TRIANGLE_FAN, path, message);
    }
}

/// Distances: the engine goes through the levels and stops before the first one that is farther than the camera.
fn diagnose_distances(place: usize, geometry: &Geometry, seen: &mut Diagnostics) {
    let path = |level: usize| format!("geometries[{place}].lods[{level}].distance");
    if geometry.lods.is_empty() {
        let message = "no level of detail: nothing is drawn";
        let path = || format!("geometries[{place}].lods");
        seen.add(&rules::NO_LEVELS, path, message);
    }
    let mut before = None;
    for (level, Lod { distance, .. }) in geometry.lods.iter().enumerate() {
        if !distance.is_finite() {
            let message = "a distance that is not finite; the engine takes the wrong level";
            seen.add(&rules::NOT_FINITE, || path(level), message);
        } else if distance < 0.0 {
            let message = "a negative distance; the engine takes 0";
            seen.add(&rules::NEGATIVE_DISTANCE, || path(level), message);
        }
        let distance = engine_distance(distance);
        if before.is_some_and(|before| distance <= before) {
            let message = "a distance that is not greater than that of the level before, which is never drawn";
            seen.add(&rules::LOD_ORDER, || path(level), message);
        }
        before = Some(distance);
    }
}

/// The distance that engines take: none of them is negative. A NaN stays.
fn engine_distance(distance: f32) -> f32 {
    match distance < 0.0 {
        true => 0.0,
        false => distance,
    }
}

/// Whether a triangle has no area. Where a corner is missing or not finite, another rule says so.
fn is_flat(corners: [Option<[f32; 4]>; 3]) -> bool {
    let [Some(a), Some(b), Some(c)] = corners else {
        return false;
    };
    let edge = |to: [f32; 4]| {
        let along = |axis: usize| f64::from(to[axis]) - f64::from(a[axis]);
        [along(0), along(1), along(2)]
    };
    let ([px, py, pz], [qx, qy, qz]) = (edge(b), edge(c));
    let normal = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
    normal.iter().all(|number| *number == 0.0)
}
