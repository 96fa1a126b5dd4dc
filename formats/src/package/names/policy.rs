//! [`Problem`]: why the name of an entry is not a path of a file.

use formwork_schema::{Rule, escape::escape};

use crate::package::rules;

/// The longest name of a file or folder that any system takes, in bytes.
pub(super) const LONGEST: usize = 255;
/// The longest path that any system takes.
const LONGEST_ANYWHERE: usize = 4096;
/// The longest path that every system takes, more or less, in bytes.
pub(super) const LONGEST_PATH: usize = 1024;
/// More folders inside one another than anyone has.
const DEEPEST: usize = 64;
/// What Windows takes for devices, whatever extension follows.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];
/// The same, with a digit behind.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];
/// What Windows takes in no name.
pub(super) const FORBIDDEN: [char; 7] = [':', '<', '>', '"', '|', '?', '*'];

/// The systems on which names must be possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Systems {
    /// Those on which a name is bytes, and only a slash separates folders: all but Windows.
    Unix,
    /// Every system, also those that do not tell upper from lower case.
    All,
}

impl Systems {
    /// What this program runs on.
    #[must_use]
    pub const fn here() -> Self {
        if cfg!(windows) { Self::All } else { Self::Unix }
    }
}

/// Why the name of an entry is not a path of a file of its own, on every system and below one folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Problem {
    /// No name at all.
    Empty,
    /// Begins with a slash or a backslash.
    Absolute,
    /// Begins with a drive letter and a slash.
    Drive,
    /// Goes up, or stays where it is: `..`, `.`, or two slashes in a row; `..` also between backslashes.
    Dots,
    /// Longer than 255 bytes between two slashes, or than 4096 in all.
    TooLong,
    /// A later entry has the same name; engines find only that one.
    Replaced,
    /// Another entry is in a folder of this name.
    Folder,
    /// Is where version control keeps its own, such as `.git/hooks`, or leads through it.
    VersionControl,
    /// No UTF-8.
    NotUtf8,
    /// A backslash, which separates folders on Windows only.
    Backslash,
    /// A control character.
    Control,
    /// A character that Windows takes in no name.
    Forbidden,
    /// Longer than 1024 bytes in all, or deeper than 64 folders.
    LongPath,
    /// A dot or a blank at the end, which Windows cuts.
    CutEnd,
    /// A device of Windows, such as `aux.txt`.
    Device,
    /// An earlier entry has the same name in other letter case, or with accents put together in another way.
    CaseOnly,
    /// Another entry is in a folder of this name in other letter case.
    FolderCase,
}

impl Problem {
    /// Whether it keeps the name from being a path of its own on these systems. What leads out of the folder, or is
    /// the path of another entry, does so everywhere.
    #[must_use]
    pub const fn concerns(self, systems: Systems) -> bool {
        match self {
            Self::Empty
            | Self::Absolute
            | Self::Drive
            | Self::Dots
            | Self::TooLong
            | Self::Replaced
            | Self::Folder
            | Self::VersionControl => true,
            _ => matches!(systems, Systems::All),
        }
    }

    /// The rule that it breaks.
    #[must_use]
    pub fn rule(self) -> &'static Rule {
        match self {
            Self::Replaced => &rules::DUPLICATE_NAME,
            Self::CaseOnly => &rules::NAME_DIFFERS_IN_CASE,
            Self::Folder | Self::FolderCase => &rules::NAME_OF_A_FOLDER,
            _ => &rules::UNSAFE_NAME,
        }
    }

    /// What is wrong, in words that follow the name.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Empty => "is empty",
            Self::Absolute => "begins with a slash or a backslash",
            Self::Drive => "begins with a drive letter",
            Self::Dots => "goes through `.`, `..` or an empty name",
            Self::TooLong => "is too long",
            Self::Replaced => "is replaced by a later entry of the same name",
            Self::Folder => "is also the folder of another entry",
            Self::VersionControl => "is version control's own, which may run what is in there",
            Self::NotUtf8 => "is not UTF-8",
            Self::Backslash => "has a backslash, which separates folders on Windows",
            Self::Control => "has a control character",
            Self::Forbidden => "has a character that Windows takes in no name",
            Self::LongPath => "is longer than some systems take",
            Self::CutEnd => "ends with a dot or a blank, which Windows cuts",
            Self::Device => "is a device of Windows",
            Self::CaseOnly => {
                "differs from an earlier one in letter case only, or in how Unicode writes it"
            }
            Self::FolderCase => {
                "is also the folder of another entry where letter case makes no difference"
            }
        }
    }
}

/// Folders that version control keeps its own in.
const VERSION_CONTROL: [&str; 8] = [
    ".git", ".svn", ".hg", ".bzr", ".jj", ".pijul", "_darcs", "CVS",
];

/// What is wrong with a name, whatever other entries are called: first what is wrong on all systems.
#[must_use]
pub fn problem(name: &[u8]) -> Option<Problem> {
    impossible(name).or_else(|| impossible_elsewhere(name))
}

