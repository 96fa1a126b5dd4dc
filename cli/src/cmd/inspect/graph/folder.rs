//! The resources of a folder.

use std::path::Path;

use formwork_formats::{document_kind, format, graph::Graph, is_in_graphs, resource_kind};

use crate::{
    args::{Args, Inspect},
    content::{is_unread_document, name_below},
    files::{self, Found, Which},
    input,
    report::{self, Failure},
};

/// What a folder holds.
pub(super) struct Folder {
    /// Kind and name of every resource.
    pub(super) resources: Vec<(&'static str, String)>,
    /// Whether there are files that may name textures and are not read.
    has_others: bool,
    /// Documents that are not read.
    pub(super) unread: u64,
}

/// The resources of a folder, each under the name that others call it.
pub(super) fn find(args: &Args, of: &Inspect, folder: &Path) -> Result<Folder, Failure> {
    if name_below(&of.content, folder).is_none() {
        let name = report::name(folder);
        let message =
            format!("`{name}` is not below a folder of --content, so nothing in it has a name");
        return Err(Failure::usage(message));
    }
    let mut found = Folder {
        resources: Vec::new(),
        has_others: false,
        unread: 0,
    };
    for file in files::find(&[folder.to_owned()], Which::All) {
        found.add(args, of, &file)?;
    }
    Ok(found)
}

impl Folder {
    fn add(&mut self, args: &Args, of: &Inspect, file: &Found) -> Result<(), Failure> {
        let known = file.identify()?;
        let id = known.identity.format.filter(|_| known.form.is_none());
        let Some(format) = id.and_then(format) else {
            if is_unread_document(&file.path, &known) {
                self.add_document(args, of, file);
            }
            return Ok(());
        };
        self.has_others |= !is_in_graphs(format);
        if let Some(name) = name_below(&of.content, &file.path) {
            self.resources.push((resource_kind(format), name));
        }
        Ok(())
    }

    /// Adds a document that no format reads: a material is followed, others are counted.
    fn add_document(&mut self, args: &Args, of: &Inspect, file: &Found) {
        self.has_others = true;
        let bytes = file.read(args).unwrap_or_default();
        let name = name_below(&of.content, &file.path);
        let kind = document_kind(&bytes, &input::limits(args));
        match kind.zip(name) {
            Some(resource) => self.resources.push(resource),
            None => self.unread += 1,
        }
    }

    /// Resources that nothing names; of textures none, where some files that may name them are not read.
    pub(super) fn unused(&self, graph: &Graph) -> Vec<usize> {
        let is_sure = |place: &usize| !self.has_others || graph.resources[*place].kind != "texture";
        graph.unused().into_iter().filter(is_sure).collect()
    }
}
