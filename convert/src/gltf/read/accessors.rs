//! Numbers.

use bytes::Bytes;
use formwork_schema::Result;

use super::reader::{Reader, at};
use crate::{
    Code,
    error::malformed,
    gltf::{
        column,
        json::{Document, Sparse},
    },
    numbers,
    scene::Column,
};

/// The bytes of a buffer view, where they are there.
pub(super) fn view(document: &Document, buffers: &[Option<Bytes>], view: usize) -> Option<Bytes> {
    let view = document.buffer_views.get(view)?;
    let bytes = buffers.get(view.buffer)?.as_ref()?;
    let start = usize::try_from(view.byte_offset).ok()?;
    let end = start.checked_add(usize::try_from(view.byte_length).ok()?)?;
    (end <= bytes.len()).then(|| bytes.slice(start..end))
}

/// The values of an accessor, one after another without gaps.
pub(super) struct Packed {
    component: u32,
    is_normalized: bool,
    /// Components of one value.
    width: usize,
    pub count: usize,
    /// All values; `None` where they are zero but for those that are named.
    bytes: Option<Bytes>,
    /// Values that a sparse accessor without others names, and which.
    named: Option<(Vec<u32>, Bytes)>,
    /// Whether no number had to be replaced.
    was_finite: bool,
}

/// The type of numbers of 32 bits that have a fraction.
const FLOAT: u32 = 5126;

/// The vertices that a sparse accessor names, and their values.
pub(super) type Named<const N: usize> = (Vec<u32>, Vec<[f32; N]>);

fn size(component: u32) -> Option<usize> {
    match component {
        5120 | 5121 => Some(1),
        5122 | 5123 => Some(2),
        5125 | 5126 => Some(4),
        _ => None,
    }
}

fn width(kind: &str) -> Option<usize> {
    Some(match kind {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" | "MAT2" => 4,
        "MAT3" => 9,
        "MAT4" => 16,
        _ => return None,
    })
}

