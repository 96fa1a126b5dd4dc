//! Meshes without motion: what formats of single shapes hold.

pub(crate) mod pictures;
pub(crate) mod split;

use std::borrow::Cow;

use glam::{DMat3, DMat4, DVec3};

use crate::{
    Code, Report, Scene, math,
    scene::{Column, Level, Part, Semantic, Stream},
};

/// One part of one mesh, where a node puts it.
pub(crate) struct Shape<'a> {
    /// The name of the node, or of the mesh where that has none.
    pub name: String,
    /// Which of the mesh's parts.
    pub number: usize,
    pub part: &'a Part,
    pub level: &'a Level,
    pub stream: &'a Stream,
    pub positions: Vec<[f32; 3]>,
    pub normals: Option<Vec<[f32; 3]>>,
    /// With v upwards.
    pub coordinates: Option<Vec<[f32; 2]>>,
    /// Whether the node turns the shape inside out.
    pub is_mirrored: bool,
}

/// All shapes of a scene: the nearest levels, moved as their nodes are. Says what such formats cannot hold.
pub(crate) fn shapes<'a>(scene: &'a Scene, report: &mut Report) -> Vec<Shape<'a>> {
    lose(scene, report);
    let mut found = Vec::new();
    let mut open: Vec<(usize, DMat4)> = scene
        .roots
        .iter()
        .rev()
        .map(|root| (*root, DMat4::IDENTITY))
        .collect();
    while let Some((place, above)) = open.pop() {
        let node = &scene.nodes[place];
        let own = above * math::matrix(&node.transform);
        open.extend(node.children.iter().rev().map(|child| (*child, own)));
        let Some(mesh) = node.mesh.map(|mesh| &scene.meshes[mesh]) else {
            continue;
        };
        // What a skin bends is where its joints are, not where its node is.
        let matrix = if node.skin.is_some() {
            DMat4::IDENTITY
        } else {
            own
        };
        let name = if node.name.as_bytes().is_empty() {
            &mesh.name
        } else {
            &node.name
        };
        for (number, part) in mesh.parts.iter().enumerate() {
            let what = format!("nodes[{place}].parts[{number}]");
            let level = part
                .levels
                .first()
                .filter(|level| !level.indices.is_empty());
            let Some(level) = level else {
                report.add(Code::C101, what, "");
                continue;
            };
            let stream = &scene.streams[level.stream];
            let is_inside = level.indices.iter().all(|it| (*it as usize) < stream.count);
            let Some(positions) = stream.positions().filter(|_| is_inside) else {
                report.add(Code::C107, what, "");
                continue;
            };
            found.push(Shape {
                name: name.to_text().into_owned(),
                number,
                part,
                level,
                stream,
                positions: placed(positions, &matrix, report),
                normals: normals(stream).map(|normals| turned(&normals, &matrix)),
                coordinates: match stream.get(&Semantic::TexCoord, 0) {
                    Some(Column::Vec2(rows)) => Some(
                        rows.iter()
                            .map(|[u, v]| [finite(*u), finite(1.0 - v)])
                            .collect(),
                    ),
                    _ => None,
                },
                is_mirrored: DMat3::from_mat4(matrix).determinant() < 0.0,
            });
        }
    }
    found
}

fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

fn placed(positions: &[[f32; 3]], matrix: &DMat4, report: &mut Report) -> Vec<[f32; 3]> {
    let mut bad = 0;
    let each = |row: &[f32; 3]| {
        bad += usize::from(!row.iter().all(|value| value.is_finite()));
        let row = row.map(finite);
        if *matrix == DMat4::IDENTITY {
            return row;
        }
        let moved = matrix.transform_point3(DVec3::from_array(row.map(f64::from)));
        moved.as_vec3().to_array().map(finite)
    };
    let placed = positions.iter().map(each).collect();
    report.add_many(Code::C111, bad, "positions", "");
    placed
}

fn normals(stream: &Stream) -> Option<Cow<'_, [[f32; 3]]>> {
    match stream.get(&Semantic::Normal, 0)? {
        Column::Vec3(rows) => Some(Cow::Borrowed(rows)),
        Column::Snorm16x3(rows) => {
            let each = |row: &[i16; 3]| row.map(|value| f32::from(value) / 32767.0);
            Some(Cow::Owned(rows.iter().map(each).collect()))
        }
        _ => None,
    }
}

fn turned(normals: &[[f32; 3]], matrix: &DMat4) -> Vec<[f32; 3]> {
    let turn = DMat3::from_mat4(*matrix);
    let turn = if turn.determinant() == 0.0 {
        turn
    } else {
        turn.inverse().transpose()
    };
    let each = |row: &[f32; 3]| {
        let row = DVec3::from_array(row.map(|value| f64::from(finite(value))));
        let moved = (turn * row).try_normalize().unwrap_or(DVec3::Y);
        moved.as_vec3().to_array()
    };
    normals.iter().map(each).collect()
}

/// Says what a shape has no place for.
fn lose(scene: &Scene, report: &mut Report) {
    report.add_many(Code::C360, scene.clips.len(), "clips", "");
    report.add_many(Code::C230, scene.skins.len(), "skins", "");
    for (place, mesh) in scene.meshes.iter().enumerate() {
        let what = format!("meshes[{place}]");
        report.add_many(Code::C409, mesh.targets.len(), &*what, "");
        let farther = mesh
            .parts
            .iter()
            .map(|part| part.levels.len().saturating_sub(1))
            .sum();
        report.add_many(Code::C123, farther, what, "");
    }
    let lights = scene.lights.len() + scene.cameras.len();
    report.add_many(Code::C602, lights, "nodes", "lights and cameras");
    for (place, stream) in scene.streams.iter().enumerate() {
        let sets = stream.attributes.iter();
        let sets = sets
            .filter(|it| it.semantic == Semantic::TexCoord && it.set > 0)
            .count();
        report.add_many(Code::C132, sets, format!("streams[{place}]"), "");
    }
}
