//! References between resources of the Urho3D family, as far as their documents are read: a model to the list of materials beside it, the
//! list to materials, a material to its textures and techniques.
//!
//! Techniques, textures that XML describes, and materials in JSON are named and not read: what they lead to is not known.

pub mod rules;

use formwork_markup::{Markup, Node};
use formwork_schema::{Error, Kind, Limits, Reference, Result};

use super::names::sanitized;

/// Id of the format of models.
pub(crate) const MODEL: &str = "urho3d.model";
/// A list of materials beside a model, one name a line.
pub(crate) const MATERIAL_LIST: &str = "urho3d.material-list";
/// A material in XML.
pub(crate) const MATERIAL: &str = "urho3d.material";
/// A picture.
pub(crate) const TEXTURE: &str = "urho3d.texture";
/// Kinds of documents that others name and that are not read.
const NOT_READ: [&str; 3] = [
    "urho3d.technique",
    "urho3d.texture-xml",
    "urho3d.material-json",
];

/// Whether resources of this kind are those of the family.
pub(crate) fn is_ours(kind: &str) -> bool {
    kind.starts_with("urho3d.")
}

/// Whether it is known what resources of this kind lead to.
pub(crate) fn is_followed(kind: &str) -> bool {
    !NOT_READ.contains(&kind)
}

/// The path of a file that stands beside another with this extension: engines put it in place of what follows the last dot.
#[must_use]
pub fn beside(path: &str, extension: &str) -> String {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    format!("{stem}.{extension}")
}

/// The list of materials beside a model.
pub(crate) fn list_beside(model: &str) -> Reference {
    Reference {
        kind: MATERIAL_LIST,
        name: beside(model, "txt"),
        line: 0,
        column: 0,
        bytes: None,
        path: String::new(),
    }
}

/// References of a resource of one of the kinds above; none for pictures.
///
/// # Errors
/// [`Kind::Malformed`] for a material that is not XML.
pub(crate) fn references(kind: &str, bytes: &[u8], limits: &Limits) -> Result<Vec<Reference>> {
    match kind {
        MATERIAL_LIST => Ok(listed(&String::from_utf8_lossy(bytes))),
        MATERIAL => named(bytes, limits),
        _ => Ok(Vec::new()),
    }
}

/// Whether a document is a material.
pub(crate) fn is_material(bytes: &[u8], limits: &Limits) -> bool {
    let markup = Markup::parse(bytes, limits);
    markup.is_ok_and(|markup| markup.root().name() == "material")
}

/// The materials of a list. Lines that name no document are those of a text that is no list.
fn listed(text: &str) -> Vec<Reference> {
    let lines = text.trim_start_matches('\u{feff}').lines();
    let lines = lines.zip(1..).filter_map(|(line, number)| {
        let name = line.trim();
        let kind = match extension(name).as_str() {
            "xml" => MATERIAL,
            "json" => "urho3d.material-json",
            _ => return None,
        };
        Some(reference(kind, name, (number, 1), String::new()))
    });
    lines.collect()
}

/// The techniques and textures of a material.
fn named(bytes: &[u8], limits: &Limits) -> Result<Vec<Reference>> {
    let markup = Markup::parse(bytes, limits)?;
    let root = markup.root();
    if root.name() != "material" {
        let message = format!("the root is `{}` and not `material`", root.name());
        return Err(Error::new(Kind::Malformed, message));
    }
    Ok(root.children().filter_map(of_element).collect())
}

fn of_element(element: Node<'_>) -> Option<Reference> {
    let name = element.get("name");
    let kind = match element.name() {
        "technique" => "urho3d.technique",
        "texture" if extension(&name) == "xml" => "urho3d.texture-xml",
        "texture" => TEXTURE,
        _ => return None,
    };
    let place = element.attribute("name")?.place();
    (!name.trim().is_empty()).then(|| reference(kind, &name, place, element.path_of("name")))
}

fn reference(
    kind: &'static str,
    name: &str,
    (line, column): (u64, u64),
    path: String,
) -> Reference {
    let name = sanitized(name.as_bytes());
    Reference {
        kind,
        name: String::from_utf8_lossy(&name).into_owned(),
        line,
        column,
        bytes: None,
        path,
    }
}

/// The extension of a name, in small letters.
fn extension(name: &str) -> String {
    let extension = name.trim().rsplit_once('.');
    extension.map_or_else(String::new, |(_, extension)| extension.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_name_materials_as_engines_ask_for_them() {
        let names = |text: &str| -> Vec<(&str, String, u64)> {
            let all = listed(text).into_iter();
            all.map(|one| (one.kind, one.name, one.line)).collect()
        };
        assert_eq!(names("A licence.\nSecond line"), []);
        assert_eq!(
            names("\u{feff}Materials\\A.xml\r\n\n ./B.XML \nC.json"),
            [
                (MATERIAL, "Materials/A.xml".into(), 1),
                (MATERIAL, "B.XML".into(), 3),
                ("urho3d.material-json", "C.json".into(), 4),
            ]
        );
        assert_eq!(list_beside("Models/Door.L.mdl").name, "Models/Door.L.txt");
    }

    #[test]
    fn materials_name_textures_and_techniques() {
        let limits = Limits::default();
        let text = br#"<material><technique name="T.xml"/><texture unit="diffuse" name="A.png"/>
<texture unit="environment" name="Sky.xml"/><texture unit="normal"/><parameter name="X"/></material>"#;
        let all = references(MATERIAL, text, &limits).expect("a material");
        let all: Vec<_> = all.iter().map(|one| (one.kind, &*one.name)).collect();
        let expected = [
            ("urho3d.technique", "T.xml"),
            (TEXTURE, "A.png"),
            ("urho3d.texture-xml", "Sky.xml"),
        ];
        assert_eq!(all, expected);
        assert!(references(MATERIAL, b"<scene/>", &limits).is_err());
        assert!(is_material(text, &limits) && !is_material(b"<scene/>", &limits));
    }
}
