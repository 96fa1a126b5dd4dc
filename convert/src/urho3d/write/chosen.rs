//! Some of the vertices of a stream.

use formwork_formats::urho3d::model::{Element, Semantic as Meaning};

use super::{limit::NO_BONE, pool::gather, vertices::Vertices};
use crate::scene::Column;

impl Vertices {
    /// Some of the vertices, with bones as a mapping counts them; as the skeleton does without one.
    pub(super) fn chosen(&self, places: &[u32], mapping: &[u32]) -> Self {
        let mut chosen = Self {
            elements: self.elements.clone(),
            columns: self
                .columns
                .iter()
                .map(|column| gather(column, places))
                .collect(),
            bones: places
                .iter()
                .filter_map(|place| self.bones.get(*place as usize))
                .copied()
                .collect(),
            count: places.len(),
        };
        let local = |bone: u32| match bone {
            NO_BONE => 0,
            bone if mapping.is_empty() => u8::try_from(bone).unwrap_or_default(),
            bone => mapping.binary_search(&bone).map_or(0, |place| place as u8),
        };
        let is_indices = |element: &Element| element.semantic == Meaning::BLENDINDICES;
        if let Some(place) = chosen.elements.iter().position(is_indices) {
            let local = chosen.bones.iter().map(|bones| bones.map(local));
            chosen.columns[place] = Column::U8x4(local.collect());
        }
        chosen
    }

    /// The weights of a vertex.
    pub(super) fn weights(&self) -> impl Fn(usize) -> [f32; 4] + '_ {
        let is_weights = |element: &Element| element.semantic == Meaning::BLENDWEIGHTS;
        let column = self
            .elements
            .iter()
            .position(is_weights)
            .map(|place| &self.columns[place]);
        move |vertex| match column {
            Some(Column::Vec4(weights)) => weights[vertex],
            Some(Column::Unorm8x4(weights)) => weights[vertex].map(|byte| f32::from(byte) / 255.0),
            _ => [0.0; 4],
        }
    }
}
