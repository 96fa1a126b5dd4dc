//! Parts of layouts in a few words.

use formwork_schema::layout::{
    Assert, Bits, Body, Count, Due, Encoding, Endian, Field, Magic, MarkPlace, Padding,
    Recognition, Style, Type, Variant, VariantShape,
};

use crate::names::magic_text;

/// A field: its type, and when it is there.
pub(super) fn field(field: &Field) -> String {
    let mut text = ty(&field.ty);
    if let Some(count) = &field.count {
        text.push_str(&format!(", count {}", self::count(count)));
    }
    if let Some(when) = &field.when {
        text.push_str(&format!(" when {when}"));
    }
    text
}

pub(super) fn ty(ty: &Type) -> String {
    match ty {
        Type::Prim(kind) => kind.name().to_owned(),
        Type::Vle => "vle".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::CString => "string".to_owned(),
        Type::FixedString(size) => format!("string[{size}]"),
        Type::Ended(charset, ending) => {
            let mark = ending.mark.escape_ascii();
            let up_to = match ending.place {
                MarkPlace::Behind => "up to",
                MarkPlace::Inside => "with",
                MarkPlace::Next => "before",
            };
            format!("text in {} {up_to} `{mark}`", charset.name())
        }
        Type::Padding(Padding::Bytes(length)) => format!("{length} bytes of padding"),
        Type::Padding(Padding::Counted) => "padding".to_owned(),
        Type::Padding(Padding::Align(to)) => format!("padding up to a multiple of {to}"),
        Type::Blob => "blob".to_owned(),
        Type::Text(charset) => format!("text in {}", charset.name()),
        Type::Padded(charset) => format!("padded text in {}", charset.name()),
        Type::Flags(names) | Type::Enum(names) => format!("{} ({})", names.name, names.repr.name()),
        Type::Bits(bits) => format!("{} ({})", bits.name, bits.repr.name()),
        Type::Dialect(names) => names.name.to_string(),
        Type::Version(versions) => versions.name.to_string(),
        Type::Remaining => "remaining".to_owned(),
        Type::Peek(distance) => format!("peek[{distance}]"),
        Type::Struct(target) => target.name.to_string(),
        Type::Nested(inner) => self::ty(inner),
        Type::List(item) | Type::Packed(item) => format!("list of {}", self::ty(item)),
        Type::Array(item, length) => format!("{}[{length}]", self::ty(item)),
    }
}

/// Where the parts of a number are, and what they hold.
pub(super) fn parts(bits: &Bits) -> String {
    let parts = bits.placed().map(|(shift, part)| {
        let signed = if part.is_signed() { " signed" } else { "" };
        let ty = match &part.ty {
            Type::Prim(_) => String::new(),
            other => format!(" {}", ty(other)),
        };
        format!("{} at {shift}{signed}{ty}", part.width)
    });
    let parts = parts.collect::<Vec<_>>().join(", ");
    format!("{}: {parts}", bits.repr.name())
}

pub(super) fn count(count: &Count) -> String {
    match count {
        Count::Expr(expr) => expr.to_string(),
        Count::ToEnd => "to end".to_owned(),
        Count::Until(is_last) => format!("until {is_last}"),
    }
}

pub(super) fn due(due: &Due) -> String {
    match due {
        Due::Checksum(checksum) => format!("checksum {}", checksum.text()),
        Due::FileLength(without) => format!("length without ({})", without.join(", ")),
    }
}

pub(super) fn assert(assert: &Assert) -> String {
    format!("assert {}", assert.that)
}

pub(super) fn variant(variant: &Variant) -> String {
    let magic =
        (!variant.magic.is_empty()).then(|| format!("magic {}", magic_text(&variant.magic)));
    let when = variant.when.as_ref().map(|when| format!("when {when}"));
    let parts: Vec<String> = magic.into_iter().chain(when).collect();
    if parts.is_empty() {
        "always".to_owned()
    } else {
        parts.join(" ")
    }
}

pub(super) fn magic(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return String::new();
    }
    magic_text(bytes)
}

/// The numbers that a magic has or counts as.
pub(super) fn numbers(magic: &Magic) -> String {
    match magic.stored {
        None => format!("is {}", magic.first),
        Some(kind) => match kind.size() {
            4 => format!("{}..={}", magic.first, magic.last),
            _ => format!("{} {}..={}", kind.name(), magic.first, magic.last),
        },
    }
}

pub(super) const fn style(style: Style) -> &'static str {
    match style {
        Style::Record => "record",
        Style::Vector => "vector",
        Style::Tuple => "tuple",
    }
}

pub(super) const fn body(body: &Body) -> &'static str {
    match body {
        Body::Fields(_) => "fields",
        Body::Variants(_) => "variants",
    }
}

pub(super) const fn shape(shape: VariantShape) -> &'static str {
    match shape {
        VariantShape::Unit => "unit",
        VariantShape::Newtype => "newtype",
        VariantShape::Fields => "fields",
    }
}

pub(super) const fn endian(endian: Endian) -> &'static str {
    match endian {
        Endian::Little => "little",
        Endian::Big => "big",
    }
}

/// What files are.
pub(super) const fn encoding(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Binary => "bytes",
        Encoding::Xml => "XML documents",
    }
}

pub(super) fn recognition(how: &Recognition) -> String {
    match how {
        Recognition::Magic => "by magic".to_owned(),
        Recognition::Extension => "by extension".to_owned(),
        Recognition::Root(_) => "by root".to_owned(),
        Recognition::OnRequest => "on request".to_owned(),
        Recognition::Condition { holds, extension } => {
            let extension = if *extension { "by extension and " } else { "" };
            format!("{extension}when {holds}")
        }
    }
}
