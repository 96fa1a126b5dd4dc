//! What a node of Horde3D says that no field of a scene's node holds, by name, for people and for the way back.

use formwork_formats::{DocumentFormat, horde3d::scene::Node as Element};
use serde_json::{Map, Value, json};

/// Where it is among the notes of a node or a material.
pub(super) const KEY: &str = "horde";

/// What an element says beyond what a scene holds.
pub(super) fn of(element: &Element) -> Map<String, Value> {
    let held = match element {
        Element::Unknown(_) => return Map::new(),
        Element::Mesh(_) => HELD_BY_MESHES,
        Element::Joint(_) => &["joint_index"],
        _ => &[],
    };
    let kind = element.kind();
    let usual = Element::from_json(&json!({kind: {}}).to_string());
    let mut said = usual.map_or_else(
        |_| Map::new(),
        |usual| differing(element, &usual, Some(kind)),
    );
    said.retain(|name, _| !matches!(&**name, "placement" | "children") && !held.contains(&&**name));
    let is_plain = matches!(
        element,
        Element::Group(_) | Element::Mesh(_) | Element::Joint(_)
    );
    let mut notes = Map::new();
    if !(is_plain && said.is_empty()) {
        let mut all = Map::new();
        all.insert("element".to_owned(), element.kind().into());
        all.append(&mut said);
        notes.insert(KEY.to_owned(), all.into());
    }
    notes
}

const HELD_BY_MESHES: &[&str] = &[
    "material",
    "batch_start",
    "batch_count",
    "vert_r_start",
    "vert_r_end",
    "lod_level",
    "prim_type",
];

/// The fields of a document that differ from what they are when nothing is said.
pub(super) fn said<T: DocumentFormat + Default>(document: &T) -> Map<String, Value> {
    differing(document, &T::default(), None)
}

/// The fields of a document, or of its root that is of this kind, that differ from those of another.
fn differing<T: DocumentFormat>(one: &T, other: &T, kind: Option<&str>) -> Map<String, Value> {
    let (Some(mut all), Some(usual)) = (fields(one, kind), fields(other, kind)) else {
        return Map::new();
    };
    all.retain(|name, value| usual.get(name) != Some(value));
    all
}

/// Through text, for numbers of 32 bits are short there.
fn fields<T: DocumentFormat>(document: &T, kind: Option<&str>) -> Option<Map<String, Value>> {
    let mut all: Map<String, Value> = serde_json::from_str(&document.to_json().ok()?).ok()?;
    match kind.map(|kind| all.remove(kind)) {
        Some(Some(Value::Object(fields))) => Some(fields),
        Some(_) => None,
        None => Some(all),
    }
}

/// The element that notes tell of, without a place and without children; `None` for joints and meshes, which a scene has.
pub(super) fn element(notes: &Map<String, Value>) -> Option<Element> {
    let mut said = notes.get(KEY)?.as_object()?.clone();
    let kind = said.remove("element")?;
    let known = [
        "Group",
        "Reference",
        "Light",
        "Camera",
        "Emitter",
        "Compute",
        "Terrain",
    ];
    let kind = kind.as_str().filter(|kind| known.contains(kind))?;
    Element::from_json(&json!({kind: said}).to_string()).ok()
}
