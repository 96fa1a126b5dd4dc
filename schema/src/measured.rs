//! How many bytes values take and what their checksums are, each counted once.
//!
//! A size in front of a value is known when the value has been written, so the value is written twice; one in it four times, and
//! so on. What has been counted is therefore kept as long as the tree is not changed.

use std::{any::type_name, cell::RefCell, collections::HashMap};

use binrw::{BinWrite, Endian};

use crate::sink::Sink;

/// A value: where it is, and its type, for the first field of a struct is where the struct is; and whether its numbers have the highest byte
/// first, which makes other sums of them.
type Place = (usize, &'static str, bool);

thread_local! {
    static KNOWN: RefCell<Option<HashMap<Place, usize>>> = const { RefCell::new(None) };
}

/// Runs `work`, which changes no value that is counted in it, and keeps what it counts.
pub(crate) fn keeping<R>(work: impl FnOnce() -> R) -> R {
    struct Forget;
    impl Drop for Forget {
        fn drop(&mut self) {
            KNOWN.set(None);
        }
    }
    let is_first = KNOWN.with_borrow_mut(|known| match known {
        Some(_) => false,
        None => {
            *known = Some(HashMap::new());
            true
        }
    });
    let _forget = is_first.then(|| Forget);
    work()
}

/// The arguments of a value that is written without any. A trait, and not the type, so that the compiler says what is wrong.
#[diagnostic::on_unimplemented(
    message = "`size` cannot tell how many bytes a value takes that is written with arguments",
    label = "is written with arguments: `{Self}`",
    note = "where only the reader needs them, write `br(import(…))` on its struct in place of `brw(import(…))`, and \
            `br(args(…))` on the field"
)]
pub trait NoArguments {
    /// Nothing.
    fn none() -> Self;
}

impl NoArguments for () {
    fn none() -> Self {}
}

/// How many bytes a value takes.
pub(crate) fn size_of<T: BinWrite>(value: &T) -> usize
where
    for<'a> T::Args<'a>: NoArguments,
{
    once(value, Endian::Little, || {
        let mut sink = Sink::counting(0);
        // A value that cannot be written is told of where it is written.
        let _ = value.write_options(&mut sink, Endian::Little, NoArguments::none());
        sink.len()
    })
}

/// The one number that is asked of a value in a byte order.
pub(crate) fn once<T>(value: &T, endian: Endian, count: impl FnOnce() -> usize) -> usize {
    let address = std::ptr::from_ref(value).addr();
    let place = (address, type_name::<T>(), endian == Endian::Big);
    keeping(|| {
        let known = |known: &Option<HashMap<Place, usize>>| known.as_ref()?.get(&place).copied();
        if let Some(number) = KNOWN.with_borrow(known) {
            return number;
        }
        let number = count();
        KNOWN.with_borrow_mut(|known| known.as_mut()?.insert(place, number));
        number
    })
}
