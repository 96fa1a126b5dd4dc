//! What is compared of two files.

use bytes::Bytes;
use formwork_formats::{Asset, View};
use formwork_schema::{Error, Kind, Limits, Result};
use formwork_text::{
    diff::renumbered,
    outline::{Outline, texts},
};
use serde_json::Value;

/// What is compared in place of a file.
pub enum Side {
    /// The file itself.
    Itself,
    /// What it holds.
    View(View),
    /// It as the other file's version would have it.
    Modern(Bytes),
    /// It with indices as the other file counts.
    Renumbered(Bytes),
    /// The tree of a text: how that is written makes no difference.
    Tree(Value, Vec<u8>),
}

impl Side {
    /// What is compared in place of each of two files of one format.
    ///
    /// # Errors
    /// Those of a text that cannot be read.
    pub fn of(a: &Asset, b: &Asset) -> [Result<Self>; 2] {
        if a.layout().is_none() {
            return [a, b].map(Self::of_text);
        }
        if let (Some(a), Some(b)) = (a.view(), b.view()) {
            return [Ok(Self::View(a)), Ok(Self::View(b))];
        }
        // Where one of them is of an old version, it is compared as the other one would have it.
        let (old, new) = match (a.upgrade(), b.upgrade()) {
            (Some(old), None) => (Self::Modern(old), Self::Itself),
            (None, Some(old)) => (Self::Itself, Self::Modern(old)),
            _ => (Self::Itself, Self::Itself),
        };
        let new = new.counted_as(b, &old, a);
        [Ok(old), Ok(new)]
    }

    /// The same with indices as another file counts.
    fn counted_as(self, of: &Asset, other: &Self, a: &Asset) -> Self {
        let (bytes, others) = (self.bytes(of), other.bytes(a));
        let layout = of.layout().zip(bytes.zip(others));
        let bytes = layout
            .and_then(|(layout, (bytes, others))| renumbered(layout, others, bytes, of.limits()));
        match (self, bytes) {
            (Self::Modern(_), Some(bytes)) => Self::Modern(bytes),
            (_, Some(bytes)) => Self::Renumbered(bytes),
            (side, None) => side,
        }
    }

    /// What is compared, where that is a file along a layout.
    fn bytes<'s>(&'s self, asset: &'s Asset) -> Option<&'s Bytes> {
        match self {
            Self::Itself => Some(asset.bytes()),
            Self::Modern(bytes) | Self::Renumbered(bytes) => Some(bytes),
            Self::View(_) | Self::Tree(..) => None,
        }
    }

    fn of_text(asset: &Asset) -> Result<Self> {
        let tree = asset.envelope()?.unwrap_or_default();
        let texts = texts(&tree["value"]);
        Ok(Self::Tree(tree, texts))
    }

    /// The outline of a file, or of what stands for it.
    ///
    /// # Errors
    /// What keeps the file from being read.
    pub fn outline<'s>(&'s self, asset: &'s Asset) -> Result<Outline<'s>> {
        let (bytes, is_old) = match self {
            Self::View(view) => return of_view(view, asset.limits()),
            Self::Tree(tree, texts) => {
                let version = tree["version"].as_str().unwrap_or_default();
                return Ok(Outline::of_tree(asset.id(), version, &tree["value"], texts));
            }
            Self::Itself => (asset.bytes(), false),
            Self::Renumbered(bytes) => (bytes, false),
            Self::Modern(bytes) => (bytes, true),
        };
        let layout = asset
            .layout()
            .ok_or_else(|| Error::new(Kind::Unsupported, asset.id()))?;
        let outline = Outline::read(layout, bytes, asset.limits())?;
        let version = asset.identity().version.as_deref();
        Ok(match version.filter(|_| is_old) {
            Some(version) => outline.as_version(version),
            None => outline,
        })
    }
}

/// What stands for a file when it is compared.
///
/// # Errors
/// What keeps it from being read.
pub fn of_view<'b>(view: &'b View, limits: &Limits) -> Result<Outline<'b>> {
    let outline = Outline::read(view.layout, &view.bytes, limits)?;
    Ok(outline.as_view(view.ignored_fields))
}
