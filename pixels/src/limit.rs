//! How many pixels a file may have.

use formwork_schema::{Error, Kind, Result};

/// Pixels of the greatest picture: 16384 by 16384.
const MOST: u64 = 1 << 28;

/// Pixels that a byte of a file stands for at most. Deflate makes one byte of a thousand, and one byte is eight pixels of
/// one bit; no other compression of pictures does better on real ones.
const PER_BYTE: u64 = 8256;

/// Pixels that need no justification.
const FREE: u64 = 1 << 16;

/// Whether a file of so many bytes can have so many pixels.
pub(crate) fn check(width: u32, height: u32, bytes: usize) -> Result<()> {
    let pixels = u64::from(width) * u64::from(height);
    let size = format!("{width} by {height} pixels");
    if pixels == 0 {
        return Err(Error::new(Kind::Malformed, format!("{size} are none")));
    }
    if pixels > MOST {
        let message = format!("{size}, more than {MOST} in all");
        return Err(Error::new(Kind::Limit, message));
    }
    if pixels > (bytes as u64).saturating_mul(PER_BYTE).max(FREE) {
        let message = format!("{size}, more than {bytes} bytes can hold");
        return Err(Error::new(Kind::Malformed, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_that_no_file_holds_are_refused() {
        assert!(check(256, 256, 70).is_ok());
        assert!(check(4096, 4096, 20_000).is_ok());
        assert!(check(65535, 65535, 1 << 30).is_err());
        assert!(check(8192, 8192, 70).is_err());
        assert!(check(0, 5, 70).is_err());
    }
}
