//! What derived code asks the compiler: that the names of a schema mean what the derive takes them for.
//!
//! A derive sees spellings only. Code that never runs hands each type, function and value here, and what is not
//! ours does not compile.

use crate::{Bool, Peek, Remaining, Vle, Wide, version::At};

/// A type that is `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `{T}`, for which a layout takes this name",
    label = "this must be `{T}`",
    note = "call yours differently, or write the path: `{T}`"
)]
pub trait Same<T: ?Sized> {}

impl<T: ?Sized> Same<T> for T {}

/// A function that is `F`.
#[diagnostic::on_unimplemented(
    message = "this is not the function for which a layout takes this name",
    label = "a layout means `{F}`",
    note = "import it from `formwork_schema`, and call yours differently: the layout would say what ours does"
)]
pub trait Function<F> {}

impl<F> Function<F> for F {}

/// Bytes that a layout compares: as many on both sides, and no more than are a number to it.
pub fn bytes<const N: usize>(_: &[u8; N], _: &[u8; N]) {
    const {
        assert!(N >= 1 && N <= 16, "a layout compares from 1 to 16 bytes");
    }
}

/// A whole number to a layout, other than [`Wide`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a whole number to a layout",
    label = "a layout cannot calculate with this",
    note = "a layout knows Rust's integers up to 64 bits, `U24`, `I24`, `Vle`, `Bool`, `Remaining`, `Peek`, and what `flags!`, `enums!`, `versions!` and `dialects!` make",
    note = "of what may be absent say `or_zero(value)`"
)]
pub trait Number {}

/// One of Rust's integers.
#[diagnostic::on_unimplemented(
    message = "what `from` makes of `{Self}` a layout cannot know",
    label = "only Rust's integers are widened by `from`",
    note = "write `wide(value)`"
)]
pub trait Integer {}

/// A number that is never negative, so that it is a count also where its list is absent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` may be negative, and a count is calculated also where its list is absent",
    label = "the reader would refuse such a file, the layout would not",
    note = "write `wide(value)`"
)]
pub trait Natural {}

/// Some bits that are never negative.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no part of a number that a layout can ask for",
    label = "an expression takes bits as a number without a sign",
    note = "a part is asked for where it is unsigned, a `bool` or made by `enums!`"
)]
pub trait NaturalPart {}

impl NaturalPart for bool {}

/// A [`Bool`] that may be absent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `Bool`",
    label = "`is_set` asks a flag",
    note = "of a number say `number != 0`, of a mask `mask.contains(FLAG)`"
)]
pub trait Flag {}

impl Flag for Bool {}
impl Flag for Option<Bool> {}

/// A mask.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mask",
    label = "a layout takes `contains` for that of a mask",
    note = "make the type with `flags!`"
)]
pub trait Mask {}

/// What compares as a layout says.
#[diagnostic::on_unimplemented(
    message = "a layout does not compare `{Self}` with `{Other}` as Rust does",
    label = "a layout compares whole numbers",
    note = "of two kinds of numbers write `wide(value)` on the left side; a version is compared with its milestones; of what may be absent say `or_zero(value)`"
)]
pub trait Compared<Other> {}

impl<N: Into<Wide>> Compared<N> for Wide {}
impl Compared<u64> for Remaining {}
impl<const DISTANCE: u32> Compared<u32> for Peek<DISTANCE> {}
impl Number for bool {}
impl<const DISTANCE: u32> Number for Peek<DISTANCE> {}
impl<const DISTANCE: u32> Natural for Peek<DISTANCE> {}

/// The methods of a schema once more, by value: a method of another trait that would be called in place of them
/// is ambiguous here.
#[expect(
    clippy::len_without_is_empty,
    reason = "only names that could be taken for those of a layout"
)]
pub trait Methods: Sized {
    /// That of a mask.
    fn contains(self, _: Self) -> bool {
        false
    }

    /// That of a list.
    fn len(self) -> usize {
        0
    }

    /// That of a column.
    #[must_use]
    fn clone(self) -> Self {
        self
    }
}

impl<T> Methods for T {}

/// What a derived struct asks of the compiler.
pub trait Proved {
    /// Nobody calls it.
    fn proof();
}

macro_rules! all {
    ($Trait:ident: $($N:ty),*) => { $( impl $Trait for $N {} )* };
}

all!(Number: u8, u16, u32, u64, usize, i8, i16, i32, i64, Vle, Bool, Remaining, At);
all!(Integer: u8, u16, u32, u64, usize, i8, i16, i32, i64);
all!(NaturalPart: u8, u16, u32, u64);
all!(Natural: u8, u16, u32, u64, usize, Vle, Remaining);

macro_rules! like_itself {
    ($($N:ty),*) => { $( impl Compared<$N> for $N {} )* };
}

like_itself!(
    bool, u8, u16, u32, u64, usize, i8, i16, i32, i64, Vle, Bool, Remaining
);

/// Asks that `Own` is `T`.
pub const fn same<Own: ?Sized + Same<T>, T: ?Sized>() {}

/// Asks that `own` is the function `ours`, which comes first, so that the compiler does not guess it.
pub const fn function<F, Own: Function<F>>(_ours: &F, _own: &Own) {}

/// Asks that a value is a number.
pub const fn number<N: Number>(_: &N) {}

/// Asks that a value may be an absent number.
pub const fn optional<N: Number>(_: &Option<N>) {}

/// Asks that a value is one of Rust's integers.
pub const fn integer<N: Integer>(_: &N) {}

/// Asks that a value is never negative.
pub const fn natural<N: Natural>(_: &N) {}

/// Asks that some bits are never negative.
pub const fn natural_part<P: NaturalPart>(_: &P) {}

/// Asks that a value is a flag.
pub const fn flag<F: Flag>(_: &F) {}

/// Asks that a value is a mask.
pub const fn mask<M: Mask>(_: &M) {}

/// Asks that two values compare as in a layout.
pub const fn compared<B, A: Compared<B>>(_right: &B, _left: &A) {}
