//! `formwork check`: the proof that files are understood.

use std::path::Path;

use bytes::Bytes;
use formwork_formats::{GameFormat, Job, dispatch};
use formwork_pixels::every_surface;
use formwork_schema::{
    Error, Finding, Kind, Layout, Limits, Result, Value, agree,
    read::{self, Document, ReadOptions, Trailing},
    value, write,
};
use serde_json::json;

use super::{decode::print, encode::parse};
use crate::{
    args::{Args, Form, Paths},
    files::{self, Found, Which},
    findings, input, output,
    report::{self, Failure, Outcome, error_json},
    texts::{self, TextFile},
};

pub(crate) fn run(args: &Args, of: &Paths) -> std::result::Result<Outcome, Failure> {
    let found = files::find(&of.paths, Which::Ours);
    if found.is_empty() {
        // Whoever meant another folder sees it here.
        let message = "note: no file in there has an extension or a magic of a known format";
        output::complain(&message);
    }
    let mut summary = Summary::default();
    files::each(
        args,
        &found,
        |file| check(args, file),
        |file, verdict| {
            summary.add(&verdict);
            verdict.show(args, &file.path);
        },
    );
    summary.show(args);
    Ok(summary.outcome())
}

/// What came of one file.
#[derive(Default)]
struct Verdict {
    format: Option<&'static str>,
    version: Option<String>,
    bytes: u64,
    trailing: usize,
    steps: Vec<&'static str>,
    findings: Vec<Finding>,
    error: Option<Error>,
}

fn check(args: &Args, file: &Found) -> Verdict {
    let mut verdict = Verdict::default();
    let refused = prove(args, file, &mut verdict).err();
    Verdict {
        error: refused,
        ..verdict
    }
}

fn prove(args: &Args, file: &Found, verdict: &mut Verdict) -> Result<()> {
    let told = |failure: Failure| failure.error;
    let bytes = file.read(args).map_err(told)?;
    verdict.bytes = bytes.len() as u64;
    verdict.version = input::identify_bytes(&bytes, &file.path).version;
    if let Some(picture) = input::picture(&bytes, &file.path) {
        verdict.format = Some(picture.id);
        verdict.steps.push("pixels");
        verdict.findings = findings::of_picture(picture, &bytes, &file.path);
        return formwork_pixels::picture(picture.kind, &bytes).map(drop);
    }
    let format = input::format(&bytes, &file.path).map_err(told)?;
    verdict.format = Some(format);
    let limits = &input::limits(args);
    if texts::is_text(format) {
        let file = TextFile {
            format,
            bytes: &bytes,
            limits,
        };
        let seen = file.prove(&mut verdict.steps)?;
        verdict.version = Some(seen.version.clone());
        verdict.findings = findings::of_text(seen);
        return Ok(());
    }
    let job = Prove {
        bytes: &bytes,
        limits: input::limits(args),
        verdict,
    };
    dispatch(format, job).unwrap_or_else(|| Err(Error::new(Kind::Unsupported, format)))
}

/// Every way through the file, each of which must lead back to the same bytes.
struct Prove<'a> {
    bytes: &'a Bytes,
    limits: Limits,
    verdict: &'a mut Verdict,
}

impl Job for Prove<'_> {
    type Output = Result<()>;

    fn run<T: GameFormat>(self) -> Result<()> {
        let options = ReadOptions {
            trailing: Trailing::Keep,
            limits: self.limits,
        };
        self.verdict.steps.push("read");
        let document = read::document::<T>(self.bytes, &options)?;
        self.verdict.version = document.tree.version();
        self.verdict.trailing = document.trailing.len();
        self.verdict.findings = findings::of_inspection(document.tree.inspect());
        self.verdict.steps.push("agree");
        agree::agree(T::layout(), self.bytes, &document.tree, &self.limits)?;
        self.verdict.steps.push("rewrite");
        self.same(&write::document(&document)?)?;
        let layout = T::layout();
        let untyped = value::read(layout, self.bytes, &options)?;
        for (step, form) in [("xml", Form::Xml), ("json", Form::Json)] {
            self.verdict.steps.push(step);
            self.same(&through(layout, &untyped, form)?)?;
        }
        drop(untyped);
        if let Some(texture) = document.tree.texture() {
            self.verdict.steps.push("pixels");
            every_surface(texture)?;
        }
        if let Some(contents) = document.tree.contents() {
            self.verdict.steps.push("contents");
            contents?;
        }
        Ok(())
    }
}

