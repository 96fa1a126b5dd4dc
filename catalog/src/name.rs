//! How tables call files.

use std::path::Path;

use formwork_schema::escape::escape;

/// The name of a file in tables: its path with slashes; bytes that no text has are `\xNN`.
#[must_use]
pub fn text(path: &Path) -> String {
    let text = escape(path.as_os_str().as_encoded_bytes());
    if cfg!(windows) {
        text.replace('\\', "/")
    } else {
        text.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn no_two_files_have_one_name() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        let name = |bytes: &[u8]| text(Path::new(OsStr::from_bytes(bytes)));
        assert_eq!(name(b"a/b.mdl"), "a/b.mdl");
        assert_eq!(name(b"a/\xff.mdl"), r"a/\xff.mdl");
        assert_eq!(name(br"a/\xff.mdl"), r"a/\x5cxff.mdl");
    }
}
