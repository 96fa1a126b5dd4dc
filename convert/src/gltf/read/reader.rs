//! [`Reader`]: a parsed glTF document, and the scene that is made of it.

use std::collections::{BTreeSet, HashMap};

use bytes::Bytes;
use formwork_schema::{CString, Error, Kind, Result};

use crate::{
    Input, Options, Output, Report, Scene,
    error::malformed,
    gltf::{
        json::{Attributes, Document},
        origin::Origin,
    },
};

/// A file whose JSON is read and whose bytes are found.
pub(in crate::gltf) struct Parsed<'a> {
    pub document: &'a Document,
    /// By the number of the buffer; `None` for one that is not found.
    pub buffers: Vec<Option<Bytes>>,
    pub stem: &'a str,
    /// Files that were made with it and are not written yet.
    pub companions: &'a [Output],
    /// The file itself, where there is one.
    pub input: Option<&'a Input>,
}

/// A scene while it is read.
pub(super) struct Reader<'a> {
    pub(super) document: &'a Document,
    pub(super) buffers: &'a [Option<Bytes>],
    pub(super) origin: Option<&'a Origin>,
    pub(super) options: &'a Options,
    pub(super) report: &'a mut Report,
    /// Bytes that may still be made of the file.
    pub(super) budget: u64,
    pub(super) scene: Scene,
    /// The scene's node of each of the file's.
    pub(super) nodes: Vec<Option<usize>>,
    /// What each of the file's meshes is.
    pub(super) roles: Vec<Role>,
    /// From which distance on nearest levels are drawn, by mesh of the file, where that is not 0.
    pub(super) nearest: HashMap<usize, f32>,
    /// The scene's mesh of each of the file's.
    pub(super) meshes: Vec<Option<usize>>,
    /// The scene's image of each of the file's; `None` for one that is not read.
    pub(super) images: Vec<Option<usize>>,
    /// For each of the file's images, what it is, where no engine reads that.
    pub(super) unreadable: Vec<Option<String>>,
    /// The scene's skin of each of the file's.
    pub(super) skins: Vec<Option<usize>>,
    /// The streams of primitives by their attributes, and the joints of the first that had them.
    pub(super) streams: HashMap<Attributes, (usize, Option<usize>)>,
    /// The stored stream whose positions are in an accessor.
    pub(super) stored: HashMap<usize, usize>,
    /// What `FW_origin` stores.
    pub(super) pieces: Vec<Bytes>,
    /// Names that are not UTF-8.
    pub(super) names: HashMap<(&'a str, usize, Option<usize>), Vec<u8>>,
    /// Accessors of which numbers were replaced.
    pub(super) mended: BTreeSet<usize>,
}

/// What a mesh of the file is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// A mesh of the scene.
    Base,
    /// The same as another, for nodes without its skin.
    Same(usize),
    /// A level of another.
    Level {
        base: usize,
        /// 1 for the second nearest, where the file says it.
        number: usize,
        distance: f32,
    },
}

impl Role {
    /// The mesh that it belongs to.
    pub(super) const fn base(self, own: usize) -> usize {
        match self {
            Self::Base => own,
            Self::Same(base) | Self::Level { base, .. } => base,
        }
    }
}

impl Reader<'_> {
    /// A name as the scene has it: without what follows a NUL, and with the bytes that JSON cannot hold.
    pub(super) fn name(
        &self,
        list: &'static str,
        place: usize,
        of: Option<usize>,
        text: &str,
    ) -> CString {
        let kept = self.names.get(&(list, place, of));
        if let Some(bytes) = kept.filter(|it| String::from_utf8_lossy(it) == text) {
            return bytes.clone().into();
        }
        text.split('\0').next().unwrap_or_default().into()
    }

    /// Takes bytes from what may be made of the file.
    pub(super) fn charge(&mut self, bytes: u64, pointer: &str) -> Result<()> {
        match self.budget.checked_sub(bytes) {
            Some(rest) => {
                self.budget = rest;
                Ok(())
            }
            None => {
                let message = "the file asks for far more memory than it has bytes";
                Err(Error::new(Kind::Limit, message).of(pointer))
            }
        }
    }
}

/// What a list has at a place that another object names.
pub(super) fn at<'a, T>(list: &'a [T], index: usize, what: &str, pointer: &str) -> Result<&'a T> {
    list.get(index).ok_or_else(|| {
        let count = list.len();
        malformed(format!("{what} {index} is not there: the file has {count}")).of(pointer)
    })
}
