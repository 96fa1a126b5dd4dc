//! Streams → vertices of a file.

use formwork_formats::urho3d::model::{Element, ElementType, Semantic as Meaning};
use glam::{DMat3, DMat4, DVec3};

use super::{
    skeleton::Binding,
    weights::{Influences, influences, rigid},
};
use crate::{
    Code, Options, Report, Tangents,
    math::quantize_weights,
    scene::{Column, Level, Semantic, Stream},
    urho3d::{frame::Frame, target::Flavour},
};

/// Vertices by columns, in the types and the axes of the file. Bones are those of the skeleton.
pub(super) struct Vertices {
    pub(super) elements: Vec<Element>,
    pub(super) columns: Vec<Column>,
    pub(super) bones: Vec<[u32; 4]>,
    pub(super) count: usize,
}

/// How vertices get from a scene into a file.
pub(super) struct Maker<'a> {
    pub(super) flavour: Flavour,
    pub(super) frame: Frame,
    pub(super) options: &'a Options,
    /// Whether a mask will describe the vertices: it knows two sets of texture coordinates.
    pub(super) is_masked: bool,
    /// Whether names that differ in letter case only are one name.
    pub(super) folds_case: bool,
}

const fn element(semantic: Meaning, r#type: ElementType, index: u8) -> Element {
    Element {
        r#type,
        semantic,
        index,
        unknown_0x03: 0,
    }
}

