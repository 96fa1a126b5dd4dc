//! Tangents as MikkTSpace defines them, which normal maps are made for.

use std::collections::HashSet;

use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};

use crate::{
    Code, Report, Scene, Tangents,
    scene::{Column, Semantic},
    still::split::{self, Splitter},
};

/// The streams whose tangents are computed, and the texture coordinates that they follow.
#[must_use]
pub(crate) fn wanted(scene: &Scene, choice: Tangents) -> Vec<(usize, u8)> {
    if matches!(choice, Tangents::Keep | Tangents::Drop) {
        return Vec::new();
    }
    let mut found: Vec<(usize, u8)> = Vec::new();
    let mut known = HashSet::new();
    for part in scene.meshes.iter().flat_map(|mesh| &mesh.parts) {
        let material = part
            .material
            .and_then(|material| scene.materials.get(material));
        let map = material.and_then(|material| material.normal_texture.as_ref());
        // What cannot be in the target is no reason, but nobody knows here what that is.
        let map = map.filter(|map| {
            let image = scene.images.get(map.image);
            image.is_some_and(|image| image.bytes.is_some() || image.file.is_some())
        });
        for level in &part.levels {
            let stream = &scene.streams[level.stream];
            let has_some = stream.get(&Semantic::Tangent, 0).is_some();
            if choice == Tangents::Auto && (has_some || map.is_none()) {
                continue;
            }
            let set = map.map_or(0, |map| map.set);
            let coordinates = matches!(stream.get(&Semantic::TexCoord, set), Some(Column::Vec2(_)));
            let normals = matches!(stream.get(&Semantic::Normal, 0), Some(Column::Vec3(_)));
            let is_complete = coordinates && normals && stream.positions().is_some();
            if is_complete && known.insert(level.stream) {
                found.push((level.stream, set));
            }
        }
    }
    found
}

/// Computes or drops tangents as the option says: by default for triangles whose material has a normal map and which have none.
/// Vertices are split where triangles disagree, and strips and fans become lists. Normals and texture coordinates are needed.
pub fn complete(scene: &mut Scene, choice: Tangents, report: &mut Report) {
    if choice == Tangents::Drop {
        for stream in &mut scene.streams {
            let attributes = &mut stream.attributes;
            attributes.retain(|attribute| attribute.semantic != Semantic::Tangent);
        }
        let targets = scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.targets);
        for delta in targets.flat_map(|target| &mut target.deltas) {
            delta.tangents = None;
        }
        return;
    }
    let uses = split::Uses::of(scene);
    for (place, set) in wanted(scene, choice) {
        compute(scene, &uses, (place, set), report);
    }
}

fn compute(scene: &mut Scene, uses: &split::Uses, (place, set): (usize, u8), report: &mut Report) {
    let stream = &scene.streams[place];
    let columns = (
        stream.positions(),
        stream.get(&Semantic::Normal, 0),
        stream.get(&Semantic::TexCoord, set),
    );
    let (Some(positions), Some(Column::Vec3(normals)), Some(Column::Vec2(coordinates))) = columns
    else {
        return;
    };
    let users = uses.surfaces(place);
    if users.is_empty() {
        return;
    }
    let mut splitter = Splitter::new(stream.count);
    let mut lists = Vec::new();
    for user in users {
        let triangles = split::triangles(scene, *user);
        let mut mesh = Triangles {
            tangents: vec![[[0.0; 4]; 3]; triangles.len()],
            triangles,
            positions,
            normals,
            coordinates,
        };
        // It fails for what has no triangle with an area; those get any tangent below.
        let _ = generate_tangents(&mut mesh);
        let mut indices = Vec::with_capacity(3 * mesh.triangles.len());
        for (triangle, tangents) in mesh.triangles.iter().zip(&mesh.tangents) {
            for (corner, tangent) in triangle.iter().zip(tangents) {
                let tangent = valid(*tangent, normals[*corner as usize]);
                indices.push(splitter.vertex(*corner, tangent));
            }
        }
        lists.push(indices);
    }
    report.add_many(
        Code::C131,
        stream.count,
        format!("streams[{place}]"),
        "MikkTSpace",
    );
    let (olds, values) = splitter.finish([1.0, 0.0, 0.0, 1.0]);
    let made = uses.replace(scene, place, lists, &olds);
    split::replace(
        &mut scene.streams[made],
        Semantic::Tangent,
        Column::Vec4(values),
    );
}

/// A tangent with a length; any at a right angle to the normal where there is none.
fn valid(tangent: [f32; 4], normal: [f32; 3]) -> [f32; 4] {
    let [x, y, z, w] = tangent;
    let length = x * x + y * y + z * z;
    if (0.9..=1.1).contains(&length) {
        return tangent;
    }
    let [x, y, z] = crate::gltf::perpendicular(normal);
    [x, y, z, if w < 0.0 { -1.0 } else { 1.0 }]
}

/// The triangles of one level.
struct Triangles<'a> {
    triangles: Vec<[u32; 3]>,
    tangents: Vec<[[f32; 4]; 3]>,
    positions: &'a [[f32; 3]],
    normals: &'a [[f32; 3]],
    coordinates: &'a [[f32; 2]],
}

impl Triangles<'_> {
    fn vertex(&self, face: usize, corner: usize) -> usize {
        self.triangles[face][corner] as usize
    }
}

impl Geometry for Triangles<'_> {
    fn num_faces(&self) -> usize {
        self.triangles.len()
    }

    fn num_vertices_of_face(&self, _: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        self.positions[self.vertex(face, corner)]
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        self.normals[self.vertex(face, corner)]
    }

    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        // v grows upwards there.
        let [u, v] = self.coordinates[self.vertex(face, corner)];
        [u, 1.0 - v]
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, corner: usize) {
        self.tangents[face][corner] = space.map_or([0.0; 4], |space| space.tangent_encoded());
    }
}
