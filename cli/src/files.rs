//! Which files a command is about, and how many at once.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{RwLock, mpsc},
    thread,
};

use bytes::Bytes;
pub(crate) use formwork_files::walk::is_version_control;
use formwork_files::{memory, original::Original, walk};
use rayon::prelude::*;

use crate::{
    args::Args,
    failure,
    input::{self, Known},
    output,
    progress::Progress,
    report::Failure,
};

/// One file, or why a path leads to none.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The file.
    pub(crate) path: PathBuf,
    /// Whether the user named it; files found in folders are not.
    pub(crate) named: bool,
    /// Why a path below a folder leads to no file.
    lost: Option<Failure>,
}

impl Found {
    /// What it contains.
    pub(crate) fn read(&self, args: &Args) -> Result<Bytes, Failure> {
        self.is_there().and_then(|()| input::read(args, &self.path))
    }

    /// The same, with the state that is compared before the file is replaced.
    pub(crate) fn original(&self, args: &Args) -> Result<Original, Failure> {
        self.is_there()
            .and_then(|()| input::original(args, &self.path))
    }

    /// What it is, from its first bytes.
    pub(crate) fn identify(&self) -> Result<Known, Failure> {
        self.is_there()
            .and_then(|()| input::identify_file(&self.path))
    }

    fn is_there(&self) -> Result<(), Failure> {
        self.lost.clone().map_or(Ok(()), Err)
    }
}

/// Which files of a folder are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    /// Every file.
    All,
    /// Those with an extension or a magic of a known format.
    Ours,
}

/// The files that paths lead to: files as named, those in folders sorted by path.
pub(crate) fn find(paths: &[PathBuf], which: Which) -> Vec<Found> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() && !input::is_standard(path) {
            found.extend(below(path, which));
        } else {
            found.push(Found {
                path: path.clone(),
                named: true,
                lost: None,
            });
        }
    }
    found
}

/// The files of known formats that a path below a watched folder leads to.
pub(crate) fn ours(path: &Path) -> Vec<Found> {
    if path
        .components()
        .any(|part| is_version_control(part.as_os_str()))
    {
        return Vec::new();
    }
    if path.is_dir() {
        return below(path, Which::Ours);
    }
    let file = Found {
        path: path.to_owned(),
        named: false,
        lost: None,
    };
    let is_meant = path.is_file() && is_ours(path);
    is_meant.then_some(file).into_iter().collect()
}

/// A path with slashes, whatever the system puts between folders.
pub(crate) fn slashed(path: &Path) -> Vec<u8> {
    let parts = path.components();
    let parts: Vec<_> = parts
        .map(|part| part.as_os_str().as_encoded_bytes())
        .collect();
    parts.join(&b'/')
}

fn below(folder: &Path, which: Which) -> Vec<Found> {
    let is_meant = |path: &Path, kind: fs::FileType| {
        if kind.is_symlink() {
            return which == Which::All || input::has_our_extension(path);
        }
        if !kind.is_file() {
            // Told, and left out.
            let _ = input::has_our_extension(path) && is_special(kind, path);
            return false;
        }
        which == Which::All || is_ours(path)
    };
    let found = walk::below(folder, is_meant).into_iter();
    let named = false;
    let found = found.map(|entry| match entry {
        Ok(path) => Found {
            path,
            named,
            lost: None,
        },
        Err((path, error)) => Found {
            lost: Some(Failure::unreadable(&path, &error)),
            path,
            named,
        },
    });
    found.collect()
}

/// Says that something is left out that is neither file nor folder nor link, such as a pipe; whether it is.
pub(crate) fn is_special(kind: fs::FileType, path: &Path) -> bool {
    let is_special = !(kind.is_file() || kind.is_dir() || kind.is_symlink());
    if is_special {
        let name = failure::name(path);
        output::complain(format_args!(
            "{name}: note: a pipe, socket or device is left out"
        ));
    }
    is_special
}

fn is_ours(path: &Path) -> bool {
    input::has_our_extension(path)
        || input::identify_file(path).is_ok_and(|known| known.identity.format.is_some())
}

/// Runs `work` on every file, on all cores, and gives the results to `show` in the order of the
/// files.
pub(crate) fn each<R: Send>(
    args: &Args,
    files: &[Found],
    work: impl Fn(&Found) -> R + Sync,
    mut show: impl FnMut(&Found, R),
) {
    let progress = Progress::of(args, files.len());
    let (send, receive) = mpsc::sync_channel(256);
    thread::scope(|scope| {
        scope.spawn(|| {
            let send = send;
            files
                .par_iter()
                .enumerate()
                .for_each_with(send, |send, (index, file)| {
                    // A receiver that is gone wants no more results.
                    let _ = send.send((index, progress.watch(|| work(file))));
                });
        });
        let mut waiting = std::collections::BTreeMap::new();
        let mut next = 0;
        for (index, result) in receive {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&next) {
                progress.suspend(|| show(&files[next], result));
                progress.inc();
                next += 1;
            }
        }
    });
}

/// As [`each`], for work that takes memory. Files side by side share the budget; one for which its share is too little gets all of it
/// afterwards, while no other is worked on. So what is refused does not depend on how many threads there are.
pub(crate) fn each_within_memory<R: Send>(
    args: &Args,
    files: &[Found],
    work: impl Fn(&Found) -> R + Sync,
    lacked: impl Fn(&R) -> bool + Sync,
    show: impl FnMut(&Found, R),
) {
    let threads = rayon::current_num_threads().min(files.len()).max(1) as u64;
    let share = input::limits(args).memory / threads;
    let turn = RwLock::new(());
    let shared = |file: &Found| {
        let first = {
            let _with_others = turn.read();
            memory::within(share, || work(file))
        };
        if threads == 1 || !lacked(&first) {
            return first;
        }
        drop(first);
        let _alone = turn.write();
        work(file)
    };
    each(args, files, shared, show);
}
