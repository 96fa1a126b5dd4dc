//! Wavefront OBJ with its MTL: static meshes, materials by their old names.

use std::{collections::HashSet, fmt::Write};

use bytes::Bytes;
use formwork_schema::Result;

use crate::{
    Code, Options, Output, Report, Scene, Target, math,
    scene::{AlphaMode, Material, Semantic, Texture, Topology},
    still::{self, Shape, pictures},
};

/// Makes an OBJ file of a scene's nearest levels of detail, and an MTL file of its materials.
///
/// # Errors
///
/// [`Limit`](formwork_schema::Kind::Limit) for a text that needs more memory than there may be. What the format cannot hold is in
/// the report.
pub fn write(
    scene: &Scene,
    name: &str,
    _: Target,
    _: bool,
    options: &Options,
    report: &mut Report,
) -> Result<Vec<Output>> {
    let mut text = format!("# formwork {}\n", env!("CARGO_PKG_VERSION"));
    if !scene.materials.is_empty() {
        let _ = writeln!(text, "mtllib {}.mtl", word(name));
    }
    let names = material_names(scene);
    let mut written = Written::default();
    let mut last = String::new();
    for shape in still::shapes(scene, report) {
        if shape.name != last {
            let _ = writeln!(text, "o {}", word(&shape.name));
            last.clone_from(&shape.name);
        }
        written.shape(&mut text, &names, &shape, report);
        // Numbers may be far longer than estimated.
        options
            .limits
            .afford("the text of its shapes", text.capacity() as u64)?;
    }
    let mut outputs = vec![Output {
        path: format!("{name}.obj"),
        format: "obj".into(),
        bytes: Bytes::from(text),
    }];
    if !scene.materials.is_empty() {
        let pictures = pictures::copies(scene, name, options, report);
        let text = materials(scene, &names, &pictures, report);
        outputs.push(Output {
            path: format!("{name}.mtl"),
            format: "mtl".into(),
            bytes: Bytes::from(text),
        });
        outputs.extend(pictures.outputs);
    }
    Ok(outputs)
}

/// A name without what would end it.
fn word(name: &str) -> String {
    let is_odd = |it: char| it.is_whitespace() || it.is_control() || it == '#';
    let name: String = name
        .chars()
        .map(|it| if is_odd(it) { '_' } else { it })
        .collect();
    if name.is_empty() { "_".into() } else { name }
}

/// A number whose zero has no sign.
fn unsigned(value: f32) -> f32 {
    value + 0.0
}

/// The names of all materials, each unlike all others.
fn material_names(scene: &Scene) -> Vec<String> {
    let mut known = HashSet::new();
    let all = scene.materials.iter().enumerate();
    let names = all.map(|(place, material)| {
        let mut name = word(&material.name);
        // Another one may be called so with its number.
        while !known.insert(name.clone()) {
            name = format!("{name}_{place}");
        }
        name
    });
    names.collect()
}

/// How many of each there are so far: indices go through the whole file, from 1.
#[derive(Default)]
struct Written {
    positions: usize,
    coordinates: usize,
    normals: usize,
}

