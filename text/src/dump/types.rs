//! What a value is stored as, in words.

use formwork_schema::layout::{MarkPlace, Padding, Type};

/// Bytes as one number.
fn hex(bytes: &[u8]) -> String {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{digits}")
}

/// A type in words.
pub(super) fn words(ty: &Type) -> String {
    match ty {
        Type::Prim(kind) => kind.name().into(),
        Type::Vle => "number in groups of seven bits".into(),
        Type::Bool => "u8: true or false".into(),
        Type::CString => "string up to a NUL".into(),
        Type::Ended(charset, ending) => {
            let up_to = match ending.place {
                MarkPlace::Behind => "up to",
                MarkPlace::Inside => "with",
                MarkPlace::Next => "before",
            };
            format!("string in {} {up_to} {}", charset.name(), hex(&ending.mark))
        }
        Type::FixedString(length) => format!("string in a field of {length} bytes"),
        Type::Blob => "bytes".into(),
        Type::Padding(Padding::Bytes(length)) => format!("{length} bytes of padding"),
        Type::Padding(Padding::Counted) => "padding".into(),
        Type::Padding(Padding::Align(to)) => format!("padding up to a multiple of {to}"),
        Type::Text(charset) => format!("string in {}", charset.name()),
        Type::Padded(charset) => format!("string in {}, filled up with zeros", charset.name()),
        Type::Flags(names) => format!("{}: flags {}", names.repr.name(), names.name),
        Type::Enum(names) => format!("{}: one of {}", names.repr.name(), names.name),
        Type::Bits(bits) => format!("{}: bits of {}", bits.repr.name(), bits.name),
        Type::Version(versions) => format!("magic and version {}", versions.name),
        Type::Dialect(names) => format!("no bytes: the reading {}", names.name),
        Type::Remaining => "no bytes: how many are left".into(),
        Type::Peek(0) => "no bytes: the u32 that follows".into(),
        Type::Peek(distance) => format!("no bytes: the u32 {distance} bytes ahead"),
        Type::Struct(target) => target.name.to_string(),
        Type::Nested(inner) => words(inner),
        Type::List(item) | Type::Packed(item) => format!("list of {}", words(item)),
        Type::Array(item, length) => format!("{length} of {}", words(item)),
    }
}