/// What is a path of a file below a folder on no system, or leads out of the folder on one.
pub(super) fn impossible(name: &[u8]) -> Option<Problem> {
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    let mut parts = name.split(|byte| *byte == b'/');
    let mut finer = name.split(is_separator);
    match name {
        [] => Some(Problem::Empty),
        [first, ..] if is_separator(first) => Some(Problem::Absolute),
        [letter, b':', rest @ ..]
            if letter.is_ascii_alphabetic() && rest.first().is_none_or(is_separator) =>
        {
            Some(Problem::Drive)
        }
        _ if name.len() > LONGEST_ANYWHERE => Some(Problem::TooLong),
        _ if parts.clone().any(|part| matches!(part, b"" | b"." | b"..")) => Some(Problem::Dots),
        _ if finer.clone().any(|part| part == b"..") => Some(Problem::Dots),
        _ if parts.any(|part| part.len() > LONGEST) => Some(Problem::TooLong),
        _ if finer.any(is_run) => Some(Problem::VersionControl),
        _ => None,
    }
}

/// Whether version control runs what is in a folder of this name: hooks and settings that name programs.
pub(super) fn is_run(name: &[u8]) -> bool {
    !matches!(name.first(), Some(b'_' | b'C' | b'c')) && is_version_control(name)
}

/// Whether a file or folder of this name is version control's own: in any letter case, with what Windows cuts from its end, under the
/// short name that Windows gives `.git`, or with characters that macOS ignores.
#[must_use]
pub fn is_version_control(name: &[u8]) -> bool {
    let other = str::from_utf8(name).ok().filter(|name| !name.is_ascii());
    let seen = other.map(|name| name.replace(is_ignored, ""));
    let name = seen.as_ref().map_or(name, |name| name.as_bytes());
    let end = name.iter().rposition(|byte| !matches!(byte, b'.' | b' '));
    let name = end.map_or(name, |end| &name[..=end]);
    let mut all = VERSION_CONTROL.iter().chain([&SHORT_GIT]);
    all.any(|own| name.eq_ignore_ascii_case(own.as_bytes()))
}

/// The name of `.git` of eight characters, on Windows.
const SHORT_GIT: &str = "git~1";

/// Characters that HFS+, the former file system of macOS, does not see in names.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// What Windows, or some other system, cannot have, but a system can whose names are bytes.
pub(super) fn impossible_elsewhere(name: &[u8]) -> Option<Problem> {
    let Ok(name) = std::str::from_utf8(name) else {
        return Some(Problem::NotUtf8);
    };
    match name {
        _ if name.contains('\\') => Some(Problem::Backslash),
        _ if name.contains(char::is_control) => Some(Problem::Control),
        _ if name.contains(FORBIDDEN) => Some(Problem::Forbidden),
        _ if is_long(name) => Some(Problem::LongPath),
        _ => name.split('/').find_map(|part| match part {
            _ if part.ends_with(['.', ' ']) => Some(Problem::CutEnd),
            _ => is_device(part).then_some(Problem::Device),
        }),
    }
}

pub(super) fn is_long(path: &str) -> bool {
    path.len() > LONGEST_PATH || path.bytes().filter(|byte| *byte == b'/').count() >= DEEPEST
}

pub(super) fn is_device(part: &str) -> bool {
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

/// A name as text; odd bytes escaped.
pub(crate) fn shown(name: &[u8]) -> String {
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
            ".gitignore",
            "a.git",
            "git~2",
            "CVS/Root",
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
    fn names_that_lead_elsewhere_are_problems_everywhere() {
        let cases: [(&[u8], Problem); 23] = [
            (b".git/hooks/pre-commit", Problem::VersionControl),
            (b"GIT~1/hooks/pre-commit", Problem::VersionControl),
            (
                ".g\u{200c}it/hooks/pre-commit".as_bytes(),
                Problem::VersionControl,
            ),
            (
                "\u{feff}.git/hooks/pre-commit".as_bytes(),
                Problem::VersionControl,
            ),
            (b"a\\.GIT. \\config", Problem::VersionControl),
            (b"a/.hg", Problem::VersionControl),
            (b"", Problem::Empty),
            (b"/etc/passwd", Problem::Absolute),
            (b"\\\\server\\share", Problem::Absolute),
            (b"../up", Problem::Dots),
            (b"a/../../up", Problem::Dots),
            (b"..\\up", Problem::Dots),
            (b"a\\..\\b", Problem::Dots),
            (b"a\\../\xff", Problem::Dots),
            (b"./a", Problem::Dots),
            (b"a//b", Problem::Dots),
            (b"a/", Problem::Dots),
            (b"C:/a", Problem::Drive),
            (b"c:\\a", Problem::Drive),
            (b"C:", Problem::Drive),
            (b"..", Problem::Dots),
            (&[b'a'; 256], Problem::TooLong),
            (&[b'/'; 1], Problem::Absolute),
        ];
        for (name, expected) in cases {
            assert_eq!(problem(name), Some(expected), "{}", shown(name));
            assert!(expected.concerns(Systems::Unix) && expected.concerns(Systems::All));
        }
    }

    #[test]
    fn names_that_windows_cannot_have_are_problems_there() {
        let deep = "a/".repeat(64) + "b";
        let cases: [(&[u8], Problem); 15] = [
            (b"a\\b", Problem::Backslash),
            (b"a:b", Problem::Forbidden),
            (b"ab:/c", Problem::Forbidden),
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
            (b"a/.. /b", Problem::CutEnd),
            (deep.as_bytes(), Problem::LongPath),
        ];
        for (name, expected) in cases {
            assert_eq!(problem(name), Some(expected), "{}", shown(name));
            assert!(!expected.concerns(Systems::Unix) && expected.concerns(Systems::All));
        }
    }
}
