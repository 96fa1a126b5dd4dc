//! What a node of Horde3D says that no field of a scene's node holds, by name, for people and for the way back.

use std::sync::LazyLock;

use formwork_formats::{DocumentFormat, horde3d::scene::Node as Element};
use formwork_schema::document::Document as _;
use serde_json::{Map, Value, json};

/// Where it is among the notes of a node or a material.
pub(super) const KEY: &str = "horde";

/// The elements that a scene has itself: notes tell what else they say, and make none of them.
const OF_SCENES: [&str; 3] = ["Model", "Mesh", "Joint"];

/// What elements say where nothing is said, by kind.
static USUAL: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let kinds = Element::layout().roots().into_iter();
    let kinds = kinds.filter_map(|item| item.variant);
    // XML that nobody knows is no element without anything said.
    let usual = kinds.filter_map(|(_, variant)| element_of(&variant.name, Map::new()));
    usual.flat_map(|element| told(&element)).collect()
});

/// What an element says beyond what a scene holds.
pub(super) fn of(element: &Element) -> Map<String, Value> {
    let held = match element {
        Element::Mesh(_) => HELD_BY_MESHES,
        Element::Joint(_) => &["joint_index"],
        _ => &[],
    };
    let mut said = match told(element).remove(element.kind()) {
        Some(Value::Object(said)) => differing(said, USUAL.get(element.kind())),
        _ => Map::new(),
    };
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
    differing(told(document), Some(&told(&T::default()).into()))
}

/// The fields that differ from those of another.
fn differing(mut fields: Map<String, Value>, other: Option<&Value>) -> Map<String, Value> {
    fields.retain(|name, value| other.and_then(|other| other.get(name)) != Some(value));
    fields
}

/// What a document says.
fn told<T: DocumentFormat>(document: &T) -> Map<String, Value> {
    match document.to_json() {
        Ok(Value::Object(said)) => said,
        _ => Map::new(),
    }
}

/// The element that notes tell of, without a place and without children; `None` for joints and meshes, which a scene has.
pub(super) fn element(notes: &Map<String, Value>) -> Option<Element> {
    let mut said = notes.get(KEY)?.as_object()?.clone();
    let kind = said.remove("element")?;
    let kind = kind.as_str().filter(|kind| !OF_SCENES.contains(kind))?;
    element_of(kind, said)
}

/// The element of this kind that says that.
fn element_of(kind: &str, said: Map<String, Value>) -> Option<Element> {
    Element::from_json(&json!({kind: said}).to_string()).ok()
}

#[cfg(test)]
mod tests {
    use formwork_formats::horde3d::scene::{Group, Light};

    use super::*;

    #[test]
    fn what_differs_from_the_usual_is_noted_and_comes_back() {
        let light = Light {
            radius: 2.5,
            material: "lamp.material.xml".to_owned(),
            children: vec![Element::Group(Group::default())],
            ..Light::default()
        };
        let noted = of(&Element::Light(Box::new(light.clone())));
        let expected = json!({"element": "Light", "material": "lamp.material.xml", "radius": 2.5});
        assert_eq!(noted.get(KEY), Some(&expected));
        let alone = Light {
            children: Vec::new(),
            ..light
        };
        assert_eq!(element(&noted), Some(Element::Light(Box::new(alone))));
    }

    #[test]
    fn every_kind_has_what_is_usual() {
        assert_eq!(USUAL.len(), 10);
        for kind in USUAL.keys() {
            let usual = element_of(kind, Map::new()).expect("a kind");
            assert_eq!(usual.kind(), kind);
            let noted = of(&usual);
            let is_plain = ["Group", "Mesh", "Joint"].contains(&&**kind);
            assert_eq!(noted.is_empty(), is_plain, "{kind}");
            let is_of_scene = OF_SCENES.contains(&&**kind);
            let expected = (!is_plain && !is_of_scene).then_some(usual);
            assert_eq!(element(&noted), expected, "{kind}");
        }
    }
}
