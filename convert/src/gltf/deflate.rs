//! Bytes that are stored compressed, with DEFLATE.

/// How hard the search for repetitions is, of 10: what is stored is small, and smaller hardly gets.
const LEVEL: u8 = 8;

/// Compressed bytes.
pub(super) fn deflate(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(bytes, LEVEL)
}

/// The bytes that were compressed; `None` where these are not `size` of them.
pub(super) fn inflate(bytes: &[u8], size: usize) -> Option<Vec<u8>> {
    let found = miniz_oxide::inflate::decompress_to_vec_with_limit(bytes, size).ok()?;
    (found.len() == size).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_comes_of_bytes_than_was_said() {
        let zeros = vec![0; 1 << 20];
        let small = deflate(&zeros);
        assert!(small.len() < 2000);
        assert_eq!(inflate(&small, zeros.len()), Some(zeros));
        assert_eq!(inflate(&small, 1 << 10), None);
        assert_eq!(inflate(&small, 1 << 30), None);
        assert_eq!(inflate(&small[1..], 1 << 20), None);
        assert_eq!(inflate(&[], 1), None);
    }
}
