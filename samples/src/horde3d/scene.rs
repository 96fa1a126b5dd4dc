//! The scene and the materials, which are XML: what the joints are called, and what is drawn how.

use std::fmt::Write;

use super::mirrored;
use crate::{
    figure::{Part, lathe::Detail, skeleton::BONES},
    math::{Vector, round},
};

/// From how many units on the second level of detail is drawn.
const FAR: u32 = 12;

/// A model with its joints and a mesh for each part.
pub(super) fn figure(parts: &[Part]) -> String {
    let mut out = format!("<Model name=\"Figure\" geometry=\"figure.geo\" lodDist1=\"{FAR}\">\n");
    joints(&mut out, None, 1);
    let (mut vertex, mut index) = (0, 0);
    for part in parts {
        let (vertices, indices) = (part.mesh.vertices.len(), part.mesh.triangles.len() * 3);
        let material = if part.name == "Face" {
            "face"
        } else {
            "figure"
        };
        let level = if part.detail == Detail::Far {
            " lodLevel=\"1\""
        } else {
            ""
        };
        let last = vertex + vertices - 1;
        let name = part.name;
        line(
            &mut out,
            1,
            &format!(
                "<Mesh name=\"{name}\"{level} material=\"{material}.material.xml\" batchStart=\"{index}\" \
                 batchCount=\"{indices}\" vertRStart=\"{vertex}\" vertREnd=\"{last}\" />"
            ),
        );
        vertex += vertices;
        index += indices;
    }
    out + "</Model>\n"
}

/// The joints below a bone, each with those below it. Joint 0 of the geometry has no node: it stays at rest.
fn joints(out: &mut String, parent: Option<&str>, depth: usize) {
    for (place, bone) in BONES
        .iter()
        .enumerate()
        .filter(|(_, bone)| bone.parent == parent)
    {
        let name = bone.name;
        let mut tag = format!("<Joint name=\"{name}\" jointIndex=\"{}\"", place + 1);
        tag += &triple("t", mirrored(bone.position));
        let [x, y, z] = bone.degrees;
        tag += &triple("r", [x, -y, -z]);
        if BONES.iter().any(|child| child.parent == Some(name)) {
            line(out, depth, &(tag + ">"));
            joints(out, Some(name), depth + 1);
            line(out, depth, "</Joint>");
        } else {
            line(out, depth, &(tag + " />"));
        }
    }
}

/// Three attributes, unless they say nothing.
fn triple(letter: &str, numbers: Vector) -> String {
    if numbers == [0.0; 3] {
        return String::new();
    }
    let mut out = String::new();
    for (axis, number) in ["x", "y", "z"].into_iter().zip(numbers) {
        // To a String nothing can fail.
        let _ = write!(out, " {letter}{axis}=\"{}\"", round(number, 4));
    }
    out
}

fn line(out: &mut String, depth: usize, text: &str) {
    let _ = writeln!(out, "{}{text}", "\t".repeat(depth));
}

/// A material of the engine's own model shader: a colour, and a colour and sharpness of what shines.
pub(super) fn material([r, g, b]: [f32; 3], [x, y, z, sharp]: [f32; 4]) -> String {
    let mut out = String::from("<Material>\n");
    for text in [
        "<Shader source=\"shaders/model.shader\" />".to_owned(),
        "<ShaderFlag name=\"_F01_Skinning\" />".to_owned(),
        format!("<Uniform name=\"matDiffuseCol\" a=\"{r}\" b=\"{g}\" c=\"{b}\" d=\"1\" />"),
        format!("<Uniform name=\"matSpecParams\" a=\"{x}\" b=\"{y}\" c=\"{z}\" d=\"{sharp}\" />"),
    ] {
        line(&mut out, 1, &text);
    }
    out + "</Material>\n"
}
