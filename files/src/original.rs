//! [`Original`]: a file that was read and may be replaced by what was made of it.

use std::{
    fs::{self, File, Metadata},
    io,
    path::Path,
};

use bytes::Bytes;

use crate::{
    same::FileId,
    whole::{self, Unreadable},
};

/// The bytes of a file, and the identity and state of the file when they were read.
#[derive(Debug, Clone)]
pub struct Original {
    /// All of its bytes.
    pub bytes: Bytes,
    found: Metadata,
    id: Option<FileId>,
    /// True if it was so new that a change may have left its times as they were.
    is_new: bool,
}

impl Original {
    /// Reads the file that was opened under this path.
    ///
    /// # Errors
    /// See [`whole::read`].
    pub fn read(path: &Path, file: File, most: u64) -> Result<Self, Unreadable> {
        Self::read_with(path, file, most, |file, length| {
            whole::bounded(file, most, length)
        })
    }

    /// Reads the file that was opened under this path, by a function that fills memory of its own with as many bytes as the file has.
    ///
    /// # Errors
    /// See [`whole::read_with`].
    pub fn read_with(
        path: &Path,
        file: File,
        most: u64,
        fill: impl FnOnce(&mut File, u64) -> Result<Bytes, Unreadable>,
    ) -> Result<Self, Unreadable> {
        let is_new = whole::is_new(&file.metadata()?);
        let (bytes, found) = whole::read_state(file, most, fill)?;
        Ok(Self {
            id: FileId::at(path, &found),
            bytes,
            found,
            is_new,
        })
    }

    /// The file under this path, to which these bytes were just written. If they are not what it has, it cannot be replaced.
    ///
    /// # Errors
    /// Those of the system.
    pub fn written(path: &Path, bytes: Bytes) -> io::Result<Self> {
        let found = fs::metadata(path)?;
        Ok(Self {
            id: FileId::at(path, &found),
            bytes,
            found,
            is_new: true,
        })
    }

    /// Whether this path leads to the file, with any content.
    #[must_use]
    pub fn is_at(&self, path: &Path) -> bool {
        let now = fs::metadata(path).ok();
        self.id.is_some() && now.and_then(|now| FileId::at(path, &now)) == self.id
    }

    /// Metadata of the file when it was read.
    pub(crate) fn metadata(&self) -> &Metadata {
        &self.found
    }

    /// Checks that a replacement would lose nothing but the bytes that were read.
    ///
    /// # Errors
    /// When the file under this path is another one, has changed since, or has other names that would keep the old bytes.
    pub fn check_unchanged(&self, path: &Path) -> io::Result<()> {
        let file = File::open(path)?;
        let now = file.metadata()?;
        let is_same = self.id.is_some() && FileId::at(path, &now) == self.id;
        if !is_same || whole::stamp(&now) != whole::stamp(&self.found) || !self.has_bytes(file)? {
            return Err(io::Error::other(
                "the file changed after it was read, and was left as it is now",
            ));
        }
        match whole::links(&now) {
            0 | 1 => Ok(()),
            links => Err(io::Error::other(format!(
                "the file has {links} hard links, and the others would keep the old content"
            ))),
        }
    }

