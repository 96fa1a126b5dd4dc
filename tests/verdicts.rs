//! What `compare` says of two layouts holds for files: layouts are changed in many small ways, and fixtures, whole and
//! damaged, are read under both.

use std::collections::BTreeMap;

use conformance::fixtures;
use formwork_export::{
    compare::{self, Verdict, verdict},
    descriptor,
};
use formwork_formats::FORMATS;
use formwork_schema::{
    Layout, Limits, Result,
    walk::{Leaf, Visitor, WalkOptions, walk},
};

/// Everything that takes bytes, in order.
#[derive(Default, PartialEq)]
struct Seen(Vec<String>);

impl Visitor for Seen {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if !leaf.range.is_empty() {
            self.0.push(format!("{:?} {:?}", leaf.range, leaf.value));
        }
        Ok(())
    }
}

/// What a layout sees in a file, and where it ends; none when it refuses it.
fn seen(layout: &Layout, bytes: &[u8]) -> Option<(Seen, u64)> {
    let mut seen = Seen::default();
    let options = WalkOptions {
        limits: Limits::default(),
        dialect: None,
    };
    let walked = walk(layout, bytes, &options, &mut seen).ok()?;
    Some((seen, walked.end))
}

/// Words of descriptors, and what they become.
const WORDS: [(&str, &str); 20] = [
    ("\"u8\"", "\"i8\""),
    ("\"u32\"", "\"u16\""),
    ("\"u32\"", "\"i32\""),
    ("\"u16\"", "\"u32\""),
    ("\"f32\"", "\"u32\""),
    ("\"string\"", "\"u8\""),
    ("\"vle\"", "\"u32\""),
    ("\"bool\"", "\"u8\""),
    ("\"little\"", "\"big\""),
    ("<packed ", "<list "),
    ("==", "!="),
    ("==", ">="),
    (">=", "=="),
    (" has ", " == "),
    (" &amp;&amp; ", " || "),
    (" || ", " &amp;&amp; "),
    ("!", ""),
    (" then ", " * 0 then "),
    (" * ", " + "),
    ("count=\"", "count=\"0 * "),
];

/// A descriptor with one small change, in every way that is known here.
fn changed(xml: &str) -> Vec<String> {
    let mut all = Vec::new();
    let lines: Vec<&str> = xml.lines().collect();
    for at in 1..lines.len() {
        let line = lines[at];
        let mut put = |with: &[&str], until: usize| {
            let all_lines = [&lines[..at], with, &lines[until..]].concat();
            all.push(all_lines.join("\n"));
        };
        put(&[], at + 1);
        if let Some(next) = lines.get(at + 1) {
            put(&[*next, line], at + 2);
        }
        let twin = line.replacen("name=\"", "name=\"second_", 1);
        put(&[line, twin.as_str()], at + 1);
        put(&[twin.as_str(), line], at + 1);
        put(&[twin.as_str()], at + 1);
        for (from, to) in WORDS {
            if line.contains(from) {
                put(&[line.replacen(from, to, 1).as_str()], at + 1);
            }
        }
        for name in [
            "when", "endian", "args", "unit", "item", "of", "magic", "style", "visible", "since",
        ] {
            if let Some(without) = without(line, name) {
                put(&[without.as_str()], at + 1);
            }
        }
        for (digit, c) in line.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
            let other = if c == '9' {
                '8'
            } else {
                char::from(c as u8 + 1)
            };
            put(
                &[format!("{}{other}{}", &line[..digit], &line[digit + 1..]).as_str()],
                at + 1,
            );
        }
    }
    all
}

/// A line without one of its attributes.
fn without(line: &str, name: &str) -> Option<String> {
    let start = line.find(&format!(" {name}=\""))?;
    let value = start + name.len() + 3;
    let end = value + line[value..].find('"')? + 1;
    Some([&line[..start], &line[end..]].concat())
}

/// A file, and the same with one byte changed in places all over it.
fn damaged(bytes: &[u8]) -> Vec<Vec<u8>> {
    let step = bytes.len().div_ceil(3).max(1);
    let places = (0..bytes.len()).step_by(step);
    let one = |at: usize| {
        let mut copy = bytes.to_vec();
        copy[at] = copy[at].wrapping_add(1);
        copy
    };
    std::iter::once(bytes.to_vec())
        .chain(places.map(one))
        .collect()
}

/// Fixtures above this are left out: each is walked hundreds of times.
const LONGEST: usize = 512;

#[test]
fn verdicts_hold_for_files() {
    let mut files: BTreeMap<String, Vec<Vec<u8>>> = BTreeMap::new();
    for fixture in fixtures::all()
        .iter()
        .filter(|one| one.bytes.len() <= LONGEST)
    {
        let of = files.entry(fixture.format()).or_default();
        of.extend(damaged(&fixture.bytes));
    }
    let mut wrong = Vec::new();
    let mut counts = [0; 3];
    for info in FORMATS {
        let Some(old) = info.layout() else { continue };
        let files = &files[info.id()];
        let before: Vec<_> = files.iter().map(|bytes| seen(old, bytes)).collect();
        let layouts = changed(&descriptor::print(old)).into_iter();
        let parsed = layouts.filter_map(|xml| descriptor::parse(&xml).ok());
        for new in parsed.filter(|new| new != old) {
            let changes = compare::layouts(old, &new);
            let verdict = verdict(&changes);
            counts[verdict as usize] += 1;
            if verdict == Verdict::Breaks {
                continue;
            }
            for (bytes, before) in files.iter().zip(&before) {
                let after = seen(&new, bytes);
                let holds = *before == after || (before.is_none() && verdict == Verdict::ReadsMore);
                if !holds {
                    wrong.push(format!("{}: {verdict:?}: {changes:?}", info.id()));
                    break;
                }
            }
        }
    }
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{counts:?}\n{}", wrong.join("\n"));
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}
