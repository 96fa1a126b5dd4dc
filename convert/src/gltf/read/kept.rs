//! Rows that `FW_origin` keeps.

use bytes::Bytes;
use formwork_schema::Result;

use super::{accessors, reader::Reader};
use crate::{
    gltf::{
        deflate::inflate,
        origin::{Rows, Stored},
    },
    numbers,
};

impl Reader<'_> {
    /// The pieces that were compressed; none where they do not come back.
    pub(super) fn inflated(&mut self, stored: &Stored) -> Result<Vec<Bytes>> {
        let sizes = &stored.sizes;
        let total = sizes
            .iter()
            .fold(0, |sum: usize, it| sum.saturating_add(*it));
        self.charge(total as u64, "/extensions/FW_origin")?;
        let bytes = accessors::view(self.document, self.buffers, stored.view);
        let Some(mut rest) = bytes
            .and_then(|bytes| inflate(&bytes, total))
            .map(Bytes::from)
        else {
            return Ok(Vec::new());
        };
        Ok(sizes.iter().map(|size| rest.split_to(*size)).collect())
    }

    /// Stored bytes; `None` where they are not there.
    pub(super) fn stored(&mut self, piece: Option<usize>) -> Result<Option<Bytes>> {
        let Some(piece) = piece else {
            return Ok(Some(Bytes::new()));
        };
        let found = self.pieces.get(piece).cloned();
        if let Some(bytes) = &found {
            self.charge(4 * bytes.len() as u64, "/extensions/FW_origin")?;
        }
        Ok(found)
    }

    /// A table with stored rows instead of derived ones. `None` where they do not fit.
    pub(super) fn stored_rows(
        &mut self,
        rows: &Rows,
        width: usize,
        mut derived: Vec<u8>,
    ) -> Result<Option<Vec<u8>>> {
        if let Some(all) = rows.all {
            let all = self.stored(Some(all))?;
            return Ok(all
                .filter(|all| all.len() == derived.len())
                .map(|all| all.to_vec()));
        }
        let Some(some) = self.stored(rows.some)? else {
            return Ok(None);
        };
        let count = some.len() / (4 + width);
        let (places, values) = some.split_at(4 * count);
        for (place, row) in numbers::numbers::<u32>(places)
            .into_iter()
            .zip(values.chunks_exact(width))
        {
            let start = place as usize * width;
            match derived.get_mut(start..start + width) {
                Some(old) => old.copy_from_slice(row),
                None => return Ok(None),
            }
        }
        Ok(Some(derived))
    }

    /// Whole numbers that are stored.
    pub(super) fn stored_indices(&mut self, view: Option<usize>) -> Result<Option<Vec<u32>>> {
        Ok(self.stored(view)?.map(|bytes| numbers::numbers(&bytes)))
    }

    /// Numbers that are stored.
    pub(super) fn stored_numbers(&mut self, view: Option<usize>) -> Result<Option<Vec<f32>>> {
        Ok(self.stored(view)?.map(|bytes| numbers::numbers(&bytes)))
    }
}

/// Which rows of two tables are the same.
pub(super) fn same_rows(a: &[u8], b: &[u8], width: usize) -> Vec<bool> {
    let rows = a.chunks_exact(width).zip(b.chunks_exact(width));
    rows.map(|(a, b)| a == b).collect()
}

/// The rows of one table where they are asked for, else those of another.
pub(super) fn choose(first: &[u8], second: &[u8], width: usize, is_first: &[bool]) -> Vec<u8> {
    let mut chosen = second.to_vec();
    let rows = chosen
        .chunks_exact_mut(width)
        .zip(first.chunks_exact(width));
    for ((row, first), is_first) in rows.zip(is_first) {
        if *is_first {
            row.copy_from_slice(first);
        }
    }
    chosen
}