impl Reader<'_> {
    /// The bytes of a buffer view that somebody names.
    pub(super) fn bytes(&self, index: usize, pointer: &str) -> Result<Bytes> {
        at(&self.document.buffer_views, index, "buffer view", pointer)?;
        view(self.document, self.buffers, index).ok_or_else(|| {
            let message = "lies outside of its buffer";
            malformed(message).of(format!("/bufferViews/{index}"))
        })
    }

    /// The values of an accessor that `pointer` names.
    pub(super) fn packed(&mut self, index: usize, pointer: &str) -> Result<Packed> {
        let accessor = at(&self.document.accessors, index, "accessor", pointer)?;
        let own = |member: &str| format!("/accessors/{index}/{member}");
        let wrong = |member: &str, message: String| malformed(message).of(own(member));
        let component = accessor.component_type;
        let each = size(component)
            .ok_or_else(|| wrong("componentType", format!("{component} is no type")))?;
        let width = width(&accessor.kind)
            .ok_or_else(|| wrong("type", format!("{:?} is no type", accessor.kind)))?;
        let (count, total) = usize::try_from(accessor.count)
            .ok()
            .and_then(|count| Some((count, count.checked_mul(width * each)?)))
            .ok_or_else(|| wrong("count", "far too many".into()))?;
        let row = width * each;
        let mut packed = Packed {
            component,
            is_normalized: accessor.normalized,
            width,
            count,
            bytes: None,
            named: None,
            was_finite: true,
        };
        if let Some(index) = accessor.buffer_view {
            let views = &self.document.buffer_views;
            let stride = at(views, index, "buffer view", &own("bufferView"))?.byte_stride;
            let view = self.bytes(index, &own("bufferView"))?;
            if stride.is_some() {
                self.charge(total as u64, &own("count"))?;
            }
            let stride = stride.unwrap_or(0);
            let found = pack(&view, accessor.byte_offset, stride, row, count);
            let outside = || wrong("count", "more values than the buffer view has".into());
            packed.bytes = Some(found.ok_or_else(outside)?);
        }
        if let Some(sparse) = &accessor.sparse {
            let named = self.sparse(sparse, index, row, count)?;
            packed.bytes = match packed.bytes {
                Some(base) => {
                    self.charge(total as u64, &own("count"))?;
                    Some(overlaid(base.to_vec(), &named, row))
                }
                None => None,
            };
            packed.named = Some(named);
        }
        if component == FLOAT {
            self.make_finite(&mut packed, index)?;
        }
        Ok(packed)
    }

    /// Replaces NaN and infinity by 0, which glTF does not allow in any accessor.
    fn make_finite(&mut self, packed: &mut Packed, index: usize) -> Result<()> {
        let named = packed.named.as_mut().map(|(_, values)| values);
        let mut count = 0;
        for bytes in packed.bytes.as_mut().into_iter().chain(named) {
            let (words, _) = bytes.as_chunks::<4>();
            let is_bad = |word: &[u8; 4]| !f32::from_le_bytes(*word).is_finite();
            if !words.iter().any(is_bad) {
                continue;
            }
            self.charge(bytes.len() as u64, &format!("/accessors/{index}/count"))?;
            let mut made = bytes.to_vec();
            let (words, _) = made.as_chunks_mut::<4>();
            for word in words.iter_mut().filter(|word| is_bad(word)) {
                *word = [0; 4];
                count += 1;
            }
            *bytes = made.into();
        }
        if count > 0 && self.mended.insert(index) {
            let detail = "NaN or infinite";
            self.report
                .add_many(Code::C111, count, format!("/accessors/{index}"), detail);
        }
        packed.was_finite = count == 0;
        Ok(())
    }

    /// Rows of `N` numbers, for which nothing can stand that is not finite.
    pub(super) fn finite_rows<const N: usize>(
        &mut self,
        index: usize,
        pointer: &str,
    ) -> Result<Vec<[f32; N]>> {
        let packed = self.packed(index, pointer)?;
        if !packed.was_finite {
            let message = "a number that is NaN or infinite";
            return Err(malformed(message).of(pointer).help("export the file again"));
        }
        self.numbers(&packed, pointer)
    }

    /// What a sparse accessor names: places within the count, and their values.
    fn sparse(
        &mut self,
        sparse: &Sparse,
        index: usize,
        row: usize,
        count: usize,
    ) -> Result<(Vec<u32>, Bytes)> {
        let own = |member: &str| format!("/accessors/{index}/sparse/{member}");
        let wrong = |member: &str, message: String| malformed(message).of(own(member));
        let component = sparse.indices.component_type;
        let size = match component {
            5121 => 1,
            5123 => 2,
            5125 => 4,
            _ => {
                return Err(wrong(
                    "indices/componentType",
                    format!("{component} is no type"),
                ));
            }
        };
        let changed = usize::try_from(sparse.count).unwrap_or(usize::MAX);
        if changed > count {
            let message = format!("{changed} values of {count} are replaced");
            return Err(wrong("count", message));
        }
        let indices = self.bytes(sparse.indices.buffer_view, &own("indices/bufferView"))?;
        let values = self.bytes(sparse.values.buffer_view, &own("values/bufferView"))?;
        let outside = |member| wrong(member, "more values than the buffer view has".into());
        let indices = pack(&indices, sparse.indices.byte_offset, 0, size, changed)
            .ok_or_else(|| outside("indices"))?;
        let values = pack(&values, sparse.values.byte_offset, 0, row, changed)
            .ok_or_else(|| outside("values"))?;
        self.charge(4 * changed as u64, &own("count"))?;
        let indices = unsigned(&indices, size);
        if let Some(index) = indices.iter().find(|index| **index as usize >= count) {
            return Err(wrong("indices", format!("{index} is beyond the count")));
        }
        Ok((indices, values))
    }

    /// All bytes of an accessor.
    fn whole(&mut self, packed: &Packed, pointer: &str) -> Result<Bytes> {
        if let Some(bytes) = &packed.bytes {
            return Ok(bytes.clone());
        }
        let row = packed.width * size(packed.component).unwrap_or(4);
        let total = packed.count * row;
        self.charge(total as u64, pointer)?;
        let none = (Vec::new(), Bytes::new());
        let named = packed.named.as_ref().unwrap_or(&none);
        Ok(overlaid(vec![0; total], named, row))
    }

    /// What is named of an accessor that is zero everywhere else; `None` for one that has all values.
    pub(super) fn named<const N: usize>(
        &mut self,
        packed: &Packed,
        pointer: &str,
    ) -> Result<Option<Named<N>>> {
        fits::<N>(packed, pointer)?;
        if packed.bytes.is_some() {
            return Ok(None);
        }
        let Some((indices, values)) = &packed.named else {
            return Ok(Some(Default::default()));
        };
        self.charge(4 * indices.len() as u64 * (N as u64 + 1), pointer)?;
        Ok(Some((indices.clone(), packed.rows(values))))
    }

    /// Rows of `N` numbers.
    pub(super) fn rows<const N: usize>(
        &mut self,
        index: usize,
        pointer: &str,
    ) -> Result<Vec<[f32; N]>> {
        let packed = self.packed(index, pointer)?;
        self.numbers(&packed, pointer)
    }

    pub(super) fn numbers<const N: usize>(
        &mut self,
        packed: &Packed,
        pointer: &str,
    ) -> Result<Vec<[f32; N]>> {
        fits::<N>(packed, pointer)?;
        let bytes = self.whole(packed, pointer)?;
        self.charge(packed.count as u64 * 4 * N as u64, pointer)?;
        Ok(packed.rows(&bytes))
    }

    /// Whole numbers from 0.
    pub(super) fn indices(&mut self, index: usize, pointer: &str) -> Result<Vec<u32>> {
        let packed = self.packed(index, pointer)?;
        let size = match packed.component {
            5121 => 1,
            5123 => 2,
            5125 => 4,
            _ => return Err(malformed("indices are whole numbers from 0").of(pointer)),
        };
        let bytes = self.whole(&packed, pointer)?;
        self.charge(packed.count as u64 * 4, pointer)?;
        Ok(unsigned(&bytes, size))
    }

    /// A column in the type that is nearest to the file's.
    pub(super) fn column(&mut self, index: usize, pointer: &str) -> Result<Option<Column>> {
        let packed = self.packed(index, pointer)?;
        let bytes = self.whole(&packed, pointer)?;
        self.charge(packed.count as u64 * 4 * packed.width as u64, pointer)?;
        let quads = |bytes: &Bytes| bytes.as_chunks::<4>().0.to_vec();
        Ok(Some(
            match (packed.component, packed.is_normalized, packed.width) {
                (5121, true, 4) => Column::Unorm8x4(quads(&bytes)),
                (5121, false, 4) => Column::U8x4(quads(&bytes)),
                (5123, false, 4) => match column::from_bytes("u16x4", &bytes) {
                    Some(column) => column,
                    None => return Ok(None),
                },
                (5125, false, 1) => Column::I32(
                    unsigned(&bytes, 4)
                        .into_iter()
                        .map(u32::cast_signed)
                        .collect(),
                ),
                (_, _, 1) => Column::F32(packed.rows::<1>(&bytes).into_flattened()),
                (_, _, 2) => Column::Vec2(packed.rows(&bytes)),
                (_, _, 3) => Column::Vec3(packed.rows(&bytes)),
                (_, _, 4) => Column::Vec4(packed.rows(&bytes)),
                _ => return Ok(None),
            },
        ))
    }
}

