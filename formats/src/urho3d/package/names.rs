//! Names of entries as paths of files: which of them lead where they should not, and what to do about it.

use std::collections::{HashMap, HashSet};

use formwork_schema::escape::escape;
use unicode_normalization::UnicodeNormalization as _;

/// The longest name of a file or folder that every system takes, in bytes.
const LONGEST: usize = 255;
/// The longest path that every system takes, more or less, in bytes.
const LONGEST_PATH: usize = 1024;
/// More folders inside one another than anyone has.
const DEEPEST: usize = 64;
/// How much of a long name stays when it is renamed: a number may follow.
const CUT: usize = 200;
/// What Windows takes for devices, whatever extension follows.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// The same, with a digit behind.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];
/// What Windows takes in no name.
const FORBIDDEN: [char; 7] = [':', '<', '>', '"', '|', '?', '*'];

/// Why the name of an entry is no path of a file of its own, on every system and below one folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Problem {
    /// No name at all.
    Empty,
    /// Begins with a slash.
    Absolute,
    /// Goes up, or stays where it is: `..`, `.`, or two slashes in a row.
    Dots,
    /// A backslash, which separates folders on Windows only.
    Backslash,
    /// A drive letter, or a character that Windows takes in no name.
    Forbidden,
    /// A control character.
    Control,
    /// No UTF-8.
    NotUtf8,
    /// A device of Windows, such as `aux.txt`.
    Device,
    /// A dot or a blank at the end, which Windows cuts.
    CutEnd,
    /// Longer than 255 bytes between two slashes, than 1024 in all, or deeper than 64 folders.
    TooLong,
    /// A later entry has the same name; engines find only that one.
    Replaced,
    /// An earlier entry has the same name in other letter case, or with accents put together in another way.
    CaseOnly,
    /// Another entry is in a folder of this name.
    Folder,
}

impl Problem {
    /// Stable name for programs, in `kebab-case`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Replaced => "duplicate-name",
            Self::CaseOnly => "name-differs-in-case",
            Self::Folder => "name-of-a-folder",
            _ => "unsafe-name",
        }
    }

    /// What is wrong, in words that follow the name.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Empty => "is empty",
            Self::Absolute => "begins with a slash",
            Self::Dots => "goes through `.`, `..` or an empty name",
            Self::Backslash => "has a backslash",
            Self::Forbidden => "has a character that Windows takes in no name",
            Self::Control => "has a control character",
            Self::NotUtf8 => "is no UTF-8",
            Self::Device => "is a device of Windows",
            Self::CutEnd => "ends with a dot or a blank, which Windows cuts",
            Self::TooLong => "is too long",
            Self::Replaced => "is replaced by a later entry of the same name",
            Self::CaseOnly => {
                "differs from an earlier one in letter case only, or in how Unicode writes it"
            }
            Self::Folder => "is also the folder of another entry",
        }
    }
}

/// What to do with entries whose name is a [`Problem`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnUnsafe {
    /// Give them no path.
    Skip,
    /// Give them a harmless path of their own.
    Rename,
}

/// Where the file of an entry goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// A path below the target folder, with slashes; none: nowhere.
    pub path: Option<String>,
    /// What is wrong with the name.
    pub problem: Option<Problem>,
}

/// What is wrong with a name, whatever other entries are called.
#[must_use]
pub fn problem(name: &[u8]) -> Option<Problem> {
    let Ok(name) = std::str::from_utf8(name) else {
        return Some(Problem::NotUtf8);
    };
    let has = |forbidden: fn(char) -> bool| name.contains(forbidden);
    match name {
        "" => Some(Problem::Empty),
        _ if name.starts_with('/') => Some(Problem::Absolute),
        _ if name.contains('\\') => Some(Problem::Backslash),
        _ if has(char::is_control) => Some(Problem::Control),
        _ if has(|c| FORBIDDEN.contains(&c)) => Some(Problem::Forbidden),
        _ if is_too_long(name) => Some(Problem::TooLong),
        _ => name.split('/').find_map(problem_of_part),
    }
}

