//! The package that is brought up to date.

use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

use bytes::Bytes;
use formwork_files::original::Original;
use formwork_formats::package::{
    Builder, Layers, Package, Packed,
    names::{OnUnsafe, Systems, targets},
};

use crate::{
    args::{Args, Compress},
    input, package,
    report::Failure,
};

/// A package, and the id of its format.
pub(super) struct Old {
    pub(super) format: &'static str,
    package: Package,
    /// The file as it was read.
    pub(super) original: Original,
}

impl Old {
    /// The last package of a file; what precedes it stays.
    pub(super) fn open(args: &Args, path: &Path) -> Result<Self, Failure> {
        let original = input::original(args, path)?;
        let (format, mut layers) = package::opened(args, path, original.bytes.clone())?;
        let count = layers.packages.len();
        let last = Layers {
            prefix: layers.prefix,
            packages: layers.packages.split_off(count.saturating_sub(1)),
        };
        let package = package::choose(last, None, path)?;
        Ok(Self {
            format,
            package,
            original,
        })
    }

    /// How its files are compressed; how well, it does not say.
    pub(super) fn compress(&self) -> Compress {
        if self.package.is_compressed {
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
        if self.package.entries[place].size != bytes.len() as u64 {
            return None;
        }
        let same = self
            .package
            .files
            .read(place)
            .is_ok_and(|old| old == *bytes);
        let kept = same.then(|| self.package.files.kept(place));
        kept?.ok()
    }

    /// A package like it, without files.
    pub(super) fn builder(&self) -> Box<dyn Builder> {
        self.package.files.builder()
    }
}
