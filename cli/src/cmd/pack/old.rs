//! The package that is brought up to date.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use bytes::Bytes;
use formwork_formats::urho3d::{
    Package,
    package::{Builder, Files, Layers, OnUnsafe, Packed, Systems, targets},
};

use crate::{
    args::{Args, Compress},
    package,
    report::Failure,
};

/// A package, and what looks at its files.
pub(super) struct Old {
    package: Package,
    files: Files,
}

impl Old {
    /// The last package of a file; what stands in front of it stays.
    pub(super) fn open(args: &Args, path: &Path) -> Result<Self, Failure> {
        let mut layers = package::open(args, path)?;
        let count = layers.packages.len();
        let last = Layers {
            prefix: layers.prefix,
            packages: layers.packages.split_off(count.saturating_sub(1)),
        };
        let package = package::choose(last, None, path)?.package;
        let files = package.files();
        Ok(Self { package, files })
    }

    /// How its files are compressed; how well, it does not say.
    pub(super) fn compress(&self) -> Compress {
        if self.package.is_compressed() {
            Compress::BEST
        } else {
            Compress::None
        }
    }

    /// Which of its files a path is that `unpack` has written, whatever it was told about unsafe names. Names are
    /// found again by giving them to the files once more, here and as for all systems; of the files that are there
    /// now, the first meaning counts.
    pub(super) fn places(&self, there: &HashSet<&[u8]>) -> HashMap<Vec<u8>, usize> {
        let here = self.paths(Systems::here());
        let everywhere = self.paths(Systems::All);
        let mut places = HashMap::new();
        for (place, path) in here.iter().enumerate() {
            places.insert(path.clone(), place);
        }
        for (place, path) in everywhere.into_iter().enumerate() {
            if !there.contains(&*here[place]) {
                places.entry(path).or_insert(place);
            }
        }
        places
    }

    fn paths(&self, systems: Systems) -> Vec<Vec<u8>> {
        let names = self.package.entries.iter();
        let names = names.map(|entry| entry.name.as_bytes());
        let targets = targets(names, systems, OnUnsafe::Rename).into_iter();
        // Whatever is renamed has a path.
        targets
            .map(|target| target.path.unwrap_or_default())
            .collect()
    }

    /// The name of one of its files.
    pub(super) fn name(&self, place: usize) -> &[u8] {
        self.package.entries[place].name.as_bytes()
    }

    /// One of its files as it is stored, if it has not changed.
    pub(super) fn unchanged(&self, place: usize, bytes: &Bytes) -> Option<Packed> {
        let entry = &self.package.entries[place];
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
