//! `xmllint`, where it is installed.

use std::{
    fs,
    io::{self, Write},
    process::Command,
};

use tempfile::TempDir;

/// The program, and a place for its files.
pub(crate) struct Xmllint {
    folder: TempDir,
}

/// The program; without it says so, or fails where continuous integration is to have it.
pub(crate) fn find() -> Option<Xmllint> {
    if Command::new("xmllint").arg("--version").output().is_ok() {
        return Some(Xmllint {
            folder: tempfile::tempdir().expect("a temporary folder"),
        });
    }
    assert!(
        std::env::var_os("CI").is_none(),
        "xmllint is missing: install libxml2-utils"
    );
    let skipped = "SKIPPED: xmllint is missing, so nothing was validated; install libxml2-utils";
    // Past the test harness, which keeps what tests print that pass.
    let _ = writeln!(io::stderr(), "{skipped}");
    None
}

impl Xmllint {
    /// Asks that a document is valid against a schema.
    pub(crate) fn validate(&self, name: &str, xsd: &str, xml: &str) {
        let (schema, document) = (
            self.folder.path().join("x.xsd"),
            self.folder.path().join("x.xml"),
        );
        fs::write(&schema, xsd).expect("a temporary file");
        fs::write(&document, xml).expect("a temporary file");
        let run = Command::new("xmllint")
            .args(["--noout", "--nonet", "--schema"])
            .args([&schema, &document])
            .output()
            .expect("xmllint runs");
        assert!(
            run.status.success(),
            "{name}: {}\n{xml}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
}
