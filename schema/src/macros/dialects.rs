//! `dialects!`: the dialects of an ambiguous file.

/// Declares the dialects of a format whose files do not say how to read them, the one
/// to prefer first. The chosen one is part of the tree and takes no bytes.
///
/// ```
/// formwork_schema::dialects! {
///     /// Which revision of the writer a file is read by.
///     pub enum Dialect {
///         /// As the engine writes today.
///         Current = "current",
///         /// As it did before.
///         Classic = "classic",
///     }
/// }
///
/// assert_eq!(Dialect::default(), Dialect::Current);
/// assert_eq!(Dialect::Classic.value(), 1);
/// ```
#[macro_export]
macro_rules! dialects {
    (
        $(#[doc = $doc:literal])+
        $vis:vis enum $Name:ident {
            $( $(#[doc = $value_doc:literal])+ $Value:ident = $text:literal, )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(
            ::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy, ::core::cmp::PartialEq, ::core::cmp::Eq,
            ::core::hash::Hash,
        )]
        $vis enum $Name {
            $( $(#[doc = $value_doc])+ $Value, )+
        }

        impl $Name {
            const EVERY: &'static [Self] = &[$(Self::$Value),+];

            /// Its place among the dialects, as a constant of a condition.
            #[must_use]
            pub const fn value(self) -> i128 {
                self as i128
            }

            /// Its name in text.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$Value => $text, )+
                }
            }
        }

        impl ::core::default::Default for $Name {
            fn default() -> Self {
                Self::EVERY[0]
            }
        }

        const _: () = {
            use $crate::__private::{binrw, serde};

            static NAMES: $crate::layout::Names = $crate::layout::Names {
                name: $crate::layout::Ref::Static(::core::stringify!($Name)),
                doc: $crate::__doc!($($doc)+),
                repr: $crate::layout::PrimKind::U8,
                closed: false,
                values: $crate::layout::Ref::Static(&[$($crate::layout::Name {
                    name: $crate::layout::Ref::Static($text),
                    doc: $crate::__doc!($($value_doc)+),
                    value: $Name::$Value as i128,
                    since: ::core::option::Option::None,
                }),+]),
            };

            $crate::__number! { $Name, |dialect| dialect.value() }

            impl $crate::__private::Compared<$Name> for $Name {}

            impl $crate::Dialects for $Name {
                const ALL: &'static [Self] = Self::EVERY;
                const NAMES: ::core::option::Option<&'static $crate::layout::Names> = ::core::option::Option::Some(&NAMES);
            }

            impl $crate::Schema for $Name {
                const TYPE: $crate::layout::Type =
                    $crate::layout::Type::Dialect($crate::layout::Ref::Static(&NAMES));
            }

            impl $crate::Check for $Name {
                type Args = (Self,);

                const ALWAYS_HOLDS: bool = true;

                fn check<'a>(&'a self, _: (Self,), _: &mut $crate::Path<'a>) -> $crate::Result<()> {
                    ::core::result::Result::Ok(())
                }
            }

            impl binrw::BinRead for $Name {
                type Args<'a> = (Self,);

                fn read_options<R: binrw::io::Read + binrw::io::Seek>(
                    _: &mut R,
                    _: binrw::Endian,
                    (reading,): (Self,),
                ) -> binrw::BinResult<Self> {
                    ::core::result::Result::Ok(reading)
                }
            }

            impl binrw::BinWrite for $Name {
                type Args<'a> = ();

                fn write_options<W: binrw::io::Write + binrw::io::Seek>(
                    &self,
                    _: &mut W,
                    _: binrw::Endian,
                    (): (),
                ) -> binrw::BinResult<()> {
                    ::core::result::Result::Ok(())
                }
            }

            impl serde::Serialize for $Name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> ::core::result::Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.name())
                }
            }

            impl<'de> serde::Deserialize<'de> for $Name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> ::core::result::Result<Self, D::Error> {
                    let text = <::std::string::String as serde::Deserialize>::deserialize(deserializer)?;
                    let found = Self::EVERY.iter().find(|dialect| dialect.name() == text);
                    found.copied().ok_or_else(|| {
                        serde::de::Error::unknown_variant(&text, &[$($text),+])
                    })
                }
            }
        };
    };
}
