//! Rust's own numbers, `Option`, `Box` and `Vec` as parts of a schema.

use crate::{
    ByteOrder, Check, Path, Record, Result, Schema,
    layout::{Endian, PrimKind, Ref, Type},
};

/// Nothing inside can contradict anything.
macro_rules! nothing_to_check {
    ($($ty:ty),*) => {$(
        impl $crate::Check for $ty {
            type Args = ();

            fn check<'a>(&'a self, (): (), _: &mut $crate::Path<'a>) -> $crate::Result<()> {
                Ok(())
            }
        }
    )*};
}
pub(crate) use nothing_to_check;

macro_rules! numbers {
    ($($ty:ident $kind:ident),*) => {$(
        impl Schema for $ty {
            const TYPE: Type = Type::Prim(PrimKind::$kind);
        }

        nothing_to_check!($ty);

        impl Record for $ty {
            type Args = ();
            type Shape = ();

            #[inline]
            fn shape((): ()) {}

            #[inline]
            fn shape_of(&self) {}

            #[inline]
            fn stride((): &()) -> usize {
                size_of::<Self>()
            }

            #[inline]
            fn decode<O: ByteOrder>((): &(), bytes: &[u8]) -> Self {
                let mut raw = [0; size_of::<Self>()];
                raw.copy_from_slice(&bytes[..size_of::<Self>()]);
                match O::ENDIAN {
                    Endian::Little => Self::from_le_bytes(raw),
                    Endian::Big => Self::from_be_bytes(raw),
                }
            }

            #[inline]
            fn encode<O: ByteOrder>(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&match O::ENDIAN {
                    Endian::Little => self.to_le_bytes(),
                    Endian::Big => self.to_be_bytes(),
                });
            }
        }
    )*};
}

numbers!(u8 U8, u16 U16, u32 U32, u64 U64, i8 I8, i16 I16, i32 I32, i64 I64, f32 F32, f64 F64);

impl<T: Schema> Schema for Option<T> {
    const TYPE: Type = T::TYPE;
    const MAY_BE_ABSENT: bool = true;
}

impl<T: Check> Check for Option<T> {
    type Args = T::Args;

    fn check<'a>(&'a self, args: T::Args, path: &mut Path<'a>) -> Result<()> {
        self.as_ref()
            .map_or(Ok(()), |inner| inner.check(args, path))
    }
}

impl<T: Schema> Schema for Box<T> {
    const TYPE: Type = T::TYPE;
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
}

impl<T: Check> Check for Box<T> {
    type Args = T::Args;

    fn check<'a>(&'a self, args: T::Args, path: &mut Path<'a>) -> Result<()> {
        (**self).check(args, path)
    }
}

impl<T: Schema> Schema for Vec<T> {
    const TYPE: Type = Type::List(Ref::Static(&T::TYPE));
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
}

impl<T: Check> Check for Vec<T> {
    type Args = T::Args;

    fn check<'a>(&'a self, args: T::Args, path: &mut Path<'a>) -> Result<()> {
        for (index, item) in self.iter().enumerate() {
            path.push_index(index as u64);
            item.check(args.clone(), path)?;
            path.pop();
        }
        Ok(())
    }
}
