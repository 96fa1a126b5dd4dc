//! A geometry that is made of a scene.

use std::collections::BTreeMap;

use formwork_formats::horde3d::{
    Geometry,
    geometry::{Elements, Stream, StreamKind, Version},
};
use formwork_schema::{Packed, Result};

use super::{
    batches::Use,
    build_morphs, columns,
    influences::{Influences, Lost, RIGID},
    restore::joint,
    table::Joints,
    vertices,
};
use crate::{
    Code, Options, Report, Scene, Tangents,
    error::invalid,
    scene::{self, Column, Semantic},
};

/// The geometry of vertices, indices and joints.
pub(super) fn build(
    scene: &Scene,
    uses: &[Use<'_>],
    indices: &[u32],
    joints: &Joints,
    flip: bool,
    options: &Options,
    report: &mut Report,
) -> Result<Geometry> {
    let count = uses.iter().map(|one| one.count(scene)).sum::<usize>();
    let builder = Builder {
        scene,
        uses,
        count,
        flip,
    };
    let mut streams = vec![stream(StreamKind::POSITION, 12, builder.positions(report)?)];
    builder.directions(&mut streams, options, report)?;
    builder.influences(&mut streams, &joints.entries, options, report)?;
    builder.tex_coords(&mut streams, report)?;
    builder.tell(report);
    let version = Version::new(b"H3DG", 5).ok_or_else(|| invalid("no such version"))?;
    Ok(Geometry {
        version,
        joints: Packed::from_records((), joints.matrices.iter().map(joint))?,
        vertex_count: u32::try_from(count).unwrap_or(u32::MAX),
        streams: Some(streams),
        vertices: None,
        indices: columns::pack_indices(indices)?,
        morph_targets: build_morphs::build(scene, uses, report)?,
    })
}

struct Builder<'a> {
    scene: &'a Scene,
    uses: &'a [Use<'a>],
    count: usize,
    flip: bool,
}

impl<'a> Builder<'a> {
    fn streams(&self) -> impl Iterator<Item = (&Use<'a>, &'a scene::Stream)> {
        self.uses
            .iter()
            .map(|one| (one, &self.scene.streams[one.stream]))
    }

