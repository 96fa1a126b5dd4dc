//! [`View`]: what to compare in place of a file.

use bytes::Bytes;
use formwork_schema::Layout;

/// What to compare in place of a file: another file, made from it, that holds what it means. Whoever
/// compares files needs to know nothing more.
#[derive(Debug, Clone)]
pub struct View {
    /// The layout of that file.
    pub layout: &'static Layout,
    /// That file.
    pub bytes: Bytes,
    /// Fields of it that are shown, but make no difference.
    pub ignored_fields: &'static [&'static str],
}
