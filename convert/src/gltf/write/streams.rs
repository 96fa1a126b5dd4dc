//! Vertices.

use std::borrow::Cow;

use super::{skins::is_weighted, writer::Writer};
use crate::{
    Code,
    gltf::{
        column,
        json::Attributes,
        mend, names,
        origin::{ColumnEntry, Rows, StreamEntry},
    },
    scene::{Attribute, Column, Level, Scene, Semantic, Stream, Topology},
};

/// All streams, as far as they are written.
pub(super) struct Streams<'a> {
    written: Vec<Option<Written>>,
    groups: Vec<Vec<Group<'a>>>,
    /// Accessors that bind so many vertices to the first joint.
    rigid: Vec<(usize, (usize, usize))>,
}

/// What glTF has of one stream.
struct Written {
    attributes: Attributes,
    /// The sets that `TEXCOORD_0`… were.
    texcoords: Vec<u8>,
    /// The sets that `COLOR_0`… were.
    colors: Vec<u8>,
    columns: Vec<ColumnEntry>,
    /// The joints that the stream's influences were mended for.
    joint_count: usize,
}

/// The vertices of a stream that are drawn with the same joints.
struct Group<'a> {
    /// The joints of its levels; `None` for those of the stream.
    joints: Option<&'a Column>,
    used: Vec<bool>,
    accessors: Vec<(usize, Vec<(usize, usize)>)>,
    /// What the joints were.
    entry: Option<ColumnEntry>,
}

/// What a primitive says of its vertices.
pub(super) struct Vertices {
    pub attributes: Attributes,
    pub texcoords: Option<Vec<u8>>,
    pub colors: Option<Vec<u8>>,
    /// What its own joints were.
    pub joints: Option<ColumnEntry>,
}

impl<'a> Streams<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        let mut groups: Vec<Vec<Group<'a>>> = scene.streams.iter().map(|_| Vec::new()).collect();
        let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
        for level in parts.flat_map(|part| &part.levels) {
            let joints = level.joints.as_ref();
            let of_stream = &mut groups[level.stream];
            let known = of_stream.iter().position(|group| group.joints == joints);
            let place = known.unwrap_or_else(|| {
                of_stream.push(Group {
                    joints,
                    used: Vec::new(),
                    accessors: Vec::new(),
                    entry: None,
                });
                of_stream.len() - 1
            });
            if joints.is_some() {
                let used = &mut of_stream[place].used;
                used.resize(scene.streams[level.stream].count, false);
                for index in &level.indices {
                    if let Some(used) = used.get_mut(*index as usize) {
                        *used = true;
                    }
                }
            }
        }
        Self {
            written: scene.streams.iter().map(|_| None).collect(),
            groups,
            rigid: Vec::new(),
        }
    }
}

impl<'a> Writer<'a> {
    /// The accessors of a level's vertices; `joint_count` is that of the skin that bends it.
    pub(super) fn vertices(
        &mut self,
        streams: &mut Streams<'a>,
        level: &'a Level,
        joint_count: Option<usize>,
    ) -> Vertices {
        let stream = &self.scene.streams[level.stream];
        if streams.written[level.stream].is_none() {
            streams.written[level.stream] = Some(self.stream(level.stream, stream));
        }
        let mut joints = None;
        let mut influences = Vec::new();
        if let Some(joint_count) = joint_count {
            if is_weighted(stream) {
                (influences, joints) = self.influences(streams, level, joint_count);
            } else {
                influences = vec![self.rigid(streams, stream.count)];
                let what = format!("streams[{}]", level.stream);
                self.report.add(Code::C202, what, "no weights");
            }
        }
        let written = streams.written[level.stream].as_ref();
        let mut attributes = written.map_or_else(Attributes::new, |it| it.attributes.clone());
        let is_surface = matches!(
            level.topology,
            Topology::Triangles | Topology::TriangleStrip | Topology::TriangleFan
        );
        if !is_surface {
            attributes.remove("TANGENT");
        }
        for (set, (joints, weights)) in influences.into_iter().enumerate() {
            attributes.insert(format!("JOINTS_{set}"), joints);
            attributes.insert(format!("WEIGHTS_{set}"), weights);
        }
        Vertices {
            attributes,
            texcoords: written.and_then(|it| renumbered(&it.texcoords)),
            colors: written.and_then(|it| renumbered(&it.colors)),
            joints,
        }
    }

    /// Writes all of a stream but joints and weights.
    fn stream(&mut self, place: usize, stream: &Stream) -> Written {
        let mut written = Written {
            attributes: Attributes::new(),
            texcoords: Vec::new(),
            colors: Vec::new(),
            columns: Vec::new(),
            joint_count: 0,
        };
        for attribute in &stream.attributes {
            let what = format!("streams[{place}].{}", names::of(attribute));
            let entry = self.attribute(&mut written, attribute, stream, &what);
            written.columns.push(entry);
        }
        let is_changed = |sets: &[u8]| renumbered(sets).is_some();
        if is_changed(&written.texcoords) || is_changed(&written.colors) {
            let what = format!("streams[{place}]");
            self.report.add(Code::C116, what, "sets have gaps");
        }
        written
    }

