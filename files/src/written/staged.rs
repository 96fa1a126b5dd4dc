//! Files that are written together: all of them become new, or all of them stay as they were.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::TempPath;

use super::{
    standing::{Standing, changed, parent, target},
    temporary::{builder, temporary},
};
use crate::{preserve, watched::Watched};

/// A file with its whole content under a temporary name, which is removed with the value and by an interrupt.
#[derive(Debug)]
pub struct Staged(Option<TempPath>);

/// A staged file, the path that it gets, and what is there until then.
#[derive(Debug)]
pub struct Replacement {
    /// The new file.
    pub staged: Staged,
    /// Its path. The target of a symbolic link is replaced, not the link.
    pub path: PathBuf,
    /// What is replaced.
    pub standing: Standing,
}

/// The file that kept a [`commit`] from being done. All files are what they were.
#[derive(Debug)]
pub struct Uncommitted {
    /// The path of the file.
    pub path: PathBuf,
    /// Why it could not get that path.
    pub error: io::Error,
}

impl Staged {
    /// Writes a file in the nearest folder above its path that exists; returns how many bytes it has.
    ///
    /// It has the owner, the permissions and the attributes of the file that it replaces.
    ///
    /// # Errors
    /// Those of the content, and what `unwritable` makes of those of the system.
    pub fn write<E>(
        path: &Path,
        standing: &Standing,
        unwritable: impl Fn(io::Error) -> E,
        content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(Self, u64), E> {
        let (mut file, staged) = Self::new(path, standing).map_err(&unwritable)?;
        let mut out = Watched::new(&mut file);
        let result = content(&mut out);
        let count = out.end(result, &unwritable)?;
        Ok((staged, count))
    }

    fn new(path: &Path, standing: &Standing) -> io::Result<(File, Self)> {
        let mut names = temporary();
        let (file, temporary) = builder().tempfile_in(nearest_folder(path))?.into_parts();
        names.insert(temporary.to_path_buf());
        drop(names);
        let staged = Self(Some(temporary));
        if let Some(old) = standing.old() {
            let preserved = preserve::preserve(&file, path, old);
            // Another file is replaced at the user's request, also where its owner cannot be kept.
            if matches!(standing, Standing::Read(_)) {
                preserved?;
            }
        }
        Ok((file, staged))
    }

    fn sync(&self) -> io::Result<()> {
        let Some(path) = &self.0 else { return Ok(()) };
        // Some systems sync only what is open for writing.
        let file = OpenOptions::new().write(true).open(path);
        file.or_else(|_| File::open(path))?.sync_all()
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Some(path) = self.0.take() {
            temporary().remove(&*path);
        }
    }
}

/// The nearest folder above a path that exists: it is on the file system that the path is on once its folders are made.
#[must_use]
pub fn nearest_folder(path: &Path) -> PathBuf {
    let above = path.ancestors().skip(1);
    let mut there = above.filter(|folder| folder.is_dir());
    there.next().unwrap_or(Path::new(".")).to_owned()
}

/// Puts files in their places, in this order; if one of them cannot get there, those before it become what they were.
///
/// The folders must be there. An interrupt waits until all is done or undone. Where a file is replaced, everything is synced to disk
/// before and after that.
///
/// # Errors
/// When a place cannot be written, or has another file than it had.
pub fn commit(files: Vec<Replacement>) -> Result<(), Uncommitted> {
    let mut moves = Vec::with_capacity(files.len());
    for Replacement {
        staged,
        path,
        standing,
    } in files
    {
        let checked = target(&path).and_then(|target| {
            standing.check_replaceable(&target)?;
            Ok(target)
        });
        match checked {
            Ok(target) => moves.push(Move {
                staged,
                path,
                target,
                standing,
            }),
            Err(error) => return Err(Uncommitted { path, error }),
        }
    }
    let replaces = moves.iter().any(|one| one.standing.old().is_some());
    if !replaces {
        return move_all(&mut moves);
    }
    for one in &moves {
        one.staged.sync().map_err(|error| one.uncommitted(error))?;
    }
    let folders: BTreeSet<&Path> = moves.iter().map(|one| parent(&one.target)).collect();
    let folders: Vec<PathBuf> = folders.into_iter().map(Path::to_owned).collect();
    folders.iter().for_each(|folder| sync_folder(folder));
    move_all(&mut moves)?;
    folders.iter().for_each(|folder| sync_folder(folder));
    Ok(())
}

/// Syncs a folder. Errors are ignored: not every file system can do it, and then only the order of writes is lost.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// A file on its way.
struct Move {
    staged: Staged,
    path: PathBuf,
    /// Where the links of `path` lead to.
    target: PathBuf,
    standing: Standing,
}

fn move_all(moves: &mut [Move]) -> Result<(), Uncommitted> {
    // An interrupt waits for it.
    let mut names = temporary();
    let last = moves.len().saturating_sub(1);
    let mut done = Vec::with_capacity(last);
    for (number, one) in moves.iter_mut().enumerate() {
        match one.run(&mut names, number < last) {
            Ok(step) => done.push(step),
            Err(error) => {
                let kept = done.into_iter().rev().filter_map(Done::undo);
                let kept: Vec<String> = kept.collect();
                let error = match kept.as_slice() {
                    [] => error,
                    all => io::Error::other(format!("{error}; {}", all.join("; "))),
                };
                return Err(one.uncommitted(error));
            }
        }
    }
    Ok(())
}

impl Move {
    fn uncommitted(&self, error: io::Error) -> Uncommitted {
        let path = self.path.clone();
        Uncommitted { path, error }
    }