fn is_too_long(path: &str) -> bool {
    path.len() > LONGEST_PATH || path.bytes().filter(|byte| *byte == b'/').count() >= DEEPEST
}

fn problem_of_part(part: &str) -> Option<Problem> {
    match part {
        "" | "." | ".." => Some(Problem::Dots),
        _ if part.ends_with(['.', ' ']) => Some(Problem::CutEnd),
        _ if part.len() > LONGEST => Some(Problem::TooLong),
        _ if is_device(part) => Some(Problem::Device),
        _ => None,
    }
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part);
    let stem = stem.trim_end().to_lowercase();
    let is_number = |rest: &str| {
        let mut rest = rest.chars();
        let digit = |c: char| c.is_ascii_digit() || "¹²³".contains(c);
        rest.next().is_some_and(digit) && rest.next().is_none()
    };
    let numbered = |name: &&str| stem.strip_prefix(*name).is_some_and(is_number);
    DEVICES.contains(&&*stem) || NUMBERED_DEVICES.iter().any(numbered)
}

/// Where the files of entries go, so that no two share a path on any system, and all are below one folder.
#[must_use]
pub fn targets<'a>(names: impl IntoIterator<Item = &'a [u8]>, on_unsafe: OnUnsafe) -> Vec<Target> {
    let names: Vec<&[u8]> = names.into_iter().collect();
    let problems = problems(&names);
    let mut taken = Taken::default();
    for (name, _) in names.iter().zip(&problems).filter(|(_, p)| p.is_none()) {
        taken.add(name);
    }
    let each = names.iter().zip(problems);
    each.map(|(name, problem)| Target {
        path: match (problem, on_unsafe) {
            (None, _) => Some(String::from_utf8_lossy(name).into_owned()),
            (Some(_), OnUnsafe::Skip) => None,
            (Some(_), OnUnsafe::Rename) => Some(taken.free(&harmless(name))),
        },
        problem,
    })
    .collect()
}

/// The first name that meets another where letter case makes no difference, and that other, by their places: both are
/// one, or one is a folder on the way to the other.
#[must_use]
pub fn meeting<'a>(names: impl IntoIterator<Item = &'a [u8]>) -> Option<(usize, usize)> {
    let names: Vec<&[u8]> = names.into_iter().collect();
    let meets = |problem: &Option<Problem>| {
        matches!(
            problem,
            Some(Problem::Replaced | Problem::CaseOnly | Problem::Folder)
        )
    };
    let one = problems(&names).iter().position(meets)?;
    let folded = fold(names[one]);
    let others = names.iter().enumerate().filter(|(place, _)| *place != one);
    let mut meeting = others.filter(|(_, name)| with_folders(name).any(|path| path == folded));
    meeting.next().map(|(other, _)| (one, other))
}

fn problems(names: &[&[u8]]) -> Vec<Option<Problem>> {
    let last: HashMap<&[u8], usize> = names
        .iter()
        .enumerate()
        .map(|(at, name)| (*name, at))
        .collect();
    let own: Vec<Option<Problem>> = names
        .iter()
        .enumerate()
        .map(|(at, name)| problem(name).or((last[name] != at).then_some(Problem::Replaced)))
        .collect();
    let fine = || {
        names
            .iter()
            .zip(&own)
            .filter(|(_, problem)| problem.is_none())
    };
    let folders: HashSet<String> = fine()
        .flat_map(|(name, _)| with_folders(name).skip(1))
        .collect();
    let mut seen = HashSet::new();
    let shared = names.iter().zip(&own).map(|(name, problem)| {
        if problem.is_some() {
            return *problem;
        }
        let folded = fold(name);
        if folders.contains(&folded) {
            Some(Problem::Folder)
        } else {
            (!seen.insert(folded)).then_some(Problem::CaseOnly)
        }
    });
    shared.collect()
}

