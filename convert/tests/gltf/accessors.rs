//! Accessors of every kind, as other programs write them.

use base64::{Engine, prelude::BASE64_STANDARD};
use formwork_convert::{
    Input, NoFiles, Options, Report, Scene, gltf,
    scene::{Column, Semantic, Topology},
};
use serde_json::{Value, json};

/// A file with one mesh of three vertices, whose accessors lie in these bytes.
fn file(bytes: &[u8], views: Value, accessors: Value, primitives: Value) -> Value {
    let uri = format!(
        "data:application/octet-stream;base64,{}",
        BASE64_STANDARD.encode(bytes)
    );
    json!({
        "asset": {"version": "2.0"},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": primitives}],
        "buffers": [{"uri": uri, "byteLength": bytes.len()}],
        "bufferViews": views,
        "accessors": accessors,
    })
}

fn try_read(file: &Value) -> formwork_schema::Result<Scene> {
    let input = Input {
        path: "test.gltf".into(),
        bytes: serde_json::to_vec(file).unwrap().into(),
    };
    let options = Options::default();
    gltf::read(&[input], &NoFiles, &options, &mut Report::default())
}

fn read(file: &Value) -> Scene {
    try_read(file).unwrap()
}

fn floats(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

#[test]
fn interleaved_quantized_and_normalized() {
    // Per vertex: a position of three i16 and two bytes of nothing, a coordinate of two normalised u16.
    let mut bytes = Vec::new();
    for vertex in 0..3_i16 {
        for value in [vertex, -vertex, 100, 0] {
            bytes.extend(value.to_le_bytes());
        }
        for value in [0_u16, 65535] {
            bytes.extend(value.to_le_bytes());
        }
    }
    let scene = read(&file(
        &bytes,
        json!([{"buffer": 0, "byteLength": 36, "byteStride": 12}]),
        json!([
            {"bufferView": 0, "componentType": 5122, "count": 3, "type": "VEC3"},
            {"bufferView": 0, "byteOffset": 8, "componentType": 5123, "normalized": true, "count": 3, "type": "VEC2"}
        ]),
        json!([{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}}]),
    ));
    let stream = &scene.streams[0];
    assert_eq!(
        stream.positions().unwrap(),
        [[0.0, 0.0, 100.0], [1.0, -1.0, 100.0], [2.0, -2.0, 100.0]]
    );
    assert_eq!(
        stream.get(&Semantic::TexCoord, 0),
        Some(&Column::Vec2(vec![[0.0, 1.0]; 3]))
    );
    // Without indices there are all vertices in their order.
    assert_eq!(scene.meshes[0].parts[0].levels[0].indices, [0, 1, 2]);
}

#[test]
fn sparse_with_and_without_a_base() {
    let mut bytes = floats(&[1.0; 9]);
    bytes.extend([2, 0, 0, 0]);
    bytes.extend(floats(&[7.0, 8.0, 9.0]));
    let sparse = json!({
        "count": 1,
        "indices": {"bufferView": 1, "componentType": 5121},
        "values": {"bufferView": 2}
    });
    let of = |sparse: &Value| {
        file(
            &bytes,
            json!([
                {"buffer": 0, "byteLength": 36},
                {"buffer": 0, "byteOffset": 36, "byteLength": 1},
                {"buffer": 0, "byteOffset": 40, "byteLength": 12}
            ]),
            json!([
                {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse},
                {"componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse},
                {"componentType": 5126, "count": 3, "type": "VEC3"}
            ]),
            json!([{
                "attributes": {"POSITION": 0, "NORMAL": 1},
                "targets": [{"POSITION": 1}, {"POSITION": 2}, {"POSITION": 0}]
            }]),
        )
    };
    let scene = read(&of(&sparse));
    let mut many = sparse.clone();
    many["count"] = u32::MAX.into();
    let error = try_read(&of(&many)).unwrap_err();
    assert_eq!(error.message(), "4294967295 values of 3 are replaced");
    assert_eq!(error.path(), "/accessors/1/sparse/count");
    let stream = &scene.streams[0];
    assert_eq!(
        stream.positions().unwrap(),
        [[1.0; 3], [1.0; 3], [7.0, 8.0, 9.0]]
    );
    let normals = Column::Vec3(vec![[0.0; 3], [0.0; 3], [7.0, 8.0, 9.0]]);
    assert_eq!(stream.get(&Semantic::Normal, 0), Some(&normals));
    let targets = &scene.meshes[0].targets;
    assert_eq!(targets[0].deltas[0].indices, [2]);
    assert_eq!(targets[0].deltas[0].positions, Some(vec![[7.0, 8.0, 9.0]]));
    assert!(targets[1].deltas.is_empty());
    assert_eq!(targets[2].deltas[0].indices, [0, 1, 2]);
}

#[test]
fn primitives_share_streams_and_have_joints_of_their_own() {
    let mut bytes = floats(&[0.0; 9]);
    bytes.extend([0; 12]);
    bytes.extend([1, 0, 0, 0].repeat(3));
    bytes.extend([255, 0, 0, 0].repeat(3));
    bytes.extend([0, 1, 2, 0]);
    let attributes = |joints: usize| json!({"POSITION": 0, "JOINTS_0": joints, "WEIGHTS_0": 3});
    let scene = read(&file(
        &bytes,
        json!([
            {"buffer": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 12},
            {"buffer": 0, "byteOffset": 48, "byteLength": 12},
            {"buffer": 0, "byteOffset": 60, "byteLength": 12},
            {"buffer": 0, "byteOffset": 72, "byteLength": 3}
        ]),
        json!([
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5121, "count": 3, "type": "VEC4"},
            {"bufferView": 2, "componentType": 5121, "count": 3, "type": "VEC4"},
            {"bufferView": 3, "componentType": 5121, "normalized": true, "count": 3, "type": "VEC4"},
            {"bufferView": 4, "componentType": 5121, "count": 3, "type": "SCALAR"}
        ]),
        json!([
            {"attributes": attributes(1), "indices": 4, "mode": 5},
            {"attributes": attributes(2), "indices": 4, "mode": 6},
            {"attributes": attributes(1), "indices": 4, "mode": 2}
        ]),
    ));
    assert_eq!(scene.streams.len(), 1);
    let weights = Column::Unorm8x4(vec![[255, 0, 0, 0]; 3]);
    assert_eq!(scene.streams[0].get(&Semantic::Weights, 0), Some(&weights));
    let levels: Vec<_> = scene.meshes[0]
        .parts
        .iter()
        .map(|part| &part.levels[0])
        .collect();
    let topologies: Vec<_> = levels.iter().map(|level| level.topology).collect();
    assert_eq!(
        topologies,
        [
            Topology::TriangleStrip,
            Topology::TriangleFan,
            Topology::LineLoop
        ]
    );
    assert_eq!(levels[0].joints, None);
    assert_eq!(levels[1].joints, Some(Column::U8x4(vec![[1, 0, 0, 0]; 3])));
    assert_eq!(levels[2].joints, None);
    assert_eq!(levels[0].indices, [0, 1, 2]);
}

#[test]
fn zeros_that_no_byte_says_are_limited() {
    let wide = json!({"componentType": 5126, "count": 4_000_000_000_u64, "type": "VEC3"});
    let file = file(
        &[0],
        json!([]),
        json!([wide]),
        json!([{"attributes": {"POSITION": 0}}]),
    );
    let error = try_read(&file).unwrap_err();
    assert_eq!(error.kind().name(), "limit");
}
