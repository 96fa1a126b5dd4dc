//! Columns as bytes, and columns of one type as those of another.

use crate::{
    numbers::{append, numbers, rows},
    scene::{Column, Semantic},
};

/// The name of a column's type.
pub(super) const fn kind(column: &Column) -> &'static str {
    match column {
        Column::I32(_) => "i32",
        Column::F32(_) => "f32",
        Column::Vec2(_) => "vec2",
        Column::Vec3(_) => "vec3",
        Column::Vec4(_) => "vec4",
        Column::U8x4(_) => "u8x4",
        Column::Unorm8x4(_) => "unorm8x4",
        Column::U16x4(_) => "u16x4",
        Column::Snorm16x3(_) => "snorm16x3",
    }
}

/// Bytes of one value.
pub(super) fn width(kind: &str) -> Option<usize> {
    Some(match kind {
        "i32" | "f32" | "u8x4" | "unorm8x4" => 4,
        "snorm16x3" => 6,
        "vec2" | "u16x4" => 8,
        "vec3" => 12,
        "vec4" => 16,
        _ => return None,
    })
}

/// Appends a column, rows without padding.
pub(super) fn append_column(out: &mut Vec<u8>, column: &Column) {
    match column {
        Column::I32(values) => append(out, values),
        Column::F32(values) => append(out, values),
        Column::Vec2(rows) => append(out, rows.as_flattened()),
        Column::Vec3(rows) => append(out, rows.as_flattened()),
        Column::Vec4(rows) => append(out, rows.as_flattened()),
        Column::U8x4(rows) | Column::Unorm8x4(rows) => out.extend_from_slice(rows.as_flattened()),
        Column::U16x4(rows) => append(out, rows.as_flattened()),
        Column::Snorm16x3(rows) => append(out, rows.as_flattened()),
    }
}

/// A column as bytes.
pub(super) fn to_bytes(column: &Column) -> Vec<u8> {
    let mut out = Vec::new();
    append_column(&mut out, column);
    out
}

/// The column that [`to_bytes`] made these bytes of.
pub(super) fn from_bytes(kind: &str, bytes: &[u8]) -> Option<Column> {
    Some(match kind {
        "i32" => Column::I32(numbers(bytes)),
        "f32" => Column::F32(numbers(bytes)),
        "vec2" => Column::Vec2(rows(bytes)),
        "vec3" => Column::Vec3(rows(bytes)),
        "vec4" => Column::Vec4(rows(bytes)),
        "u8x4" => Column::U8x4(rows(bytes)),
        "unorm8x4" => Column::Unorm8x4(rows(bytes)),
        "u16x4" => Column::U16x4(rows(bytes)),
        "snorm16x3" => Column::Snorm16x3(rows(bytes)),
        _ => return None,
    })
}

/// What a column was before it became one of glTF's, as far as that can be told from the values.
pub(super) fn back(column: Column, kind_then: &str, semantic: &Semantic) -> Option<Column> {
    if kind(&column) == kind_then {
        return Some(column);
    }
    Some(match (column, kind_then) {
        (Column::Vec3(rows), "vec4") => Column::Vec4(map(&rows, |[x, y, z]| [x, y, z, 1.0])),
        (Column::Vec3(rows), "snorm16x3") => Column::Snorm16x3(map(&rows, |row| row.map(snorm))),
        (Column::Vec3(rows), "unorm8x4") => Column::Unorm8x4(map(&rows, |[x, y, z]| {
            [x, y, z, -1.0].map(|value| unorm(value.midpoint(1.0)))
        })),
        (Column::Vec4(rows), "vec3") => Column::Vec3(map(&rows, |[x, y, z, _]| [x, y, z])),
        (Column::Vec4(rows), "snorm16x3") => {
            Column::Snorm16x3(map(&rows, |[x, y, z, _]| [x, y, z].map(snorm)))
        }
        (Column::Vec4(rows), "unorm8x4") if *semantic == Semantic::Weights => {
            Column::Unorm8x4(map(&rows, |row| row.map(unorm)))
        }
        (Column::U8x4(rows), "u16x4") => Column::U16x4(map(&rows, |row| row.map(u16::from))),
        (Column::U16x4(rows), "u8x4") => Column::U8x4(map(&rows, |row| {
            row.map(|it| u8::try_from(it).unwrap_or(0))
        })),
        _ => return None,
    })
}

fn map<A: Copy, B>(rows: &[A], each: impl FnMut(A) -> B) -> Vec<B> {
    rows.iter().copied().map(each).collect()
}

fn snorm(value: f32) -> i16 {
    rounded(value.clamp(-1.0, 1.0) * 32767.0) as i16
}

fn unorm(value: f32) -> u8 {
    rounded(value.clamp(0.0, 1.0) * 255.0) as u8
}

/// The nearest whole number, of two the one that is farther from 0: as `round` has it, which is a call where processors have no such
/// instruction. In 64 bits the sum is exact as far as it matters.
fn rounded(value: f32) -> i32 {
    let value = f64::from(value);
    (value + 0.5_f64.copysign(value)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_away_from_zero() {
        let near = |value: f32| [value.next_down(), value, value.next_up()];
        let halves = (-300_i16..300).flat_map(|half| near(f32::from(half) / 2.0));
        let odd = [f32::NAN, -0.0, 32766.5, -32766.5, 32766.498];
        for value in halves.chain(odd) {
            assert_eq!(rounded(value), value.round() as i32, "{value}");
        }
    }
}
