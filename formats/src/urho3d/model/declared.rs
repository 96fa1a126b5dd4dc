//! Vertices that elements describe, as records: what size they have, their elements say.

use formwork_schema::{ByteOrder, Each, Record};

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

    fn decode<O: ByteOrder>(types: &Self::Shape, mut bytes: &[u8]) -> Self {
        let attributes = types.iter().map(|r#type| {
            let (value, rest) = bytes.split_at(r#type.size());
            bytes = rest;
            AttributeValue::decode::<O>(*r#type, value)
        });
        Self {
            attributes: attributes.collect(),
        }
    }

    fn encode<O: ByteOrder>(&self, out: &mut Vec<u8>) {
        for value in self.attributes.iter() {
            value.encode::<O>(out);
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

    fn decode<O: ByteOrder>(r#type: ElementType, bytes: &[u8]) -> Self {
        match r#type {
            ElementType::INT => Self::Int(plain::<O, _>(bytes)),
            ElementType::FLOAT => Self::Float(plain::<O, _>(bytes)),
            ElementType::VECTOR2 => Self::Vector2(plain::<O, _>(bytes)),
            ElementType::VECTOR3 => Self::Vector3(plain::<O, _>(bytes)),
            ElementType::VECTOR4 => Self::Vector4(plain::<O, _>(bytes)),
            ElementType::UBYTE4 => Self::Ubyte4(plain::<O, _>(bytes)),
            _ => Self::Ubyte4Norm(plain::<O, _>(bytes)),
        }
    }

    fn encode<O: ByteOrder>(&self, out: &mut Vec<u8>) {
        match self {
            Self::Int(value) => value.encode::<O>(out),
            Self::Float(value) => value.encode::<O>(out),
            Self::Vector2(value) => value.encode::<O>(out),
            Self::Vector3(value) => value.encode::<O>(out),
            Self::Vector4(value) => value.encode::<O>(out),
            Self::Ubyte4(value) | Self::Ubyte4Norm(value) => value.encode::<O>(out),
        }
    }
}

fn plain<O: ByteOrder, R: Record>(bytes: &[u8]) -> R {
    R::decode::<O>(&R::Shape::default(), bytes)
}
