//! Tangents are those that glTF means: bitangents go against growing v.
#![allow(clippy::print_stdout, reason = "tests say how much they read")]

use formwork_convert::{
    Report, Scene,
    scene::{Column, Level, Semantic},
};
use glam::{DVec2, DVec3};

use super::files::{Beside, all};

/// How many triangles have bitangents as glTF has them, and how many have others.
fn sides(scene: &Scene, level: &Level) -> Option<[usize; 2]> {
    let stream = &scene.streams[level.stream];
    let (Column::Vec3(places), Column::Vec3(normals)) = (
        stream.get(&Semantic::Position, 0)?,
        stream.get(&Semantic::Normal, 0)?,
    ) else {
        return None;
    };
    let (Column::Vec4(tangents), Column::Vec2(coordinates)) = (
        stream.get(&Semantic::Tangent, 0)?,
        stream.get(&Semantic::TexCoord, 0)?,
    ) else {
        return None;
    };
    let three = |row: [f32; 3]| DVec3::from_array(row.map(f64::from));
    let mut sides = [0, 0];
    for corners in level.triangles()? {
        let [a, b, c] = corners.map(|corner| corner as usize);
        if [a, b, c].iter().any(|corner| *corner >= stream.count) {
            return None;
        }
        let place = |corner: usize| three(places[corner]);
        let at = |corner: usize| DVec2::from_array(coordinates[corner].map(f64::from));
        let (p, q) = (place(b) - place(a), place(c) - place(a));
        let (s, t) = (at(b) - at(a), at(c) - at(a));
        let area = s.perp_dot(t);
        let along_v = (q * s.x - p * t.x) / area;
        let [x, y, z, w] = tangents[a];
        let bitangent = three(normals[a]).cross(three([x, y, z])) * f64::from(w);
        let cosine = bitangent
            .normalize_or_zero()
            .dot(along_v.normalize_or_zero());
        if cosine.is_finite() && cosine.abs() > 0.5 {
            sides[usize::from(cosine > 0.0)] += 1;
        }
    }
    Some(sides)
}

#[test]
fn bitangents_go_against_v() {
    let (mut right, mut decided) = (0, 0);
    let models = all();
    for input in models.iter().filter(|input| input.path.ends_with(".mdl")) {
        let mut report = Report::default();
        let input = std::slice::from_ref(input);
        let Ok(scene) = super::opened(input, &Beside, &mut report) else {
            continue;
        };
        let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
        for level in parts.filter_map(|part| part.levels.first()) {
            let Some([good, bad]) = sides(&scene, level) else {
                continue;
            };
            // Some tools store mirrored halves of one part either way.
            if good.max(bad) * 10 >= (good + bad) * 9 && good + bad > 0 {
                decided += 1;
                right += usize::from(good > bad);
            }
        }
    }
    println!("{right} of {decided} parts");
    assert!(right * 100 >= decided * 95, "{right} of {decided}");
}
