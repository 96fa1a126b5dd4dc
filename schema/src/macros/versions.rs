//! `versions!`: magics and the version numbers after them.

/// Declares the versions of a format: its magics, each with the number that it counts as or with
/// the range of numbers that may follow it, and names for the numbers that added something.
///
/// A number that follows is a `u32`, or what is said before the range, in the byte order of the struct
/// that has the version. `milestones` can be left out.
///
/// ```
/// use formwork_schema::versions;
///
/// versions! {
///     /// Layout of a clip.
///     pub struct Version {
///         /// Every engine of the family.
///         b"UANI" implies 1;
///         /// rbfx: a number follows.
///         b"UAN2" followed by 1..=4;
///     }
///     milestones {
///         /// Tracks may drive any attribute, not only bones.
///         VARIANT_TRACKS = 2;
///     }
/// }
///
/// let version = Version::new(b"UAN2", 3).unwrap();
/// assert!(version >= Version::VARIANT_TRACKS);
/// assert_eq!(version.to_string(), "UAN2 3");
///
/// versions! {
///     /// Magic and version of a cloud.
///     pub struct Cloud {
///         /// Two bytes with a number follow.
///         b"CLOU" followed by u16 1..=3;
///     }
/// }
/// ```
#[macro_export]
macro_rules! versions {
    (
        $(#[doc = $doc:literal])+
        $vis:vis struct $Name:ident {
            $(
                $(#[doc = $magic_doc:literal])+
                $magic:literal $($how:ident)+ $first:literal $(..= $last:literal)?;
            )+
        }
        $( milestones {
            $( $(#[doc = $milestone_doc:literal])+ $MILESTONE:ident = $number:literal; )*
        } )?
    ) => {
        $(#[doc = $doc])+
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash,
        )]
        $vis struct $Name {
            magic: u8,
            number: u32,
        }

        impl $Name {
            $($( $(#[doc = $milestone_doc])+ pub const $MILESTONE: $crate::macros::At = $crate::macros::At($number); )*)?

            const VERSIONS: $crate::layout::Versions = $crate::layout::Versions {
                name: $crate::layout::Ref::Static(::core::stringify!($Name)),
                doc: $crate::__doc!($($doc)+),
                magics: $crate::layout::Ref::Static(&[$($crate::layout::Magic {
                    bytes: $crate::layout::Ref::Static($magic),
                    doc: $crate::__doc!($($magic_doc)+),
                    first: $first,
                    last: $crate::__version!(@last $first $(, $last)?),
                    stored: $crate::__version!(
                        @stored $($how)+, $crate::__version!(@last $first $(, $last)?)
                    ),
                }),+]),
                milestones: $crate::layout::Ref::Static(&[$($($crate::layout::Name {
                    name: $crate::layout::Ref::Static(::core::stringify!($MILESTONE)),
                    doc: $crate::__doc!($($milestone_doc)+),
                    value: $number,
                    since: ::core::option::Option::None,
                }),*)?]),
            };

            /// Every magic and number that is understood.
            #[must_use]
            pub fn table() -> &'static $crate::layout::Versions {
                static TABLE: $crate::layout::Versions = $Name::VERSIONS;
                &TABLE
            }

            /// The version with this magic and number, if there is one.
            #[must_use]
            pub fn new(magic: &[u8], number: u32) -> ::core::option::Option<Self> {
                let magics = &Self::table().magics;
                let place = magics.iter().position(|known| {
                    *known.bytes == *magic && (known.first..=known.last).contains(&number)
                })?;
                let magic = ::core::convert::TryFrom::try_from(place).ok()?;
                ::core::option::Option::Some(Self { magic, number })
            }

            /// The number after the magic, or what the magic alone counts as.
            #[must_use]
            pub const fn number(self) -> u32 {
                self.number
            }

            /// The magic.
            #[must_use]
            pub fn magic(self) -> &'static [u8] {
                &Self::table().magics[self.magic as usize].bytes
            }
        }

        impl ::core::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let text = $crate::macros::format_version(Self::table(), self.magic as usize, self.number);
                f.pad(&text)
            }
        }

        impl ::core::fmt::Debug for $Name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }

        $crate::__version!(@compare $Name);
        $crate::__version!(@compare &$Name);

        const _: () = {
            use $crate::__private::{binrw, serde};

            impl $crate::Schema for $Name {
                const TYPE: $crate::layout::Type =
                    $crate::layout::Type::Version($crate::layout::Ref::Static(&$Name::VERSIONS));
            }

            impl $crate::VersionValue for $Name {
                fn text(&self) -> ::std::string::String {
                    ::std::string::ToString::to_string(self)
                }
            }

            impl $crate::__private::MagicVersion for $Name {}

            $crate::__number! { $Name, |version| version.number() }

            impl $crate::__private::Compared<$crate::macros::At> for $Name {}

            impl $crate::Check for $Name {
                type Args = ();

                const ALWAYS_HOLDS: bool = true;

                fn check<'a>(&'a self, (): (), _: &mut $crate::Path<'a>) -> $crate::Result<()> {
                    ::core::result::Result::Ok(())
                }
            }

            impl binrw::BinRead for $Name {
                type Args<'a> = ();

                fn read_options<R: binrw::io::Read + binrw::io::Seek>(
                    reader: &mut R,
                    endian: binrw::Endian,
                    (): (),
                ) -> binrw::BinResult<Self> {
                    let (magic, number) = $crate::macros::read_version(Self::table(), reader, endian)?;
                    ::core::result::Result::Ok(Self { magic, number })
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
                    let bytes = $crate::macros::version_bytes(
                        Self::table(), self.magic as usize, self.number, ::core::convert::Into::into(endian),
                    );
                    ::core::result::Result::Ok(writer.write_all(&bytes)?)
                }
            }

            impl serde::Serialize for $Name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> serde::Deserialize<'de> for $Name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                    let text = <::std::string::String as serde::Deserialize>::deserialize(deserializer)?;
                    let (magic, number) = $crate::macros::parse_version(Self::table(), &text)
                        .map_err(serde::de::Error::custom)?;
                    ::core::result::Result::Ok(Self { magic, number })
                }
            }
        };
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __version {
    (@last $first:literal) => {
        $first
    };
    (@last $first:literal, $last:literal) => {
        $last
    };
    (@stored implies, $last:expr) => {
        ::core::option::Option::None
    };
    (@stored followed by, $last:expr) => {
        $crate::__version!(@stored followed by u32, $last)
    };
    (@stored followed by u8, $last:expr) => {
        $crate::__version!(@width U8 u8, $last)
    };
    (@stored followed by u16, $last:expr) => {
        $crate::__version!(@width U16 u16, $last)
    };
    (@stored followed by u32, $last:expr) => {
        $crate::__version!(@width U32 u32, $last)
    };
    (@stored followed by $width:ident, $last:expr) => {
        ::core::compile_error!("the number after a magic is a `u8`, a `u16` or a `u32`")
    };
    (@stored implies $width:ident, $last:expr) => {
        ::core::compile_error!("no number is stored after this magic: leave out its width, or say `followed by`")
    };
    (@stored $($other:ident)+, $last:expr) => {
        ::core::compile_error!("after a magic stands `implies N` or `followed by N..=M`")
    };
    (@width $Kind:ident $width:ident, $last:expr) => {{
        // A number that is too large for its width does not compile.
        const _: $width = $last;
        ::core::option::Option::Some($crate::layout::PrimKind::$Kind)
    }};
    (@compare $Name:ty) => {
        impl ::core::cmp::PartialEq<$crate::macros::At> for $Name {
            fn eq(&self, other: &$crate::macros::At) -> bool {
                self.number() == other.0
            }
        }

        impl ::core::cmp::PartialOrd<$crate::macros::At> for $Name {
            fn partial_cmp(&self, other: &$crate::macros::At) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::cmp::PartialOrd::partial_cmp(&self.number(), &other.0)
            }
        }
    };
}
