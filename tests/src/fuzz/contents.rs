//! What is told of any file, and of the files in it.

use bytes::Bytes;
use formwork_files::diagnose;
use formwork_formats::{Profile, format, identify, open_as};
use formwork_schema::Limits;

/// Every file can be inspected and diagnosed, whatever it is taken for, and so can the files in packages.
///
/// # Panics
/// When that does.
pub(super) fn contents(bytes: &[u8]) {
    let Some(format) = identify(bytes, "").format.and_then(format) else {
        return;
    };
    let limits = Limits {
        memory: 1 << 28,
        ..Limits::default()
    };
    let asset = open_as(format, Bytes::copy_from_slice(bytes), &limits);
    for one in diagnose(&asset, &Profile::default()) {
        assert!(!one.message.is_empty());
        let end = bytes.len() as u64;
        assert!(one.location.bytes.is_none_or(|range| range.start <= end));
    }
    if let Ok(tree) = asset.tree() {
        let _ = tree.inspect();
        let _ = tree.references();
    }
}