/// A name as systems see it that do not tell upper from lower case, nor a letter with its accent from a letter
/// and an accent. Whether these take `ß` for `ss` differs, so it counts as equal.
fn fold(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let composed = name.nfc();
    // Letter by letter: what `Σ` becomes would depend on its neighbours. By way of the upper case, for only that
    // makes `ſ` an `s`; and in lower case first, for `ẞ` is in upper case already.
    let folded = composed
        .flat_map(char::to_lowercase)
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase);
    // Other cases may bring accents of their own.
    folded.nfc().collect()
}

/// The path and the folders that it goes through, folded.
fn with_folders(name: &[u8]) -> impl Iterator<Item = String> {
    let mut next = Some(fold(name));
    std::iter::from_fn(move || {
        let path = next.take()?;
        next = path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        Some(path)
    })
}

/// A path for a name that is none.
fn harmless(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let parts = name
        .split(['/', '\\'])
        .filter(|part| !matches!(*part, "" | "." | ".."));
    let parts: Vec<String> = parts.map(harmless_part).collect();
    if parts.is_empty() {
        return "_".into();
    }
    let path = parts.join("/");
    match parts.last() {
        Some(last) if is_too_long(&path) || path.len() + LONGEST > LONGEST_PATH => last.clone(),
        _ => path,
    }
}

fn harmless_part(part: &str) -> String {
    let is_odd =
        |c: char| c.is_control() || FORBIDDEN.contains(&c) || c == char::REPLACEMENT_CHARACTER;
    let mut part = part.replace(is_odd, "_");
    if part.len() > CUT {
        part.truncate(part.floor_char_boundary(CUT));
    }
    if part.ends_with(['.', ' ']) {
        part.pop();
        part.push('_');
    }
    if is_device(&part) {
        part.insert(0, '_');
    }
    part
}

/// Paths that are in use, folded.
#[derive(Default)]
struct Taken {
    files: HashSet<String>,
    folders: HashSet<String>,
    /// The number to try next, so that a thousand equal names cost no million tries.
    numbers: HashMap<String, u64>,
}

impl Taken {
    fn add(&mut self, path: &[u8]) {
        self.files.insert(fold(path));
        self.folders.extend(with_folders(path).skip(1));
    }

    /// The path, or one like it that nobody has taken; takes it.
    fn free(&mut self, path: &str) -> String {
        let mut folders = with_folders(path.as_bytes()).skip(1);
        let base = if folders.any(|folder| self.files.contains(&folder)) {
            path.rsplit('/').next().unwrap_or(path).to_owned()
        } else {
            path.to_owned()
        };
        let mut chosen = base.clone();
        let mut number = self.numbers.get(&base).copied().unwrap_or(1);
        while self.files.contains(&fold(chosen.as_bytes()))
            || self.folders.contains(&fold(chosen.as_bytes()))
        {
            number += 1;
            chosen = numbered(&base, number);
        }
        self.numbers.insert(base, number);
        self.add(chosen.as_bytes());
        chosen
    }
}

/// A path with a number before its extension.
fn numbered(path: &str, number: u64) -> String {
    let (folder, file) = match path.rsplit_once('/') {
        Some((folder, file)) => (format!("{folder}/"), file),
        None => (String::new(), path),
    };
    match file.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => {
            format!("{folder}{stem}~{number}.{extension}")
        }
        _ => format!("{folder}{file}~{number}"),
    }
}

