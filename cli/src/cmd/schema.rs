//! `formwork schema`: the layout of a format.

use formwork_export::{descriptor, xsd};
use formwork_formats::{FORMATS, info};
use serde_json::json;

use crate::{
    args::{Args, Description, Schema},
    output,
    report::{self, Failure, Outcome},
};

/// The name under which the descriptors themselves are described.
const DESCRIPTOR: &str = "descriptor";

pub(crate) fn run(args: &Args, of: &Schema) -> Result<Outcome, Failure> {
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
    let text = match (info(name), form) {
        (Some(info), Description::Xml) => descriptor::print((info.layout)()),
        (Some(info), Description::Xsd) => xsd::print((info.layout)()),
        (None, Description::Xsd) if name == DESCRIPTOR => descriptor::xsd().to_owned(),
        (None, _) => return Err(refused(name)),
    };
    let to = of.output.as_deref();
    let described = json!({ "formwork": 1, "format": name, "as": form.name(), "schema": text });
    if args.json && output::is_standard(to) {
        output::line(&described.to_string());
        return Ok(Outcome::Ok);
    }
    output::write(to, false, |out| {
        let written = out.write_all(text.as_bytes());
        written.map_err(|error| Failure::unprintable(&error))
    })?;
    if args.json {
        let output = to.map(report::path);
        let done = json!({ "formwork": 1, "format": name, "as": form.name(), "output": output });
        output::line(&done.to_string());
    }
    Ok(Outcome::Ok)
}

fn refused(name: &str) -> Failure {
    if name == DESCRIPTOR {
        return Failure::usage("descriptors are described as XSD only; say `--as xsd`");
    }
    let known = names().join(", ");
    Failure::usage(format!("`{name}` is no format; known are {known}"))
}

fn names() -> Vec<&'static str> {
    let formats = FORMATS.iter().map(|info| info.id());
    std::iter::once(DESCRIPTOR).chain(formats).collect()
}

fn list(args: &Args) -> Outcome {
    if args.json {
        output::line(&json!({ "formwork": 1, "schemas": names() }).to_string());
    } else {
        output::line(&names().join("\n"));
    }
    Outcome::Ok
}
