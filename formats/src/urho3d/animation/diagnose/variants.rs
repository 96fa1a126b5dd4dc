//! Variant tracks.

use formwork_schema::{Diagnostics, Quat, Vec2, Vec3, Vec4};

use super::{
    super::{Animation, VariantTrack, VariantValue, rules},
    Times, are_finite,
};
use crate::urho3d::variant::Color;

impl Animation {
    pub(super) fn diagnose_variant_tracks(&self, seen: &mut Diagnostics) {
        let tracks = self.variant_tracks.as_deref().unwrap_or_default();
        for (index, track) in tracks.iter().enumerate() {
            track.diagnose(index, self.length, seen);
        }
    }
}

impl VariantTrack {
    fn diagnose(&self, index: usize, length: f32, seen: &mut Diagnostics) {
        let path = |field: &str| format!("variant_tracks[{index}].{field}");
        if self.name.as_bytes().is_empty() {
            let message = "a track without a name, which drives nothing";
            seen.add(&rules::NO_TRACK_NAME, || path("name"), message);
        }
        if self.interpolation.name().is_none() {
            let message = "an interpolation that rbfx does not know";
            seen.add(
                &rules::UNKNOWN_INTERPOLATION,
                || path("interpolation"),
                message,
            );
        }
        let mut values = self.keyframes.iter().map(|keyframe| &keyframe.value);
        if values.any(|value| matches!(value, VariantValue::Empty)) {
            let message = "a type that values are not stored with; keyframes have times only";
            seen.add(&rules::UNKNOWN_TYPE, || path("kind"), message);
        }
        if self.keyframes.is_empty() {
            let message = "a track without keyframes";
            seen.add(&rules::NO_KEYFRAMES, || path("keyframes"), message);
        }
        let times = self.keyframes.iter().map(|keyframe| keyframe.time);
        let time = |place| path(&format!("keyframes[{place}].time"));
        Times::of(times).diagnose(length, &time, seen);
        self.diagnose_numbers(index, seen);
    }

    fn diagnose_numbers(&self, index: usize, seen: &mut Diagnostics) {
        let path = |field: &str| format!("variant_tracks[{index}].{field}");
        let message = "a value that is not finite";
        for (place, keyframe) in self.keyframes.iter().enumerate() {
            if !keyframe.time.is_finite() || !is_finite(&keyframe.value) {
                let path = || path(&format!("keyframes[{place}]"));
                seen.add(&rules::NOT_FINITE, path, message);
                break;
            }
        }
        let mut tangents = self.tangents.iter().flatten();
        let wild = tangents.position(|all| !is_finite(&all.incoming) || !is_finite(&all.outgoing));
        if let Some(place) = wild {
            let path = || path(&format!("tangents[{place}]"));
            seen.add(&rules::NOT_FINITE, path, message);
        }
        if !self.weight.is_none_or(f32::is_finite) || !self.spline_tension.is_finite() {
            let message = "a weight or tension that is not finite";
            seen.add(&rules::NOT_FINITE, || path("spline_tension"), message);
        }
    }
}

/// Whether the numbers of a value that can be interpolated are finite.
fn is_finite(value: &VariantValue) -> bool {
    match value {
        VariantValue::Float(x) => x.is_finite(),
        VariantValue::Double(x) => x.is_finite(),
        VariantValue::Vector2(Vec2 { x, y }) => are_finite(&[*x, *y]),
        VariantValue::Vector3(Vec3 { x, y, z }) => are_finite(&[*x, *y, *z]),
        VariantValue::Vector4(Vec4 { x, y, z, w }) => are_finite(&[*x, *y, *z, *w]),
        VariantValue::Quaternion(Quat { w, x, y, z }) => are_finite(&[*w, *x, *y, *z]),
        VariantValue::Color(Color { r, g, b, a }) => are_finite(&[*r, *g, *b, *a]),
        VariantValue::DoubleVector2(all) => all.x.is_finite() && all.y.is_finite(),
        VariantValue::DoubleVector3(all) => [all.x, all.y, all.z]
            .iter()
            .all(|number| number.is_finite()),
        _ => true,
    }
}
