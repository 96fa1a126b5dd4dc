//! What is legal but unusual, and what engines get wrong.

use std::collections::BTreeSet;

use formwork_schema::Vec3;

use super::super::{
    Attribute, BoneCollision, BoundingBox, ElementType, Geometry, Lod, Model, Morph, MorphBuffer,
    MorphElements, MorphVertex, PrimitiveType, Semantic, VertexBuffer, VertexMask,
};
use crate::inspect::Inspection;

impl Model {
    pub(super) fn oddities(&self, seen: &mut Inspection) {
        for (place, buffer) in self.vertex_buffers.iter().enumerate() {
            buffer.oddities(place, seen);
        }
        for (place, geometry) in self.geometries.iter().enumerate() {
            self.geometry_oddities(place, geometry, seen);
        }
        self.wide_indices(seen);
        self.bone_oddities(seen);
        for (place, morph) in self.morphs.iter().enumerate() {
            self.morph_oddities(place, morph, seen);
        }
        self.bounds_oddities(seen);
    }

    fn bounds_oddities(&self, seen: &mut Inspection) {
        let BoundingBox { min, max } = self.bounding_box;
        if !is_finite(min) || !is_finite(max) {
            let message =
                "corners that are not finite; the engine cannot tell when the model is in view";
            seen.odd("not-finite", || "bounding_box".into(), message);
        }
        if min.x > max.x || min.y > max.y || min.z > max.z {
            let message = "the box is empty: its smallest corner is beyond its greatest";
            seen.odd("empty-bounds", || "bounding_box".into(), message);
        }
        if self.geometry_centers.is_none() && !self.geometries.is_empty() {
            let message = "there are no geometry centers; the engine takes the origin";
            seen.odd("no-centers", || "geometry_centers".into(), message);
        }
        let centers = self
            .geometry_centers
            .iter()
            .flat_map(|centers| centers.iter());
        for (place, _) in centers.enumerate().filter(|(_, v)| !is_finite(*v)) {
            let message =
                "a geometry center that is not finite; what is transparent is sorted wrongly";
            seen.odd(
                "not-finite",
                || format!("geometry_centers[{place}]"),
                message,
            );
        }
        if self.lod_levels.is_some() {
            let message = "levels of detail after the box, as Urho3D 1.0 wrote them; engines since take \
                           them for a center";
            seen.odd("old-tail", || "lod_levels".into(), message);
        }
    }

    fn geometry_oddities(&self, place: usize, geometry: &Geometry, seen: &mut Inspection) {
        let path = |field: &str| format!("geometries[{place}].{field}");
        let bones = self.bones.len() as u64;
        let outside = |bone: u32| u64::from(bone) >= bones;
        if let Some(entry) = geometry.bone_mapping.iter().position(outside) {
            let message = "a bone that does not exist; the engine crashes";
            let path = || path(&format!("bone_mapping[{entry}]"));
            seen.odd("mapping-out-of-range", path, message);
        }
        if geometry.lods.is_empty() {
            let message = "no level of detail: nothing is drawn";
            seen.odd("no-levels", || path("lods"), message);
        }
        for (level, lod) in geometry.lods.iter().enumerate() {
            let path = path(&format!("lods[{level}]"));
            self.lod_oddities(&path, &lod, seen);
            self.blend_oddities(&path, geometry, &lod, seen);
        }
    }

    fn lod_oddities(&self, path: &str, lod: &Lod, seen: &mut Inspection) {
        let path = |field: &str| format!("{path}.{field}");
        let Some(buffer) = self.vertex_buffers.get(lod.vertex_buffer as usize) else {
            let message = "a vertex buffer that does not exist; the engine refuses the file";
            seen.odd("no-such-buffer", || path("vertex_buffer"), message);
            return;
        };
        if lod.index_buffer as usize >= self.index_buffers.len() {
            let message = "an index buffer that does not exist; the engine refuses the file";
            seen.odd("no-such-buffer", || path("index_buffer"), message);
            return;
        }
        let Some(mut indices) = self.drawn_indices(lod) else {
            let message = "more indices than there are; the engine draws nothing";
            seen.odd("draw-range", || path("index_count"), message);
            return;
        };
        if indices.any(|index| index >= buffer.vertex_count) {
            let message = "an index after the last vertex; the engine reads beyond its memory";
            seen.odd("index-out-of-range", || path("index_start"), message);
        }
        if lod.primitive_type == PrimitiveType::TRIANGLE_LIST && !lod.index_count.is_multiple_of(3)
        {
            let message = "the number of indices is not a multiple of three";
            seen.odd("incomplete-triangle", || path("index_count"), message);
        }
        if lod.primitive_type.name().is_none() {
            let message = "a kind of primitive that no engine knows";
            seen.odd("unknown-primitive", || path("primitive_type"), message);
        }
    }

