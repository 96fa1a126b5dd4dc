//! Records of morph targets, and the values of accessors that they make.

use std::borrow::Cow;

use formwork_schema::sorted;

use super::mend;
use crate::scene::Delta;

/// The differences of one attribute over all vertices of a stream.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Field {
    /// Of every vertex.
    All(Vec<[f32; 3]>),
    /// Of the vertices that a sparse accessor names, which rise; the others have none.
    Some(Vec<u32>, Vec<[f32; 3]>),
}

/// The differences of one target for one stream, as a file has them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Fields {
    pub positions: Option<Field>,
    pub normals: Option<Field>,
    pub tangents: Option<Field>,
}

impl Fields {
    fn all(&self) -> impl Iterator<Item = &Field> {
        [&self.positions, &self.normals, &self.tangents]
            .into_iter()
            .flatten()
    }

    /// The records that make these: those that sparse accessors name, else those that differ from zero. `None` without any.
    pub(super) fn records(&self, stream: usize) -> Option<Delta> {
        let mut indices: Vec<u32> = Vec::new();
        for field in self.all() {
            match field {
                Field::Some(named, _) => indices.extend(named),
                Field::All(values) => {
                    let differs = |it: &(u32, &[f32; 3])| it.1.iter().any(|it| *it != 0.0);
                    indices.extend((0..).zip(values).filter(differs).map(|it| it.0));
                }
            }
        }
        if !indices.is_sorted() {
            indices.sort_unstable();
        }
        indices.dedup();
        if indices.is_empty() {
            return None;
        }
        let gather = |field: &Option<Field>| field.as_ref().map(|field| field.at(&indices));
        Some(Delta {
            stream,
            positions: gather(&self.positions),
            normals: gather(&self.normals),
            tangents: gather(&self.tangents),
            bitangents: None,
            indices,
        })
    }
}

impl Field {
    /// Of vertices that a sparse accessor names in any order; the last one counts where it names one twice.
    pub(super) fn named(indices: Vec<u32>, values: Vec<[f32; 3]>) -> Self {
        if indices.is_sorted_by(|a, b| a < b) {
            return Self::Some(indices, values);
        }
        let mut both: Vec<_> = indices.into_iter().zip(values).enumerate().collect();
        sorted::by_key(&mut both, |(place, (index, _))| {
            (*index, std::cmp::Reverse(*place))
        });
        both.dedup_by_key(|(_, (index, _))| *index);
        let (indices, values) = both.into_iter().map(|it| it.1).unzip();
        Self::Some(indices, values)
    }

    /// The values at some vertices.
    pub(super) fn at(&self, indices: &[u32]) -> Vec<[f32; 3]> {
        let value = |index: &u32| match self {
            Self::All(values) => values.get(*index as usize).copied(),
            Self::Some(named, values) => {
                let place = named.binary_search(index).ok();
                place.and_then(|place| values.get(place).copied())
            }
        };
        match self {
            Self::Some(named, values) if named == indices => values.clone(),
            _ => indices
                .iter()
                .map(|index| value(index).unwrap_or_default())
                .collect(),
        }
    }

    /// The values of all of so many vertices.
    pub(super) fn whole(&self, count: usize) -> Vec<[f32; 3]> {
        match self {
            Self::All(values) => values.clone(),
            Self::Some(indices, values) => expand(indices, values, count),
        }
    }
}

/// Records in the order of vertices, each vertex once.
pub(super) struct Ordered {
    /// Rising.
    pub indices: Vec<u32>,
    /// The record of each.
    pub records: Vec<usize>,
    /// Records of a vertex that a later one changes again.
    pub doubled: usize,
    /// Records of vertices that are not there.
    pub outside: usize,
}

/// Orders the records of a delta over `count` vertices.
pub(super) fn order(delta: &Delta, count: usize) -> Ordered {
    let mut all: Vec<(u32, usize)> = delta.indices.iter().copied().zip(0..).collect();
    all.retain(|record| (record.0 as usize) < count);
    let outside = delta.indices.len() - all.len();
    if !all.is_sorted() {
        sorted::ascending(&mut all);
    }
    let inside = all.len();
    let mut kept: Vec<(u32, usize)> = Vec::with_capacity(inside);
    for record in all {
        match kept.last_mut() {
            Some(last) if last.0 == record.0 => *last = record,
            _ => kept.push(record),
        }
    }
    Ordered {
        doubled: inside - kept.len(),
        outside,
        indices: kept.iter().map(|record| record.0).collect(),
        records: kept.iter().map(|record| record.1).collect(),
    }
}

/// One list of differences in the order of vertices, as glTF allows them, and how many were NaN.
pub(super) fn ordered<'a>(values: &'a [[f32; 3]], order: &Ordered) -> (Cow<'a, [[f32; 3]]>, usize) {
    let is_straight = order.records.len() == values.len()
        && order
            .records
            .iter()
            .enumerate()
            .all(|(place, record)| place == *record);
    if is_straight {
        return mend::differences(values);
    }
    let values: Vec<_> = order.records.iter().map(|record| values[*record]).collect();
    let (mended, bad) = mend::differences(&values);
    (Cow::Owned(mended.into_owned()), bad)
}

/// All values of some.
pub(super) fn expand(indices: &[u32], values: &[[f32; 3]], count: usize) -> Vec<[f32; 3]> {
    let mut all = vec![[0.0; 3]; count];
    for (index, value) in indices.iter().zip(values) {
        if let Some(place) = all.get_mut(*index as usize) {
            *place = *value;
        }
    }
    all
}
