//! `formwork formats`: what can be read and written.

use formwork_formats::{
    FORMATS, Info, PICTURES, Picture, TEXTS, TextInfo,
    texture::{SUPPORT, Support},
};
use formwork_schema::layout::Magic;
use serde_json::{Value, json};

use crate::{
    args::Args,
    output,
    report::{Failure, Outcome},
    table::Table,
};

pub(crate) fn run(args: &Args) -> Result<Outcome, Failure> {
    if args.json {
        let texts = TEXTS.iter().map(|text| text_json(&text.info));
        let pictures = PICTURES.iter().map(picture_json);
        let formats = FORMATS.iter().map(row_json).chain(texts).chain(pictures);
        let formats: Vec<Value> = formats.collect();
        let textures: Vec<Value> = SUPPORT.iter().map(support_json).collect();
        let listed = json!({ "formwork": 1, "formats": formats, "textures": textures });
        output::line(&listed.to_string());
        return Ok(Outcome::Ok);
    }
    let mut table = Table::new(["FORMAT", "VERSIONS", "EXTENSIONS", "ENGINES", "WHAT IT IS"]);
    for info in FORMATS {
        let layout = (info.layout)();
        let row = [
            info.id(),
            &versions(info).join(", "),
            &extensions(info),
            info.engines,
            layout.title(),
        ];
        table.row(row);
    }
    for text in TEXTS {
        let TextInfo {
            id,
            title,
            versions,
            extensions,
            engines,
            ..
        } = text.info;
        let dotted: Vec<String> = extensions.iter().map(|e| format!(".{e}")).collect();
        table.row([id, &versions.join(", "), &dotted.join(" "), engines, title]);
    }
    for picture in PICTURES {
        let extensions: Vec<String> = picture.extensions.iter().map(|e| format!(".{e}")).collect();
        let row = [
            picture.id,
            "",
            &extensions.join(" "),
            picture.engines,
            picture.title.trim_end_matches('.'),
        ];
        table.row(row);
    }
    table
        .lines()
        .for_each(|line| output::line(&format!(" {line}")));
    Ok(Outcome::Ok)
}

fn picture_json(picture: &Picture) -> Value {
    json!({
        "format": picture.id,
        "title": picture.title,
        "versions": [],
        "extensions": picture.extensions,
        "engines": picture.engines,
        "notes": picture.notes,
        "read": true,
        "write": false,
    })
}

fn support_json(support: &Support) -> Value {
    json!({
        "what": support.what,
        "manual": support.manual,
        "engine": support.engine,
        "formwork": support.formwork,
    })
}

fn text_json(info: &TextInfo) -> Value {
    json!({
        "format": info.id,
        "title": info.title,
        "versions": info.versions,
        "extensions": info.extensions,
        "engines": info.engines,
        "notes": info.notes,
        "read": true,
        "write": true,
    })
}

fn row_json(info: &Info) -> Value {
    let layout = (info.layout)();
    let extensions: Vec<&str> = layout
        .extensions
        .iter()
        .map(|extension| &**extension)
        .collect();
    json!({
        "format": info.id(),
        "title": layout.title(),
        "versions": versions(info),
        "extensions": extensions,
        "engines": info.engines,
        "notes": info.notes,
        "read": true,
        "write": true,
    })
}

fn versions(info: &Info) -> Vec<String> {
    let magics = (info.layout)().versions().map(|versions| &*versions.magics);
    magics.unwrap_or_default().iter().map(version).collect()
}

fn version(magic: &Magic) -> String {
    let name = magic.name();
    match (magic.stored.is_some(), magic.first == magic.last) {
        (false, _) => name.into_owned(),
        (true, true) => format!("{name} {}", magic.first),
        (true, false) => format!("{name} {}–{}", magic.first, magic.last),
    }
}

fn extensions(info: &Info) -> String {
    let layout = (info.layout)();
    let dotted: Vec<String> = layout.extensions.iter().map(|e| format!(".{e}")).collect();
    dotted.join(" ")
}
