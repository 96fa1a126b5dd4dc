//! Morphs.

use std::collections::HashSet;

use formwork_schema::{Diagnostics, Vec3};

use super::{
    super::{
        Attribute, ElementType, Model, Morph, MorphBuffer, MorphElements, MorphVertex, Semantic,
        VertexBuffer, rules,
    },
    is_finite,
};
use crate::repeated::{Again, repeated};

impl Model {
    pub(super) fn diagnose_morphs(&self, seen: &mut Diagnostics) {
        let movable: Vec<MorphElements> = self
            .vertex_buffers
            .iter()
            .map(VertexBuffer::morphable)
            .collect();
        self.diagnose_morph_names(seen);
        for (place, morph) in self.morphs.iter().enumerate() {
            if morph
                .initial_weight
                .is_some_and(|weight| !weight.is_finite())
            {
                let message = "a weight that is not finite";
                let path = || format!("morphs[{place}].initial_weight");
                seen.add(&rules::NOT_FINITE, path, message);
            }
            self.diagnose_morph(place, morph, &movable, seen);
        }
    }

    fn diagnose_morph_names(&self, seen: &mut Diagnostics) {
        let name = |place: usize| self.morphs[place].name.as_bytes();
        for one in repeated(self.morphs.len(), &name) {
            let name = self.morphs[one.place].name.to_text();
            let (rule, message) = match one.again {
                Again::Same => (
                    &rules::DUPLICATE_MORPH,
                    format!("a second morph called `{name}`; weights by name reach the first"),
                ),
                Again::ButForCase => (
                    &rules::MORPH_BUT_FOR_CASE,
                    format!("a second morph called `{name}`, but for letter case"),
                ),
            };
            let path = || format!("morphs[{}].name", one.place);
            seen.add_many(rule, one.count, path, message);
        }
    }

    fn diagnose_morph(
        &self,
        place: usize,
        morph: &Morph,
        movable: &[MorphElements],
        seen: &mut Diagnostics,
    ) {
        let mut targets = HashSet::new();
        for (buffer_place, buffer) in morph.buffers.iter().enumerate() {
            let path = format!("morphs[{place}].buffers[{buffer_place}]");
            if !targets.insert(buffer.vertex_buffer) {
                let message = "the morph has moved this vertex buffer before; the engine keeps only the last of both";
                let path = || format!("{path}.vertex_buffer");
                seen.add(&rules::MORPH_BUFFER_TWICE, path, message);
            }
            if !MorphElements::all_named().contains(buffer.elements) {
                let message = "bits that move nothing; engines ignore them";
                let path = || format!("{path}.elements");
                seen.add(&rules::UNKNOWN_MORPH_ELEMENT, path, message);
            }
            buffer.diagnose_numbers(&path, seen);
            self.diagnose_moved(&path, buffer, movable, seen);
        }
    }

    fn diagnose_moved(
        &self,
        path: &str,
        buffer: &MorphBuffer,
        movable: &[MorphElements],
        seen: &mut Diagnostics,
    ) {
        let place = buffer.vertex_buffer as usize;
        let Some((target, movable)) = self.vertex_buffers.get(place).zip(movable.get(place)) else {
            let message = "a morph of a vertex buffer that does not exist";
            let path = || format!("{path}.vertex_buffer");
            seen.add(&rules::NO_SUCH_MORPH_BUFFER, path, message);
            return;
        };
        if !movable.contains(buffer.elements & MorphElements::all_named()) {
            let message = "it moves what vertices of its buffer do not have; the engine ignores that without \
                           skipping its bytes, and reads all that follows as something else";
            let path = || format!("{path}.elements");
            seen.add(&rules::MORPH_WITHOUT_ATTRIBUTE, path, message);
        }
        if target.morph_range_count > 0 {
            buffer.diagnose_range(path, target, seen);
        } else if !buffer.vertices.is_empty() {
            let message =
                "vertices of a buffer whose morph range is empty; the engine does not move them";
            let path = || format!("{path}.vertex_buffer");
            seen.add(&rules::NO_MORPH_RANGE, path, message);
        }
    }
}

impl MorphBuffer {
    fn diagnose_range(&self, path: &str, target: &VertexBuffer, seen: &mut Diagnostics) {
        let start = u64::from(target.morph_range_start);
        let range = start..start + u64::from(target.morph_range_count);
        let outside = |vertex: u32| !range.contains(&u64::from(vertex));
        let mut moved = self.vertices.column(MorphVertex::FIELDS.index);
        if let Some(place) = moved.position(outside) {
            let message = "a vertex outside the range that its buffer says; the engine writes beyond its memory";
            let path = || format!("{path}.vertices[{place}].index");
            seen.add(&rules::MORPH_OUT_OF_RANGE, path, message);
        }
    }

    fn diagnose_numbers(&self, path: &str, seen: &mut Diagnostics) {
        let fields = MorphVertex::FIELDS;
        let columns = [
            ("position", self.vertices.column(fields.position)),
            ("normal", self.vertices.column(fields.normal)),
            ("tangent", self.vertices.column(fields.tangent)),
        ];
        for (field, column) in columns {
            let wrong = |delta: Vec3| !is_finite(delta);
            let place = column.and_then(|mut column| column.position(wrong));
            if let Some(place) = place {
                let message = format!("a {field} that is not finite");
                let path = || format!("{path}.vertices[{place}].{field}");
                seen.add(&rules::NOT_FINITE, path, message);
            }
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
}
