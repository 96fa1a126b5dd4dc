//! `formwork diff`: what two files of one format differ in.

use std::path::Path;

use bytes::Bytes;
use formwork_formats::info;
use formwork_text::{
    diff::{DiffOptions, Lines, Objects, diff},
    outline::Outline,
};
use serde_json::{Map, Value};

use crate::{
    args::{Args, Diff},
    input, outline, output,
    report::{self, Failure, Outcome},
    texts::TextFile,
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
    let format = format(of, &a, &b)?;
    let limits = input::limits(args);
    let Some(info) = info(format) else {
        return texts(args, of, format, [&a, &b]);
    };
    let modern = [(info.modern)(&a), (info.modern)(&b)];
    let views = (info.view)(&a).zip((info.view)(&b));
    let (old, new) = match &views {
        Some((a, b)) => (outline::of_view(a, &limits), outline::of_view(b, &limits)),
        // Where one of them is of an old version, it is compared as the other one would have it.
        None => match &modern {
            [Some(old), None] => (
                outline::of_old(info, &a, old, &limits),
                outline::of(info, &b, &limits),
            ),
            [None, Some(old)] => (
                outline::of(info, &a, &limits),
                outline::of_old(info, &b, old, &limits),
            ),
            _ => (
                outline::of(info, &a, &limits),
                outline::of(info, &b, &limits),
            ),
        },
    };
    let old = old.map_err(|error| Failure::new(&of.a, error))?;
    let new = new.map_err(|error| Failure::new(&of.b, error))?;
    tell(args, of, format, [&old, &new])
}

/// Texts are compared as trees: how they are written makes no difference.
fn texts(args: &Args, of: &Diff, format: &str, files: [&Bytes; 2]) -> Result<Outcome, Failure> {
    let limits = &input::limits(args);
    let read = |bytes: &Bytes, path: &Path| {
        let file = TextFile {
            format,
            bytes,
            limits,
        };
        let tree = file.envelope().map_err(|error| Failure::new(path, error))?;
        let texts = formwork_text::outline::texts(&tree["value"]);
        Ok((tree, texts))
    };
    let (a, b) = (read(files[0], &of.a)?, read(files[1], &of.b)?);
    let (a, b) = (tree_outline(format, &a), tree_outline(format, &b));
    tell(args, of, format, [&a, &b])
}

fn tree_outline<'t>(format: &str, (tree, texts): &'t (Value, Vec<u8>)) -> Outline<'t> {
    let version = tree["version"].as_str().unwrap_or_default();
    Outline::of_tree(format, version, &tree["value"], texts)
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
    let options = DiffOptions { all: of.all };
    diff(a, b, options, tell).map_err(|error| Failure::new(&of.a, error))
}

/// The format of both files. One that comes without a name borrows that of the other.
fn format(of: &Diff, a: &Bytes, b: &Bytes) -> Result<&'static str, Failure> {
    let of_one = |bytes, path, other| {
        if input::is_standard(path) && input::identify_bytes(bytes, path).format.is_none() {
            let found = input::identify_bytes(bytes, other).format;
            return found.map_or_else(|| input::format(bytes, path), Ok);
        }
        input::format(bytes, path)
    };
    let old = of_one(a, &of.a, &of.b)?;
    let new = of_one(b, &of.b, &of.a)?;
    if old == new {
        return Ok(old);
    }
    let (a, b) = (report::name(&of.a), report::name(&of.b));
    let message = format!("only files of one format can be compared: {a} is {old}, {b} is {new}");
    Err(Failure::usage(message))
}

/// Files with the same bytes differ in nothing, whatever they are.
fn equal(args: &Args, of: &Diff) -> Outcome {
    if args.json {
        let mut object = head(of, None);
        object.insert("differences".into(), Value::Array(Vec::new()));
        object.insert("equal".into(), true.into());
        output::line(&Value::Object(object).to_string());
    }
    Outcome::Ok
}

fn head(of: &Diff, found: Option<(&str, &Outline<'_>, &Outline<'_>)>) -> Map<String, Value> {
    let mut head = Map::new();
    head.insert("formwork".into(), 1.into());
    head.insert("a".into(), report::path(&of.a).into());
    head.insert("b".into(), report::path(&of.b).into());
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
