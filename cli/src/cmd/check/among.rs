//! [`Among`]: what is wrong between files, for those of which an engine knows where it looks for others.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use bytes::Bytes;
use formwork_formats::{
    Joints, Profile, Tree, build_graph, format,
    graph::{Graph, Problem, Resource, State, Use},
    resource_kind,
};
use formwork_schema::{Diagnostic, Kind, Location, Severity};
use rayon::prelude::*;

use crate::{
    args::Args,
    assets,
    content::{Content, NotFollowed, name_below, unread_documents},
    files::Found,
    input::{self, Known},
};

/// What is wrong with what files name, by file, and what motion may move.
#[derive(Default)]
pub(super) struct Among {
    problems: HashMap<PathBuf, Vec<Diagnostic>>,
    /// The files that are checked, by kind of resource and name.
    paths: Arc<Paths>,
    joints: Arc<Joints>,
    /// Names of resources that were followed.
    followed: HashSet<String>,
    /// Number of names that lead to documents that are not read.
    unfollowed: u64,
}

type Paths = HashMap<(String, String), PathBuf>;

impl Among {
    /// Follows what files name below the folders of `--content`.
    pub(super) fn new(args: &Args, folders: &[PathBuf], found: &[Found]) -> Self {
        if folders.is_empty() {
            return Self::default();
        }
        let mut paths = Paths::new();
        let mut roots = Vec::new();
        for file in found {
            // What cannot be looked at is told when it is checked.
            let known = file.identify().ok();
            let Some(root) = known.and_then(|known| root(folders, file, known)) else {
                continue;
            };
            paths.insert((root.0.to_owned(), root.1.clone()), file.path.clone());
            roots.push(root);
        }
        let graph = graph(args, &roots, &Content::all(args, folders));
        let followed = graph.resources.iter();
        let followed = followed.filter(|resource| resource.state == State::Found);
        Self {
            problems: problems(&graph, &paths),
            paths: paths.into(),
            joints: Arc::default(),
            followed: followed.map(|resource| resource.file.clone()).collect(),
            unfollowed: graph.unfollowed(),
        }
    }

    /// Counts the documents below these paths, and the names in their files, that were not followed.
    pub(super) fn not_followed(&self, folders: &[PathBuf], paths: &[PathBuf]) -> NotFollowed {
        let unread = unread_documents(paths).into_iter();
        let is_followed = |path: &PathBuf| {
            let name = name_below(folders, path);
            name.is_some_and(|name| self.followed.contains(&name))
        };
        NotFollowed {
            files: unread.filter(|path| !is_followed(path)).count() as u64,
            references: self.unfollowed,
        }
    }

    /// The same for one of these files with other bytes.
    pub(super) fn again(
        &self,
        args: &Args,
        folders: &[PathBuf],
        file: &Found,
        bytes: &Bytes,
    ) -> Self {
        let root = root(folders, file, input::identify_bytes(bytes, &file.path));
        let content = Content::new(args, folders, &file.path, bytes.clone());
        let graph = root.map(|root| graph(args, &[root], &content));
        let problems = graph.map(|graph| problems(&graph, &self.paths));
        Self {
            problems: problems.unwrap_or_default(),
            paths: Arc::clone(&self.paths),
            joints: Arc::clone(&self.joints),
            ..Self::default()
        }
    }

    /// Whether a problem of a file has a replacement.
    pub(super) fn has_replacements(&self, path: &Path) -> bool {
        let mut problems = self.problems.get(path).into_iter().flatten();
        problems.any(|problem| problem.replacement.is_some())
    }

