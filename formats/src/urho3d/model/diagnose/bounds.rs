//! The bounding box, the geometry centers, and what older versions stored after them.

use formwork_schema::Diagnostics;

use super::{
    super::{BoundingBox, Model, Version, rules},
    is_finite,
};

impl BoundingBox {
    pub(super) fn is_finite(&self) -> bool {
        is_finite(self.min) && is_finite(self.max)
    }

    pub(in super::super) fn is_empty(&self) -> bool {
        let Self { min, max } = self;
        min.x > max.x || min.y > max.y || min.z > max.z
    }
}

impl Model {
    pub(super) fn diagnose_bounds(&self, seen: &mut Diagnostics) {
        if !self.bounding_box.is_finite() {
            let message =
                "corners that are not finite; the engine cannot tell when the model is in view";
            seen.add(&rules::NOT_FINITE, || "bounding_box".into(), message);
        }
        let has_vertices = self.vertex_buffers.iter().any(|it| it.vertex_count > 0);
        if self.bounding_box.is_empty() && has_vertices {
            let message = "the box is empty: its smallest corner is beyond its greatest";
            seen.add(&rules::EMPTY_BOUNDS, || "bounding_box".into(), message);
        }
        self.diagnose_centers(seen);
        if self.lod_levels.is_some() {
            let message = "levels of detail after the box, as Urho3D 1.0 wrote them; engines since take \
                           them for a center";
            seen.add(&rules::OLD_TAIL, || "lod_levels".into(), message);
        }
    }

    fn diagnose_centers(&self, seen: &mut Diagnostics) {
        let Some(centers) = &self.geometry_centers else {
            // What Urho3D 1.0 stored is taken for centers, and before there were none.
            let has_none = self.lod_levels.is_some() || self.version == Version::NO_MAGIC;
            if !self.geometries.is_empty() && !has_none {
                let message = "there are no geometry centers; the engine takes the origin";
                seen.add(&rules::NO_CENTERS, || "geometry_centers".into(), message);
            }
            return;
        };
        for (place, _) in centers.iter().enumerate().filter(|(_, v)| !is_finite(*v)) {
            let message =
                "a geometry center that is not finite; what is transparent is sorted wrongly";
            let path = || format!("geometry_centers[{place}]");
            seen.add(&rules::NOT_FINITE, path, message);
        }
    }
}
