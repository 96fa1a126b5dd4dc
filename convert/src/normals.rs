//! Normals of meshes that have none.

use glam::DVec3;

use crate::{
    Code, Report, Scene,
    scene::{Column, Semantic},
    still::split::{self, Splitter},
};

/// Gives flat normals to all triangles without normals, as glTF asks for. Vertices are split where triangles meet, tangents of such
/// vertices are dropped, and strips and fans become lists.
pub fn complete(scene: &mut Scene, report: &mut Report) {
    let uses = split::Uses::of(scene);
    for place in 0..scene.streams.len() {
        let stream = &scene.streams[place];
        let Some(positions) = stream.positions() else {
            continue;
        };
        let users = uses.surfaces(place);
        if stream.get(&Semantic::Normal, 0).is_some() || users.is_empty() {
            continue;
        }
        let mut splitter = Splitter::new(stream.count);
        let mut lists = Vec::new();
        for user in users {
            let triangles = split::triangles(scene, *user);
            let mut indices = Vec::with_capacity(3 * triangles.len());
            for triangle in triangles {
                let corners = triangle.map(|corner| positions[corner as usize]);
                let normal = flat(corners);
                indices.extend(triangle.map(|corner| splitter.vertex(corner, normal)));
            }
            lists.push(indices);
        }
        report.add_many(
            Code::C130,
            stream.count,
            format!("streams[{place}]"),
            "flat",
        );
        let (olds, values) = splitter.finish([0.0, 1.0, 0.0]);
        let made = uses.replace(scene, place, lists, &olds);
        let attributes = &mut scene.streams[made].attributes;
        attributes.retain(|attribute| attribute.semantic != Semantic::Tangent);
        split::replace(
            &mut scene.streams[made],
            Semantic::Normal,
            Column::Vec3(values),
        );
    }
}

/// The direction that a triangle faces; up for one without area.
fn flat(corners: [[f32; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = corners.map(|corner| DVec3::from_array(corner.map(f64::from)));
    let normal = (b - a).cross(c - a).try_normalize();
    normal.unwrap_or(DVec3::Y).as_vec3().to_array()
}
