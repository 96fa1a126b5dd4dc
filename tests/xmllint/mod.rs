//! `xmllint`, where it is installed.

use std::{
    collections::HashMap,
    fs,
    io::{self, Write},
    path::PathBuf,
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

impl Xmllint {
    /// A file with a number for its name.
    pub(crate) fn put(&self, number: usize, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(format!("{number}.xml"));
        fs::write(&path, bytes).expect("a temporary file");
        path
    }

    /// Which of these files are valid, each with what the program says of it.
    pub(crate) fn verdicts(&self, xsd: &str, files: &[PathBuf]) -> Vec<(bool, String)> {
        if files.is_empty() {
            return Vec::new();
        }
        let schema = self.folder.path().join("x.xsd");
        fs::write(&schema, xsd).expect("a temporary file");
        let run = Command::new("xmllint")
            .args(["--noout", "--nonet", "--schema"])
            .arg(&schema)
            .args(files)
            .output()
            .expect("xmllint runs");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(!said.contains("WXS schema"), "{said}\n{xsd}");
        let mut about: HashMap<&str, Vec<&str>> = HashMap::new();
        for line in said.lines() {
            let name = line.split([':', ' ']).next().unwrap_or_default();
            about.entry(name).or_default().push(line);
        }
        let verdict = |file: &PathBuf| {
            let name = file.display().to_string();
            let about = about.get(&*name).map_or(&[][..], |lines| lines);
            let valid = format!("{name} validates");
            (about.contains(&&*valid), about.join("\n"))
        };
        files.iter().map(verdict).collect()
    }
}
