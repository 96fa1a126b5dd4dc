//! Where includes are: below the content roots of an application.

use std::{
    collections::HashMap,
    fs,
    path::{Component, Path, PathBuf},
};

use formwork_schema::{Limits, escape::escape};

use super::scan;

/// Content roots: the folders that resource names are relative to, the first that has a file wins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Roots {
    folders: Vec<PathBuf>,
}

/// Where a resource is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// Here.
    Found(PathBuf),
    /// Here, but with other letters in upper case: found on Windows only.
    OtherCase(PathBuf),
    /// Here, but with `\` for `/`: found on Windows only.
    Backslashes(PathBuf),
    /// Nowhere.
    Missing,
    /// The name leads out of the content roots.
    Outside,
    /// The code includes itself, over others or not: the engine does not end.
    Cycle,
    /// Deeper than the limit: not followed.
    TooDeep,
}

/// An include, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Included {
    /// The name as it is written.
    pub name: String,
    /// Who includes it: a section of the shader, or the name of an include.
    pub from: String,
    /// Includes around it; 0 in the file itself.
    pub depth: u32,
    /// Where it is.
    pub resolution: Resolution,
    /// Numbers of the flags that it asks for itself.
    pub flags: Vec<u8>,
}

impl Roots {
    /// These folders.
    #[must_use]
    pub fn new(folders: Vec<PathBuf>) -> Self {
        Self { folders }
    }

    /// The nearest folder around a file below which one of these resources is; none when there is none.
    #[must_use]
    pub fn around<'n>(file: &Path, names: impl IntoIterator<Item = &'n str> + Clone) -> Self {
        let has_one = |folder: &&Path| {
            let here = Self::new(vec![folder.to_path_buf()]);
            names
                .clone()
                .into_iter()
                .any(|name| here.resolve(name).path().is_some())
        };
        let around = file.ancestors().skip(1);
        let found = around
            .filter(|folder| !folder.as_os_str().is_empty())
            .find(has_one);
        Self::new(found.map(Path::to_path_buf).into_iter().collect())
    }

    /// The folders.
    #[must_use]
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Where a resource is.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Resolution {
        let slashed = name.replace('\\', "/");
        let path = Path::new(&slashed);
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if name.is_empty() || !path.components().all(is_inside) {
            return if name.is_empty() {
                Resolution::Missing
            } else {
                Resolution::Outside
            };
        }
        let exact = self
            .folders
            .iter()
            .map(|folder| folder.join(path))
            .find(|file| file.is_file());
        match exact {
            Some(file) if slashed == name => Resolution::Found(file),
            Some(file) => Resolution::Backslashes(file),
            None => self
                .folders
                .iter()
                .find_map(|folder| any_case(folder, path))
                .map_or(Resolution::Missing, Resolution::OtherCase),
        }
    }
}

impl Resolution {
    /// The file, also where only Windows finds it.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Found(path) | Self::OtherCase(path) | Self::Backslashes(path) => Some(path),
            Self::Missing | Self::Outside | Self::Cycle | Self::TooDeep => None,
        }
    }

    /// Code of the finding that it is; `None` for what is found.
    #[must_use]
    pub fn code(&self) -> Option<&'static str> {
        match self {
            Self::Found(_) => None,
            Self::OtherCase(_) => Some("include-other-case"),
            Self::Backslashes(_) => Some("backslash-in-name"),
            Self::Missing => Some("include-missing"),
            Self::Outside => Some("include-outside"),
            Self::Cycle => Some("include-cycle"),
            Self::TooDeep => Some("include-depth"),
        }
    }
}

/// A file whatever the case of its name.
fn any_case(folder: &Path, path: &Path) -> Option<PathBuf> {
    let mut found = folder.to_path_buf();
    for part in path.components() {
        let wanted = part.as_os_str();
        let direct = found.join(wanted);
        found = if direct.exists() {
            direct
        } else {
            let mut entries = fs::read_dir(&found).ok()?.flatten();
            entries
                .find(|entry| entry.file_name().eq_ignore_ascii_case(wanted))?
                .path()
        };
    }
    found.is_file().then_some(found)
}

/// Every include of these pieces of code, and what is included there; each file is gone into once.
pub(in crate::horde3d) fn includes(
    roots: &Roots,
    pieces: &[(&str, &[u8])],
    limits: &Limits,
) -> Vec<Included> {
    let mut walk = Walk {
        roots,
        limits,
        found: Vec::new(),
        seen: HashMap::new(),
    };
    for (from, code) in pieces {
        walk.piece(from, code, 0);
    }
    walk.found
}

struct Walk<'a> {
    roots: &'a Roots,
    limits: &'a Limits,
    found: Vec<Included>,
    /// Names met before, and whether they are still being gone through.
    seen: HashMap<String, Seen>,
}

#[derive(Clone)]
enum Seen {
    Open,
    Done(Vec<u8>),
}

impl Walk<'_> {
    fn piece(&mut self, from: &str, code: &[u8], depth: u32) {
        for include in scan(code).includes {
            let name = code.get(include.name).unwrap_or_default();
            self.include(from, &escape(name), depth);
        }
    }

    fn include(&mut self, from: &str, name: &str, depth: u32) {
        let seen = self.seen.get(name).cloned();
        let resolution = match seen {
            Some(Seen::Open) => Resolution::Cycle,
            _ if depth >= self.limits.depth.min(Limits::MAX_DEPTH) => Resolution::TooDeep,
            _ => self.roots.resolve(name),
        };
        let file = resolution.path().map(Path::to_path_buf);
        let place = self.found.len();
        self.found.push(Included {
            name: name.into(),
            from: from.into(),
            depth,
            resolution,
            flags: match &seen {
                Some(Seen::Done(flags)) => flags.clone(),
                _ => Vec::new(),
            },
        });
        let code = file
            .filter(|_| seen.is_none())
            .and_then(|file| self.read(&file));
        let Some(code) = code else { return };
        let flags = super::flags(&code, &scan(&code));
        let mut flags: Vec<u8> = flags.into_iter().map(|flag| flag.number).collect();
        flags.dedup();
        if let Some(included) = self.found.get_mut(place) {
            included.flags.clone_from(&flags);
        }
        self.seen.insert(name.into(), Seen::Open);
        self.piece(name, &code, depth + 1);
        self.seen.insert(name.into(), Seen::Done(flags));
    }

    /// The content of a file that is not too large.
    fn read(&self, file: &Path) -> Option<Vec<u8>> {
        let size = fs::metadata(file).ok()?.len();
        (size <= self.limits.bytes).then(|| fs::read(file).ok())?
    }
}
