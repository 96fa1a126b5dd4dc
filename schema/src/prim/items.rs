//! Lists whose items differ: each as another list says ([`Zip`]), or by its place ([`Indexed`]).

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
pub type Zip<K, T> = Items<PerItem<K>, T>;

/// A list of `T` whose first argument is its place, counted from 0.
///
/// ```
/// use binrw::{BinRead, binrw, io::Cursor};
/// use formwork_schema::{Indexed, index};
///
/// #[binrw]
/// #[br(import(place: u32, largest: u8))]
/// struct Level {
///     #[br(count = largest >> place)]
///     pixels: Vec<u8>,
/// }
///
/// #[binrw]
/// struct Picture {
///     width: u8,
///     #[br(count = 3, args { inner: (index(), width) })]
///     levels: Indexed<Level>,
/// }
///
/// let picture = Picture::read_le(&mut Cursor::new([4, 9, 9, 9, 9, 8, 8, 7]))?;
/// assert_eq!(picture.levels[1].pixels, [8, 8]);
/// # Ok::<(), binrw::Error>(())
/// ```
pub type Indexed<T> = Items<Index, T>;

/// Stands for the place of an item: `args { inner: (index(), width) }`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index(());

/// Hands its place down to each item of an [`Indexed`].
#[must_use]
pub const fn index() -> Index {
    Index(())
}

/// How a list hands a value of its own down to each item that takes arguments `A`.
pub trait Hand<A> {
    /// What the list gets.
    type List: Clone;

    /// What the item at a place gets; none where the list knows of no such item.
    fn to_item(list: &Self::List, place: usize) -> Option<A>;

    /// How many items the list knows of; none for any number.
    fn known(list: &Self::List) -> Option<usize>;
}

impl<K: Clone> Hand<(K,)> for PerItem<K> {
    type List = (Self,);

    fn to_item((Self(keys),): &Self::List, place: usize) -> Option<(K,)> {
        keys.get(place).map(|key| (key.clone(),))
    }

    fn known((Self(keys),): &Self::List) -> Option<usize> {
        Some(keys.len())
    }
}

macro_rules! hand_index {
    ($($name:ident)*) => {
        impl<$($name: Clone),*> Hand<(u32, $($name,)*)> for Index {
            type List = (Self, $($name,)*);

            #[allow(non_snake_case, reason = "a value has the name of its type")]
            fn to_item((_, $($name,)*): &Self::List, place: usize) -> Option<(u32, $($name,)*)> {
                Some((u32::try_from(place).ok()?, $($name.clone(),)*))
            }

            fn known(_: &Self::List) -> Option<usize> {
                None
            }
        }
    };
}

hand_index!();
hand_index!(A);
hand_index!(A B);
hand_index!(A B C);
hand_index!(A B C D);
hand_index!(A B C D E);
hand_index!(A B C D E F);
hand_index!(A B C D E F G);

/// A list whose items differ in what they are handed: a [`Zip`] or an [`Indexed`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Items<H, T> {
    items: Vec<T>,
    handed: PhantomData<fn() -> H>,
}

impl<H, T> From<Vec<T>> for Items<H, T> {
    fn from(items: Vec<T>) -> Self {
        Self {
            items,
            handed: PhantomData,
        }
    }
}

impl<H, T> Items<H, T> {
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

    /// Keeps the first items only.
    pub fn truncate(&mut self, count: usize) {
        self.items.truncate(count);
    }
}

impl<H, T> FromIterator<T> for Items<H, T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Vec::from_iter(items).into()
    }
}

impl<H, T> Deref for Items<H, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<H, T> BinRead for Items<H, T>
where
    T: BinRead,
    H: for<'a> Hand<T::Args<'a>> + 'static,
{
    type Args<'a> = VecArgs<<H as Hand<T::Args<'a>>>::List>;

    fn read_options<R: Read + Seek>(
        reader: &mut R,
        endian: Endian,
        args: Self::Args<'_>,
    ) -> BinResult<Self> {
        let mut items = Vec::new();
        for place in 0..args.count {
            let Some(handed) = H::to_item(&args.inner, place) else {
                return Err(binrw::Error::AssertFail {
                    pos: reader.stream_position()?,
                    message: "more items than values that say what they are".into(),
                });
            };
            items.push(T::read_options(reader, endian, handed)?);
        }
        Ok(items.into())
    }
}

impl<H, T> BinWrite for Items<H, T>
where
    H: 'static,
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

impl<H: Hand<T::Args>, T: Schema> Schema for Items<H, T> {
    const TYPE: Type = Type::List(Ref::Static(&T::TYPE));
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
    const ENDS_OR_IS_NESTED: () = T::ENDS_OR_IS_NESTED;
}

impl<H: Hand<T::Args>, T: Check> Check for Items<H, T> {
    type Args = H::List;

    fn check<'a>(&'a self, list: Self::Args, path: &mut Path<'a>) -> Result<()> {
        if let Some(known) = H::known(&list)
            && known != self.len()
        {
            let message = format!("has {} items where {known} belong", self.len());
            return Err(Error::new(Kind::Invalid, message).of(&*path));
        }
        for (place, item) in self.iter().enumerate() {
            path.push_index(place as u64);
            if let Some(handed) = H::to_item(&list, place) {
                item.check(handed, path)?;
            }
            path.pop();
        }
        Ok(())
    }
}

impl<H, T: Serialize> Serialize for Items<H, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

impl<'de, H, T: Deserialize<'de>> Deserialize<'de> for Items<H, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
