//! Floats of half precision, exactly: also the bits of a NaN come back, which the conversions of crate `half` quieten.

use half::f16;

/// The value of a float of half precision, as one of single precision.
#[must_use]
pub fn widened(bits: u16) -> f32 {
    let value = f16::from_bits(bits);
    if !value.is_nan() {
        return value.to_f32();
    }
    let (sign, fraction) = (u32::from(bits & 0x8000), u32::from(bits & 0x3ff));
    f32::from_bits(sign << 16 | 0xff << 23 | fraction << 13)
}

/// The float of half precision that is nearest to a value, ties to the even one. A NaN keeps what fits of its bits.
#[must_use]
pub fn narrowed(value: f32) -> u16 {
    if !value.is_nan() {
        return f16::from_f32(value).to_bits();
    }
    let bits = value.to_bits();
    let fraction = (bits >> 13 & 0x3ff) as u16;
    // Without any bit it would be infinity.
    (bits >> 16 & 0x8000) as u16 | 0x7c00 | fraction.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_comes_back() {
        for bits in 0..=u16::MAX {
            assert_eq!(narrowed(widened(bits)), bits, "{bits:#06x}");
        }
    }

    #[test]
    fn others_are_rounded_to_the_nearest() {
        for (value, bits) in [
            (1.0 + 1.0 / 2048.0, 0x3c00),
            (1.0 + 3.0 / 2048.0, 0x3c02),
            (65520.0, 0x7c00),
            (f32::from_bits(0x7f80_0001), 0x7c01),
        ] {
            assert_eq!(narrowed(value), bits, "{value}");
        }
    }
}
