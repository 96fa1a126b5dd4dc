//! `formwork diff`: what two files of one format differ in.

use std::path::Path;

use bytes::Bytes;
use formwork_files::{Side, memory};
use formwork_formats::Asset;
use formwork_text::{
    diff::{DiffOptions, Lines, Objects, diff},
    outline::Outline,
};
use serde_json::{Map, Value};

use crate::{
    args::{Args, Diff},
    assets, input, output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Diff) -> Result<Outcome, Failure> {
    if input::is_standard(&of.a) && input::is_standard(&of.b) {
        return Err(Failure::usage(
            "only one of the files can be standard input",
        ));
    }
    let (a, b) = (input::read(args, &of.a)?, input::read(args, &of.b)?);
    if a == b {
        return Ok(equal(args, of));
    }
    // Both are in memory at once.
    let share = input::limits(args).memory / 2;
    memory::within(share, || compared(args, of, a, b))
}

fn compared(args: &Args, of: &Diff, a: Bytes, b: Bytes) -> Result<Outcome, Failure> {
    let (a, b) = opened(args, of, a, b)?;
    let [old, new] = Side::of(&a, &b);
    let wrong_a = |error| Failure::new(&of.a, error);
    let wrong_b = |error| Failure::new(&of.b, error);
    let (old, new) = (old.map_err(wrong_a)?, new.map_err(wrong_b)?);
    let old = old.outline(&a).map_err(wrong_a)?;
    let new = new.outline(&b).map_err(wrong_b)?;
    tell(args, of, a.id(), [&old, &new])
}

fn tell(
    args: &Args,
    of: &Diff,
    format: &str,
    [old, new]: [&Outline<'_>; 2],
) -> Result<Outcome, Failure> {
    let mut count = 0;
    output::print(|out| {
        count = if args.json {
            let mut objects = Objects::new(out, &head(of, Some((format, old, new))));
            let count = compare(of, old, new, &mut |one| objects.tell(one))?;
            objects
                .finish()
                .map_err(|error| Failure::new(&of.a, error))?;
            count
        } else {
            let heads = [title(&of.a, format, old), title(&of.b, format, new)];
            let mut lines = Lines::new(out, heads, args.colors());
            let count = compare(of, old, new, &mut |one| lines.tell(one))?;
            lines.finish().map_err(|error| Failure::new(&of.a, error))?;
            count
        };
        Ok(())
    })?;
    Ok(if count == 0 {
        Outcome::Ok
    } else {
        Outcome::Findings
    })
}

fn compare(
    of: &Diff,
    a: &Outline<'_>,
    b: &Outline<'_>,
    tell: &mut dyn FnMut(&formwork_text::diff::Difference) -> formwork_schema::Result<()>,
) -> Result<u64, Failure> {
    let options = DiffOptions {
        all: of.all,
        tolerance: of.tolerance,
    };
    diff(a, b, options, tell).map_err(|error| Failure::new(&of.a, error))
}

/// Both files, which must have one format. One that comes without a name borrows that of the other.
fn opened(args: &Args, of: &Diff, a: Bytes, b: Bytes) -> Result<(Asset, Asset), Failure> {
    let open = |bytes: Bytes, path, other| {
        let known = |path: &Path| {
            input::identify_bytes(&bytes, path)
                .identity
                .format
                .is_some()
        };
        let borrows = input::is_standard(path) && !known(path) && known(other);
        let asset = assets::opened(args, if borrows { other } else { path }, bytes)?;
        assets::with_tree(path, asset)
    };
    let (old, new) = (open(a, &of.a, &of.b)?, open(b, &of.b, &of.a)?);
    if old.id() == new.id() {
        return Ok((old, new));
    }
    let (a, b) = (report::name(&of.a), report::name(&of.b));
    let (old, new) = (old.id(), new.id());
    let message = format!("only files of one format can be compared: {a} is {old}, {b} is {new}");
    Err(Failure::usage(message))
}

/// Files with the same bytes differ in nothing, whatever they are.
fn equal(args: &Args, of: &Diff) -> Outcome {
    if args.json {
        let mut object = head(of, None);
        object.insert("differences".into(), Value::Array(Vec::new()));
        object.insert("equal".into(), true.into());
        output::json(&object);
    }
    Outcome::Ok
}

fn head(of: &Diff, found: Option<(&str, &Outline<'_>, &Outline<'_>)>) -> Map<String, Value> {
    let mut head = Map::new();
    head.insert("formwork".into(), 1.into());
    head.insert("a".into(), report::path(&of.a).into());
    head.insert("b".into(), report::path(&of.b).into());
    if of.tolerance > 0.0 {
        head.insert("tolerance".into(), of.tolerance.into());
    }
    if let Some((format, a, b)) = found {
        head.insert("format".into(), format.into());
        head.insert("version_a".into(), a.version().into());
        head.insert("version_b".into(), b.version().into());
    }
    head
}

fn title(path: &Path, format: &str, outline: &Outline<'_>) -> String {
    let version = outline.version();
    let what = format!("{format} {version}");
    format!("{} ({})", report::name(path), what.trim_end())
}
