//! Where the files of a package go.

use std::collections::HashMap;

use super::{
    among::problems,
    fold::fold,
    policy::{Problem, Systems},
    sanitize::{numbered, sanitize},
};

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
    pub path: Option<Vec<u8>>,
    /// What is wrong with the name, perhaps on other systems only.
    pub problem: Option<Problem>,
}

/// Where the files of entries go, so that no two share a path on these systems, and all are below one folder.
#[must_use]
pub fn targets<'a>(
    names: impl IntoIterator<Item = &'a [u8]>,
    systems: Systems,
    on_unsafe: OnUnsafe,
) -> Vec<Target> {
    let names: Vec<&[u8]> = names.into_iter().collect();
    let problems = problems(&names);
    let stays = |problem: &Option<Problem>| problem.is_none_or(|one| !one.concerns(systems));
    let mut taken = Taken::default();
    for (name, _) in names.iter().zip(&problems).filter(|(_, p)| stays(p)) {
        taken.paths.add(fold(name).as_bytes());
    }
    let each = names.iter().zip(problems);
    each.map(|(name, problem)| Target {
        path: match on_unsafe {
            _ if stays(&problem) => Some(name.to_vec()),
            OnUnsafe::Skip => None,
            OnUnsafe::Rename => Some(taken.free(&sanitize(name)).into_bytes()),
        },
        problem,
    })
    .collect()
}

/// The first name that meets another only where letter case makes no difference, and that other, by their places: both
/// are one, or one is a folder on the way to the other.
#[must_use]
pub fn find_collision<'a>(names: impl IntoIterator<Item = &'a [u8]>) -> Option<(usize, usize)> {
    let names: Vec<&[u8]> = names.into_iter().collect();
    let meets = |problem: &Option<Problem>| {
        matches!(problem, Some(Problem::CaseOnly | Problem::FolderCase))
    };
    let one = problems(&names).iter().position(meets)?;
    let folded = fold(names[one]);
    let mut others = names.iter().enumerate().filter(|(place, _)| *place != one);
    let other = others.find(|(_, name)| {
        let name = fold(name);
        let below = name.strip_prefix(&folded);
        below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    });
    other.map(|(other, _)| (one, other))
}

/// Paths, part by part: what they take is no more than their length, however deep they are.
#[derive(Default)]
struct Paths {
    /// Which node a part leads to from which node. The root is 0.
    parts: HashMap<(usize, Box<[u8]>), usize>,
    /// For each node but the root whether it is a file and whether it is a folder.
    nodes: Vec<(bool, bool)>,
}

impl Paths {
    fn add(&mut self, path: &[u8]) {
        let mut node = 0;
        let mut parts = path.split(|byte| *byte == b'/').peekable();
        while let Some(part) = parts.next() {
            let next = self.nodes.len() + 1;
            node = *self.parts.entry((node, part.into())).or_insert(next);
            if node == next {
                self.nodes.push((false, false));
            }
            let (is_file, is_folder) = &mut self.nodes[node - 1];
            match parts.peek() {
                Some(_) => *is_folder = true,
                None => *is_file = true,
            }
        }
    }

    /// What is known of a path, and of each folder on the way to it.
    fn nodes(&self, path: &[u8]) -> impl Iterator<Item = Option<(bool, bool)>> {
        let mut node = Some(0);
        path.split(|byte| *byte == b'/').map(move |part| {
            node = node.and_then(|node| self.parts.get(&(node, part.into())).copied());
            node.map(|node| self.nodes[node - 1])
        })
    }

    fn has(&self, path: &[u8]) -> bool {
        self.nodes(path).last().flatten().is_some()
    }

    /// Whether a file stands on the way to a path.
    fn is_blocked(&self, path: &[u8]) -> bool {
        path.iter()
            .rposition(|byte| *byte == b'/')
            .is_some_and(|end| {
                let mut folders = self.nodes(&path[..end]);
                folders.any(|node| node.is_some_and(|(is_file, _)| is_file))
            })
    }
}

/// Paths that are in use.
#[derive(Default)]
struct Taken {
    /// Folded.
    paths: Paths,
    /// The number to try next for a folded path, so that a thousand equal names cost no million tries.
    numbers: HashMap<String, u64>,
}

