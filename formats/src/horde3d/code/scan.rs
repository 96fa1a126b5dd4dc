//! What the engine sees in code: includes and flags outside comments.

use formwork_schema::Rule;

use crate::horde3d::code::rules;
use std::ops::Range;

/// What the engine sees in a piece of code, as ranges of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::horde3d) struct Scan {
    /// `#include` lines.
    pub(in crate::horde3d) includes: Vec<Include>,
    /// Names `_F<digit><digit>_…`.
    pub(in crate::horde3d) flags: Vec<Flag>,
    /// The first `#include` without two quotes; the engine stops there and drops the code.
    pub(in crate::horde3d) fault: Option<usize>,
    /// Other directives and words that are worth a diagnostic: code of the diagnostic, and place.
    pub(in crate::horde3d) marks: Vec<(&'static Rule, usize)>,
    /// The comment that the code ends in.
    pub(in crate::horde3d) open: Option<usize>,
}

/// An `#include`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::horde3d) struct Include {
    /// Where its `#` is.
    pub(in crate::horde3d) at: usize,
    /// The name: from the first quote of the line to the last.
    pub(in crate::horde3d) name: Range<usize>,
}

/// A flag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::horde3d) struct Flag {
    /// Where its name begins.
    pub(in crate::horde3d) at: usize,
    /// Its number, 0 to 99; flags are 1 to 32.
    pub(in crate::horde3d) number: u8,
    /// What the engine deletes: all after the first five bytes, up to a blank or the end of the line.
    pub(in crate::horde3d) deleted: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Code,
    Line(usize),
    Block(usize),
}

const INCLUDE: &[u8] = b"#include";

/// Goes through code as the engine does, mistakes about comments included: `/*/` is a whole one, and the `/` that
/// ends one may begin the next.
pub(in crate::horde3d) fn scan(code: &[u8]) -> Scan {
    let mut scan = Scan::default();
    let mut inside = Inside::Code;
    let mut at = 0;
    while at < code.len() {
        let rest = code.get(at..).unwrap_or_default();
        inside = step(inside, rest, at);
        if inside == Inside::Code {
            if rest.starts_with(INCLUDE) {
                let line = rest.get(INCLUDE.len()..).unwrap_or_default();
                let length = line.iter().position(is_end).unwrap_or(line.len());
                let start = at + INCLUDE.len();
                let Some(name) = name(line.get(..length).unwrap_or_default(), start) else {
                    scan.fault = Some(at);
                    return scan;
                };
                scan.includes.push(Include { at, name });
                at = start + length;
            } else if let Some(number) = flag(rest) {
                let start = at + 5;
                let deleted = start..start + up_to_blank(rest.get(5..).unwrap_or_default());
                at = deleted.end;
                scan.flags.push(Flag {
                    at: start - 5,
                    number,
                    deleted,
                });
            } else {
                scan.marks.extend(mark(rest).map(|code| (code, at)));
            }
        }
        at += 1;
    }
    scan.open = match inside {
        Inside::Code => None,
        Inside::Line(at) | Inside::Block(at) => Some(at),
    };
    scan
}

fn step(inside: Inside, rest: &[u8], at: usize) -> Inside {
    let inside = match inside {
        Inside::Code if rest.starts_with(b"//") => Inside::Line(at),
        Inside::Code if rest.starts_with(b"/*") => Inside::Block(at),
        _ => inside,
    };
    match inside {
        Inside::Line(_) if rest.first().is_some_and(is_end) => Inside::Code,
        Inside::Block(_) if rest.starts_with(b"*/") => Inside::Code,
        _ => inside,
    }
}

fn is_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// From after the first quote to the last, of at least two.
fn name(line: &[u8], start: usize) -> Option<Range<usize>> {
    let first = line.iter().position(|byte| *byte == b'"')?;
    let last = line.iter().rposition(|byte| *byte == b'"')?;
    (first < last).then_some(start + first + 1..start + last)
}

