//! What vertex and index buffers say of themselves.

use std::collections::BTreeSet;

use formwork_schema::Diagnostics;

use super::super::{ElementType, Model, Semantic, VertexBuffer, VertexMask, rules};

impl VertexBuffer {
    pub(super) fn diagnose_layout(&self, place: usize, seen: &mut Diagnostics) {
        self.diagnose_mask(place, seen);
        self.diagnose_elements(place, seen);
        self.diagnose_repeated(place, seen);
        self.diagnose_first(place, seen);
        self.diagnose_morph_range(place, seen);
    }

    fn diagnose_mask(&self, place: usize, seen: &mut Diagnostics) {
        if !VertexMask::all_named().contains(self.mask.unwrap_or_default()) {
            let message = "bits that stand for no attribute; engines ignore them";
            let path = || format!("vertex_buffers[{place}].mask");
            seen.add(&rules::UNKNOWN_ATTRIBUTE, path, message);
        }
    }

    fn diagnose_elements(&self, place: usize, seen: &mut Diagnostics) {
        for (index, element) in self.elements.iter().flatten().enumerate() {
            if element.semantic.name().is_none() || element.unknown_0x03 != 0 {
                let message = "an attribute that no engine knows";
                let path = || format!("vertex_buffers[{place}].elements[{index}]");
                seen.add(&rules::UNKNOWN_ATTRIBUTE, path, message);
            }
        }
    }

    fn diagnose_repeated(&self, place: usize, seen: &mut Diagnostics) {
        let elements = self.elements.iter().flatten();
        let mut before = BTreeSet::new();
        for (index, element) in elements.enumerate() {
            if !before.insert((element.semantic, element.index)) {
                let message = "an attribute for the second time; engines take the first";
                let path = || format!("vertex_buffers[{place}].elements[{index}]");
                seen.add(&rules::ATTRIBUTE_TWICE, path, message);
            }
        }
    }

    pub(super) fn diagnose_skin(&self, place: usize, seen: &mut Diagnostics) {
        let has = |semantic| self.attribute(semantic, 0).is_some();
        let message = match [Semantic::BLENDINDICES, Semantic::BLENDWEIGHTS].map(has) {
            [false, true] => "weights of bones without blend indices",
            [true, false] => "blend indices without weights of bones",
            _ => return,
        };
        let path = || format!("vertex_buffers[{place}]");
        seen.add(&rules::HALF_SKIN, path, message);
    }

    fn diagnose_first(&self, place: usize, seen: &mut Diagnostics) {
        let Some(first) = self.attributes().first().map(|first| first.element) else {
            return;
        };
        let message = if first.semantic != Semantic::POSITION || first.index != 0 {
            "vertices do not begin with their position, as engines take for granted"
        } else if first.r#type != ElementType::VECTOR3 {
            "positions are not stored as 3 floats, as engines take for granted"
        } else {
            return;
        };
        let path = || format!("vertex_buffers[{place}].elements");
        seen.add(&rules::POSITION_NOT_FIRST, path, message);
    }

    fn diagnose_morph_range(&self, place: usize, seen: &mut Diagnostics) {
        let end = u64::from(self.morph_range_start) + u64::from(self.morph_range_count);
        if self.morph_range_count > 0 && end > u64::from(self.vertex_count) {
            let count = self.vertex_count;
            let message = format!(
                "the range ends at vertex {end} of {count}; the engine cannot lock it and applies no morph"
            );
            let path = || format!("vertex_buffers[{place}].morph_range_count");
            seen.add(&rules::MORPH_RANGE, path, message);
        }
    }
}

impl Model {
    pub(super) fn diagnose_wide_indices(&self, seen: &mut Diagnostics) {
        let few = |buffer: &VertexBuffer| buffer.vertex_count <= 65_536;
        if !self.vertex_buffers.iter().all(few) {
            return;
        }
        let buffers = self.index_buffers.iter().enumerate();
        for (place, _) in buffers.filter(|(_, buffer)| buffer.index_size == 4) {
            let message = "indices of 32 bits where 16 suffice";
            let path = || format!("index_buffers[{place}].index_size");
            seen.add(&rules::WIDE_INDICES, path, message);
        }
    }
}
