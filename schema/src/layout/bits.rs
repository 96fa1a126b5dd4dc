//! What can be asked of [`Bits`].

use super::{BitPart, Bits, First, Type};

impl Bits {
    /// The parts, each with how many bits are below it.
    pub fn placed(&self) -> impl Iterator<Item = (u32, &BitPart)> {
        let mut at = match self.first {
            First::Low => 0,
            First::High => self.parts.iter().map(|part| part.width).sum(),
        };
        self.parts.iter().map(move |part| {
            if self.first == First::High {
                at -= part.width;
            }
            let shift = at;
            if self.first == First::Low {
                at += part.width;
            }
            (shift, part)
        })
    }

    /// The values of the parts that a number has.
    pub fn values(&self, whole: u64) -> impl Iterator<Item = (&BitPart, i128)> {
        let placed = self.placed();
        placed.map(move |(shift, part)| (part, part.value(whole >> shift)))
    }

    /// The value of the part of this name that a number has.
    #[must_use]
    pub fn part(&self, whole: u64, name: &str) -> Option<i128> {
        let mut values = self.values(whole);
        values
            .find(|(part, _)| *part.name == *name)
            .map(|(_, value)| value)
    }

    /// Those that are shown: what means nothing only where it is not 0.
    pub fn shown(&self, whole: u64) -> impl Iterator<Item = (&BitPart, i128)> {
        let values = self.values(whole);
        values.filter(|(part, value)| !part.is_unnamed() || *value != 0)
    }
}

impl BitPart {
    /// Whether it means nothing.
    #[must_use]
    pub fn is_unnamed(&self) -> bool {
        self.name.starts_with('_')
    }

    /// Whether it may be negative.
    #[must_use]
    pub const fn is_signed(&self) -> bool {
        matches!(self.ty, Type::Prim(kind) if kind.is_signed())
    }

    /// The value in the lowest bits of a number.
    #[must_use]
    pub fn value(&self, low: u64) -> i128 {
        let unused = 64 - self.width.clamp(1, 64);
        if self.is_signed() {
            ((low << unused) as i64 >> unused).into()
        } else {
            (low << unused >> unused).into()
        }
    }

    /// The bits of a value; none where it does not fit.
    #[must_use]
    pub fn bits(&self, value: i128) -> Option<u64> {
        let unused = 64 - self.width.clamp(1, 64);
        let low = (value as u64) << unused >> unused;
        (self.value(low) == value).then_some(low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::PrimKind;

    fn part(width: u32, kind: PrimKind) -> BitPart {
        BitPart {
            name: "part".into(),
            doc: "".into(),
            width,
            ty: Type::Prim(kind),
        }
    }

    fn bits(first: First) -> Bits {
        let parts = [(4, PrimKind::U8), (3, PrimKind::I8), (9, PrimKind::U16)];
        Bits {
            name: "Bits".into(),
            doc: "".into(),
            repr: PrimKind::U16,
            first,
            parts: parts.map(|(width, kind)| part(width, kind)).to_vec().into(),
        }
    }

    #[test]
    fn parts_stand_one_after_another_from_either_end() {
        let values = |first| {
            let all = bits(first);
            all.values(0xabcd)
                .map(|(_, value)| value)
                .collect::<Vec<_>>()
        };
        assert_eq!(values(First::Low), [0xd, -4, 0x157]);
        assert_eq!(values(First::High), [0xa, -3, 0x1cd]);
    }

    #[test]
    fn what_does_not_fit_has_no_bits() {
        let (unsigned, signed) = (part(3, PrimKind::U8), part(3, PrimKind::I8));
        assert_eq!(unsigned.bits(7), Some(7));
        assert_eq!(unsigned.bits(8), None);
        assert_eq!(unsigned.bits(-1), None);
        assert_eq!(signed.bits(-4), Some(4));
        assert_eq!(signed.bits(4), None);
        assert_eq!(signed.bits(-5), None);
        let all = part(64, PrimKind::U64);
        assert_eq!(all.bits(u64::MAX.into()), Some(u64::MAX));
        assert_eq!(all.bits(1 << 64), None);
    }
}
