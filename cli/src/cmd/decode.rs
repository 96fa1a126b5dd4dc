//! `formwork decode`: a file as XML or JSON, or its pixels as PNG.

mod picture;

use std::io::Write;

use formwork_formats::{Asset, GameFormat, Job, dispatch};
use formwork_schema::{
    Result,
    read::{self, Document, ReadOptions, Trailing},
};
use formwork_text::{json, xml};

use crate::{
    args::{Args, Decode, Form, Target},
    input,
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
    let asset = input::opened(args, &of.file, bytes)?;
    if target.is_none_or(|target| target == Target::Png)
        && let Some(kind) = asset.picture()
    {
        return picture::file(args, of, &asset, kind);
    }
    let asset = input::with_tree(&of.file, asset)?;
    if target == Some(Target::Png) {
        return picture::texture(args, of, &asset);
    }
    let form = form(args, target);
    let job = Print {
        args,
        of,
        asset: &asset,
        form: form.unwrap_or(Form::Xml),
    };
    dispatch(asset.id(), job).unwrap_or_else(|| text(args, of, form, &asset))
}

/// Where the result goes.
fn destination<'a>(
    of: &'a Decode,
    content: Content<'a>,
) -> std::result::Result<Destination<'a>, Failure> {
    let request = Request {
        to: of.output.as_deref(),
        content,
        inputs: &[&of.file],
        own: None,
        force: of.replace.force,
    };
    request.check()
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
    let is_xml = !asset.format().items().is_empty();
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
    let mut content = match form {
        Form::Xml => asset
            .tree()
            .and_then(|tree| tree.to_bytes())
            .map_err(failed)?,
        Form::Json => {
            let object = asset.envelope().map_err(failed)?.unwrap_or_default();
            format!("{object:#}").into_bytes()
        }
    };
    if form == Form::Json {
        content.push(b'\n');
    }
    let to = of.output.as_deref();
    let written = destination.write(false, |out| {
        out.write_all(&content)
            .map_err(|error| failed(error.into()))
    })?;
    if args.json {
        report::written(&of.file, to, format, written, None);
    }
    Ok(Outcome::Ok)
}

struct Print<'a> {
    args: &'a Args,
    of: &'a Decode,
    asset: &'a Asset,
    form: Form,
}

impl Job for Print<'_> {
    type Output = std::result::Result<Outcome, Failure>;

    fn run<T: GameFormat>(self) -> Self::Output {
        let destination = destination(
            self.of,
            match self.form {
                Form::Xml => Content::Xml,
                Form::Json => Content::Json,
            },
        )?;
        let options = ReadOptions {
            trailing: Trailing::Keep,
            limits: *self.asset.limits(),
        };
        let document = read::document::<T>(self.asset.bytes(), &options)
            .map_err(|error| Failure::new(&self.of.file, error))?;
        let to = self.of.output.as_deref();
        let written = destination.write(false, |out| {
            print(&document, self.form, out).map_err(|error| Failure::new(&self.of.file, error))
        })?;
        let trailing = document.trailing.len();
        if self.args.json {
            report::written(&self.of.file, to, self.asset.id(), written, None);
        } else if trailing > 0 {
            let name = report::name(&self.of.file);
            let count = report::plural(trailing as u64, "byte");
            output::complain(&format!(
                "{name}: note: {count} behind the end are kept as `trailing`"
            ));
        }
        Ok(Outcome::Ok)
    }
}

/// Prints a document in a text form.
pub(super) fn print<T: GameFormat>(
    document: &Document<T>,
    form: Form,
    out: &mut (impl Write + ?Sized),
) -> Result<()> {
    let Document { tree, trailing } = document;
    match form {
        Form::Xml => xml::print(T::layout(), tree, trailing, out),
        Form::Json => json::print(T::layout(), tree, trailing, out),
    }
}
