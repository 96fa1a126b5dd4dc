//! Values as glTF allows them. The reader mends again what the writer mended, to see whether somebody edited it since.

mod keys;
mod unit;
mod weights;

use std::borrow::Cow;

use glam::Vec3;

pub(crate) use self::unit::perpendicular;
use self::unit::{direction, is_unit, or_zero, rotation};
pub(super) use self::{
    keys::{Keys, flip, keys},
    weights::weights,
};
use crate::{
    Code,
    math::all,
    scene::{Attribute, Column, Semantic, Stream, Trs},
};

/// A column as glTF allows it.
pub(super) struct Mended<'a> {
    /// Its values.
    pub column: Cow<'a, Column>,
    /// What changed, and in how many rows.
    pub losses: Vec<(Code, usize)>,
}

impl<'a> Mended<'a> {
    const fn kept(column: &'a Column) -> Self {
        Self {
            column: Cow::Borrowed(column),
            losses: Vec::new(),
        }
    }

    fn new(column: Column, losses: impl IntoIterator<Item = (Code, usize)>) -> Self {
        Self {
            column: Cow::Owned(column),
            losses: losses.into_iter().filter(|loss| loss.1 > 0).collect(),
        }
    }
}

/// How glTF holds an attribute other than joints and weights; `None` where it cannot.
pub(super) fn attribute<'a>(attribute: &'a Attribute, stream: &Stream) -> Option<Mended<'a>> {
    let column = &attribute.values;
    match (&attribute.semantic, column) {
        (Semantic::Position, Column::Vec3(rows)) => Some(finite(column, rows, Column::Vec3)),
        (Semantic::Position, Column::Vec4(rows)) => {
            let unusual = rows.iter().filter(|row| row[3] != 1.0).count();
            let places: Vec<_> = rows.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect();
            let (places, bad) = made_finite(&places);
            let losses = [(Code::C110, unusual), (Code::C111, bad)];
            Some(Mended::new(Column::Vec3(places), losses))
        }
        (Semantic::Normal, _) => normals(column),
        (Semantic::Tangent, Column::Vec3(_) | Column::Vec4(_) | Column::Snorm16x3(_)) => {
            tangents(attribute, stream)
        }
        (Semantic::Color, Column::Vec3(rows)) => Some(colors(column, rows, Column::Vec3)),
        (Semantic::Color, Column::Vec4(rows)) => Some(colors(column, rows, Column::Vec4)),
        (Semantic::Color, Column::Unorm8x4(_)) => Some(Mended::kept(column)),
        (
            Semantic::Position
            | Semantic::Joints
            | Semantic::Weights
            | Semantic::Tangent
            | Semantic::Color,
            _,
        ) => None,
        _ => numbers(column),
    }
}

/// How glTF holds numbers that mean nothing to it; `None` where it cannot.
pub(super) fn numbers(column: &Column) -> Option<Mended<'_>> {
    match column {
        Column::F32(values) => Some(if all(values, |value| value.is_finite()) {
            Mended::kept(column)
        } else {
            let bad = values.iter().filter(|value| !value.is_finite()).count();
            let values = values.iter().map(|value| or_zero(*value)).collect();
            Mended::new(Column::F32(values), [(Code::C111, bad)])
        }),
        Column::Vec2(rows) => Some(finite(column, rows, Column::Vec2)),
        Column::Vec3(rows) => Some(finite(column, rows, Column::Vec3)),
        Column::Vec4(rows) => Some(finite(column, rows, Column::Vec4)),
        Column::Unorm8x4(_) => Some(Mended::kept(column)),
        _ => None,
    }
}

fn are_finite<const N: usize>(rows: &[[f32; N]]) -> bool {
    all(rows.as_flattened(), |value| value.is_finite())
}

fn finite<'a, const N: usize>(
    column: &'a Column,
    rows: &[[f32; N]],
    make: fn(Vec<[f32; N]>) -> Column,
) -> Mended<'a> {
    if are_finite(rows) {
        return Mended::kept(column);
    }
    let (rows, bad) = made_finite(rows);
    Mended::new(make(rows), [(Code::C111, bad)])
}

fn made_finite<const N: usize>(rows: &[[f32; N]]) -> (Vec<[f32; N]>, usize) {
    let mut bad = 0;
    let each = |row: &[f32; N]| {
        bad += usize::from(!row.iter().all(|value| value.is_finite()));
        row.map(or_zero)
    };
    (rows.iter().map(each).collect(), bad)
}

/// Triples without NaN and infinities, as the differences of morph targets must be, and how many had some.
pub(super) fn differences(rows: &[[f32; 3]]) -> (Cow<'_, [[f32; 3]]>, usize) {
    if are_finite(rows) {
        return (Cow::Borrowed(rows), 0);
    }
    let (rows, bad) = made_finite(rows);
    (Cow::Owned(rows), bad)
}

fn colors<'a, const N: usize>(
    column: &'a Column,
    rows: &[[f32; N]],
    make: fn(Vec<[f32; N]>) -> Column,
) -> Mended<'a> {
    let good = |row: &[f32; N]| row.iter().all(|value| (0.0..=1.0).contains(value));
    if rows.iter().all(good) {
        return Mended::kept(column);
    }
    let (rows, bad) = made_finite(rows);
    let outside = rows.iter().filter(|row| !good(row)).count();
    let clamped = rows
        .iter()
        .map(|row| row.map(|value| value.clamp(0.0, 1.0)));
    Mended::new(
        make(clamped.collect()),
        [(Code::C111, bad), (Code::C117, outside)],
    )
}