    /// Gives the file its path; the old one is kept for as long as this may have to be undone.
    fn run(&mut self, names: &mut BTreeSet<PathBuf>, may_be_undone: bool) -> io::Result<Done> {
        let target = self.target.clone();
        let Some(file) = self.staged.0.take() else {
            return Ok(Done::Replaced(target, None));
        };
        names.remove(&*file);
        if let Standing::Nothing = self.standing {
            new(file, &target)?;
            return Ok(Done::New(target));
        }
        // Checked as late as possible, and before the old file has a second name.
        self.standing.check_unchanged(&target)?;
        let aside = may_be_undone.then(|| set_aside(&target)).transpose()?;
        file.persist(&target).map_err(|failed| failed.error)?;
        Ok(Done::Replaced(target, aside))
    }
}

/// Gives a file its name, if no other file has it.
fn new(file: TempPath, target: &Path) -> io::Result<()> {
    match file.persist_noclobber(target) {
        Ok(()) => Ok(()),
        Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => Err(changed()),
        // Some file systems cannot rename so, and have no links either.
        Err(failed) if fs::symlink_metadata(target).is_err() => {
            let renamed = failed.path.persist(target);
            renamed.map_err(|error| error.error)
        }
        Err(failed) => Err(failed.error),
    }
}

/// A second name of a file; where the file system has no links, a copy.
fn set_aside(target: &Path) -> io::Result<TempPath> {
    let folder = parent(target);
    let link = builder().make_in(folder, |path| fs::hard_link(target, path));
    if let Ok(link) = link {
        return Ok(link.into_temp_path());
    }
    let copy = builder().tempfile_in(folder)?.into_temp_path();
    fs::copy(target, &copy)?;
    Ok(copy)
}

/// A file that has its path, and how to undo that.
enum Done {
    New(PathBuf),
    /// With the old file, where it may come back.
    Replaced(PathBuf, Option<TempPath>),
}

impl Done {
    /// Undoes it; returns a message where that is not possible.
    fn undo(self) -> Option<String> {
        match self {
            Self::New(target) => {
                let error = fs::remove_file(&target).err()?;
                let target = target.display();
                Some(format!("`{target}` is new, and cannot be removed: {error}"))
            }
            Self::Replaced(target, old) => {
                let old = old?;
                let restored = fs::rename(&old, &target);
                let restored = restored.or_else(|_| fs::copy(&old, &target).map(drop));
                let error = restored.err()?;
                // The only copy stays.
                let old = old.keep().unwrap_or_else(|error| error.path.to_path_buf());
                let (old, target) = (old.display(), target.display());
                Some(format!("the old `{target}` is `{old}` now: {error}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new file for a path, which has now what it is to replace.
    fn replacement(path: &Path, text: &str) -> Replacement {
        let standing = Standing::of(path);
        let write = |out: &mut dyn Write| out.write_all(text.as_bytes());
        let written = Staged::write(path, &standing, |error| error, write);
        let (staged, _) = written.unwrap();
        Replacement {
            staged,
            path: path.into(),
            standing,
        }
    }

    fn names(folder: &Path) -> Vec<String> {
        let all = fs::read_dir(folder).unwrap();
        let names = all.map(|one| one.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_all_new_or_all_old() {
        // Whichever of them fails, and whether those before it were there or not.
        for failing in 0..4 {
            let folder = tempfile::tempdir().unwrap();
            let paths = ["a", "b", "c", "d"].map(|name| folder.path().join(name));
            for old in [0, 2, 3] {
                fs::write(&paths[old], format!("old {old}")).unwrap();
            }
            let files = paths.iter().map(|path| replacement(path, "new")).collect();
            // Another program puts its own there.
            fs::write(folder.path().join("other"), "mine").unwrap();
            fs::rename(folder.path().join("other"), &paths[failing]).unwrap();
            let failed = commit(files).unwrap_err();
            assert_eq!(failed.path, paths[failing]);
            let mut expected = vec!["a", "b", "c", "d"];
            expected.retain(|name| *name != "b" || failing == 1);
            assert_eq!(names(folder.path()), expected);
            for (number, path) in paths.iter().enumerate() {
                let text = fs::read_to_string(path);
                if number == failing {
                    assert_eq!(text.unwrap(), "mine");
                } else if number != 1 {
                    assert_eq!(text.unwrap(), format!("old {number}"));
                }
            }
        }
    }

    #[test]
    fn what_is_committed_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        fs::write(&paths[0], "old").unwrap();
        let files = paths.iter().map(|path| replacement(path, "new")).collect();
        commit(files).unwrap();
        assert_eq!(names(folder.path()), ["a", "b"]);
        for path in &paths {
            assert_eq!(fs::read(path).unwrap(), b"new");
        }
        drop(replacement(&paths[0], "never"));
        assert_eq!(names(folder.path()), ["a", "b"]);
    }

    #[test]
    fn a_folder_that_is_not_there_has_its_files_staged_above_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/deep/a");
        assert_eq!(nearest_folder(&path), folder.path());
        assert_eq!(nearest_folder(Path::new("new/a")), Path::new("."));
        assert_eq!(nearest_folder(Path::new("a")), Path::new("."));
    }
}
