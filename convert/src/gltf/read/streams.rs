//! Vertices.

use formwork_schema::{Result, sorted};

use super::reader::Reader;
use crate::{
    Code,
    error::malformed,
    gltf::{
        column,
        extras::Notes,
        json::{Attributes, Primitive},
        names,
    },
    scene::{Attribute, Column, Semantic, Stream},
};

/// The accessor of joints that levels may have of their own.
const JOINTS: &str = "JOINTS_0";

impl Reader<'_> {
    /// The stream of a primitive, and its own joints where they are not the stream's. `None` for one without vertices.
    pub(super) fn stream(
        &mut self,
        primitive: &Primitive,
        pointer: &str,
    ) -> Result<Option<(usize, Option<Column>)>> {
        let Some(position) = primitive.attributes.get("POSITION") else {
            return Ok(None);
        };
        if let Some(place) = self.stored.get(position) {
            return Ok(Some((*place, None)));
        }
        let mut key = primitive.attributes.clone();
        let joints = key.remove(JOINTS);
        if let Some((place, first)) = self.streams.get(&key).copied() {
            let own = joints.filter(|_| joints != first);
            let own = match own {
                Some(own) => self.column(own, &format!("{pointer}/attributes/{JOINTS}"))?,
                None => None,
            };
            let count = self.scene.streams[place].count;
            if own.as_ref().is_some_and(|own| own.len() != count) {
                return Err(unequal(&format!("{pointer}/attributes/{JOINTS}")));
            }
            return Ok(Some((place, own)));
        }
        let stream = self.new_stream(&primitive.attributes, primitive.extras.known(), pointer)?;
        let place = self.scene.streams.len();
        self.scene.streams.push(stream);
        self.streams.insert(key, (place, joints));
        Ok(Some((place, None)))
    }

    fn new_stream(
        &mut self,
        attributes: &Attributes,
        notes: Option<&Notes>,
        pointer: &str,
    ) -> Result<Stream> {
        let mut stream = Stream::default();
        let mut found = Vec::new();
        for (name, accessor) in attributes {
            let pointer = format!("{pointer}/attributes/{name}");
            let Some((semantic, set)) = names::attribute(name) else {
                self.report.add(Code::C136, pointer, "not known");
                continue;
            };
            let Some(values) = self.attribute(&semantic, *accessor, &pointer)? else {
                self.report.add(Code::C136, pointer, "no such columns");
                continue;
            };
            let was = match semantic {
                Semantic::TexCoord => notes.and_then(|it| it.texcoords.as_ref()),
                Semantic::Color => notes.and_then(|it| it.colors.as_ref()),
                _ => None,
            };
            let is_numbered = !name.starts_with('_');
            let was = was
                .filter(|_| is_numbered)
                .and_then(|it| it.get(usize::from(set)));
            let set = was.copied().unwrap_or(set);
            found.push((
                pointer,
                Attribute {
                    semantic,
                    set,
                    values,
                },
            ));
        }
        let is_place = |it: &&(String, Attribute)| it.1.semantic == Semantic::Position;
        stream.count = found
            .iter()
            .find(is_place)
            .map_or(0, |it| it.1.values.len());
        if let Some((pointer, _)) = found.iter().find(|it| it.1.values.len() != stream.count) {
            return Err(unequal(pointer));
        }
        stream.attributes = found.into_iter().map(|it| it.1).collect();
        sorted::by(&mut stream.attributes, |a, b| {
            (&a.semantic, a.set).cmp(&(&b.semantic, b.set))
        });
        Ok(stream)
    }

    fn attribute(
        &mut self,
        semantic: &Semantic,
        accessor: usize,
        pointer: &str,
    ) -> Result<Option<Column>> {
        let is_ours = pointer.contains("/_FW_");
        match semantic {
            Semantic::Position | Semantic::Normal if !is_ours => {
                Ok(Some(Column::Vec3(self.rows(accessor, pointer)?)))
            }
            Semantic::Tangent if !is_ours => Ok(Some(Column::Vec4(self.rows(accessor, pointer)?))),
            Semantic::TexCoord if !is_ours => Ok(Some(Column::Vec2(self.rows(accessor, pointer)?))),
            Semantic::Color => {
                let column = self.column(accessor, pointer)?;
                let is_color =
                    |it: &Column| matches!(column::kind(it), "vec3" | "vec4" | "unorm8x4");
                Ok(Some(
                    column.filter(is_color).ok_or_else(|| wrong_type(pointer))?,
                ))
            }
            Semantic::Joints => {
                let column = self.column(accessor, pointer)?;
                let is_joints = |it: &Column| matches!(column::kind(it), "u8x4" | "u16x4");
                Ok(Some(
                    column
                        .filter(is_joints)
                        .ok_or_else(|| wrong_type(pointer))?,
                ))
            }
            Semantic::Weights => {
                let column = self.column(accessor, pointer)?;
                let is_weights = |it: &Column| matches!(column::kind(it), "vec4" | "unorm8x4");
                Ok(Some(
                    column
                        .filter(is_weights)
                        .ok_or_else(|| wrong_type(pointer))?,
                ))
            }
            _ => self.column(accessor, pointer),
        }
    }
}

fn wrong_type(pointer: &str) -> formwork_schema::Error {
    malformed("values of another type than glTF allows here").of(pointer)
}

fn unequal(pointer: &str) -> formwork_schema::Error {
    malformed("another number of values than POSITION has").of(pointer)
}
