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

/// Loads one document a line behind the letter of a style, or of all, and dumps each with the length before it.
const SCRIPT: &str = r#"
import json, sys
STYLES = [
    {},
    {"indent": 2},
    {"separators": (",", ":"), "ensure_ascii": False, "sort_keys": True},
]
for line in sys.stdin.buffer:
    wanted = STYLES if line[:1] == b"*" else [STYLES[int(line[:1])]]
    for style in wanted:
        dumped = json.dumps(json.loads(line[1:]), **style).encode()
        sys.stdout.buffer.write(b"%d\n" % len(dumped) + dumped)
    sys.stdout.buffer.flush()
"#;

/// How many styles the script has.
const STYLES: usize = 3;

/// In which of the styles a document is dumped.
#[derive(Clone, Copy)]
enum Style {
    All,
    One(usize),
}

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
    /// A document of one line in some styles.
    fn pass(&mut self, line: &[u8], style: Style) -> Vec<String> {
        assert!(!line.contains(&b'\n'), "one line");
        let (letter, count) = match style {
            Style::All => ("*".to_owned(), STYLES),
            Style::One(number) => (number.to_string(), 1),
        };
        self.to
            .write_all(letter.as_bytes())
            .expect("python3 listens");
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
        (0..count).map(|_| dumped()).collect()
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

struct Through<'p>(&'p RefCell<Python>, Style);

impl Question for Through<'_> {
    type Answer = ();

    fn ask<T: GameFormat>(&self, _: &Document<T>, bytes: &[u8]) -> Result<()> {
        let bytes = Bytes::copy_from_slice(bytes);
        let document = value::read(T::layout(), &bytes, &keeping())?;
        let mut line = Vec::new();
        json::print_compact(T::layout(), &document.tree, &document.trailing, &mut line)?;
        for text in self.0.borrow_mut().pass(&line, self.1) {
            same(&bytes, &json::encode(T::layout(), &text)?)?;
        }
        Ok(())
    }
}

fn text_through(python: &RefCell<Python>, id: &str, bytes: &[u8], style: Style) -> Result<()> {
    let format = format(id).expect("a known format");
    let asset = open_as(format, Bytes::copy_from_slice(bytes), &Limits::default());
    let canonical = asset.tree()?.canonical()?;
    let line = asset.envelope()?.expect("a text").to_string();
    for text in python.borrow_mut().pass(line.as_bytes(), style) {
        let again = format
            .parse_envelope(&text, &Limits::default())
            .expect("a text")?;
        same(&canonical, &again.canonical()?)?;
    }
    Ok(())
}

/// One file, as it was read.
struct Passed<'f> {
    path: String,
    format: &'f str,
    bytes: &'f [u8],
    is_text: bool,
}

impl Passed<'_> {
    fn through(&self, python: &RefCell<Python>, style: Style) -> Option<String> {
        let file = File {
            format: self.format,
            bytes: self.bytes,
        };
        let passed = match self.is_text {
            true => text_through(python, self.format, self.bytes, style),
            false => ask(&Through(python, style), file),
        };
        passed.err().map(|error| format!("{}: {error}", self.path))
    }
}

#[test]
fn python_passes_every_fixture_through() {
    let Some(python) = find() else {
        return;
    };
    let mut wrong = Vec::new();
    let (files, documents) = (fixtures::all(), texts::read());
    let formats: Vec<String> = files.iter().map(fixtures::Fixture::format).collect();
    for (one, format) in files.iter().zip(&formats) {
        let (path, bytes) = (one.path.clone(), &*one.bytes);
        let file = Passed {
            path,
            format,
            bytes,
            is_text: false,
        };
        wrong.extend(file.through(&python, Style::All));
    }
    for one in &documents {
        let (path, bytes) = (one.path.clone(), &*one.bytes);
        let file = Passed {
            path,
            format: &one.format(),
            bytes,
            is_text: true,
        };
        wrong.extend(file.through(&python, Style::All));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each in one style, for they are many: the styles take turns.
#[test]
fn python_passes_every_real_file_through() {
    let (files, documents) = (corpus::files(), corpus::texts());
    let all = [(&files, false), (&documents, true)].into_iter();
    let all = all.flat_map(|(files, is_text)| files.iter().map(move |one| (one, is_text)));
    let all: Vec<Passed<'_>> = all
        .map(|(one, is_text)| Passed {
            path: one.path.display().to_string(),
            format: one.format,
            bytes: &one.bytes,
            is_text,
        })
        .collect();
    // Python works on one core, and so do we: two pairs do not wait for one another.
    let pair = |part: usize| {
        let Some(python) = find() else {
            return Vec::new();
        };
        let own = all.iter().enumerate().skip(part).step_by(2);
        own.filter_map(|(place, one)| one.through(&python, Style::One(place / 2 % STYLES)))
            .collect::<Vec<_>>()
    };
    let wrong = std::thread::scope(|scope| {
        let pairs = [0, 1].map(|part| scope.spawn(move || pair(part)));
        pairs.map(|pair| pair.join().expect("no panic")).concat()
    });
    corpus::report("through Python's json", all.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
