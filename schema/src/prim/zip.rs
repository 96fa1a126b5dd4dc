//! [`Zip`]: a list whose items differ, each as another list says.

use std::{marker::PhantomData, ops::Deref, sync::Arc};

use binrw::{
    BinRead, BinResult, BinWrite, Endian, VecArgs,
    io::{Read, Seek, Write},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Check, Error, Kind, Path, Result, Schema, Summed,
    layout::{Ref, Type},
};

/// One value for each item of a list, to be passed down: `args(each(&elements, |element| element.r#type))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Each<K>(Arc<[K]>);

/// What each item of a list is handed: `args { inner: (item(&types),) }`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerItem<K>(Each<K>);

/// One value for each item of a list; an absent list has none.
pub fn each<L: Summed + ?Sized, F: Fn(&L::Item) -> K, K>(list: &L, item: F) -> Each<K> {
    list.items().iter().map(item).collect()
}

/// Hands one value of `each` down to each item of a [`Zip`].
pub fn item<K>(each: &Each<K>) -> PerItem<K> {
    PerItem(Each(Arc::clone(&each.0)))
}

impl<K> Default for Each<K> {
    fn default() -> Self {
        Self(Arc::new([]))
    }
}

impl<K> Deref for Each<K> {
    type Target = [K];

    fn deref(&self) -> &[K] {
        &self.0
    }
}

impl<K> Each<K> {
    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K> FromIterator<K> for Each<K> {
    fn from_iter<I: IntoIterator<Item = K>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// A list of as many `T` as there are values in an [`Each`], each item made of the value at its place.
///
/// ```
/// use binrw::{BinRead, binrw, io::Cursor};
/// use formwork_schema::{Each, Zip, item};
///
/// #[binrw]
/// #[brw(little)]
/// #[br(import(width: u8))]
/// enum Number {
///     #[br(pre_assert(width == 1))]
///     Small(u8),
///     #[br(pre_assert(width == 2))]
///     Large(u16),
/// }
///
/// #[binrw]
/// #[brw(little)]
/// #[br(import(widths: Each<u8>))]
/// struct Row {
///     #[br(count = widths.len(), args { inner: (item(&widths),) })]
///     numbers: Zip<u8, Number>,
/// }
///
/// let widths: Each<u8> = [1, 2].into_iter().collect();
/// let row = Row::read_args(&mut Cursor::new([7, 1, 1]), (widths,))?;
/// assert!(matches!(*row.numbers, [Number::Small(7), Number::Large(257)]));
/// # Ok::<(), binrw::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zip<K, T> {
    items: Vec<T>,
    keys: PhantomData<fn() -> K>,
}

impl<K, T> From<Vec<T>> for Zip<K, T> {
    fn from(items: Vec<T>) -> Self {
        Self {
            items,
            keys: PhantomData,
        }
    }
}

impl<K, T> Zip<K, T> {
    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

impl<K, T> FromIterator<T> for Zip<K, T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Vec::from_iter(items).into()
    }
}

impl<K, T> Deref for Zip<K, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<K, T> BinRead for Zip<K, T>
where
    K: Clone + 'static,
    T: for<'a> BinRead<Args<'a> = (K,)>,
{
    type Args<'a> = VecArgs<(PerItem<K>,)>;

    fn read_options<R: Read + Seek>(
        reader: &mut R,
        endian: Endian,
        args: Self::Args<'_>,
    ) -> BinResult<Self> {
        let (PerItem(keys),) = args.inner;
        if args.count > keys.len() {
            return Err(binrw::Error::AssertFail {
                pos: reader.stream_position()?,
                message: "more items than values that say what they are".into(),
            });
        }
        let keys = keys.iter().take(args.count);
        keys.map(|key| T::read_options(reader, endian, (key.clone(),)))
            .collect()
    }
}

impl<K, T> BinWrite for Zip<K, T>
where
    K: 'static,
    T: for<'a> BinWrite<Args<'a> = ()>,
{
    type Args<'a> = ();

    fn write_options<W: Write + Seek>(
        &self,
        writer: &mut W,
        endian: Endian,
        (): (),
    ) -> BinResult<()> {
        self.iter()
            .try_for_each(|item| item.write_options(writer, endian, ()))
    }
}

impl<K: Clone, T: Schema + Check<Args = (K,)>> Schema for Zip<K, T> {
    const TYPE: Type = Type::List(Ref::Static(&T::TYPE));
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
}

impl<K: Clone, T: Check<Args = (K,)>> Check for Zip<K, T> {
    type Args = (PerItem<K>,);

    fn check<'a>(&'a self, (PerItem(keys),): Self::Args, path: &mut Path<'a>) -> Result<()> {
        if keys.len() != self.len() {
            let message = format!("has {} items where {} belong", self.len(), keys.len());
            return Err(Error::new(Kind::Invalid, message).of(&*path));
        }
        for (index, (item, key)) in (0..).zip(self.iter().zip(keys.iter())) {
            path.push_index(index);
            item.check((key.clone(),), path)?;
            path.pop();
        }
        Ok(())
    }
}

impl<K, T: Serialize> Serialize for Zip<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<'de, K, T: Deserialize<'de>> Deserialize<'de> for Zip<K, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
