//! `formwork check`: the proof that files are understood, and everything that engines would mind about them.

mod among;
mod baseline;
mod fix;
mod github;
mod junit;
mod policy;
mod sarif;
mod summary;
mod verdict;
mod watch;

use std::{collections::HashSet, path::Path};

use bytes::Bytes;
use formwork_files::prove as prove_asset;
use formwork_formats::{Asset, Profile, rules};
use formwork_schema::{Engines, Error, Kind, Result};
use serde_json::json;

use self::{
    among::Among,
    baseline::Baseline,
    junit::Junit,
    policy::{Policies, Policy},
    sarif::Sarif,
    summary::{Summary, Told},
    verdict::Verdict,
    watch::Watch,
};
use crate::{
    args::{Args, Check, ReportForm},
    assets, content, diagnostics,
    files::{self, Found, Which},
    input, output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Check) -> std::result::Result<Outcome, Failure> {
    if args.json && of.form.is_some() {
        return Err(Failure::usage(
            "--json and --as are two ways to print the same",
        ));
    }
    content::are_folders(&of.content)?;
    let baseline = of
        .baseline
        .as_deref()
        .map(|path| Baseline::read(args, path))
        .transpose()?;
    let baseline = baseline.unwrap_or_default();
    // Begins before files are read, so that no change is missed.
    let watch = of.watch.then(|| Watch::new(&of.paths.paths));
    let watch = watch.transpose()?;
    let mut found = files::find(&of.paths.paths, Which::Ours);
    if of.fix {
        // Who mends a file twice at once finds that it changed meanwhile.
        let mut files = HashSet::new();
        found.retain(|one| {
            one.path
                .canonicalize()
                .map_or(true, |path| files.insert(path))
        });
    }
    if found.is_empty() {
        // Whoever meant another folder sees it here.
        let message = "note: no file in there has an extension or a magic of a known format";
        output::complain(message);
    }
    let mut report = Report::new(args, of, found.len());
    round(args, of, &baseline, &found, &mut report)?;
    report.end();
    if let Some(mut watch) = watch {
        watch.know(&found);
        while let Some(changes) = watch.next() {
            changes.removed.iter().for_each(|path| report.removed(path));
            report.tell_each();
            if let Err(failure) = round(args, of, &baseline, &changes.changed, &mut report) {
                Outcome::of(args, &failure);
            }
        }
    }
    Ok(report.summary.outcome())
}

/// Checks files, each by the configuration that it has now.
fn round(
    args: &Args,
    of: &Check,
    baseline: &Baseline,
    found: &[Found],
    report: &mut Report,
) -> std::result::Result<(), Failure> {
    let policies = Policies::new(args, of)?;
    // A mistake in a configuration is told of that, and once.
    for file in found {
        policies.of(&file.path)?;
    }
    let among = Among::new(args, &of.content, found);
    if !of.content.is_empty() {
        let not_followed = among.not_followed(&of.content, &of.paths.paths);
        report.summary.not_followed = Some(not_followed);
    }
    let among = among.with_joints(args, found);
    let checked = |file: &Found, bytes: std::result::Result<Bytes, Failure>, among: &Among| {
        check(args, &policies, baseline, among, file, bytes)
    };
    let verdict = |file: &Found| match of.fix && !input::is_standard(&file.path) {
        true => fix::fixed(args, of, file, &among, checked),
        false => checked(file, file.read(args), &among),
    };
    files::each_within_memory(
        args,
        found,
        verdict,
        Verdict::lacked_memory,
        |file, verdict| report.add(file, verdict),
    );
    Ok(())
}

/// Where verdicts go.
struct Report {
    summary: Summary,
    way: Way,
}

/// How verdicts are told.
enum Way {
    Text(Told),
    Json,
    Sarif(Sarif),
    Junit(Junit),
    Github,
}

impl Report {
    fn new(args: &Args, of: &Check, files: usize) -> Self {
        let way = match of.form.unwrap_or(ReportForm::Text) {
            _ if args.json => Way::Json,
            ReportForm::Text => Way::Text(Told::of(of, files)),
            ReportForm::Sarif => Way::Sarif(Sarif::default()),
            ReportForm::Junit => Way::Junit(Junit::default()),
            ReportForm::Github => Way::Github,
        };
        Self {
            summary: Summary::default(),
            way,
        }
    }

