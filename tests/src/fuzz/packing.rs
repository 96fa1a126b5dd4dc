//! Files into packages and out of them, in memory.

use bytes::Bytes;
use formwork_formats::{
    package::{Packed, lz4::Compression},
    urho3d::package::{Builder, packages},
};

use super::unpaired;

/// The files that some bytes are: each a [`pair`](super::pair) of its name, and of its content and the rest.
pub fn entries(mut bytes: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut entries = Vec::new();
    while let Some((name, rest)) = unpaired(bytes) {
        let Some((content, rest)) = unpaired(rest) else {
            break;
        };
        entries.push((name, content));
        bytes = rest;
    }
    entries
}

/// What is packed is unpacked the same, compressed or not.
///
/// # Panics
/// When it is not.
pub(super) fn pack(bytes: &[u8]) {
    let files = entries(bytes);
    for compression in [None, Some((Compression::Fast, 32768))] {
        let mut builder = Builder::new(compression.is_some());
        let mut expected = Vec::new();
        for (name, content) in &files {
            let name = String::from_utf8_lossy(name);
            let content = Bytes::copy_from_slice(content);
            // Names that no package can hold are refused.
            let Ok(packed) = Packed::new(&*name, content.clone(), compression) else {
                continue;
            };
            builder.push(packed).expect("far below 4 GiB");
            expected.push((name.into_owned(), content));
        }
        let Ok(file) = builder.finish() else { continue };
        let layers = packages(&file).expect("a package of ours");
        let package = &layers.packages[0].package;
        assert!(package.verify().expect("of ours").is_fine());
        assert!(package.entries.len() == expected.len());
        for (entry, (name, content)) in package.entries.iter().zip(&expected) {
            assert!(entry.name.as_bytes() == name.as_bytes(), "another name");
            let read = package.files().read(entry).expect("of ours");
            assert!(read == content, "another content");
        }
    }
}
