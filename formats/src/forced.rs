//! [`open_forced`]: a file read as one of a format that it does not begin like.

use bytes::Bytes;
use formwork_schema::{
    Error, Kind, Layout, Limits, Result,
    layout::{Endian, Magic},
    sorted,
};

use crate::{
    asset::{Asset, open_as},
    format::AnyFormat,
    identify::{hex, identify, of_format},
};

/// A file that was opened as what it was said to be.
pub struct Forced {
    /// The file; its first bytes are those of the version that it is read as.
    pub asset: Asset,
    /// Which bytes were taken for others, for people; `None` when nothing was.
    pub note: Option<String>,
}

/// Opens a file as one of this format, whatever it seems to be. A magic that is not one of the format's is read as that of
/// `version`, such as `UMD2` or `UAN2 3`; without one, as the one that differs least, and the first of several that differ in no more than half.
///
/// # Errors
/// [`Kind::Invalid`] when the format has no such version, or none is given and no magic differs least.
pub fn open_forced(
    format: &'static dyn AnyFormat,
    version: Option<&str>,
    bytes: Bytes,
    limits: &Limits,
) -> Result<Forced> {
    let wanted = match (version, format.layout()) {
        (Some(version), layout) => Some(start_of(format, layout, version)?),
        (None, _) => nearest(format, &bytes),
    };
    if wanted.is_none()
        && !of_format(format).is_empty()
        && identify(&bytes, "").format != Some(format.id())
    {
        let message = "the first bytes resemble no magic of the format";
        let help = format!(
            "say which version is meant: {}",
            format.versions().join(", ")
        );
        return Err(Error::new(Kind::Invalid, message).help(help));
    }
    let Some(wanted) = wanted.filter(|wanted| !bytes.starts_with(wanted)) else {
        let asset = open_as(format, bytes, limits);
        return Ok(Forced { asset, note: None });
    };
    let length = wanted.len().min(bytes.len());
    let note = format!(
        "the first {length} bytes are {}, and are read as {}",
        hex(&bytes[..length]),
        hex(&wanted[..length]),
    );
    let mut mended = bytes.to_vec();
    mended[..length].copy_from_slice(&wanted[..length]);
    Ok(Forced {
        asset: open_as(format, mended.into(), limits),
        note: Some(note),
    })
}

/// The magic that differs least from the beginning of a file; none when it has one, or when two differ as much in most of it.
fn nearest(format: &'static dyn AnyFormat, bytes: &[u8]) -> Option<Vec<u8>> {
    if identify(bytes, "").format == Some(format.id()) {
        return None;
    }
    let mut all = of_format(format);
    sorted::by_key(&mut all, |expected| expected.distance(bytes));
    let (first, second) = (all.first()?, all.get(1));
    let distance = first.distance(bytes);
    let is_only = second.is_none_or(|second| second.distance(bytes) > distance);
    let is_near = distance < first.bytes.len();
    // Of those that differ in as few bytes, `identify` names the first, too.
    (is_near && (is_only || first.is_close(bytes))).then(|| first.bytes.to_vec())
}

/// The bytes that files of a version begin with.
fn start_of(format: &dyn AnyFormat, layout: Option<&Layout>, version: &str) -> Result<Vec<u8>> {
    let (name, number) = match version.rsplit_once(' ') {
        Some((name, number)) => (name, number.parse::<u32>().ok()),
        None => (version, None),
    };
    let magics = layout
        .and_then(Layout::versions)
        .map(|versions| &versions.magics);
    let endian = layout.map_or(Endian::Little, Layout::version_endian);
    let mut fitting = magics.into_iter().flat_map(|magics| magics.iter());
    let start =
        fitting.find_map(|magic| (magic.name() == name).then(|| start(magic, number, endian))?);
    start.ok_or_else(|| {
        let message = format!("`{}` has no version `{version}`", format.id());
        Error::new(Kind::Invalid, message).help(format!("it has {}", format.versions().join(", ")))
    })
}

/// A magic and the number after it; `None` for a number that it does not have.
fn start(magic: &Magic, number: Option<u32>, endian: Endian) -> Option<Vec<u8>> {
    let mut start = magic.bytes.to_vec();
    match (magic.stored, number) {
        (None, None) => {}
        // The number of the file stays.
        (Some(_), None) => {}
        (Some(kind), Some(number)) if (magic.first..=magic.last).contains(&number) => {
            let bytes = number.to_le_bytes();
            let mut bytes = bytes[..kind.size()].to_vec();
            if endian == Endian::Big {
                bytes.reverse();
            }
            start.extend(bytes);
        }
        _ => return None,
    }
    Some(start)
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use crate::registry::format;

    #[test]
    fn a_tie_is_decided_where_little_differs() {
        let model = format("urho3d.model").expect("a format");
        let near = nearest(model, b"XMD2\0\0\0\0").expect("one byte differs");
        assert_eq!(near[1..], *b"MD2");
        assert_eq!(nearest(model, b"XXXX\0\0\0\0"), None);
    }
}