impl Packed {
    /// Rows of as many numbers as there are components.
    fn rows<const N: usize>(&self, bytes: &[u8]) -> Vec<[f32; N]> {
        let is_normalized = self.is_normalized;
        match self.component {
            5126 => numbers::rows(bytes),
            5120 => rows(bytes, |[byte]: [u8; 1]| {
                let value = f32::from(byte.cast_signed());
                if is_normalized {
                    (value / 127.0).max(-1.0)
                } else {
                    value
                }
            }),
            5121 => rows(bytes, |[byte]: [u8; 1]| {
                let value = f32::from(byte);
                if is_normalized { value / 255.0 } else { value }
            }),
            5122 => rows(bytes, |short: [u8; 2]| {
                let value = f32::from(i16::from_le_bytes(short));
                if is_normalized {
                    (value / 32767.0).max(-1.0)
                } else {
                    value
                }
            }),
            5123 => rows(bytes, |short: [u8; 2]| {
                let value = f32::from(u16::from_le_bytes(short));
                if is_normalized {
                    value / 65535.0
                } else {
                    value
                }
            }),
            _ => rows(bytes, |word: [u8; 4]| u32::from_le_bytes(word) as f32),
        }
    }
}

fn rows<const SIZE: usize, const N: usize>(
    bytes: &[u8],
    number: impl Fn([u8; SIZE]) -> f32,
) -> Vec<[f32; N]> {
    let row = |row: &[u8]| {
        let (values, _) = row.as_chunks();
        std::array::from_fn(|place| values.get(place).map_or(0.0, |value| number(*value)))
    };
    bytes.chunks_exact(SIZE * N).map(row).collect()
}

/// Refuses values of another number of components.
fn fits<const N: usize>(packed: &Packed, pointer: &str) -> Result<()> {
    if packed.width == N {
        return Ok(());
    }
    let message = format!(
        "values of {N} components are needed, these have {}",
        packed.width
    );
    Err(malformed(message).of(pointer))
}

/// Values with others at some places, all of which are there.
fn overlaid(mut all: Vec<u8>, (indices, values): &(Vec<u32>, Bytes), row: usize) -> Bytes {
    for (index, value) in indices.iter().zip(values.chunks_exact(row)) {
        all[*index as usize * row..][..row].copy_from_slice(value);
    }
    all.into()
}

/// Values without what is between them; `None` where the view is too short.
fn pack(view: &Bytes, offset: u64, stride: u64, row: usize, count: usize) -> Option<Bytes> {
    let start = usize::try_from(offset).ok()?;
    let stride = usize::try_from(stride).ok()?;
    if count == 0 {
        return Some(Bytes::new());
    }
    let step = if stride == 0 { row } else { stride };
    let end = start
        .checked_add((count - 1).checked_mul(step)?)?
        .checked_add(row)?;
    if end > view.len() {
        return None;
    }
    if step == row {
        return Some(view.slice(start..end));
    }
    let mut packed = Vec::with_capacity(count * row);
    for at in 0..count {
        packed.extend_from_slice(&view[start + at * step..][..row]);
    }
    Some(packed.into())
}

fn unsigned(bytes: &[u8], size: usize) -> Vec<u32> {
    match size {
        1 => bytes.iter().map(|byte| u32::from(*byte)).collect(),
        2 => {
            let (words, _) = bytes.as_chunks();
            let words = words.iter().map(|word| u16::from_le_bytes(*word).into());
            words.collect()
        }
        _ => numbers::numbers(bytes),
    }
}
