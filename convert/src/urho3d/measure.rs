//! Boxes and centers.

use crate::{
    Scene, math,
    scene::{Column, Level, Semantic, Stream},
};

/// The least box around all vertices; at the origin without any.
pub(super) fn bounds<'a>(streams: impl IntoIterator<Item = &'a Stream>) -> [[f32; 3]; 2] {
    let mut corners = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
    for stream in streams {
        match stream.get(&Semantic::Position, 0) {
            Some(Column::Vec3(places)) => grow(&mut corners, math::bounds(places)),
            Some(Column::Vec4(places)) => {
                for [x, y, z, _] in places {
                    grow(&mut corners, [[*x, *y, *z]; 2]);
                }
            }
            _ => {}
        }
    }
    let [min, max] = &corners;
    if min.iter().zip(max).all(|(min, max)| min <= max) {
        corners
    } else {
        [[0.0; 3]; 2]
    }
}

fn grow([min, max]: &mut [[f32; 3]; 2], [least, greatest]: [[f32; 3]; 2]) {
    for axis in 0..3 {
        min[axis] = min[axis].min(least[axis]);
        max[axis] = max[axis].max(greatest[axis]);
    }
}

/// The mean of the corners of all triangles, or of whatever is drawn.
pub(super) fn center(scene: &Scene, level: &Level) -> [f32; 3] {
    let stream = &scene.streams[level.stream];
    let mut sum = [0.0_f64; 3];
    for index in &level.indices {
        let place = match stream.get(&Semantic::Position, 0) {
            Some(Column::Vec3(places)) => places.get(*index as usize).copied(),
            Some(Column::Vec4(places)) => {
                places.get(*index as usize).map(|[x, y, z, _]| [*x, *y, *z])
            }
            _ => None,
        };
        for (sum, number) in sum.iter_mut().zip(place.unwrap_or_default()) {
            *sum += f64::from(number);
        }
    }
    let count = level.indices.len().max(1) as f64;
    sum.map(|number| (number / count) as f32)
}