    fn add(&mut self, file: &Found, verdict: Verdict) {
        match &mut self.way {
            Way::Text(told) if told.says(&verdict) => {
                verdict.show(&file.path, *told == Told::All);
            }
            Way::Text(_) => {}
            Way::Json => output::json(&verdict.json(&file.path)),
            Way::Sarif(all) => all.add(&file.path, &verdict),
            Way::Junit(all) => all.add(&file.path, &verdict),
            Way::Github => github::show(&file.path, &verdict),
        }
        self.summary.add(&file.path, verdict);
    }

    /// Tells what is told once, of all files.
    fn end(&self) {
        match &self.way {
            Way::Text(told) => self.summary.show(*told),
            Way::Json => output::json(&self.summary.json()),
            Way::Sarif(all) => output::indented_json(&all.document()),
            Way::Junit(all) => output::lines(&all.document()),
            Way::Github => {}
        }
    }

    /// From now on every file has a line, also one that is in order again.
    fn tell_each(&mut self) {
        if let Way::Text(told @ (Told::Groups | Told::Failures)) = &mut self.way {
            *told = Told::Each;
        }
    }

    fn removed(&self, path: &Path) {
        match &self.way {
            Way::Json => {
                output::json(&json!({ "formwork": 1, "path": report::path(path), "removed": true }))
            }
            _ => output::line(format_args!("{}: removed", report::name(path))),
        }
    }
}

fn check(
    args: &Args,
    policies: &Policies,
    baseline: &Baseline,
    among: &Among,
    file: &Found,
    bytes: std::result::Result<Bytes, Failure>,
) -> Verdict {
    let mut verdict = Verdict::default();
    let policy = match policies.of(&file.path) {
        Ok(policy) => policy,
        Err(failure) => {
            verdict.error = Some(failure.error);
            return verdict;
        }
    };
    let refused = prove(args, file, bytes, &policy, among, &mut verdict).err();
    let checked_for = verdict.format.map_or(Engines::ALL, rules::engines_of);
    verdict.not_checked_for = policy.profile.engines.without(checked_for);
    among.add_to(&file.path, &policy.profile, &mut verdict.proof.diagnostics);
    if verdict.form.is_some() {
        diagnostics::without_lines(&mut verdict.proof.diagnostics);
    }
    verdict.proof.diagnostics.retain(|one| policy.counts(one));
    let mut known = baseline.of(&file.path);
    verdict.known = known.keep_new(&mut verdict.proof.diagnostics);
    verdict.fail_on = policy.fail_on;
    match refused.filter(|error| policy.tells(error)) {
        Some(error) if !known.is_new(&error) => verdict.known += 1,
        error => verdict.error = error,
    }
    verdict
}

/// Asks that a file passes, as far as it can be said of it alone.
///
/// # Errors
/// What makes it fail.
pub(crate) fn whole(asset: &Asset) -> Result<()> {
    let mut verdict = Verdict::default();
    prove_asset(
        asset,
        &Profile::default(),
        &|_| Vec::new(),
        &mut verdict.proof,
    )?;
    match verdict.all().find(|one| verdict.is_fatal(one)) {
        Some(fatal) => Err(Error::new(Kind::Malformed, fatal.to_string())),
        None => Ok(()),
    }
}

fn prove(
    args: &Args,
    file: &Found,
    bytes: std::result::Result<Bytes, Failure>,
    policy: &Policy,
    among: &Among,
    verdict: &mut Verdict,
) -> Result<()> {
    let told = |failure: Failure| failure.error;
    let bytes = bytes.map_err(told)?;
    verdict.bytes = bytes.len() as u64;
    verdict.form = assets::form_of(args, &bytes, &file.path);
    if verdict.form.is_some() {
        verdict.proof.steps.push("encode");
    }
    let asset = assets::opened(args, &file.path, bytes).map_err(told)?;
    verdict.format = Some(asset.id());
    prove_asset(
        &asset,
        &policy.profile,
        &|tree| among.motion(tree),
        &mut verdict.proof,
    )
}
