//! Vertices as they were before they became such as glTF allows.

use std::borrow::Cow;

use formwork_schema::Result;

use super::{kept, reader::Reader};
use crate::{
    gltf::{
        column,
        json::Primitive,
        mend, names,
        origin::{ColumnEntry, StreamEntry},
    },
    scene::{Attribute, Column, Semantic, Stream},
};

/// A column beside what the file has of it.
struct Kept {
    attribute: Attribute,
    current: Current,
}

/// What the accessor of a column says.
enum Current {
    /// It has none.
    Nothing,
    /// The column as it was.
    Same,
    /// This, and what that derives; nothing where it is all that is known.
    Other(Column, Vec<u8>),
}

impl Kept {
    /// What the accessor says.
    const fn now(&self) -> Option<&Column> {
        match &self.current {
            Current::Nothing => None,
            Current::Same => Some(&self.attribute.values),
            Current::Other(now, _) => Some(now),
        }
    }

    /// What the accessor says where something else is stored, and what it derives.
    fn other(&self) -> Option<(&Column, &[u8])> {
        match &self.current {
            Current::Other(now, derived) if !derived.is_empty() => Some((now, derived)),
            _ => None,
        }
    }
}

impl Reader<'_> {
    /// Reads the streams that `FW_origin` describes, as far as they are still as it says.
    pub(super) fn stored_streams(&mut self) -> Result<()> {
        let Some(origin) = self.origin else {
            return Ok(());
        };
        for (place, entry) in origin.streams.iter().enumerate() {
            let position = entry
                .attributes
                .iter()
                .find(|it| it.semantic == "POSITION" && it.set == 0);
            let accessor = position.and_then(|it| it.accessor);
            let stream = self.stored_stream(entry, accessor)?;
            // The places of streams are those of the scene that was written; one that does not fit is empty.
            if let (Some(_), Some(accessor)) = (&stream, accessor) {
                self.stored.insert(accessor, place);
            }
            self.scene.streams.push(stream.unwrap_or_default());
        }
        Ok(())
    }

    fn stored_stream(
        &mut self,
        entry: &StreamEntry,
        position: Option<usize>,
    ) -> Result<Option<Stream>> {
        let mut columns = Vec::new();
        for column in &entry.attributes {
            match self.stored_column(column, entry.count)? {
                Some(column) => columns.push(column),
                None => return Ok(None),
            }
        }
        let mut restored = self.restored_influences(entry, &columns, position)?;
        let (attributes, current): (Vec<Attribute>, Vec<Current>) = columns
            .into_iter()
            .map(|it| (it.attribute, it.current))
            .unzip();
        let mut stream = Stream {
            count: entry.count,
            attributes,
        };
        for (place, current) in current.into_iter().enumerate() {
            let attribute = &stream.attributes[place];
            let Current::Other(now, derived) = current else {
                continue;
            };
            if entry.attributes[place].rows.is_none()
                || matches!(attribute.semantic, Semantic::Joints | Semantic::Weights)
            {
                continue;
            }
            let mended =
                mend::attribute(attribute, &stream).or_else(|| mend::numbers(&attribute.values));
            let mended = mended
                .map(|it| column::to_bytes(&it.column))
                .unwrap_or_default();
            let width = column::width(column::kind(&now)).unwrap_or(4);
            let mut same = kept::same_rows(&mended, &column::to_bytes(&now), width);
            same.resize(entry.count, false);
            restored.push((place, chosen(&attribute.values, &derived, &same)));
        }
        for (place, column) in restored {
            stream.attributes[place].values = column;
        }
        Ok(Some(stream))
    }

    /// A column as it is stored, before anybody asks whether it was edited.
    fn stored_column(&mut self, entry: &ColumnEntry, count: usize) -> Result<Option<Kept>> {
        let (Some(semantic), Some(width)) =
            (names::meaning(&entry.semantic), column::width(&entry.kind))
        else {
            return Ok(None);
        };
        let mut current = Current::Nothing;
        let mut bytes = Vec::new();
        if let Some(accessor) = entry.accessor {
            let pointer = "/extensions/FW_origin/streams";
            let Some(found) = self.column(accessor, pointer)? else {
                return Ok(None);
            };
            if found.len() != count {
                return Ok(None);
            }
            if entry.rows.is_none() && column::kind(&found) == entry.kind {
                let attribute = Attribute {
                    semantic,
                    set: entry.set,
                    values: found,
                };
                return Ok(Some(Kept {
                    attribute,
                    current: Current::Same,
                }));
            }
            let Some(derived) = column::back(found.clone(), &entry.kind, &semantic) else {
                // What cannot be told from the accessor is stored as a whole.
                bytes.resize(self.room(count, width)?, 0);
                let Some(raw) = self.rows_or(entry, width, bytes)? else {
                    return Ok(None);
                };
                let Some(values) = column::from_bytes(&entry.kind, &raw) else {
                    return Ok(None);
                };
                let attribute = Attribute {
                    semantic,
                    set: entry.set,
                    values,
                };
                return Ok(Some(Kept {
                    attribute,
                    current: Current::Other(found, raw),
                }));
            };
            if entry.rows.is_none() {
                let attribute = Attribute {
                    semantic,
                    set: entry.set,
                    values: derived,
                };
                return Ok(Some(Kept {
                    attribute,
                    current: Current::Other(found, Vec::new()),
                }));
            }
            bytes = column::to_bytes(&derived);
            current = Current::Other(found, bytes.clone());
        } else {
            bytes.resize(self.room(count, width)?, 0);
        }
        let Some(raw) = self.rows_or(entry, width, bytes)? else {
            return Ok(None);
        };
        let values = column::from_bytes(&entry.kind, &raw).filter(|values| values.len() == count);
        Ok(values.map(|values| Kept {
            attribute: Attribute {
                semantic,
                set: entry.set,
                values,
            },
            current,
        }))
    }

    fn room(&mut self, count: usize, width: usize) -> Result<usize> {
        let bytes = count.saturating_mul(width);
        self.charge(bytes as u64, "/extensions/FW_origin/streams")?;
        Ok(bytes)
    }

    fn rows_or(
        &mut self,
        entry: &ColumnEntry,
        width: usize,
        derived: Vec<u8>,
    ) -> Result<Option<Vec<u8>>> {
        match &entry.rows {
            Some(rows) => self.stored_rows(rows, width, derived),
            None => Ok(Some(derived)),
        }
    }

    /// Joints and weights that were mended and not edited since, by their places among the columns.
    fn restored_influences(
        &mut self,
        entry: &StreamEntry,
        columns: &[Kept],
        position: Option<usize>,
    ) -> Result<Vec<(usize, Column)>> {
        let find = |semantic: &Semantic, set: u8| {
            columns
                .iter()
                .position(|it| it.attribute.semantic == *semantic && it.attribute.set == set)
        };
        let mut sets = Vec::new();
        while let Some(pair) = find(&Semantic::Joints, sets.len() as u8)
            .zip(find(&Semantic::Weights, sets.len() as u8))
        {
            sets.push(pair);
        }
        if sets.is_empty() || entry.attributes.iter().all(|it| it.rows.is_none()) {
            return Ok(Vec::new());
        }
        let mut joints: Vec<Column> = sets
            .iter()
            .map(|it| columns[it.0].attribute.values.clone())
            .collect();
        let weights: Vec<&Column> = sets
            .iter()
            .map(|it| &columns[it.1].attribute.values)
            .collect();
        let mut now_joints: Vec<Option<Column>> =
            sets.iter().map(|it| columns[it.0].now().cloned()).collect();
        if now_joints[0].is_none() {
            // All levels have joints of their own: those of the first were mended with the weights.
            let Some(own) = self.own_joints(entry, position)? else {
                return Ok(Vec::new());
            };
            now_joints[0] = own.now().cloned();
            joints[0] = own.attribute.values;
        }
        let now: Option<Vec<(Column, Column)>> = sets
            .iter()
            .zip(now_joints)
            .map(|(pair, joints)| Some((joints?, columns[pair.1].now()?.clone())))
            .collect();
        let Some(now) = now else {
            return Ok(Vec::new());
        };
        let joints: Vec<&Column> = joints.iter().collect();
        let same = unedited(&joints, &weights, &now, entry.joint_count);
        let places = sets
            .into_iter()
            .flat_map(|(joints, weights)| [joints, weights]);
        let restored = places.filter_map(|place| {
            let (_, derived) = columns[place].other()?;
            let raw = &columns[place].attribute.values;
            Some((place, chosen(raw, derived, &same)))
        });
        Ok(restored.collect())
    }

    /// The joints of the first primitive of a stored stream that has its own.
    fn own_joints(&mut self, entry: &StreamEntry, position: Option<usize>) -> Result<Option<Kept>> {
        let Some(origin) = self.origin else {
            return Ok(None);
        };
        for own in &origin.primitives {
            let mesh = self.document.meshes.get(own.mesh);
            let primitive = mesh.and_then(|mesh| mesh.primitives.get(own.primitive));
            let is_here =
                primitive.is_some_and(|it| it.attributes.get("POSITION").copied() == position);
            if let Some(joints) = own
                .joints
                .as_ref()
                .filter(|_| is_here && position.is_some())
            {
                return self.stored_column(joints, entry.count);
            }
        }
        Ok(None)
    }

    /// The joints that a level has of its own, as they were.
    pub(super) fn restore_joints(
        &mut self,
        place: usize,
        joints: &ColumnEntry,
        primitive: &Primitive,
    ) -> Result<Option<Column>> {
        let Some(entry) = self.origin.and_then(|origin| origin.streams.get(place)) else {
            return Ok(None);
        };
        let Some(kept) = self.stored_column(joints, entry.count)? else {
            return Ok(None);
        };
        let stream = &self.scene.streams[place];
        let Some((current, derived)) = kept.other() else {
            return Ok(Some(kept.attribute.values));
        };
        let (current, raw) = (current.clone(), &kept.attribute.values);
        let Some(weights) = stream.get(&Semantic::Weights, 0).cloned() else {
            return Ok(Some(raw.clone()));
        };
        let pointer = "/extensions/FW_origin/primitives";
        let Some(accessor) = primitive.attributes.get("WEIGHTS_0") else {
            return Ok(Some(raw.clone()));
        };
        let Some(now) = self.column(*accessor, pointer)? else {
            return Ok(None);
        };
        let same = unedited(&[raw], &[&weights], &[(current, now)], entry.joint_count);
        Ok(Some(chosen(raw, derived, &same)))
    }
}

