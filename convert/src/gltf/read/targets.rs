//! Morph targets.

use formwork_schema::Result;

use super::{meshes::Drawn, reader::Reader};
use crate::{
    Code,
    error::malformed,
    gltf::{
        morph::{self, Field, Fields},
        origin::{DeltaEntry, TargetEntry},
        typed::Values,
    },
    numbers,
    scene::Delta,
};

impl Reader<'_> {
    /// Reads the targets of one mesh of the scene, whose primitives are given.
    pub(super) fn targets(&mut self, mesh: usize, drawn: &[Drawn]) -> Result<()> {
        let mut streams: Vec<Drawn> = Vec::new();
        for one in drawn {
            if !streams.iter().any(|known| known.2 == one.2) {
                streams.push(*one);
            }
        }
        for target in 0..self.scene.meshes[mesh].targets.len() {
            let mut all = Vec::new();
            for (of, primitive, stream) in &streams {
                let fields = self.fields(*of, *primitive, *stream, target)?;
                all.push((*stream, fields));
            }
            let derived = all
                .iter()
                .filter_map(|(stream, fields)| fields.records(*stream));
            let derived: Vec<Delta> = derived.collect();
            let kept = self.kept_target(mesh, target, &all)?;
            self.scene.meshes[mesh].targets[target].deltas = kept.unwrap_or(derived);
        }
        Ok(())
    }

    /// What one primitive says of one target.
    fn fields(
        &mut self,
        mesh: usize,
        primitive: usize,
        stream: usize,
        target: usize,
    ) -> Result<Fields> {
        let document = self.document;
        let mut fields = Fields::default();
        let count = self.scene.streams[stream].count;
        let targets = &document.meshes[mesh].primitives[primitive].targets;
        let Some(attributes) = targets.get(target) else {
            return Ok(fields);
        };
        for (name, accessor) in attributes {
            let pointer = format!("/meshes/{mesh}/primitives/{primitive}/targets/{target}/{name}");
            let field = match &**name {
                "POSITION" => &mut fields.positions,
                "NORMAL" => &mut fields.normals,
                "TANGENT" => &mut fields.tangents,
                _ => {
                    self.report.add(Code::C407, pointer, name.clone());
                    continue;
                }
            };
            let packed = self.packed(*accessor, &pointer)?;
            if packed.count != count {
                let message = "another number of values than POSITION has";
                return Err(malformed(message).of(pointer));
            }
            *field = if let Some((indices, values)) = self.named::<3>(&packed, &pointer)? {
                (!indices.is_empty()).then(|| Field::named(indices, values))
            } else {
                Some(Field::All(self.numbers(&packed, &pointer)?))
            };
        }
        Ok(fields)
    }

    /// The records that are stored of a target, where they make what the file says.
    fn kept_target(
        &mut self,
        mesh: usize,
        target: usize,
        all: &[(usize, Fields)],
    ) -> Result<Option<Vec<Delta>>> {
        let entries = self.origin.map_or(&[][..], |origin| &origin.targets);
        let is_it = |entry: &&TargetEntry| (entry.mesh, entry.target) == (mesh, target);
        let Some(entry) = entries.iter().find(is_it) else {
            return Ok(None);
        };
        let mut deltas = Vec::new();
        for delta in &entry.deltas {
            let fields = all.iter().find(|it| it.0 == delta.stream).map(|it| &it.1);
            match self.kept_delta(delta, fields)? {
                Some(delta) => deltas.push(delta),
                None => return Ok(None),
            }
        }
        let is_same = all.iter().all(|(stream, fields)| {
            let count = self.scene.streams[*stream].count;
            let of_stream = deltas.iter().filter(|delta| delta.stream == *stream);
            makes(of_stream, fields, count)
        });
        Ok(is_same.then_some(deltas))
    }

    fn kept_delta(&mut self, entry: &DeltaEntry, fields: Option<&Fields>) -> Result<Option<Delta>> {
        if entry.stream >= self.scene.streams.len() {
            return Ok(None);
        }
        let indices = if entry.count == 0 {
            Some(Vec::new())
        } else if entry.indices.is_some() {
            self.stored_indices(entry.indices)?
        } else {
            fields
                .and_then(|it| it.records(entry.stream))
                .map(|it| it.indices)
        };
        let Some(indices) = indices.filter(|it| it.len() == entry.count) else {
            return Ok(None);
        };
        let mut delta = Delta {
            stream: entry.stream,
            ..Delta::default()
        };
        let none = Fields::default();
        let fields = fields.unwrap_or(&none);
        let lists = [
            (&mut delta.positions, entry.positions, &fields.positions),
            (&mut delta.normals, entry.normals, &fields.normals),
            (&mut delta.tangents, entry.tangents, &fields.tangents),
            (&mut delta.bitangents, entry.bitangents, &None),
        ];
        for (list, values, field) in lists {
            *list = match values {
                None => continue,
                Some(Values::Accessor(_)) => match field {
                    Some(field) => Some(field.at(&indices)),
                    None => Some(vec![[0.0; 3]; indices.len()]),
                },
                Some(Values::View(view)) => self
                    .stored(Some(view))?
                    .map(|bytes| numbers::rows::<_, 3>(&bytes)),
            };
            if list.as_ref().is_none_or(|list| list.len() != indices.len()) {
                return Ok(None);
            }
        }
        delta.indices = indices;
        Ok(Some(delta))
    }
}

/// Whether records make what accessors say.
fn makes<'a>(
    deltas: impl Iterator<Item = &'a Delta> + Clone,
    fields: &Fields,
    count: usize,
) -> bool {
    type List = fn(&Delta) -> &Option<Vec<[f32; 3]>>;
    let lists: [(List, &Option<Field>); 3] = [
        (|it| &it.positions, &fields.positions),
        (|it| &it.normals, &fields.normals),
        (|it| &it.tangents, &fields.tangents),
    ];
    lists.into_iter().all(|(list, field)| {
        let Some(field) = field else { return true };
        let mut made = vec![[0.0; 3]; count];
        for delta in deltas.clone() {
            let Some(values) = list(delta) else { continue };
            let order = morph::order(delta, count);
            let (values, _) = morph::ordered(values, &order);
            for (index, value) in order.indices.iter().zip(&*values) {
                made[*index as usize] = *value;
            }
        }
        let bits = |values: &[[f32; 3]]| numbers::bytes(values.as_flattened());
        bits(&made) == bits(&field.whole(count))
    })
}
