//! Attributes of vertices, whatever their order and type.

use formwork_schema::{
    BigEndian, ByteOrder, LittleEndian, Record as _, Schema, Vec2, Vec3, Vec4,
    layout::{Endian, Link, Struct, StructRef, Type},
};

use super::buffer::{
    DeclaredVertex, Element, ElementType, Semantic, Vertex, VertexBuffer, VertexMask, Vertices,
};

/// An attribute, and where it stands in each vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attribute {
    /// What it is.
    pub element: Element,
    /// Where it begins, in bytes from the start of the vertex.
    pub offset: usize,
}

/// The struct that describes a type; `None` for types that are none.
fn layout_of<T: Schema>() -> Option<&'static Struct> {
    match T::TYPE {
        Type::Struct(StructRef {
            link: Link::Static(get),
            ..
        }) => Some(get()),
        _ => None,
    }
}

type Row = (VertexMask, ElementType, Semantic, u8);

/// What each bit of a mask stands for.
const MASK: [Row; 14] = {
    use ElementType as T;
    use Semantic as S;
    use VertexMask as M;
    [
        (M::POSITION, T::VECTOR3, S::POSITION, 0),
        (M::NORMAL, T::VECTOR3, S::NORMAL, 0),
        (M::COLOR, T::UBYTE4_NORM, S::COLOR, 0),
        (M::TEXCOORD1, T::VECTOR2, S::TEXCOORD, 0),
        (M::TEXCOORD2, T::VECTOR2, S::TEXCOORD, 1),
        (M::CUBETEXCOORD1, T::VECTOR3, S::TEXCOORD, 0),
        (M::CUBETEXCOORD2, T::VECTOR3, S::TEXCOORD, 1),
        (M::TANGENT, T::VECTOR4, S::TANGENT, 0),
        (M::BLENDWEIGHTS, T::VECTOR4, S::BLENDWEIGHTS, 0),
        (M::BLENDINDICES, T::UBYTE4, S::BLENDINDICES, 0),
        (M::INSTANCEMATRIX1, T::VECTOR4, S::TEXCOORD, 4),
        (M::INSTANCEMATRIX2, T::VECTOR4, S::TEXCOORD, 5),
        (M::INSTANCEMATRIX3, T::VECTOR4, S::TEXCOORD, 6),
        (M::OBJECTINDEX, T::INT, S::OBJECTINDEX, 0),
    ]
};

impl ElementType {
    /// Size of an attribute of this type, in bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::VECTOR2 => 8,
            Self::VECTOR3 => 12,
            Self::VECTOR4 => 16,
            _ => 4,
        }
    }
}

impl VertexBuffer {
    /// The attributes of its vertices, in the order in which they are stored; those of a mask as if they
    /// were listed.
    #[must_use]
    pub fn attributes(&self) -> Vec<Attribute> {
        let mut offset = 0;
        self.all_elements()
            .map(|element| {
                let attribute = Attribute { element, offset };
                offset += element.r#type.size();
                attribute
            })
            .collect()
    }

    /// The names of the attributes, as text forms, paths and differences have them; in the order of
    /// [`attributes`](Self::attributes).
    #[must_use]
    pub fn attribute_names(&self) -> Vec<String> {
        let mask = self.mask.unwrap_or_default();
        let masked = MASK
            .into_iter()
            .zip(layout_of::<Vertex>().into_iter().flat_map(Struct::fields));
        let masked = masked.filter(|((bit, ..), _)| mask.contains(*bit));
        let masked = masked.map(|(_, field)| field.name.to_string());
        masked.chain(self.declared_names()).collect()
    }

    /// The names of the attributes that elements describe.
    fn declared_names(&self) -> Vec<String> {
        let elements = self.elements.iter().flatten();
        let described: Vec<(i128, i128)> = elements
            .map(|element| (element.semantic.0.into(), element.index.into()))
            .collect();
        let columns = layout_of::<DeclaredVertex>().and_then(Struct::columns);
        columns.map_or_else(Vec::new, |(list, columns)| columns.names(&described, list))
    }

    /// The attribute with this meaning: of several the first, as in the engine.
    pub(super) fn attribute(&self, semantic: Semantic, index: u8) -> Option<Attribute> {
        let attributes = self.attributes();
        attributes
            .into_iter()
            .find(|a| a.element.semantic == semantic && a.element.index == index)
    }

    fn all_elements(&self) -> impl Iterator<Item = Element> {
        let mask = self.mask.unwrap_or_default();
        let of_mask = MASK
            .into_iter()
            .filter(move |(bit, ..)| mask.contains(*bit))
            .map(|(_, r#type, semantic, index)| Element {
                r#type,
                semantic,
                index,
                unknown_0x03: 0,
            });
        of_mask.chain(self.elements.iter().flatten().copied())
    }

