//! A glTF file as a scene.

mod accessors;
mod clips;
mod extensions;
mod instances;
mod kept;
mod levels;
mod materials;
mod meshes;
mod nodes;
mod parse;
mod pointer;
mod reader;
mod restore;
mod skins;
mod streams;
mod targets;

use std::collections::{BTreeSet, HashMap};

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use formwork_schema::Result;

pub(super) use self::reader::Parsed;
use self::reader::Reader;
use super::{origin::VERSION, proof::Proof};
use crate::{
    Code, Files, Input, Options, Report, Scene,
    error::invalid,
    scene::{Facts, Source},
    weight,
};

/// Reads one file.
pub(super) fn read(
    input: &[Input],
    files: &dyn Files,
    options: &Options,
    report: &mut Report,
) -> Result<(Scene, Vec<Proof>)> {
    let [input] = input else {
        return Err(invalid("one glTF file at a time"));
    };
    let (document, bytes) = parse::document(&input.bytes)?;
    let buffers = parse::buffers(&document, bytes, input, files)?;
    weight::buffers(&buffers, options)?;
    let view = Parsed {
        document: &document,
        buffers,
        stem: input.stem(),
        companions: &[],
        input: Some(input),
    };
    scene(&view, files, options, report)
}

/// The scene of a file, and what it says of its sources.
pub(super) fn scene(
    view: &Parsed<'_>,
    files: &dyn Files,
    options: &Options,
    report: &mut Report,
) -> Result<(Scene, Vec<Proof>)> {
    let document = view.document;
    let size: u64 = view
        .buffers
        .iter()
        .flatten()
        .map(|it| it.len() as u64)
        .sum();
    let origin = document
        .extensions
        .as_ref()
        .and_then(|root| root.origin.as_deref());
    let mut reader = Reader {
        document,
        buffers: &view.buffers,
        origin: origin.filter(|origin| origin.version == VERSION),
        options,
        report,
        budget: size.saturating_mul(16).saturating_add(64 << 20),
        scene: Scene::default(),
        nodes: Vec::new(),
        roles: Vec::new(),
        nearest: HashMap::new(),
        meshes: Vec::new(),
        images: Vec::new(),
        unreadable: Vec::new(),
        skins: Vec::new(),
        streams: HashMap::new(),
        stored: HashMap::new(),
        pieces: Vec::new(),
        names: HashMap::new(),
        mended: BTreeSet::new(),
    };
    if let Some(stored) = reader.origin.and_then(|origin| origin.stored.as_ref()) {
        reader.pieces = reader.inflated(stored)?;
    }
    reader.names();
    reader.others();
    reader.images(view, files);
    reader.materials()?;
    reader.roles = reader.roles();
    reader.nodes()?;
    reader.skins()?;
    reader.meshes()?;
    reader.clips()?;
    reader.instances()?;
    reader.sources();
    let proofs = reader.proofs()?;
    let mut scene = reader.scene;
    scene.name = view.stem.into();
    scene.validate()?;
    Ok((scene, proofs))
}

impl<'a> Reader<'a> {
    fn names(&mut self) {
        for entry in self.origin.into_iter().flat_map(|origin| &origin.names) {
            if let Ok(bytes) = BASE64_STANDARD.decode(&entry.bytes) {
                self.names
                    .insert((&entry.list, entry.place, entry.of), bytes);
            }
        }
    }

    /// Notes what of others is not kept.
    fn others(&mut self) {
        let document = self.document;
        let ours = |name: &String| matches!(name.as_str(), "FW_origin" | "KHR_lights_punctual");
        let unknown = document.extensions.iter().flat_map(|it| it.others.keys());
        for name in unknown.filter(|name| !ours(name)) {
            self.report.add(Code::C605, "/extensions", name.clone());
        }
        let extras = || {
            (document.nodes.iter().map(|it| &it.extras))
                .chain(document.meshes.iter().map(|it| &it.extras))
                .chain(document.materials.iter().map(|it| &it.extras))
                .chain(document.scenes.iter().map(|it| &it.extras))
                .chain(document.animations.iter().map(|it| &it.extras))
                .chain([&document.extras])
        };
        extensions::report(document, self.report);
        if self.origin.is_none() {
            self.forgotten(extras().any(|extras| extras.known().is_some()));
        }
        let count = extras().filter(|extras| extras.others).count();
        self.report
            .add_many(Code::C605, count, "extras", "of others");
        let nodes = document
            .nodes
            .iter()
            .filter_map(|node| node.extensions.as_ref());
        for name in nodes.flat_map(|it| it.others.keys()) {
            self.report.add(Code::C605, "/nodes", name.clone());
        }
        let primitives = document.meshes.iter().flat_map(|mesh| &mesh.primitives);
        for name in primitives.flat_map(|it| it.extensions.keys()) {
            self.report.add(Code::C605, "/meshes", name.clone());
        }
    }

    /// Says what files that were made of others cannot give back without the stored facts: some tools drop these and leave `extras`.
    fn forgotten(&mut self, has_notes: bool) {
        let is_ours = self.document.asset.generator.starts_with("formwork ");
        if !has_notes && !is_ours {
            return;
        }
        let place = "/extensions/FW_origin";
        let detail = "it is not there, so the files that this was made of are made anew";
        self.report.add(Code::C903, place, detail);
        if has_notes && !self.document.meshes.is_empty() {
            for code in [Code::C118, Code::C160, Code::C162] {
                self.report.add(code, place, "what it held is made anew");
            }
        }
    }

    fn sources(&mut self) {
        for entry in self.origin.into_iter().flat_map(|origin| &origin.sources) {
            let mut facts = Facts::default();
            for (name, piece) in &entry.facts {
                let bytes = match piece {
                    Some(piece) => self.pieces.get(*piece).cloned(),
                    None => Some(Bytes::new()),
                };
                if let Some(bytes) = bytes {
                    facts.0.insert(name.clone(), bytes);
                }
            }
            self.scene.sources.push(Source {
                name: entry.name.clone(),
                format: entry.format.clone(),
                version: entry.version.clone(),
                file: None,
                facts,
            });
        }
    }

    /// What the file says of its sources.
    fn proofs(&mut self) -> Result<Vec<Proof>> {
        let sources = self.origin.map_or(&[][..], |origin| &origin.sources);
        let mut proofs = Vec::with_capacity(sources.len());
        for source in sources {
            let patch = match &source.patch {
                Some(stored) => self.inflated(stored)?.pop(),
                None => None,
            };
            proofs.push(Proof {
                size: source.size,
                sha256: source.sha256.clone(),
                rebuilt: source.rebuilt,
                patch,
            });
        }
        Ok(proofs)
    }
}
