//! A glTF file that grows: its JSON and its bytes.

use bytes::Bytes;

use super::{
    column,
    deflate::deflate,
    json::{Accessor, BufferView, Document, Sparse, SparseIndices, SparseValues},
    origin::{Rows, Stored},
};
use crate::{math, numbers, scene::Column};

pub(super) const FLOAT: u32 = 5126;
const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;

/// What a buffer view is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Vertices,
    Indices,
    Other,
}

/// Bytes in front of all others that a `.glb` may need for its JSON, so that these need not be moved for it.
pub(super) const GAP: usize = 1 << 16;

/// JSON and bytes.
#[derive(Debug, Default)]
pub(super) struct Builder {
    pub document: Document,
    /// All bytes, behind a gap of [`GAP`]; none while they are shared.
    bytes: Vec<u8>,
    /// The same while they are shared.
    frozen: Bytes,
    /// What is stored, and how long each piece of it is.
    stored: Vec<u8>,
    sizes: Vec<usize>,
}

impl Builder {
    /// A file without anything, with room for so many bytes.
    pub(super) fn with_room(room: usize) -> Self {
        let mut bytes = Vec::with_capacity(GAP + room);
        bytes.resize(GAP, 0);
        Self {
            bytes,
            ..Self::default()
        }
    }

    /// Lets all bytes so far be shared.
    pub(super) fn freeze(&mut self) {
        self.pad();
        self.frozen = std::mem::take(&mut self.bytes).into();
    }

    /// Lets more bytes follow. What nobody shares any more is not copied.
    pub(super) fn thaw(&mut self) {
        if !self.frozen.is_empty() {
            self.bytes = std::mem::take(&mut self.frozen).into();
        }
    }

    /// The bytes that were frozen.
    pub(super) fn frozen(&self) -> Bytes {
        self.frozen.slice(GAP..)
    }

    /// JSON and bytes, these behind a gap of [`GAP`].
    pub(super) fn finish(mut self) -> (Document, Vec<u8>) {
        self.thaw();
        (self.document, self.bytes)
    }

