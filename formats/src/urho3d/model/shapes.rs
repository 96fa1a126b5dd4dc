//! Shapes of bones, by which engines know where an animated model is.

use formwork_schema::{Result, Vec3};

use super::{
    bone::{Bone, BoneCollision},
    bounds::BoundingBox,
    buffer::VertexBuffer,
    skeleton::Affine,
    tree::{Geometry, Lod, Model},
};

/// Shapes smaller than this, in world units, are none to engines: `M_EPSILON`.
const LEAST_SIZE: f32 = 1e-6;

/// Least weight with which a vertex counts for the shape of a bone in `AssetImporter` of Urho3D.
pub const LEAST_WEIGHT: f32 = 0.33;

/// Maximum number of passes over all indices; levels of real models draw each index once.
const PASSES: u64 = 16;

/// Extent of the vertices that follow a bone, in the space of the bone, in world units.
#[derive(Debug, Clone, Copy)]
pub struct BoneExtent {
    radius: f64,
    min: [f64; 3],
    max: [f64; 3],
}

impl BoneExtent {
    fn at(point: [f64; 3]) -> Self {
        let square: f64 = point.iter().map(|number| number * number).sum();
        Self {
            radius: square.sqrt(),
            min: point,
            max: point,
        }
    }

    fn merged(&self, other: &Self) -> Self {
        Self {
            radius: self.radius.max(other.radius),
            min: std::array::from_fn(|axis| self.min[axis].min(other.min[axis])),
            max: std::array::from_fn(|axis| self.max[axis].max(other.max[axis])),
        }
    }

    /// Radius of the sphere around the origin of the bone, in world units.
    #[must_use]
    pub const fn radius(&self) -> f32 {
        self.radius as f32
    }

    /// The box, in the space of the bone.
    #[must_use]
    pub fn bounds(&self) -> BoundingBox {
        BoundingBox {
            min: self.min.map(|number| number as f32).into(),
            max: self.max.map(|number| number as f32).into(),
        }
    }
}

/// Extents of vertices by bone: of those that follow it with more than a least weight or, where no vertex follows any bone that
/// much, of all that follow it.
#[derive(Debug, Clone)]
pub struct BoneExtents {
    least_weight: f32,
    extents: Vec<Option<BoneExtent>>,
    /// True once a vertex had more than the least weight.
    has_heavy: bool,
}

impl BoneExtents {
    /// Nothing yet, for so many bones.
    #[must_use]
    pub fn new(bone_count: usize, least_weight: f32) -> Self {
        Self {
            least_weight,
            extents: vec![None; bone_count],
            has_heavy: false,
        }
    }

    /// Adds a vertex that follows a bone with a weight; `place` gives its position in the space of the bone. Bones that do not
    /// exist, weights of 0 and positions that are not finite add nothing.
    pub fn add(&mut self, bone: usize, weight: f32, place: impl FnOnce() -> [f64; 3]) {
        let is_heavy = weight > self.least_weight;
        if bone >= self.extents.len() || !is_heavy && (self.has_heavy || weight <= 0.0) {
            return;
        }
        let place = place();
        if !place.iter().all(|number| number.is_finite()) {
            return;
        }
        if is_heavy && !self.has_heavy {
            self.has_heavy = true;
            self.extents.fill(None);
        }
        let new = BoneExtent::at(place);
        let extent = &mut self.extents[bone];
        *extent = Some(extent.map_or(new, |old| old.merged(&new)));
    }

    /// Extent of the vertices of a bone; `None` where it has none.
    #[must_use]
    pub fn get(&self, bone: usize) -> Option<BoneExtent> {
        self.extents.get(bone).copied().flatten()
    }
}