impl Prove<'_> {
    fn same(&self, bytes: &[u8]) -> Result<()> {
        if bytes == &self.bytes[..] {
            return Ok(());
        }
        let differs = bytes
            .iter()
            .zip(self.bytes.iter())
            .position(|(a, b)| a != b);
        let at = differs.unwrap_or(bytes.len().min(self.bytes.len()));
        let message = format!("{} bytes came back for {}", bytes.len(), self.bytes.len());
        Err(Error::new(Kind::Disagreement, message)
            .at(at as u64)
            .help("please report this file"))
    }
}

/// The bytes of what a text form says.
fn through(layout: &Layout, document: &Document<Value>, form: Form) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    print(layout, document, form, &mut text)?;
    let text = String::from_utf8(text)
        .map_err(|_| Error::new(Kind::Disagreement, "the text is not UTF-8"))?;
    value::write(layout, &parse(layout, &text, form)?)
}

impl Verdict {
    fn status(&self) -> &'static str {
        match &self.error {
            None => "ok",
            Some(error) => match error.kind() {
                Kind::Unsupported => "unsupported",
                Kind::System | Kind::Limit => "unreadable",
                _ => "failed",
            },
        }
    }

    fn show(&self, args: &Args, path: &Path) {
        if args.json {
            output::line(&self.json(path).to_string());
            return;
        }
        let name = report::name(path);
        output::line(&match (&self.error, self.steps.last()) {
            (None, _) => format!("{name}: ok{}", self.remarks()),
            (Some(error), Some(step)) => {
                format!("{name}: {} at step {step}: {error}", self.status())
            }
            (Some(error), None) => format!("{name}: {error}"),
        });
    }

    /// What else there is to say of a file that is understood.
    fn remarks(&self) -> String {
        let behind = || {
            let count = report::plural(self.trailing as u64, "byte");
            format!("{count} behind the end")
        };
        let findings = || report::plural(self.findings.len() as u64, "finding");
        match (self.trailing, self.findings.len()) {
            (0, 0) => String::new(),
            (1.., 0) => format!(", with {}", behind()),
            (0, 1..) => format!(", with {}; `formwork inspect` tells more", findings()),
            (1.., 1..) => format!(
                ", with {} and {}; `formwork inspect` tells more",
                behind(),
                findings()
            ),
        }
    }

    fn json(&self, path: &Path) -> serde_json::Value {
        let mut object = json!({
            "formwork": 1,
            "path": report::path(path),
            "format": self.format,
            "version": self.version,
            "status": self.status(),
            "steps": self.steps,
        });
        if let (Some(error), Some(object)) = (&self.error, object.as_object_mut()) {
            object.insert("error".into(), error_json(error));
        }
        if let (false, Some(object)) = (self.findings.is_empty(), object.as_object_mut()) {
            let findings = self.findings.iter().map(findings::json);
            object.insert("findings".into(), findings.collect());
        }
        if let (1.., Some(object)) = (self.trailing, object.as_object_mut()) {
            object.insert("trailing".into(), self.trailing.into());
        }
        object
    }
}

#[derive(Default)]
struct Summary {
    files: u64,
    ok: u64,
    failed: u64,
    unsupported: u64,
    unreadable: u64,
    bytes: u64,
}

impl Summary {
    fn add(&mut self, verdict: &Verdict) {
        self.files += 1;
        self.bytes += verdict.bytes;
        match verdict.status() {
            "ok" => self.ok += 1,
            "unsupported" => self.unsupported += 1,
            "unreadable" => self.unreadable += 1,
            _ => self.failed += 1,
        }
    }

    /// A finding weighs more than a file that could not be looked at.
    fn outcome(&self) -> Outcome {
        match self {
            Self { failed: 1.., .. } => Outcome::Findings,
            Self { files, ok, .. } if ok < files => Outcome::Unreadable,
            _ => Outcome::Ok,
        }
    }

    fn show(&self, args: &Args) {
        let Self {
            files,
            ok,
            failed,
            unsupported,
            unreadable,
            bytes,
        } = self;
        output::line(&if args.json {
            json!({ "formwork": 1, "summary": {
                "files": files, "ok": ok, "failed": failed, "unsupported": unsupported,
                "unreadable": unreadable, "bytes": bytes,
            }})
            .to_string()
        } else {
            let files = report::plural(*files, "file");
            let bytes = report::plural(*bytes, "byte");
            let mut text =
                format!("{files}, {bytes}: {ok} ok, {failed} failed, {unsupported} unsupported");
            if *unreadable > 0 {
                text += &format!(", {unreadable} unreadable");
            }
            text
        });
    }
}
