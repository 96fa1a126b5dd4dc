//! `formwork check`: the proof that files are understood.

use std::path::Path;

use formwork_formats::{Asset, same_bytes as same};
use formwork_pixels::every_surface;
use formwork_schema::{
    Error, Finding, Kind, Layout, Result,
    read::{ReadOptions, Trailing},
    value,
};
use serde_json::{Value, json};

use crate::{
    args::{Args, Form, Paths},
    files::{self, Found, Which},
    findings, forms, input, output,
    report::{self, Failure, Outcome, error_json},
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
    let asset = input::opened(args, &file.path, bytes).map_err(told)?;
    verdict.format = Some(asset.id());
    verdict.version = asset.identity().version.clone();
    if let Some(kind) = asset.picture() {
        verdict.steps.push("pixels");
        verdict.findings = findings::of_picture(kind, &asset, &file.path);
        return formwork_pixels::picture(kind, asset.bytes()).map(drop);
    }
    verdict.steps.push("read");
    let tree = asset.tree()?;
    verdict.version = tree.version();
    verdict.trailing = tree.trailing().len();
    verdict.findings = findings::of_tree(&*tree);
    let steps = &mut verdict.steps;
    tree.prove(asset.bytes(), asset.limits(), &mut |step| steps.push(step))?;
    if let Some(layout) = asset.layout() {
        prove_forms(layout, &asset, steps)?;
    }
    if let Some(texture) = tree.texture() {
        verdict.steps.push("pixels");
        every_surface(texture)?;
    }
    if let Some(contents) = tree.contents() {
        verdict.steps.push("contents");
        contents?;
    }
    Ok(())
}

/// The way back along the layout alone, and through both text forms.
fn prove_forms(layout: &Layout, asset: &Asset, steps: &mut Vec<&'static str>) -> Result<()> {
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: *asset.limits(),
    };
    let document = value::read(layout, asset.bytes(), &options)?;
    steps.push("layout");
    same(asset.bytes(), &value::write(layout, &document)?)?;
    for (step, form) in [("xml", Form::Xml), ("json", Form::Json)] {
        steps.push(step);
        same(asset.bytes(), &forms::through(layout, &document, form)?)?;
    }
    Ok(())
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
            format!("{count} after the end")
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

    fn json(&self, path: &Path) -> Value {
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
