//! What a `.glb` keeps of its source, as anybody may look at it.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The JSON of a `.glb`, and its bytes.
fn parts(glb: &[u8]) -> (Value, &[u8]) {
    let length = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().unwrap()) as usize;
    let end = 20 + length(12);
    let json = serde_json::from_slice(&glb[20..end]).unwrap();
    (json, glb.get(end + 8..).unwrap_or_default())
}

/// A `.glb` of JSON and bytes.
fn joined(json: &Value, bytes: &[u8]) -> Vec<u8> {
    let mut text = serde_json::to_vec(json).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut out = b"glTF\x02\0\0\0".to_vec();
    let word = |number: usize| (number as u32).to_le_bytes();
    out.extend(word(28 + text.len() + bytes.len()));
    out.extend(word(text.len()));
    out.extend(b"JSON");
    out.extend(text);
    out.extend(word(bytes.len()));
    out.extend(b"BIN\0");
    out.extend(bytes);
    out
}

/// The same with another name of a node.
pub(crate) fn with_bone_renamed(glb: &[u8], from: &str, to: &str) -> Vec<u8> {
    let (mut json, bytes) = parts(glb);
    let nodes = json["nodes"].as_array_mut().unwrap();
    let node = nodes
        .iter_mut()
        .find(|node| node["name"] == from)
        .expect("the node");
    node["name"] = to.into();
    joined(&json, bytes)
}

/// Whether nothing is stored of the first source but what it is.
pub(crate) fn is_bare(glb: &[u8]) -> bool {
    let source = &parts(glb).0["extensions"]["FW_origin"]["sources"][0];
    source["facts"].is_null() && source["patch"].is_null()
}

/// The same with the first vertex of the first mesh at another x.
pub(crate) fn with_vertex_at(glb: &[u8], x: f32) -> Vec<u8> {
    let (json, bytes) = parts(glb);
    let accessor = json["meshes"][0]["primitives"][0]["attributes"]["POSITION"].as_u64();
    let view = json["accessors"][accessor.unwrap() as usize]["bufferView"].as_u64();
    let start = json["bufferViews"][view.unwrap() as usize]["byteOffset"].as_u64();
    let start = start.unwrap_or_default() as usize;
    let mut bytes = bytes.to_vec();
    bytes[start..start + 4].copy_from_slice(&x.to_le_bytes());
    joined(&json, &bytes)
}

/// The same with a size that nothing leads to.
pub(crate) fn with_other_size(glb: &[u8]) -> Vec<u8> {
    let (mut json, bytes) = parts(glb);
    let size = &mut json["extensions"]["FW_origin"]["sources"][0]["size"];
    *size = (size.as_u64().unwrap() + 1).into();
    joined(&json, bytes)
}

/// How many sources are stored.
pub(crate) fn sources(glb: &[u8]) -> usize {
    let sources = &parts(glb).0["extensions"]["FW_origin"]["sources"];
    sources.as_array().expect("sources").len()
}

/// The same with stored differences that turn the rebuilt source into `bytes`, with the checksum of these.
pub(crate) fn forged(glb: &[u8], source: usize, bytes: &[u8]) -> Vec<u8> {
    let (mut json, own) = parts(glb);
    let length = json["buffers"][0]["byteLength"].as_u64().unwrap() as usize;
    let mut own = own[..length].to_vec();
    let mut patch = 0_u32.to_le_bytes().to_vec();
    patch.extend((bytes.len() as u32).to_le_bytes());
    patch.extend(bytes);
    let size = patch.len();
    let patch = miniz_oxide::deflate::compress_to_vec(&patch, 8);
    let view = serde_json::json!({ "buffer": 0, "byteOffset": length, "byteLength": patch.len() });
    let views = json["bufferViews"].as_array_mut().unwrap();
    let number = views.len();
    views.push(view);
    let patched = serde_json::json!({ "view": number, "sizes": [size] });
    own.extend(patch);
    json["buffers"][0]["byteLength"] = own.len().into();
    own.resize(own.len().next_multiple_of(4), 0);
    let source = &mut json["extensions"]["FW_origin"]["sources"][source];
    source["size"] = bytes.len().into();
    source["patch"] = patched;
    let sum = Sha256::digest(bytes);
    source["sha256"] = sum
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect::<String>()
        .into();
    joined(&json, &own)
}

/// How large what is kept is, beside the sources.
#[derive(Default)]
pub(crate) struct Kept {
    /// Bytes that are kept, and bytes of the sources.
    sizes: Vec<(usize, usize)>,
    patched: usize,
}

impl Kept {
    /// Looks at one file.
    pub(crate) fn add(&mut self, glb: &[u8]) {
        let (json, _) = parts(glb);
        let origin = &json["extensions"]["FW_origin"];
        let views = json["bufferViews"]
            .as_array()
            .map_or(&[][..], Vec::as_slice);
        let own = views.iter().filter(|view| {
            view["name"]
                .as_str()
                .is_some_and(|name| name.starts_with("FW_origin"))
        });
        let bytes: u64 = own.map(|view| view["byteLength"].as_u64().unwrap()).sum();
        let sources = origin["sources"].as_array().expect("sources");
        let size: u64 = sources
            .iter()
            .map(|source| source["size"].as_u64().unwrap_or(0))
            .sum();
        self.sizes.push((bytes as usize, size as usize));
        self.patched += usize::from(sources.iter().any(|source| !source["patch"].is_null()));
    }

    /// Of how many at most 1 % is kept, and of how many in all.
    pub(crate) fn small(&self) -> (usize, usize) {
        let is_small = |(kept, source): &&(usize, usize)| kept * 100 <= *source;
        let small = self.sizes.iter().filter(is_small).count();
        (small, self.sizes.len())
    }

    /// Says how large it is; the largest share of a file.
    pub(crate) fn judge(&self, what: &str) -> f64 {
        let (small, count) = self.small();
        let kept: usize = self.sizes.iter().map(|(kept, _)| kept).sum();
        let source: usize = self.sizes.iter().map(|(_, source)| source).sum();
        println!(
            "{what}: {kept} bytes kept of {source}; at most 1 % in {small} of {count}; {} need differences",
            self.patched
        );
        assert!(
            self.patched * 20 <= count,
            "{} of {count} need differences",
            self.patched
        );
        let worst = self
            .sizes
            .iter()
            .map(|(kept, source)| *kept as f64 / *source as f64)
            .fold(0.0, f64::max);
        println!("{what}: the worst keeps {:.0} %", worst * 100.0);
        worst
    }
}
