//! Writes the seeds of the fuzz targets from the fixtures: `cargo run -p conformance --bin seeds`.

use std::{fs, io, path::Path};

use conformance::{
    fixtures::{self, pictures},
    fuzz::pair,
    questions::{AsJson, AsXml, File, ask},
    texts,
};
use formwork_export::descriptor;

fn main() -> io::Result<()> {
    let corpus = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/corpus"));
    let put = |target: &str, name: &str, content: &[u8]| {
        let folder = corpus.join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), content)
    };
    for fixture in fixtures::all() {
        let format = fixture.format();
        put(&format.replace('.', "_"), fixture.name(), &fixture.bytes)?;
        let file = File {
            format: &format,
            bytes: &fixture.bytes,
        };
        let texts = [("xml", ask(&AsXml, file)), ("json", ask(&AsJson, file))];
        for (form, text) in texts {
            let text = text.map_err(|error| io::Error::other(error.to_string()))?;
            put(
                "text",
                &format!("{}.{form}", fixture.name()),
                text.as_bytes(),
            )?;
        }
    }
    for text in texts::all() {
        let (target, name) = match &*text.format() {
            "horde3d.shader" => ("horde3d_fx", text.name().to_owned()),
            "horde3d.code" => ("horde3d_code", text.name().to_owned()),
            _ => ("documents", text.path.replace('/', "_")),
        };
        put(target, &name, &text.bytes)?;
    }
    let textures = fixtures::all()
        .into_iter()
        .filter(|fixture| fixture.path.starts_with("texture/"));
    for fixture in textures {
        put("pixels", fixture.name(), &fixture.bytes)?;
    }
    for file in pictures::all() {
        put("pixels", file.name, &file.bytes)?;
    }
    let all = fixtures::all();
    for (a, b) in all.iter().zip(all.iter().skip(1)) {
        put("textconv", a.name(), &a.bytes)?;
        if a.format() == b.format()
            && let Some(pair) = pair(&a.bytes, &b.bytes)
        {
            put("diff", a.name(), &pair)?;
        }
    }
    for info in formwork_formats::FORMATS {
        put(
            "descriptor",
            info.id(),
            descriptor::print((info.layout)()).as_bytes(),
        )?;
    }
    Ok(())
}