    /// The rows of all uses, of a column for each of their streams; zeros where a stream has none.
    fn gather<T: Copy + Default, C: AsRef<[T]>>(
        &self,
        of: impl Fn(&'a scene::Stream) -> Option<C>,
    ) -> Vec<T> {
        let mut known: BTreeMap<usize, Option<C>> = BTreeMap::new();
        let mut all = Vec::with_capacity(self.count);
        for (one, stream) in self.streams() {
            let column = known.entry(one.stream).or_insert_with(|| of(stream));
            let end = all.len() + one.count(self.scene);
            match (column, &one.rows) {
                (Some(column), None) => all.extend_from_slice(column.as_ref()),
                (Some(column), Some(rows)) => {
                    all.extend(rows.iter().map(|row| column.as_ref()[*row as usize]));
                }
                (None, _) => {}
            }
            all.resize(end, T::default());
        }
        all
    }

    fn has(&self, semantic: &Semantic, set: u8) -> bool {
        self.streams()
            .any(|(_, stream)| stream.get(semantic, set).is_some())
    }

    fn positions(&self, report: &mut Report) -> Result<Elements> {
        let is_usual = |stream: &scene::Stream| stream.positions().is_some();
        let odd = self
            .streams()
            .filter(|(_, stream)| !is_usual(stream))
            .count();
        report.add_many(
            Code::C110,
            odd,
            "positions",
            "positions of other than three numbers",
        );
        let all = self.gather(|stream| match stream.get(&Semantic::Position, 0)? {
            Column::Vec3(values) => Some(std::borrow::Cow::Borrowed(&values[..])),
            Column::Vec4(values) => Some(values.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect()),
            _ => None,
        });
        Ok(Elements::Positions(columns::pack_triples(&all)?))
    }

    fn directions(
        &self,
        streams: &mut Vec<Stream>,
        options: &Options,
        report: &mut Report,
    ) -> Result<()> {
        let pack = |all: Vec<[i16; 3]>| columns::pack_directions(&all).map(Elements::Directions);
        let is_rounded = |column: Option<&Column>| {
            column.is_some_and(|column| !matches!(column, Column::Snorm16x3(_)))
        };
        let mut rounded = 0;
        if self.has(&Semantic::Normal, 0) {
            let all = self.gather(vertices::normals);
            streams.push(stream(StreamKind::NORMAL, 6, pack(all)?));
            rounded += self
                .streams()
                .filter(|(_, of)| is_rounded(of.get(&Semantic::Normal, 0)))
                .count();
        }
        if self.has(&Semantic::Tangent, 0) && options.tangents != Tangents::Drop {
            let all = self.gather(vertices::tangents);
            streams.push(stream(StreamKind::TANGENT, 6, pack(all)?));
            let all = self.gather(vertices::bitangents);
            streams.push(stream(StreamKind::BITANGENT, 6, pack(all)?));
            rounded += self
                .streams()
                .filter(|(_, of)| is_rounded(of.get(&Semantic::Tangent, 0)))
                .count();
            let computed = self
                .streams()
                .filter(|(_, of)| of.get(&Semantic::Bitangent, 0).is_none());
            let computed: usize = computed.map(|(one, _)| one.count(self.scene)).sum();
            report.add_many(Code::C803, computed, "bitangents", "");
        }
        report.add_many(Code::C139, rounded, "normals", "");
        Ok(())
    }

    fn influences(
        &self,
        streams: &mut Vec<Stream>,
        skins: &[Vec<u8>],
        options: &Options,
        report: &mut Report,
    ) -> Result<()> {
        if self.uses.iter().all(|one| one.skin.is_none()) {
            return Ok(());
        }
        let (mut joints, mut weights) = (
            Vec::with_capacity(self.count),
            Vec::with_capacity(self.count),
        );
        let mut lost = Lost::default();
        for (one, stream) in self.streams() {
            let count = one.count(self.scene);
            let skin = one.skin.and_then(|skin| skins.get(skin));
            let Some(entries) = skin else {
                joints.resize(joints.len() + count, RIGID.0);
                weights.resize(weights.len() + count, RIGID.1);
                continue;
            };
            let all = Influences::new(stream, one.joints, entries, options.max_influences);
            for place in 0..count {
                let row = one.rows.as_ref().map_or(place, |rows| rows[place] as usize);
                let (own_joints, own_weights) = all.at(row, &mut lost);
                joints.push(own_joints);
                weights.push(own_weights);
            }
        }
        report.add_many(Code::C134, lost.dropped, "weights", "");
        report.add_many(Code::C135, lost.rounded, "weights", "");
        report.add_many(Code::C140, lost.unknown, "weights", "");
        let detail = "it follows entry 0 of the joint table";
        report.add_many(Code::C142, lost.unweighted, "weights", detail);
        let joints = Elements::Joints(columns::pack_joints(&joints)?);
        streams.push(stream(StreamKind::JOINT_INDICES, 4, joints));
        let weights = Elements::Weights(columns::pack_weights(&weights)?);
        streams.push(stream(StreamKind::JOINT_WEIGHTS, 4, weights));
        Ok(())
    }

    fn tex_coords(&self, streams: &mut Vec<Stream>, report: &mut Report) -> Result<()> {
        for (kind, set) in [(StreamKind::TEX_COORDS_0, 0), (StreamKind::TEX_COORDS_1, 1)] {
            if !self.has(&Semantic::TexCoord, set) {
                continue;
            }
            // Vertices without stay at 0, as in engines.
            let all = self.gather(|stream| {
                let mut pairs = pairs(stream.get(&Semantic::TexCoord, set)?)?;
                for place in pairs.iter_mut().filter(|_| self.flip) {
                    place[1] = 1.0 - place[1];
                }
                Some(pairs)
            });
            if self.flip {
                report.add(Code::C801, format!("texture coordinates {set}"), "");
            }
            let all = Elements::TexCoords(columns::pack_pairs(&all)?);
            streams.push(stream(kind, 8, all));
        }
        Ok(())
    }

    /// Says what has no stream.
    fn tell(&self, report: &mut Report) {
        for (one, stream) in self.streams() {
            let place = format!("streams[{}]", one.stream);
            for attribute in &stream.attributes {
                let (code, detail) = match (&attribute.semantic, attribute.set) {
                    (Semantic::TexCoord, 2..) => (Code::C137, format!("set {}", attribute.set)),
                    (Semantic::Color, set) => (Code::C138, format!("set {set}")),
                    (Semantic::Other(name), _) => (Code::C136, name.clone()),
                    _ => continue,
                };
                report.add(code, &*place, detail);
            }
        }
    }
}

fn pairs(column: &Column) -> Option<Vec<[f32; 2]>> {
    Some(match column {
        Column::Vec2(values) => values.clone(),
        Column::Vec3(values) => values.iter().map(|[u, v, _]| [*u, *v]).collect(),
        Column::Vec4(values) => values.iter().map(|[u, v, ..]| [*u, *v]).collect(),
        _ => return None,
    })
}

fn stream(kind: StreamKind, element_size: u32, elements: Elements) -> Stream {
    Stream {
        kind,
        element_size,
        elements,
    }
}
