//! Columns of vertices between packed records and scenes.

use bytes::Bytes;
use formwork_formats::horde3d::geometry::{Direction, JointIndices, JointWeights};
use formwork_schema::{Packed, Record, Result, Vec2, Vec3, layout::Endian};

/// The bytes of records, little-endian.
fn bytes_of<R: Record>(records: &Packed<R>) -> Bytes {
    records.to_endian(Endian::Little).bytes().clone()
}

/// Arrays of `N` numbers of `SIZE` bytes.
macro_rules! arrays {
    ($read:ident, $write:ident, $number:ty, $n:literal, $record:ty) => {
        pub(super) fn $read(records: &Packed<$record>) -> Vec<[$number; $n]> {
            const SIZE: usize = size_of::<$number>();
            let bytes = bytes_of(records);
            let (rows, _) = bytes.as_chunks::<{ $n * SIZE }>();
            let row = |row: &[u8; $n * SIZE]| {
                let (numbers, _) = row.as_chunks::<SIZE>();
                std::array::from_fn(|place| <$number>::from_le_bytes(numbers[place]))
            };
            rows.iter().map(row).collect()
        }

        pub(super) fn $write(values: &[[$number; $n]]) -> Result<Packed<$record>> {
            let mut bytes = Vec::with_capacity(size_of_val(values));
            for value in values {
                for number in value {
                    bytes.extend_from_slice(&number.to_le_bytes());
                }
            }
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
    let bytes = bytes_of(records);
    let (words, _) = bytes.as_chunks::<4>();
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// The same as records.
pub(super) fn pack_indices(values: &[u32]) -> Result<Packed<u32>> {
    let bytes: Vec<u8> = values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect();
    Packed::from_bytes((), Endian::Little, values.len(), bytes)
}