    fn attribute(
        &mut self,
        written: &mut Written,
        attribute: &Attribute,
        stream: &Stream,
        what: &str,
    ) -> ColumnEntry {
        let mut entry = ColumnEntry {
            semantic: names::semantic(&attribute.semantic),
            set: attribute.set,
            kind: column::kind(&attribute.values).into(),
            ..ColumnEntry::default()
        };
        if matches!(attribute.semantic, Semantic::Joints | Semantic::Weights) {
            return entry;
        }
        let standard = mend::attribute(attribute, stream);
        let name = standard
            .as_ref()
            .and_then(|mended| match attribute.semantic {
                Semantic::TexCoord => {
                    let name = format!("TEXCOORD_{}", written.texcoords.len());
                    matches!(*mended.column, Column::Vec2(_)).then_some(name)
                }
                Semantic::Color => Some(format!("COLOR_{}", written.colors.len())),
                _ => names::standard(attribute),
            });
        let is_standard = name.is_some();
        let name = name.unwrap_or_else(|| names::custom(attribute));
        let mended = standard.or_else(|| mend::numbers(&attribute.values));
        let accessor = mended.as_ref().and_then(|mended| {
            let is_free = !written.attributes.contains_key(&name);
            let bounds = name == "POSITION";
            is_free.then(|| self.file.column(&mended.column, bounds))?
        });
        let (Some(mended), Some(accessor)) = (mended, accessor) else {
            self.report.add(Code::C115, what, "stored only");
            entry.rows = self.all_rows(&attribute.values);
            return entry;
        };
        if !is_standard && !matches!(attribute.semantic, Semantic::Other(_)) {
            self.report.add(Code::C115, what, name.clone());
        }
        match attribute.semantic {
            Semantic::TexCoord if is_standard => written.texcoords.push(attribute.set),
            Semantic::Color if is_standard => written.colors.push(attribute.set),
            _ => {}
        }
        written.attributes.insert(name, accessor);
        self.lose(&mended.losses, what);
        entry.accessor = Some(accessor);
        if let Cow::Owned(mended) = &mended.column {
            entry.rows = self.rows_of(&attribute.values, mended, &attribute.semantic);
        }
        entry
    }

    /// The rows that glTF's column does not give back.
    fn rows_of(&mut self, raw: &Column, mended: &Column, semantic: &Semantic) -> Option<Rows> {
        if !self.keeps() || raw == mended && !has_nan(raw) {
            return None;
        }
        let kind = column::kind(raw);
        let derived = column::back(mended.clone(), kind, semantic);
        let derived = derived.map(|column| column::to_bytes(&column));
        let raw = column::to_bytes(raw);
        let width = column::width(kind)?;
        self.file.rows(width, &raw, &derived.unwrap_or_default())
    }

    fn all_rows(&mut self, raw: &Column) -> Option<Rows> {
        if !self.keeps() {
            return None;
        }
        let all = self.file.store(|out| column::append_column(out, raw));
        Some(Rows { all, some: None })
    }

