//! [`Wide`]: whole numbers that are calculated with as a layout does.

use std::{
    cell::Cell,
    cmp::Ordering,
    fmt,
    num::TryFromIntError,
    ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Bool, Peek, Remaining, Vle, version::At};

/// A whole number for the arithmetic of counts, conditions and arguments: the same 128 bits in which a
/// layout calculates, made by [`wide`].
///
/// What does not fit has no value, and neither has what is made of it. As a count or a place it is one that no
/// file holds; and a read or check that compares it ends with an error, as the layout says.
///
/// ```
/// use formwork_schema::wide;
///
/// assert!(wide(65536_u32) * 65536_u32 == 1_u64 << 32);
/// assert_eq!(usize::try_from(wide(2_u8) - 3_u8), Ok(usize::MAX));
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Wide(Option<i128>);

/// Widens a number, so that it can be calculated with. Conditions, counts and arguments use it.
pub fn wide<N: Into<Wide>>(number: N) -> Wide {
    number.into()
}

/// The value of a field, 0 when it is absent. Conditions, counts and arguments use it.
pub fn or_zero<N: Into<Wide>>(value: Option<N>) -> Wide {
    value.map_or(Wide(Some(0)), N::into)
}

impl Wide {
    /// The number; none where the arithmetic did not fit.
    #[must_use]
    pub const fn get(self) -> Option<i128> {
        self.0
    }

    /// The number as a place in a file: `SeekFrom::Start((wide(size) - 4).place())`. What is none is a place
    /// where no file has anything.
    #[must_use]
    pub fn place(self) -> u64 {
        let place = self.0.and_then(|place| u64::try_from(place).ok());
        place.unwrap_or(u64::MAX)
    }

    /// The smaller one.
    #[must_use]
    pub fn min<N: Into<Self>>(self, other: N) -> Self {
        self.apply(other.into(), |a, b| Some(a.min(b)))
    }

    /// The larger one.
    #[must_use]
    pub fn max<N: Into<Self>>(self, other: N) -> Self {
        self.apply(other.into(), |a, b| Some(a.max(b)))
    }

    /// Divided and rounded up.
    #[must_use]
    pub fn div_ceil<N: Into<Self>>(self, by: N) -> Self {
        let by = by.into();
        (self + by - 1_u8) / by
    }

    /// The smallest multiple that is not less.
    #[must_use]
    pub fn next_multiple_of<N: Into<Self>>(self, of: N) -> Self {
        let of = of.into();
        self.div_ceil(of) * of
    }

    fn apply(self, other: Self, checked: fn(i128, i128) -> Option<i128>) -> Self {
        Self(self.0.zip(other.0).and_then(|(a, b)| checked(a, b)))
    }
}

impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(number) => number.fmt(f),
            None => f.write_str("no number"),
        }
    }
}

impl Serialize for Wide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Wide {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self)
    }
}

macro_rules! operators {
    ($($Op:ident $op:ident $checked:ident),*) => {$(
        impl<N: Into<Wide>> $Op<N> for Wide {
            type Output = Self;

            fn $op(self, other: N) -> Self {
                self.apply(other.into(), i128::$checked)
            }
        }
    )*};
}

operators!(Add add checked_add, Sub sub checked_sub, Mul mul checked_mul, Rem rem checked_rem);

macro_rules! others {
    ($($Op:ident $op:ident $Layout:ident),*) => {$(
        impl<N: Into<Wide>> $Op<N> for Wide {
            type Output = Self;

            fn $op(self, other: N) -> Self {
                self.apply(other.into(), |a, b| crate::expr::Op::$Layout.apply(a, b))
            }
        }
    )*};
}

others!(Div div Div, BitAnd bitand BitAnd, BitOr bitor BitOr, BitXor bitxor BitXor, Shl shl Shl, Shr shr Shr);

impl<N: Copy + Into<Self>> PartialEq<N> for Wide {
    fn eq(&self, other: &N) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl<N: Copy + Into<Self>> PartialOrd<N> for Wide {
    fn partial_cmp(&self, other: &N) -> Option<Ordering> {
        let both = self.0.zip((*other).into().0);
        if both.is_none() {
            LOST.set(true);
        }
        both.map(|(a, b)| a.cmp(&b))
    }
}

impl TryFrom<Wide> for usize {
    type Error = TryFromIntError;

    /// The number as a count. What is none is one that no file can hold, not a mistake by itself: a count is
    /// calculated also where its list is absent.
    fn try_from(count: Wide) -> Result<Self, Self::Error> {
        let count = count.0.and_then(|count| Self::try_from(count).ok());
        Ok(count.unwrap_or(Self::MAX))
    }
}

macro_rules! widened {
    ($($N:ty),*) => {$(
        impl From<$N> for Wide {
            fn from(number: $N) -> Self {
                Self(Some(number.into()))
            }
        }
    )*};
}

widened!(bool, u8, u16, u32, u64, i8, i16, i32, i64, i128);

impl From<usize> for Wide {
    fn from(number: usize) -> Self {
        Self(i128::try_from(number).ok())
    }
}

impl From<Vle> for Wide {
    fn from(number: Vle) -> Self {
        number.0.into()
    }
}

impl From<Bool> for Wide {
    fn from(flag: Bool) -> Self {
        flag.0.into()
    }
}

impl From<Remaining> for Wide {
    fn from(left: Remaining) -> Self {
        left.0.into()
    }
}

impl<const DISTANCE: u32> From<Peek<DISTANCE>> for Wide {
    fn from(ahead: Peek<DISTANCE>) -> Self {
        ahead.0.into()
    }
}

impl From<At> for Wide {
    fn from(point: At) -> Self {
        point.0.into()
    }
}

thread_local! {
    /// Whether something without a value was compared.
    static LOST: Cell<bool> = const { Cell::new(false) };
}

/// The outcome of `work`; none when it compared something that has no value.
pub fn known<R>(work: impl FnOnce() -> R) -> Option<R> {
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            LOST.set(self.0);
        }
    }
    let _restore = Restore(LOST.replace(false));
    let done = work();
    (!LOST.get()).then_some(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_neither_equal_nor_less() {
        let none = wide(u64::MAX) * u64::MAX * u64::MAX;
        assert_eq!((none.get(), (none - none).get()), (None, None));
        assert_eq!(known(|| wide(1_u8) < 2_u8), Some(true));
        assert_eq!(known(|| none < 2_u8), None);
        assert_eq!(known(|| wide(1_u8) != none), None);
        assert_eq!(known(|| known(|| none == none)), Some(None));
        assert_eq!(known(|| 1), Some(1));
    }

    #[test]
    fn counts_and_places_that_are_none_are_in_no_file() {
        let negative = wide(3_u8) - 4_u64;
        assert_eq!(negative.get(), Some(-1));
        assert_eq!(
            (usize::try_from(negative), negative.place()),
            (Ok(usize::MAX), u64::MAX)
        );
        let large = wide(u64::MAX) + 1_u8;
        assert_eq!(
            (usize::try_from(large), large.place()),
            (Ok(usize::MAX), u64::MAX)
        );
        assert_eq!(
            (usize::try_from(wide(7_i8)), wide(7_i8).place()),
            (Ok(7), 7)
        );
    }
}
