//! A package as those see it who know no engine.

use bytes::Bytes;
use formwork_schema::Result;

use super::{Builder, Files, Layer, Layers, Package};
use crate::package::{self, Entry, Packed, Stored, Verdict, sdbm};

/// A package, and what looks at its files.
struct Opened {
    package: Package,
    files: Files,
}

impl From<Layers> for package::Layers {
    fn from(layers: Layers) -> Self {
        let packages = layers.packages.into_iter();
        Self {
            prefix: layers.prefix,
            packages: packages.map(opened).collect(),
        }
    }
}

fn opened(Layer { start, package }: Layer) -> package::Package {
    let entries = package.entries.iter().map(|entry| Entry {
        name: entry.name.clone(),
        offset: entry.offset.into(),
        size: entry.size.into(),
        checksum: entry.checksum,
    });
    package::Package {
        start,
        size: package.size(),
        version: package.version.to_string(),
        checksum: package.checksum,
        is_compressed: package.is_compressed(),
        entries: entries.collect(),
        files: Box::new(Opened {
            files: package.files(),
            package,
        }),
    }
}

impl package::Files for Opened {
    fn bounded(&self) -> Result<()> {
        self.package.bounded()
    }

    fn is_joined(&self) -> Result<()> {
        self.package.is_joined()
    }

    fn verify(&self) -> Result<Verdict> {
        self.package.verify()
    }

    fn stored(&self, place: usize) -> Result<Stored> {
        self.files.stored(&self.package.entries[place])
    }

    fn read(&self, place: usize) -> Result<Bytes> {
        self.files.read(&self.package.entries[place])
    }

    fn hash(&self, place: usize) -> Result<u32> {
        self.files.hash(&self.package.entries[place])
    }

    fn checksum(&self, bytes: &[u8]) -> u32 {
        sdbm::hash(bytes)
    }

    fn kept(&self, place: usize) -> Result<Packed> {
        Packed::kept(&self.files, &self.package.entries[place])
    }

    fn builder(&self) -> Box<dyn package::Builder> {
        Box::new(Builder::like(&self.package))
    }
}

impl package::Builder for Builder {
    fn push(&mut self, file: Packed) -> Result<()> {
        Self::push(self, file)
    }

    fn finish(self: Box<Self>) -> Result<Bytes> {
        Self::finish(*self)
    }
}
