//! What a person wants to see of a package first, and what is unusual about it.

mod folders;

use bytes::Bytes;

use super::{Layer, Package, diagnose};
use crate::{
    View,
    inspect::{FactValue, Inspection, Table},
    layouts::GameFormat,
    package::{self, Verdict},
};
use formwork_schema::{Diagnostics, Result};

impl GameFormat for Package {
    const ENGINES: &'static str = "Urho3D, U3D, Dry, Atomic, rbfx";
    const NOTES: &'static str = "after a program, or several in one file; `list`, `unpack`, `pack`";

    fn engine(version: &str) -> &'static str {
        match version {
            "RPAK" | "RLZ4" => "rbfx",
            _ => "Urho3D family",
        }
    }

    fn view(file: &Bytes) -> Option<View> {
        super::contents::view(file)
    }

    fn packages(file: &Bytes) -> Option<Result<package::Layers>> {
        Some(super::packages(file).map(package::Layers::from))
    }

    fn builder(compressed: bool) -> Option<Box<dyn package::Builder>> {
        Some(Box::new(super::Builder::new(compressed)))
    }

    fn covers(file: &Bytes, offset: u64) -> Option<String> {
        super::entries::covering(file, offset)
    }

    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        let layers = self.layers();
        let verdicts: Vec<_> = layers
            .packages
            .iter()
            .map(|layer| layer.package.verify())
            .collect();
        let total = folders::total(&layers.packages);
        seen.fact("packages", "Packages", layers.packages.len());
        seen.fact("files", "Files", total.files);
        seen.measure("unpacked", "Unpacked", total.unpacked, "bytes");
        seen.measure("packed", "Packed", total.packed, "bytes");
        seen.fact("ratio", "Ratio", total.ratio());
        seen.fact("checksums", "Checksums", said(&verdicts));
        if layers.prefix > 0 {
            seen.measure("prefix", "In front", layers.prefix, "bytes");
        }
        if layers.packages.len() > 1 {
            let rows = layers.packages.iter().zip(&verdicts);
            seen.tables.push(Table {
                key: "each_package",
                columns: &["package", "begins", "version", "files", "checksums"],
                rows: rows.enumerate().map(row).collect(),
            });
        }
        seen.tables.push(folders::table(&layers.packages));
        seen
    }

    fn diagnose(&self, seen: &mut Diagnostics) {
        diagnose::find(self, seen);
    }
}

fn row((place, (layer, verdict)): (usize, (&Layer, &Result<Verdict>))) -> Vec<FactValue> {
    vec![
        (place + 1).into(),
        layer.start.into(),
        layer.package.version.to_string().into(),
        layer.package.entries.len().into(),
        said(std::slice::from_ref(verdict)).into(),
    ]
}

/// What checksums say, in a word.
fn said(verdicts: &[Result<Verdict>]) -> &'static str {
    let is_fine = |verdict: &Result<Verdict>| verdict.as_ref().is_ok_and(Verdict::is_fine);
    if verdicts.iter().all(is_fine) {
        "right"
    } else {
        "wrong"
    }
}
