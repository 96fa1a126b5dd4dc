//! Morph targets.

use super::writer::Writer;
use crate::{
    Code,
    gltf::{
        json::Attributes,
        morph::{self, Field, Fields},
        origin::{DeltaEntry, TargetEntry},
        typed::Values,
    },
    numbers,
    scene::{Delta, Mesh, MorphTarget},
};

impl Writer<'_> {
    /// The targets of a primitive whose vertices have these attributes.
    pub(super) fn targets(
        &mut self,
        mesh: usize,
        stream: usize,
        attributes: &Attributes,
    ) -> Vec<Attributes> {
        if !self.morphs.contains_key(&(mesh, stream)) {
            let targets = self.stream_targets(mesh, stream, attributes);
            self.morphs.insert((mesh, stream), targets);
        }
        let mut targets = self.morphs[&(mesh, stream)].clone();
        for target in &mut targets {
            target.retain(|name, _| attributes.contains_key(name));
        }
        targets
    }

    fn stream_targets(
        &mut self,
        mesh: usize,
        stream: usize,
        attributes: &Attributes,
    ) -> Vec<Attributes> {
        let all = &self.scene.meshes[mesh].targets;
        let of_stream = |target: &MorphTarget| {
            target
                .deltas
                .iter()
                .filter(|it| it.stream == stream)
                .cloned()
                .collect::<Vec<_>>()
        };
        let uses = |name: &str, of: fn(&Delta) -> bool| {
            attributes.contains_key(name)
                && all
                    .iter()
                    .flat_map(|it| &it.deltas)
                    .any(|it| it.stream == stream && of(it))
        };
        let has_normals = uses("NORMAL", |it| it.normals.is_some());
        let has_tangents = self.has_tangents(stream) && {
            let of = |it: &&Delta| it.stream == stream && it.tangents.is_some();
            all.iter().flat_map(|it| &it.deltas).any(|it| of(&it))
        };
        let count = self.scene.streams[stream].count;
        let mut zeros = [None; 2];
        let mut made = Vec::new();
        for (place, target) in all.iter().enumerate() {
            let what = format!("meshes[{mesh}].targets[{place}]");
            let deltas = of_stream(target);
            let delta = merged(deltas).unwrap_or_default();
            let order = morph::order(&delta, count);
            self.report.add_many(Code::C403, order.doubled, &*what, "");
            self.report.add_many(Code::C405, order.outside, &*what, "");
            let (no_normals, no_tangents) = (!has_normals, !has_tangents);
            let orphans = usize::from(no_normals && delta.normals.is_some())
                + usize::from(no_tangents && delta.tangents.is_some());
            self.report.add_many(Code::C402, orphans, &*what, "");
            let bitangents = usize::from(delta.bitangents.is_some());
            self.report.add_many(Code::C408, bitangents, &*what, "");

            let mut attributes = Attributes::new();
            let sparse = (order.indices.len() * 2 < count && !order.indices.is_empty())
                .then(|| self.file.sparse_indices(&order.indices, count))
                .flatten();
            let wanted = [
                ("POSITION", true, &delta.positions),
                ("NORMAL", has_normals, &delta.normals),
                ("TANGENT", has_tangents, &delta.tangents),
            ];
            for (name, is_wanted, values) in wanted {
                if !is_wanted {
                    continue;
                }
                let is_place = name == "POSITION";
                let mended = values.as_ref().map(|values| morph::ordered(values, &order));
                let bad = mended.as_ref().map_or(0, |it| it.1);
                self.report.add_many(Code::C404, bad, &*what, "");
                let accessor = mended.and_then(|(values, _)| match sparse {
                    Some(indices) => self.file.sparse(indices, &values, count, is_place),
                    None if order.indices.is_empty() => None,
                    None => {
                        let all = morph::expand(&order.indices, &values, count);
                        self.file.column(&crate::scene::Column::Vec3(all), is_place)
                    }
                });
                let accessor = accessor.unwrap_or_else(|| {
                    let zero = &mut zeros[usize::from(is_place)];
                    *zero.get_or_insert_with(|| self.file.zeros(count, is_place))
                });
                attributes.insert(name.into(), accessor);
            }
            made.push(attributes);
        }
        made
    }

    /// Whether primitives of a stream have tangents.
    fn has_tangents(&self, stream: usize) -> bool {
        let stream = &self.scene.streams[stream];
        stream.attributes.iter().any(|attribute| {
            attribute.semantic == crate::scene::Semantic::Tangent
                && attribute.set == 0
                && crate::gltf::mend::attribute(attribute, stream).is_some()
        })
    }

    /// Keeps the records of targets that the accessors do not give back.
    pub(super) fn keep_targets(&mut self, place: usize, mesh: &Mesh) {
        if !self.keeps() {
            return;
        }
        // The reader meets the levels of all parts by their number.
        let deepest = mesh
            .parts
            .iter()
            .map(|part| part.levels.len())
            .max()
            .unwrap_or(0);
        let mut met = Vec::new();
        for number in 0..deepest {
            for level in mesh.parts.iter().filter_map(|part| part.levels.get(number)) {
                if !mesh.targets.is_empty() && !met.contains(&level.stream) && self.is_drawn(level)
                {
                    met.push(level.stream);
                }
            }
        }
        for (number, target) in mesh.targets.iter().enumerate() {
            let derived: Vec<Fields> = met
                .iter()
                .map(|stream| self.fields(place, *stream, number, target))
                .collect();
            let records: Vec<Delta> = met
                .iter()
                .zip(&derived)
                .filter_map(|(stream, fields)| fields.records(*stream))
                .collect();
            if records == target.deltas && !has_nan(&target.deltas) {
                continue;
            }
            let mut deltas = Vec::new();
            for delta in &target.deltas {
                let known = met.iter().position(|stream| *stream == delta.stream);
                let fields = known.map(|known| &derived[known]);
                deltas.push(self.keep_delta(delta, fields));
            }
            self.origin.targets.push(TargetEntry {
                mesh: place,
                target: number,
                deltas,
            });
        }
    }

    /// What the accessors of a target say for one stream.
    fn fields(&self, mesh: usize, stream: usize, number: usize, target: &MorphTarget) -> Fields {
        let count = self.scene.streams[stream].count;
        let written = self.morphs.get(&(mesh, stream));
        let Some(attributes) = written.and_then(|targets| targets.get(number)) else {
            return Fields::default();
        };
        let of_stream = target
            .deltas
            .iter()
            .filter(|it| it.stream == stream)
            .cloned();
        let Some(delta) = merged(of_stream.collect()) else {
            return Fields::default();
        };
        let order = morph::order(&delta, count);
        let is_sparse = order.indices.len() * 2 < count;
        let field = |name: &str, values: &Option<Vec<[f32; 3]>>| {
            let values = values.as_ref().filter(|_| attributes.contains_key(name))?;
            if order.indices.is_empty() {
                return None;
            }
            let (values, _) = morph::ordered(values, &order);
            Some(if is_sparse {
                Field::Some(order.indices.clone(), values.into_owned())
            } else {
                Field::All(morph::expand(&order.indices, &values, count))
            })
        };
        Fields {
            positions: field("POSITION", &delta.positions),
            normals: field("NORMAL", &delta.normals),
            tangents: field("TANGENT", &delta.tangents),
        }
    }

    fn keep_delta(&mut self, delta: &Delta, fields: Option<&Fields>) -> DeltaEntry {
        let derived = fields.and_then(|fields| fields.records(delta.stream));
        let is_same = derived.is_some_and(|it| it.indices == delta.indices);
        let mut keep = |values: &Option<Vec<[f32; 3]>>, field: Option<&Field>| {
            let values = values.as_ref()?;
            let gathered = field.map(|field| field.at(&delta.indices));
            if gathered.is_some_and(|gathered| bits(&gathered) == bits(values)) {
                return Some(Values::Accessor(true));
            }
            let view = self
                .file
                .store(|out| numbers::append(out, values.as_flattened()));
            Some(view.map_or(Values::Accessor(false), Values::View))
        };
        let of = |pick: fn(&Fields) -> &Option<Field>| fields.and_then(|it| pick(it).as_ref());
        DeltaEntry {
            stream: delta.stream,
            count: delta.indices.len(),
            positions: keep(&delta.positions, of(|it| &it.positions)),
            normals: keep(&delta.normals, of(|it| &it.normals)),
            tangents: keep(&delta.tangents, of(|it| &it.tangents)),
            bitangents: keep(&delta.bitangents, None),
            indices: if is_same {
                None
            } else {
                self.file.store(|out| numbers::append(out, &delta.indices))
            },
        }
    }
}

fn bits(values: &[[f32; 3]]) -> Vec<u8> {
    numbers::bytes(values.as_flattened())
}

fn has_nan(deltas: &[Delta]) -> bool {
    deltas.iter().any(|delta| {
        let lists = [&delta.positions, &delta.normals, &delta.tangents];
        lists
            .into_iter()
            .flatten()
            .any(|it| it.as_flattened().iter().any(|it| it.is_nan()))
    })
}

/// All records of one stream as one delta.
fn merged(deltas: Vec<Delta>) -> Option<Delta> {
    let mut deltas = deltas.into_iter();
    let mut all = deltas.next()?;
    for delta in deltas {
        let (before, added) = (all.indices.len(), delta.indices.len());
        all.indices.extend(&delta.indices);
        let lists = [
            (&mut all.positions, delta.positions),
            (&mut all.normals, delta.normals),
            (&mut all.tangents, delta.tangents),
            (&mut all.bitangents, delta.bitangents),
        ];
        for (list, more) in lists {
            if list.is_none() && more.is_none() {
                continue;
            }
            let list = list.get_or_insert_with(|| vec![[0.0; 3]; before]);
            list.extend(more.unwrap_or_else(|| vec![[0.0; 3]; added]));
        }
    }
    Some(all)
}
