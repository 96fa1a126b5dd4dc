//! `formwork check`: the proof that files are understood.

mod summary;
mod verdict;

use formwork_formats::{Asset, same_bytes as same};
use formwork_pixels::every_surface;
use formwork_schema::{
    Layout, Result,
    read::{ReadOptions, Trailing},
    value,
};

use self::{
    summary::{Summary, Told},
    verdict::Verdict,
};
use crate::{
    args::{Args, Check, Form},
    assets,
    files::{self, Found, Which},
    findings, forms, output,
    report::{Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Check) -> std::result::Result<Outcome, Failure> {
    let found = files::find(&of.paths.paths, Which::Ours);
    if found.is_empty() {
        // Whoever meant another folder sees it here.
        let message = "note: no file in there has an extension or a magic of a known format";
        output::complain(&message);
    }
    let told = Told::of(of, found.len());
    let mut summary = Summary::default();
    files::each(
        args,
        &found,
        |file| check(args, file),
        |file, verdict| {
            if args.json {
                output::line(&verdict.json(&file.path).to_string());
            } else if told.says(&verdict) {
                verdict.show(&file.path, told == Told::All);
            }
            summary.add(&file.path, verdict);
        },
    );
    if args.json {
        output::line(&summary.json().to_string());
    } else {
        summary.show(told);
    }
    Ok(summary.outcome())
}

fn check(args: &Args, file: &Found) -> Verdict {
    let mut verdict = Verdict::default();
    let refused = prove(args, file, &mut verdict).err();
    if verdict.form.is_some() {
        verdict.findings.iter_mut().for_each(findings::without_line);
    }
    Verdict {
        error: refused,
        ..verdict
    }
}

fn prove(args: &Args, file: &Found, verdict: &mut Verdict) -> Result<()> {
    let told = |failure: Failure| failure.error;
    let bytes = file.read(args).map_err(told)?;
    verdict.bytes = bytes.len() as u64;
    verdict.form = assets::form_of(args, &bytes, &file.path);
    if verdict.form.is_some() {
        verdict.steps.push("encode");
    }
    let asset = assets::opened(args, &file.path, bytes).map_err(told)?;
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
