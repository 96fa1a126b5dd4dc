//! The package that is brought up to date.

use std::{collections::HashMap, path::Path};

use bytes::Bytes;
use formwork_formats::urho3d::{
    Package,
    package::{Builder, Files, Packed},
};

use crate::{
    args::{Args, Compress},
    package,
    report::Failure,
};

/// A package, and where in it which file is.
pub(super) struct Old {
    package: Package,
    files: Files,
    places: HashMap<String, usize>,
}

impl Old {
    /// The last package of a file; what stands in front of it stays.
    pub(super) fn open(args: &Args, path: &Path) -> Result<Self, Failure> {
        let mut layers = package::open(args, path)?;
        let count = layers.packages.len();
        let package = package::choose(
            formwork_formats::urho3d::package::Layers {
                prefix: layers.prefix,
                packages: layers.packages.split_off(count.saturating_sub(1)),
            },
            None,
            path,
        )?
        .package;
        // Of several files of one name, engines find the last.
        let names = package.entries.iter().enumerate();
        let places = names
            .map(|(place, entry)| (entry.name.to_text().into_owned(), place))
            .collect();
        let files = package.files();
        Ok(Self {
            package,
            files,
            places,
        })
    }

    /// How its files are compressed; how well, it does not say.
    pub(super) fn compress(&self) -> Compress {
        if self.package.is_compressed() {
            Compress::BEST
        } else {
            Compress::None
        }
    }

    /// The names of its files, in its order.
    pub(super) fn names(&self) -> Vec<String> {
        let names = self.package.entries.iter();
        names
            .map(|entry| entry.name.to_text().into_owned())
            .collect()
    }

    /// A file as it is stored, if it has not changed.
    pub(super) fn unchanged(&self, name: &str, bytes: &Bytes) -> Option<Packed> {
        let entry = &self.package.entries[*self.places.get(name)?];
        if entry.size as usize != bytes.len() {
            return None;
        }
        let same = self.files.read(entry).is_ok_and(|old| old == *bytes);
        let kept = same.then(|| Packed::kept(&self.files, entry));
        kept?.ok()
    }

    /// A package like it, without files.
    pub(super) fn builder(&self) -> Builder {
        Builder::like(&self.package)
    }
}