fn flag(rest: &[u8]) -> Option<u8> {
    match rest {
        [b'_', b'F', tens @ b'0'..=b'9', ones @ b'0'..=b'9', b'_', ..] => {
            Some((tens - b'0') * 10 + (ones - b'0'))
        }
        _ => None,
    }
}

fn up_to_blank(rest: &[u8]) -> usize {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    rest.iter().position(is_blank).unwrap_or(rest.len())
}

/// What is worth a diagnostic at the beginning of this code.
fn mark(rest: &[u8]) -> Option<&'static Rule> {
    if rest.starts_with(b"InsCode") {
        return Some(&rules::LEGACY_INS_CODE);
    }
    let [b'#', directive @ ..] = rest else {
        return None;
    };
    let blanks = directive
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'));
    let blanks = blanks.count();
    let word = directive.get(blanks..).unwrap_or_default();
    if word.starts_with(b"version") {
        Some(&rules::VERSION_DIRECTIVE)
    } else if blanks > 0 && word.starts_with(b"include") {
        Some(&rules::SPACED_INCLUDE)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(code: &str) -> Vec<&str> {
        let scan = scan(code.as_bytes());
        assert_eq!(scan.fault, None, "{code}");
        let name = |include: Include| &code[include.name];
        scan.includes.into_iter().map(name).collect()
    }

    fn deleted(code: &str) -> Vec<(u8, &str)> {
        let flags = scan(code.as_bytes()).flags;
        let deleted = |flag: Flag| (flag.number, &code[flag.deleted]);
        flags.into_iter().map(deleted).collect()
    }

    #[test]
    fn includes_run_from_the_first_quote_to_the_last() {
        assert_eq!(
            names("#include \"a/b.glsl\"\n#include\"c\"\r\n"),
            ["a/b.glsl", "c"]
        );
        assert_eq!(names("  #include <x> \"a\" // \"b\"\n"), ["a\" // \"b"]);
        assert_eq!(
            names("// #include \"a\"\n/* #include \"b\" */ #include \"c\""),
            ["c"]
        );
        assert_eq!(names("#include \"\""), [""]);
    }

    #[test]
    fn an_include_without_two_quotes_ends_it() {
        for code in ["x#include <a>\n", "x#include \"a\n\"", "x#include"] {
            assert_eq!(scan(code.as_bytes()).fault, Some(1), "{code}");
        }
    }

    #[test]
    fn flags_lose_all_up_to_a_blank() {
        assert_eq!(deleted("#ifdef _F01_Skinning\n"), [(1, "Skinning")]);
        assert_eq!(
            deleted("#if defined(_F02_A)\t&& x_F33_"),
            [(2, "A)"), (33, "")]
        );
        assert_eq!(
            deleted("_F01_/*\n_F02_*/ _F03_"),
            [(1, "/*"), (2, "*/"), (3, "")]
        );
        assert_eq!(deleted("_F1_ _Fab_ _f01_ // _F04_\n/*_F05_*/"), []);
    }

    #[test]
    fn comments_are_those_of_the_engine() {
        assert_eq!(deleted("/*/ _F01_"), [(1, "")]);
        assert_eq!(deleted("/* */* _F01_\n*/ _F02_"), [(2, "")]);
        assert_eq!(deleted("/* *// _F01_\n_F02_"), [(2, "")]);
        assert_eq!(scan(b"a // b").open, Some(2));
        assert_eq!(scan(b"a /* b").open, Some(2));
        assert_eq!(scan(b"a // b\n").open, None);
    }

    #[test]
    fn directives_are_marked() {
        let marks = scan(b"#version 120\n# include \"a\"\n//#version\n<InsCode code=\"x\"/>").marks;
        assert_eq!(
            marks,
            [
                (&rules::VERSION_DIRECTIVE, 0),
                (&rules::SPACED_INCLUDE, 13),
                (&rules::LEGACY_INS_CODE, 39)
            ]
        );
    }
}