impl Bone {
    /// Whether engines count a shape of the bone as one: its box if that is not tiny, else its sphere.
    pub(super) fn has_shape(&self) -> bool {
        let boxed = self
            .bounding_box
            .filter(|_| self.collision.contains(BoneCollision::BOX));
        let size = |bounds: BoundingBox| {
            let BoundingBox { min, max } = bounds;
            let sides = [max.x - min.x, max.y - min.y, max.z - min.z];
            sides.iter().map(|side| side * side).sum::<f32>().sqrt()
        };
        match boxed.filter(|bounds| size(*bounds) >= LEAST_SIZE) {
            Some(bounds) => !bounds.is_empty(),
            None => {
                self.collision.contains(BoneCollision::SPHERE)
                    && self.radius.is_some_and(|radius| radius >= LEAST_SIZE)
            }
        }
    }
}

impl Model {
    /// Whether the model has bones and draws something, and no bone has a shape: then engines never draw it as an animated model.
    pub(super) fn lacks_bone_shapes(&self) -> bool {
        let mut lods = self.geometries.iter().flat_map(|geometry| &geometry.lods);
        !self.bones.is_empty()
            && lods.any(|lod| lod.index_count > 0)
            && !self.bones.iter().any(Bone::has_shape)
    }

    /// Gives bones the boxes and spheres of the vertices that follow them, as `AssetImporter` of Urho3D does, where no bone of the
    /// model has a shape. Vertices without blend indices follow the root. Returns whether bones have shapes now and had none.
    ///
    /// ```
    /// use formwork_formats::urho3d::{Model, model::BoneCollision};
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../samples/urho3d/Figure.mdl"
    /// # ));
    /// let mut model: Model = formwork_schema::read::from_slice(file)?;
    /// for bone in &mut model.bones {
    ///     bone.collision = BoneCollision::empty();
    ///     (bone.radius, bone.bounding_box) = (None, None);
    /// }
    /// assert!(model.add_bone_shapes()?);
    /// assert!(model.bones.iter().any(|bone| bone.bounding_box.is_some()));
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    ///
    /// # Errors
    /// None so far: what is drawn and does not exist is left out.
    pub fn add_bone_shapes(&mut self) -> Result<bool> {
        if !self.lacks_bone_shapes() {
            return Ok(false);
        }
        let extents = self.bone_extents();
        let mut bones = self.bones.clone();
        for (place, bone) in bones.iter_mut().enumerate() {
            if let Some(extent) = extents.get(place) {
                bone.collision |= BoneCollision::SPHERE | BoneCollision::BOX;
                bone.radius = Some(extent.radius());
                bone.bounding_box = Some(extent.bounds());
            }
        }
        let is_found = bones.iter().any(Bone::has_shape);
        if is_found {
            self.bones = bones;
        }
        Ok(is_found)
    }

    fn bone_extents(&self) -> BoneExtents {
        let offsets = self
            .bones
            .iter()
            .map(|bone| Affine::from(bone.offset_matrix));
        let offsets: Vec<Affine> = offsets.collect();
        let mut extents = BoneExtents::new(self.bones.len(), LEAST_WEIGHT);
        let buffers = self.index_buffers.iter();
        let indices: u64 = buffers.map(|buffer| buffer.indices.len() as u64).sum();
        let mut left = indices * PASSES;
        for geometry in &self.geometries {
            for lod in &geometry.lods {
                let Some(rest) = left.checked_sub(lod.index_count.into()) else {
                    return extents;
                };
                left = rest;
                self.add_extents(geometry, &lod, &offsets, &mut extents);
            }
        }
        extents
    }

    fn add_extents(
        &self,
        geometry: &Geometry,
        lod: &Lod,
        offsets: &[Affine],
        extents: &mut BoneExtents,
    ) {
        let buffer = self.vertex_buffers.get(lod.vertex_buffer as usize);
        let Some((buffer, indices)) = buffer.zip(self.drawn_indices(lod)) else {
            return;
        };
        let Some(positions) = buffer.positions() else {
            return;
        };
        let positions: Vec<Vec3> = positions.collect();
        let influences = buffer.influences(geometry, self.root());
        indices.for_each(|vertex| {
            let vertex = vertex as usize;
            let (Some(position), Some(influences)) =
                (positions.get(vertex), influences.get(vertex))
            else {
                return;
            };
            for (bone, weight) in influences {
                extents.add(*bone, *weight, || {
                    let Vec3 { x, y, z } = offsets[*bone].point(*position);
                    [x, y, z].map(f64::from)
                });
            }
        });
    }