impl Taken {
    /// The path, or one like it that nobody has taken; takes it.
    fn free(&mut self, path: &str) -> String {
        let base = if self.paths.is_blocked(fold(path.as_bytes()).as_bytes()) {
            path.rsplit('/').next().unwrap_or(path)
        } else {
            path
        };
        let mut chosen = base.to_owned();
        let mut folded = fold(base.as_bytes());
        let number = self.numbers.entry(folded.clone()).or_insert(1);
        while self.paths.has(folded.as_bytes()) {
            *number += 1;
            chosen = numbered(base, *number);
            folded = fold(chosen.as_bytes());
        }
        self.paths.add(folded.as_bytes());
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(names: &[&str], systems: Systems, on_unsafe: OnUnsafe) -> Vec<Target> {
        targets(names.iter().map(|name| name.as_bytes()), systems, on_unsafe)
    }

    fn paths(names: &[&str], on_unsafe: OnUnsafe) -> Vec<Option<String>> {
        let targets = all(names, Systems::All, on_unsafe);
        let text = |path| String::from_utf8(path).unwrap();
        targets.into_iter().map(|t| t.path.map(text)).collect()
    }

    #[test]
    fn names_that_meet_are_problems() {
        let names = ["a.txt", "A.TXT", "b", "b/c", "a.txt", "B"];
        let all = all(&names, Systems::All, OnUnsafe::Skip);
        let problems: Vec<_> = all.iter().map(|target| target.problem).collect();
        let expected = [
            Some(Problem::Replaced),
            None,
            Some(Problem::Folder),
            None,
            Some(Problem::CaseOnly),
            Some(Problem::FolderCase),
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
        let all = all(&["\u{e9}", "e\u{301}/a"], Systems::All, OnUnsafe::Skip);
        assert_eq!(all[0].problem, Some(Problem::FolderCase));
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
            assert_eq!(find_collision(names), Some((2, 0)), "{one} {other}");
            let folder = format!("{other}/x");
            let names = [one.as_bytes(), folder.as_bytes()];
            assert_eq!(find_collision(names), Some((0, 1)), "{one} {other}");
        }
        assert_eq!(
            find_collision(["s", "ss", "\u{e9}", "e"].map(str::as_bytes)),
            None
        );
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
    fn names_that_windows_cannot_have_stay_elsewhere() {
        let names = ["nul.a", "x", "X", "a\\b", "x/../y", "b", "b/c", "B", "/nul"];
        let paths = |systems, on_unsafe| {
            let targets = all(&names, systems, on_unsafe).into_iter();
            let text = |path| String::from_utf8(path).unwrap();
            let paths = targets.map(|target| target.path.map_or("-".into(), text));
            paths.collect::<Vec<String>>().join(" ")
        };
        assert_eq!(
            paths(Systems::Unix, OnUnsafe::Skip),
            "nul.a x X a\\b - - b/c B -"
        );
        assert_eq!(
            paths(Systems::Unix, OnUnsafe::Rename),
            "nul.a x X a\\b y b~2 b/c B _nul"
        );
        assert_eq!(paths(Systems::All, OnUnsafe::Skip), "- x - - - - b/c - -");
        assert_eq!(
            paths(Systems::All, OnUnsafe::Rename),
            "_nul.a x X~2 a/b y b~2 b/c B~3 _nul"
        );
    }

    #[test]
    fn many_names_cost_in_proportion() {
        let names = vec!["/a"; 50_000];
        let renamed = paths(&names, OnUnsafe::Rename);
        assert_eq!(renamed[49_999].as_deref(), Some("a~50000"));
        // One name in all its letter cases, all of which want the same number.
        let cases = (0..1 << 14).map(|bits: u32| {
            let letters = (0..14).map(|at| if bits >> at & 1 == 0 { 'a' } else { 'A' });
            letters.collect::<String>()
        });
        let cases: Vec<String> = cases.collect();
        let names: Vec<&str> = cases.iter().map(String::as_str).collect();
        let renamed = paths(&names, OnUnsafe::Rename);
        assert_eq!(renamed[16_383].as_deref(), Some("AAAAAAAAAAAAAA~16384"));
    }

    #[test]
    fn deep_names_take_no_more_than_their_length() {
        let mut paths = Paths::default();
        let deep = "a/".repeat(2000);
        for number in 0..50 {
            paths.add(format!("{deep}{number}").as_bytes());
        }
        assert_eq!(paths.nodes.len(), 2050);
    }
}
