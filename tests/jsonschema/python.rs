//! Python's `jsonschema`, where it is installed.

use std::{
    env,
    fs::File,
    io::{self, BufWriter, Write},
    process::Command,
};

use tempfile::NamedTempFile;

/// Reads one file with a schema or a document a line, and prints of each document what is wrong with it.
///
/// Long lists are cut: their items are of one kind, and there are millions of them in real files.
const SCRIPT: &str = r#"
import json, sys
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

MOST, KEPT = 64, 8

def cut(value):
    if isinstance(value, list):
        if len(value) > MOST:
            value = value[:KEPT] + value[-KEPT:]
        return [cut(one) for one in value]
    if isinstance(value, dict):
        return {name: cut(one) for name, one in value.items()}
    return value

for line in open(sys.argv[1], encoding="utf-8"):
    value = json.loads(line[1:])
    if line[0] == "s":
        Validator = validator_for(value, Draft202012Validator)
        Validator.check_schema(value)
        validator = Validator(value)
        continue
    wrong = next(validator.iter_errors(cut(value)), None)
    if wrong is not None:
        wrong = "/".join(map(str, wrong.absolute_path)) + ": " + wrong.message[:400]
    print(json.dumps(wrong))
"#;

/// Documents to be validated, each behind the schema that it is of. One start of Python is for all of them.
pub(crate) struct Batch {
    file: BufWriter<NamedTempFile>,
    count: usize,
}

/// An empty batch; without the validator says so, or fails where continuous integration is to have it.
pub(crate) fn batch() -> Option<Batch> {
    let found = Command::new("python3")
        .args(["-c", "import jsonschema"])
        .output();
    if found.is_ok_and(|found| found.status.success()) {
        let file = NamedTempFile::new().expect("a temporary file");
        return Some(Batch {
            file: BufWriter::new(file),
            count: 0,
        });
    }
    assert!(
        env::var_os("CI").is_none(),
        "Python's jsonschema is missing: install python3-jsonschema"
    );
    let skipped = "SKIPPED: Python's jsonschema is missing, so nothing was validated; install python3-jsonschema";
    // Past the test harness, which keeps what tests print that pass.
    let _ = writeln!(io::stderr(), "{skipped}");
    None
}

impl Batch {
    /// The schema of the documents that follow.
    pub(crate) fn schema(&mut self, schema: &str) {
        let schema: serde_json::Value = serde_json::from_str(schema).expect("our own JSON");
        writeln!(self.file, "s{schema}").expect("a temporary file");
    }

    /// A document of one line.
    pub(crate) fn document(&mut self, document: &str) {
        let document = document.trim_end();
        assert!(!document.contains('\n'), "one line");
        writeln!(self.file, "d{document}").expect("a temporary file");
        self.count += 1;
    }

    /// What is wrong with each document; none for the valid ones.
    pub(crate) fn verdicts(self) -> Vec<Option<String>> {
        let file = self.file.into_inner().expect("a temporary file");
        let errors = NamedTempFile::new().expect("a temporary file");
        let to: File = errors.reopen().expect("a temporary file");
        let run = Command::new("python3")
            .args(["-c", SCRIPT])
            .arg(file.path())
            .stderr(to)
            .output()
            .expect("python3 runs");
        let said = std::fs::read_to_string(errors.path()).expect("a temporary file");
        assert!(run.status.success(), "{said}");
        let lines = String::from_utf8(run.stdout).expect("UTF-8");
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let verdicts: Vec<Option<String>> = lines.collect();
        assert_eq!(verdicts.len(), self.count);
        verdicts
    }
}