/// A name as text; odd bytes escaped.
pub(super) fn shown(name: &[u8]) -> String {
    escape(name).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_are_fine() {
        for name in [
            "Data/Box.mdl",
            "a",
            "ä ö/ü.txt",
            ".hidden",
            "a..b",
            "comet/nullable",
            "com12",
            "nul1",
            "conin",
            "conin$1",
        ] {
            assert_eq!(problem(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn names_that_lead_elsewhere_are_problems() {
        let cases: [(&[u8], Problem); 20] = [
            (b"", Problem::Empty),
            (b"/etc/passwd", Problem::Absolute),
            (b"../up", Problem::Dots),
            (b"a/../../up", Problem::Dots),
            (b"./a", Problem::Dots),
            (b"a//b", Problem::Dots),
            (b"a/", Problem::Dots),
            (b"a\\..\\b", Problem::Backslash),
            (b"C:/a", Problem::Forbidden),
            (b"a?", Problem::Forbidden),
            (b"a\nb", Problem::Control),
            (b"a\xff", Problem::NotUtf8),
            (b"x/NUL.txt", Problem::Device),
            (b"com1 .a", Problem::Device),
            ("LPT²".as_bytes(), Problem::Device),
            (b"CONIN$", Problem::Device),
            (b"a/conout$.txt/b", Problem::Device),
            (b"a.", Problem::CutEnd),
            (b"a /b", Problem::CutEnd),
            (&[b'a'; 256], Problem::TooLong),
        ];
        for (name, expected) in cases {
            assert_eq!(problem(name), Some(expected), "{}", shown(name));
        }
    }

    fn paths(names: &[&str], on_unsafe: OnUnsafe) -> Vec<Option<String>> {
        let names = names.iter().map(|name| name.as_bytes());
        let targets = targets(names, on_unsafe);
        targets.into_iter().map(|target| target.path).collect()
    }

    #[test]
    fn names_that_meet_are_problems() {
        let names = ["a.txt", "A.TXT", "b", "b/c", "a.txt"];
        let all = targets(names.iter().map(|name| name.as_bytes()), OnUnsafe::Skip);
        let problems: Vec<_> = all.iter().map(|target| target.problem).collect();
        let expected = [
            Some(Problem::Replaced),
            None,
            Some(Problem::Folder),
            None,
            Some(Problem::CaseOnly),
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn names_that_unicode_takes_for_equal_meet() {
        let (whole, parts) = ("Stra\u{df}e/\u{e9}.txt", "stra\u{df}e/e\u{301}.txt");
        assert_eq!(
            paths(&[whole, parts], OnUnsafe::Skip),
            [Some(whole.to_owned()), None]
        );
        let renamed = paths(&[whole, parts], OnUnsafe::Rename);
        assert_eq!(renamed[1].as_deref(), Some("stra\u{df}e/e\u{301}~2.txt"));
        // A folder and a file meet as well.
        let all = targets(
            ["\u{e9}", "e\u{301}/a"].iter().map(|name| name.as_bytes()),
            OnUnsafe::Skip,
        );
        assert_eq!(all[0].problem, Some(Problem::Folder));
    }

    #[test]
    fn letters_that_become_others_in_upper_case_meet() {
        for (one, other) in [
            ("stra\u{df}e", "STRASSE"),
            ("STRA\u{1e9e}E", "strasse"),
            ("\u{17f}", "s"),
            ("\u{3c2}", "\u{3a3}"),
            ("\u{212a}", "k"),
        ] {
            let names = [one, "x", other].map(str::as_bytes);
            assert_eq!(meeting(names), Some((2, 0)), "{one} {other}");
            let folder = format!("{other}/x");
            let names = [one.as_bytes(), folder.as_bytes()];
            assert_eq!(meeting(names), Some((0, 1)), "{one} {other}");
        }
        assert_eq!(meeting(["s", "ss", "\u{e9}", "e"].map(str::as_bytes)), None);
    }

    #[test]
    fn renamed_files_have_a_place_of_their_own() {
        let names = [
            "../x.txt", "x.txt", "X.txt", "/x.txt", "b", "/b/c", "nul.a", "", "q\\r", "..", "b.",
        ];
        let expected = [
            "x~2.txt", "x.txt", "X~3.txt", "x~4.txt", "b", "c", "_nul.a", "_", "q/r", "_~2", "b_",
        ];
        // "x~2.txt" and "X~3.txt" count apart: their bases differ in case.
        let renamed = paths(&names, OnUnsafe::Rename);
        let renamed: Vec<_> = renamed.into_iter().flatten().collect();
        assert_eq!(renamed, expected);
    }

    #[test]
    fn many_equal_names_cost_little() {
        let names = vec!["/a"; 50_000];
        let renamed = paths(&names, OnUnsafe::Rename);
        assert_eq!(renamed[49_999].as_deref(), Some("a~50000"));
    }
}