fn from_snorm(rows: &[[i16; 3]]) -> Vec<[f32; 3]> {
    rows.iter()
        .map(|row| row.map(|value| f32::from(value) / 32767.0))
        .collect()
}

fn normals(column: &Column) -> Option<Mended<'_>> {
    let (rows, unusual) = match column {
        Column::Vec3(rows) => (Cow::Borrowed(rows), 0),
        Column::Vec4(rows) => {
            let rows: Vec<_> = rows.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect();
            let count = rows.len();
            (Cow::Owned(rows), count)
        }
        Column::Snorm16x3(rows) => (Cow::Owned(from_snorm(rows)), 0),
        Column::Unorm8x4(rows) => {
            let each = |row: &[u8; 4]| {
                let row = [row[0], row[1], row[2]].map(|it| f32::from(it) / 255.0 * 2.0 - 1.0);
                direction(row).unwrap_or(row)
            };
            (Cow::Owned(rows.iter().map(each).collect()), rows.len())
        }
        _ => return None,
    };
    if let (true, Column::Vec3(rows)) = (unusual == 0, column)
        && all(rows, |row| is_unit(*row))
    {
        return Some(Mended::kept(column));
    }
    let mut bad = 0;
    let each = |row: &[f32; 3]| {
        if is_unit(*row) {
            return *row;
        }
        bad += 1;
        direction(*row).unwrap_or([0.0, 1.0, 0.0])
    };
    let rows = rows.iter().map(each).collect();
    Some(Mended::new(
        Column::Vec3(rows),
        [(Code::C110, unusual), (Code::C112, bad)],
    ))
}

/// Tangents with the sign of the bitangent. Three components need stored bitangents to tell it.
fn tangents<'a>(attribute: &'a Attribute, stream: &Stream) -> Option<Mended<'a>> {
    let normals = normals(stream.get(&Semantic::Normal, 0)?)?;
    let Column::Vec3(normals) = &*normals.column else {
        return None;
    };
    let rows = match &attribute.values {
        Column::Vec4(rows) => Cow::Borrowed(rows),
        Column::Vec3(rows) => Cow::Owned(signed(rows, normals, stream)?),
        Column::Snorm16x3(rows) => Cow::Owned(signed(&from_snorm(rows), normals, stream)?),
        _ => return None,
    };
    let good = |row: &[f32; 4]| is_unit([row[0], row[1], row[2]]) && row[3].abs() == 1.0;
    if all(&rows, good) {
        return Some(match rows {
            Cow::Borrowed(_) => Mended::kept(&attribute.values),
            Cow::Owned(rows) => Mended::new(Column::Vec4(rows), []),
        });
    }
    let (mut directions, mut signs) = (0, 0);
    let each = |(row, normal): (&[f32; 4], &[f32; 3])| {
        let [x, y, z, mut w] = *row;
        if w.abs() != 1.0 {
            signs += 1;
            w = if w < 0.0 { -1.0 } else { 1.0 };
        }
        let mut found = [x, y, z];
        if !is_unit(found) {
            directions += 1;
            found = direction(found).unwrap_or_else(|| perpendicular(*normal));
        }
        [found[0], found[1], found[2], w]
    };
    let rows = rows.iter().zip(normals).map(each).collect();
    let losses = [(Code::C113, directions), (Code::C114, signs)];
    Some(Mended::new(Column::Vec4(rows), losses))
}

fn signed(rows: &[[f32; 3]], normals: &[[f32; 3]], stream: &Stream) -> Option<Vec<[f32; 4]>> {
    let bitangents = match stream.get(&Semantic::Bitangent, 0)? {
        Column::Vec3(rows) => Cow::Borrowed(rows),
        Column::Snorm16x3(rows) => Cow::Owned(from_snorm(rows)),
        _ => return None,
    };
    let each = |((tangent, normal), bitangent): ((&[f32; 3], &[f32; 3]), &[f32; 3])| {
        let [a, b, third] = [normal, tangent, bitangent].map(|row| Vec3::from(*row).as_dvec3());
        let is_mirrored = a.cross(b).dot(third) < 0.0;
        let sign = if is_mirrored { -1.0 } else { 1.0 };
        [tangent[0], tangent[1], tangent[2], sign]
    };
    Some(
        rows.iter()
            .zip(normals)
            .zip(&*bitangents)
            .map(each)
            .collect(),
    )
}

/// A transform of finite numbers and a unit rotation, and whether it was none.
pub(super) fn transform(trs: &Trs) -> (Trs, Vec<Code>) {
    let mut losses = Vec::new();
    let mut mended = *trs;
    let all = [&trs.translation[..], &trs.rotation, &trs.scale];
    if all
        .as_slice()
        .iter()
        .any(|list| list.iter().any(|value| !value.is_finite()))
    {
        losses.push(Code::C111);
        mended.translation = trs.translation.map(or_zero);
        mended.scale = trs.scale.map(|it| if it.is_finite() { it } else { 1.0 });
    }
    mended.rotation = rotation(trs.rotation);
    if mended.rotation.map(f32::to_bits) != trs.rotation.map(f32::to_bits) {
        losses.push(Code::C201);
    }
    (mended, losses)
}

/// A bind matrix of finite numbers whose last row is 0 0 0 1.
pub(super) fn bind_matrix(matrix: &[f32; 16]) -> [f32; 16] {
    let mut mended = matrix.map(or_zero);
    for (place, value) in [(3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)] {
        mended[place] = value;
    }
    mended
}
