//! Vertices that elements describe, as records: what size they have, their elements say.

use formwork_schema::{Each, Record};

use super::{AttributeValue, DeclaredVertex, ElementType};

impl Record for DeclaredVertex {
    type Args = (Each<ElementType>,);
    type Shape = Each<ElementType>;

    fn shape((types,): Self::Args) -> Self::Shape {
        types
    }

    fn shape_of(&self) -> Self::Shape {
        self.attributes.iter().map(AttributeValue::r#type).collect()
    }

    fn stride(types: &Self::Shape) -> usize {
        types.iter().map(|r#type| r#type.size()).sum()
    }

    fn offset_of(_: &Self::Shape, _: &str) -> Option<usize> {
        // Its one field is a list.
        None
    }

    fn decode(types: &Self::Shape, mut bytes: &[u8]) -> Self {
        let attributes = types.iter().map(|r#type| {
            let (value, rest) = bytes.split_at(r#type.size());
            bytes = rest;
            AttributeValue::decode(*r#type, value)
        });
        Self {
            attributes: attributes.collect(),
        }
    }

    fn encode(&self, out: &mut Vec<u8>) {
        for value in self.attributes.iter() {
            value.encode(out);
        }
    }
}

impl AttributeValue {
    /// How it is stored.
    #[must_use]
    pub const fn r#type(&self) -> ElementType {
        match self {
            Self::Int(_) => ElementType::INT,
            Self::Float(_) => ElementType::FLOAT,
            Self::Vector2(_) => ElementType::VECTOR2,
            Self::Vector3(_) => ElementType::VECTOR3,
            Self::Vector4(_) => ElementType::VECTOR4,
            Self::Ubyte4(_) => ElementType::UBYTE4,
            Self::Ubyte4Norm(_) => ElementType::UBYTE4_NORM,
        }
    }

    fn decode(r#type: ElementType, bytes: &[u8]) -> Self {
        match r#type {
            ElementType::INT => Self::Int(plain(bytes)),
            ElementType::FLOAT => Self::Float(plain(bytes)),
            ElementType::VECTOR2 => Self::Vector2(plain(bytes)),
            ElementType::VECTOR3 => Self::Vector3(plain(bytes)),
            ElementType::VECTOR4 => Self::Vector4(plain(bytes)),
            ElementType::UBYTE4 => Self::Ubyte4(plain(bytes)),
            _ => Self::Ubyte4Norm(plain(bytes)),
        }
    }

    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Self::Int(value) => value.encode(out),
            Self::Float(value) => value.encode(out),
            Self::Vector2(value) => value.encode(out),
            Self::Vector3(value) => value.encode(out),
            Self::Vector4(value) => value.encode(out),
            Self::Ubyte4(value) | Self::Ubyte4Norm(value) => value.encode(out),
        }
    }
}

fn plain<R: Record<Shape: Default>>(bytes: &[u8]) -> R {
    R::decode(&R::Shape::default(), bytes)
}