    /// The bone that engines call the root: the last one that is its own parent.
    fn root(&self) -> usize {
        let mut bones = self.bones.iter().enumerate();
        let root = bones.rfind(|(place, bone)| bone.parent as usize == *place);
        root.map_or(0, |(place, _)| place)
    }
}

impl VertexBuffer {
    /// The bones that each vertex follows in a geometry, with the weights.
    fn influences(&self, geometry: &Geometry, root: usize) -> Vec<[(usize, f32); 4]> {
        let Some(indices) = self.blend_indices() else {
            let alone = [(root, 1.0), (root, 0.0), (root, 0.0), (root, 0.0)];
            return vec![alone; self.stored_count()];
        };
        let mut weights = self.blend_weights();
        let mapped = |index: u8| match geometry.bone_mapping.is_empty() {
            true => usize::from(index),
            false => {
                let bone = geometry.bone_mapping.get(usize::from(index));
                bone.map_or(usize::MAX, |bone| bone as usize)
            }
        };
        let influences = indices.map(|bones| {
            let weights = weights
                .as_mut()
                .map_or(Some([1.0, 0.0, 0.0, 0.0]), Iterator::next);
            let weights = weights.unwrap_or_default();
            std::array::from_fn(|slot| (mapped(bones[slot]), weights[slot]))
        });
        influences.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_weights_count_only_where_no_vertex_has_another() {
        let mut extents = BoneExtents::new(2, LEAST_WEIGHT);
        extents.add(0, 0.25, || [3.0, 4.0, 0.0]);
        extents.add(0, 0.0, || [9.0; 3]);
        extents.add(1, 0.25, || [f64::NAN; 3]);
        extents.add(7, 1.0, || [1.0; 3]);
        assert_eq!(extents.get(0).map(|one| one.radius()), Some(5.0));
        assert!(extents.get(1).is_none() && extents.get(7).is_none());
        extents.add(1, 0.5, || [1.0, 0.0, 0.0]);
        extents.add(1, 0.5, || [0.0, 2.0, 0.0]);
        assert!(extents.get(0).is_none());
        let bounds = extents.get(1).map(|one| one.bounds());
        let (min, max) = ([0.0; 3].into(), [1.0, 2.0, 0.0].into());
        assert_eq!(bounds, Some(BoundingBox { min, max }));
    }

    #[test]
    fn shapes_count_as_engines_count_them() {
        let cube = |size: f32| BoundingBox {
            min: [0.0; 3].into(),
            max: [size; 3].into(),
        };
        let has_shape = |bits: u8, radius: f32, size: f32| {
            let file = include_bytes!("../../../../samples/urho3d/Figure.mdl");
            let model: Model = formwork_schema::read::from_slice(file).expect("a model");
            let mut bone = model.bones[0].clone();
            bone.collision = BoneCollision::from_bits_retain(bits);
            bone.radius = (bits & 1 != 0).then_some(radius);
            bone.bounding_box = (bits & 2 != 0).then(|| cube(size));
            bone.has_shape()
        };
        assert!(has_shape(1, 0.1, 0.0) && has_shape(2, 0.0, 0.1) && has_shape(3, 0.1, 0.0));
        assert!(!has_shape(0, 1.0, 1.0) && !has_shape(3, 0.0, 0.0) && !has_shape(1, -1.0, 0.0));
        // Engines keep a box that is inside out, and take no sphere in its place.
        assert!(!has_shape(3, 1.0, -1.0));
    }
}
