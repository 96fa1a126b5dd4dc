//! `words!`: an attribute whose text is one of some words.

/// Declares an attribute whose text is one of some words, in any case. Words that are not known are kept; so is
/// how a known one was written, as long as it is not changed.
///
/// ```
/// formwork_schema::words! {
///     /// What a mesh consists of.
///     pub enum PrimitiveType {
///         /// Three indices make one triangle.
///         TriangleList = "TriangleList",
///         /// Two indices make one line.
///         LineList = "LineList",
///     }
/// }
///
/// assert_eq!(PrimitiveType::from("linelist"), PrimitiveType::LineList);
/// assert_eq!(PrimitiveType::from("Fan").name(), "Fan");
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[doc = $doc:literal])+
        $vis:vis enum $Name:ident {
            $( $(#[doc = $word_doc:literal])+ $Word:ident = $word:literal, )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(
            ::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash,
        )]
        $vis enum $Name {
            $( $(#[doc = $word_doc])+ $Word, )+
            /// A word that is not known.
            Other(::std::string::String),
        }

        impl $Name {
            /// The word, as it is usually written.
            #[must_use]
            pub fn name(&self) -> &str {
                match self {
                    $( Self::$Word => $word, )+
                    Self::Other(word) => word,
                }
            }
        }

        impl ::core::default::Default for $Name {
            /// No word.
            fn default() -> Self {
                Self::Other(::std::string::String::new())
            }
        }

        impl ::core::convert::From<&str> for $Name {
            fn from(word: &str) -> Self {
                $( if word.eq_ignore_ascii_case($word) { return Self::$Word; } )+
                Self::Other(::std::string::ToString::to_string(word))
            }
        }

        impl $crate::document::Atom for $Name {
            const TYPE: $crate::layout::Type = {
                static NAMES: $crate::layout::Names = $crate::layout::Names {
                    name: $crate::layout::Ref::Static(::core::stringify!($Name)),
                    doc: $crate::__doc!($($doc)+),
                    repr: $crate::layout::PrimKind::U8,
                    closed: false,
                    values: $crate::layout::Ref::Static(&[$(
                        $crate::layout::Name {
                            name: $crate::layout::Ref::Static($word),
                            doc: $crate::__doc!($($word_doc)+),
                            value: 0,
                            since: ::core::option::Option::None,
                        },
                    )+]),
                };
                $crate::layout::Type::Enum($crate::layout::Ref::Static(&NAMES))
            };
        }

        impl $crate::__private::serde::Serialize for $Name {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $Name {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                let word = <::std::string::String as $crate::__private::serde::Deserialize>::deserialize(deserializer)?;
                ::core::result::Result::Ok(<Self as ::core::convert::From<&str>>::from(&word))
            }
        }
    };
}