    fn pad(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    /// A buffer view of the bytes that `fill` appends; none of no bytes.
    pub(super) fn view(&mut self, used: Use, fill: impl FnOnce(&mut Vec<u8>)) -> Option<usize> {
        self.pad();
        let start = self.bytes.len();
        fill(&mut self.bytes);
        let length = self.bytes.len() - start;
        if length == 0 {
            return None;
        }
        self.document.buffer_views.push(BufferView {
            byte_offset: (start - GAP) as u64,
            byte_length: length as u64,
            target: match used {
                Use::Vertices => Some(34962),
                Use::Indices => Some(34963),
                Use::Other => None,
            },
            ..BufferView::default()
        });
        Some(self.document.buffer_views.len() - 1)
    }

    /// A piece of what only `FW_origin` knows; none of no bytes.
    pub(super) fn store(&mut self, fill: impl FnOnce(&mut Vec<u8>)) -> Option<usize> {
        let start = self.stored.len();
        fill(&mut self.stored);
        let size = self.stored.len() - start;
        (size > 0).then(|| {
            self.sizes.push(size);
            self.sizes.len() - 1
        })
    }

    /// Writes all that was stored.
    pub(super) fn finish_stored(&mut self) -> Option<Stored> {
        let bytes = std::mem::take(&mut self.stored);
        let sizes = std::mem::take(&mut self.sizes);
        self.deflated(&bytes, sizes)
    }

    /// Writes pieces of these sizes into a buffer view of their own; none of no bytes.
    pub(super) fn deflated(&mut self, bytes: &[u8], sizes: Vec<usize>) -> Option<Stored> {
        if bytes.is_empty() {
            return None;
        }
        let view = self.view(Use::Other, |out| out.extend(deflate(bytes)))?;
        self.document.buffer_views[view].name = "FW_origin".into();
        Some(Stored { view, sizes })
    }

    fn push(&mut self, accessor: Accessor) -> usize {
        self.document.accessors.push(accessor);
        self.document.accessors.len() - 1
    }

    /// An accessor of a column, rows as wide as vertices need them; `None` for what glTF has no type for.
    pub(super) fn column(&mut self, column: &Column, bounds: bool) -> Option<usize> {
        let (component_type, kind, normalized) = match column {
            Column::F32(_) => (FLOAT, "SCALAR", false),
            Column::Vec2(_) => (FLOAT, "VEC2", false),
            Column::Vec3(_) => (FLOAT, "VEC3", false),
            Column::Vec4(_) => (FLOAT, "VEC4", false),
            Column::U8x4(_) => (U8, "VEC4", false),
            Column::Unorm8x4(_) => (U8, "VEC4", true),
            Column::U16x4(_) => (U16, "VEC4", false),
            Column::I32(_) | Column::Snorm16x3(_) => return None,
        };
        let (min, max) = match column {
            Column::Vec3(rows) if bounds => limits(rows),
            _ => Default::default(),
        };
        let buffer_view = self.view(Use::Vertices, |out| column::append_column(out, column))?;
        Some(self.push(Accessor {
            buffer_view: Some(buffer_view),
            component_type,
            normalized,
            count: column.len() as u64,
            kind: kind.into(),
            min,
            max,
            ..Accessor::default()
        }))
    }

    /// Whether an accessor has the values of this column.
    pub(super) fn holds(&self, accessor: usize, column: &Column) -> bool {
        let view = self.document.accessors[accessor].buffer_view;
        view.is_some_and(|view| {
            let view = &self.document.buffer_views[view];
            let start = GAP + view.byte_offset as usize;
            let bytes = &self.bytes[start..start + view.byte_length as usize];
            bytes == column::to_bytes(column)
        })
    }

    /// An accessor of indices, of 16 bits where they fit.
    pub(super) fn indices(&mut self, indices: &[u32]) -> Option<usize> {
        // 65535 restarts primitives in some interfaces to graphics.
        let is_short = math::all(indices, |index| *index < 65535);
        let buffer_view = self.view(Use::Indices, |out| {
            if is_short {
                numbers::append_short(out, indices);
            } else {
                numbers::append(out, indices);
            }
        })?;
        Some(self.push(Accessor {
            buffer_view: Some(buffer_view),
            component_type: if is_short { U16 } else { U32 },
            count: indices.len() as u64,
            kind: "SCALAR".into(),
            ..Accessor::default()
        }))
    }

    /// An accessor of `count` triples that are zero.
    pub(super) fn zeros(&mut self, count: usize, bounds: bool) -> usize {
        let bound = if bounds { vec![0.0; 3] } else { Vec::new() };
        self.push(Accessor {
            component_type: FLOAT,
            count: count as u64,
            kind: "VEC3".into(),
            min: bound.clone(),
            max: bound,
            ..Accessor::default()
        })
    }

    /// The indices of sparse accessors over `count` values: the buffer view and its type.
    pub(super) fn sparse_indices(&mut self, indices: &[u32], count: usize) -> Option<(usize, u32)> {
        if count > 65535 {
            let view = self.view(Use::Other, |out| numbers::append(out, indices))?;
            return Some((view, U32));
        }
        let view = self.view(Use::Other, |out| {
            numbers::append_short(out, indices);
        })?;
        Some((view, U16))
    }

    /// An accessor of `count` triples that are zero but for some.
    pub(super) fn sparse(
        &mut self,
        (view, component_type): (usize, u32),
        values: &[[f32; 3]],
        count: usize,
        bounds: bool,
    ) -> Option<usize> {
        let (mut min, mut max) = Default::default();
        if bounds {
            (min, max) = limits(values);
            if values.len() < count {
                min.iter_mut().for_each(|it: &mut f32| *it = it.min(0.0));
                max.iter_mut().for_each(|it: &mut f32| *it = it.max(0.0));
            }
        }
        let of_values = self.view(Use::Other, |out| {
            numbers::append(out, values.as_flattened())
        })?;
        Some(self.push(Accessor {
            component_type: FLOAT,
            count: count as u64,
            kind: "VEC3".into(),
            min,
            max,
            sparse: Some(Sparse {
                count: values.len() as u64,
                indices: SparseIndices {
                    buffer_view: view,
                    byte_offset: 0,
                    component_type,
                },
                values: SparseValues {
                    buffer_view: of_values,
                    byte_offset: 0,
                },
            }),
            ..Accessor::default()
        }))
    }

    /// An accessor of numbers that are no vertices: times, keys, matrices. Times have bounds.
    pub(super) fn numbers(&mut self, kind: &str, width: usize, values: &[f32]) -> Option<usize> {
        let buffer_view = self.view(Use::Other, |out| numbers::append(out, values))?;
        Some(self.push(Accessor {
            buffer_view: Some(buffer_view),
            component_type: FLOAT,
            count: (values.len() / width) as u64,
            kind: kind.into(),
            ..Accessor::default()
        }))
    }

    /// An accessor of rising times.
    pub(super) fn times(&mut self, times: &[f32]) -> Option<usize> {
        let accessor = self.numbers("SCALAR", 1, times)?;
        let said = &mut self.document.accessors[accessor];
        said.min.extend(times.first());
        said.max.extend(times.last());
        Some(accessor)
    }

    /// Stores the rows of a table that differ from those that can be derived.
    pub(super) fn rows(&mut self, width: usize, raw: &[u8], derived: &[u8]) -> Option<Rows> {
        let differs = |place: &usize| {
            let at = place * width;
            derived.get(at..at + width) != Some(&raw[at..at + width])
        };
        let places: Vec<usize> = (0..raw.len() / width).filter(differs).collect();
        if places.is_empty() {
            return None;
        }
        if places.len() * (4 + width) >= raw.len() {
            return Some(Rows {
                all: self.store(|out| out.extend_from_slice(raw)),
                some: None,
            });
        }
        let some = self.store(|out| {
            for place in &places {
                out.extend_from_slice(&(*place as u32).to_le_bytes());
            }
            for place in &places {
                out.extend_from_slice(&raw[place * width..][..width]);
            }
        });
        Some(Rows { all: None, some })
    }
}

/// The least and greatest of each component.
fn limits(rows: &[[f32; 3]]) -> (Vec<f32>, Vec<f32>) {
    let [least, greatest] = if rows.is_empty() {
        Default::default()
    } else {
        math::bounds(rows)
    };
    (least.to_vec(), greatest.to_vec())
}
