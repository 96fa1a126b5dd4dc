//! What we read is what the real engines read: their own accounts of their files, as JSON beside them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use conformance::corpus;
use formwork_formats::{horde3d, urho3d};
use formwork_schema::{Quat, QuatXyzw, Vec3, read};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Files with this ending below the corpus, and the engine's account of each.
fn accounts(ending: &str) -> Vec<(PathBuf, Value)> {
    let told = format!("{ending}.json");
    let mut paths = Vec::new();
    for folder in corpus::folders() {
        below(&folder, &told, &mut paths);
    }
    let open = |path: PathBuf| {
        let account = serde_json::from_slice(&fs::read(&path).expect("readable")).expect("JSON");
        (path.with_extension(""), account)
    };
    paths.into_iter().map(open).collect()
}

fn below(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            below(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Nine digits are enough to tell every single-precision number.
fn number(value: &Value) -> f32 {
    value.as_f64().expect("a number") as f32
}

fn numbers(value: &Value) -> Vec<f32> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(number)
        .collect()
}

fn vector(Vec3 { x, y, z }: Vec3) -> Vec<f32> {
    vec![x, y, z]
}

#[test]
fn clips_of_urho3d_say_the_same() {
    let accounts = accounts(".ani");
    for (path, account) in &accounts {
        let bytes = fs::read(path).expect("the file beside its account");
        let clip: urho3d::Animation = read::from_slice(&bytes).unwrap_or_else(|e| panic!("{e}"));
        let name = path.display();
        assert_eq!(
            clip.name,
            *account["animation_name"].as_str().expect("text"),
            "{name}"
        );
        assert_eq!(clip.length, number(&account["length"]), "{name}");
        let tracks = account["tracks"].as_array().expect("tracks");
        assert_eq!(clip.tracks.len(), tracks.len(), "{name}");
        for (track, told) in clip.tracks.iter().zip(tracks) {
            assert_eq!(track.name, *told["name"].as_str().expect("text"), "{name}");
            assert_eq!(
                u64::from(track.channels.bits()),
                told["channel_mask"],
                "{name}"
            );
            assert_eq!(
                track.keyframes.len() as u64,
                told["keyframe_count"],
                "{name}"
            );
            assert_eq!(
                sha256(track.keyframes.bytes()),
                told["packed_sha256"],
                "{name}"
            );
            let places = [("first", 0), ("mid", track.keyframes.len() / 2)];
            for (place, index) in places {
                keyframe(track, index, &told[place]);
            }
            keyframe(
                track,
                track.keyframes.len().saturating_sub(1),
                &told["last"],
            );
        }
    }
    corpus::report("engine's account of clips", accounts.len());
}

fn keyframe(track: &urho3d::animation::Track, index: usize, told: &Value) {
    let Some(told) = told.as_object() else { return };
    let keyframe = track.keyframes.get(index).expect("it has that many");
    assert_eq!(keyframe.time, number(&told["time"]));
    assert_eq!(
        keyframe.position.map(vector),
        told.get("position").map(numbers)
    );
    assert_eq!(keyframe.scale.map(vector), told.get("scale").map(numbers));
    let rotation = keyframe
        .rotation
        .map(|Quat { w, x, y, z }| vec![w, x, y, z]);
    assert_eq!(rotation, told.get("rotation_wxyz").map(numbers));
}

#[test]
fn animations_of_horde3d_say_the_same() {
    let accounts = accounts(".anim");
    for (path, account) in &accounts {
        let bytes = fs::read(path).expect("the file beside its account");
        let animation: horde3d::Animation =
            read::from_slice(&bytes).unwrap_or_else(|e| panic!("{e}"));
        let name = path.display();
        assert_eq!(
            u64::from(animation.version.number()),
            account["version"],
            "{name}"
        );
        assert_eq!(
            u64::from(animation.frame_count),
            account["frame_count"],
            "{name}"
        );
        let entities = account["entities_in_file_order"]
            .as_array()
            .expect("entities");
        assert_eq!(animation.entities.len(), entities.len(), "{name}");
        for (entity, told) in animation.entities.iter().zip(entities) {
            assert_eq!(entity.name, *told["name"].as_str().expect("text"), "{name}");
            assert_eq!(entity.frames.len() as u64, told["frames"], "{name}");
            assert_eq!(
                sha256(entity.frames.bytes()),
                told["packed_sha256"],
                "{name}"
            );
            for (place, index) in [("first", 0), ("mid", entity.frames.len() / 2)] {
                frame(entity, index, &told[place]);
            }
            frame(entity, entity.frames.len().saturating_sub(1), &told["last"]);
        }
    }
    corpus::report("engine's account of animations", accounts.len());
}

fn frame(entity: &horde3d::animation::Entity, index: usize, told: &Value) {
    let Some(told) = told.as_object() else { return };
    let frame = entity.frames.get(index).expect("it has that many");
    let QuatXyzw { x, y, z, w } = frame.rotation;
    assert_eq!(vec![x, y, z, w], numbers(&told["rotation_xyzw"]));
    assert_eq!(vector(frame.translation), numbers(&told["translation"]));
    assert_eq!(vector(frame.scale), numbers(&told["scale"]));
}

#[test]
fn geometries_of_horde3d_say_the_same() {
    let accounts = accounts(".geo");
    for (path, account) in &accounts {
        let bytes = fs::read(path).expect("the file beside its account");
        let geometry: horde3d::Geometry =
            read::from_slice(&bytes).unwrap_or_else(|e| panic!("{e}"));
        geometry_says(&geometry, account, &path.display().to_string());
    }
    corpus::report("engine's account of geometries", accounts.len());
}

fn geometry_says(geometry: &horde3d::Geometry, account: &Value, name: &str) {
    assert_eq!(
        geometry.joints.len() as u64,
        account["joint_count"],
        "{name}"
    );
    assert_eq!(
        u64::from(geometry.vertex_count),
        account["vertex_count"],
        "{name}"
    );
    let joints = geometry.joints.iter().map(|joint| {
        let axes = [joint.x_axis, joint.y_axis, joint.z_axis, joint.translation];
        axes.map(|axis| [axis.x, axis.y, axis.z, axis.w]).concat()
    });
    let told = list(&account["inverse_bind_matrices"]).iter().map(numbers);
    assert!(joints.eq(told), "{name}");
    assert_eq!(
        geometry.indices.len() as u64,
        account["index_count"],
        "{name}"
    );
    let indices: Vec<u32> = geometry.indices.iter().collect();
    assert_eq!(
        sha256(geometry.indices.bytes()),
        account["indices"]["sha256_u32"],
        "{name}"
    );
    indices_say(&indices, &account["indices"], name);
    let positions = geometry.positions().expect("positions");
    let packed: Vec<u8> = positions
        .iter()
        .flat_map(|p| vector(*p))
        .flat_map(f32::to_le_bytes)
        .collect();
    assert_eq!(sha256(&packed), account["positions_sha256"], "{name}");
    for told in list(&account["vertices"]) {
        vertex_says(geometry, told, name);
    }
    let targets = account["morph_targets"].as_array().expect("targets");
    assert_eq!(geometry.morph_targets.len(), targets.len(), "{name}");
    for (target, told) in geometry.morph_targets.iter().zip(targets) {
        assert_eq!(target.name, *told["name"].as_str().expect("text"), "{name}");
        assert_eq!(
            target.vertex_indices.len() as u64,
            told["diff_count"],
            "{name}"
        );
        assert_eq!(
            sha256(target.vertex_indices.bytes()),
            told["vertex_indices_sha256"],
            "{name}"
        );
        for (place, what) in ["position", "normal", "tangent"].into_iter().enumerate() {
            let stream = &target.streams[place];
            assert_eq!(stream.kind.0 as usize, place, "{name}");
            let horde3d::geometry::MorphElements::Deltas(deltas) = &stream.elements else {
                panic!("{name}: {what}")
            };
            let hash = format!("{what}_sha256");
            assert_eq!(sha256(deltas.bytes()), told[hash], "{name}");
            for (end, index) in [("first", 0), ("last", deltas.len() - 1)] {
                let told = &told[end];
                let moved = target.vertex_indices.get(index).map(u64::from);
                assert_eq!(moved, told["vertex"].as_u64(), "{name}");
                let delta = deltas.get(index).map(vector);
                assert_eq!(delta, Some(numbers(&told[what])), "{name}");
            }
        }
    }
}

/// One vertex, as the engine keeps it.
fn vertex_says(geometry: &horde3d::Geometry, told: &Value, name: &str) {
    let index = told["index"].as_u64().expect("an index") as usize;
    let directions = [
        ("position", geometry.positions()),
        ("normal", geometry.normals()),
        ("tangent", geometry.tangents()),
    ];
    for (what, all) in directions {
        let all = all.unwrap_or_else(|| panic!("{name}: {what}"));
        assert_eq!(vector(all[index]), numbers(&told[what]), "{name}: {what}");
    }
    let bitangents = geometry.bitangents().expect("bitangents");
    let side = handedness(geometry, bitangents[index], index);
    assert_eq!(side, number(&told["handedness"]), "{name}");
    for (set, what) in ["uv0", "uv1"].into_iter().enumerate() {
        let place = geometry
            .tex_coords(set)
            .map_or([0.0; 2], |all| [all[index].x, all[index].y]);
        assert_eq!(place.to_vec(), numbers(&told[what]), "{name}: {what}");
    }
    // What nothing moves, the first joint moves.
    let joints = geometry.joint_indices().and_then(|all| all.get(index));
    let joints = joints.map_or([0; 4], |j| [j.first, j.second, j.third, j.fourth]);
    let joints = joints.map(f32::from).to_vec();
    assert_eq!(joints, numbers(&told["joints"]), "{name}");
    let weights = geometry.joint_weights().and_then(|all| all.get(index));
    let weights = weights.map_or([255, 0, 0, 0], |w| [w.first, w.second, w.third, w.fourth]);
    let weights = weights.map(|weight| f32::from(weight) / 255.0).to_vec();
    assert_eq!(weights, numbers(&told["weights"]), "{name}");
}

/// On which side of normal and tangent the bitangent is.
fn handedness(geometry: &horde3d::Geometry, bitangent: Vec3, index: usize) -> f32 {
    let normal = geometry.normals().expect("normals")[index];
    let tangent = geometry.tangents().expect("tangents")[index];
    let cross = [
        normal.y * tangent.z - normal.z * tangent.y,
        normal.z * tangent.x - normal.x * tangent.z,
        normal.x * tangent.y - normal.y * tangent.x,
    ];
    let along: f32 = vector(bitangent)
        .iter()
        .zip(cross)
        .map(|(a, b)| a * b)
        .sum();
    if along < 0.0 { -1.0 } else { 1.0 }
}

/// Six at either end, and what they go through.
fn indices_say(indices: &[u32], told: &Value, name: &str) {
    let ends = |all: &Value| -> Vec<u32> {
        let all = list(all).iter().flat_map(Value::as_u64);
        all.map(|index| index as u32).collect()
    };
    let (first, last) = (ends(&told["first"]), ends(&told["last"]));
    assert!(
        indices.starts_with(&first) && indices.ends_with(&last),
        "{name}"
    );
    assert_eq!(first.len(), indices.len().min(6), "{name}");
    let sum: u64 = indices.iter().copied().map(u64::from).sum();
    assert_eq!(sum, told["sum"].as_u64().unwrap_or(0), "{name}");
    if let (Some(min), Some(max)) = (indices.iter().min(), indices.iter().max()) {
        assert_eq!(u64::from(*min), told["min"], "{name}");
        assert_eq!(u64::from(*max), told["max"], "{name}");
    }
}

#[test]
fn models_of_urho3d_say_the_same() {
    let accounts = accounts(".mdl");
    for (path, account) in &accounts {
        let bytes = fs::read(path).expect("the file beside its account");
        let model: urho3d::Model = read::from_slice(&bytes).unwrap_or_else(|e| panic!("{e}"));
        let name = path.display().to_string();
        assert_eq!(model.version.to_string(), account["magic"], "{name}");
        buffers_say(&model, account, &name);
        geometries_say(&model, account, &name);
        morphs_say(&model, account, &name);
        bones_say(&model, account, &name);
        box_says(&model.bounding_box, &account["bounding_box"], &name);
        let centers = model.geometry_centers.iter().flat_map(|all| all.iter());
        let told = list(&account["centers"]).iter().map(numbers);
        assert!(centers.map(vector).eq(told), "{name}");
    }
    corpus::report("engine's account of models", accounts.len());
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn buffers_say(model: &urho3d::Model, account: &Value, name: &str) {
    let told = list(&account["vertex_buffers"]);
    assert_eq!(model.vertex_buffers.len(), told.len(), "{name}");
    for (buffer, told) in model.vertex_buffers.iter().zip(told) {
        assert_eq!(
            u64::from(buffer.vertex_count),
            told["vertex_count"],
            "{name}"
        );
        assert_eq!(buffer.stride() as u64, told["vertex_size"], "{name}");
        assert_eq!(
            u64::from(buffer.morph_range_start),
            told["morph_range_start"],
            "{name}"
        );
        assert_eq!(
            u64::from(buffer.morph_range_count),
            told["morph_range_count"],
            "{name}"
        );
        assert_eq!(sha256(buffer.bytes()), told["data_sha256"], "{name}");
        let attributes = buffer.attributes();
        assert_eq!(attributes.len(), list(&told["elements"]).len(), "{name}");
        for (place, (attribute, element)) in
            attributes.iter().zip(list(&told["elements"])).enumerate()
        {
            let ours = attribute.element;
            assert_eq!(u64::from(ours.r#type.0), element["type"], "{name}");
            assert_eq!(u64::from(ours.semantic.0), element["semantic"], "{name}");
            assert_eq!(u64::from(ours.index), element["index"], "{name}");
            assert_eq!(attribute.offset as u64, element["offset"], "{name}");
            let count = buffer.vertex_count as usize;
            let vertices = [
                ("first_vertex", 0),
                ("mid_vertex", count / 2),
                ("last_vertex", count.saturating_sub(1)),
            ];
            for (which, vertex) in vertices {
                if let Some(told) = told[which].get(place) {
                    value_says(buffer, ours, vertex, told, name);
                }
            }
        }
    }
    let told = list(&account["index_buffers"]);
    assert_eq!(model.index_buffers.len(), told.len(), "{name}");
    for (buffer, told) in model.index_buffers.iter().zip(told) {
        assert_eq!(u64::from(buffer.index_count), told["index_count"], "{name}");
        assert_eq!(u64::from(buffer.index_size), told["index_size"], "{name}");
        let indices: Vec<u32> = buffer.indices.iter().collect();
        let size = buffer.index_size as usize;
        let bytes = indices.iter().map(|index| index.to_le_bytes());
        let bytes: Vec<u8> = bytes.flat_map(|b| b.into_iter().take(size)).collect();
        assert_eq!(sha256(&bytes), told["data_sha256"], "{name}");
        indices_say(&indices, told, name);
    }
}

fn value_says(
    buffer: &urho3d::model::VertexBuffer,
    element: urho3d::model::Element,
    vertex: usize,
    told: &Value,
    name: &str,
) {
    let mut values = buffer
        .values(element.semantic, element.index)
        .expect("the attribute");
    let value = values.nth(vertex).expect("a vertex");
    // The engine's account has bytes as they are.
    let is_bytes = element.r#type == urho3d::model::ElementType::UBYTE4_NORM;
    let plain = |number: f32| match is_bytes {
        true => (number * 255.0).round(),
        false => number,
    };
    let told = match told {
        Value::Array(_) => numbers(told),
        one => vec![number(one)],
    };
    let value = value.map(plain);
    assert_eq!(value[..told.len()], told, "{name}: {element:?} of {vertex}");
}

fn geometries_say(model: &urho3d::Model, account: &Value, name: &str) {
    let told = list(&account["geometries"]);
    assert_eq!(model.geometries.len(), told.len(), "{name}");
    for (geometry, told) in model.geometries.iter().zip(told) {
        let bones = geometry.bone_mapping.iter().map(u64::from);
        assert!(
            bones.eq(list(&told["bone_mapping"]).iter().flat_map(Value::as_u64)),
            "{name}"
        );
        assert_eq!(geometry.lods.len(), list(&told["lods"]).len(), "{name}");
        for (lod, told) in geometry.lods.iter().zip(list(&told["lods"])) {
            assert_eq!(lod.distance, number(&told["distance"]), "{name}");
            assert_eq!(
                u64::from(lod.primitive_type.0),
                told["primitive_type"],
                "{name}"
            );
            assert_eq!(u64::from(lod.vertex_buffer), told["vb"], "{name}");
            assert_eq!(u64::from(lod.index_buffer), told["ib"], "{name}");
            assert_eq!(u64::from(lod.index_start), told["index_start"], "{name}");
            assert_eq!(u64::from(lod.index_count), told["index_count"], "{name}");
            let drawn = model.index_buffers[lod.index_buffer as usize]
                .indices
                .iter();
            let drawn = drawn
                .skip(lod.index_start as usize)
                .take(lod.index_count as usize);
            let used: Vec<u64> = drawn.map(u64::from).collect();
            let start = used.iter().min().copied().unwrap_or(0);
            let count = used.iter().max().map_or(0, |last| last + 1 - start);
            assert_eq!(start, told["used_vertex_start"], "{name}");
            assert_eq!(count, told["used_vertex_count"], "{name}");
        }
    }
}

fn morphs_say(model: &urho3d::Model, account: &Value, name: &str) {
    let told = list(&account["morphs"]);
    assert_eq!(model.morphs.len(), told.len(), "{name}");
    for (morph, told) in model.morphs.iter().zip(told) {
        assert_eq!(morph.name, *told["name"].as_str().expect("text"), "{name}");
        // The engine keeps buffers by the vertex buffer that they move.
        for told in list(&told["buffers"]) {
            let same = |buffer: &&urho3d::model::MorphBuffer| {
                u64::from(buffer.vertex_buffer) == told["vb"]
            };
            let buffer = morph.buffers.iter().rfind(same).expect("the buffer");
            assert_eq!(
                u64::from(buffer.elements.bits()),
                told["element_mask"],
                "{name}"
            );
            assert_eq!(buffer.vertices.len() as u64, told["vertex_count"], "{name}");
            assert_eq!(
                sha256(buffer.vertices.bytes()),
                told["data_sha256"],
                "{name}"
            );
            let last = buffer.vertices.len().saturating_sub(1);
            for (end, place) in [("first", 0), ("last", last)] {
                let Some(told) = told[end].as_object() else {
                    continue;
                };
                let moved = buffer.vertices.get(place).expect("it has that many");
                assert_eq!(u64::from(moved.index), told["index"], "{name}");
                let parts = [moved.position, moved.normal, moved.tangent];
                let values: Vec<f32> = parts.into_iter().flatten().flat_map(vector).collect();
                assert_eq!(values, numbers(&told["values"]), "{name}");
            }
        }
    }
}

fn bones_say(model: &urho3d::Model, account: &Value, name: &str) {
    let told = list(&account["skeleton"]["bones"]);
    assert_eq!(model.bones.len(), told.len(), "{name}");
    for (bone, told) in model.bones.iter().zip(told) {
        assert_eq!(bone.name, *told["name"].as_str().expect("text"), "{name}");
        assert_eq!(u64::from(bone.parent), told["parent"], "{name}");
        assert_eq!(vector(bone.position), numbers(&told["position"]), "{name}");
        let Quat { w, x, y, z } = bone.rotation;
        assert_eq!(vec![w, x, y, z], numbers(&told["rotation_wxyz"]), "{name}");
        assert_eq!(vector(bone.scale), numbers(&told["scale"]), "{name}");
        let rows = urho3d::model::Affine::from(bone.offset_matrix).0;
        assert_eq!(rows.concat(), numbers(&told["offset_matrix"]), "{name}");
        assert_eq!(
            u64::from(bone.collision.bits()),
            told["collision_mask"],
            "{name}"
        );
        if let Some(radius) = bone.radius {
            assert_eq!(radius, number(&told["radius"]), "{name}");
        }
        if let Some(bounds) = &bone.bounding_box {
            box_says(bounds, &told["bbox"], name);
        }
    }
}

fn box_says(bounds: &urho3d::model::BoundingBox, told: &Value, name: &str) {
    assert_eq!(vector(bounds.min), numbers(&told["min"]), "{name}");
    assert_eq!(vector(bounds.max), numbers(&told["max"]), "{name}");
}

#[test]
fn packages_of_urho3d_say_the_same() {
    let mut count = 0;
    for (path, account) in accounts("") {
        if account["kind"] != "pak" {
            continue;
        }
        count += 1;
        let name = path.display();
        let bytes = fs::read(path.with_extension("pak")).expect("the file beside its account");
        let package: urho3d::Package = read::from_slice(&bytes).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(package.is_compressed(), account["compressed"], "{name}");
        let checksum = format!("{:08X}", package.checksum);
        assert_eq!(checksum, account["checksum"], "{name}");
        assert_eq!(checksum, account["all_data_sdbm"], "{name}");
        let entries = account["entries"].as_array().expect("entries");
        assert_eq!(package.entries.len(), entries.len(), "{name}");
        let files = package.files();
        for (entry, told) in package.entries.iter().zip(entries) {
            assert_eq!(entry.name, *told["name"].as_str().expect("text"), "{name}");
            let offset = package.start() + u64::from(entry.offset);
            assert_eq!(offset, told["offset"], "{name}");
            assert_eq!(u64::from(entry.size), told["size"], "{name}");
            assert_eq!(
                format!("{:08X}", entry.checksum),
                told["checksum"],
                "{name}"
            );
            let file = files.read(entry);
            let file = file.unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(sha256(&file), told["data_sha256"], "{name}");
        }
    }
    corpus::report("engine's account of packages", count);
}