impl Written {
    fn shape(
        &mut self,
        text: &mut String,
        materials: &[String],
        shape: &Shape<'_>,
        report: &mut Report,
    ) {
        let level = shape.level;
        let what = format!("{}.parts[{}]", shape.name, shape.number);
        let command = match level.topology {
            Topology::Patches => {
                report.add(Code::C104, what, "patches");
                return;
            }
            Topology::Points => "p",
            Topology::Lines | Topology::LineStrip | Topology::LineLoop => "l",
            _ => "f",
        };
        let mut colors = shape.stream.attributes.iter();
        if colors.any(|it| it.semantic == Semantic::Color) {
            report.add(Code::C138, what.clone(), "");
        }
        let _ = match &shape.part.name {
            Some(name) => writeln!(text, "g {}", word(&name.to_text())),
            None => writeln!(text, "g {}_{}", word(&shape.name), shape.number),
        };
        if let Some(material) = shape.part.material {
            let _ = writeln!(text, "usemtl {}", materials[material]);
        }
        for [x, y, z] in shape.positions.iter().map(|row| row.map(unsigned)) {
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        let coordinates = shape.coordinates.iter().flatten();
        for [u, v] in coordinates.map(|row| row.map(unsigned)) {
            let _ = writeln!(text, "vt {u} {v}");
        }
        let normals = shape.normals.iter().flatten();
        for [x, y, z] in normals.map(|row| row.map(unsigned)) {
            let _ = writeln!(text, "vn {x} {y} {z}");
        }
        if let Some(triangles) = level.triangles() {
            if level.topology != Topology::Triangles {
                report.add(Code::C105, what, "");
            }
            for [a, b, c] in triangles {
                let corners = if shape.is_mirrored {
                    [a, c, b]
                } else {
                    [a, b, c]
                };
                self.line(text, shape, command, corners);
            }
        } else {
            for line in lines(level.topology, &level.indices) {
                self.line(text, shape, command, line);
            }
        }
        self.positions += shape.positions.len();
        self.coordinates += shape.coordinates.as_ref().map_or(0, Vec::len);
        self.normals += shape.normals.as_ref().map_or(0, Vec::len);
    }

    fn line(
        &self,
        text: &mut String,
        shape: &Shape<'_>,
        command: &str,
        corners: impl IntoIterator<Item = u32>,
    ) {
        text.push_str(command);
        for corner in corners {
            let corner = corner as usize + 1;
            let _ = write!(text, " {}", corner + self.positions);
            let coordinate = shape
                .coordinates
                .as_ref()
                .map(|_| corner + self.coordinates);
            let normal = shape.normals.as_ref().filter(|_| command == "f");
            let normal = normal.map(|_| corner + self.normals);
            let _ = match (coordinate.filter(|_| command != "p"), normal) {
                (Some(coordinate), Some(normal)) => write!(text, "/{coordinate}/{normal}"),
                (Some(coordinate), None) => write!(text, "/{coordinate}"),
                (None, Some(normal)) => write!(text, "//{normal}"),
                (None, None) => Ok(()),
            };
        }
        text.push('\n');
    }
}

/// Points by one, lines by two, strips whole.
fn lines(topology: Topology, indices: &[u32]) -> Vec<Vec<u32>> {
    match topology {
        Topology::Points => indices.chunks(1).map(<[u32]>::to_vec).collect(),
        Topology::Lines => indices.chunks_exact(2).map(<[u32]>::to_vec).collect(),
        Topology::LineStrip => vec![indices.to_vec()],
        _ => {
            let mut line = indices.to_vec();
            line.extend(indices.first());
            vec![line]
        }
    }
}

fn materials(
    scene: &Scene,
    names: &[String],
    pictures: &pictures::Copies,
    report: &mut Report,
) -> String {
    let mut text = format!("# formwork {}\n", env!("CARGO_PKG_VERSION"));
    for (place, material) in scene.materials.iter().enumerate() {
        let _ = writeln!(text, "\nnewmtl {}", names[place]);
        surface(&mut text, material, pictures);
        let has_more = material.metallic_roughness_texture.is_some()
            || material.occlusion_texture.is_some()
            || material.double_sided
            || matches!(material.alpha, AlphaMode::Mask(_));
        if has_more {
            report.add(Code::C501, format!("materials[{place}]"), "");
        }
        let textures = [
            &material.base_color_texture,
            &material.emissive_texture,
            &material.normal_texture,
        ];
        for texture in textures.into_iter().flatten() {
            if texture.set > 0 || texture.has_details {
                let detail = "its second coordinates, sampler or transform";
                report.add(Code::C504, format!("materials[{place}]"), detail);
            }
        }
        if !material.notes.is_empty() {
            report.add(Code::C502, format!("materials[{place}]"), "");
        }
    }
    text
}

fn surface(text: &mut String, material: &Material, pictures: &pictures::Copies) {
    let number = |value: f32| if value.is_finite() { value } else { 0.0 };
    let color = |values: &[f32]| {
        let stored = |value: &f32| math::to_srgb(f64::from(number(*value))) as f32;
        let [red, green, blue] = [0, 1, 2].map(|axis| stored(&values[axis]));
        format!("{red} {green} {blue}")
    };
    let _ = writeln!(text, "Kd {}", color(&material.base_color));
    let _ = writeln!(text, "Ke {}", color(&material.emissive));
    let _ = writeln!(text, "d {}", number(material.base_color[3]));
    let _ = writeln!(text, "Pm {}", number(material.metallic));
    let _ = writeln!(text, "Pr {}", number(material.roughness));
    let _ = writeln!(text, "illum {}", if material.unlit { 0 } else { 2 });
    let mut map = |command: &str, texture: &Option<Texture>| {
        let texture = texture.as_ref();
        let path = texture.and_then(|texture| pictures.paths.get(texture.image)?.clone());
        if let Some(path) = path {
            let _ = writeln!(text, "{command} {path}");
        }
    };
    map("map_Kd", &material.base_color_texture);
    map("map_Ke", &material.emissive_texture);
    map("norm", &material.normal_texture);
}
