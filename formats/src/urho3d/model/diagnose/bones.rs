//! Which bones move vertices, and how many at once.

use formwork_schema::Diagnostics;

use super::super::{Geometry, Model, VertexBuffer, rules};

/// How many bones a draw call may have where graphics hardware is old: Direct3D 9, OpenGL 2 and ES.
const FEW_BONES: usize = 64;

/// How many bones a draw call may have at most.
const MOST_BONES: usize = 128;

/// Which bones the vertices of a buffer name.
pub(super) struct Skin {
    /// The greatest index, also of those without weight.
    pub largest: usize,
    /// The same for each vertex.
    pub largest_of: Vec<u8>,
    /// Whether a vertex has weight on a bone.
    moves: [bool; 256],
}

impl Model {
    /// The skin of each vertex buffer that has one.
    pub(super) fn skins(&self) -> Vec<Option<Skin>> {
        self.vertex_buffers.iter().map(VertexBuffer::skin).collect()
    }

    /// How many bones vertices of a geometry can name.
    pub(super) fn bone_range(&self, geometry: &Geometry) -> usize {
        match geometry.bone_mapping.len() {
            0 => self.bones.len(),
            mapped => mapped,
        }
    }

    pub(super) fn diagnose_mapping(
        &self,
        place: usize,
        geometry: &Geometry,
        seen: &mut Diagnostics,
    ) {
        let outside = |bone: u32| bone as usize >= self.bones.len();
        if let Some(entry) = geometry.bone_mapping.iter().position(outside) {
            let message = "a bone that does not exist; the engine crashes";
            let path = || format!("geometries[{place}].bone_mapping[{entry}]");
            seen.add(&rules::MAPPING_OUT_OF_RANGE, path, message);
        }
    }

    /// Bones of one draw call: more than graphics hardware takes.
    pub(super) fn diagnose_bone_count(
        &self,
        place: usize,
        geometry: &Geometry,
        skins: &[Option<Skin>],
        seen: &mut Diagnostics,
    ) {
        let skin = |buffer: u32| skins.get(buffer as usize).and_then(Option::as_ref);
        if !geometry
            .lods
            .iter()
            .any(|lod| skin(lod.vertex_buffer).is_some())
        {
            return;
        }
        let count = self.bone_range(geometry);
        let (rule, limit) = match count {
            _ if count > MOST_BONES => (&rules::TOO_MANY_BONES, MOST_BONES),
            _ if count > FEW_BONES => (&rules::MANY_BONES, FEW_BONES),
            _ => return,
        };
        let message = format!("{count} bones in one draw call, more than {limit}");
        let path = || format!("geometries[{place}].bone_mapping");
        seen.add(rule, path, message);
    }

    /// Bones of which none has a shape.
    pub(super) fn diagnose_bone_shapes(&self, skins: &[Option<Skin>], seen: &mut Diagnostics) {
        if !self.lacks_bone_shapes() {
            return;
        }
        let skin = |buffer: u32| skins.get(buffer as usize).and_then(Option::as_ref);
        let mut lods = self.geometries.iter().flat_map(|geometry| &geometry.lods);
        let (rule, message) = match lods.any(|lod| skin(lod.vertex_buffer).is_some()) {
            true => (
                &rules::NO_BONE_SHAPES,
                "no bone has a shape that is not empty; engines never draw the model",
            ),
            false => (
                &rules::NO_RIGID_BONE_SHAPES,
                "no bone has a shape that is not empty; an AnimatedModel never draws the model",
            ),
        };
        seen.add(rule, || "bones".into(), message);
    }

    /// Bones that move no vertex, nor any bone that does.
    pub(super) fn diagnose_unused_bones(&self, skins: &[Option<Skin>], seen: &mut Diagnostics) {
        if skins.iter().all(Option::is_none) {
            return;
        }
        let is_used = self.used_bones(skins);
        let unused = is_used.iter().filter(|is_used| !**is_used).count();
        if let Some(first) = is_used.iter().position(|is_used| !is_used) {
            let message = format!(
                "bones without effect on any vertex: {unused} of {}, the first is {}",
                is_used.len(),
                self.bones[first].name.to_text()
            );
            let path = || format!("bones[{first}]");
            seen.add(&rules::UNUSED_BONE, path, message);
        }
    }

    fn used_bones(&self, skins: &[Option<Skin>]) -> Vec<bool> {
        let mut is_used = vec![false; self.bones.len()];
        for geometry in &self.geometries {
            for lod in &geometry.lods {
                let skin = skins.get(lod.vertex_buffer as usize);
                let moves = skin.and_then(Option::as_ref).map(|skin| &skin.moves);
                let named = moves.into_iter().flatten().enumerate();
                for (index, _) in named.filter(|(_, moves)| **moves) {
                    self.mark_used(self.mapped(geometry, index), &mut is_used);
                }
            }
        }
        is_used
    }

    /// The bone that an index of a vertex stands for.
    fn mapped(&self, geometry: &Geometry, index: usize) -> usize {
        match geometry.bone_mapping.is_empty() {
            true => index,
            false => geometry
                .bone_mapping
                .get(index)
                .map_or(usize::MAX, |bone| bone as usize),
        }
    }

    /// A bone and all that it hangs on.
    fn mark_used(&self, bone: usize, is_used: &mut [bool]) {
        let mut next = Some(bone).filter(|bone| *bone < is_used.len());
        while let Some(bone) = next.filter(|bone| !is_used[*bone]) {
            is_used[bone] = true;
            next = self.parent(bone);
        }
    }
}

impl VertexBuffer {
    fn skin(&self) -> Option<Skin> {
        let indices = self.blend_indices()?;
        let mut skin = Skin {
            largest: 0,
            largest_of: Vec::with_capacity(indices.len()),
            moves: [false; 256],
        };
        let mut weights = self.blend_weights();
        for vertex in indices {
            // Without weights all count.
            let weights = weights.as_mut().map_or(Some([1.0; 4]), Iterator::next);
            let largest = vertex.iter().copied().fold(0, u8::max);
            skin.largest = skin.largest.max(usize::from(largest));
            skin.largest_of.push(largest);
            for (bone, weight) in vertex.into_iter().zip(weights.unwrap_or_default()) {
                skin.moves[usize::from(bone)] |= weight != 0.0;
            }
        }
        Some(skin)
    }
}
