//! `flags!`: a mask whose unknown bits survive.

/// Declares a mask: a set of named bits in an unsigned number. Unknown bits are kept.
///
/// ```
/// formwork_schema::flags! {
///     /// The parts of a pose.
///     pub struct Channels: u8 {
///         /// Keyframes have a position.
///         POSITION = 1;
///         /// Keyframes have a rotation.
///         ROTATION = 2;
///     }
/// }
///
/// let channels = Channels::POSITION | Channels::from_bits_retain(0x80);
/// assert!(channels.contains(Channels::POSITION) && channels.bits() == 0x81);
/// assert_eq!(format!("{channels:?}"), "Channels(POSITION | 0x80)");
/// ```
///
/// A flag may be limited to newer files: `SPEED = 8, since Version::FIVE;`, with a point that
/// [`versions!`](crate::versions) names. In an older file the bit has no name, and every text form shows it as `0x8`.
/// A mask itself knows no version, so a condition asks for it beside the flag:
/// `version >= Version::FIVE && channels.contains(Channels::SPEED)`.
#[macro_export]
macro_rules! flags {
    (
        $(#[doc = $doc:literal])+
        $vis:vis struct $Name:ident: $repr:ident {
            $( $(#[doc = $flag_doc:literal])+ $FLAG:ident = $bits:literal $(, since $Version:ident :: $MILESTONE:ident)?; )+
        }
    ) => {
        $crate::__private::bitflags::bitflags! {
            $(#[doc = $doc])+
            #[derive(
                ::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy, ::core::cmp::PartialEq, ::core::cmp::Eq,
                ::core::hash::Hash, ::core::cmp::PartialOrd, ::core::cmp::Ord, ::core::default::Default,
            )]
            $vis struct $Name: $repr {
                $( $(#[doc = $flag_doc])+ const $FLAG = $bits; )+
                const _ = !0;
            }
        }

        impl $Name {
            /// Every bit that has a name.
            #[must_use]
            pub const fn all_named() -> Self {
                Self::from_bits_retain(0 $(| $bits)+)
            }

            /// Every bit that has a name in files whose version has this number.
            #[must_use]
            pub const fn named_at(version: u32) -> Self {
                let _ = version;
                Self::from_bits_retain(0 $(| if true $(&& version >= $Version::$MILESTONE.0)? { $bits } else { 0 })+)
            }

            /// The bits as a constant of a condition.
            #[must_use]
            pub const fn value(self) -> i128 {
                self.bits() as i128
            }
        }

        $crate::__named_number! { $Name, $repr, Flags, [$($doc)+], [$($FLAG [$($flag_doc)+] $bits [$($Version $MILESTONE)?],)+],
            |value| $Name::from_bits_retain(value), |name: &$Name| name.bits() }

        impl $crate::__private::Mask for $Name {}
    };
}

/// What masks and enumerations have in common: stored, described and serialized as a number.
#[doc(hidden)]
#[macro_export]
macro_rules! __named_number {
    (
        $Name:ident, $repr:ident, $Kind:ident, [$($doc:literal)+],
        [$($VALUE:ident [$($value_doc:literal)+] $value:literal [$($Version:ident $MILESTONE:ident)?],)+],
        |$raw:ident| $from:expr, |$this:ident: $This:ty| $into:expr
    ) => {
        const _: () = {
            impl $Name {
                fn __from_number($raw: $repr) -> Self {
                    $from
                }

                fn __number($this: &Self) -> $repr {
                    $into
                }
            }

            impl $crate::Schema for $Name {
                const TYPE: $crate::layout::Type = $crate::layout::Type::$Kind(
                    $crate::layout::Ref::Static(&$crate::layout::Names {
                        name: $crate::layout::Ref::Static(::core::stringify!($Name)),
                        doc: $crate::__doc!($($doc)+),
                        repr: <$repr as $crate::__private::Repr>::KIND,
                        closed: false,
                        values: $crate::layout::Ref::Static(&[$($crate::layout::Name {
                            name: $crate::layout::Ref::Static(::core::stringify!($VALUE)),
                            doc: $crate::__doc!($($value_doc)+),
                            value: $value,
                            since: $crate::__since!($($Version $MILESTONE)?),
                        }),+]),
                    }),
                );
            }

            $crate::__stored_number! { $Name, $repr }
        };
    };
}

/// What is stored and serialized as a number, with which layouts calculate: a type with the private functions `__from_number` and
/// `__number`.
#[doc(hidden)]
#[macro_export]
macro_rules! __stored_number {
    ($Name:ident, $repr:ident) => {
        const _: () = {
            use $crate::__private::{binrw, serde};

            $crate::__number! { $Name, |named| $Name::__number(&named) }

            impl $crate::__private::Compared<$Name> for $Name {}

            impl $crate::Check for $Name {
                type Args = ();

                const ALWAYS_HOLDS: bool = true;

                fn check<'a>(&'a self, (): (), _: &mut $crate::Path<'a>) -> $crate::Result<()> {
                    ::core::result::Result::Ok(())
                }
            }

            impl $crate::Record for $Name {
                type Args = ();
                type Shape = ();

                #[inline]
                fn shape((): ()) {}

                #[inline]
                fn shape_of(&self) {}

                #[inline]
                fn stride((): &()) -> usize {
                    ::core::mem::size_of::<$repr>()
                }

                #[inline]
                fn decode<O: $crate::ByteOrder>((): &(), bytes: &[u8]) -> Self {
                    Self::__from_number(<$repr as $crate::Record>::decode::<O>(&(), bytes))
                }

                #[inline]
                fn encode<O: $crate::ByteOrder>(&self, out: &mut ::std::vec::Vec<u8>) {
                    $crate::Record::encode::<O>(&Self::__number(self), out);
                }
            }

            impl binrw::BinRead for $Name {
                type Args<'a> = ();

                fn read_options<R: binrw::io::Read + binrw::io::Seek>(
                    reader: &mut R,
                    endian: binrw::Endian,
                    (): (),
                ) -> binrw::BinResult<Self> {
                    <$repr as binrw::BinRead>::read_options(reader, endian, ())
                        .map(Self::__from_number)
                }
            }

            impl binrw::BinWrite for $Name {
                type Args<'a> = ();

                fn write_options<W: binrw::io::Write + binrw::io::Seek>(
                    &self,
                    writer: &mut W,
                    endian: binrw::Endian,
                    (): (),
                ) -> binrw::BinResult<()> {
                    binrw::BinWrite::write_options(&Self::__number(self), writer, endian, ())
                }
            }

            impl serde::Serialize for $Name {
                fn serialize<S: serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    serde::Serialize::serialize(&Self::__number(self), serializer)
                }
            }

            impl<'de> serde::Deserialize<'de> for $Name {
                fn deserialize<D: serde::Deserializer<'de>>(
                    deserializer: D,
                ) -> ::core::result::Result<Self, D::Error> {
                    <$repr as serde::Deserialize>::deserialize(deserializer)
                        .map(Self::__from_number)
                }
            }
        };
    };
}

/// Since when files know a name.
#[doc(hidden)]
#[macro_export]
macro_rules! __since {
    () => {
        ::core::option::Option::None
    };
    ($Version:ident $MILESTONE:ident) => {
        ::core::option::Option::Some($crate::layout::Since {
            name: $crate::layout::Ref::Static(::core::stringify!($MILESTONE)),
            number: $Version::$MILESTONE.0,
        })
    };
}

/// A number to a layout.
#[doc(hidden)]
#[macro_export]
macro_rules! __number {
    ($Name:ident, |$number:ident| $plain:expr) => {
        impl $crate::__private::Number for $Name {}

        impl ::core::convert::From<$Name> for $crate::Wide {
            fn from($number: $Name) -> Self {
                $crate::wide($plain)
            }
        }
    };
}

/// Doc lines as one text, the blank that `///` leaves at their start removed.
#[doc(hidden)]
#[macro_export]
macro_rules! __doc {
    ($first:literal $($line:literal)*) => {{
        const RAW: &str = ::core::concat!($first, $("\n", $line),*);
        const LENGTH: usize = $crate::__private::trimmed_len(RAW);
        const BYTES: [u8; LENGTH] = $crate::__private::trimmed(RAW);
        const TEXT: &str = match ::core::str::from_utf8(&BYTES) {
            ::core::result::Result::Ok(text) => text,
            ::core::result::Result::Err(_) => "",
        };
        $crate::layout::Ref::Static(TEXT)
    }};
}
