//! Writes the seeds of the fuzz targets from the fixtures: `cargo run -p conformance --bin seeds`.

use std::{fs, io, path::Path};

use conformance::{
    fixtures::{self, pictures},
    fuzz::{gallery_seeds, pair},
    questions::{AsJson, AsXml, File, Question, ask},
    texts,
};
use formwork_convert::{Input, NoFiles, Options, Request, Target, convert};
use formwork_export::descriptor;
use formwork_formats::{GameFormat, documents, layout, layouts, urho3d::package::packages};
use formwork_markup::{self as markup, Markup, to_json};
use formwork_schema::{Limits, Result, read::Document};

/// Whether there are pictures in a file.
struct HasPixels;

impl Question for HasPixels {
    type Answer = bool;

    fn ask<T: GameFormat>(&self, document: &Document<T>, _: &[u8]) -> Result<bool> {
        Ok(document.tree.texture().is_some())
    }
}

/// A file as glTF, if it can be.
fn gltf(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    let inputs = [Input {
        path: name.into(),
        bytes: bytes.to_vec().into(),
    }];
    let made = convert(Request {
        inputs: inputs.as_slice().into(),
        files: &NoFiles,
        name: "seed",
        target: Target::Glb,
        is_usual: false,
        split: false,
        options: &Options::default(),
    });
    Some(made.ok()?.outputs.first()?.bytes.to_vec())
}

/// A document as JSON, if it is one.
fn as_json(format: &str, bytes: &[u8]) -> Option<String> {
    let layout = documents().find(|layout| *layout.format == *format)?;
    let markup = Markup::parse(bytes, &Limits::default()).ok()?;
    let tree = markup::read(&markup, layout).ok()?;
    Some(to_json(layout, &tree).ok()?.to_string())
}

fn main() -> io::Result<()> {
    let corpus = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz/corpus"));
    let put = |target: &str, name: &str, content: &[u8]| {
        let folder = corpus.join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), content)
    };
    for fixture in fixtures::all() {
        let format = fixture.format();
        put(&format, fixture.name(), &fixture.bytes)?;
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
        if ask(&HasPixels, file).is_ok_and(|has| has) {
            put("pixels", fixture.name(), &fixture.bytes)?;
        }
        put("contents", fixture.name(), &fixture.bytes)?;
        put("rows", fixture.name(), &fixture.bytes)?;
        if packages(&fixture.bytes.clone().into()).is_ok() {
            put("packages", fixture.name(), &fixture.bytes)?;
        }
        let described = layout(&format).map(descriptor::print);
        if let Some(both) = described.and_then(|text| pair(text.as_bytes(), &fixture.bytes)) {
            put("loaded", fixture.name(), &both)?;
        }
    }
    let models = fixtures::all().into_iter();
    for fixture in models.filter(|one| gltf(&one.bytes, one.name()).is_some()) {
        let glb = gltf(&fixture.bytes, fixture.name()).unwrap_or_default();
        put("convert", fixture.name(), &fixture.bytes)?;
        put("convert", &format!("{}.glb", fixture.name()), &glb)?;
        put("gltf", fixture.name(), &glb)?;
        put("facts", fixture.name(), &fixture.bytes)?;
    }
    for text in texts::all() {
        put(&text.format(), text.name(), &text.bytes)?;
        put("rows", text.name(), &text.bytes)?;
        if let Some(json) = as_json(&text.format(), &text.bytes) {
            put("documents", text.name(), json.as_bytes())?;
        }
    }
    for file in pictures::all() {
        put("pixels", file.name, &file.bytes)?;
        put("rows", file.name, &file.bytes)?;
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
    for (name, seed) in gallery_seeds() {
        put("gallery", &name, &seed)?;
    }
    let names = all.iter().filter_map(|one| pair(one.path.as_bytes(), &[]));
    let files = names
        .zip(&all)
        .filter_map(|(name, one)| Some([name, pair(&one.bytes, &[])?].concat()));
    for (place, two) in files.collect::<Vec<_>>().chunks(2).enumerate() {
        put("pack", &place.to_string(), &two.concat())?;
    }
    for layout in layouts().chain(documents()) {
        put(
            "descriptor",
            &layout.format,
            descriptor::print(layout).as_bytes(),
        )?;
    }
    Ok(())
}
