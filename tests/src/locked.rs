//! [`locked`]: content that changes only where a review sees it.

use insta::{Settings, assert_snapshot};

/// Compares content with what `snapshots/` has of that name, in the folder of a format.
///
/// # Panics
/// When it differs.
pub fn locked(format: &str, name: &str, content: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{}", format.replace('.', "/")));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| assert_snapshot!(name.to_owned(), content));
}
