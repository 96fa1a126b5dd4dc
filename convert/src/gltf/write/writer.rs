//! [`Writer`]: a scene, and the glTF document that is made of it.

use std::collections::{BTreeSet, HashMap, HashSet};

use base64::{Engine, prelude::BASE64_STANDARD};
use formwork_schema::CString;

use crate::{
    Code, Options, OriginMode, Output, Report, Scene, Target,
    gltf::{
        builder::Builder,
        json::Attributes,
        origin::{NameEntry, Origin},
    },
    names::Paths,
    scene::Level,
};

/// A glTF file while it is made.
pub(super) struct Writer<'a> {
    pub(super) scene: &'a Scene,
    /// The name of the file without its extension.
    pub(super) stem: &'a str,
    pub(super) target: Target,
    pub(super) options: &'a Options,
    pub(super) report: &'a mut Report,
    pub(super) file: Builder,
    pub(super) origin: Origin,
    /// Extensions that the file uses.
    pub(super) used: BTreeSet<&'static str>,
    /// Files beside it.
    pub(super) companions: Vec<Output>,
    /// Their paths.
    pub(super) paths: Paths,
    /// The node above each node, added ones included.
    pub(super) parents: Vec<Option<usize>>,
    /// The nodes at the top, added ones included.
    pub(super) roots: Vec<usize>,
    /// The node that shows each node's mesh: itself, or one that was added.
    pub(super) shown_by: Vec<usize>,
    /// Whether the skin of each node bends something.
    pub(super) is_bent: Vec<bool>,
    /// Whether the node moves.
    pub(super) is_moved: Vec<bool>,
    /// Morph targets that are written, by mesh and stream.
    pub(super) morphs: HashMap<(usize, usize), Vec<Attributes>>,
    /// Levels that can be primitives, by where they are: to see that, all indices are looked at.
    pub(super) drawn: HashSet<*const Level>,
}

impl Writer<'_> {
    /// Whether what glTF does not hold is kept in `FW_origin`.
    pub(super) fn keeps(&self) -> bool {
        self.options.origin == OriginMode::Facts
    }

    /// A name as JSON can hold it. Other bytes are kept aside.
    pub(super) fn name(
        &mut self,
        list: &str,
        place: usize,
        of: Option<usize>,
        name: &CString,
    ) -> String {
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
    pub(super) fn lose(&mut self, losses: &[(Code, usize)], place: &str) {
        for (code, count) in losses {
            self.report.add_many(*code, *count, place, "");
        }
    }
}
