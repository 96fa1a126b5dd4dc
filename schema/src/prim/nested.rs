//! [`Nested`]: a value that may contain its own kind.

use std::{cell::Cell, ops::Deref, thread::LocalKey};

use binrw::{
    BinRead, BinResult, BinWrite, Endian,
    io::{Read, Seek, Write},
};
use serde::{Deserialize, Serialize};

use crate::{
    Check, Error, Kind, Limits, Path, Result, Schema,
    layout::{Ref, Type},
};

/// A value that may contain its own kind, counted against [`Limits::depth`] while it is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nested<T>(pub T);

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static LIMIT: Cell<u32> = const { Cell::new(u32::MAX) };
}

/// Runs `read` with a limit of its own; outside, [`Limits::MAX_DEPTH`] holds.
pub(crate) fn with_limit<R>(limit: u32, read: impl FnOnce() -> R) -> R {
    let _restore = Restore(&LIMIT, LIMIT.replace(limit));
    read()
}

/// Puts a number back, also when what happened meanwhile panicked.
struct Restore(&'static LocalKey<Cell<u32>>, u32);

impl Drop for Restore {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

impl<T> Deref for Nested<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: BinRead> BinRead for Nested<T> {
    type Args<'a> = T::Args<'a>;

    fn read_options<R: Read + Seek>(
        reader: &mut R,
        endian: Endian,
        args: Self::Args<'_>,
    ) -> BinResult<Self> {
        let depth = DEPTH.get() + 1;
        if depth > LIMIT.get().min(Limits::MAX_DEPTH) {
            let pos = reader.stream_position()?;
            return Err(binrw::Error::AssertFail {
                pos,
                message: "nested too deep".into(),
            });
        }
        let _restore = Restore(&DEPTH, DEPTH.replace(depth));
        T::read_options(reader, endian, args).map(Self)
    }
}

impl<T: BinWrite> BinWrite for Nested<T> {
    type Args<'a> = T::Args<'a>;

    fn write_options<W: Write + Seek>(
        &self,
        writer: &mut W,
        endian: Endian,
        args: Self::Args<'_>,
    ) -> BinResult<()> {
        self.0.write_options(writer, endian, args)
    }
}

impl<T: Schema> Schema for Nested<T> {
    const TYPE: Type = Type::Nested(Ref::Static(&T::TYPE));
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
}

impl<T: Check> Check for Nested<T> {
    type Args = T::Args;

    /// What no reader would go down to is not written either.
    fn check<'a>(&'a self, args: T::Args, path: &mut Path<'a>) -> Result<()> {
        let depth = DEPTH.get() + 1;
        if depth > Limits::MAX_DEPTH {
            let message = format!("values inside values deeper than {}", Limits::MAX_DEPTH);
            return Err(Error::new(Kind::Limit, message).of(&*path));
        }
        let _restore = Restore(&DEPTH, DEPTH.replace(depth));
        self.0.check(args, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_leaves_no_depth_behind() {
        /// What a reader does that has a mistake.
        struct Broken;
        impl BinRead for Broken {
            type Args<'a> = ();

            fn read_options<R: Read + Seek>(_: &mut R, _: Endian, (): ()) -> BinResult<Self> {
                panic!("a mistake")
            }
        }
        let broken = std::panic::catch_unwind(|| {
            with_limit(1, || {
                let mut reader = binrw::io::Cursor::new([]);
                Nested::<Broken>::read_options(&mut reader, Endian::Little, ()).is_ok()
            })
        });
        assert!(broken.is_err());
        assert_eq!((DEPTH.get(), LIMIT.get()), (0, u32::MAX));
    }
}
