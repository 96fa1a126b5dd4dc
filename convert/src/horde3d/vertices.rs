//! Directions of vertices in the 16 bits of Horde3D.

use glam::DVec3;

use crate::scene::{Column, Semantic, Stream};

/// 1 in 16 bits.
const ONE: f64 = 32767.0;

/// Normals; `None` for a stream without.
pub(super) fn normals(stream: &Stream) -> Option<Vec<[i16; 3]>> {
    directions(stream.get(&Semantic::Normal, 0)?)
}

/// Tangents; `None` for a stream without.
pub(super) fn tangents(stream: &Stream) -> Option<Vec<[i16; 3]>> {
    directions(stream.get(&Semantic::Tangent, 0)?)
}

/// Bitangents, computed where they are not stored.
pub(super) fn bitangents(stream: &Stream) -> Option<Vec<[i16; 3]>> {
    if let Some(stored) = stream.get(&Semantic::Bitangent, 0) {
        return directions(stored);
    }
    let (normals, tangents) = (normals(stream)?, tangents(stream)?);
    let signs = signs(stream.get(&Semantic::Tangent, 0)?);
    let all = normals.iter().zip(&tangents).enumerate();
    let all = all.map(|(place, (normal, tangent))| {
        let sign = signs
            .and_then(|signs| signs.get(place))
            .map_or(1.0, |four| f64::from(four[3]));
        let across = bitangent(unpack(normal), unpack(tangent), sign);
        pack(across)
    });
    Some(all.collect())
}

/// The direction of growing v, for texture coordinates upwards.
pub(super) fn bitangent(normal: DVec3, tangent: DVec3, sign: f64) -> DVec3 {
    normal.cross(tangent) * if sign < 0.0 { -1.0 } else { 1.0 }
}

/// Tangents with their signs.
pub(super) fn signs(tangents: &Column) -> Option<&[[f32; 4]]> {
    match tangents {
        Column::Vec4(values) => Some(values),
        _ => None,
    }
}

fn directions(column: &Column) -> Option<Vec<[i16; 3]>> {
    let pack_f32 = |x: f32, y: f32, z: f32| pack(DVec3::new(x.into(), y.into(), z.into()));
    Some(match column {
        Column::Snorm16x3(values) => values.clone(),
        Column::Vec3(values) => values
            .iter()
            .map(|[x, y, z]| pack_f32(*x, *y, *z))
            .collect(),
        Column::Vec4(values) => values
            .iter()
            .map(|[x, y, z, _]| pack_f32(*x, *y, *z))
            .collect(),
        Column::Unorm8x4(values) => {
            let signed = |byte: u8| f32::from(byte) / 255.0 * 2.0 - 1.0;
            let value = |[x, y, z, _]: &[u8; 4]| pack_f32(signed(*x), signed(*y), signed(*z));
            values.iter().map(value).collect()
        }
        _ => return None,
    })
}

/// A direction in 16 bits, rounded.
pub(super) fn pack(direction: DVec3) -> [i16; 3] {
    direction
        .to_array()
        .map(|number| (number * ONE).round().clamp(-ONE, ONE) as i16)
}

pub(super) fn unpack(direction: &[i16; 3]) -> DVec3 {
    DVec3::from_array(direction.map(|number| f64::from(number) / ONE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_come_back() {
        for number in i16::MIN + 1..=i16::MAX {
            let single = f32::from(number) / 32767.0;
            let packed = pack(DVec3::new(single.into(), 0.0, (-single).into()));
            assert_eq!(packed, [number, 0, -number]);
        }
        let stored = unpack(&[0, 32767, -16384]);
        assert_eq!(stored.as_vec3().to_array(), [0.0, 1.0, -0.500_015_26]);
    }
}
