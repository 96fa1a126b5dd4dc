//! Changing one attribute of all vertices where they are, whatever its place and type.

use std::mem;

use formwork_schema::{
    BigEndian, ByteOrder, Error, Kind, LittleEndian, Result, Vec2, Vec3, Vec4, layout::Endian,
};

use super::{
    buffer::{Element, ElementType, Semantic, VertexBuffer, Vertices},
    vertices::{Attribute, decode},
};

impl VertexBuffer {
    /// Moves every vertex. No other byte of the buffer changes; the bounds of the model follow when
    /// [`Model::recompute_bounds`](super::Model::recompute_bounds) is called.
    ///
    /// ```
    /// use formwork_formats::urho3d::Model;
    /// use formwork_schema::{Vec3, read, write};
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../samples/urho3d/Crate.mdl"
    /// # ));
    ///
    /// let mut model: Model = read::from_slice(file)?;
    /// let before = model.bounding_box;
    /// for buffer in &mut model.vertex_buffers {
    ///     buffer.map_positions(|place| Vec3 { y: place.y + 2.0, ..place })?;
    /// }
    /// model.recompute_bounds()?;
    /// assert_eq!(model.bounding_box.min.y, before.min.y + 2.0);
    /// let raised = write::to_bytes(&model)?;
    /// # assert_eq!(raised.len(), file.len());
    /// # Ok::<(), formwork_schema::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the vertices have no position, or not one of at least 3 floats; then nothing is changed.
    pub fn map_positions(&mut self, mut change: impl FnMut(Vec3) -> Vec3) -> Result<()> {
        self.map_floats(Semantic::POSITION, 0, 3, |[x, y, z, w]| {
            let Vec3 { x, y, z } = change(Vec3 { x, y, z });
            [x, y, z, w]
        })
    }

    /// Changes every normal, as [`map_positions`](Self::map_positions).
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the vertices have no normal, or not one of at least 3 floats.
    pub fn map_normals(&mut self, mut change: impl FnMut(Vec3) -> Vec3) -> Result<()> {
        self.map_floats(Semantic::NORMAL, 0, 3, |[x, y, z, w]| {
            let Vec3 { x, y, z } = change(Vec3 { x, y, z });
            [x, y, z, w]
        })
    }

    /// Changes every tangent, as [`map_positions`](Self::map_positions); the fourth number is the handedness.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the vertices have no tangent, or not one of 4 floats.
    pub fn map_tangents(&mut self, mut change: impl FnMut(Vec4) -> Vec4) -> Result<()> {
        self.map_floats(Semantic::TANGENT, 0, 4, |[x, y, z, w]| {
            let Vec4 { x, y, z, w } = change(Vec4 { x, y, z, w });
            [x, y, z, w]
        })
    }

    /// Changes the texture coordinates of one set, counted from 0, as [`map_positions`](Self::map_positions).
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the vertices have no such set, or not one of at least 2 floats.
    pub fn map_tex_coords(&mut self, set: u8, mut change: impl FnMut(Vec2) -> Vec2) -> Result<()> {
        self.map_floats(Semantic::TEXCOORD, set, 2, |[x, y, z, w]| {
            let Vec2 { x, y } = change(Vec2 { x, y });
            [x, y, z, w]
        })
    }

    /// Changes one attribute of every vertex, whatever its type: the numbers that [`values`](Self::values) gives. What
    /// its type does not have is ignored; whole numbers are rounded to the nearest one that it can store. A value
    /// that stays the same keeps its bytes.
    ///
    /// # Errors
    /// [`Kind::Invalid`] when the vertices do not have the attribute.
    pub fn map_values(
        &mut self,
        semantic: Semantic,
        index: u8,
        change: impl FnMut([f32; 4]) -> [f32; 4],
    ) -> Result<()> {
        self.map_floats(semantic, index, 0, change)
    }

    /// Changes an attribute of at least so many floats.
    fn map_floats(
        &mut self,
        semantic: Semantic,
        index: u8,
        least: usize,
        change: impl FnMut([f32; 4]) -> [f32; 4],
    ) -> Result<()> {
        let Some(attribute) = self.attribute(semantic, index) else {
            return Err(self.refused(format!("the vertices have no {semantic:?} {index}")));
        };
        let r#type = attribute.element.r#type;
        if r#type.floats() < least {
            let message = format!(
                "{semantic:?} {index} is stored as {type:?}, and not as {least} floats or more"
            );
            return Err(self.refused(message));
        }
        let (endian, stride) = (self.endian(), self.stride());
        self.vertices.edit_bytes(|bytes| match endian {
            Endian::Little => rewrite::<LittleEndian>(bytes, stride, attribute, change),
            Endian::Big => rewrite::<BigEndian>(bytes, stride, attribute, change),
        });
        Ok(())
    }

    fn refused(&self, message: String) -> Error {
        let describing = self.elements.as_ref().map_or("mask", |_| "elements");
        Error::new(Kind::Invalid, message).of(describing)
    }
}

impl Vertices {
    fn edit_bytes(&mut self, edit: impl FnOnce(&mut [u8])) {
        match self {
            Self::Masked(vertices) => vertices.edit_bytes(edit),
            Self::Declared(vertices) => vertices.edit_bytes(edit),
        }
    }
}

impl ElementType {
    /// How many floats it consists of; none for whole numbers and bytes.
    const fn floats(self) -> usize {
        match self {
            Self::FLOAT | Self::VECTOR2 | Self::VECTOR3 | Self::VECTOR4 => {
                self.size() / mem::size_of::<f32>()
            }
            _ => 0,
        }
    }
}

fn rewrite<O: ByteOrder>(
    bytes: &mut [u8],
    stride: usize,
    Attribute { element, offset }: Attribute,
    mut change: impl FnMut([f32; 4]) -> [f32; 4],
) {
    let Element { r#type, .. } = element;
    for vertex in bytes.chunks_exact_mut(stride) {
        let stored = &mut vertex[offset..offset + r#type.size()];
        let old = decode::<O>(r#type, stored);
        let new = change(old);
        // Not every whole number is a float, so what stays is not written.
        if new.map(f32::to_bits) != old.map(f32::to_bits) {
            encode::<O>(r#type, new, stored);
        }
    }
}

fn encode<O: ByteOrder>(r#type: ElementType, value: [f32; 4], stored: &mut [u8]) {
    let [x, ..] = value;
    match r#type {
        ElementType::INT => stored.copy_from_slice(&ordered::<O>((x.round() as i32).to_le_bytes())),
        ElementType::UBYTE4 => stored.copy_from_slice(&value.map(|number| number.round() as u8)),
        ElementType::UBYTE4_NORM => {
            stored.copy_from_slice(&value.map(|number| (number * 255.0).round() as u8));
        }
        _ => {
            for (word, number) in stored.as_chunks_mut::<4>().0.iter_mut().zip(value) {
                *word = ordered::<O>(number.to_le_bytes());
            }
        }
    }
}

fn ordered<O: ByteOrder>(mut little: [u8; 4]) -> [u8; 4] {
    if let Endian::Big = O::ENDIAN {
        little.reverse();
    }
    little
}