    /// Size of a vertex, in bytes.
    #[must_use]
    pub fn stride(&self) -> usize {
        self.all_elements()
            .map(|element| element.r#type.size())
            .sum()
    }

    /// The vertices as they are in the file, which is what a GPU upload wants: little-endian, unless someone
    /// put others there.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.vertices {
            Vertices::Masked(vertices) => vertices.bytes(),
            Vertices::Declared(vertices) => vertices.bytes(),
        }
    }

    pub(super) fn endian(&self) -> Endian {
        match &self.vertices {
            Vertices::Masked(vertices) => vertices.endian(),
            Vertices::Declared(vertices) => vertices.endian(),
        }
    }

    /// One attribute of every vertex as four numbers, whatever its type; `None` when vertices do not have
    /// it. Of several that mean the same the first counts, as in the engine.
    #[must_use]
    pub fn values(&self, semantic: Semantic, index: u8) -> Option<Values<'_>> {
        let found = self.attribute(semantic, index)?;
        Some(self.values_of(found, self.stride()))
    }

    /// One of its attributes, of every vertex. The stride is that of the buffer: who asks for many attributes adds it up once.
    pub(super) fn values_of(
        &self,
        Attribute { element, offset }: Attribute,
        stride: usize,
    ) -> Values<'_> {
        let bytes = self.bytes();
        Values {
            bytes: bytes.get(offset..).unwrap_or_default(),
            stride,
            r#type: element.r#type,
            endian: self.endian(),
            left: (self.vertex_count as usize).min(bytes.len() / stride),
        }
    }

    /// Where the vertices are, in model space; `None` when the buffer does not say.
    ///
    /// ```
    /// use formwork_formats::urho3d::Model;
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../tests/fixtures/urho3d/model/umd2-skinned.mdl"
    /// # ));
    /// let model: Model = formwork_schema::read::from_slice(file)?;
    /// let buffer = &model.vertex_buffers[0];
    /// let highest = buffer.positions().into_iter().flatten().map(|place| place.y);
    /// assert_eq!(highest.reduce(f32::max), Some(1.0));
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    #[must_use]
    pub fn positions(&self) -> Option<impl ExactSizeIterator<Item = Vec3> + '_> {
        let values = self.values(Semantic::POSITION, 0)?;
        Some(values.map(|[x, y, z, _]| Vec3 { x, y, z }))
    }

    /// The normals; `None` when there are none.
    #[must_use]
    pub fn normals(&self) -> Option<impl ExactSizeIterator<Item = Vec3> + '_> {
        let values = self.values(Semantic::NORMAL, 0)?;
        Some(values.map(|[x, y, z, _]| Vec3 { x, y, z }))
    }

    /// The tangents, with the handedness as fourth number; `None` when there are none.
    #[must_use]
    pub fn tangents(&self) -> Option<impl ExactSizeIterator<Item = Vec4> + '_> {
        let values = self.values(Semantic::TANGENT, 0)?;
        Some(values.map(|[x, y, z, w]| Vec4 { x, y, z, w }))
    }

    /// Texture coordinates of one set, counted from 0: u to the right, v down; `None` when there are none.
    #[must_use]
    pub fn tex_coords(&self, set: u8) -> Option<impl ExactSizeIterator<Item = Vec2> + '_> {
        let values = self.values(Semantic::TEXCOORD, set)?;
        Some(values.map(|[x, y, _, _]| Vec2 { x, y }))
    }

    /// The colours: red, green, blue, opacity, from 0 to 1; `None` when there are none.
    #[must_use]
    pub fn colors(&self) -> Option<Values<'_>> {
        self.values(Semantic::COLOR, 0)
    }

    /// How much each of four bones moves each vertex, from 0 to 1; `None` when none does.
    ///
    /// ```
    /// use formwork_formats::urho3d::Model;
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../samples/urho3d/Figure.mdl"
    /// # ));
    /// let model: Model = formwork_schema::read::from_slice(file)?;
    /// let buffer = &model.vertex_buffers[0];
    /// let sums = buffer.blend_weights().into_iter().flatten().map(|weights| weights.iter().sum());
    /// assert!(sums.into_iter().all(|sum: f32| (sum - 1.0).abs() < 1e-6));
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    #[must_use]
    pub fn blend_weights(&self) -> Option<Values<'_>> {
        self.values(Semantic::BLENDWEIGHTS, 0)
    }

    /// Which four bones move each vertex, counted in the bone mapping of the geometry, if that has one;
    /// `None` when none does.
    #[must_use]
    pub fn blend_indices(&self) -> Option<impl ExactSizeIterator<Item = [u8; 4]> + '_> {
        let values = self.values(Semantic::BLENDINDICES, 0)?;
        let factor = if values.r#type == ElementType::UBYTE4_NORM {
            255.0
        } else {
            1.0
        };
        Some(values.map(move |bones| bones.map(|bone| (bone * factor).round() as u8)))
    }
}

