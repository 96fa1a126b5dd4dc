//! Names of attributes, topologies and paths.

use crate::scene::{Attribute, Interpolation, Path, Semantic, Topology};

/// What `FW_origin` calls a meaning.
pub(super) fn semantic(semantic: &Semantic) -> String {
    match semantic {
        Semantic::Position => "POSITION".into(),
        Semantic::Normal => "NORMAL".into(),
        Semantic::Tangent => "TANGENT".into(),
        Semantic::Bitangent => "BITANGENT".into(),
        Semantic::TexCoord => "TEXCOORD".into(),
        Semantic::Color => "COLOR".into(),
        Semantic::Joints => "JOINTS".into(),
        Semantic::Weights => "WEIGHTS".into(),
        Semantic::Other(name) => format!("_{name}"),
    }
}

/// The meaning that `FW_origin` calls so.
pub(super) fn meaning(name: &str) -> Option<Semantic> {
    Some(match name {
        "POSITION" => Semantic::Position,
        "NORMAL" => Semantic::Normal,
        "TANGENT" => Semantic::Tangent,
        "BITANGENT" => Semantic::Bitangent,
        "TEXCOORD" => Semantic::TexCoord,
        "COLOR" => Semantic::Color,
        "JOINTS" => Semantic::Joints,
        "WEIGHTS" => Semantic::Weights,
        _ => Semantic::Other(name.strip_prefix('_')?.into()),
    })
}

/// An attribute in messages.
pub(super) fn of(attribute: &Attribute) -> String {
    match attribute.set {
        0 => semantic(&attribute.semantic),
        set => format!("{}_{set}", semantic(&attribute.semantic)),
    }
}

/// The name that glTF has for an attribute without sets.
pub(super) fn standard(attribute: &Attribute) -> Option<String> {
    match (&attribute.semantic, attribute.set) {
        (Semantic::Position | Semantic::Normal | Semantic::Tangent, 0) => {
            Some(semantic(&attribute.semantic))
        }
        _ => None,
    }
}

/// The name of an attribute that glTF does not know.
pub(super) fn custom(attribute: &Attribute) -> String {
    let set = attribute.set;
    match &attribute.semantic {
        Semantic::Other(name) if set == 0 => format!("_{}", name.to_ascii_uppercase()),
        Semantic::Other(name) => format!("_{}_{set}", name.to_ascii_uppercase()),
        Semantic::TexCoord => format!("_FW_UV{set}"),
        Semantic::Tangent if set == 0 => "_FW_TANGENT3".into(),
        other => format!("_FW_{}{set}", semantic(other)),
    }
}

/// The attribute that a file calls so: meaning and set.
pub(super) fn attribute(name: &str) -> Option<(Semantic, u8)> {
    let (base, set) = match name.rsplit_once('_') {
        Some((base, set)) if !base.is_empty() => match set.parse() {
            Ok(set) => (base, set),
            Err(_) => (name, 0),
        },
        _ => (name, 0),
    };
    let known = match base {
        "POSITION" | "NORMAL" | "TANGENT" if base == name => meaning(base)?,
        "TEXCOORD" | "COLOR" | "JOINTS" | "WEIGHTS" if base != name => meaning(base)?,
        _ => {
            return ours(name)
                .or_else(|| Some((Semantic::Other(name.strip_prefix('_')?.into()), 0)));
        }
    };
    Some((known, set))
}

/// An attribute that [`custom`] named.
fn ours(name: &str) -> Option<(Semantic, u8)> {
    let name = name.strip_prefix("_FW_")?;
    if name == "TANGENT3" {
        return Some((Semantic::Tangent, 0));
    }
    let digits = name.len() - name.trim_end_matches(|it: char| it.is_ascii_digit()).len();
    let (base, set) = name.split_at(name.len() - digits);
    let semantic = match base {
        "UV" => Semantic::TexCoord,
        "POSITION" | "NORMAL" | "TANGENT" | "BITANGENT" | "COLOR" => meaning(base)?,
        _ => return None,
    };
    Some((semantic, set.parse().ok()?))
}

const TOPOLOGIES: [(Topology, &str, Option<u32>); 8] = [
    (Topology::Points, "points", Some(0)),
    (Topology::Lines, "lines", Some(1)),
    (Topology::LineLoop, "lineLoop", Some(2)),
    (Topology::LineStrip, "lineStrip", Some(3)),
    (Topology::Triangles, "triangles", Some(4)),
    (Topology::TriangleStrip, "triangleStrip", Some(5)),
    (Topology::TriangleFan, "triangleFan", Some(6)),
    (Topology::Patches, "patches", None),
];

/// The number that glTF has for a topology.
pub(super) fn mode(topology: Topology) -> Option<u32> {
    TOPOLOGIES.iter().find(|it| it.0 == topology)?.2
}

/// The topology of a number.
pub(super) fn topology_of_mode(mode: u32) -> Option<Topology> {
    Some(TOPOLOGIES.iter().find(|it| it.2 == Some(mode))?.0)
}

/// What `FW_origin` calls a topology.
pub(super) fn topology(topology: Topology) -> &'static str {
    TOPOLOGIES
        .iter()
        .find(|it| it.0 == topology)
        .map_or("", |it| it.1)
}

/// The topology that `FW_origin` calls so.
pub(super) fn topology_named(name: &str) -> Option<Topology> {
    Some(TOPOLOGIES.iter().find(|it| it.1 == name)?.0)
}

const PATHS: [(Path, &str); 4] = [
    (Path::Translation, "translation"),
    (Path::Rotation, "rotation"),
    (Path::Scale, "scale"),
    (Path::Weights, "weights"),
];

/// What glTF calls a property.
pub(super) fn path(path: Path) -> &'static str {
    PATHS.iter().find(|it| it.0 == path).map_or("", |it| it.1)
}

/// The property that glTF calls so.
pub(super) fn path_named(name: &str) -> Option<Path> {
    Some(PATHS.iter().find(|it| it.1 == name)?.0)
}

const INTERPOLATIONS: [(Interpolation, &str); 3] = [
    (Interpolation::Linear, "LINEAR"),
    (Interpolation::Step, "STEP"),
    (Interpolation::Cubic, "CUBICSPLINE"),
];

/// What glTF calls what is between keys.
pub(super) fn interpolation(interpolation: Interpolation) -> &'static str {
    INTERPOLATIONS
        .iter()
        .find(|it| it.0 == interpolation)
        .map_or("", |it| it.1)
}

/// What is between keys that glTF calls so.
pub(super) fn interpolation_named(name: &str) -> Option<Interpolation> {
    Some(INTERPOLATIONS.iter().find(|it| it.1 == name)?.0)
}
