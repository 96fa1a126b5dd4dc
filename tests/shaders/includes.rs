//! Includes: where they lead, and which flags they add.

use std::collections::BTreeMap;

use formwork_formats::{Library, Loaded, Lookup, build_graph as build, graph::Graph};
use formwork_schema::{Error, Kind, Limits, Result};

use super::parse;

/// Files by name.
struct Files(BTreeMap<&'static str, String>);

impl Library for Files {
    fn find(&self, name: &str) -> Lookup {
        if self.0.contains_key(name) {
            return Lookup::Found;
        }
        let mut names = self.0.keys();
        let other = names.find(|other| other.eq_ignore_ascii_case(name));
        other.map_or(Lookup::Missing, |other| Lookup::OtherCase((*other).into()))
    }

    fn read(&self, name: &str) -> Result<bytes::Bytes> {
        let file = self
            .0
            .get(name)
            .ok_or_else(|| Error::new(Kind::System, "missing"))?;
        Ok(file.clone().into())
    }

    fn texture(&self, bytes: &bytes::Bytes, limits: &Limits) -> Result<Loaded> {
        formwork_pixels::load(bytes, limits)
    }
}

fn files<const N: usize>(files: [(&'static str, &str); N]) -> Files {
    Files(files.map(|(name, text)| (name, text.to_owned())).into())
}

const FX: &str = "[[FX]]context A{VertexShader=compile GLSL V;PixelShader=compile GLSL V;}[[V]]\n";

fn codes(graph: &Graph) -> Vec<(&str, &str)> {
    let name = |place: usize| graph.resources.get(place).map_or("", |found| &*found.name);
    let problems = graph.problems.iter();
    problems
        .map(|problem| (problem.diagnostic.rule.name(), name(problem.resource)))
        .collect()
}

#[test]
fn includes_are_followed() {
    let includes = "#include \"lib/a\"\n#include \"LIB/A\"\n#include \"lib\\a\"\n#include \"none\"\n#include \"../x\"\n";
    let shader = format!("{FX}{includes}");
    let files = files([
        ("a.shader", &*shader),
        ("lib/a", "#include \"lib/b\""),
        ("lib/b", "#include <c>"),
    ]);
    let graph = build(
        &[("horde3d.shader", "a.shader")],
        &files,
        &Limits::default(),
    );
    assert_eq!(
        codes(&graph),
        [
            ("wrong-case", "a.shader"),
            ("backslash", "a.shader"),
            ("include-missing", "a.shader"),
            ("outside", "a.shader"),
            ("refused", "lib/b"),
        ]
    );
}

#[test]
fn circles_are_found() {
    let shader = format!("{FX}#include \"a\"\n");
    let files = files([
        ("s", &*shader),
        ("a", "#include \"b\""),
        ("b", "_F02_X #include \"a\""),
    ]);
    let graph = build(&[("horde3d.shader", "s")], &files, &Limits::default());
    assert_eq!(codes(&graph), [("cycle", "b")]);
    let shader = parse(&shader).expect("reads");
    assert_eq!(shader.flags_with(&files, &Limits::default()).len(), 1);
}

#[test]
fn flags_are_those_of_all_the_code() {
    let shader = format!("{FX}#include \"a\"\n#include \"gone\"\n#ifdef _F01_Skinning\n");
    let files = files([
        ("a", "#include \"b\"\n_F03_Fog "),
        ("b", "_F03_Fog _F02_Bump"),
    ]);
    let shader = parse(&shader).expect("reads");
    let flags = shader.flags_with(&files, &Limits::default()).into_iter();
    let flags: Vec<String> = flags
        .map(|flag| format!("{} {}", flag.number, flag.name))
        .collect();
    assert_eq!(flags, ["1 Skinning", "2 Bump", "3 Fog"]);
}
