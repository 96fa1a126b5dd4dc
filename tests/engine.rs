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
    assert_eq!(
        geometry.indices.len() as u64,
        account["index_count"],
        "{name}"
    );
    assert_eq!(
        sha256(geometry.indices.bytes()),
        account["indices"]["sha256_u32"],
        "{name}"
    );
    let (positions, normals) = (geometry.positions().expect("positions"), geometry.normals());
    let packed: Vec<u8> = positions
        .iter()
        .flat_map(|p| vector(*p))
        .flat_map(f32::to_le_bytes)
        .collect();
    assert_eq!(sha256(&packed), account["positions_sha256"], "{name}");
    for told in account["vertices"].as_array().expect("vertices") {
        let index = told["index"].as_u64().expect("an index") as usize;
        assert_eq!(
            vector(positions[index]),
            numbers(&told["position"]),
            "{name}"
        );
        let normal = normals.as_ref().map(|normals| vector(normals[index]));
        assert_eq!(normal, Some(numbers(&told["normal"])), "{name}");
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
        let horde3d::geometry::MorphElements::Deltas(deltas) = &target.streams[0].elements else {
            panic!("{name}: positions come first")
        };
        assert_eq!(sha256(deltas.bytes()), told["position_sha256"], "{name}");
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
            let Some(first) = told["first_vertex"].get(place) else {
                continue;
            };
            if ours.r#type <= urho3d::model::ElementType::VECTOR4 {
                let values = buffer.values(ours.semantic, ours.index);
                let value = values
                    .and_then(|mut values| values.next())
                    .expect("a vertex");
                let first = if first.is_array() {
                    numbers(first)
                } else {
                    vec![number(first)]
                };
                assert_eq!(value[..first.len()], first, "{name}");
            }
        }
    }
    let told = list(&account["index_buffers"]);
    assert_eq!(model.index_buffers.len(), told.len(), "{name}");
    for (buffer, told) in model.index_buffers.iter().zip(told) {
        assert_eq!(u64::from(buffer.index_count), told["index_count"], "{name}");
        assert_eq!(u64::from(buffer.index_size), told["index_size"], "{name}");
        let sum: u64 = buffer.indices.iter().map(u64::from).sum();
        assert_eq!(sum, told["sum"].as_u64().unwrap_or(0), "{name}");
    }
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
            let file = package
                .read(entry)
                .unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(sha256(&file), told["data_sha256"], "{name}");
        }
    }
    corpus::report("engine's account of packages", count);
}
