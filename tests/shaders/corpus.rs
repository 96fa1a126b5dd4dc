//! Real files: read or refused as they were counted, and written back as they are.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use conformance::{corpus, fuzz};
use formwork_formats::{
    TextFormat,
    horde3d::{Code, Shader},
};
use formwork_schema::{Error, Kind, Limits};

/// Real files with this extension that are recognised.
fn files<T: TextFormat>(extension: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths = Vec::new();
    for folder in corpus::folders() {
        below(&folder, &mut paths);
    }
    paths.retain(|path| path.to_string_lossy().ends_with(extension));
    paths.sort();
    let read = paths.into_iter().map(|path| {
        let bytes = fs::read(&path).expect("a file");
        (path, bytes)
    });
    read.filter(|(path, bytes)| T::recognise(bytes, &path.to_string_lossy()).is_some())
        .collect()
}

fn below(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            below(&path, paths)
        } else {
            paths.push(path)
        }
    }
}

/// Why a file is refused, in a word: what the specification counts.
fn verdict(error: &Error) -> &'static str {
    let has = |text: &str| error.message().contains(text);
    match error.kind() {
        Kind::Unsupported if has("`sampler`") => "the keyword `sampler`",
        Kind::Unsupported if has("XML in `[[FX]]`") => "XML in the FX section",
        Kind::Unsupported => "XML",
        Kind::Malformed if has("no section `[[FX]]`") => "no FX section",
        Kind::Malformed if has("a context without a") => "a context without stages",
        _ => "refused by today's grammar",
    }
}

#[test]
fn real_shaders_are_read_or_of_an_older_generation() {
    let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
    let files = files::<Shader>(".shader");
    for (path, bytes) in &files {
        fuzz::text_format("horde3d.shader", bytes);
        let name = path.display();
        let recognised =
            Shader::recognise(&bytes[..bytes.len().min(4096)], &path.to_string_lossy());
        let version = recognised.and_then(|found| found.version);
        let verdict = match Shader::parse(bytes, &Limits::default()) {
            Ok(shader) => {
                assert!(!shader.contexts.is_empty(), "{name}");
                assert_eq!(version, Some("FX"), "{name}");
                "read"
            }
            Err(error) => {
                let is_of_today = error.kind() == Kind::Malformed;
                assert_eq!(version == Some("FX"), is_of_today, "{name}: {error}");
                verdict(&error)
            }
        };
        *verdicts.entry(verdict).or_default() += 1;
    }
    corpus::report(&format!("shaders {verdicts:?}"), files.len());
    assert_eq!(
        verdicts.get("refused by today's grammar"),
        None,
        "{verdicts:?}"
    );
}

#[test]
fn real_code_is_read() {
    let files = files::<Code>(".glsl");
    for (path, bytes) in &files {
        let code = Code::parse(bytes, &Limits::default());
        code.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        fuzz::text_format("horde3d.code", bytes);
    }
    corpus::report("code", files.len());
}
