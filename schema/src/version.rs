//! Versions of a format as bytes and as text: magics, and the numbers after them.

use binrw::{
    BinResult, Endian, Error,
    io::{ErrorKind, Read, Seek, SeekFrom},
};

use crate::{
    layout::{self, Magic, PrimKind, Versions},
    walk::Scalar,
};

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

impl Versions {
    /// Asks whether a text (`UAN2 3`) is one of them.
    ///
    /// # Errors
    /// Lists what is known.
    pub fn check(&self, text: &str) -> Result<(), String> {
        parse_version(self, text).map(drop)
    }
}

impl Magic {
    /// The number at the start of what follows the magic; `None` when there is none.
    #[must_use]
    pub fn number(&self, behind: &[u8], endian: layout::Endian) -> Option<u32> {
        let kind = self.stored?;
        match Scalar::decode(kind, behind.get(..kind.size())?, endian) {
            Scalar::Int(number) => u32::try_from(number).ok(),
            _ => None,
        }
    }
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
