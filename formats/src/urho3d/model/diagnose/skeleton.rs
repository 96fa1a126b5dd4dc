//! The skeleton: its hierarchy, its names, and how its bones rest.

use formwork_schema::{Diagnostics, Quat, Vec3};

use super::{
    super::{Affine, Bone, BoneCollision, Model, rules},
    is_finite,
};
use crate::repeated::{Again, repeated};

impl Model {
    pub(super) fn diagnose_skeleton(&self, seen: &mut Diagnostics) {
        for (place, bone) in self.bones.iter().enumerate() {
            bone.diagnose_collision(place, seen);
            bone.diagnose_numbers(place, seen);
            bone.diagnose_rest(place, seen);
            self.diagnose_parent(place, bone, seen);
        }
        self.diagnose_roots(seen);
        self.diagnose_circles(seen);
        self.diagnose_names(seen);
    }

    fn diagnose_parent(&self, place: usize, bone: &Bone, seen: &mut Diagnostics) {
        let path = || format!("bones[{place}].parent");
        let parent = bone.parent as usize;
        if parent >= self.bones.len() {
            let message = "a parent that does not exist; the bone hangs on nothing";
            seen.add(&rules::PARENT_OUT_OF_RANGE, path, message);
        } else if parent > place {
            let message = "a parent that comes after its child";
            seen.add(&rules::LATE_PARENT, path, message);
        }
    }

    fn diagnose_roots(&self, seen: &mut Diagnostics) {
        let bones = self.bones.iter().enumerate();
        let roots = bones.filter(|(place, bone)| bone.parent as usize == *place);
        let roots: Vec<usize> = roots.map(|(place, _)| place).collect();
        for second in roots.iter().skip(1) {
            let message = "a second root; the engine calls the last one the root";
            let path = || format!("bones[{second}].parent");
            seen.add(&rules::SEVERAL_ROOTS, path, message);
        }
        if roots.is_empty() && !self.bones.is_empty() {
            let message =
                "no bone is its own parent, which makes it the root; engines animate nothing";
            seen.add(&rules::NO_ROOT, || "bones".into(), message);
        }
    }

    /// Bones that hang on one another in a circle.
    fn diagnose_circles(&self, seen: &mut Diagnostics) {
        // From which bone on each was reached first.
        let mut reached_from: Vec<Option<usize>> = vec![None; self.bones.len()];
        for start in 0..self.bones.len() {
            let mut next = Some(start);
            while let Some(bone) = next.filter(|bone| reached_from[*bone].is_none()) {
                reached_from[bone] = Some(start);
                next = self.parent(bone);
            }
            if let Some(bone) = next.filter(|bone| reached_from[*bone] == Some(start)) {
                let message = "a bone that hangs on itself through its parents";
                let path = || format!("bones[{bone}].parent");
                seen.add(&rules::PARENT_CIRCLE, path, message);
            }
        }
    }

    fn diagnose_names(&self, seen: &mut Diagnostics) {
        let name = |place: usize| self.bones[place].name.as_bytes();
        for one in repeated(self.bones.len(), &name) {
            let (rule, but) = match one.again {
                Again::Same => (&rules::DUPLICATE_BONE, ""),
                Again::ButForCase => (&rules::BONE_BUT_FOR_CASE, ", but for letter case"),
            };
            let name = self.bones[one.place].name.to_text();
            let path = || format!("bones[{}].name", one.place);
            let message = format!("a second bone called `{name}`{but}");
            seen.add_many(rule, one.count, path, message);
        }
    }
}

impl Bone {
    fn diagnose_collision(&self, place: usize, seen: &mut Diagnostics) {
        if !BoneCollision::all_named().contains(self.collision) {
            let message = "bits that stand for no shape; engines ignore them";
            let path = || format!("bones[{place}].collision");
            seen.add(&rules::UNKNOWN_COLLISION, path, message);
        }
    }

    fn diagnose_numbers(&self, place: usize, seen: &mut Diagnostics) {
        let Quat { w, x, y, z } = self.rotation;
        let Affine(rows) = self.offset_matrix.into();
        let numbers = [
            ("position", is_finite(self.position)),
            ("rotation", [w, x, y, z].iter().all(|n| n.is_finite())),
            ("scale", is_finite(self.scale)),
            (
                "offset_matrix",
                rows.iter().flatten().all(|n| n.is_finite()),
            ),
            ("radius", self.radius.is_none_or(f32::is_finite)),
            (
                "bounding_box",
                self.bounding_box.is_none_or(|bounds| bounds.is_finite()),
            ),
        ];
        for (field, _) in numbers.into_iter().filter(|(_, is_finite)| !is_finite) {
            let message = format!("a {field} that is not finite");
            let path = || format!("bones[{place}].{field}");
            seen.add(&rules::NOT_FINITE, path, message);
        }
    }

    /// Its rotation and scale at rest, where they are numbers.
    fn diagnose_rest(&self, place: usize, seen: &mut Diagnostics) {
        let Quat { w, x, y, z } = self.rotation;
        // In double precision, in which no square of a float overflows.
        let [w, x, y, z] = [w, x, y, z].map(f64::from);
        let norm = (w * w + x * x + y * y + z * z).sqrt();
        if norm.is_finite() && (norm - 1.0).abs() > 1e-2 {
            let message =
                format!("a rotation of length {norm}; the engine takes it for one of length 1");
            let path = || format!("bones[{place}].rotation");
            seen.add(&rules::BONE_ROTATION_NOT_UNIT, path, message);
        }
        let Affine(rows) = self.offset_matrix.into();
        if rows.iter().flatten().all(|number| *number == 0.0) {
            let message = "an offset matrix of zeros; all that the bone moves is one point";
            let path = || format!("bones[{place}].offset_matrix");
            seen.add(&rules::ZERO_OFFSET, path, message);
        }
        let Vec3 { x, y, z } = self.scale;
        if [x, y, z].contains(&0.0) {
            let message = "a scale of 0; all that hangs on the bone is flat";
            let path = || format!("bones[{place}].scale");
            seen.add(&rules::ZERO_SCALE, path, message);
        }
    }
}
