//! Every rule says all it should, has a file that breaks it and one that does not, and is told where it should be.
//!
//! Files that break rules are made from fixtures: `rules/*.json` has lists of cases, each with the code of the rule, the fixture it
//! begins with, and what becomes of its JSON (`set`: pointers and values, `repeat`: pointers of lists, and how often their first item
//! is to be there, `remove`: pointers), of its text (`replace`: what, by what, and how often that) or of its bytes (`put`: pairs of
//! an offset and the bytes there, `cut`: how many of the first bytes are left). Pictures are those of `pictures/`.
//! Rules without a case are broken by fixtures as they are.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use bytes::Bytes;
use conformance::{
    fixtures::{self, Fixture, pictures},
    texts,
};
use formwork_formats::{Profile, diagnose, format, open, open_as, rules};
use formwork_schema::{Diagnostic, Engines, Limits, Severity};
use serde_json::Value;

/// A file that is made to break a rule.
struct Case {
    code: String,
    base: String,
    set: Vec<(String, Value)>,
    repeat: Vec<(String, usize)>,
    remove: Vec<String>,
    replace: Vec<(String, String)>,
    /// Bytes that are put over those at an offset.
    put: Vec<(usize, Vec<u8>)>,
    cut: Option<usize>,
    /// What the engine was seen to do with it, or its source says.
    engine: Option<String>,
}

fn cases() -> Vec<Case> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rules");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let list: Vec<Value> =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        all.extend(list.iter().map(case));
    }
    all
}

fn case(value: &Value) -> Case {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let list = |name: &str| value[name].as_array().cloned().unwrap_or_default();
    let set = value["set"].as_object().cloned().unwrap_or_default();
    Case {
        code: text(&value["code"]),
        base: text(&value["base"]),
        set: set.into_iter().collect(),
        repeat: value["repeat"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(pointer, count)| (pointer.clone(), count.as_u64().expect("a count") as usize))
            .collect(),
        remove: list("remove").iter().map(text).collect(),
        replace: list("replace")
            .iter()
            .map(|one| {
                let times = one[2].as_u64().unwrap_or(1) as usize;
                (text(&one[0]), text(&one[1]).repeat(times))
            })
            .collect(),
        put: list("put")
            .into_iter()
            .map(|pair| serde_json::from_value(pair).expect("an offset and bytes"))
            .collect(),
        cut: value["cut"].as_u64().map(|count| count as usize),
        engine: value["engine"].as_str().map(str::to_owned),
    }
}

/// All fixtures, by path.
fn all() -> BTreeMap<String, Fixture> {
    let pictures = pictures::all().into_iter().map(|file| Fixture {
        path: format!("pictures/{}", file.name),
        bytes: file.bytes,
    });
    let all = fixtures::all().into_iter().chain(texts::all());
    let all = all.chain(pictures);
    all.map(|fixture| (fixture.path.clone(), fixture)).collect()
}

fn diagnosed(base: &Fixture, bytes: &[u8]) -> Vec<Diagnostic> {
    if let Some(name) = base.path.strip_prefix("pictures/") {
        let pictures = pictures::all();
        let kind = pictures.iter().find(|file| file.name == name);
        let kind = kind.expect("a picture").kind;
        let told = formwork_pixels::diagnose(kind, bytes).into_iter();
        return told
            .chain(formwork_pixels::undecodable(
                kind,
                bytes,
                &Limits::default(),
            ))
            .collect();
    }
    let id = &base.format();
    let format = format(id).unwrap_or_else(|| panic!("no format {id}"));
    let asset = open_as(format, Bytes::copy_from_slice(bytes), &Limits::default());
    diagnose(&asset, &Profile::default())
}

