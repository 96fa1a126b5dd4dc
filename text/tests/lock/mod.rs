//! Snapshots of this crate, in the one folder for all snapshots.

/// Compares a text with its snapshot.
macro_rules! locked {
    ($text:expr $(,)?) => {
        insta::with_settings!({ snapshot_path => "../../snapshots/text", omit_expression => true }, {
            insta::assert_snapshot!($text)
        })
    };
}
pub(crate) use locked;
