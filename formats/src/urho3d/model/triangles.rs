//! What a level of detail draws.

use super::{
    index::{IndexBuffer, Indices},
    tree::{Lod, Model, PrimitiveType},
};

impl Indices {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Short(indices) => indices.len(),
            Self::Long(indices) => indices.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One of them.
    #[must_use]
    #[inline]
    pub fn get(&self, place: usize) -> Option<u32> {
        match self {
            Self::Short(indices) => indices.get(place).map(u32::from),
            Self::Long(indices) => indices.get(place),
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|place| self.get(place).unwrap_or_default())
    }
}

impl Model {
    /// The index buffer that a level of detail draws from; `None` when there is no such buffer, or not so
    /// many indices in it.
    #[must_use]
    pub fn index_buffer(&self, lod: &Lod) -> Option<&IndexBuffer> {
        let buffer = self.index_buffers.get(lod.index_buffer as usize)?;
        let end = u64::from(lod.index_start) + u64::from(lod.index_count);
        (end <= buffer.indices.len() as u64).then_some(buffer)
    }

    /// The triangles of a level of detail, as vertices of its vertex buffer, seen clockwise; `None` when
    /// it draws something else, or indices that do not exist.
    ///
    /// ```
    /// use formwork_formats::urho3d::Model;
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../tests/fixtures/urho3d/model/umd2-skinned.mdl"
    /// # ));
    /// let model: Model = formwork_schema::read::from_slice(file)?;
    /// let nearest = model.geometries[0].lods.get(0).unwrap();
    /// assert!(model.triangles(&nearest).unwrap().eq([[0, 1, 2]]));
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    #[must_use]
    pub fn triangles(&self, lod: &Lod) -> Option<Triangles<'_>> {
        let shape = match lod.primitive_type {
            PrimitiveType::TRIANGLE_LIST => Shape::List,
            PrimitiveType::TRIANGLE_STRIP => Shape::Strip,
            PrimitiveType::TRIANGLE_FAN => Shape::Fan,
            _ => return None,
        };
        let count = match shape {
            Shape::List => lod.index_count / 3,
            Shape::Strip | Shape::Fan => lod.index_count.saturating_sub(2),
        };
        Some(Triangles {
            indices: &self.index_buffer(lod)?.indices,
            shape,
            start: lod.index_start as usize,
            next: 0,
            count: count as usize,
        })
    }
}

/// The triangles of a level of detail.
#[derive(Debug, Clone)]
pub struct Triangles<'a> {
    indices: &'a Indices,
    shape: Shape,
    start: usize,
    next: usize,
    count: usize,
}

#[derive(Debug, Clone, Copy)]
enum Shape {
    List,
    Strip,
    Fan,
}

impl Iterator for Triangles<'_> {
    type Item = [u32; 3];

    #[inline]
    fn next(&mut self) -> Option<[u32; 3]> {
        let at = self.next;
        if at >= self.count {
            return None;
        }
        self.next += 1;
        let corners = match self.shape {
            Shape::List => [3 * at, 3 * at + 1, 3 * at + 2],
            // Every second one would be seen from behind.
            Shape::Strip if at % 2 == 1 => [at + 1, at, at + 2],
            Shape::Strip => [at, at + 1, at + 2],
            Shape::Fan => [0, at + 1, at + 2],
        };
        let [a, b, c] = corners.map(|corner| self.start + corner);
        let index = |place| self.indices.get(place).unwrap_or_default();
        Some([index(a), index(b), index(c)])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.count - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Triangles<'_> {}
