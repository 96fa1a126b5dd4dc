//! The numbers of vertices: one pass over each attribute.

use formwork_schema::{Diagnostics, Rule, Vec3};

use super::super::{
    Attribute, BoundingBox, ElementType, Model, Semantic, Values, VertexBuffer, rules,
    weights::WEIGHT_SLACK,
};

/// How many vertices of a buffer break a rule, and the first of them.
#[derive(Debug, Clone, Copy, Default)]
struct Fault {
    count: u64,
    first: usize,
}

impl Fault {
    fn add(&mut self, vertex: usize, is_wrong: bool) {
        if is_wrong {
            self.first = if self.count == 0 { vertex } else { self.first };
            self.count += 1;
        }
    }
}

/// The attributes of the vertices of one buffer.
struct Attributes<'a> {
    buffer: &'a VertexBuffer,
    place: usize,
    stride: usize,
    /// Whether each vertex is drawn.
    drawn: &'a [bool],
}

impl Model {
    pub(super) fn diagnose_vertices(
        &self,
        place: usize,
        buffer: &VertexBuffer,
        drawn: &[bool],
        seen: &mut Diagnostics,
    ) {
        let all = Attributes {
            buffer,
            place,
            stride: buffer.stride(),
            drawn,
        };
        all.diagnose_unused(seen);
        for (index, attribute) in buffer.attributes().into_iter().enumerate() {
            match attribute.element.semantic {
                Semantic::POSITION => {
                    all.diagnose_positions(index, attribute, &self.bounding_box, seen);
                }
                Semantic::NORMAL => all.diagnose_normals(index, attribute, seen),
                Semantic::TANGENT => all.diagnose_tangents(index, attribute, seen),
                Semantic::BLENDWEIGHTS if !self.bones.is_empty() => {
                    all.diagnose_weights(index, attribute, seen);
                }
                Semantic::BLENDINDICES if !self.bones.is_empty() => {
                    all.diagnose_indices(index, attribute, seen);
                }
                _ => all.diagnose_numbers(index, attribute, seen),
            }
        }
    }
}

