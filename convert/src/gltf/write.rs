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

use std::collections::{BTreeSet, HashSet};

use base64::{Engine, prelude::BASE64_STANDARD};
use formwork_schema::{CString, Result};

use super::{
    builder::Builder,
    column,
    json::{self, Asset, RootExtensions},
    origin::{NameEntry, Origin, VERSION},
};
use crate::{Code, Options, OriginMode, Output, Report, Scene, Target, scene::Level};

/// What the parts of the writer share.
pub(super) struct Writer<'a> {
    scene: &'a Scene,
    /// The name of the file without its extension.
    stem: &'a str,
    target: Target,
    options: &'a Options,
    report: &'a mut Report,
    file: Builder,
    origin: Origin,
    /// Extensions that the file uses.
    used: BTreeSet<&'static str>,
    /// Files beside it.
    companions: Vec<Output>,
    /// The node above each node, added ones included.
    parents: Vec<Option<usize>>,
    /// The nodes at the top, added ones included.
    roots: Vec<usize>,
    /// The node that shows each node's mesh: itself, or one that was added.
    shown_by: Vec<usize>,
    /// Whether the skin of each node bends something.
    is_bent: Vec<bool>,
    /// Whether the node moves.
    is_moved: Vec<bool>,
    /// Morph targets that are written.
    morphs: Vec<morphs::Written>,
    /// Levels that can be primitives, by where they are: to see that, all indices are looked at.
    drawn: HashSet<*const Level>,
}

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
        parents: vec![None; scene.nodes.len()],
        roots: scene.roots.clone(),
        shown_by: (0..scene.nodes.len()).collect(),
        is_bent: vec![false; scene.nodes.len()],
        is_moved: vec![false; scene.nodes.len()],
        morphs: Vec::new(),
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
    /// Whether what glTF does not hold is kept in `FW_origin`.
    fn keeps(&self) -> bool {
        self.options.origin == OriginMode::Facts
    }

    /// A name as JSON can hold it. Other bytes are kept aside.
    fn name(&mut self, list: &str, place: usize, of: Option<usize>, name: &CString) -> String {
        let text = String::from_utf8_lossy(name.as_bytes());
        if let (true, std::borrow::Cow::Owned(_)) = (self.keeps(), &text) {
            self.origin.names.push(NameEntry {
                list: list.into(),
                place,
                of,
                bytes: BASE64_STANDARD.encode(name.as_bytes()),
            });
        }
        text.into_owned()
    }

    /// Notes what was mended in one place.
    fn lose(&mut self, losses: &[(Code, usize)], place: &str) {
        for (code, count) in losses {
            self.report.add_many(*code, *count, place, "");
        }
    }

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
