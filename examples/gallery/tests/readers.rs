//! What other programs read from the samples is what stands in our trees. `tests/readers.py` asks them, with the Python
//! that `FORMWORK_GALLERY_PYTHON` names, else `python3`.

mod samples;

use std::{
    env,
    io::{self, Write},
    path::Path,
    process::{Command, Output},
};

use formwork_gallery::{
    class::Class,
    gif::{BlockKind, Gif, Label},
    glb::{ChunkKind, Glb},
    gzip::Gzip,
    midi::Midi,
    png::{ColorType, Data, Png},
    tga::{ImageType, Tga},
    wav::{self, Wav},
};
use formwork_schema::{Blob, Format, read};
use serde_json::{Value, json};

/// What `readers.py` ends with where a module is not installed.
const MISSING: i32 = 77;

/// Asks that another program reads of each sample what our tree says.
fn agree<T: Format>(extension: &str, facts: fn(&T) -> Value) {
    let samples = samples::of(extension);
    let paths = samples.iter().map(|sample| &*sample.path);
    let Some(theirs) = theirs(extension, paths) else {
        return;
    };
    let ours = samples.iter().map(|sample| {
        let tree: T = read::from_slice(&sample.bytes).expect("a sample reads");
        facts(&tree)
    });
    let names = samples.iter().map(|sample| sample.path.display());
    assert_eq!(theirs.len(), samples.len());
    for ((ours, theirs), name) in ours.zip(theirs).zip(names) {
        assert_eq!(ours, theirs, "{name}");
    }
}

/// What the other program says of each file; `None` where it is not installed.
fn theirs<'a>(extension: &str, files: impl Iterator<Item = &'a Path>) -> Option<Vec<Value>> {
    let python = env::var_os("FORMWORK_GALLERY_PYTHON").unwrap_or_else(|| "python3".into());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers.py");
    let output = Command::new(&python)
        .arg(script)
        .arg(extension)
        .args(files)
        .output();
    let output = match output {
        Ok(output) if output.status.code() != Some(MISSING) => output,
        Ok(output) => return skipped(extension, &told(&output)),
        Err(error) => return skipped(extension, &format!("{}: {error}", python.display())),
    };
    assert!(output.status.success(), "{extension}: {}", told(&output));
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

/// In CI, nothing is skipped.
fn skipped<T>(extension: &str, why: &str) -> Option<T> {
    assert!(env::var_os("CI").is_none(), "{extension}: {why}");
    // Past the test harness, which shows nothing of what passes.
    let _ = writeln!(io::stderr(), "SKIPPED: {extension}: {why}");
    None
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn text(blob: &Blob) -> String {
    String::from_utf8_lossy(blob.as_bytes()).into_owned()
}

#[test]
fn wav() {
    agree::<Wav>("wav", |tree| {
        let (mut format, mut samples) = (None, None);
        for chunk in &tree.wave.chunks {
            match &chunk.content {
                wav::Content::Format(found) => format = Some(found),
                wav::Content::Bytes(found) if chunk.id == wav::ChunkId::DATA => {
                    samples = Some(hex(found.as_bytes()));
                }
                _ => {}
            }
        }
        let format = format.expect("a format");
        json!({
            "channels": format.channel_count,
            "sample_bytes": format.sample_size / 8,
            "rate": format.sample_rate,
            "samples": samples,
        })
    });
}

#[test]
fn png() {
    agree::<Png>("png", |tree| {
        let mut facts = json!({ "palette": null, "title": null, "dots_per_inch": null });
        for chunk in &tree.chunks {
            match &chunk.data {
                Data::Header {
                    width,
                    height,
                    color_type,
                    ..
                } => {
                    facts["size"] = json!([width, height]);
                    facts["mode"] = json!(match color_type {
                        ColorType::Greyscale => "L",
                        ColorType::Truecolor => "RGB",
                        ColorType::Indexed => "P",
                        ColorType::GreyscaleAlpha => "LA",
                        ColorType::TruecolorAlpha => "RGBA",
                    });
                }
                Data::Palette { colors } => facts["palette"] = json!(hex(colors.bytes())),
                Data::Text { keyword, text } if keyword.to_text() == "Title" => {
                    facts["title"] = json!(text.to_text());
                }
                Data::PixelSize { density, .. } => {
                    let inch = f64::from(density[0]) * 0.0254;
                    facts["dots_per_inch"] = json!(inch.round() as u32);
                }
                _ => {}
            }
        }
        facts
    });
}

#[test]
fn gif() {
    agree::<Gif>("gif", |tree| {
        let is_image = |kind| kind == BlockKind::IMAGE;
        let frames = tree.blocks.iter().filter(|block| is_image(block.kind));
        let (mut comment, mut delay) = (String::new(), None);
        for extension in tree
            .blocks
            .iter()
            .filter_map(|block| block.extension.as_ref())
        {
            delay = delay.or(extension.control.as_ref().map(|control| control.delay * 10));
            if extension.label == Label::COMMENT {
                comment = extension
                    .pieces
                    .iter()
                    .map(|piece| text(&piece.data))
                    .collect();
            }
        }
        json!({
            "size": tree.size,
            "version": format!("GIF{}a", tree.version.number()),
            "background": tree.background,
            "frames": frames.count(),
            "delay": delay,
            "comment": comment,
            "palette": tree.colors.as_ref().map(|colors| hex(colors.bytes())),
        })
    });
}

#[test]
fn tga() {
    agree::<Tga>("tga", |tree| {
        let (is_run, mode) = match (tree.image_type, tree.pixel_size) {
            (ImageType::INDEXED, _) => (false, "P"),
            (ImageType::TRUECOLOR, 32) => (false, "RGBA"),
            (ImageType::GREYSCALE_RUNS, 8) => (true, "L"),
            other => panic!("no sample is of {other:?}"),
        };
        json!({
            "size": [tree.width, tree.height],
            "mode": mode,
            "runs": is_run,
            "id": tree.id.to_text(),
            "from_the_top": tree.descriptor.from_top(),
        })
    });
}

#[test]
fn glb() {
    agree::<Glb>("glb", |tree| {
        let data = |kind| {
            let found = tree.chunks.iter().find(|chunk| chunk.kind == kind);
            found.expect("both chunks").data.as_bytes()
        };
        let scene: Value = serde_json::from_slice(data(ChunkKind::JSON)).expect("JSON");
        let nodes = scene["nodes"].as_array().expect("nodes");
        let names: Vec<&Value> = nodes.iter().map(|node| &node["name"]).collect();
        json!({
            "nodes": names,
            "buffer_size": scene["buffers"][0]["byteLength"],
            "binary": hex(data(ChunkKind::BIN)),
        })
    });
}

#[test]
fn gzip() {
    agree::<Gzip>(
        "gz",
        |tree| json!({ "modified": tree.modified, "size": tree.size, "crc": tree.crc }),
    );
}

#[test]
fn midi() {
    agree::<Midi>("mid", |tree| {
        json!({
            "type": tree.arrangement as u16,
            "ticks": tree.division,
            "tracks": tree.tracks.len(),
        })
    });
}

#[test]
fn class() {
    agree::<Class>("class", |tree| {
        json!({
            "minor": tree.minor_version,
            "major": tree.major_version,
            "constants": tree.constant_count,
        })
    });
}
