//! The resources of a folder.

use std::path::Path;

use formwork_formats::{format, graph::Graph, is_in_graphs, resource_kind};

use crate::{
    args::Inspect,
    content::name_below,
    files::{self, Found, Which},
    report::{self, Failure},
};

/// What a folder holds.
pub(super) struct Folder {
    /// Kind and name of every resource.
    pub(super) resources: Vec<(&'static str, String)>,
    /// Whether there are files that may name textures and are not read.
    has_others: bool,
}

/// The resources of a folder, each under the name that others call it.
pub(super) fn find(of: &Inspect, folder: &Path) -> Result<Folder, Failure> {
    if name_below(&of.content, folder).is_none() {
        let name = report::name(folder);
        let message =
            format!("`{name}` is not below a folder of --content, so nothing in it has a name");
        return Err(Failure::usage(message));
    }
    let mut found = Folder {
        resources: Vec::new(),
        has_others: false,
    };
    for file in files::find(&[folder.to_owned()], Which::All) {
        found.add(of, &file)?;
    }
    Ok(found)
}

impl Folder {
    fn add(&mut self, of: &Inspect, file: &Found) -> Result<(), Failure> {
        let known = file.identify()?;
        let id = known.identity.format.filter(|_| known.form.is_none());
        let Some(format) = id.and_then(format) else {
            self.has_others |= known.form.is_none() && is_document(&file.path);
            return Ok(());
        };
        self.has_others |= !is_in_graphs(format);
        if let Some(name) = name_below(&of.content, &file.path) {
            self.resources.push((resource_kind(format), name));
        }
        Ok(())
    }

    /// Resources that nothing names; of textures none, where some files that may name them are not read.
    pub(super) fn unused(&self, graph: &Graph) -> Vec<usize> {
        let is_sure = |place: &usize| !self.has_others || graph.resources[*place].kind != "texture";
        graph.unused().into_iter().filter(is_sure).collect()
    }
}

/// Whether a file may be a material or a scene of Urho3D, which are XML or JSON.
fn is_document(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("xml") || extension.eq_ignore_ascii_case("json")
}
