//! A scene as a glTF file.

mod clips;
mod hidden;
mod levels;
mod materials;
mod meshes;
mod morphs;
mod nodes;
mod png;
mod skins;
mod sources;
mod streams;
mod writer;

use std::collections::{BTreeSet, HashMap};

use formwork_schema::Result;

use self::writer::Writer;
use super::{
    builder::Builder,
    column,
    json::{self, Asset, RootExtensions},
    origin::{Origin, VERSION},
};
use crate::{Code, Options, OriginMode, Output, Report, Scene, Target, names::Paths};

/// What a writer leaves.
pub(super) struct Written {
    pub file: Builder,
    pub companions: Vec<Output>,
}

/// Makes the file of a scene.
pub(super) fn write(
    scene: &Scene,
    stem: &str,
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<Written> {
    let mut writer = Writer {
        scene,
        stem,
        target,
        options,
        report,
        file: Builder::with_room(size(scene)),
        origin: Origin {
            version: VERSION,
            ..Origin::default()
        },
        used: BTreeSet::new(),
        companions: Vec::new(),
        paths: Paths::new(&options.file_numbers),
        parents: vec![None; scene.nodes.len()],
        roots: scene.roots.clone(),
        shown_by: (0..scene.nodes.len()).collect(),
        is_bent: vec![false; scene.nodes.len()],
        is_moved: vec![false; scene.nodes.len()],
        morphs: HashMap::new(),
        drawn: meshes::drawn(scene),
    };
    writer.materials();
    writer.nodes();
    writer.skins();
    writer.meshes();
    writer.clips();
    writer.scenes();
    writer.sources();
    Ok(writer.finish())
}

/// About how many bytes the file will have.
fn size(scene: &Scene) -> usize {
    let attributes = scene.streams.iter().flat_map(|stream| &stream.attributes);
    let widths = attributes.map(|attribute| {
        let width = column::width(column::kind(&attribute.values)).unwrap_or(0);
        attribute.values.len() * width
    });
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    let levels = parts.flat_map(|part| &part.levels);
    let indices = levels.map(|level| 4 * level.indices.len());
    let tracks = scene.clips.iter().flat_map(|clip| &clip.tracks);
    let keys = tracks.map(|track| 4 * track.values.len());
    let all: usize = widths.chain(indices).chain(keys).sum();
    // What is stored is small, as a rule.
    all + all / 1024 + (1 << 16)
}

impl Writer<'_> {
    fn scenes(&mut self) {
        let mut first = json::Scene {
            name: self.scene.name.clone(),
            nodes: self.roots.clone(),
            ..json::Scene::default()
        };
        if self.roots != self.scene.roots {
            first.extras.notes().roots.clone_from(&self.scene.roots);
        }
        self.file.document.scenes.insert(0, first);
        self.file.document.scene = Some(0);
    }

    fn finish(mut self) -> Written {
        self.origin.stored = self.file.finish_stored();
        let document = &mut self.file.document;
        document.asset = Asset {
            generator: concat!("formwork ", env!("CARGO_PKG_VERSION")).into(),
            version: "2.0".into(),
            min_version: None,
        };
        if self.options.origin == OriginMode::Facts {
            self.used.insert("FW_origin");
            let root = document
                .extensions
                .get_or_insert_with(RootExtensions::default);
            root.origin = Some(Box::new(self.origin));
        } else if !self.scene.sources.is_empty() {
            let sources = "stored facts were not asked for";
            self.report.add(Code::C903, "sources", sources);
        }
        document.extensions_used = self.used.iter().map(ToString::to_string).collect();
        Written {
            file: self.file,
            companions: self.companions,
        }
    }
}