impl Attributes<'_> {
    fn diagnose_unused(&self, seen: &mut Diagnostics) {
        let unused = self.drawn.iter().filter(|is_drawn| !**is_drawn).count();
        if let Some(first) = self.drawn.iter().position(|is_drawn| !is_drawn) {
            let message = format!(
                "vertices that nothing draws: {unused} of {}, the first is {first}",
                self.drawn.len()
            );
            let path = || format!("vertex_buffers[{}].vertices[{first}]", self.place);
            seen.add(&rules::UNUSED_VERTEX, path, message);
        }
    }

    fn diagnose_positions(
        &self,
        index: usize,
        attribute: Attribute,
        bounds: &BoundingBox,
        seen: &mut Diagnostics,
    ) {
        let is_outside = outside(bounds);
        let faults = self.faults(attribute, |value, is_drawn| {
            [is_wild(value), is_drawn && is_outside(value)]
        });
        let told = [
            (&rules::NOT_FINITE, "positions that are not finite"),
            (&rules::OUTSIDE_BOUNDS, "vertices outside the bounding box"),
        ];
        self.tell(index, faults, told, seen);
    }

    fn diagnose_normals(&self, index: usize, attribute: Attribute, seen: &mut Diagnostics) {
        let faults = self.faults(attribute, |value, is_drawn| {
            let length = length(value);
            [
                is_wild(value),
                is_drawn && is_none(length),
                is_drawn && is_off(length),
            ]
        });
        let told = [
            (&rules::NOT_FINITE, "normals that are not finite"),
            (&rules::ZERO_NORMAL, "normals of length 0"),
            (&rules::NORMAL_NOT_UNIT, "normals whose length is not 1"),
        ];
        self.tell(index, faults, told, seen);
    }

    fn diagnose_tangents(&self, index: usize, attribute: Attribute, seen: &mut Diagnostics) {
        let has_side = attribute.element.r#type == ElementType::VECTOR4;
        let faults = self.faults(attribute, |value, is_drawn| {
            let length = length(value);
            let [.., side] = value;
            [
                is_wild(value),
                is_drawn && is_none(length),
                is_drawn && is_off(length),
                is_drawn && has_side && (side.abs() - 1.0).abs() > 1e-2,
            ]
        });
        let told = [
            (&rules::NOT_FINITE, "tangents that are not finite"),
            (&rules::ZERO_NORMAL, "tangents of length 0"),
            (&rules::NORMAL_NOT_UNIT, "tangents whose length is not 1"),
            (
                &rules::HANDEDNESS,
                "tangents whose handedness is neither 1 nor -1",
            ),
        ];
        self.tell(index, faults, told, seen);
    }

    fn diagnose_weights(&self, index: usize, attribute: Attribute, seen: &mut Diagnostics) {
        if !has_factors(attribute) {
            let message = "weights that are whole numbers, and no parts of 1";
            seen.add(&rules::WHOLE_WEIGHTS, || self.path(index, 0), message);
            return;
        }
        let faults = self.faults(attribute, |value, is_drawn| {
            let sum: f32 = value.iter().sum();
            [
                is_wild(value),
                is_drawn && value.iter().any(|weight| *weight < -1e-4),
                is_drawn && (sum - 1.0).abs() > WEIGHT_SLACK,
            ]
        });
        let told = [
            (&rules::NOT_FINITE, "weights that are not finite"),
            (&rules::NEGATIVE_WEIGHT, "vertices with a negative weight"),
            (&rules::WEIGHT_SUM, "vertices whose weights do not sum to 1"),
        ];
        self.tell(index, faults, told, seen);
    }

    /// What is no byte; whether there is such a bone is asked of what is drawn.
    fn diagnose_indices(&self, index: usize, attribute: Attribute, seen: &mut Diagnostics) {
        if attribute.element.r#type == ElementType::UBYTE4_NORM {
            let message = "blend indices that are parts of 255, and no whole numbers";
            seen.add(&rules::NORMALIZED_INDICES, || self.path(index, 0), message);
        }
        let faults = self.faults(attribute, |value, is_drawn| {
            let is_byte = |bone: &f32| (-0.5..=255.5).contains(bone);
            [is_wild(value), is_drawn && !value.iter().all(is_byte)]
        });
        let told = [
            (&rules::NOT_FINITE, "blend indices that are not finite"),
            (
                &rules::BLEND_OUT_OF_RANGE,
                "vertices with a blend index below 0 or above 255",
            ),
        ];
        self.tell(index, faults, told, seen);
    }

    fn diagnose_numbers(&self, index: usize, attribute: Attribute, seen: &mut Diagnostics) {
        let faults = self.faults(attribute, |value, _| [is_wild(value)]);
        let told = [(&rules::NOT_FINITE, "values that are not finite")];
        self.tell(index, faults, told, seen);
    }

    /// Looks at the value of each vertex once, for several rules.
    fn faults<const RULES: usize>(
        &self,
        attribute: Attribute,
        is_wrong: impl Fn([f32; 4], bool) -> [bool; RULES],
    ) -> [Fault; RULES] {
        let mut faults = [Fault::default(); RULES];
        let values: Values<'_> = self.buffer.values_of(attribute, self.stride);
        // All at once, which is faster than one after the other.
        values.enumerate().for_each(|(vertex, value)| {
            let is_drawn = self.drawn.get(vertex).is_some_and(|is_drawn| *is_drawn);
            let wrong = is_wrong(value, is_drawn);
            if wrong.contains(&true) {
                for (fault, is_wrong) in faults.iter_mut().zip(wrong) {
                    fault.add(vertex, is_wrong);
                }
            }
        });
        faults
    }

    fn tell<const RULES: usize>(
        &self,
        index: usize,
        faults: [Fault; RULES],
        told: [(&'static Rule, &str); RULES],
        seen: &mut Diagnostics,
    ) {
        for (Fault { count, first }, (rule, what)) in faults.into_iter().zip(told) {
            if count > 0 {
                let message = format!(
                    "{what}: {count} of {}, the first is vertex {first}",
                    self.drawn.len()
                );
                seen.add(rule, || self.path(index, first), message);
            }
        }
    }

    fn path(&self, index: usize, vertex: usize) -> String {
        let names = self.buffer.attribute_names();
        let name = names.get(index).map_or("", |name| name);
        let place = self.place;
        format!("vertex_buffers[{place}].vertices[{vertex}].{name}")
    }
}

/// Whether a point is outside a box, by more than exporters round. A box without inside has no outside.
fn outside(bounds: &BoundingBox) -> impl Fn([f32; 4]) -> bool {
    let BoundingBox { min, max } = *bounds;
    let axes = |Vec3 { x, y, z }: Vec3| [x, y, z];
    let (min, max) = (axes(min), axes(max));
    let is_box = bounds.is_finite() && !bounds.is_empty();
    let size = (0..3).map(|axis| max[axis] - min[axis]);
    let slack = size.fold(0.0, f32::max) * 1e-3 + 1e-4;
    move |point| {
        let off = |axis: usize| point[axis] < min[axis] - slack || point[axis] > max[axis] + slack;
        is_box && (off(0) || off(1) || off(2))
    }
}

/// Whether weights are stored as factors, and not as whole numbers.
fn has_factors(Attribute { element, .. }: Attribute) -> bool {
    !matches!(element.r#type, ElementType::INT | ElementType::UBYTE4)
}

fn is_wild(value: [f32; 4]) -> bool {
    !value.iter().all(|number| number.is_finite())
}

/// In double precision, in which no square of a float overflows.
fn length([x, y, z, _]: [f32; 4]) -> f32 {
    let [x, y, z] = [x, y, z].map(f64::from);
    (x * x + y * y + z * z).sqrt() as f32
}

fn is_none(length: f32) -> bool {
    length < 1e-6
}

fn is_off(length: f32) -> bool {
    !is_none(length) && length.is_finite() && (length - 1.0).abs() > 1e-2
}
