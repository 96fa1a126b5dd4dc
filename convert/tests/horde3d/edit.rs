//! Scenes that were edited: all stays but the edit.

use formwork_convert::{
    Options, Output, Report, Scene, horde3d,
    scene::{Column, Path, Semantic},
};
use formwork_formats::horde3d::Geometry;
use formwork_schema::{CString, read};

use super::real::Shelf;

fn figure() -> Scene {
    let shelf = Shelf::samples();
    let inputs = [shelf.get("figure.scene.xml"), shelf.get("walk.anim")];
    let scene = horde3d::read(&inputs, &shelf, &Options::default(), &mut Report::default());
    scene.expect("the figure")
}

fn write(scene: &Scene, name: &str) -> Vec<Output> {
    let mut report = Report::default();
    let options = Options::default();
    super::written(scene, name, &options, &mut report).expect("files")
}

fn find<'a>(outputs: &'a [Output], path: &str) -> &'a [u8] {
    let found = outputs.iter().find(|output| output.path == path);
    &found.unwrap_or_else(|| panic!("no {path}")).bytes
}

/// Where bytes differ, from the first to the last.
fn differing(a: &[u8], b: &[u8]) -> Option<std::ops::RangeInclusive<usize>> {
    assert_eq!(a.len(), b.len());
    let mut at = (0..a.len()).filter(|at| a[*at] != b[*at]);
    let first = at.next()?;
    Some(first..=at.next_back().unwrap_or(first))
}

#[test]
fn a_moved_vertex_changes_its_bytes() {
    let shelf = Shelf::samples();
    let mut scene = figure();
    let stream = &mut scene.streams[0].attributes[0];
    let (Semantic::Position, Column::Vec3(places)) = (&stream.semantic, &mut stream.values) else {
        panic!("positions come first");
    };
    places[5][1] += 0.25;
    let outputs = write(&scene, "figure");
    assert_eq!(
        find(&outputs, "figure.scene.xml"),
        &*shelf.get("figure.scene.xml").bytes
    );
    assert_eq!(find(&outputs, "walk.anim"), &*shelf.get("walk.anim").bytes);
    let (before, after) = (shelf.get("figure.geo").bytes, find(&outputs, "figure.geo"));
    let changed = differing(&before, after).expect("a difference");
    assert!(changed.end() - changed.start() < 4, "{changed:?}");
    let tree: Geometry = read::from_slice(after).expect("a geometry");
    assert_eq!(tree.positions().expect("positions")[5].y, {
        let tree: Geometry = read::from_bytes(before).expect("a geometry");
        tree.positions().expect("positions")[5].y + 0.25
    });
}

#[test]
fn a_turned_texture_coordinate_changes_its_bytes() {
    let shelf = Shelf::samples();
    let mut scene = figure();
    let attributes = scene.streams[0].attributes.iter_mut();
    for attribute in attributes {
        if let (Semantic::TexCoord, Column::Vec2(places)) =
            (&attribute.semantic, &mut attribute.values)
        {
            places[3][1] = 0.75;
        }
    }
    let outputs = write(&scene, "figure");
    let changed = differing(&shelf.get("figure.geo").bytes, find(&outputs, "figure.geo"));
    let changed = changed.expect("a difference");
    assert!(changed.end() - changed.start() < 4, "{changed:?}");
    let tree: Geometry = read::from_slice(find(&outputs, "figure.geo")).expect("a geometry");
    assert_eq!(tree.tex_coords(0).expect("texture coordinates")[3].y, 0.25);
}

