//! What `bits!` asks of the types of its parts.

use crate::layout::{BitPart, PrimKind, Type};

/// What a part of a number of [`bits!`](crate::bits) may be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a number",
    label = "some bits are no such value",
    note = "a part is one of Rust's integers up to 64 bits, a `bool`, or what `enums!` makes"
)]
pub trait BitValue: Copy {
    /// What a layout says it is.
    const TYPE: Type;
    /// How many bits it takes at most.
    const BITS: u32;

    /// The value of a number that its bits hold.
    fn from_value(value: i128) -> Self;

    /// The number.
    fn value(self) -> i128;
}

macro_rules! numbers {
    ($($N:ident $kind:ident),*) => {$(
        impl BitValue for $N {
            const TYPE: Type = Type::Prim(PrimKind::$kind);
            const BITS: u32 = $N::BITS;

            fn from_value(value: i128) -> Self {
                value as Self
            }

            fn value(self) -> i128 {
                self.into()
            }
        }
    )*};
}

numbers!(u8 U8, u16 U16, u32 U32, u64 U64, i8 I8, i16 I16, i32 I32, i64 I64);

impl BitValue for bool {
    const TYPE: Type = Type::Bool;
    const BITS: u32 = 1;

    fn from_value(value: i128) -> Self {
        value != 0
    }

    fn value(self) -> i128 {
        self.into()
    }
}

/// The value of a part of a number, of which `shift` bits are below.
#[must_use]
pub fn bits_of<T: BitValue>(part: &BitPart, shift: u32, whole: u64) -> T {
    T::from_value(part.value(whole >> shift))
}

/// The number with another value of a part; none where the value does not fit.
#[must_use]
pub fn with_bits<T: BitValue>(part: &BitPart, shift: u32, whole: u64, value: T) -> Option<u64> {
    let bits = part.bits(value.value())?;
    let mask = u64::MAX >> (64 - part.width.clamp(1, 64));
    Some(whole & !(mask << shift) | bits << shift)
}
