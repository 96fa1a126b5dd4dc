//! Files that are damaged in every place: an error or a scene, never a panic.

use bytes::Bytes;
use formwork_convert::{Input, NoFiles, Options, Report, Target, gltf};
use serde_json::{Value, json};

use super::{broken, roundtrip::write, scenes};

fn read_and_write(bytes: impl Into<Bytes>) -> bool {
    let input = Input {
        path: "damaged.glb".into(),
        bytes: bytes.into(),
    };
    let mut report = Report::default();
    let options = Options::default();
    let Ok(scene) = gltf::read(&[input], &NoFiles, &options, &mut report) else {
        return false;
    };
    gltf::write(&scene, "again", Target::Glb, false, &options, &mut report).unwrap();
    true
}

#[test]
fn bytes_may_change() {
    for scene in [scenes::figure(), broken::broken(), scenes::room()] {
        let (outputs, _) = write(&scene, Target::Glb, &Options::default());
        let whole = &outputs[0].bytes;
        assert!(read_and_write(whole.clone()));
        let mut state = 1_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        let mut refused = 0;
        for _ in 0..3000 {
            let mut bytes = whole.to_vec();
            for _ in 0..=next() % 3 {
                let at = next() % bytes.len();
                bytes[at] = next() as u8;
            }
            refused += usize::from(!read_and_write(bytes));
        }
        assert!(refused > 100 && refused < 2900, "{refused}");
        for length in (0..whole.len()).step_by(37) {
            read_and_write(whole.slice(..length));
        }
    }
}

/// All places of a document.
fn places(value: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_string());
    match value {
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                places(item, &format!("{pointer}/{place}"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                places(
                    member,
                    &format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")),
                    found,
                );
            }
        }
        _ => {}
    }
}

#[test]
fn values_may_change() {
    let values = [
        json!(null),
        json!(-1),
        json!(0),
        json!(1),
        json!(3),
        json!(4_294_967_295_u64),
        json!(u64::MAX),
        json!(1e300),
        json!("x"),
        json!([]),
        json!({}),
        json!([0, 0]),
    ];
    for scene in [scenes::figure(), broken::broken(), scenes::room()] {
        let (outputs, _) = write(&scene, Target::GltfEmbedded, &Options::default());
        let whole: Value = serde_json::from_slice(&outputs[0].bytes).unwrap();
        let mut found = Vec::new();
        places(&whole, "", &mut found);
        let mut refused = 0;
        for (number, place) in found.iter().enumerate() {
            // Not every value in every place: there are some thousands.
            for value in values.iter().skip(number % 3).step_by(3) {
                let mut changed = whole.clone();
                *changed.pointer_mut(place).unwrap() = value.clone();
                refused += usize::from(!read_and_write(serde_json::to_vec(&changed).unwrap()));
            }
        }
        assert!(refused > 100, "{refused}");
    }
}
