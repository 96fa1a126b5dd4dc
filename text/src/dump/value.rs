//! Values as they look in a dump.

use formwork_schema::{
    layout::{Due, Field, PrimKind, Type},
    walk::{Part, Scalar},
};

use crate::{amount::plural, bits, names, number};

/// Characters of a string or an expression that are shown.
const SHOWN: usize = 60;

/// A value in words.
pub(super) fn text(ty: &Type, part: Part, value: Scalar<'_>) -> String {
    match (value, part) {
        (Scalar::F32(value), _) => float(|out| number::put_f32(out, value)),
        (Scalar::F64(value), _) => float(|out| number::put_f64(out, value)),
        (Scalar::Int(value), Part::Whole) => whole(ty.peeled(), value),
        (Scalar::Int(value), _) => value.to_string(),
        (Scalar::Bytes(bytes), _)
            if is_padding(ty, part) && bytes.iter().all(|byte| *byte == 0) =>
        {
            plural(bytes.len() as u64, "zero")
        }
        (Scalar::Bytes(bytes), Part::Padding) => {
            format!("{} after the NUL", plural(bytes.len() as u64, "byte"))
        }
        (Scalar::Bytes(bytes), Part::Whole)
            if matches!(ty.peeled(), Type::Blob | Type::Padding(_)) =>
        {
            plural(bytes.len() as u64, "byte")
        }
        (Scalar::Bytes(bytes), _) => quoted(&ty.show(bytes)),
    }
}

fn is_padding(ty: &Type, part: Part) -> bool {
    part == Part::Padding || matches!(ty.peeled(), Type::Padding(_))
}

/// A number that follows from what stands before it, and what it should be where it is wrong.
pub(super) fn due(due: &Due, value: Scalar<'_>, right: Option<u64>) -> String {
    let Scalar::Int(value) = value else {
        return String::new();
    };
    let shown = |number: i128| match due {
        Due::Checksum(_) => format!("{number:#x}"),
        Due::FileLength(_) => number.to_string(),
    };
    match right {
        None => shown(value),
        Some(right) => format!("{} should be {}", shown(value), shown(right.into())),
    }
}

fn float(put: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    put(&mut out);
    String::from_utf8(out).unwrap_or_default()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(text))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A whole number in words: the names of flags and enumerations.
pub(crate) fn whole(ty: &Type, value: i128) -> String {
    let number = u64::try_from(value).unwrap_or(0);
    match ty {
        Type::Prim(PrimKind::U128) => (value as u128).to_string(),
        Type::Bool if number < 2 => (number == 1).to_string(),
        Type::Flags(names) if number != 0 => {
            let mut words = Vec::new();
            let rest = names::flag_names(names, number, |name| words.push(name.to_owned()));
            if rest != 0 {
                words.push(format!("{rest:#x}"));
            }
            words.join(" ")
        }
        Type::Enum(names) => match names::name_of(names, value) {
            Some(name) => name.name.to_string(),
            None => value.to_string(),
        },
        Type::Bits(of) => bits::words(of, value),
        Type::Dialect(names) => match usize::try_from(number)
            .ok()
            .and_then(|place| names.values.get(place))
        {
            Some(name) => name.name.to_string(),
            None => value.to_string(),
        },
        _ => value.to_string(),
    }
}

/// What a value means, where the layout says so in a word or two. `outer` is the unit of the vector
/// around it.
pub(super) fn meaning(field: &Field, part: Part, outer: &str) -> String {
    if part != Part::Whole {
        return String::new();
    }
    if let Some(is) = &field.is {
        let expression = format!("{} = {is}", field.unit);
        return shortened(expression.trim_start());
    }
    if !field.unit.is_empty() {
        return field.unit.to_string();
    }
    if field.counts.is_empty() {
        outer.to_owned()
    } else {
        match field.plus {
            0 => format!("counts {}", field.counts),
            plus => format!("counts {} {plus:+}", field.counts),
        }
    }
}
