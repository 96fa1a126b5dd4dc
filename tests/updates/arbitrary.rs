//! Arbitrary trees, made of those of the files in `texts/` by arbitrary edits.

use std::fmt::Debug;

use conformance::{
    fixtures::Fixture,
    texts::{self, pretty},
};
use formwork_formats::{DocumentFormat, FormatVisitor, GameFormat, dispatch};
use formwork_markup::Markup;
use formwork_schema::{Kind, Limits, Result, document::Document, json::Node};
use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{from_json, read, to_json, update, write};

trait Tree: Document + Serialize + DeserializeOwned + PartialEq + Debug {}

impl<T: Document + Serialize + DeserializeOwned + PartialEq + Debug> Tree for T {}

/// What to do with one value of a tree.
#[derive(Debug, Clone)]
struct Edit {
    /// Which of them, modulo their number.
    at: usize,
    number: i32,
    text: String,
}

fn edits(most: usize) -> impl Strategy<Value = Vec<Edit>> {
    let text = prop_oneof![
        "[ -~]{0,12}",
        "[a-z<>&\"'\\n\\r\\t\u{e4}\u{3b1}]{1,8}",
        Just("x".to_owned())
    ];
    let edit = (any::<usize>(), any::<i32>(), text).prop_map(|(at, number, text)| Edit {
        at,
        number,
        text,
    });
    prop::collection::vec(edit, 1..=most)
}

/// What was edited.
#[derive(Debug, PartialEq)]
enum Kindred {
    /// A number, truth or text of an attribute.
    Attribute,
    /// A list, or the text of an element.
    Inner,
    /// What may leave no document that means it.
    Delicate,
    Nothing,
}

/// Changes one value; says which kind of edit it was.
fn apply(json: &mut Value, edit: &Edit) -> Kindred {
    let mut paths = Vec::new();
    editable(json, String::new(), &mut paths);
    let Some(path) = paths.get(edit.at % paths.len().max(1)) else {
        return Kindred::Nothing;
    };
    let inside = |name: &str| path.split('/').any(|step| step == name);
    let field = path.rsplit('/').next().unwrap_or_default();
    let delicate = ["unknown", "Unknown", "attachment"]
        .iter()
        .any(|name| inside(name))
        || matches!(
            field,
            "prim_type" | "draw_type" | "channel" | "format" | "order"
        )
        || (field == "scene_graph" && edit.text.is_empty());
    let Some(value) = json.pointer_mut(path) else {
        return Kindred::Nothing;
    };
    let mut kind = Kindred::Attribute;
    match value {
        Value::Bool(yes) => *yes = !*yes,
        Value::Number(_) => *value = edit.number.into(),
        // Numbers that JSON cannot say.
        Value::String(text) if matches!(&**text, "inf" | "-inf" | "nan") => {
            *value = edit.number.into();
        }
        Value::String(text) => text.clone_from(&edit.text),
        Value::Array(items) => {
            kind = Kindred::Inner;
            let at = edit.number.unsigned_abs() as usize % items.len().max(1);
            match edit.number.rem_euclid(3) {
                0 if !items.is_empty() => drop(items.remove(at)),
                1 if !items.is_empty() => items.insert(at, items[at].clone()),
                _ => items.reverse(),
            }
        }
        _ => return Kindred::Nothing,
    }
    match (delicate, field) {
        (true, _) => Kindred::Delicate,
        (false, "text") => Kindred::Inner,
        (false, _) => kind,
    }
}

/// Everything in a tree that can be edited.
fn editable(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                editable(value, format!("{path}/{name}"), paths);
            }
        }
        Value::Array(items) => {
            for (at, value) in items.iter().enumerate() {
                editable(value, format!("{path}/{at}"), paths);
            }
            paths.push(path);
        }
        Value::Null => {}
        _ => paths.push(path),
    }
}

fn tree_of<T: Tree>(json: &Value) -> Result<T> {
    let text = json.to_string();
    from_json(&Node::parse(&text)?, &text)
}

