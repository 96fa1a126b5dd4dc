//! Questions asked of every format that is text: the files in `texts/`, and real ones.

use std::fmt::Write as _;

use conformance::{
    corpus,
    fixtures::Fixture,
    fuzz, locked,
    texts::{self, Known, know, pretty},
};
use formwork_formats::{FORMATS, format};
use formwork_schema::Kind;

/// Everything that is known of a text, for people.
fn shown(known: &Known) -> String {
    let mut out = format!("{}\n", pretty(&known.json));
    // To a `String` nothing fails to be written.
    let _ = writeln!(out, "\nversion: {}", known.version);
    let _ = writeln!(out, "\ndiagnostics: {}", known.diagnostics.len());
    for diagnostic in &known.diagnostics {
        let _ = writeln!(out, "  {diagnostic}");
    }
    let _ = writeln!(out, "\nreferences: {}", known.references.len());
    for reference in &known.references {
        let place = format!("{}:{}", reference.line, reference.column);
        let _ = writeln!(
            out,
            "  {place} {} {} `{}`",
            reference.path, reference.kind, reference.name
        );
    }
    let _ = write!(out, "\n{}", known.look);
    out
}

#[test]
fn what_is_read_is_locked() {
    for text in texts::read() {
        let known = know(&text.format(), &text.bytes);
        let known = known.unwrap_or_else(|error| panic!("{}: {error}", text.path));
        locked(&text.format(), text.name(), &shown(&known));
    }
}

#[test]
fn refusals_are_locked() {
    for text in texts::all().iter().filter(|text| text.is_refused()) {
        let error = match know(&text.format(), &text.bytes) {
            Ok(_) => panic!("{} is read", text.path),
            Err(error) => error,
        };
        assert!(
            matches!(error.kind(), Kind::Malformed | Kind::Limit),
            "{}: {error}",
            text.path
        );
        locked(&text.format(), text.name(), &error.to_string());
    }
}

#[test]
fn every_document_format_has_files_that_are_read_and_refused() {
    let all = texts::all();
    let documents = FORMATS.iter().filter(|format| format.document().is_some());
    for format in documents.map(|format| format.id()) {
        let of = |refused: bool| {
            let is_it = |text: &&Fixture| text.format() == format && text.is_refused() == refused;
            all.iter().filter(is_it).count()
        };
        assert!(of(false) > 0 && of(true) > 0, "{format}");
    }
}

#[test]
fn every_real_file_is_proved() {
    let files = corpus::texts();
    for file in &files {
        if let Err(error) = know(file.format, &file.bytes) {
            panic!("{}: {error}", file.path.display());
        }
    }
    corpus::report("proof of texts", files.len());
}

#[test]
fn damaged_and_foreign_real_files_are_refused_or_have_findings() {
    let files = corpus::malformed_texts();
    for file in &files {
        match know(file.format, &file.bytes) {
            // Other engines have pipelines, too, and this one would load them and draw nothing.
            Ok(known) => assert!(!known.diagnostics.is_empty(), "{}", file.path.display()),
            Err(error) => assert!(
                error.kind() == Kind::Malformed,
                "{}: {error}",
                file.path.display()
            ),
        }
    }
    corpus::report("refusal of texts", files.len());
}

#[test]
fn every_cut_and_every_changed_byte_is_read_or_refused() {
    for text in texts::all() {
        let format = text.format();
        let is_document = self::format(&format).is_some_and(|known| known.document().is_some());
        for length in 0..=text.bytes.len() {
            fuzz::text_format(&format, &text.bytes[..length]);
        }
        for place in 0..text.bytes.len() {
            for (turn, change) in [0x01, 0x20, 0x80, text.bytes[place]]
                .into_iter()
                .enumerate()
            {
                // Documents take longer, so each byte is changed in one way only.
                if is_document && place % 4 != turn {
                    continue;
                }
                let mut bytes = text.bytes.clone();
                bytes[place] ^= change;
                fuzz::text_format(&format, &bytes);
            }
        }
    }
}
