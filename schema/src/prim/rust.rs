//! Rust's own numbers, `Option`, `Box` and `Vec` as parts of a schema.

use crate::{
    ByteOrder, Check, Path, Record, Result, Schema,
    layout::{Endian, PrimKind, Ref, Type},
};

/// Nothing inside can contradict anything. Parameters of a type stand behind it.
macro_rules! nothing_to_check {
    ($($ty:ty $([$($generics:tt)*])?),*) => {$(
        impl$(<$($generics)*>)? $crate::Check for $ty {
            type Args = ();

            const ALWAYS_HOLDS: bool = true;

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

numbers!(u8 U8, u16 U16, u32 U32, u64 U64, u128 U128, i8 I8, i16 I16, i32 I32, i64 I64, i128 I128, f32 F32, f64 F64);

impl<T: Schema> Schema for Option<T> {
    const TYPE: Type = T::TYPE;
    const MAY_BE_ABSENT: bool = true;
    const PARAMS: &'static [&'static str] = T::PARAMS;
    const ENDS_OR_IS_NESTED: () = T::ENDS_OR_IS_NESTED;
}

impl<T: Check> Check for Option<T> {
    type Args = T::Args;

    const ALWAYS_HOLDS: bool = T::ALWAYS_HOLDS;

    #[inline]
    fn holds(&self, args: &T::Args) -> bool {
        self.as_ref().is_none_or(|inner| inner.holds(args))
    }

    fn check<'a>(&'a self, args: T::Args, path: &mut Path<'a>) -> Result<()> {
        self.as_ref()
            .map_or(Ok(()), |inner| inner.check(args, path))
    }
}

impl<T: Schema> Schema for Box<T> {
    const TYPE: Type = T::TYPE;
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
    const PARAMS: &'static [&'static str] = T::PARAMS;
    const ENDS_OR_IS_NESTED: () = T::ENDS_OR_IS_NESTED;
}

impl<T: Check> Check for Box<T> {
    type Args = T::Args;

    const ALWAYS_HOLDS: bool = T::ALWAYS_HOLDS;

    #[inline]
    fn holds(&self, args: &T::Args) -> bool {
        (**self).holds(args)
    }

    fn check<'a>(&'a self, args: T::Args, path: &mut Path<'a>) -> Result<()> {
        (**self).check(args, path)
    }
}

impl<T: Schema, const N: usize> Schema for [T; N] {
    const TYPE: Type = {
        assert!(
            N > 0 && N <= Type::MAX_ARRAY as usize,
            "an array has from 1 to 16777216 items"
        );
        Type::Array(Ref::Static(&T::TYPE), N as u32)
    };
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
    const ENDS_OR_IS_NESTED: () = T::ENDS_OR_IS_NESTED;
}

impl<T: Check, const N: usize> Check for [T; N] {
    type Args = T::Args;

    const ALWAYS_HOLDS: bool = T::ALWAYS_HOLDS;

    fn check<'a>(&'a self, args: T::Args, path: &mut Path<'a>) -> Result<()> {
        check_items(self, args, path)
    }
}

impl<T: Record, const N: usize> Record for [T; N] {
    type Args = T::Args;
    type Shape = T::Shape;

    #[inline]
    fn shape(args: T::Args) -> T::Shape {
        T::shape(args)
    }

    #[inline]
    fn shape_of(&self) -> T::Shape {
        self.first().map(T::shape_of).unwrap_or_default()
    }

    #[inline]
    fn stride(shape: &T::Shape) -> usize {
        N * T::stride(shape)
    }

    #[inline]
    fn decode<O: ByteOrder>(shape: &T::Shape, bytes: &[u8]) -> Self {
        let stride = T::stride(shape);
        std::array::from_fn(|index| T::decode::<O>(shape, &bytes[index * stride..]))
    }

    #[inline]
    fn encode<O: ByteOrder>(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.encode::<O>(out));
    }
}

impl<T: Schema> Schema for Vec<T> {
    const TYPE: Type = Type::List(Ref::Static(&T::TYPE));
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;
    const ENDS_OR_IS_NESTED: () = T::ENDS_OR_IS_NESTED;
}

impl<T: Check> Check for Vec<T> {
    type Args = T::Args;

    const ALWAYS_HOLDS: bool = T::ALWAYS_HOLDS;

    fn check<'a>(&'a self, args: T::Args, path: &mut Path<'a>) -> Result<()> {
        check_items(self, args, path)
    }
}

fn check_items<'a, T: Check>(items: &'a [T], args: T::Args, path: &mut Path<'a>) -> Result<()> {
    path.push_index(0);
    for (index, item) in (0..).zip(items) {
        if item.holds(&args) {
            continue;
        }
        path.set_index(index);
        item.check(args.clone(), path)?;
    }
    path.pop();
    Ok(())
}
