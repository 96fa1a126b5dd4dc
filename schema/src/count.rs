//! Counts: the length of a list, fitted to the field that stores it.

use crate::{
    Blob, Error, Items, Kind, Nested, Packed, Path, Record, Result, Text, Wide,
    measured::NoArguments,
};

/// Something with a number of items.
pub trait Countable {
    /// How many there are; 0 for an absent list.
    fn count(&self) -> usize;
}

impl<T> Countable for Vec<T> {
    fn count(&self) -> usize {
        self.len()
    }
}

impl<R: Record> Countable for Packed<R> {
    fn count(&self) -> usize {
        self.len()
    }
}

impl Countable for Blob {
    fn count(&self) -> usize {
        self.len()
    }
}

impl<E> Countable for Text<E> {
    fn count(&self) -> usize {
        self.len()
    }
}

impl<H, T> Countable for Items<H, T> {
    fn count(&self) -> usize {
        self.len()
    }
}

impl<T: Countable> Countable for Box<T> {
    fn count(&self) -> usize {
        (**self).count()
    }
}

impl<T: Countable> Countable for Nested<T> {
    fn count(&self) -> usize {
        self.0.count()
    }
}

impl<T: Countable> Countable for Option<T> {
    fn count(&self) -> usize {
        self.as_ref().map_or(0, T::count)
    }
}

impl<T: Countable + ?Sized> Countable for &T {
    fn count(&self) -> usize {
        (**self).count()
    }
}

/// The length of a list as its count field stores it: `#[bw(try_calc(count(tracks)))]`.
///
/// # Errors
/// When the width of the field cannot say it.
pub fn count<N: TryFrom<usize>, L: Countable>(list: &L) -> Result<N> {
    let length = list.count();
    N::try_from(length).map_err(|_| too_many(length))
}

/// More than a list has, or fewer: `#[bw(try_calc(plus(size(chunks), 12)))]` in front of something that counts its header.
///
/// # Errors
/// Those of the number; [`Kind::Invalid`] when the width of the field cannot say it.
pub fn plus<N: TryFrom<i128>>(number: Result<u64>, more: i64) -> Result<N> {
    let number = i128::from(number?) + i128::from(more);
    N::try_from(number).map_err(|_| {
        let message = format!("is {number}, which its field cannot say");
        Error::new(Kind::Invalid, message)
    })
}

/// The same, with a place: what [`Check`](crate::Check) asks.
///
/// # Errors
/// [`Kind::Invalid`] with the path of the number.
pub fn fit_plus<N: TryFrom<i128>>(
    number: u64,
    more: i64,
    name: &'static str,
    path: &Path<'_>,
) -> Result<N> {
    plus(Ok(number), more).map_err(|error| {
        let mut path = path.clone();
        path.push_name(name);
        error.of(path)
    })
}

/// The same, with a place: what [`Check`](crate::Check) asks.
///
/// # Errors
/// [`Kind::Invalid`] with the path of the count.
pub fn fit_count<N: TryFrom<usize>>(
    list: &impl Countable,
    name: &'static str,
    path: &Path<'_>,
) -> Result<N> {
    count(list).map_err(|error| {
        let mut path = path.clone();
        path.push_name(name);
        error.of(path)
    })
}

/// How many items a list has, 0 when it is absent. Conditions, counts and arguments use it where a list may be.
pub fn len<L: Countable>(list: &L) -> Wide {
    list.count().into()
}

/// The size of a value, with a place: what [`Check`](crate::Check) asks.
///
/// # Errors
/// [`Kind::Invalid`] with the path of the size.
pub fn fit_size<N: TryFrom<usize>, T: binrw::BinWrite>(
    value: &T,
    name: &'static str,
    path: &Path<'_>,
) -> Result<N>
where
    for<'a> T::Args<'a>: NoArguments,
{
    crate::size(value).map_err(|error| {
        let mut path = path.clone();
        path.push_name(name);
        error.of(path)
    })
}

fn too_many(length: usize) -> Error {
    Error::new(
        Kind::Invalid,
        format!("has {length} items, more than its count can say"),
    )
}