    /// Vertices whose weight is on a bone that does not exist.
    fn blend_oddities(&self, path: &str, geometry: &Geometry, lod: &Lod, seen: &mut Inspection) {
        let Some(buffer) = self.vertex_buffers.get(lod.vertex_buffer as usize) else {
            return;
        };
        let (Some(indices), Some(drawn)) = (buffer.blend_indices(), self.drawn_indices(lod)) else {
            return;
        };
        let bones = match geometry.bone_mapping.len() {
            0 => self.bones.len(),
            mapped => mapped,
        };
        let is_wrong: Vec<bool> = indices
            .map(|vertex| vertex.iter().any(|bone| usize::from(*bone) >= bones))
            .collect();
        let mut wrong = drawn.filter(|v| is_wrong.get(*v as usize).copied().unwrap_or(false));
        if let Some(vertex) = wrong.next() {
            let message = format!("vertex {vertex} is moved by a bone that does not exist");
            seen.odd("blend-out-of-range", || path.to_owned(), &message);
        }
    }

    fn wide_indices(&self, seen: &mut Inspection) {
        let few = |buffer: &VertexBuffer| buffer.vertex_count <= 65_536;
        if !self.vertex_buffers.iter().all(few) {
            return;
        }
        for (place, _) in self
            .index_buffers
            .iter()
            .enumerate()
            .filter(|(_, buffer)| buffer.index_size == 4)
        {
            let message = "indices of 32 bits where 16 suffice";
            let path = || format!("index_buffers[{place}].index_size");
            seen.odd("wide-indices", path, message);
        }
    }

    fn bone_oddities(&self, seen: &mut Inspection) {
        let mut roots = 0;
        for (place, bone) in self.bones.iter().enumerate() {
            if !BoneCollision::all_named().contains(bone.collision) {
                let message = "bits that stand for no shape; engines ignore them";
                let path = || format!("bones[{place}].collision");
                seen.odd("unknown-collision", path, message);
            }
            let path = || format!("bones[{place}].parent");
            let parent = bone.parent as usize;
            if parent >= self.bones.len() {
                let message = "a parent that does not exist; the bone hangs on nothing";
                seen.odd("parent-out-of-range", path, message);
            } else if parent > place {
                let message = "a parent that comes after its child";
                seen.odd("late-parent", path, message);
            } else if parent == place {
                roots += 1;
                if roots > 1 {
                    let message = "a second root; the engine calls the last one the root";
                    seen.odd("several-roots", path, message);
                }
            }
        }
    }

    fn morph_oddities(&self, place: usize, morph: &Morph, seen: &mut Inspection) {
        for (buffer_place, buffer) in morph.buffers.iter().enumerate() {
            let path = format!("morphs[{place}].buffers[{buffer_place}]");
            let same = |other: &MorphBuffer| other.vertex_buffer == buffer.vertex_buffer;
            if morph.buffers[..buffer_place].iter().any(same) {
                let message = "the morph has moved this vertex buffer before; the engine keeps only the last of both";
                let path = || format!("{path}.vertex_buffer");
                seen.odd("morph-buffer-twice", path, message);
            }
            if !MorphElements::all_named().contains(buffer.elements) {
                let message = "bits that move nothing; engines ignore them";
                let path = || format!("{path}.elements");
                seen.odd("unknown-morph-element", path, message);
            }
            self.moved_oddities(&path, buffer, seen);
        }
    }