/// One attribute of every vertex as four numbers; what its type does not have is 0.
#[derive(Debug, Clone)]
pub struct Values<'a> {
    bytes: &'a [u8],
    stride: usize,
    r#type: ElementType,
    endian: Endian,
    left: usize,
}

impl Iterator for Values<'_> {
    type Item = [f32; 4];

    #[inline]
    fn next(&mut self) -> Option<[f32; 4]> {
        let value = self.get(0)?;
        self.skip(1);
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    /// At once, whatever is left out.
    #[inline]
    fn nth(&mut self, index: usize) -> Option<[f32; 4]> {
        self.skip(index);
        self.next()
    }

    /// Type and order of the bytes are asked for once, not for each value.
    fn fold<B, F: FnMut(B, [f32; 4]) -> B>(self, first: B, add: F) -> B {
        match self.endian {
            Endian::Little => self.fold_as::<LittleEndian, B>(first, add),
            Endian::Big => self.fold_as::<BigEndian, B>(first, add),
        }
    }
}

impl Values<'_> {
    /// That of one vertex, counted from the next one.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Option<[f32; 4]> {
        if index >= self.left {
            return None;
        }
        let vertex = self.bytes.get(self.stride.checked_mul(index)?..)?;
        Some(match self.endian {
            Endian::Little => decode::<LittleEndian>(self.r#type, vertex),
            Endian::Big => decode::<BigEndian>(self.r#type, vertex),
        })
    }

    /// Leaves out so many.
    #[inline]
    fn skip(&mut self, count: usize) {
        let start = self.stride.saturating_mul(count);
        self.bytes = self.bytes.get(start..).unwrap_or_default();
        self.left = self.left.saturating_sub(count);
    }

    fn fold_as<O: ByteOrder, B>(self, first: B, add: impl FnMut(B, [f32; 4]) -> B) -> B {
        let r#type = self.r#type;
        match r#type {
            ElementType::VECTOR2 => self.fold_with(first, add, floats::<O, 2>),
            ElementType::VECTOR3 => self.fold_with(first, add, floats::<O, 3>),
            ElementType::VECTOR4 => self.fold_with(first, add, floats::<O, 4>),
            _ => self.fold_with(first, add, |bytes| decode::<O>(r#type, bytes)),
        }
    }

    fn fold_with<B>(
        self,
        first: B,
        mut add: impl FnMut(B, [f32; 4]) -> B,
        decode: impl Fn(&[u8]) -> [f32; 4],
    ) -> B {
        let vertices = self.bytes.chunks(self.stride.max(1)).take(self.left);
        vertices.fold(first, |all, vertex| add(all, decode(vertex)))
    }
}

/// So many floats, or zeros where there are fewer; the others are 0.
#[inline]
fn floats<O: ByteOrder, const COUNT: usize>(bytes: &[u8]) -> [f32; 4] {
    let mut value = [0.0; 4];
    let words = bytes.as_chunks::<4>().0.first_chunk::<COUNT>();
    for (number, word) in value.iter_mut().zip(words.into_iter().flatten()) {
        *number = f32::decode::<O>(&(), word);
    }
    value
}

impl ExactSizeIterator for Values<'_> {}

/// The numbers of an attribute. Each type for itself: to copy what only the file tells the length of takes longer than all the rest.
#[inline]
pub(super) fn decode<O: ByteOrder>(r#type: ElementType, bytes: &[u8]) -> [f32; 4] {
    let first = || bytes.first_chunk().copied().unwrap_or([0; 4]);
    match r#type {
        ElementType::VECTOR2 => floats::<O, 2>(bytes),
        ElementType::VECTOR3 => floats::<O, 3>(bytes),
        ElementType::VECTOR4 => floats::<O, 4>(bytes),
        ElementType::INT => [i32::decode::<O>(&(), &first()) as f32, 0.0, 0.0, 0.0],
        ElementType::UBYTE4 => first().map(f32::from),
        ElementType::UBYTE4_NORM => first().map(|byte| f32::from(byte) / 255.0),
        _ => floats::<O, 1>(bytes),
    }
}
