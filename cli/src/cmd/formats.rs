//! `formwork formats`: what can be read and written.

use formwork_formats::{
    AnyFormat, all,
    texture::{SUPPORT, Support},
};
use serde_json::{Value, json};

use crate::{
    args::Args,
    output,
    report::{Failure, Outcome},
    table::Table,
};

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    if args.json {
        let formats: Vec<Value> = all().iter().map(|format| as_json(*format)).collect();
        let textures: Vec<Value> = SUPPORT.iter().map(support_json).collect();
        let listed = json!({ "formwork": 1, "formats": formats, "textures": textures });
        output::json(&listed);
        return Ok(Outcome::Ok);
    }
    let mut table = Table::new(["FORMAT", "VERSIONS", "EXTENSIONS", "ENGINES", "WHAT IT IS"]);
    for format in all() {
        let extensions = format.extensions();
        let dotted: Vec<String> = extensions.iter().map(|e| format!(".{e}")).collect();
        table.row([
            format.id(),
            &format.versions().join(", "),
            &dotted.join(" "),
            format.engines(),
            format.title().trim_end_matches('.'),
        ]);
    }
    table
        .lines()
        .for_each(|line| output::line(format_args!(" {line}")));
    Ok(Outcome::Ok)
}

fn as_json(format: &dyn AnyFormat) -> Value {
    json!({
        "format": format.id(),
        "title": format.title(),
        "versions": format.versions(),
        "extensions": format.extensions(),
        "engines": format.engines(),
        "notes": format.notes(),
        "read": true,
        "write": format.picture().is_none(),
    })
}

fn support_json(support: &Support) -> Value {
    json!({
        "what": support.what,
        "manual": support.manual,
        "engine": support.engine,
        "urho3d": support.urho3d.ids().collect::<Vec<_>>(),
        "formwork": support.formwork,
    })
}