/// The file of a case.
fn made(case: &Case, base: &Fixture) -> Vec<u8> {
    if !case.put.is_empty() || case.cut.is_some() {
        let mut bytes = base.bytes.clone();
        bytes.truncate(case.cut.unwrap_or(bytes.len()));
        for (at, put) in &case.put {
            bytes[*at..at + put.len()].copy_from_slice(put);
        }
        return bytes;
    }
    if !case.replace.is_empty() {
        let mut text = String::from_utf8(base.bytes.clone()).expect("a text");
        for (from, to) in &case.replace {
            assert!(
                text.contains(from),
                "{}: no `{from}` in the base",
                case.code
            );
            text = text.replacen(from, to, 1);
        }
        return text.into_bytes();
    }
    let layout = format(&base.format()).and_then(|format| format.layout());
    let layout = layout.unwrap_or_else(|| panic!("{}: the base has no layout", case.code));
    let options = formwork_schema::read::ReadOptions {
        trailing: formwork_schema::read::Trailing::Keep,
        limits: Limits::default(),
    };
    let bytes = Bytes::copy_from_slice(&base.bytes);
    let document = formwork_schema::value::read(layout, &bytes, &options).expect("a fixture reads");
    let mut json = Vec::new();
    formwork_text::json::print(layout, &document.tree, &document.trailing, &mut json)
        .expect("prints");
    let mut json: Value = serde_json::from_slice(&json).expect("JSON");
    for (pointer, value) in &case.set {
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        let parent = json
            .pointer_mut(parent)
            .unwrap_or_else(|| panic!("{}: no {pointer}", case.code));
        match parent {
            Value::Array(items) if name == "-" => items.push(value.clone()),
            Value::Array(items) => items[name.parse::<usize>().expect("a number")] = value.clone(),
            Value::Object(members) => drop(members.insert(name.to_owned(), value.clone())),
            _ => panic!("{}: {pointer} leads into a value", case.code),
        }
    }
    for (pointer, count) in &case.repeat {
        match json.pointer_mut(pointer) {
            Some(Value::Array(items)) => *items = vec![items[0].clone(); *count],
            _ => panic!("{}: no list {pointer}", case.code),
        }
    }
    for pointer in &case.remove {
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer");
        match json.pointer_mut(parent) {
            Some(Value::Array(items)) => drop(items.remove(name.parse().expect("a number"))),
            Some(Value::Object(members)) => drop(members.remove(name)),
            _ => panic!("{}: no {pointer}", case.code),
        }
    }
    formwork_text::json::encode(layout, &json.to_string())
        .unwrap_or_else(|error| panic!("{}: {error}", case.code))
}

#[test]
fn cases_break_the_rule_and_their_bases_do_not() {
    let fixtures = all();
    for case in cases() {
        let base = fixtures.get(&case.base);
        let base = base.unwrap_or_else(|| panic!("{}: no fixture {}", case.code, case.base));
        let breaks = |bytes: &[u8]| {
            let all = diagnosed(base, bytes);
            all.into_iter().find(|one| one.rule.code == case.code)
        };
        assert_eq!(breaks(&base.bytes), None, "{}: {}", case.code, case.base);
        let made = made(&case, base);
        let told = breaks(&made);
        let told = told.unwrap_or_else(|| {
            let all = diagnosed(base, &made);
            panic!("{}: not told, but {all:?}", case.code)
        });
        // Where an engine fails, the rule is an error.
        if let Some("refuses" | "crashes") = case.engine.as_deref() {
            assert_eq!(told.severity, Severity::Error, "{}", case.code);
        }
    }
}

/// Rules that no file of one format breaks: what the command line, a graph or a loaded layout says.
const ELSEWHERE: &[&str] = &[
    "F0002-unsupported",
    "F0003-limit",
    "F0004-system",
    "F0005-disagreement",
    "F0006-invalid",
    "F0008-wrong-extension",
    "F0009-no-such-item",
    "F0010-circle",
    "F0011-other-format",
    // Told for engines that somebody names, and of names; below.
    "F0012-other-engine",
    "U0306-other-shader",
    // Told of formats with checksums, which no engine here has; the command's tests ask it of the example of one's own.
    "F0015-wrong-sum",
    // Told of clips and models together.
    "U0217-no-such-bone",
    "U0221-bone-in-other-case",
];

/// What is told of a fixture under a name, for some engines.
fn told_as(fixture: &str, name: &str, engines: Engines) -> Vec<(&'static str, Severity)> {
    let bytes = all()[fixture].bytes.clone();
    let asset = open(bytes.into(), name, &Limits::default()).expect("one of ours");
    let told = diagnose(&asset, &Profile { engines });
    let told = told.iter().map(|one| (one.rule.code, one.severity));
    told.filter(|(code, _)| code.starts_with('F') || code.starts_with("U03"))
        .collect()
}

#[test]
fn engines_that_do_not_read_a_file_are_told() {
    const OTHER: &str = "F0012-other-engine";
    let cases = [
        (
            "urho3d/model/umd3-1-morph.mdl",
            Engines::RBFX,
            Engines::URHO3D,
        ),
        (
            "urho3d/animation/uan2-2-variant-track.ani",
            Engines::RBFX,
            Engines::U3D,
        ),
        ("urho3d/package/rpak-two.pak", Engines::RBFX, Engines::DRY),
        (
            "urho3d/shader/ushd-4-pixel.ps4",
            Engines::URHO3D,
            Engines::RBFX,
        ),
        (
            "horde3d/animation/h3da-4-morph-tracks.anim",
            Engines::HORDE3D_SLS,
            Engines::HORDE3D,
        ),
        (
            "horde3d/geometry/h3dg-5-triangle.geo",
            Engines::HORDE3D,
            Engines::URHO3D,
        ),
    ];
    for (fixture, reads, refuses) in cases {
        let told = |engines| told_as(fixture, fixture, engines);
        assert_eq!(told(Engines::NONE), [], "{fixture}");
        assert_eq!(told(reads), [], "{fixture}");
        assert_eq!(told(refuses), [(OTHER, Severity::Error)], "{fixture}");
        // It should work with each.
        let both = told(reads | refuses);
        assert_eq!(both, [(OTHER, Severity::Error)], "{fixture}");
    }
}

