//! `formwork decode`: a file as XML or JSON, or its pixels as PNG.

mod picture;

use std::io::Write;

use formwork_files::{Form, forms};
use formwork_formats::Asset;
use formwork_pixels::Image;
use formwork_schema::{
    Layout, Result,
    escape::JsonInOrder,
    read::{ReadOptions, Trailing},
    value,
};

use crate::{
    args::{Args, Decode, Target},
    assets, input,
    output::{self, Content, Destination, Request},
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Decode) -> std::result::Result<Outcome, Failure> {
    let bytes = input::read(args, &of.file)?;
    let target = target(of);
    if target != Some(Target::Png) && of.asks_for_a_part() {
        let message = "levels, faces and slices are pixels: add --to png";
        return Err(Failure::usage(message));
    }
    let asset = assets::opened(args, &of.file, bytes)?;
    if target.is_none_or(|target| target == Target::Png)
        && let Some(kind) = asset.picture()
    {
        let image = picture::file(of, &asset, kind)?;
        return png(args, of, &asset, &image);
    }
    let asset = assets::with_tree(&of.file, asset)?;
    if target == Some(Target::Png) {
        let image = picture::texture(of, &asset)?;
        return png(args, of, &asset, &image);
    }
    let form = form(args, target);
    match asset.layout() {
        Some(layout) => tree(args, of, form.unwrap_or(Form::Xml), layout, &asset),
        None => text(args, of, form, &asset),
    }
}

/// Where the result goes.
fn destination<'a>(
    of: &'a Decode,
    content: Content<'a>,
) -> std::result::Result<Destination<'a>, Failure> {
    Request::new(of.output.as_deref(), content, &[&of.file], of.replace.force).check()
}

/// What was asked for, else what the output's name says.
fn target(of: &Decode) -> Option<Target> {
    let extension = of.output.as_deref().and_then(|path| path.extension());
    let is = |name| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(name));
    match of.to {
        Some(target) => Some(target),
        None if is("json") => Some(Target::Json),
        None if is("xml") => Some(Target::Xml),
        None if is("png") => Some(Target::Png),
        None => None,
    }
}

/// The text form: what was asked for, else JSON with `--json`, else none in particular.
fn form(args: &Args, target: Option<Target>) -> Option<Form> {
    match target {
        Some(Target::Json) => Some(Form::Json),
        Some(Target::Xml) => Some(Form::Xml),
        _ => args.json.then_some(Form::Json),
    }
}

/// A text is JSON, unless XML is asked for and it is a document, which is given as it is.
fn text(
    args: &Args,
    of: &Decode,
    form: Option<Form>,
    asset: &Asset,
) -> std::result::Result<Outcome, Failure> {
    let format = asset.id();
    let is_xml = asset.format().document().is_some();
    let form = match form {
        Some(Form::Xml) if !is_xml => {
            let message = format!("`{format}` has no XML form: decode it to JSON");
            return Err(Failure::usage(message));
        }
        // A document is XML already, so whoever decodes it wants the other form.
        None => Form::Json,
        Some(form) => form,
    };
    let destination = destination(
        of,
        match form {
            Form::Xml => Content::Format(format),
            Form::Json => Content::Json,
        },
    )?;
    let failed = |error| Failure::new(&of.file, error);
    let to = of.output.as_deref();
    let written = destination.write(false, |out| print(asset, form, out).map_err(failed))?;
    if args.json {
        report::written(&of.file, to, format, written, None);
    }
    if form == Form::Json {
        note_layout(of, asset).map_err(failed)?;
    }
    Ok(Outcome::Ok)
}

/// Reports that a text has comments or a layout that `encode` does not get from JSON.
fn note_layout(of: &Decode, asset: &Asset) -> Result<()> {
    // Without a canonical form, `encode` refuses the tree and says why.
    let canonical = asset.tree()?.canonical();
    if canonical.is_ok_and(|canonical| canonical != *asset.bytes()) {
        let name = report::name(&of.file);
        output::complain(format_args!(
            "{name}: note: JSON does not keep all comments and layout: `encode` gives a text of the same meaning, but not the same bytes"
        ));
    }
    Ok(())
}

fn print(asset: &Asset, form: Form, out: &mut dyn Write) -> Result<()> {
    if form == Form::Xml {
        return Ok(out.write_all(&asset.tree()?.to_bytes()?)?);
    }
    asset.print_envelope(&mut JsonInOrder(&mut *out))?;
    Ok(writeln!(out)?)
}

/// A file along its layout, in a text form.
fn tree(
    args: &Args,
    of: &Decode,
    form: Form,
    layout: &Layout,
    asset: &Asset,
) -> std::result::Result<Outcome, Failure> {
    let destination = destination(
        of,
        match form {
            Form::Xml => Content::Xml,
            Form::Json => Content::Json,
        },
    )?;
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: *asset.limits(),
    };
    let unusable = |error| Failure::new(&of.file, error);
    let document = value::read(layout, asset.bytes(), &options).map_err(unusable)?;
    let to = of.output.as_deref();
    let written = destination.write(false, |out| {
        forms::print(layout, &document, form, out).map_err(unusable)
    })?;
    if args.json {
        report::written(&of.file, to, asset.id(), written, None);
    } else if let trailing @ 1.. = document.trailing.len() {
        let name = report::name(&of.file);
        let count = report::plural(trailing as u64, "byte");
        output::complain(format_args!(
            "{name}: note: {count} after the end are kept as `trailing`"
        ));
    }
    Ok(Outcome::Ok)
}

/// The pixels of a file, as PNG.
fn png(
    args: &Args,
    of: &Decode,
    asset: &Asset,
    image: &Image,
) -> std::result::Result<Outcome, Failure> {
    let to = of.output.as_deref();
    let written = destination(of, Content::Png)?.write(true, |out| {
        let png = image.write_png(out);
        png.map_err(|error| Failure::new(&of.file, error))
    })?;
    if args.json {
        report::written(&of.file, to, asset.id(), written, None);
    }
    Ok(Outcome::Ok)
}
