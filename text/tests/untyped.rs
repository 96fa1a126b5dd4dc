//! Trees without a Rust type: maps instead of structs, maps of one entry instead of enum variants.

mod common;
mod lock;

use common::{Inside, Value, Variant, full};
use formwork_schema::{
    Layout, Nested, Schema,
    layout::{Recognition, Ref, Type},
};
use formwork_text::{json, xml};

fn layout() -> Layout {
    let Type::Struct(root) = Variant::TYPE else {
        panic!("a variant is a struct")
    };
    Layout {
        format: Ref::Static("test.variant"),
        extensions: Ref::Static(&[]),
        recognition: Recognition::OnRequest,
        root,
        table: Ref::Static(&[]),
    }
}

fn text(print: impl FnOnce(&mut Vec<u8>) -> formwork_schema::Result<()>) -> String {
    let mut out = Vec::new();
    print(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn maps_are_printed_and_parsed_like_structs() {
    let layout = layout();
    let plain = Variant {
        kind: 3,
        value: Value::Ends {
            low: 0.5,
            high: 1.5,
        },
    };
    let empty = Variant {
        kind: 0,
        value: Value::Empty,
    };
    let more = Value::More(Inside {
        values: vec![Nested(plain), Nested(empty)],
    });
    let mut trees = full().values;
    trees.truncate(4);
    trees.remove(1);
    trees.push(Variant {
        kind: 4,
        value: more,
    });
    for tree in trees {
        let expected = text(|out| xml::print(&layout, &tree, b"", out));
        let untyped: serde_json::Value = xml::parse(&layout, &expected).unwrap().value;
        assert_eq!(
            text(|out| xml::print(&layout, &untyped, b"", out)),
            expected
        );

        let expected = text(|out| json::print(&layout, &tree, b"x", out));
        let untyped: serde_json::Value = json::parse(&layout, &expected).unwrap().value;
        assert_eq!(
            text(|out| json::print(&layout, &untyped, b"x", out)),
            expected
        );
    }
}

#[test]
fn what_is_not_in_the_layout_is_refused() {
    let tree = serde_json::json!({ "kind": 1, "other": 2 });
    let error = xml::print(&layout(), &tree, b"", Vec::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid: the layout has no field `other`"
    );
    let tree = serde_json::json!({ "kind": 1, "value": { "int": 1, "empty": null } });
    let error = json::print(&layout(), &tree, b"", Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "invalid: a struct of arms with two arms");
    let tree = serde_json::json!({ "kind": [], "value": {} });
    assert!(xml::print(&layout(), &tree, b"", Vec::new()).is_err());
}

/// Two lists with one item name, and a name that another field has.
#[test]
fn taken_item_names_are_wrapped() {
    use formwork_schema::layout::{Body, Field, Link, PrimKind, Struct, StructRef, Style};
    fn list(name: &'static str) -> Field {
        Field {
            name: Ref::Static(name),
            item: Ref::Static("bone"),
            doc: "".into(),
            unit: "".into(),
            visible: true,
            ty: Type::List(Ref::from(Type::Bool)),
            endian: None,
            when: None,
            count: None,
            args: Ref::Static(&[]),
            counts: "".into(),
            asserts: Ref::Static(&[]),
            at: None,
        }
    }
    let number = Field {
        ty: Type::Prim(PrimKind::I8),
        ..list("bone")
    };
    let root = Struct {
        name: "R".into(),
        doc: "".into(),
        params: Ref::Static(&[]),
        style: Style::Record,
        endian: None,
        magic: Ref::Static(&[]),
        body: Body::Fields(vec![list("old"), number, list("new")].into()),
    };
    let layout = Layout {
        format: "r".into(),
        extensions: Ref::Static(&[]),
        recognition: Recognition::OnRequest,
        root: StructRef {
            name: "R".into(),
            link: Link::Table(0),
        },
        table: vec![root].into(),
    };
    let tree = serde_json::json!({ "old": [1, 0], "bone": -3, "new": [] });
    let printed = text(|out| xml::print(&layout, &tree, b"x", out));
    lock::locked!(printed);
    let parsed = xml::parse::<serde_json::Value>(&layout, &printed).unwrap();
    assert_eq!((parsed.value, parsed.trailing), (tree, b"x".to_vec()));
    let wrong = printed.replacen("<bone>true</bone>", "<bona>true</bona>", 1);
    let error = xml::parse::<serde_json::Value>(&layout, &wrong).unwrap_err();
    assert_eq!(
        error.to_string(),
        "malformed: old at line 4, column 5: expected `<bone>`, found `<bona>`"
    );
}
