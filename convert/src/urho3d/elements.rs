//! Elements of vertices, and the columns that they are in a scene.

use bytes::Bytes;
use formwork_formats::urho3d::model::{
    Element, ElementType, Semantic as Meaning, VertexBuffer, Vertices,
};
use formwork_schema::{Each, Packed, Result, layout::Endian};
use rayon::prelude::*;

use super::frame::Frame;
use crate::scene::{Attribute, Column, Semantic, Stream};

/// Vertices that are taken apart or put together at once: few enough to stay near the processor, so that each buffer is read and
/// written once, however many elements it has.
const BLOCK: usize = 512;

/// What an element is in a scene: each once, whatever the file repeats. What a scene has no word for is an attribute of
/// its own name.
pub(crate) fn attributes(elements: &[Element]) -> Vec<(Semantic, u8)> {
    let mut known: Vec<(Semantic, u8)> = Vec::with_capacity(elements.len());
    for (place, element) in elements.iter().enumerate() {
        let found = known_semantic(*element).filter(|found| !known.contains(found));
        known.push(found.unwrap_or_else(|| {
            let meaning = element.semantic.name().unwrap_or("ELEMENT");
            let name = format!("FW_{meaning}{}_{place}", element.index);
            (Semantic::Other(name), 0)
        }));
    }
    known
}

fn known_semantic(element: Element) -> Option<(Semantic, u8)> {
    use ElementType as T;
    let Element {
        r#type,
        semantic,
        index,
        ..
    } = element;
    let (found, types): (Semantic, &[T]) = match semantic {
        Meaning::POSITION => (Semantic::Position, &[T::VECTOR3, T::VECTOR4]),
        Meaning::NORMAL => (Semantic::Normal, &[T::VECTOR3, T::VECTOR4, T::UBYTE4_NORM]),
        Meaning::BINORMAL => (Semantic::Bitangent, &[T::VECTOR3, T::VECTOR4]),
        Meaning::TANGENT => (Semantic::Tangent, &[T::VECTOR3, T::VECTOR4, T::UBYTE4_NORM]),
        Meaning::TEXCOORD => (Semantic::TexCoord, &[T::VECTOR2, T::VECTOR3, T::VECTOR4]),
        Meaning::COLOR => (Semantic::Color, &[T::UBYTE4_NORM, T::VECTOR3, T::VECTOR4]),
        Meaning::BLENDWEIGHTS => (Semantic::Weights, &[T::VECTOR4, T::UBYTE4_NORM]),
        Meaning::BLENDINDICES => (Semantic::Joints, &[T::UBYTE4, T::UBYTE4_NORM]),
        _ => return None,
    };
    let has_sets = matches!(found, Semantic::TexCoord | Semantic::Color);
    (types.contains(&r#type) && (has_sets || index == 0)).then_some((found, index))
}

/// The vertices of a buffer by columns. A buffer without elements has none.
pub(crate) fn stream(buffer: &VertexBuffer, frame: Frame) -> Stream {
    let attributes = buffer.attributes();
    let elements: Vec<Element> = attributes
        .iter()
        .map(|attribute| attribute.element)
        .collect();
    if elements.is_empty() {
        return Stream::default();
    }
    let (bytes, stride) = (buffer.bytes(), buffer.stride());
    let count = bytes.len() / stride;
    let mut columns: Vec<Attribute> = self::attributes(&elements)
        .into_iter()
        .zip(&elements)
        .map(|((semantic, set), element)| Attribute {
            values: empty(&semantic, element.r#type).like(count),
            semantic,
            set,
        })
        .collect();
    for block in bytes[..count * stride].chunks(BLOCK * stride) {
        for (column, attribute) in columns.iter_mut().zip(&attributes) {
            let start = column.values.len();
            gather(&mut column.values, (block, stride, attribute.offset));
            frame.column(&column.semantic, &mut column.values, start);
        }
    }
    Stream {
        count,
        attributes: columns,
    }
}

/// A column without values, of the type that an element is in a scene.
fn empty(semantic: &Semantic, r#type: ElementType) -> Column {
    match r#type {
        ElementType::INT => Column::I32(Vec::new()),
        ElementType::FLOAT => Column::F32(Vec::new()),
        ElementType::VECTOR2 => Column::Vec2(Vec::new()),
        ElementType::VECTOR3 => Column::Vec3(Vec::new()),
        ElementType::VECTOR4 => Column::Vec4(Vec::new()),
        ElementType::UBYTE4 => Column::U8x4(Vec::new()),
        _ if *semantic == Semantic::Joints => Column::U8x4(Vec::new()),
        _ => Column::Unorm8x4(Vec::new()),
    }
}

/// Appends what interleaved vertices have at an offset.
fn gather(column: &mut Column, at: (&[u8], usize, usize)) {
    match column {
        Column::I32(values) => take(values, at, |word: &[u8; 4]| i32::from_le_bytes(*word)),
        Column::F32(values) => take(values, at, |word: &[u8; 4]| f32::from_le_bytes(*word)),
        Column::Vec2(values) => take(values, at, floats::<8, 2>),
        Column::Vec3(values) => take(values, at, floats::<12, 3>),
        Column::Vec4(values) => take(values, at, floats::<16, 4>),
        Column::U8x4(values) | Column::Unorm8x4(values) => take(values, at, |bytes| *bytes),
        // No element is of another type.
        Column::U16x4(_) | Column::Snorm16x3(_) => {}
    }
}

fn floats<const BYTES: usize, const N: usize>(bytes: &[u8; BYTES]) -> [f32; N] {
    let words = bytes.as_chunks::<4>().0;
    std::array::from_fn(|place| f32::from_le_bytes(words[place]))
}

fn take<const N: usize, T>(
    values: &mut Vec<T>,
    (bytes, stride, offset): (&[u8], usize, usize),
    decode: impl Fn(&[u8; N]) -> T,
) {
    let none = [0; N];
    let vertices = bytes.chunks_exact(stride);
    values.extend(vertices.map(|vertex| {
        let found = vertex.get(offset..).and_then(|rest| rest.first_chunk());
        decode(found.unwrap_or(&none))
    }));
}

/// Vertices that these elements describe.
pub(crate) fn declared(
    elements: &[Element],
    bytes: impl Into<Bytes>,
    count: usize,
) -> Result<Vertices> {
    let types: Each<ElementType> = elements.iter().map(|element| element.r#type).collect();
    let packed = Packed::from_bytes((types,), Endian::Little, count, bytes)?;
    Ok(Vertices::Declared(packed))
}

/// Columns that make vertices, in the axes of a file.
pub(crate) struct Interleaved<'a> {
    elements: &'a [Element],
    columns: &'a [(Semantic, &'a Column)],
    count: usize,
    stride: usize,
    frame: Frame,
}

