//! Weights of bones that sum to 1.

use formwork_schema::Result;

use super::{
    buffer::{ElementType, Semantic, VertexBuffer},
    tree::Model,
};

/// How much weights may miss 1 by: four bytes, each rounded.
pub(super) const WEIGHT_SLACK: f32 = 0.01;

/// Below this a sum says nothing of how the weights were meant.
const LEAST_SUM: f32 = 1e-6;

impl Model {
    /// Sets negative weights of bones to 0, and scales those of each vertex so that they sum to 1. Vertices whose weights
    /// do keep their bytes, as do those without any weight, or with one that is not finite. Tells whether something changed.
    ///
    /// ```
    /// use formwork_formats::urho3d::{Model, model::Semantic};
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../samples/urho3d/Figure.mdl"
    /// # ));
    /// let mut model: Model = formwork_schema::read::from_slice(file)?;
    /// assert!(!model.normalize_weights()?);
    /// model.vertex_buffers[0].map_values(Semantic::BLENDWEIGHTS, 0, |all| all.map(|weight| weight * 2.0))?;
    /// assert!(model.normalize_weights()?);
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    ///
    /// # Errors
    /// None so far.
    pub fn normalize_weights(&mut self) -> Result<bool> {
        let mut changed = false;
        for buffer in &mut self.vertex_buffers {
            changed |= buffer.normalize_weights()?;
        }
        Ok(changed)
    }
}

impl VertexBuffer {
    fn normalize_weights(&mut self) -> Result<bool> {
        let Some(weights) = self.attribute(Semantic::BLENDWEIGHTS, 0) else {
            return Ok(false);
        };
        let in_bytes = match weights.element.r#type {
            ElementType::INT | ElementType::UBYTE4 => return Ok(false),
            r#type => r#type == ElementType::UBYTE4_NORM,
        };
        // Asked first, since bytes that the file shares are copied to be changed.
        let all = self.blend_weights();
        if !all.is_some_and(|mut all| all.any(|weights| normalized(weights).is_some())) {
            return Ok(false);
        }
        self.map_values(Semantic::BLENDWEIGHTS, 0, |weights| {
            let Some(normal) = normalized(weights) else {
                return weights;
            };
            if in_bytes { rounded(normal) } else { normal }
        })?;
        Ok(true)
    }
}

/// Weights that sum to 1 and are not negative; `None` for those that do and are, and where nothing tells what they should be.
fn normalized(weights: [f32; 4]) -> Option<[f32; 4]> {
    let is_negative = weights.iter().any(|weight| *weight < 0.0);
    let positive = weights.map(|weight| weight.max(0.0));
    let sum: f32 = positive.iter().sum();
    let is_off = is_negative || (sum - 1.0).abs() > WEIGHT_SLACK;
    let is_known = weights.iter().all(|weight| weight.is_finite()) && sum > LEAST_SUM;
    (is_off && is_known && sum.is_finite()).then(|| positive.map(|weight| weight / sum))
}

/// The same in steps of bytes: what rounding loses is given to the greatest, so that the bytes sum to 255.
fn rounded(weights: [f32; 4]) -> [f32; 4] {
    let mut bytes = weights.map(|weight| (weight * 255.0).round());
    let left = 255.0 - bytes.iter().sum::<f32>();
    if let Some(greatest) = bytes.iter_mut().max_by(|a, b| a.total_cmp(b)) {
        *greatest += left;
    }
    bytes.map(|byte| byte / 255.0)
}
