//! Vertex buffers and index buffers that grow.

use formwork_formats::urho3d::model::{Element, IndexBuffer, Indices, VertexBuffer};
use formwork_schema::{Packed, Result, layout::Endian};

use super::vertices::Vertices;
use crate::{
    numbers::{self, append_short},
    scene::Column,
    urho3d::elements,
};

/// A vertex buffer and its index buffer.
pub(super) struct Pool {
    pub(super) elements: Vec<Element>,
    pub(super) columns: Vec<Column>,
    pub(super) count: usize,
    pub(super) indices: Vec<u32>,
    /// The vertices that morphs move: the least and the greatest.
    pub(super) moved: Option<(u32, u32)>,
}

/// Vertices that 16 bits count, with one number left for engines that need it.
const SHORT: usize = 65_535;

/// The buffer that takes these vertices: the last one, when it has the same elements and does not grow beyond 16 bits by it.
pub(super) fn pool_for(pools: &mut Vec<Pool>, vertices: &Vertices) -> usize {
    let fits = pools.last().is_some_and(|last| {
        let is_long = last.count > SHORT || vertices.count > SHORT;
        last.elements == vertices.elements && (is_long || last.count + vertices.count <= SHORT)
    });
    if !fits {
        pools.push(Pool {
            elements: vertices.elements.clone(),
            columns: vertices
                .columns
                .iter()
                .map(|column| gather(column, &[]))
                .collect(),
            count: 0,
            indices: Vec::new(),
            moved: None,
        });
    }
    pools.len() - 1
}

impl Pool {
    /// Adds vertices; where the first of them is.
    pub(super) fn add(&mut self, vertices: &Vertices) -> u32 {
        let first = self.count as u32;
        for (own, column) in self.columns.iter_mut().zip(&vertices.columns) {
            extend(own, column);
        }
        self.count += vertices.count;
        first
    }

    /// Adds indices; where the first of them is.
    pub(super) fn draw(&mut self, indices: impl IntoIterator<Item = u32>) -> u32 {
        let first = self.indices.len() as u32;
        self.indices.extend(indices);
        first
    }

    pub(super) fn places(&self) -> &[[f32; 3]] {
        match self.columns.first() {
            Some(Column::Vec3(places)) => places,
            _ => &[],
        }
    }

    pub(super) fn vertex_buffer(&self) -> Result<VertexBuffer> {
        let stride: usize = self
            .elements
            .iter()
            .map(|element| element.r#type.size())
            .sum();
        let mut bytes = vec![0; stride * self.count];
        let mut offset = 0;
        for (element, column) in self.elements.iter().zip(&self.columns) {
            elements::scatter(column, element.r#type, (&mut bytes, stride, offset));
            offset += element.r#type.size();
        }
        let (least, greatest) = self.moved.unwrap_or((0, 0));
        Ok(VertexBuffer {
            vertex_count: self.count as u32,
            mask: None,
            morph_range_start: least,
            morph_range_count: self.moved.map_or(0, |_| greatest - least + 1),
            vertices: elements::declared(&self.elements, bytes, self.count)?,
            elements: Some(self.elements.clone()),
        })
    }

    pub(super) fn index_buffer(&self) -> Result<IndexBuffer> {
        let count = self.indices.len();
        let is_short = self.indices.iter().all(|index| (*index as usize) < SHORT);
        let indices = if is_short {
            let mut bytes = Vec::new();
            append_short(&mut bytes, &self.indices);
            Indices::Short(Packed::from_bytes((), Endian::Little, count, bytes)?)
        } else {
            let bytes = numbers::bytes(&self.indices);
            Indices::Long(Packed::from_bytes((), Endian::Little, count, bytes)?)
        };
        Ok(IndexBuffer {
            index_count: count as u32,
            index_size: if is_short { 2 } else { 4 },
            indices,
        })
    }
}

fn extend(column: &mut Column, with: &Column) {
    fn all<T: Copy>(column: &mut Vec<T>, with: &[T]) {
        column.extend_from_slice(with);
    }
    match (column, with) {
        (Column::I32(own), Column::I32(with)) => all(own, with),
        (Column::F32(own), Column::F32(with)) => all(own, with),
        (Column::Vec2(own), Column::Vec2(with)) => all(own, with),
        (Column::Vec3(own), Column::Vec3(with)) => all(own, with),
        (Column::Vec4(own), Column::Vec4(with)) => all(own, with),
        (Column::U8x4(own), Column::U8x4(with))
        | (Column::Unorm8x4(own), Column::Unorm8x4(with)) => all(own, with),
        _ => {}
    }
}

/// The values at these places.
pub(super) fn gather(column: &Column, places: &[u32]) -> Column {
    fn some<T: Copy>(values: &[T], places: &[u32]) -> Vec<T> {
        places
            .iter()
            .filter_map(|place| values.get(*place as usize))
            .copied()
            .collect()
    }
    match column {
        Column::I32(values) => Column::I32(some(values, places)),
        Column::F32(values) => Column::F32(some(values, places)),
        Column::Vec2(values) => Column::Vec2(some(values, places)),
        Column::Vec3(values) => Column::Vec3(some(values, places)),
        Column::Vec4(values) => Column::Vec4(some(values, places)),
        Column::U8x4(values) => Column::U8x4(some(values, places)),
        Column::Unorm8x4(values) => Column::Unorm8x4(some(values, places)),
        Column::U16x4(values) => Column::U16x4(some(values, places)),
        Column::Snorm16x3(values) => Column::Snorm16x3(some(values, places)),
    }
}
