//! What a comparison of models should know beside the layout.
//!
//! Vertices that elements describe get the names that vertices have which a mask describes, so that both
//! kinds compare, and so do buffers whose elements stand in another order.

use formwork_schema::meaning::{Described, Key, Meaning, Reference};

use super::{ElementType, Semantic};

/// Lists that are known by other fields than a name, vertices, and parents of bones.
pub(super) const MEANING: Meaning = Meaning {
    keys: &[
        Key {
            list: "elements",
            fields: &["semantic", "index"],
        },
        Key {
            list: "buffers",
            fields: &["vertex_buffer"],
        },
    ],
    columns: &[Described {
        records: "vertices",
        by: "elements",
        name: column,
    }],
    references: &[Reference {
        list: "bones",
        field: "parent",
    }],
};

const XYZW: [&str; 4] = ["x", "y", "z", "w"];
const RGBA: [&str; 4] = ["r", "g", "b", "a"];
const FOUR: [&str; 4] = ["first", "second", "third", "fourth"];

/// What `attributes[1].vector3.x` means: `normal.x`, when element 1 is the first that is a normal. What
/// comes again is no attribute for any engine, and keeps the name that it has in the layout.
fn column(elements: &[Vec<i128>], path: &str) -> Option<String> {
    let (place, value) = path.strip_prefix("attributes[")?.split_once(']')?;
    let place: usize = place.parse().ok()?;
    let meaning = meaning(elements.get(place)?)?;
    let mut before = elements.iter().take(place);
    if before.any(|other| other.get(1..3) == Some(&[meaning.1.into(), meaning.2.into()])) {
        return None;
    }
    let (name, parts) = words(meaning);
    let Some((_, part)) = value.strip_prefix('.')?.split_once('.') else {
        return Some(name);
    };
    let part = XYZW.iter().zip(parts).find(|(known, _)| **known == part);
    part.map(|(_, part)| format!("{name}.{part}"))
}

/// Type, semantic and index of an element.
fn meaning(element: &[i128]) -> Option<(u8, u8, u8)> {
    let byte = |place| u8::try_from(*element.get(place)?).ok();
    Some((byte(0)?, byte(1)?, byte(2)?))
}

/// The name of an attribute, and of its numbers: those that a vertex with a mask has; beyond these a name
/// of the same kind, with the type where it is not the usual one.
fn words((r#type, semantic, index): (u8, u8, u8)) -> (String, [&'static str; 4]) {
    let (usual, name, parts) = match (ElementType(r#type), Semantic(semantic)) {
        (_, Semantic::POSITION) => (ElementType::VECTOR3, "position", XYZW),
        (_, Semantic::NORMAL) => (ElementType::VECTOR3, "normal", XYZW),
        (_, Semantic::BINORMAL) => (ElementType::VECTOR3, "binormal", XYZW),
        (_, Semantic::TANGENT) => (ElementType::VECTOR4, "tangent", XYZW),
        (ElementType::VECTOR3, Semantic::TEXCOORD) => {
            (ElementType::VECTOR3, "cube_tex_coord", XYZW)
        }
        (_, Semantic::TEXCOORD) => (ElementType::VECTOR2, "tex_coord", XYZW),
        (_, Semantic::COLOR) => (ElementType::UBYTE4_NORM, "color", RGBA),
        (_, Semantic::BLENDWEIGHTS) => (ElementType::VECTOR4, "blend_weights", XYZW),
        (_, Semantic::BLENDINDICES) => (ElementType::UBYTE4, "blend_indices", FOUR),
        (_, Semantic::OBJECTINDEX) => (ElementType::INT, "object_index", XYZW),
        (own, _) => (own, "semantic", XYZW),
    };
    let mut words = name.to_owned();
    // Texture coordinates are counted from 1, and others are not counted while there is one.
    if name == "semantic" {
        words += &format!("_{semantic}_{index}");
    } else if Semantic(semantic) == Semantic::TEXCOORD || index > 0 {
        words += &format!("_{}", u16::from(index) + 1);
    }
    if ElementType(r#type) == usual {
        return (words, parts);
    }
    let r#type = ElementType(r#type).name().unwrap_or_default();
    (format!("{words}_as_{}", r#type.to_lowercase()), XYZW)
}
