//! What a node of Horde3D says that no field of a scene's node holds, by name, for people and for the way back.

use formwork_formats::horde3d::scene::Node as Element;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// Where it is among the notes of a node or a material.
pub(super) const KEY: &str = "horde";

/// What an element says beyond what a scene holds.
pub(super) fn of(element: &Element) -> Map<String, Value> {
    let mut said = match element {
        Element::Group(node) => said(node, &[]),
        Element::Reference(node) => said(node, &[]),
        Element::Model(node) => said(&**node, &[]),
        Element::Mesh(node) => said(node, HELD_BY_MESHES),
        Element::Joint(node) => said(node, &["joint_index"]),
        Element::Light(node) => said(&**node, &[]),
        Element::Camera(node) => said(&**node, &[]),
        Element::Emitter(node) => said(&**node, &[]),
        Element::Compute(node) => said(&**node, &[]),
        Element::Terrain(node) => said(&**node, &[]),
        Element::Unknown(_) => Map::new(),
    };
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

/// The fields of a struct that differ from what they are when nothing is said.
pub(super) fn said<T: Serialize + Default>(it: &T, held: &[&str]) -> Map<String, Value> {
    let (Some(mut all), Some(usual)) = (fields(it), fields(&T::default())) else {
        return Map::new();
    };
    all.retain(|name, value| {
        let is_held = matches!(&**name, "placement" | "children") || held.contains(&&**name);
        !is_held && usual.get(name) != Some(value)
    });
    all
}

/// Through text, for numbers of 32 bits are short there.
fn fields<T: Serialize>(it: &T) -> Option<Map<String, Value>> {
    serde_json::from_str(&serde_json::to_string(it).ok()?).ok()
}

/// The element that notes tell of, without a place and without children; `None` for joints and meshes, which a scene has.
pub(super) fn element(notes: &Map<String, Value>) -> Option<Element> {
    let said = notes.get(KEY)?.as_object()?;
    Some(match said.get("element")?.as_str()? {
        "Group" => Element::Group(again(said)?),
        "Reference" => Element::Reference(again(said)?),
        "Light" => Element::Light(Box::new(again(said)?)),
        "Camera" => Element::Camera(Box::new(again(said)?)),
        "Emitter" => Element::Emitter(Box::new(again(said)?)),
        "Compute" => Element::Compute(Box::new(again(said)?)),
        "Terrain" => Element::Terrain(Box::new(again(said)?)),
        _ => return None,
    })
}

/// A struct of what was said of it.
pub(super) fn again<T: DeserializeOwned>(said: &Map<String, Value>) -> Option<T> {
    let mut said = said.clone();
    said.remove("element");
    // Through text as well, for numbers of 32 bits.
    serde_json::from_str(&Value::Object(said).to_string()).ok()
}
