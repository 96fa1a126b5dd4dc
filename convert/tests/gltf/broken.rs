//! A scene with values that glTF does not allow.

use formwork_convert::{
    Scene,
    scene::{Clip, Column, Delta, Interpolation, Path, Semantic, Topology, Track},
};

use super::scenes::{attribute, figure, level, part};

/// The figure with everything wrong.
pub(crate) fn broken() -> Scene {
    let mut scene = figure();
    let nan = f32::NAN;
    let stream = &mut scene.streams[0];
    for attribute in &mut stream.attributes {
        attribute.values = match attribute.semantic {
            Semantic::Position => Column::Vec3(vec![
                [nan, 0.0, 0.0],
                [1.0, 0.0, 0.0],
                [1.0, f32::INFINITY, 0.0],
                [0.0, 1.0, 0.1],
            ]),
            Semantic::Normal => {
                Column::Vec3(vec![[0.0; 3], [nan; 3], [0.0, 0.0, 2.0], [0.0, 1.0, 0.0]])
            }
            Semantic::Tangent => Column::Vec4(vec![
                [0.0, 0.0, 0.0, 0.0],
                [1.0, 0.0, 0.0, 0.5],
                [2.0, 0.0, 0.0, -3.0],
                [1.0, 0.0, 0.0, 1.0],
            ]),
            Semantic::Color => {
                Column::Vec4(vec![[2.0, nan, -1.0, 1.0], [0.5; 4], [0.5; 4], [0.5; 4]])
            }
            Semantic::Weights => Column::Vec4(vec![
                [0.0; 4],
                [0.5, 0.5, 0.0, 0.0],
                [nan, 0.5, -1.0, 0.25],
                [0.5, 0.25, 0.1, 0.0],
            ]),
            Semantic::Joints => Column::U8x4(vec![
                [9, 1, 2, 3],
                [1, 1, 0, 0],
                [0, 1, 2, 200],
                [0, 1, 2, 3],
            ]),
            _ => continue,
        };
    }
    stream.attributes.insert(
        0,
        attribute(
            Semantic::Other("INT".into()),
            0,
            Column::I32(vec![1, 2, 3, -4]),
        ),
    );
    stream.attributes.push(attribute(
        Semantic::TexCoord,
        2,
        Column::Vec2(vec![[nan, 0.0]; 4]),
    ));
    stream.attributes.push(attribute(
        Semantic::TexCoord,
        3,
        Column::Vec4(vec![[1.0; 4]; 4]),
    ));
    stream.attributes.push(attribute(
        Semantic::Bitangent,
        0,
        Column::Snorm16x3(vec![[1, 2, 3]; 4]),
    ));
    stream.attributes.push(attribute(
        Semantic::Position,
        0,
        Column::Vec3(vec![[7.0; 3]; 4]),
    ));
    let mesh = &mut scene.meshes[0];
    mesh.parts[0].levels[0].indices.push(3);
    mesh.parts.push(part(vec![level(0, &[0, 1, 9])]));
    let mut patches = level(0, &[0, 1, 2]);
    patches.topology = Topology::Patches;
    mesh.parts.push(part(vec![patches]));
    mesh.targets[1].deltas[0].indices = vec![3, 99, 3];
    mesh.targets[1].deltas[0].positions = Some(vec![[nan; 3], [1.0; 3], [0.25; 3]]);
    mesh.targets[1].deltas[0].tangents = Some(vec![[0.0; 3]; 3]);
    mesh.targets[0].deltas[0].bitangents = Some(vec![[1.0; 3]]);
    mesh.targets[2].deltas.push(Delta::default());
    scene.nodes[1].name = vec![b'H', 0xff, b'p'].into();
    scene.nodes[2].transform.rotation = [0.0, 0.0, 0.0, 1.5];
    scene.nodes[3].transform.translation = [nan, 0.0, 1.0];
    scene.nodes[3].transform.rotation = [0.0; 4];
    scene.skins[0].inverse_bind[1][3] = 5.0;
    scene.skins[0].inverse_bind[2][12] = nan;
    let tracks = &mut scene.clips[0].tracks;
    tracks[0].times = [-0.5, 0.5, 0.5].into();
    tracks[1].values = vec![0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 1.0];
    tracks[1].interpolation = Interpolation::Linear;
    let mut again = tracks[1].clone();
    again.values[3] = 1.0;
    tracks.push(again);
    tracks.push(Track {
        times: [].into(),
        values: Vec::new(),
        path: Path::Scale,
        ..tracks[0].clone()
    });
    tracks.push(Track {
        times: [0.25].into(),
        values: vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        path: Path::Scale,
        interpolation: Interpolation::Cubic,
        node: 3,
        weight: None,
    });
    scene.clips.insert(
        0,
        Clip {
            name: "Nothing".into(),
            length: Some(1.0),
            ..Clip::default()
        },
    );
    scene
}
