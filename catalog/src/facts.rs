//! What the table `facts` takes of what `inspect` says.

use std::collections::BTreeSet;

use formwork_formats::{Asset, FactValue, Inspection};
use formwork_schema::Reference;

use crate::{row::FactRow, vocabulary};

/// The words of formats for what a column counts. A test asks that each is still said of some file.
const MESHES: [&str; 1] = ["geometries"];
const VERTICES: [&str; 1] = ["vertices"];
const TRIANGLES: [&str; 1] = ["triangles"];
const BONES: [&str; 2] = ["bones", "joints"];
const MORPHS: [&str; 2] = ["morphs", "morph_targets"];
const KEYFRAMES: [&str; 1] = ["keyframes"];
const MEMORY: [&str; 2] = ["gpu_memory", "keyframe_memory"];

/// What is in a file that was read.
pub(crate) fn facts(
    path: &str,
    asset: &Asset,
    seen: &Inspection,
    references: &[Reference],
) -> FactRow {
    let count = |keys: &[&str]| keys.iter().find_map(|key| integer(seen, key));
    let is_clip = count(&KEYFRAMES).is_some();
    let is_picture = asset.picture().is_some() || asset.id().starts_with(TEXTURE);
    let named = references.iter().filter(|one| one.kind == TEXTURE);
    let named: BTreeSet<&str> = named.map(|one| &*one.name).collect();
    let names_others = asset.format().names_others();
    let textures = match (is_picture, names_others) {
        (true, _) => Some(1),
        (false, true) => Some(to_i64(named.len() as u64)),
        (false, false) => None,
    };
    FactRow {
        path: path.to_owned(),
        meshes: count(&MESHES).or_else(|| rows(seen, "meshes")),
        vertices: count(&VERTICES),
        triangles: count(&TRIANGLES),
        bones: count(&BONES),
        morphs: count(&MORPHS),
        clips: is_clip.then_some(1),
        seconds: seconds(seen),
        keyframes: count(&KEYFRAMES),
        textures,
        width: is_picture.then(|| count(&["width"])).flatten(),
        height: is_picture.then(|| count(&["height"])).flatten(),
        memory: count(&MEMORY),
        attributes: attributes(seen),
        bone_names: names(seen, &["bones"]),
        track_names: names(seen, &["tracks", "entities"]),
    }
}

/// What references to textures, and formats of them, begin with.
const TEXTURE: &str = "texture";

/// A number that no file exceeds, as tables have them.
pub(crate) fn to_i64(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn integer(seen: &Inspection, key: &str) -> Option<i64> {
    let fact = seen.facts.iter().find(|fact| fact.key == key)?;
    match fact.value {
        FactValue::Integer(number) => Some(to_i64(number)),
        _ => None,
    }
}

/// How long a clip plays, where that is said in seconds.
fn seconds(seen: &Inspection) -> Option<f64> {
    let mut facts = seen.facts.iter();
    let length = facts.find(|fact| fact.key == "length" && fact.unit == "seconds")?;
    match length.value {
        FactValue::Number(number) => Some(number.into()),
        _ => None,
    }
}

fn rows(seen: &Inspection, key: &str) -> Option<i64> {
    let table = seen.tables.iter().find(|table| table.key == key)?;
    Some(to_i64(table.rows.len() as u64))
}

/// What is in a column of the first of these tables that there is.
fn column<'a>(
    seen: &'a Inspection,
    tables: &[&str],
    name: &str,
) -> Option<impl Iterator<Item = &'a FactValue>> {
    let mut known = seen.tables.iter();
    let table = known.find(|table| tables.contains(&table.key))?;
    let place = table.columns.iter().position(|column| *column == name)?;
    Some(table.rows.iter().filter_map(move |row| row.get(place)))
}

fn names(seen: &Inspection, tables: &[&str]) -> Option<Vec<String>> {
    let name = |value: &FactValue| match value {
        FactValue::Text(text) => Some(text.clone()),
        _ => None,
    };
    Some(column(seen, tables, "name")?.filter_map(name).collect())
}

/// The attributes of vertices, each once, without their types.
fn attributes(seen: &Inspection) -> Option<Vec<String>> {
    let of_buffers = column(seen, &["vertex_buffers"], "attributes");
    let fact = seen.facts.iter().find(|fact| fact.key == "attributes");
    let of_file = fact.map(|fact| &fact.value).into_iter();
    let values: Vec<&FactValue> = match of_buffers {
        Some(values) => values.collect(),
        None if fact.is_some() => of_file.collect(),
        None => return None,
    };
    let mut all: Vec<String> = Vec::new();
    for value in values {
        let FactValue::Words(words) = value else {
            continue;
        };
        for name in words.iter().flat_map(|word| vocabulary::attributes(word)) {
            if !all.iter().any(|known| known == name) {
                all.push(name.to_owned());
            }
        }
    }
    Some(all)
}
