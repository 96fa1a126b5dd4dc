//! `formwork schema`: the layout of a format, and what changed between two.

mod diff;

use formwork_export::{descriptor, jsonschema, markdown, xsd};
use formwork_formats::{all, format};
use formwork_schema::{Layout, sorted};
use serde_json::json;

use crate::{
    args::{Args, Description, Schema},
    output,
    report::{self, Failure, Outcome},
};

/// The name under which the descriptors themselves are described.
const DESCRIPTOR: &str = "descriptor";

pub(crate) fn run(args: &Args, of: &Schema) -> Result<Outcome, Failure> {
    if let Some([old, new]) = of.diff.as_deref() {
        return diff::run(args, old, new);
    }
    let Some(name) = &of.format else {
        return Ok(list(args));
    };
    // There is no descriptor of descriptors.
    let usual = if name == DESCRIPTOR {
        Description::Xsd
    } else {
        Description::Xml
    };
    let form = of.form.unwrap_or(usual);
    let text = described(name, form).ok_or_else(|| refused(name, form))?;
    let to = of.output.as_deref();
    let described = json!({ "formwork": 1, "format": name, "as": form.name(), "schema": text });
    if args.json && output::is_standard(to) {
        output::json(&described);
        return Ok(Outcome::Ok);
    }
    let content = match form {
        Description::Xml => output::Content::Xml,
        Description::Xsd => output::Content::Xsd,
        Description::JsonSchema => output::Content::Json,
        Description::Markdown => output::Content::Markdown,
    };
    let place = output::Request::new(to, content, &[], of.replace.force).check()?;
    place.write(false, |out| {
        let written = out.write_all(text.as_bytes());
        written.map_err(|error| Failure::unprintable(&error))
    })?;
    if args.json {
        let output = to.map(report::path);
        let done = json!({ "formwork": 1, "format": name, "as": form.name(), "output": output });
        output::json(&done);
    }
    Ok(Outcome::Ok)
}

fn described(name: &str, form: Description) -> Option<String> {
    let Some(layout) = layout(name) else {
        let is_known = name == DESCRIPTOR && form == Description::Xsd;
        return is_known.then(|| descriptor::xsd().to_owned());
    };
    match form {
        Description::Xml => Some(descriptor::print(layout)),
        Description::Xsd => Some(xsd::print(layout)),
        Description::JsonSchema => Some(jsonschema::print(layout)),
        Description::Markdown => markdown::print(layout),
    }
}

/// What describes a format, whatever its files are made of.
fn layout(name: &str) -> Option<&'static Layout> {
    format(name)?.described()
}

fn refused(name: &str, form: Description) -> Failure {
    if layout(name).is_some() {
        let form = form.name();
        return Failure::usage(format!(
            "`{name}` is not described as {form} yet; say xml, xsd or jsonschema"
        ));
    }
    if let Some(format) = format(name) {
        let instead = match format.picture() {
            None => "a grammar",
            Some(_) => "pixels",
        };
        return Failure::usage(format!("`{name}` has {instead} and no schema"));
    }
    if name == DESCRIPTOR {
        return Failure::usage("descriptors are described as XSD only; say `--as xsd`");
    }
    let known = names().join(", ");
    Failure::usage(format!("`{name}` is not a format; known are {known}"))
}

fn names() -> Vec<&'static str> {
    let described = all().iter();
    let described = described.filter(|one| one.described().is_some());
    let mut names = vec![DESCRIPTOR];
    names.extend(described.map(|format| format.id()));
    sorted::ascending(&mut names);
    names
}

fn list(args: &Args) -> Outcome {
    if args.json {
        output::json(&json!({ "formwork": 1, "schemas": names() }));
    } else {
        names().iter().for_each(output::line);
    }
    Outcome::Ok
}
