//! Files that are looked at part by part.

use std::collections::BTreeSet;

use bytes::Bytes;
use formwork_formats::{Asset, Parts, Told, format, open_as};
use formwork_schema::{Diagnostic, Limits};

/// Bytes of a part, at least, so that short files have several.
const LEAST: usize = 48;

/// How many parts of long files there are.
const MANY: usize = 16;

/// Every part of a file is one, and what is wrong with all of them is wrong with the whole.
///
/// # Panics
/// When it is not.
pub(super) fn parts(id: &str, bytes: Bytes) {
    let known = format(id).expect("a known format");
    let asset = open_as(known, bytes, &Limits::default());
    let piece = LEAST.max(asset.bytes().len() / MANY);
    let Some(parts) = Parts::cut(&asset, piece) else {
        return;
    };
    let mut told = Told::default();
    for part in parts.each() {
        // One that is read otherwise proves nothing, and the whole is asked.
        let Ok(part) = part else {
            return;
        };
        let of = &part.asset;
        let tree = of.tree().unwrap_or_else(|error| panic!("a part: {error}"));
        let proved = tree.prove(of.bytes(), of.limits(), &mut |_| {});
        proved.unwrap_or_else(|error| panic!("a part: {error}"));
        tree.diagnose()
            .into_iter()
            .for_each(|one| told.add(&part, one));
    }
    if parts.stand_alone {
        assert_eq!(shown(&told.into_vec()), shown(&of_whole(&asset)));
    }
}

fn of_whole(asset: &Asset) -> Vec<Diagnostic> {
    asset.tree().expect("it was read before").diagnose()
}

fn shown(all: &[Diagnostic]) -> BTreeSet<String> {
    all.iter().map(ToString::to_string).collect()
}
