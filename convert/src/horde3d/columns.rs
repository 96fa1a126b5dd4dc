//! Columns of vertices between packed records and scenes.

use bytes::Bytes;
use formwork_formats::horde3d::geometry::{Direction, JointIndices, JointWeights};
use formwork_schema::{Packed, Record, Result, Vec2, Vec3, layout::Endian};

use crate::numbers;

/// The bytes of records, little-endian.
fn bytes_of<R: Record>(records: &Packed<R>) -> Bytes {
    records.to_endian(Endian::Little).bytes().clone()
}

/// Arrays of `N` numbers.
macro_rules! arrays {
    ($read:ident, $write:ident, $number:ty, $n:literal, $record:ty) => {
        pub(super) fn $read(records: &Packed<$record>) -> Vec<[$number; $n]> {
            numbers::rows(&bytes_of(records))
        }

        pub(super) fn $write(values: &[[$number; $n]]) -> Result<Packed<$record>> {
            let bytes = numbers::bytes(values.as_flattened());
            Packed::from_bytes((), Endian::Little, values.len(), bytes)
        }
    };
}

arrays!(triples, pack_triples, f32, 3, Vec3);
arrays!(pairs, pack_pairs, f32, 2, Vec2);
arrays!(directions, pack_directions, i16, 3, Direction);
arrays!(joints, pack_joints, u8, 4, JointIndices);
arrays!(weights, pack_weights, u8, 4, JointWeights);

/// Indices of vertices.
pub(super) fn indices(records: &Packed<u32>) -> Vec<u32> {
    numbers::numbers(&bytes_of(records))
}

/// The same as records.
pub(super) fn pack_indices(values: &[u32]) -> Result<Packed<u32>> {
    Packed::from_bytes((), Endian::Little, values.len(), numbers::bytes(values))
}