    /// The accessors of joints and weights by set, and what a level's own joints were.
    fn influences(
        &mut self,
        streams: &mut Streams<'a>,
        level: &Level,
        joint_count: usize,
    ) -> (Vec<(usize, usize)>, Option<ColumnEntry>) {
        let groups = &mut streams.groups[level.stream];
        let joints = level.joints.as_ref();
        let place = groups.iter().position(|group| group.joints == joints);
        let place = place.unwrap_or_default();
        let group = &groups[place];
        let known = group.accessors.iter().find(|known| known.0 == joint_count);
        if let Some((_, accessors)) = known {
            return (accessors.clone(), group.entry.clone());
        }
        let stream = &self.scene.streams[level.stream];
        let (joints, weights) = sets(stream, group.joints);
        let used = group.joints.is_some().then_some(&*group.used);
        let mended = mend::weights(&joints, &weights, joint_count, used);
        let what = format!("streams[{}].weights", level.stream);
        self.lose(&mended.losses, &what);

        let mut made = Vec::new();
        for (set, (mended_joints, mended_weights)) in
            mended.joints.iter().zip(&mended.weights).enumerate()
        {
            let shared = groups
                .iter()
                .flat_map(|group| &group.accessors)
                .filter_map(|known| known.1.get(set))
                .map(|known| known.1)
                .next();
            // Only joints differ between mappings of bones, as a rule.
            let shared = shared.filter(|known| self.file.holds(*known, mended_weights));
            let of_joints = self.file.column(mended_joints, false);
            let of_weights = shared.or_else(|| self.file.column(mended_weights, false));
            made.extend(of_joints.zip(of_weights));
        }
        let mut entry = None;
        if let (Some(raw), Some(first)) = (group.joints, made.first()) {
            entry = Some(ColumnEntry {
                semantic: names::semantic(&Semantic::Joints),
                kind: column::kind(raw).into(),
                accessor: Some(first.0),
                rows: self.rows_of(raw, &mended.joints[0], &Semantic::Joints),
                ..ColumnEntry::default()
            });
        }
        if let Some(written) = &mut streams.written[level.stream] {
            let is_own = group.joints.is_none();
            written.joint_count = joint_count;
            for (attribute, column) in stream.attributes.iter().zip(&mut written.columns) {
                let set = usize::from(attribute.set);
                let (Some(accessors), None) = (made.get(set), column.accessor) else {
                    continue;
                };
                let (accessor, mended) = match attribute.semantic {
                    Semantic::Joints if is_own || set > 0 => (accessors.0, &mended.joints[set]),
                    Semantic::Weights => (accessors.1, &mended.weights[set]),
                    _ => continue,
                };
                column.accessor = Some(accessor);
                column.rows = self.rows_of(&attribute.values, mended, &attribute.semantic);
            }
        }
        let group = &mut streams.groups[level.stream][place];
        group.accessors.push((joint_count, made.clone()));
        group.entry.clone_from(&entry);
        (made, entry)
    }

    /// Accessors that bind all vertices to the first joint.
    fn rigid(&mut self, streams: &mut Streams<'_>, count: usize) -> (usize, usize) {
        if let Some(known) = streams.rigid.iter().find(|known| known.0 == count) {
            return known.1;
        }
        let joints = Column::U8x4(vec![[0; 4]; count]);
        let weights = Column::Vec4(vec![[1.0, 0.0, 0.0, 0.0]; count]);
        let joints = self.file.column(&joints, false).unwrap_or_default();
        let weights = self.file.column(&weights, false).unwrap_or_default();
        streams.rigid.push((count, (joints, weights)));
        (joints, weights)
    }

    /// Says of all streams what glTF does not.
    pub(super) fn finish_streams(&mut self, streams: Streams<'_>) {
        if !self.keeps() {
            return;
        }
        let scene = self.scene;
        for (written, stream) in streams.written.into_iter().zip(&scene.streams) {
            let written = written.unwrap_or_else(|| Written {
                attributes: Attributes::new(),
                texcoords: Vec::new(),
                colors: Vec::new(),
                joint_count: 0,
                columns: stream.attributes.iter().map(column_entry).collect(),
            });
            let mut columns = written.columns;
            for (column, attribute) in columns.iter_mut().zip(&stream.attributes) {
                if column.accessor.is_none() && column.rows.is_none() {
                    column.rows = self.all_rows(&attribute.values);
                }
            }
            self.origin.streams.push(StreamEntry {
                count: stream.count,
                joint_count: written.joint_count,
                attributes: columns,
            });
        }
    }
}

fn column_entry(attribute: &Attribute) -> ColumnEntry {
    ColumnEntry {
        semantic: names::semantic(&attribute.semantic),
        set: attribute.set,
        kind: column::kind(&attribute.values).into(),
        ..ColumnEntry::default()
    }
}

/// The columns of joints and weights by set, with other joints in the first where a level has them.
pub(super) fn sets<'a>(
    stream: &'a Stream,
    joints: Option<&'a Column>,
) -> (Vec<&'a Column>, Vec<&'a Column>) {
    let mut found = (Vec::new(), Vec::new());
    for set in 0..=u8::MAX {
        let own = stream.get(&Semantic::Joints, set);
        let own = if set == 0 { joints.or(own) } else { own };
        let (Some(joints), Some(weights)) = (own, stream.get(&Semantic::Weights, set)) else {
            break;
        };
        found.0.push(joints);
        found.1.push(weights);
    }
    found
}

fn renumbered(sets: &[u8]) -> Option<Vec<u8>> {
    let is_changed = sets.iter().zip(0..).any(|(set, place)| *set != place);
    is_changed.then(|| sets.to_vec())
}

/// Whether some number is not equal to itself, so that columns cannot be compared.
fn has_nan(column: &Column) -> bool {
    match column {
        Column::F32(values) => values.iter().any(|it| it.is_nan()),
        Column::Vec2(rows) => rows.as_flattened().iter().any(|it| it.is_nan()),
        Column::Vec3(rows) => rows.as_flattened().iter().any(|it| it.is_nan()),
        Column::Vec4(rows) => rows.as_flattened().iter().any(|it| it.is_nan()),
        _ => false,
    }
}