impl Vertices {
    fn add(&mut self, semantic: Meaning, r#type: ElementType, index: u8, column: Column) {
        self.elements.push(element(semantic, r#type, index));
        self.columns.push(column);
    }
}

impl Maker<'_> {
    /// The vertices of a level, moved by `bake`; `None` without places.
    pub(super) fn vertices(
        &self,
        stream: &Stream,
        level: &Level,
        binding: Option<&Binding>,
        bake: DMat4,
        report: &mut Report,
    ) -> Option<Vertices> {
        let mut made = Vertices {
            elements: Vec::new(),
            columns: Vec::new(),
            bones: Vec::new(),
            count: stream.count,
        };
        let places = triples(stream.get(&Semantic::Position, 0)?)?;
        made.add(
            Meaning::POSITION,
            ElementType::VECTOR3,
            0,
            self.vectors(places, |place| bake.transform_point3(place), bake),
        );
        let normals = stream.get(&Semantic::Normal, 0).and_then(triples);
        if let Some(normals) = normals.clone() {
            let turn = DMat3::from_mat4(bake).inverse().transpose();
            let column = self.vectors(normals, |normal| (turn * normal).normalize_or_zero(), bake);
            made.add(Meaning::NORMAL, ElementType::VECTOR3, 0, column);
        }
        let influences = self.influences(stream, level, binding, report);
        match self.flavour {
            Flavour::Urho3d => {
                self.colors(stream, &mut made, report);
                self.sets(stream, &mut made, report);
                self.tangents(stream, normals.as_deref(), bake, &mut made, report);
                self.skin(influences, &mut made, report);
            }
            Flavour::Rbfx => {
                self.tangents(stream, normals.as_deref(), bake, &mut made, report);
                self.skin(influences, &mut made, report);
                self.sets(stream, &mut made, report);
                self.colors(stream, &mut made, report);
            }
        }
        others(stream, &mut made, report);
        Some(made)
    }

    fn vectors(
        &self,
        mut values: Vec<[f32; 3]>,
        moved: impl Fn(DVec3) -> DVec3,
        bake: DMat4,
    ) -> Column {
        if bake != DMat4::IDENTITY {
            for value in &mut values {
                *value = moved(DVec3::from_array(value.map(f64::from)))
                    .as_vec3()
                    .to_array();
            }
        }
        self.frame.vectors(&mut values);
        Column::Vec3(values)
    }

    fn tangents(
        &self,
        stream: &Stream,
        normals: Option<&[[f32; 3]]>,
        bake: DMat4,
        made: &mut Vertices,
        report: &mut Report,
    ) {
        let column = stream.get(&Semantic::Tangent, 0);
        let (Some(normals), Some(column)) = (normals, column) else {
            return;
        };
        let Some(tangents) = triples(column).filter(|_| self.options.tangents != Tangents::Drop)
        else {
            return;
        };
        let bitangents = stream.get(&Semantic::Bitangent, 0).and_then(triples);
        if !matches!(column, Column::Vec4(_)) && bitangents.is_none() {
            let detail = "no file has bitangents, 1 is taken";
            report.add_many(Code::C114, stream.count, "tangents", detail);
        }
        let flip = if bake.determinant() < 0.0 { -1.0 } else { 1.0 };
        let hand = |vertex: usize| match column {
            Column::Vec4(values) => values[vertex][3],
            _ => bitangents.as_ref().map_or(1.0, |bitangents| {
                handedness(normals[vertex], tangents[vertex], bitangents[vertex])
            }),
        };
        let hands: Vec<f32> = (0..stream.count)
            .map(|vertex| flip * hand(vertex))
            .collect();
        let turn = DMat3::from_mat4(bake);
        let moved = self.vectors(
            tangents,
            |tangent| (turn * tangent).normalize_or_zero(),
            bake,
        );
        let Column::Vec3(moved) = moved else { return };
        let values = moved
            .into_iter()
            .zip(hands)
            .map(|([x, y, z], w)| [x, y, z, w]);
        made.add(
            Meaning::TANGENT,
            ElementType::VECTOR4,
            0,
            Column::Vec4(values.collect()),
        );
    }

    fn colors(&self, stream: &Stream, made: &mut Vertices, report: &mut Report) {
        for attribute in stream
            .attributes
            .iter()
            .filter(|it| it.semantic == Semantic::Color)
        {
            let set = attribute.set;
            let (r#type, column) = match (&attribute.values, self.flavour) {
                (Column::Vec4(values), Flavour::Urho3d) => (
                    ElementType::UBYTE4_NORM,
                    bytes(values.iter().copied(), report),
                ),
                (Column::Vec3(values), Flavour::Urho3d) => {
                    let opaque = values.iter().map(|[r, g, b]| [*r, *g, *b, 1.0]);
                    (ElementType::UBYTE4_NORM, bytes(opaque, report))
                }
                (Column::Vec4(_), Flavour::Rbfx) => {
                    (ElementType::VECTOR4, attribute.values.clone())
                }
                (Column::Vec3(_), Flavour::Rbfx) => {
                    (ElementType::VECTOR3, attribute.values.clone())
                }
                (Column::Unorm8x4(_), _) => (ElementType::UBYTE4_NORM, attribute.values.clone()),
                _ => continue,
            };
            made.add(Meaning::COLOR, r#type, set, column);
        }
    }

    /// Texture coordinates, in the types that they have.
    fn sets(&self, stream: &Stream, made: &mut Vertices, report: &mut Report) {
        let sets = stream
            .attributes
            .iter()
            .filter(|it| it.semantic == Semantic::TexCoord);
        for attribute in sets {
            let r#type = match attribute.values {
                Column::Vec2(_) => ElementType::VECTOR2,
                Column::Vec3(_) => ElementType::VECTOR3,
                Column::Vec4(_) => ElementType::VECTOR4,
                _ => continue,
            };
            if self.is_masked && attribute.set > 1 {
                report.add(Code::C132, format!("set {}", attribute.set), "is dropped");
                continue;
            }
            made.add(
                Meaning::TEXCOORD,
                r#type,
                attribute.set,
                attribute.values.clone(),
            );
        }
    }

    fn influences(
        &self,
        stream: &Stream,
        level: &Level,
        binding: Option<&Binding>,
        report: &mut Report,
    ) -> Option<Influences> {
        let binding = binding.filter(|binding| !binding.bones.is_empty())?;
        if binding.is_rigid {
            return Some(rigid(stream.count, binding.bones[0]));
        }
        let (joints, most) = (level.joints.as_ref(), self.options.max_influences);
        let found = influences(stream, joints, &binding.bones, most, report);
        Some(found.unwrap_or_else(|| {
            report.add_many(
                Code::C142,
                stream.count,
                "vertices",
                "a skinned mesh without weights",
            );
            rigid(stream.count, binding.bones[0])
        }))
    }

    fn skin(&self, influences: Option<Influences>, made: &mut Vertices, report: &mut Report) {
        let Some(Influences { bones, weights }) = influences else {
            return;
        };
        match self.flavour {
            Flavour::Urho3d => {
                made.add(
                    Meaning::BLENDWEIGHTS,
                    ElementType::VECTOR4,
                    0,
                    Column::Vec4(weights),
                );
            }
            Flavour::Rbfx => {
                let bytes: Vec<[u8; 4]> = weights.iter().copied().map(quantize_weights).collect();
                let is_rounded = |(bytes, weights): &(&[u8; 4], &[f32; 4])| {
                    let exact = bytes.map(|byte| f32::from(byte) / 255.0);
                    exact
                        .iter()
                        .zip(*weights)
                        .any(|(a, b)| (a - b).abs() > 1e-6)
                };
                let rounded = bytes.iter().zip(&weights).filter(is_rounded).count();
                report.add_many(Code::C135, rounded, "vertices", "weights of 255 steps");
                made.add(
                    Meaning::BLENDWEIGHTS,
                    ElementType::UBYTE4_NORM,
                    0,
                    Column::Unorm8x4(bytes),
                );
            }
        }
        // What they are in the file, the mapping of the geometry says.
        let unmapped = Column::U8x4(vec![[0; 4]; bones.len()]);
        made.add(Meaning::BLENDINDICES, ElementType::UBYTE4, 0, unmapped);
        made.bones = bones;
    }
}

/// Attributes that are none of the usual ones.
fn others(stream: &Stream, made: &mut Vertices, report: &mut Report) {
    for attribute in &stream.attributes {
        let Semantic::Other(name) = &attribute.semantic else {
            continue;
        };
        match own(name).zip(plain_type(&attribute.values)) {
            Some(((semantic, index), r#type)) => {
                made.add(semantic, r#type, index, attribute.values.clone());
            }
            None => report.add(Code::C136, name, "is not ours"),
        }
    }
}

/// What a reader of the family called `FW_OBJECTINDEX0_3`.
fn own(name: &str) -> Option<(Meaning, u8)> {
    let (meaning, _) = name.strip_prefix("FW_")?.rsplit_once('_')?;
    let end = meaning
        .trim_end_matches(|letter: char| letter.is_ascii_digit())
        .len();
    let known = (0..=8)
        .map(Meaning)
        .find(|known| known.name() == Some(&meaning[..end]))?;
    Some((known, meaning[end..].parse().ok()?))
}

const fn plain_type(column: &Column) -> Option<ElementType> {
    Some(match column {
        Column::I32(_) => ElementType::INT,
        Column::F32(_) => ElementType::FLOAT,
        Column::Vec2(_) => ElementType::VECTOR2,
        Column::Vec3(_) => ElementType::VECTOR3,
        Column::Vec4(_) => ElementType::VECTOR4,
        Column::U8x4(_) => ElementType::UBYTE4,
        Column::Unorm8x4(_) => ElementType::UBYTE4_NORM,
        Column::U16x4(_) | Column::Snorm16x3(_) => return None,
    })
}

/// Three numbers of each value, whatever stores them.
fn triples(column: &Column) -> Option<Vec<[f32; 3]>> {
    Some(match column {
        Column::Vec3(values) => values.clone(),
        Column::Vec4(values) => values.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect(),
        Column::Snorm16x3(values) => values
            .iter()
            .map(|value| value.map(|number| (f32::from(number) / 32767.0).max(-1.0)))
            .collect(),
        Column::Unorm8x4(values) => {
            let number = |byte: u8| f32::from(byte) / 255.0 * 2.0 - 1.0;
            values
                .iter()
                .map(|[x, y, z, _]| [number(*x), number(*y), number(*z)])
                .collect()
        }
        _ => return None,
    })
}

fn handedness(normal: [f32; 3], tangent: [f32; 3], bitangent: [f32; 3]) -> f32 {
    let [normal, tangent, bitangent] = [normal, tangent, bitangent].map(glam::Vec3::from_array);
    if normal.cross(tangent).dot(bitangent) < 0.0 {
        -1.0
    } else {
        1.0
    }
}

/// Colours of 8 bits.
fn bytes(values: impl ExactSizeIterator<Item = [f32; 4]>, report: &mut Report) -> Column {
    let (mut clamped, mut rounded) = (0, 0);
    let bytes = values.map(|value| {
        clamped += usize::from(value.iter().any(|number| !(0.0..=1.0).contains(number)));
        let bytes = value.map(|number| (number.clamp(0.0, 1.0) * 255.0).round() as u8);
        let is_exact = bytes
            .iter()
            .zip(value)
            .all(|(byte, number)| f32::from(*byte) / 255.0 == number);
        rounded += usize::from(!is_exact);
        bytes
    });
    let bytes = bytes.collect();
    report.add_many(Code::C117, clamped, "vertices", "colours");
    report.add_many(Code::C133, rounded, "vertices", "colours");
    Column::Unorm8x4(bytes)
}
