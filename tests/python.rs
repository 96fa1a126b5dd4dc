//! Python's `json` changes nothing: what it loads and dumps again means the same bytes.

use std::{
    cell::RefCell,
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use bytes::Bytes;
use conformance::{
    corpus, fixtures,
    questions::{File, Question, ask, keeping},
    texts,
};
use formwork_formats::{GameFormat, format, open_as};
use formwork_schema::{Error, Kind, Limits, Result, read::Document, value};
use formwork_text::json;

/// Loads one document a line, and dumps each in every style, with the length before it.
const SCRIPT: &str = r#"
import json, sys
STYLES = [
    {},
    {"indent": 2},
    {"separators": (",", ":"), "ensure_ascii": False, "sort_keys": True},
]
for line in sys.stdin.buffer:
    for style in STYLES:
        dumped = json.dumps(json.loads(line), **style).encode()
        sys.stdout.buffer.write(b"%d\n" % len(dumped) + dumped)
    sys.stdout.buffer.flush()
"#;

/// How many styles the script has.
const STYLES: usize = 3;

/// The program, running.
struct Python {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

/// The program; without it says so, or fails where continuous integration is to have it.
fn find() -> Option<RefCell<Python>> {
    let started = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = started else {
        assert!(std::env::var_os("CI").is_none(), "python3 is missing");
        // Past the test harness, which keeps what tests print that pass.
        let _ = writeln!(
            io::stderr(),
            "SKIPPED: python3 is missing, so its `json` was not asked"
        );
        return None;
    };
    let to = child.stdin.take().expect("a pipe");
    let from = BufReader::new(child.stdout.take().expect("a pipe"));
    Some(RefCell::new(Python { child, to, from }))
}

impl Python {
    /// A document of one line in every style.
    fn pass(&mut self, line: &[u8]) -> Vec<String> {
        assert!(!line.contains(&b'\n'), "one line");
        self.to.write_all(line).expect("python3 listens");
        self.to.write_all(b"\n").expect("python3 listens");
        self.to.flush().expect("python3 listens");
        let mut dumped = || {
            let mut length = String::new();
            self.from.read_line(&mut length).expect("python3 answers");
            let mut text = vec![0; length.trim().parse().expect("a length")];
            self.from.read_exact(&mut text).expect("python3 answers");
            String::from_utf8(text).expect("UTF-8")
        };
        (0..STYLES).map(|_| dumped()).collect()
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        // It waits for lines, and none will come.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn same(before: &[u8], after: &[u8]) -> Result<()> {
    if before == after {
        return Ok(());
    }
    Err(Error::new(Kind::Disagreement, "other bytes came back"))
}

struct Through<'p>(&'p RefCell<Python>);

impl Question for Through<'_> {
    type Answer = ();

    fn ask<T: GameFormat>(&self, _: &Document<T>, bytes: &[u8]) -> Result<()> {
        let bytes = Bytes::copy_from_slice(bytes);
        let document = value::read(T::layout(), &bytes, &keeping())?;
        let mut line = Vec::new();
        json::print_compact(T::layout(), &document.tree, &document.trailing, &mut line)?;
        for text in self.0.borrow_mut().pass(&line) {
            same(&bytes, &json::encode(T::layout(), &text)?)?;
        }
        Ok(())
    }
}

fn text_through(python: &RefCell<Python>, id: &str, bytes: &[u8]) -> Result<()> {
    let format = format(id).expect("a known format");
    let asset = open_as(format, Bytes::copy_from_slice(bytes), &Limits::default());
    let canonical = asset.tree()?.canonical()?;
    let line = asset.envelope()?.expect("a text").to_string();
    for text in python.borrow_mut().pass(line.as_bytes()) {
        let again = format.parse_envelope(&text).expect("a text")?;
        same(&canonical, &again.canonical()?)?;
    }
    Ok(())
}

#[test]
fn python_passes_every_file_through() {
    let Some(python) = find() else {
        return;
    };
    let mut wrong = Vec::new();
    let mut check = |path: &str, passed: Result<()>| {
        if let Err(error) = passed {
            wrong.push(format!("{path}: {error}"));
        }
    };
    let binary = |format: &str, bytes: &[u8]| ask(&Through(&python), File { format, bytes });
    let text = |format: &str, bytes: &[u8]| text_through(&python, format, bytes);
    for fixture in fixtures::all() {
        check(&fixture.path, binary(&fixture.format(), &fixture.bytes));
    }
    for fixture in texts::read() {
        check(&fixture.path, text(&fixture.format(), &fixture.bytes));
    }
    let (files, documents) = (corpus::files(), corpus::texts());
    for file in &files {
        check(
            &file.path.to_string_lossy(),
            binary(file.format, &file.bytes),
        );
    }
    for file in &documents {
        check(&file.path.to_string_lossy(), text(file.format, &file.bytes));
    }
    corpus::report("through Python's json", files.len() + documents.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
