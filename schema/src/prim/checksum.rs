//! [`Checksum`]: a number that follows from bytes before it.

use std::{fmt, marker::PhantomData};

use binrw::{
    BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{
    Check, Kind, Path, Result, Schema, hash::Hash, layout::Type, measured, sink::Sink, source,
};

/// How a [`Checksum`] is calculated.
pub trait Hashed {
    /// The same as data.
    const HASH: Hash;
}

macro_rules! hashes {
    ($($name:ident),*) => {$(
        #[doc = concat!("[`Hash::", stringify!($name), "`] as a type, for [`Checksum`].")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {}

        impl Hashed for $name {
            const HASH: Hash = Hash::$name;
        }
    )*};
}

hashes!(Crc32, Adler32, Crc16, Sum8, Sum16, Sum32, Xor8, Sdbm, Fnv1a);

/// The checksum of the values of fields before it, `H` says which.
///
/// One that is right follows from them, on writing too, and texts do not have it. One that is wrong is kept.
///
/// ```
/// # use formwork_schema::{Blob, Checksum, Crc32, Schema, read_checksum, write_checksum};
/// # use binrw::binrw;
/// # use serde::{Deserialize, Serialize};
/// /// Some bytes.
/// #[derive(Schema)]
/// #[schema(format = "my.bytes", extension = "bytes", recognised = "on request")]
/// #[binrw]
/// #[brw(little)]
/// #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
/// pub struct Bytes {
///     /// The bytes.
///     #[br(count = 4)]
///     pub data: Blob,
///     /// Of the bytes.
///     #[br(parse_with = read_checksum(&data))]
///     #[bw(write_with = write_checksum(data))]
///     pub crc: Checksum<Crc32>,
/// }
///
/// # fn main() -> formwork_schema::Result<()> {
/// let bytes = Bytes { data: b"abcd".to_vec().into(), crc: Checksum::default() };
/// let file = formwork_schema::write::to_bytes(&bytes)?;
/// assert_eq!(file[4..], 0xed82_cd11_u32.to_le_bytes());
/// let read: Bytes = formwork_schema::read::from_slice(b"abcd\x01\0\0\0")?;
/// assert_eq!(read.crc.wrong(), Some(1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Checksum<H> {
    wrong: Option<u32>,
    hash: PhantomData<fn() -> H>,
}

impl<H: Hashed> Checksum<H> {
    /// How it is calculated.
    pub const HASH: Hash = H::HASH;

    /// One that is wrong, as a file may have it. It is written as it is.
    #[must_use]
    pub const fn said(number: u32) -> Self {
        Self {
            wrong: Some(number),
            hash: PhantomData,
        }
    }

    /// The number that stands in the file, if it is not the right one.
    #[must_use]
    pub const fn wrong(&self) -> Option<u32> {
        self.wrong
    }
}

impl<H> Default for Checksum<H> {
    fn default() -> Self {
        Self {
            wrong: None,
            hash: PhantomData,
        }
    }
}

impl<H> PartialEq for Checksum<H> {
    fn eq(&self, other: &Self) -> bool {
        self.wrong == other.wrong
    }
}

impl<H> Eq for Checksum<H> {}

impl<H> fmt::Debug for Checksum<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.wrong {
            None => f.write_str("right"),
            Some(number) => write!(f, "{number:#x}, which is wrong"),
        }
    }
}

/// What a checksum covers: a field, or several in parentheses.
pub trait Covered {
    /// Writes it as the file has it.
    ///
    /// # Errors
    /// Those of the writer.
    #[doc(hidden)]
    fn write_to(&self, sink: &mut Sink, endian: Endian) -> BinResult<()>;
}

impl<T: for<'a> BinWrite<Args<'a> = ()>> Covered for &T {
    fn write_to(&self, sink: &mut Sink, endian: Endian) -> BinResult<()> {
        self.write_options(sink, endian, ())
    }
}

macro_rules! covered {
    ($($name:ident)*) => {
        impl<$($name: Covered),*> Covered for ($($name,)*) {
            #[allow(unused_variables)]
            fn write_to(&self, sink: &mut Sink, endian: Endian) -> BinResult<()> {
                #[allow(non_snake_case)]
                let ($($name,)*) = self;
                $($name.write_to(sink, endian)?;)*
                Ok(())
            }
        }
    };
}

