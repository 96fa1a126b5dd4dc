//! Flags over includes: a material switches those of all the code that is put together.

use std::collections::{BTreeSet, HashSet};

use bytes::Bytes;
use formwork_schema::{Limits, escape::escape};

use super::{
    flags::{Flag, flags},
    scan::scan,
};
use crate::library::{Library, Lookup, inside};

/// The flags of pieces of code and of all that they include, each file once, as far as they are found.
pub(in crate::horde3d) fn flags_with<'c>(
    pieces: impl IntoIterator<Item = &'c [u8]>,
    library: &dyn Library,
    limits: &Limits,
) -> Vec<Flag> {
    let mut found = BTreeSet::new();
    let mut seen = HashSet::new();
    let mut open: Vec<Bytes> = pieces.into_iter().map(Bytes::copy_from_slice).collect();
    while let Some(code) = open.pop() {
        let scan = scan(&code);
        found.extend(flags(&code, &scan));
        for include in scan.includes {
            let name = escape(code.get(include.name).unwrap_or_default()).into_owned();
            let is_new = seen.len() < MOST && seen.insert(name.clone());
            open.extend(is_new.then(|| read(&name, library, limits)).flatten());
        }
    }
    found.into_iter().collect()
}

/// Files that are followed.
const MOST: usize = 1 << 12;

fn read(name: &str, library: &dyn Library, limits: &Limits) -> Option<Bytes> {
    let name = inside(name)?;
    let found = match library.find(&name) {
        Lookup::Found => name,
        Lookup::OtherCase(other) => other,
        Lookup::Missing => return None,
    };
    let code = library.read(&found).ok()?;
    (code.len() as u64 <= limits.bytes).then_some(code)
}
