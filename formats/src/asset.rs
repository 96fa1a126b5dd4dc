//! [`Asset`]: a file of any format, opened once.

use std::io::Write;

use bytes::Bytes;
use formwork_schema::{Error, Kind, Layout, Limits, Result};
use serde_json::Value;

use crate::{
    envelope::Envelope,
    format::{AnyFormat, Tree},
    identify::{identify, identify_whole},
    identity::{Confidence, Identity},
    package::Layers,
    pictures::PictureKind,
    registry::{all, format},
    texts::{Work, afford},
    view::View,
};

/// A file of any format: its bytes, and what is known of them before they are read. It answers what it can, and
/// nothing where that does not apply.
#[derive(Clone)]
pub struct Asset {
    format: &'static dyn AnyFormat,
    identity: Identity,
    /// What it is called; empty where that says nothing of it.
    name: String,
    bytes: Bytes,
    limits: Limits,
}

/// Opens a file by what it is; nothing is read yet.
///
/// # Errors
/// [`Kind::Unsupported`] for a file of no format that is known, with what it seems to be.
pub fn open(bytes: Bytes, name: &str, limits: &Limits) -> Result<Asset> {
    let identity = identify_whole(&bytes, name);
    let Some(format) = identity.format.and_then(format) else {
        return Err(refusal(&identity, &bytes, name));
    };
    Ok(Asset {
        format,
        identity,
        name: name.to_owned(),
        bytes,
        limits: *limits,
    })
}

/// Why a file is not opened: what it is, or what it should begin with.
fn refusal(identity: &Identity, bytes: &[u8], name: &str) -> Error {
    if bytes.is_empty() && all().iter().any(|format| format.has_extension(name)) {
        return Error::new(Kind::Malformed, "this is an empty file").help("export it again");
    }
    let what = identity.looks_like.as_ref();
    let what = what.map(|what| format!("this is {what}"));
    let parts = what.into_iter().chain(identity.beginnings.clone());
    let parts = parts.collect::<Vec<_>>().join("; ");
    let message = match parts.as_str() {
        "" => "no format that formwork reads".into(),
        parts => format!("no format that formwork reads: {parts}"),
    };
    let help = identity
        .read_by
        .unwrap_or("`formwork formats` lists what can be read");
    Error::new(Kind::Unsupported, message).help(help)
}

/// Opens a file as one of this format, whatever it seems to be.
#[must_use]
pub fn open_as(format: &'static dyn AnyFormat, bytes: Bytes, limits: &Limits) -> Asset {
    let found = identify(&bytes, "");
    let is_it = found.format == Some(format.id());
    let identity = if is_it {
        let confidence = Confidence::Certain;
        Identity {
            confidence,
            ..found
        }
    } else {
        Identity::of(format.id())
    };
    Asset {
        format,
        identity,
        name: String::new(),
        bytes,
        limits: *limits,
    }
}

impl Asset {
    /// Its format.
    #[must_use]
    pub fn format(&self) -> &'static dyn AnyFormat {
        self.format
    }

    /// The id of its format.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.format.id()
    }

    /// What it was identified as, and how sure that is.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What it is called; empty where it was opened as what it was said to be, whatever its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All of it.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The limits that reading it keeps to.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The layout of its bytes.
    #[must_use]
    pub fn layout(&self) -> Option<&'static Layout> {
        self.format.layout()
    }

    /// Which kind of picture file it is, of which only the pixels are read.
    #[must_use]
    pub fn picture(&self) -> Option<PictureKind> {
        self.format.picture()
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// What the engine refuses, with its place; [`Kind::Unsupported`] for pictures, which have no tree.
    pub fn tree(&self) -> Result<Box<dyn Tree>> {
        self.format.read(&self.bytes, &self.limits)
    }

    /// What to compare in place of it; see [`AnyFormat::view`].
    #[must_use]
    pub fn view(&self) -> Option<View> {
        self.format.view(&self.bytes)
    }

    /// It as the version in use would have it; see [`AnyFormat::upgrade`].
    #[must_use]
    pub fn upgrade(&self) -> Option<Bytes> {
        self.format.upgrade(&self.bytes)
    }

    /// The packages in it; `None` for files that hold no others.
    ///
    /// # Errors
    /// See [`tree`](Self::tree).
    #[must_use]
    pub fn packages(&self) -> Option<Result<Layers>> {
        self.format.packages(&self.bytes)
    }

    /// What covers a byte of a blob; see [`AnyFormat::covers`].
    #[must_use]
    pub fn covers(&self, offset: u64) -> Option<String> {
        self.format.covers(&self.bytes, offset)
    }

    /// A text as the object that [`AnyFormat::parse_envelope`] takes; `None` for other files.
    ///
    /// # Errors
    /// See [`tree`](Self::tree).
    pub fn envelope(&self) -> Result<Option<Value>> {
        let tree = self.tree()?;
        // Documents know better.
        if self.layout().is_none() && self.format.document().is_none() {
            afford(Work::Printing, &self.bytes, &self.limits)?;
        }
        let mut object = Value::Null;
        let kept = tree.envelope(Envelope::Kept(&mut object)).transpose()?;
        Ok(kept.map(|()| object))
    }

    /// The same printed, in a fraction of the memory; false for other files, of which nothing is printed.
    ///
    /// # Errors
    /// See [`tree`](Self::tree), and where nothing takes what is printed.
    pub fn print_envelope(&self, out: &mut dyn Write) -> Result<bool> {
        let printed = self.tree()?.envelope(Envelope::Printed(out)).transpose()?;
        Ok(printed.is_some())
    }
}
