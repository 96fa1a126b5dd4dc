//! Columns as bytes, and columns of one type as those of another.

use crate::scene::{Column, Semantic};

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

/// Values that are encoded at once: few enough to stay near the processor, so that memory is written once.
const BLOCK: usize = 1024;

/// Appends numbers as `each` encodes them.
pub(super) fn append<T: Copy, const SIZE: usize>(
    out: &mut Vec<u8>,
    values: &[T],
    each: impl Fn(T) -> [u8; SIZE],
) {
    let mut block = [[0; SIZE]; BLOCK];
    out.reserve(values.len() * SIZE);
    for values in values.chunks(BLOCK) {
        for (bytes, value) in block.iter_mut().zip(values) {
            *bytes = each(*value);
        }
        out.extend_from_slice(block[..values.len()].as_flattened());
    }
}

fn append_rows<const N: usize>(out: &mut Vec<u8>, rows: &[[f32; N]]) {
    append_numbers(out, rows.as_flattened());
}

/// Appends triples.
pub(super) fn append_triples(out: &mut Vec<u8>, rows: &[[f32; 3]]) {
    append_rows(out, rows);
}

/// Appends numbers.
pub(super) fn append_numbers(out: &mut Vec<u8>, values: &[f32]) {
    append(out, values, f32::to_le_bytes);
}

/// Numbers as bytes.
pub(super) fn floats(values: &[f32]) -> Vec<u8> {
    let mut out = Vec::new();
    append_numbers(&mut out, values);
    out
}

/// Appends whole numbers.
pub(super) fn append_indices(out: &mut Vec<u8>, values: &[u32]) {
    append(out, values, u32::to_le_bytes);
}

/// Appends a column, rows without padding.
pub(super) fn append_column(out: &mut Vec<u8>, column: &Column) {
    match column {
        Column::I32(values) => append(out, values, i32::to_le_bytes),
        Column::F32(values) => append_numbers(out, values),
        Column::Vec2(rows) => append_rows(out, rows),
        Column::Vec3(rows) => append_rows(out, rows),
        Column::Vec4(rows) => append_rows(out, rows),
        Column::U8x4(rows) | Column::Unorm8x4(rows) => out.extend_from_slice(rows.as_flattened()),
        Column::U16x4(rows) => append(out, rows.as_flattened(), u16::to_le_bytes),
        Column::Snorm16x3(rows) => append(out, rows.as_flattened(), i16::to_le_bytes),
    }
}

/// A column as bytes.
pub(super) fn to_bytes(column: &Column) -> Vec<u8> {
    let mut out = Vec::new();
    append_column(&mut out, column);
    out
}

/// Numbers of little-endian bytes.
pub(super) fn numbers(bytes: &[u8]) -> Vec<f32> {
    let (values, _) = bytes.as_chunks();
    values
        .iter()
        .map(|value| f32::from_le_bytes(*value))
        .collect()
}

/// Whole numbers of little-endian bytes.
pub(super) fn indices(bytes: &[u8]) -> Vec<u32> {
    let (values, _) = bytes.as_chunks();
    values
        .iter()
        .map(|value| u32::from_le_bytes(*value))
        .collect()
}

/// Rows of `N` numbers.
pub(super) fn rows<const N: usize>(bytes: &[u8]) -> Vec<[f32; N]> {
    let (rows, _) = bytes.as_chunks::<4>().0.as_chunks::<N>();
    rows.iter().map(|row| row.map(f32::from_le_bytes)).collect()
}

/// The column that [`to_bytes`] made these bytes of.
pub(super) fn from_bytes(kind: &str, bytes: &[u8]) -> Option<Column> {
    let quads = || bytes.as_chunks::<4>().0;
    Some(match kind {
        "i32" => Column::I32(quads().iter().map(|it| i32::from_le_bytes(*it)).collect()),
        "f32" => Column::F32(numbers(bytes)),
        "vec2" => Column::Vec2(rows(bytes)),
        "vec3" => Column::Vec3(rows(bytes)),
        "vec4" => Column::Vec4(rows(bytes)),
        "u8x4" => Column::U8x4(quads().to_vec()),
        "unorm8x4" => Column::Unorm8x4(quads().to_vec()),
        "u16x4" => Column::U16x4(bytes.as_chunks::<8>().0.iter().map(shorts).collect()),
        "snorm16x3" => {
            let row = |row: &[u8; 6]| shorts::<6, 3>(row).map(u16::cast_signed);
            Column::Snorm16x3(bytes.as_chunks::<6>().0.iter().map(row).collect())
        }
        _ => return None,
    })
}

fn shorts<const BYTES: usize, const N: usize>(row: &[u8; BYTES]) -> [u16; N] {
    let (values, _) = row.as_chunks();
    std::array::from_fn(|place| values.get(place).map_or(0, |it| u16::from_le_bytes(*it)))
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
    (value.clamp(-1.0, 1.0) * 32767.0).round() as i16
}

fn unorm(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0).round() as u8
}
