//! What attributes of vertices are called, whichever engine has them.

/// The words for an attribute by the name that its format has for it, and for the place among several of
/// its kind where that belongs to it.
pub(crate) fn words(name: &str) -> String {
    match name {
        "BINORMAL" => "bitangent".into(),
        "TEXCOORD" => "texcoord".into(),
        "BLENDWEIGHTS" | "JOINT_WEIGHTS" => "joint weights".into(),
        "BLENDINDICES" | "JOINT_INDICES" => "joint indices".into(),
        "OBJECTINDEX" => "object index".into(),
        "TEX_COORDS_0" => "texcoord 0".into(),
        "TEX_COORDS_1" => "texcoord 1".into(),
        other => other.to_lowercase().replace('_', " "),
    }
}