covered!();
covered!(A);
covered!(A B);
covered!(A B C);
covered!(A B C D);
covered!(A B C D E);
covered!(A B C D E F);
covered!(A B C D E F G);
covered!(A B C D E F G I);

/// Reads a checksum, and sees whether it is right: `#[br(parse_with = read_checksum((&kind, &data)))]`.
///
/// # Errors
/// Where the file ends; when what is covered takes other bytes at another place, since it aligns inside.
pub fn read_checksum<C, R, H>(
    covered: C,
) -> impl FnOnce(&mut R, Endian, ()) -> BinResult<Checksum<H>>
where
    C: Covered,
    R: Read + Seek,
    H: Hashed,
{
    move |reader, endian, ()| {
        let raw = source::take(reader, H::HASH.number().size())?;
        let little = raw
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u32::from(*byte));
        let big = raw
            .iter()
            .fold(0, |number, byte| number << 8 | u32::from(*byte));
        let number = if endian == Endian::Big { big } else { little };
        let right = measured::keeping(|| sum_of(H::HASH, &covered, endian));
        let right = right.map_err(|Misplaced| misplaced(reader))?;
        Ok(Checksum {
            wrong: Some(number).filter(|number| right != Some(*number)),
            hash: PhantomData,
        })
    }
}

/// Writes a checksum: `#[bw(write_with = write_checksum((kind, data)))]`.
///
/// # Errors
/// Those of the writer.
pub fn write_checksum<C, W, H>(
    covered: C,
) -> impl FnOnce(&Checksum<H>, &mut W, Endian, ()) -> BinResult<()>
where
    C: Covered,
    W: Write + Seek,
    H: Hashed,
{
    move |checksum, writer, endian, ()| {
        let mut is_misplaced = false;
        let right = || {
            measured::once(checksum, endian, || {
                let sum = sum_of(H::HASH, &covered, endian);
                is_misplaced = sum.is_err();
                // What cannot be written is told of where it is written.
                sum.ok().flatten().unwrap_or(0) as usize
            }) as u32
        };
        let number = checksum.wrong.unwrap_or_else(right);
        if is_misplaced {
            return Err(misplaced(writer));
        }
        let size = H::HASH.number().size();
        match endian {
            Endian::Big => writer.write_all(&number.to_be_bytes()[4 - size..])?,
            Endian::Little => writer.write_all(&number.to_le_bytes()[..size])?,
        }
        Ok(())
    }
}

/// What is covered takes other bytes at another place, which nobody knows here.
struct Misplaced;

fn misplaced(at: &mut impl Seek) -> binrw::Error {
    let message =
        "what a checksum covers takes other bytes at another place: align before it or after it";
    binrw::Error::AssertFail {
        pos: at.stream_position().unwrap_or_default(),
        message: message.into(),
    }
}

/// The sum of some values; none when they cannot be written.
fn sum_of(hash: Hash, covered: &impl Covered, endian: Endian) -> Result<Option<u32>, Misplaced> {
    let mut sink = Sink::summing(hash);
    let mut further_on = Sink::counting(1);
    let written = covered.write_to(&mut sink, endian);
    let is_written = written
        .and_then(|()| covered.write_to(&mut further_on, endian))
        .is_ok();
    if is_written && further_on.len() != sink.len() + 1 {
        return Err(Misplaced);
    }
    Ok(sink.sum().filter(|_| is_written))
}

impl<H: Hashed> Schema for Checksum<H> {
    const TYPE: Type = Type::Prim(H::HASH.number());
}

impl<H: Hashed> Check for Checksum<H> {
    type Args = ();

    fn check<'a>(&'a self, (): (), path: &mut Path<'a>) -> Result<()> {
        let size = H::HASH.number().size();
        let fits = |number: u32| size == 4 || number >> (8 * size) == 0;
        match self.wrong {
            Some(number) if !fits(number) => {
                let message = format!("{number:#x} does not fit {size} bytes");
                Err(crate::Error::new(Kind::Invalid, message).of(&*path))
            }
            _ => Ok(()),
        }
    }
}

impl<H> Serialize for Checksum<H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.wrong.serialize(serializer)
    }
}

impl<'de, H> Deserialize<'de> for Checksum<H> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self {
            wrong: Option::deserialize(deserializer)?,
            hash: PhantomData,
        })
    }
}
