//! `enums!`: a number with names, where others survive.

/// Declares an enumeration: a number some values of which have names. Others are kept.
///
/// ```
/// formwork_schema::enums! {
///     /// How values between two keyframes are found.
///     pub struct Interpolation: u8 {
///         /// The value of the earlier keyframe.
///         NONE = 0;
///         /// A straight line.
///         LINEAR = 1;
///     }
/// }
///
/// assert_eq!(Interpolation::LINEAR.name(), Some("LINEAR"));
/// assert_eq!(Interpolation(9).name(), None);
/// assert_eq!(format!("{:?}", [Interpolation::LINEAR, Interpolation(9)]), "[LINEAR, Interpolation(0x9)]");
/// ```
///
/// A value may be limited to newer files, as with [`flags!`](crate::flags): `CUBIC = 2, since Version::FIVE;`.
#[macro_export]
macro_rules! enums {
    (
        $(#[doc = $doc:literal])+
        $vis:vis struct $Name:ident: $repr:ident {
            $( $(#[doc = $value_doc:literal])+ $VALUE:ident = $value:literal $(, since $Version:ident :: $MILESTONE:ident)?; )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash,
            ::core::cmp::PartialOrd, ::core::cmp::Ord, ::core::default::Default,
        )]
        $vis struct $Name(
            /// The number, named or not.
            pub $repr,
        );

        impl $Name {
            $( $(#[doc = $value_doc])+ pub const $VALUE: Self = Self($value); )+

            /// The number as a constant of a condition.
            #[must_use]
            pub const fn value(self) -> i128 {
                self.0 as i128
            }

            /// Its name, if it has one.
            #[must_use]
            pub const fn name(self) -> ::core::option::Option<&'static str> {
                match self.0 {
                    $( $value => ::core::option::Option::Some(::core::stringify!($VALUE)), )+
                    _ => ::core::option::Option::None,
                }
            }
        }

        impl ::core::fmt::Debug for $Name {
            /// The name; a number that has none in hexadecimal digits.
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self.name() {
                    ::core::option::Option::Some(name) => f.pad(name),
                    ::core::option::Option::None => ::core::write!(f, ::core::concat!(::core::stringify!($Name), "({:#x})"), self.0),
                }
            }
        }

        $crate::__named_number! { $Name, $repr, Enum, [$($doc)+], [$($VALUE [$($value_doc)+] $value [$($Version $MILESTONE)?],)+],
            |value| $Name(value), |this: &$Name| this.0 }

        impl $crate::__private::NaturalPart for $Name {}

        impl $crate::__private::BitValue for $Name {
            const TYPE: $crate::layout::Type = <$Name as $crate::Schema>::TYPE;
            const BITS: u32 = $repr::BITS;

            fn from_value(value: i128) -> Self {
                Self(value as $repr)
            }

            fn value(self) -> i128 {
                self.0 as i128
            }
        }
    };
}