/// A tree after edits, when it is one; and the most delicate edit.
fn edited<T: Tree>(tree: &T, edits: &[Edit]) -> Option<(T, bool, bool)> {
    let mut json = to_json(tree).expect("a tree that was read");
    let kinds: Vec<Kindred> = edits.iter().map(|edit| apply(&mut json, edit)).collect();
    let delicate = kinds.contains(&Kindred::Delicate);
    let only_attributes = kinds.iter().all(|kind| *kind == Kindred::Attribute);
    match tree_of(&json) {
        Ok(tree) => Some((tree, delicate, only_attributes)),
        Err(error) => {
            assert!(delicate, "{error}");
            None
        }
    }
}

fn check_update<T: Tree>(text: &Fixture, edits: &[Edit]) {
    let markup = Markup::parse(&text.bytes, &Limits::default()).expect("it was read before");
    let old: T = read(&markup).expect("it was read before");
    let Some((new, delicate, only_attributes)) = edited(&old, edits) else {
        return;
    };
    let bytes = match update(&markup, &new) {
        Ok(bytes) => bytes,
        Err(error) => {
            let json = pretty(&to_json(&new).expect("JSON"));
            let why = format!("{}: {error} {json}", text.path);
            assert!(error.kind() == Kind::Invalid && delicate, "{why}");
            return;
        }
    };
    let again: T =
        read(&Markup::parse(&bytes, &Limits::default()).expect("our own")).expect("ours");
    assert_eq!(to_json(&again).expect("JSON"), to_json(&new).expect("JSON"));
    if only_attributes && edits.len() == 1 {
        let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
            bytes
                .split(|byte| *byte == b'\n')
                .map(<[u8]>::to_vec)
                .collect()
        };
        let (before, after) = (lines(&text.bytes), lines(&bytes));
        let same = before
            .iter()
            .zip(&after)
            .take_while(|(a, b)| a == b)
            .count();
        let rest = |lines: &[Vec<u8>], at: usize| lines.get(at..).map(<[_]>::to_vec);
        // A line changes, or goes with the attribute that stood alone in it.
        let changed = rest(&before, same + 1) == rest(&after, same + 1);
        let gone = rest(&before, same + 1) == rest(&after, same);
        assert!(
            before == after || changed || gone,
            "{}: more changed",
            text.path
        );
    }
}

fn check_tree<T: Tree>(text: &Fixture, edits: &[Edit]) {
    let markup = Markup::parse(&text.bytes, &Limits::default()).expect("it was read before");
    let old: T = read(&markup).expect("it was read before");
    let Some((tree, delicate, _)) = edited(&old, edits) else {
        return;
    };
    let json = to_json(&tree).expect("JSON");
    let from_json: T = tree_of(&json).expect("our own JSON");
    assert_eq!(to_json(&from_json).expect("JSON"), json);
    match write(&tree) {
        Ok(xml) => {
            let markup = Markup::parse(xml.as_bytes(), &Limits::default()).expect("our own XML");
            let again: T = read(&markup).expect("our own XML");
            assert_eq!(to_json(&again).expect("JSON"), json);
            assert_eq!(update(&markup, &again).expect("unchanged"), xml.as_bytes());
        }
        Err(error) => assert!(delicate, "{}: {error}", text.path),
    }
}

/// What is checked of every file.
#[derive(Clone, Copy)]
enum Check {
    Update,
    Tree,
}

struct Checked<'a>(Check, &'a Fixture, &'a [Edit]);

impl FormatVisitor for Checked<'_> {
    type Output = ();

    fn run<T: GameFormat>(self) {
        panic!("{} is not a document", T::layout().format);
    }

    fn document<T: DocumentFormat>(self) -> Option<()> {
        let Self(check, text, edits) = self;
        match check {
            Check::Update => check_update::<T>(text, edits),
            Check::Tree => check_tree::<T>(text, edits),
        }
        Some(())
    }
}

fn check_all(check: Check, edits: &[Edit]) {
    let all = texts::read();
    let checked = all
        .iter()
        .filter_map(|text| dispatch(&text.format(), Checked(check, text, edits)));
    assert!(checked.count() > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_edit_changes_one_line(edits in edits(1)) {
        check_all(Check::Update, &edits);
    }

    #[test]
    fn many_edits_read_back(edits in edits(6)) {
        check_all(Check::Update, &edits);
    }

    #[test]
    fn arbitrary_trees_survive_xml_and_json(edits in edits(6)) {
        check_all(Check::Tree, &edits);
    }
}
