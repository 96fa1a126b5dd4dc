//! One word for one thing in a column, in place of the words of formats.

/// Attributes of vertices as formats with words of their own call them, and as tables do: like `inspect` of a model of Urho3D.
const ATTRIBUTES: [(&str, &[&str]); 9] = [
    ("POSITION", &["position"]),
    ("NORMAL", &["normal"]),
    ("TANGENT", &["tangent"]),
    ("BITANGENT", &["binormal"]),
    ("JOINT_INDICES", &["blend_indices"]),
    ("JOINT_WEIGHTS", &["blend_weights"]),
    ("TEX_COORDS_0", &["texcoord_0"]),
    ("TEX_COORDS_1", &["texcoord_1"]),
    // Version 4 of Horde3D's geometries has one layout of vertices.
    (
        "interleaved",
        &[
            "position",
            "normal",
            "tangent",
            "binormal",
            "texcoord_0",
            "texcoord_1",
            "texcoord_2",
            "texcoord_3",
        ],
    ),
];

/// A whole family, and the name that tables have for it.
const FAMILY: (&str, &str) = ("Urho3D, U3D, Dry, Atomic, rbfx", "Urho3D family");

/// The attributes that a word of `inspect` stands for, without their types.
pub(crate) fn attributes(word: &str) -> Vec<&str> {
    let name = word.split(':').next().unwrap_or(word);
    let known = ATTRIBUTES.iter().find(|(theirs, _)| *theirs == name);
    known.map_or_else(|| vec![name], |(_, ours)| ours.to_vec())
}

/// Engines, where a family that is listed is called by its name.
pub(crate) fn engines(listed: &'static str) -> String {
    listed.replace(FAMILY.0, FAMILY.1)
}
