//! What is wrong with a model, and what engines make of it.

mod bones;
mod bounds;
mod buffers;
mod geometries;
mod morphs;
mod skeleton;
mod vertices;

use formwork_schema::{Diagnostics, Vec3};

use super::{Model, Version, rules};

impl Model {
    pub(super) fn diagnose_all(&self, seen: &mut Diagnostics) {
        if self.version == Version::NO_MAGIC {
            let message = "a file without magic; engines since 2011-03 refuse it";
            seen.add(&rules::NO_MAGIC, || "version".into(), message);
        }
        for (place, buffer) in self.vertex_buffers.iter().enumerate() {
            buffer.diagnose_layout(place, seen);
            if !self.bones.is_empty() {
                buffer.diagnose_skin(place, seen);
            }
        }
        let skins = self.skins();
        let drawn = self.diagnose_geometries(&skins, seen);
        for (place, (buffer, drawn)) in self.vertex_buffers.iter().zip(&drawn).enumerate() {
            self.diagnose_vertices(place, buffer, drawn, seen);
        }
        self.diagnose_wide_indices(seen);
        self.diagnose_skeleton(seen);
        self.diagnose_unused_bones(&skins, seen);
        self.diagnose_bone_shapes(&skins, seen);
        self.diagnose_morphs(seen);
        self.diagnose_bounds(seen);
    }
}

fn is_finite(Vec3 { x, y, z }: Vec3) -> bool {
    [x, y, z].iter().all(|number| number.is_finite())
}