impl<'a> Interleaved<'a> {
    /// `None` when there is not a column of this length for each element.
    pub(crate) fn new(
        elements: &'a [Element],
        columns: &'a [(Semantic, &'a Column)],
        count: usize,
        frame: Frame,
    ) -> Option<Self> {
        let is_whole = columns.iter().all(|(_, column)| column.len() == count);
        (is_whole && columns.len() == elements.len()).then(|| Self {
            elements,
            columns,
            count,
            stride: elements.iter().map(|element| element.r#type.size()).sum(),
            frame,
        })
    }

    /// The vertices one after another; `None` when a column is of another type than its element.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        let mut bytes = vec![0; self.stride * self.count];
        if bytes.is_empty() {
            return Some(bytes);
        }
        let blocks = bytes.par_chunks_mut(self.stride * BLOCK).enumerate();
        blocks
            .map(|(number, block)| self.fill(number, block))
            .collect::<Option<()>>()?;
        Some(bytes)
    }

    /// Whether the vertices are these bytes, which takes no memory to tell.
    pub(crate) fn is(&self, bytes: &[u8]) -> bool {
        let is_as_long = bytes.len() == self.stride * self.count && !bytes.is_empty();
        let is_same = |room: &mut Vec<u8>, (number, block): (usize, &[u8])| {
            room.resize(block.len(), 0);
            self.fill(number, room).is_some() && **room == *block
        };
        is_as_long && {
            let blocks = bytes.par_chunks(self.stride * BLOCK).enumerate();
            blocks.map_init(Vec::new, is_same).all(|is_same| is_same)
        }
    }

    /// Fills a block of this number.
    fn fill(&self, number: usize, block: &mut [u8]) -> Option<()> {
        let start = number * BLOCK;
        let mut offset = 0;
        for (element, (semantic, column)) in self.elements.iter().zip(self.columns) {
            let mut part = column.like(BLOCK);
            part.extend(column, start..start + BLOCK);
            self.frame.column(semantic, &mut part, 0);
            if !scatter(&part, element.r#type, (&mut *block, self.stride, offset)) {
                return None;
            }
            offset += element.r#type.size();
        }
        Some(())
    }
}

/// Puts a column into interleaved vertices; `false` when it is not of this type or length.
pub(crate) fn scatter(
    column: &Column,
    r#type: ElementType,
    (bytes, stride, offset): (&mut [u8], usize, usize),
) -> bool {
    use ElementType as T;
    if stride == 0 || column.len() != bytes.len() / stride {
        return false;
    }
    let at = (bytes, stride, offset);
    match (column, r#type) {
        (Column::I32(values), T::INT) => put(values, at, |value| value.to_le_bytes()),
        (Column::F32(values), T::FLOAT) => put(values, at, |value| value.to_le_bytes()),
        (Column::Vec2(values), T::VECTOR2) => put(values, at, words::<2, 8>),
        (Column::Vec3(values), T::VECTOR3) => put(values, at, words::<3, 12>),
        (Column::Vec4(values), T::VECTOR4) => put(values, at, words::<4, 16>),
        (Column::U8x4(values), T::UBYTE4 | T::UBYTE4_NORM)
        | (Column::Unorm8x4(values), T::UBYTE4_NORM) => put(values, at, |value| *value),
        _ => return false,
    }
    true
}

fn words<const N: usize, const BYTES: usize>(numbers: &[f32; N]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (word, number) in bytes.as_chunks_mut::<4>().0.iter_mut().zip(numbers) {
        *word = number.to_le_bytes();
    }
    bytes
}

fn put<T, const N: usize>(
    values: &[T],
    (bytes, stride, offset): (&mut [u8], usize, usize),
    encode: impl Fn(&T) -> [u8; N],
) {
    for (vertex, value) in bytes.chunks_exact_mut(stride).zip(values) {
        if let Some(place) = vertex
            .get_mut(offset..)
            .and_then(|rest| rest.first_chunk_mut())
        {
            *place = encode(value);
        }
    }
}