#[test]
fn a_renamed_bone_is_renamed_everywhere() {
    let shelf = Shelf::samples();
    let mut scene = figure();
    let bone = scene
        .nodes
        .iter_mut()
        .find(|node| node.name == "Head")
        .expect("a head");
    bone.name = CString::from("Kopf");
    let outputs = write(&scene, "figure");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    let before = text(&shelf.get("figure.scene.xml").bytes);
    let after = text(find(&outputs, "figure.scene.xml"));
    assert_eq!(after, before.replace("\"Head\"", "\"Kopf\""));
    assert_eq!(
        find(&outputs, "figure.geo"),
        &*shelf.get("figure.geo").bytes
    );
    let clip = shelf.get("walk.anim").bytes;
    let again = find(&outputs, "walk.anim");
    let renamed = clip.windows(5).position(|at| at == b"Head\0");
    match (renamed, differing(&clip, again)) {
        (Some(at), Some(changed)) => {
            assert_eq!((*changed.start(), &again[at..at + 5]), (at, &b"Kopf\0"[..]))
        }
        (None, None) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_moved_joint_changes_its_angles() {
    let shelf = Shelf::samples();
    let mut scene = figure();
    let bone = scene
        .nodes
        .iter_mut()
        .find(|node| node.name == "Neck")
        .expect("a neck");
    bone.transform.translation[1] = 0.5;
    let outputs = write(&scene, "figure");
    let before = String::from_utf8(shelf.get("figure.scene.xml").bytes.to_vec()).expect("text");
    let wanted = before.replace("name=\"Neck\" ty=\"0.25\"", "name=\"Neck\" ty=\"0.5\"");
    assert_ne!(wanted, before);
    assert_eq!(find(&outputs, "figure.scene.xml"), wanted.as_bytes());
}

#[test]
fn a_changed_key_changes_its_frame() {
    let shelf = Shelf::samples();
    let mut scene = figure();
    let mut tracks = scene.clips[0].tracks.iter_mut();
    let moves = |track: &&mut formwork_convert::scene::Track| {
        track.path == Path::Rotation && track.times.len() > 3
    };
    let track = tracks.find(moves).expect("a track");
    track.values[4 * 2] += 0.125;
    let outputs = write(&scene, "figure");
    let changed = differing(&shelf.get("walk.anim").bytes, find(&outputs, "walk.anim"));
    let changed = changed.expect("a difference");
    assert!(changed.end() - changed.start() < 4, "{changed:?}");
}

#[test]
fn another_name_is_told_to_the_scene() {
    let outputs = write(&figure(), "man");
    let paths: Vec<&str> = outputs.iter().map(|output| &*output.path).collect();
    assert_eq!(paths[..2], ["man.scene.xml", "man.geo"]);
    let text = String::from_utf8(outputs[0].bytes.to_vec()).expect("text");
    assert!(text.contains("geometry=\"man.geo\""), "{text}");
}

#[test]
fn another_vertex_makes_another_file() {
    let shelf = Shelf::samples();
    let mut scene = figure();
    for attribute in &mut scene.streams[0].attributes {
        match &mut attribute.values {
            Column::Vec3(values) => values.push([0.0; 3]),
            Column::Vec2(values) => values.push([0.0; 2]),
            Column::Snorm16x3(values) => values.push([0, 0, 32767]),
            Column::U8x4(values) => values.push([0; 4]),
            Column::Unorm8x4(values) => values.push([255, 0, 0, 0]),
            _ => panic!("another column"),
        }
    }
    scene.streams[0].count += 1;
    let outputs = write(&scene, "figure");
    let tree: Geometry = read::from_slice(find(&outputs, "figure.geo")).expect("a geometry");
    let before: Geometry = read::from_bytes(shelf.get("figure.geo").bytes).expect("a geometry");
    assert_eq!(tree.vertex_count, before.vertex_count + 1);
    assert_eq!(tree.joints, before.joints);
    assert_eq!(tree.indices.len(), before.indices.len());
}

#[test]
fn a_recoloured_material_changes_its_numbers() {
    let shelf = Shelf::samples();
    let mut scene = figure();
    scene.materials[0].base_color[3] = 0.5;
    scene.materials[1].roughness = 0.25;
    let outputs = write(&scene, "figure");
    let before = shelf.get("figure.material.xml").bytes;
    let before = String::from_utf8(before.to_vec()).expect("text");
    let after = before.replace("c=\"0.33\" d=\"1\"", "c=\"0.33\" d=\"0.5\"");
    assert_ne!(after, before);
    let changed = find(&outputs, "figure.material.xml");
    assert_eq!(String::from_utf8_lossy(changed), after);
    let face = String::from_utf8_lossy(find(&outputs, "face.material.xml")).into_owned();
    assert!(face.contains("d=\"0.75\""), "{face}");
    assert_eq!(
        find(&outputs, "figure.scene.xml"),
        &*shelf.get("figure.scene.xml").bytes
    );
}

#[test]
fn a_new_material_gets_a_file() {
    let mut scene = figure();
    scene.materials.push(formwork_convert::scene::Material {
        name: "gold".to_owned(),
        ..Default::default()
    });
    let gold = scene.materials.len() - 1;
    let face = scene
        .nodes
        .iter()
        .find(|node| node.name == "Face")
        .and_then(|node| node.mesh);
    scene.meshes[face.expect("a face")].parts[0].material = Some(gold);
    let outputs = write(&scene, "figure");
    let text = String::from_utf8_lossy(find(&outputs, "figure.scene.xml")).into_owned();
    assert_eq!(
        text.matches("figure/gold.material.xml").count(),
        2,
        "{text}"
    );
    let gold = String::from_utf8_lossy(find(&outputs, "figure/gold.material.xml")).into_owned();
    assert!(gold.contains("_F01_Skinning"), "{gold}");
    assert_eq!(
        find(&outputs, "figure.geo"),
        &*Shelf::samples().get("figure.geo").bytes
    );
}

/// Facts come from files, and may say anything.
#[test]
fn damaged_facts_are_no_harm() {
    let whole = figure();
    let mut seed = 7_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize
    };
    for source in 0..whole.sources.len() {
        let names: Vec<String> = whole.sources[source].facts.0.keys().cloned().collect();
        for name in names {
            for round in 0..24 {
                let mut scene = whole.clone();
                let facts = &mut scene.sources[source].facts.0;
                let mut bytes = facts[&name].to_vec();
                match round {
                    0 => drop(facts.remove(&name)),
                    1 => bytes.clear(),
                    2 => bytes.truncate(bytes.len() / 2),
                    3 => bytes.extend([0; 8]),
                    4 => bytes.fill(0xff),
                    5 => bytes.fill(0),
                    _ if bytes.is_empty() => {}
                    _ => {
                        for _ in 0..1 + round % 3 {
                            let at = next() % bytes.len();
                            bytes[at] = next() as u8;
                        }
                    }
                }
                if round > 0 {
                    facts.insert(name.clone(), bytes.into());
                }
                let options = Options::default();
                let _ = super::written(&scene, "figure", &options, &mut Report::default());
            }
        }
    }
}