    fn moved_oddities(&self, path: &str, buffer: &MorphBuffer, seen: &mut Inspection) {
        let Some(target) = self.vertex_buffers.get(buffer.vertex_buffer as usize) else {
            let message = "a morph of a vertex buffer that does not exist";
            seen.odd(
                "no-such-buffer",
                || format!("{path}.vertex_buffer"),
                message,
            );
            return;
        };
        if !target
            .morphable()
            .contains(buffer.elements & MorphElements::all_named())
        {
            let message = "it moves what vertices of its buffer do not have; the engine ignores that without \
                           skipping its bytes, and reads all that follows as something else";
            let path = || format!("{path}.elements");
            seen.odd("morph-without-attribute", path, message);
        }
        let start = u64::from(target.morph_range_start);
        let range = start..start + u64::from(target.morph_range_count);
        let outside = |vertex: u32| !range.contains(&u64::from(vertex));
        let mut moved = buffer.vertices.column(MorphVertex::FIELDS.index);
        if let Some(place) = moved.position(outside) {
            let message = "a vertex outside the range that its buffer says; the engine writes beyond its memory";
            let path = || format!("{path}.vertices[{place}].index");
            seen.odd("morph-out-of-range", path, message);
        }
    }
}

impl VertexBuffer {
    /// What morphs can move, as the engine sees it: attributes of another type than the usual do not count.
    fn morphable(&self) -> MorphElements {
        let attributes = self.attributes();
        let rows = [
            (
                MorphElements::POSITION,
                ElementType::VECTOR3,
                Semantic::POSITION,
            ),
            (
                MorphElements::NORMAL,
                ElementType::VECTOR3,
                Semantic::NORMAL,
            ),
            (
                MorphElements::TANGENT,
                ElementType::VECTOR4,
                Semantic::TANGENT,
            ),
        ];
        let there = |r#type, semantic| {
            attributes.iter().any(|Attribute { element, .. }| {
                (element.r#type, element.semantic, element.index) == (r#type, semantic, 0)
            })
        };
        let found = rows
            .into_iter()
            .filter(|(_, r#type, semantic)| there(*r#type, *semantic));
        found.fold(MorphElements::default(), |all, (one, ..)| all | one)
    }

    fn oddities(&self, place: usize, seen: &mut Inspection) {
        let path = |field: &str| format!("vertex_buffers[{place}].{field}");
        let mask = self.mask.unwrap_or_default();
        if !VertexMask::all_named().contains(mask) {
            let message = "bits that stand for no attribute; engines ignore them";
            seen.odd("unknown-attribute", || path("mask"), message);
        }
        for (index, element) in self.elements.iter().flatten().enumerate() {
            if element.semantic.name().is_none() || element.unknown_0x03 != 0 {
                let message = "an attribute that no engine knows";
                seen.odd(
                    "unknown-attribute",
                    || path(&format!("elements[{index}]")),
                    message,
                );
            }
        }
        self.duplicates(place, seen);
        let attributes = self.attributes();
        let first = attributes.first().map(|first| first.element.semantic);
        if first.is_some_and(|first| first != Semantic::POSITION) {
            let message = "vertices do not begin with their position, as engines take for granted";
            seen.odd("position-not-first", || path("elements"), message);
        }
        let attributes = [
            (
                "positions",
                self.positions()
                    .map(|mut all| all.position(|v| !is_finite(v))),
            ),
            (
                "normals",
                self.normals()
                    .map(|mut all| all.position(|v| !is_finite(v))),
            ),
        ];
        for (name, vertex) in attributes {
            if let Some(vertex) = vertex.flatten() {
                let message = format!("{name} that are not finite, the first of vertex {vertex}");
                seen.odd("not-finite", || path("vertices"), &message);
            }
        }
    }

    fn duplicates(&self, place: usize, seen: &mut Inspection) {
        let elements = self.elements.iter().flatten();
        let mut before = BTreeSet::new();
        for (index, element) in elements.enumerate() {
            if !before.insert((element.semantic, element.index)) {
                let message = "an attribute for the second time; engines take the first";
                let path = || format!("vertex_buffers[{place}].elements[{index}]");
                seen.odd("attribute-twice", path, message);
            }
        }
    }
}

fn is_finite(Vec3 { x, y, z }: Vec3) -> bool {
    x.is_finite() && y.is_finite() && z.is_finite()
}
