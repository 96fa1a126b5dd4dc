//! Columns as bytes, and columns of one type as those of another.

use bytemuck::Pod;

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

/// Appends numbers as files have them, lowest byte first: at once, which processors do best.
pub(super) fn append<T: Pod>(out: &mut Vec<u8>, numbers: &[T]) {
    let start = out.len();
    out.extend_from_slice(bytemuck::cast_slice(numbers));
    if cfg!(target_endian = "big") {
        out[start..]
            .chunks_mut(size_of::<T>())
            .for_each(<[u8]>::reverse);
    }
}

/// Values that are encoded at once: few enough to stay near the processor, so that memory is written once.
const BLOCK: usize = 1024;

/// Appends whole numbers that fit into 16 bits.
pub(super) fn append_short(out: &mut Vec<u8>, values: &[u32]) {
    let mut block = [0_u16; BLOCK];
    out.reserve(values.len() * 2);
    for values in values.chunks(BLOCK) {
        for (short, value) in block.iter_mut().zip(values) {
            *short = *value as u16;
        }
        append(out, &block[..values.len()]);
    }
}

/// Numbers as bytes.
pub(super) fn floats(values: &[f32]) -> Vec<u8> {
    let mut out = Vec::new();
    append(&mut out, values);
    out
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

/// Numbers of little-endian bytes.
pub(super) fn numbers(bytes: &[u8]) -> Vec<f32> {
    words(bytes, f32::from_le_bytes, <[f32]>::to_vec)
}

/// Whole numbers of little-endian bytes.
pub(super) fn indices(bytes: &[u8]) -> Vec<u32> {
    words(bytes, u32::from_le_bytes, <[u32]>::to_vec)
}

/// Rows of `N` numbers.
pub(super) fn rows<const N: usize>(bytes: &[u8]) -> Vec<[f32; N]> {
    words(bytes, f32::from_le_bytes, |all| all.as_chunks().0.to_vec())
}

/// What `make` copies of the numbers that bytes are. As a rule they are numbers already: at a good place, and in the order of
/// the processor.
fn words<T: Pod, U>(bytes: &[u8], decode: fn([u8; 4]) -> T, make: fn(&[T]) -> U) -> U {
    let (words, _) = bytes.as_chunks();
    match bytemuck::try_cast_slice(words.as_flattened()) {
        Ok(numbers) if cfg!(target_endian = "little") => make(numbers),
        _ => {
            let numbers: Vec<T> = words.iter().map(|word| decode(*word)).collect();
            make(&numbers)
        }
    }
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
