//! `versions!`: magics and the version numbers after them.

use binrw::{
    BinResult, Endian, Error,
    io::{ErrorKind, Read, Seek, SeekFrom},
};

use crate::layout::{self, Magic, PrimKind, Versions};

/// A milestone in the history of a format, to compare a version with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct At(pub u32);

impl At {
    /// The number as a constant of a condition.
    #[must_use]
    pub const fn value(self) -> i128 {
        self.0 as i128
    }
}

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
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        $vis struct $Name {
            magic: u8,
            number: u32,
        }

        impl $Name {
            $($( $(#[doc = $milestone_doc])+ pub const $MILESTONE: $crate::macros::At = $crate::macros::At($number); )*)?

            const VERSIONS: $crate::layout::Versions = $crate::layout::Versions {
                name: $crate::layout::Ref::Static(stringify!($Name)),
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
                    name: $crate::layout::Ref::Static(stringify!($MILESTONE)),
                    doc: $crate::__doc!($($milestone_doc)+),
                    value: $number,
                    since: None,
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
            pub fn new(magic: &[u8], number: u32) -> Option<Self> {
                let magics = &Self::table().magics;
                let place = magics.iter().position(|known| {
                    *known.bytes == *magic && (known.first..=known.last).contains(&number)
                })?;
                Some(Self { magic: u8::try_from(place).ok()?, number })
            }

            /// The number after the magic, or what the magic alone counts as.
            #[must_use]
            pub const fn number(self) -> u32 {
                self.number
            }

            /// The magic.
            #[must_use]
            pub fn magic(self) -> &'static [u8] {
                &Self::table().magics[usize::from(self.magic)].bytes
            }
        }

        impl ::core::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let text = $crate::macros::format_version(Self::table(), self.magic.into(), self.number);
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
                fn text(&self) -> String {
                    self.to_string()
                }
            }

            impl $crate::__private::MagicVersion for $Name {}

            $crate::__number! { $Name, |version| version.number() }

            impl $crate::__private::Compared<$crate::macros::At> for $Name {}

            impl $crate::Check for $Name {
                type Args = ();

                const ALWAYS_HOLDS: bool = true;

                fn check<'a>(&'a self, (): (), _: &mut $crate::Path<'a>) -> $crate::Result<()> {
                    Ok(())
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
                    Ok(Self { magic, number })
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
                        Self::table(), self.magic.into(), self.number, endian.into(),
                    );
                    Ok(writer.write_all(&bytes)?)
                }
            }

            impl serde::Serialize for $Name {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> serde::Deserialize<'de> for $Name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let text = String::deserialize(deserializer)?;
                    let (magic, number) = $crate::macros::parse_version(Self::table(), &text)
                        .map_err(serde::de::Error::custom)?;
                    Ok(Self { magic, number })
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
        impl PartialEq<$crate::macros::At> for $Name {
            fn eq(&self, other: &$crate::macros::At) -> bool {
                self.number() == other.0
            }
        }

        impl PartialOrd<$crate::macros::At> for $Name {
            fn partial_cmp(&self, other: &$crate::macros::At) -> Option<::core::cmp::Ordering> {
                self.number().partial_cmp(&other.0)
            }
        }
    };
}

/// Reads a magic and what number follows it: its place in the table, and the number.
///
/// # Errors
/// When the magic or the number is not in the table.
pub fn read_version<R: Read + Seek>(
    versions: &Versions,
    reader: &mut R,
    endian: Endian,
) -> BinResult<(u8, u32)> {
    let pos = reader.stream_position()?;
    let unknown = |message: &str| Error::AssertFail {
        pos,
        message: message.into(),
    };
    let longest = versions.magics.iter().map(Magic::size).max();
    let mut room = [0; 16];
    let mut more = Vec::new();
    let length = usize::try_from(longest.unwrap_or(0)).unwrap_or(usize::MAX);
    let head = match room.get_mut(..length) {
        Some(room) => {
            let got = fill(reader, room)?;
            &room[..got]
        }
        None => {
            reader.by_ref().take(length as u64).read_to_end(&mut more)?;
            &more
        }
    };
    let found = versions
        .magics
        .iter()
        .position(|magic| head.starts_with(&magic.bytes));
    let place = found.ok_or_else(|| unknown("no known magic"))?;
    let magic = &versions.magics[place];
    let behind = &head[magic.bytes.len()..];
    let number = match magic.stored {
        Some(_) => magic.number(behind, endian.into()),
        None => Some(magic.first),
    };
    let is_known = |number: &u32| (magic.first..=magic.last).contains(number);
    let number = number
        .filter(is_known)
        .ok_or_else(|| unknown("no known version"))?;
    reader.seek(SeekFrom::Start(pos + magic.size()))?;
    let place = u8::try_from(place).map_err(|_| unknown("too many magics"))?;
    Ok((place, number))
}

/// Reads as many bytes as there are and have room.
fn fill<R: Read>(reader: &mut R, room: &mut [u8]) -> BinResult<usize> {
    let mut filled = 0;
    while filled < room.len() {
        match reader.read(&mut room[filled..]) {
            Ok(0) => break,
            Ok(got) => filled += got,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(filled)
}

/// The bytes of a magic and of the number after it.
#[must_use]
pub fn version_bytes(
    versions: &Versions,
    place: usize,
    number: u32,
    endian: layout::Endian,
) -> Vec<u8> {
    let magic = &versions.magics[place];
    let mut number = u64::from(number).to_le_bytes();
    let number = &mut number[..magic.stored.map_or(0, PrimKind::size)];
    if endian == layout::Endian::Big {
        number.reverse();
    }
    [&*magic.bytes, number].concat()
}

/// A version as text: the magic, and the number if one is stored after it.
#[must_use]
pub fn format_version(versions: &Versions, place: usize, number: u32) -> String {
    let magic: &Magic = &versions.magics[place];
    let name = magic.name();
    match magic.stored {
        Some(_) => format!("{name} {number}"),
        None => name.into_owned(),
    }
}

/// Reads the text of a version back: its place in the table, and the number.
///
/// # Errors
/// Lists what is known.
pub fn parse_version(versions: &Versions, text: &str) -> Result<(u8, u32), String> {
    for (place, magic) in (0_u8..).zip(versions.magics.iter()) {
        let name = magic.name();
        if text == name && magic.stored.is_none() {
            return Ok((place, magic.first));
        }
        let number = text
            .strip_prefix(&*name)
            .and_then(|rest| rest.strip_prefix(' '));
        if let Some(number) = number.and_then(|number| number.parse().ok())
            && magic.stored.is_some()
            && (magic.first..=magic.last).contains(&number)
        {
            return Ok((place, number));
        }
    }
    Err(format!(
        "`{text}` is not a known version; {}",
        known(versions)
    ))
}

/// The versions that exist, for messages.
fn known(versions: &Versions) -> String {
    let one = |magic: &Magic| {
        let name = magic.name();
        match (magic.stored.is_some(), magic.first == magic.last) {
            (false, _) => format!("`{name}`"),
            (true, true) => format!("`{name} {}`", magic.first),
            (true, false) => format!("`{name} {}` to `{name} {}`", magic.first, magic.last),
        }
    };
    let all: Vec<String> = versions.magics.iter().map(one).collect();
    format!("known are {}", all.join(", "))
}
