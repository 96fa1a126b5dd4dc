//! Formats without a version that has a magic. The registry has none, so these are made up.

use binrw::binrw;
use bytes::Bytes;
use formwork_schema::{Error, Format, Kind, Layout, Limits, Result, Schema};

use super::{Confidence, Identity, identify_among};
use crate::format::{AnyFormat, Tree};

/// A picture with a magic, and without a version.
#[derive(Schema)]
#[schema(format = "test.icon", extension = "icon")]
#[binrw]
#[brw(little, magic = b"ICON")]
#[derive(Debug, Clone, PartialEq)]
struct Icon {
    /// Side, in pixels.
    side: u32,
}

/// A picture that its header tells.
#[derive(Schema)]
#[schema(format = "test.bitmap", extension = "bits", recognised_if(header_size == 40 && planes == 1))]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
struct Bitmap {
    /// Size of the header, in bytes.
    header_size: u32,
    /// Layout.
    version: u16,
    /// How many planes.
    planes: u16,
}

/// A picture that header and name tell together.
#[derive(Schema)]
#[schema(
    format = "test.mask",
    extension = "mask",
    recognised = "by extension",
    recognised_if(header_size == 40)
)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
struct Mask {
    /// Size of the header, in bytes.
    header_size: u32,
}

/// Numbers that only the name tells.
#[derive(Schema)]
#[schema(
    format = "test.heights",
    extension = "raw",
    recognised = "by extension"
)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
struct Heights {
    /// The first height.
    first: u16,
}

/// Numbers that nothing tells.
#[derive(Schema)]
#[schema(format = "test.numbers", extension = "raw", recognised = "on request")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
struct Numbers {
    /// The first number.
    first: u16,
}

/// A file that begins with a number, as those of gzip do.
#[derive(Schema)]
#[schema(format = "test.squeezed", extension = "squeezed")]
#[binrw]
#[brw(little, magic = b"\x1f\x8b")]
#[derive(Debug, Clone, PartialEq)]
struct Squeezed {
    /// How it is squeezed.
    method: u8,
}

/// A file that begins with one byte.
#[derive(Schema)]
#[schema(format = "test.short", extension = "short")]
#[binrw]
#[brw(little, magic = b"\x1f")]
#[derive(Debug, Clone, PartialEq)]
struct Short {
    /// What follows.
    next: u8,
}

/// A format that can be recognised, and no more.
struct Made(fn() -> &'static Layout);

impl AnyFormat for Made {
    fn id(&self) -> &'static str {
        &(self.0)().format
    }

    fn title(&self) -> &'static str {
        (self.0)().title()
    }

    fn versions(&self) -> Vec<String> {
        Vec::new()
    }

    fn extensions(&self) -> Vec<&'static str> {
        let extensions = (self.0)().extensions.iter();
        extensions.map(|extension| &**extension).collect()
    }

    fn engines(&self) -> &'static str {
        "Test"
    }

    fn notes(&self) -> &'static str {
        ""
    }

    fn layout(&self) -> Option<&'static Layout> {
        Some((self.0)())
    }

    fn read(&self, bytes: &Bytes, _: &Limits) -> Result<Box<dyn Tree>> {
        let what = format!("{} bytes", bytes.len());
        Err(Error::new(Kind::Unsupported, what))
    }
}

fn identified(head: &[u8], name: &str) -> Identity {
    let formats: [&dyn AnyFormat; 5] = [
        &Made(Numbers::layout),
        &Made(Heights::layout),
        &Made(Bitmap::layout),
        &Made(Mask::layout),
        &Made(Icon::layout),
    ];
    identify_among(&formats, &[], head, name)
}

#[track_caller]
fn is(head: &[u8], name: &str, format: Option<&str>, confidence: Confidence) {
    let found = identified(head, name);
    assert_eq!((found.format, found.confidence), (format, confidence));
}

const HEADER: &[u8] = b"\x28\0\0\0\x03\0\x01\0";

#[test]
fn a_magic_of_the_root_is_enough() {
    is(
        b"ICON\x10\0\0\0",
        "a",
        Some("test.icon"),
        Confidence::Certain,
    );
    assert_eq!(identified(b"ICON\x10\0\0\0", "a").version, None);
    assert_eq!(identified(b"ICON\x10\0\0\0", "a").engine, Some("Test"));
    is(b"ICO", "a.icon", None, Confidence::None);
}

#[test]
fn conditions_are_asked_of_the_header() {
    is(HEADER, "-", Some("test.bitmap"), Confidence::Likely);
    assert_eq!(identified(HEADER, "-").version.as_deref(), Some("3"));
    is(b"\x28\0\0\0\x03\0\x02\0", "a.bits", None, Confidence::None);
    is(&HEADER[..7], "a.bits", None, Confidence::None);
}

#[test]
fn a_condition_may_need_the_name() {
    is(
        b"\x28\0\0\0\xff",
        "a.MASK",
        Some("test.mask"),
        Confidence::Likely,
    );
    is(b"\x28\0\0\0\xff", "a.bits", None, Confidence::None);
}

#[test]
fn names_come_last() {
    is(
        b"\xff\xfe\xfd",
        "a.raw",
        Some("test.heights"),
        Confidence::Likely,
    );
    // What others are known to have, the name does not make ours.
    is(b"\x7fELF\x02\x01", "a.raw", None, Confidence::None);
    is(b"", "a.raw", None, Confidence::None);
    is(HEADER, "a.raw", Some("test.bitmap"), Confidence::Likely);
    is(
        b"ICON\x10\0\0\0",
        "a.raw",
        Some("test.icon"),
        Confidence::Certain,
    );
}

#[test]
fn of_two_conditions_the_name_decides() {
    is(HEADER, "a.mask", Some("test.mask"), Confidence::Likely);
    is(HEADER, "a.bits", Some("test.bitmap"), Confidence::Likely);
}

#[test]
fn formats_on_request_are_never_claimed() {
    let formats: [&dyn AnyFormat; 1] = [&Made(Numbers::layout)];
    assert_eq!(
        identify_among(&formats, &[], b"\xff\xfe", "a.raw").format,
        None
    );
}

#[test]
fn a_number_is_enough_for_formats_that_were_added() {
    let formats: [&'static dyn AnyFormat; 3] = [
        &Made(Short::layout),
        &Made(Squeezed::layout),
        &Made(Icon::layout),
    ];
    let is = |added: &[&'static dyn AnyFormat], head: &[u8], name, format| {
        let found = identify_among(&formats, added, head, name);
        assert_eq!(found.format, format, "{name}");
        let confidence = format.map_or(Confidence::None, |_| Confidence::Likely);
        assert_eq!(found.confidence, confidence, "{name}");
    };
    let head = b"\x1f\x8b\x08";
    is(&[], head, "a.bin", None);
    is(&[], head, "a.squeezed", Some("test.squeezed"));
    is(&formats, head, "a.bin", Some("test.squeezed"));
    // One byte is not, and the name decides.
    is(&formats, head, "a.short", Some("test.short"));
    is(&formats, b"\x1f\x08", "a.bin", None);
    is(&formats, b"\x1f\x08", "a.short", Some("test.short"));
    // Words of others come first.
    let found = identify_among(&formats, &formats[..2], b"ICON\x10\0\0\0", "a.short");
    assert_eq!(found.format, Some("test.icon"));
}
