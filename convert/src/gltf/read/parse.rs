//! The JSON and the buffers of a file.

use bytes::Bytes;
use formwork_schema::{Error, Kind, Result};
use serde_json::Value;

use super::{extensions, pointer};
use crate::{
    Files, Input,
    error::{malformed, unsupported},
    gltf::{
        glb,
        json::Document,
        typed::{from_slice, infinite},
        uri,
    },
};

/// Objects and lists that a file may have: structures are larger than their text.
const OBJECTS: usize = 1 << 21;

/// The JSON of a file, and the bytes in it.
pub(super) fn document(file: &Bytes) -> Result<(Document, Option<Bytes>)> {
    let (json, bytes) = if file.starts_with(glb::MAGIC) {
        glb::split(file)?
    } else {
        (file.clone(), None)
    };
    let text = json.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&json);
    let objects = text
        .iter()
        .filter(|byte| matches!(byte, b'{' | b'['))
        .count();
    if objects > OBJECTS {
        let message = format!("{objects} objects and lists are more than {OBJECTS}");
        return Err(Error::new(Kind::Limit, message));
    }
    let mut document = typed(text)?;
    check(&document)?;
    if let Some(pointer) = infinite(&mut document) {
        let message = "a number beyond the range of 32-bit floats";
        return Err(malformed(message).of(pointer).help("export the file again"));
    }
    Ok((document, bytes))
}

/// Reads the text. Whole numbers may be written as `1.0`, which few do: only a text that is refused is looked at for them.
fn typed(text: &[u8]) -> Result<Document> {
    let error = match from_slice(text) {
        Ok(document) => return Ok(document),
        Err(error) => error,
    };
    let mended = serde_json::from_slice(text).ok().and_then(|mut value| {
        // As text again, so that numbers are rounded as they are in any other text.
        make_whole(&mut value).then(|| from_slice(&serde_json::to_vec(&value).ok()?).ok())?
    });
    mended.ok_or_else(|| {
        malformed(error.to_string())
            .of(pointer::of(&error, text))
            .at_line(error.line() as u64, error.column() as u64)
    })
}

/// Makes whole numbers of those that are; says whether there was one.
fn make_whole(value: &mut Value) -> bool {
    match value {
        Value::Number(number) => {
            let whole = number
                .as_f64()
                .filter(|it| number.is_f64() && it.fract() == 0.0);
            let whole = whole.filter(|it| (0.0..9e15).contains(it));
            if let Some(whole) = whole {
                *value = (whole as u64).into();
            }
            whole.is_some()
        }
        Value::Array(items) => items
            .iter_mut()
            .fold(false, |found, it| make_whole(it) | found),
        Value::Object(members) => members
            .values_mut()
            .fold(false, |found, it| make_whole(it) | found),
        _ => false,
    }
}

fn check(document: &Document) -> Result<()> {
    let asset = &document.asset;
    let version = asset.min_version.as_ref().unwrap_or(&asset.version);
    if version.split('.').next() != Some("2") {
        let message = format!("version {version:?} of glTF is not known");
        return Err(unsupported(message)
            .of("/asset/version")
            .help("glTF 2.0 is"));
    }
    extensions::check(document)
}

/// The bytes of all buffers.
pub(super) fn buffers(
    document: &Document,
    mut bytes: Option<Bytes>,
    input: &Input,
    files: &dyn Files,
) -> Result<Vec<Option<Bytes>>> {
    let mut found = Vec::new();
    for (place, buffer) in document.buffers.iter().enumerate() {
        let pointer = format!("/buffers/{place}/uri");
        let wrong = |why: &str| malformed(why.to_string()).of(&pointer);
        found.push(match &buffer.uri {
            None => bytes.take(),
            Some(uri) => match uri::data(uri) {
                Some(data) => Some(data.map_err(wrong)?.into()),
                None => {
                    let path = uri::decode(uri).map_err(wrong)?;
                    let file = files.find(input, &path);
                    let missing = || {
                        let message = format!("{path} is not found");
                        Error::new(Kind::System, message).of(&pointer)
                    };
                    Some(file.ok_or_else(missing)?.bytes)
                }
            },
        });
    }
    Ok(found)
}
