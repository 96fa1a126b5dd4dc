//! `check --watch`: what changes is checked again, until the program is interrupted.

use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver},
    time::Duration,
};

use formwork_schema::{Error, Kind, sorted};
use notify::{
    Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};

use super::policy;
use crate::{
    failure::Failure,
    files::{self, Found},
};

/// Changes so near to one another are one: programs write files in several steps.
const TOGETHER: Duration = Duration::from_millis(100);

/// Looks at files and folders from now on.
pub(super) struct Watch {
    /// What is watched, as it was named, and where that is.
    roots: Vec<(PathBuf, PathBuf)>,
    /// Files that were there when somebody looked last.
    known: BTreeSet<PathBuf>,
    events: Receiver<notify::Result<Event>>,
    /// Watches as long as it lives.
    _watcher: RecommendedWatcher,
}

/// What happened.
pub(super) struct Changes {
    /// Files that are new, or have other bytes, or another configuration.
    pub(super) changed: Vec<Found>,
    /// Files that are gone.
    pub(super) removed: Vec<PathBuf>,
}

impl Watch {
    /// Begins to look.
    ///
    /// # Errors
    /// For paths that cannot be watched.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self, Failure> {
        let (send, events) = mpsc::channel();
        let mut watcher =
            notify::recommended_watcher(send).map_err(|error| failed(Path::new("."), &error))?;
        let here =
            env::current_dir().map_err(|error| Failure::unreadable(Path::new("."), &error))?;
        let mut roots = Vec::new();
        for path in paths {
            let full = here.join(path);
            // A file that is replaced is another one: its folder tells that.
            let (watched, mode) = match full.parent() {
                Some(parent) if !full.is_dir() => (parent, RecursiveMode::NonRecursive),
                _ => (&*full, RecursiveMode::Recursive),
            };
            watcher
                .watch(watched, mode)
                .map_err(|error| failed(path, &error))?;
            roots.push((path.clone(), full));
        }
        Ok(Self {
            roots,
            known: BTreeSet::new(),
            events,
            _watcher: watcher,
        })
    }

    /// These files are there.
    pub(super) fn know(&mut self, found: &[Found]) {
        self.known
            .extend(found.iter().map(|file| file.path.clone()));
    }

    /// Waits for changes; `None` when there can be no more.
    pub(super) fn next(&mut self) -> Option<Changes> {
        loop {
            let mut paths = BTreeSet::new();
            self.add(self.events.recv().ok()?, &mut paths);
            while let Ok(event) = self.events.recv_timeout(TOGETHER) {
                self.add(event, &mut paths);
            }
            let changes = self.changes(&paths);
            if !changes.changed.is_empty() || !changes.removed.is_empty() {
                self.know(&changes.changed);
                self.known.retain(|path| !changes.removed.contains(path));
                return Some(changes);
            }
        }
    }

    /// Adds what an event is about, as it is named. Who only reads changes nothing, and that is what checking does.
    fn add(&self, event: notify::Result<Event>, paths: &mut BTreeSet<PathBuf>) {
        let Ok(event) = event else {
            return;
        };
        match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => {}
            EventKind::Access(_) => return,
            // Some events were lost: anything may have changed.
            _ if event.need_rescan() => {
                paths.extend(self.roots.iter().map(|(named, _)| named.clone()))
            }
            _ => {}
        }
        for path in &event.paths {
            paths.extend(self.roots.iter().filter_map(|(named, full)| {
                let below = path.strip_prefix(full).ok()?;
                let is_root = below.as_os_str().is_empty();
                Some(if is_root {
                    named.clone()
                } else {
                    named.join(below)
                })
            }));
        }
    }

    fn changes(&self, paths: &BTreeSet<PathBuf>) -> Changes {
        let is_configured = paths.iter().any(|path| path.ends_with(policy::NAME));
        let all: BTreeSet<PathBuf> =
            sorted::collect(self.roots.iter().map(|(named, _)| named.clone()));
        let paths = if is_configured { &all } else { paths };
        let found = paths
            .iter()
            .flat_map(|path| match self.known.contains(path) {
                true => files::find(std::slice::from_ref(path), files::Which::Ours),
                false => files::ours(path),
            });
        let mut changed: Vec<Found> = found.filter(|file| file.path.is_file()).collect();
        sorted::by(&mut changed, |a, b| a.path.cmp(&b.path));
        changed.dedup_by(|a, b| a.path == b.path);
        let is_gone =
            |file: &&PathBuf| paths.iter().any(|path| file.starts_with(path)) && !file.exists();
        let removed = self.known.iter().filter(is_gone).cloned().collect();
        Changes { changed, removed }
    }
}

fn failed(path: &Path, error: &notify::Error) -> Failure {
    let message = format!("cannot be watched: {error}");
    Failure::new(path, Error::new(Kind::System, message))
}