/// The rows of a column where they are asked for, else derived ones.
fn chosen(raw: &Column, derived: &[u8], is_raw: &[bool]) -> Column {
    let kind = column::kind(raw);
    let width = column::width(kind).unwrap_or(4);
    let bytes = kept::choose(&column::to_bytes(raw), derived, width, is_raw);
    column::from_bytes(kind, &bytes).unwrap_or_else(|| raw.clone())
}

/// Which vertices have the influences that mending theirs gives.
fn unedited(
    joints: &[&Column],
    weights: &[&Column],
    now: &[(Column, Column)],
    joint_count: usize,
) -> Vec<bool> {
    let count = joints.first().map_or(0, |it| it.len());
    let none = vec![false; count];
    let mut same = vec![false; count];
    // Vertices that nobody draws were mended in another way.
    for used in [None, Some(&*none)] {
        let mended = mend::weights(joints, weights, joint_count, used);
        let mut all = vec![true; count];
        let pairs = mended.joints.iter().zip(&mended.weights).zip(now);
        for ((joints, weights), now) in pairs {
            for (mended, now) in [(joints, &now.0), (weights, &now.1)] {
                let width = column::width(column::kind(now)).unwrap_or(4);
                let equal: Cow<'_, [bool]> = if column::kind(mended) == column::kind(now) {
                    let (a, b) = (column::to_bytes(mended), column::to_bytes(now));
                    kept::same_rows(&a, &b, width).into()
                } else {
                    Cow::Borrowed(&none)
                };
                for (all, equal) in all.iter_mut().zip(&*equal) {
                    *all &= equal;
                }
            }
        }
        for (same, all) in same.iter_mut().zip(all) {
            *same |= all;
        }
    }
    same
}