    /// The same with the joints that these files have.
    pub(super) fn with_joints(self, args: &Args, found: &[Found]) -> Self {
        let joints = |file: &Found| {
            let mut joints = Joints::default();
            let known = file.identify().ok().filter(|known| known.form.is_none());
            let format = known
                .and_then(|known| known.identity.format)
                .and_then(format);
            if format.is_some_and(|format| format.has_motion())
                && let Ok(bytes) = file.read(args)
                && let Ok(asset) = assets::opened(args, &file.path, bytes)
                && let Ok(tree) = asset.tree()
            {
                tree.add_joints(&mut joints);
            }
            joints
        };
        // One file is no company.
        let all = found.par_iter().filter(|_| found.len() > 1).map(joints);
        let all = all.reduce(Joints::default, |mut all, more| {
            all.extend(more);
            all
        });
        Self {
            joints: all.into(),
            ..self
        }
    }

    /// What is wrong with the motion of a file; nothing where no file has joints.
    pub(super) fn motion(&self, tree: &dyn Tree) -> Vec<Diagnostic> {
        match self.joints.is_empty() {
            true => Vec::new(),
            false => tree.diagnose_motion(&self.joints),
        }
    }

    /// What is wrong with what a file names, but for what its own diagnostics say of the same place already.
    pub(super) fn add_to(&self, path: &Path, profile: &Profile, own: &mut Vec<Diagnostic>) {
        let more = self.problems.get(path).cloned().unwrap_or_default();
        let mut more = profile.weighed_for_each(more);
        more.retain(|one| !own.iter().any(|known| says_the_same(known, one)));
        own.extend(more);
    }
}

/// The kind and the name of a file as a resource of the content.
fn root(folders: &[PathBuf], file: &Found, known: Known) -> Option<(&'static str, String)> {
    let id = known.identity.format.filter(|_| known.form.is_none());
    let format = id.and_then(format)?;
    Some((resource_kind(format), name_below(folders, &file.path)?))
}

/// The resources that these files lead to.
fn graph(args: &Args, roots: &[(&str, String)], content: &Content<'_>) -> Graph {
    let named: Vec<_> = roots.iter().map(|(kind, name)| (*kind, &**name)).collect();
    build_graph(&named, content, &input::limits(args))
}

/// Problems of a graph, by file.
fn problems(graph: &Graph, paths: &Paths) -> HashMap<PathBuf, Vec<Diagnostic>> {
    let path_of = |place: usize| {
        let resource = &graph.resources[place];
        paths.get(&(resource.kind.clone(), resource.name.clone()))
    };
    let mut all: HashMap<PathBuf, Vec<Diagnostic>> = HashMap::new();
    let mut tell =
        |path: &PathBuf, diagnostic| all.entry(path.clone()).or_default().push(diagnostic);
    for Problem {
        resource,
        diagnostic,
    } in &graph.problems
    {
        match path_of(*resource) {
            // The reason why a file is refused is reported when it is read.
            Some(_) if is_refusal(&graph.resources[*resource], diagnostic) => {}
            Some(path) => tell(path, diagnostic.clone()),
            // A file that is not checked itself is reported at those that lead to it, where it keeps them from working.
            None if diagnostic.severity == Severity::Error => {
                for (place, used) in graph.leads(*resource, &|place| path_of(place).is_some()) {
                    if let Some(path) = path_of(place) {
                        let name = &graph.resources[*resource].name;
                        tell(path, of_other(name, diagnostic, used));
                    }
                }
            }
            None => {}
        }
    }
    all
}

/// Whether a diagnostic is the reason why a resource is refused.
fn is_refusal(resource: &Resource, diagnostic: &Diagnostic) -> bool {
    let State::Refused(error) = &resource.state else {
        return false;
    };
    // What a file is only under this name is not told when it is read.
    error.kind() != Kind::Invalid && diagnostic.message.ends_with(error.message())
}

/// What is wrong with a resource, at the place that leads to it.
fn of_other(name: &str, diagnostic: &Diagnostic, used: &Use) -> Diagnostic {
    let location = Location::of(&used.path).at_line((used.line, used.column));
    let message = format!("`{name}`: {}", diagnostic.place_and_message());
    Diagnostic::new(diagnostic.rule, location, message)
}

fn says_the_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.location.line == other.location.line
        && one.location.column == other.location.column
        && one.replacement == other.replacement
        && (one.replacement.is_some() || one.rule == other.rule)
}
