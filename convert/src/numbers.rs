//! Numbers as files have them, lowest byte first. As a rule those in memory are the same, and are copied at once.

use bytemuck::Pod;

/// Appends numbers.
pub(crate) fn append<T: Pod>(out: &mut Vec<u8>, numbers: &[T]) {
    let start = out.len();
    out.extend_from_slice(bytemuck::cast_slice(numbers));
    turn::<T>(&mut out[start..]);
}

/// Values that are encoded at once: few enough to stay near the processor, so that memory is written once.
const BLOCK: usize = 1024;

/// Appends whole numbers that fit into 16 bits.
pub(crate) fn append_short(out: &mut Vec<u8>, values: &[u32]) {
    let mut block = [0_u16; BLOCK];
    out.reserve(values.len() * 2);
    for values in values.chunks(BLOCK) {
        for (short, value) in block.iter_mut().zip(values) {
            *short = *value as u16;
        }
        append(out, &block[..values.len()]);
    }
}

/// The bytes of numbers.
pub(crate) fn bytes<T: Pod>(numbers: &[T]) -> Vec<u8> {
    let mut out = Vec::new();
    append(&mut out, numbers);
    out
}

/// The numbers of bytes.
pub(crate) fn numbers<T: Pod>(bytes: &[u8]) -> Vec<T> {
    let mut numbers = vec![T::zeroed(); bytes.len() / size_of::<T>()];
    fill(&mut numbers, bytes);
    numbers
}

/// Rows of `N` numbers.
pub(crate) fn rows<T: Pod, const N: usize>(bytes: &[u8]) -> Vec<[T; N]> {
    let mut rows = vec![[T::zeroed(); N]; bytes.len() / size_of::<[T; N]>()];
    fill(rows.as_flattened_mut(), bytes);
    rows
}

fn fill<T: Pod>(numbers: &mut [T], bytes: &[u8]) {
    let room: &mut [u8] = bytemuck::cast_slice_mut(numbers);
    let length = room.len();
    room.copy_from_slice(&bytes[..length]);
    turn::<T>(room);
}

/// Turns numbers round where those in memory have their highest byte first.
fn turn<T>(bytes: &mut [u8]) {
    if cfg!(target_endian = "big") {
        bytes
            .chunks_exact_mut(size_of::<T>())
            .for_each(<[u8]>::reverse);
    }
}