    /// Whether a file has these bytes. They are compared only where times do not show a change.
    fn has_bytes(&self, file: File) -> io::Result<bool> {
        Ok(!self.is_new || whole::is_same(file, &self.bytes)?)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink},
        time::{Duration, SystemTime},
    };

    use super::*;
    use crate::written::{Standing, renamed};

    /// Something that another program does, and its name.
    type Save = (&'static str, fn(&Path));

    fn read(path: &Path) -> Original {
        Original::read(path, File::open(path).unwrap(), u64::MAX).unwrap()
    }

    /// Replaces a file; the error as text.
    fn replace(path: &Path, original: Original, bytes: &[u8]) -> Result<u64, String> {
        let standing = Standing::Read(original.into());
        let said = |error: io::Error| error.to_string();
        renamed(path, &standing, said, |out| {
            out.write_all(bytes).map_err(said)
        })
    }

    /// A folder with a file, which was written long ago or just now.
    fn file(is_new: bool) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "before").unwrap();
        if !is_new {
            set_time(&path, SystemTime::now() - Duration::from_secs(3600));
        }
        (folder, path)
    }

    fn set_time(path: &Path, time: SystemTime) {
        let file = File::options().write(true).open(path).unwrap();
        file.set_modified(time).unwrap();
    }

    #[test]
    fn what_was_saved_meanwhile_stays() {
        let saves: [Save; 7] = [
            ("in place", |path| fs::write(path, "theirs").unwrap()),
            ("in place, with the old time", |path| {
                let time = fs::metadata(path).unwrap().modified().unwrap();
                fs::write(path, "theirs").unwrap();
                set_time(path, time);
            }),
            ("longer", |path| {
                fs::write(path, "theirs, and more").unwrap()
            }),
            ("empty", |path| fs::write(path, "").unwrap()),
            ("as another file", |path| {
                let other = path.with_extension("other");
                fs::write(&other, "theirs").unwrap();
                fs::rename(other, path).unwrap();
            }),
            ("as another file with the same bytes", |path| {
                let other = path.with_extension("other");
                fs::write(&other, "before").unwrap();
                fs::rename(other, path).unwrap();
            }),
            ("as a link", |path| {
                let other = path.with_extension("other");
                fs::write(&other, "theirs").unwrap();
                fs::remove_file(path).unwrap();
                symlink(other, path).unwrap();
            }),
        ];
        for is_new in [false, true] {
            for (name, save) in saves {
                let (folder, path) = file(is_new);
                let original = read(&path);
                save(&path);
                let theirs = fs::read(&path).unwrap();
                let files = fs::read_dir(&folder).unwrap().count();
                let refused = replace(&path, original, b"ours").unwrap_err();
                assert!(
                    refused.contains("changed after it was read"),
                    "{name}: {refused}"
                );
                assert_eq!(fs::read(&path).unwrap(), theirs, "{name}");
                assert_eq!(fs::read_dir(&folder).unwrap().count(), files, "{name}");
            }
            let (_folder, path) = file(is_new);
            let original = read(&path);
            fs::remove_file(&path).unwrap();
            replace(&path, original, b"ours").unwrap_err();
            assert!(!path.exists());
        }
    }

    #[test]
    fn what_nobody_touched_is_replaced_and_keeps_its_rights() {
        for is_new in [false, true] {
            let (folder, path) = file(is_new);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            // Only root may give a file to somebody else.
            let is_root = chown(&path, Some(12), Some(34)).is_ok();
            let has_attributes = xattr::set(&path, "user.formwork", b"kept").is_ok();
            let before = fs::metadata(&path).unwrap();
            let link = folder.path().join("link");
            symlink("file", &link).unwrap();
            replace(&link, read(&link), b"ours").unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read(&path).unwrap(), b"ours");
            let after = fs::metadata(&path).unwrap();
            assert_ne!(after.ino(), before.ino());
            assert_eq!(after.mode(), before.mode());
            assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
            assert!(!is_root || after.uid() == 12 && after.gid() == 34);
            let value = xattr::get(&path, "user.formwork").ok().flatten();
            assert_eq!(value.is_some(), has_attributes);
        }
    }

    #[test]
    fn a_file_with_other_names_is_left_alone() {
        let (folder, path) = file(false);
        let other = folder.path().join("other");
        fs::hard_link(&path, &other).unwrap();
        let refused = replace(&path, read(&path), b"ours").unwrap_err();
        assert!(refused.contains("2 hard links"), "{refused}");
        let (one, other) = (fs::metadata(&path).unwrap(), fs::metadata(other).unwrap());
        assert_eq!(one.ino(), other.ino());
        assert_eq!(fs::read(&path).unwrap(), b"before");
    }

    #[test]
    fn what_is_saved_while_the_result_is_written_stays() {
        let (folder, path) = file(false);
        let standing = Standing::Read(read(&path).into());
        let said = |error: io::Error| error.to_string();
        let refused = renamed(&path, &standing, said, |out| {
            fs::write(&path, "theirs").unwrap();
            out.write_all(b"ours").map_err(said)
        });
        assert!(refused.unwrap_err().contains("changed after it was read"));
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