#[test]
fn shaders_under_the_name_of_others_are_told() {
    let told = |name: &str| told_as("urho3d/shader/ushd-4-pixel.ps4", name, Engines::NONE);
    assert_eq!(told("Lit.PS4"), []);
    for other in ["Lit.vs4", "Lit.ps3"] {
        assert_eq!(
            told(other),
            [("U0306-other-shader", Severity::Error)],
            "{other}"
        );
    }
}

/// Rules that are told of what resources of a folder lead to; `graph.rs` asks each for files that break it and others that do not.
fn is_of_a_graph(code: &str) -> bool {
    code.starts_with("H10") || code.starts_with("U06")
}

#[test]
fn every_rule_is_broken_by_a_file_and_not_by_another() {
    let mut broken = BTreeSet::new();
    for fixture in all().values() {
        let told = diagnosed(fixture, &fixture.bytes);
        broken.extend(told.iter().map(|one| one.rule.code));
    }
    let cases: BTreeSet<String> = cases().into_iter().map(|case| case.code).collect();
    let is_broken = |code: &str| {
        broken.contains(code)
            || cases.contains(code)
            || is_of_a_graph(code)
            || ELSEWHERE.contains(&code)
    };
    let unbroken = rules::all()
        .into_iter()
        .filter(|rule| !is_broken(rule.code));
    let unbroken: Vec<&str> = unbroken.map(|rule| rule.code).collect();
    assert_eq!(unbroken, [""; 0], "no file breaks these");
}

#[test]
fn names_but_for_case_concern_the_engines_that_hash_without_it() {
    let told = |engines: Engines| -> Vec<&str> {
        let rules = rules::all().into_iter();
        let rules = rules.filter(|rule| rule.code.starts_with('U') && rule.engines() == engines);
        rules.map(|rule| rule.id()).collect()
    };
    let caseless = ["U0147", "U0157", "U0218", "U0419"];
    assert_eq!(told(Engines::CASELESS_HASHES), caseless);
    assert_eq!(told(Engines::CASE_SENSITIVE_HASHES), ["U0221"]);
    let by_name = rules::all().into_iter();
    let by_name =
        by_name.filter(|rule| rule.code.starts_with('U') && rule.name().ends_with("but-for-case"));
    assert_eq!(by_name.map(|rule| rule.id()).collect::<Vec<_>>(), caseless);
}

/// A block that somebody put after the end of a file is no lost item of a list, whatever it begins with.
#[test]
fn blocks_after_the_end_are_no_mistake() {
    let blocks: [&[u8]; 6] = [
        b"VWGT\x02\0\0\0hair\0\0\0\0\0\0\0\0\0\0\0?\0\0\x80?",
        &[0; 12],
        &[0; 64],
        &[0xff; 40],
        b"\n",
        b"saved by a tool of ours, 2024-05-01",
    ];
    let mut count = 0;
    for fixture in all().values() {
        let is_clean = |bytes: &[u8]| {
            let told = diagnosed(fixture, bytes);
            told.iter()
                .all(|one| one.rule.code != "F0014-unclaimed-bytes")
        };
        let is_meant = [
            "urho3d/model/",
            "urho3d/animation/",
            "urho3d/shader/",
            "horde3d/geometry/",
            "horde3d/animation/",
        ];
        if !is_meant
            .iter()
            .any(|folder| fixture.path.starts_with(folder))
            || !is_clean(&fixture.bytes)
        {
            continue;
        }
        for block in blocks {
            let bytes = [&*fixture.bytes, block].concat();
            assert!(is_clean(&bytes), "{} with {block:?}", fixture.path);
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn codes_are_unique_and_rules_say_all() {
    let all = rules::all();
    let ids: BTreeSet<&str> = all.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), all.len(), "a number is used twice");
    for rule in all {
        let texts = [rule.summary, rule.why, rule.example, rule.remedy];
        assert!(texts.iter().all(|text| !text.is_empty()), "{rule:?}");
        assert!(
            rule.effects.is_empty() || !rule.source.is_empty(),
            "{rule:?}: which source says so?"
        );
        assert!(
            rule.severity != Severity::Error
                || !rule.effects.is_empty()
                || rule.code.starts_with('F'),
            "{rule:?}: an error says what an engine does"
        );
    }
}
