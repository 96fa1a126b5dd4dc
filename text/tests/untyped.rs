//! Trees without a Rust type.

use formwork_schema::{
    Layout, Value,
    layout::{Recognition, Ref, Type},
};
use formwork_text::{json, xml};

fn text(print: impl FnOnce(&mut Vec<u8>) -> formwork_schema::Result<()>) -> String {
    let mut out = Vec::new();
    print(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Two lists of numbers with one item name, and a number between them that has it as well.
fn numbers() -> Layout {
    use formwork_schema::layout::{Body, Field, Link, PrimKind, Struct, StructRef, Style};
    fn list(name: &'static str) -> Field {
        let ty = Type::List(Ref::from(Type::Bool));
        Field {
            item: Ref::Static("bone"),
            ..Field::new(Ref::Static(name), "".into(), ty)
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
        element: None,
        body: Body::Fields(vec![list("old"), number, list("new")].into()),
    };
    Layout {
        format: "r".into(),
        title: "".into(),
        encoding: Default::default(),
        extensions: Ref::Static(&[]),
        recognition: Recognition::OnRequest,
        root: StructRef {
            name: "R".into(),
            link: Link::Table(0),
        },
        table: vec![root].into(),
    }
}

/// Two lists with one item name, and a name that another field has.
#[test]
fn taken_item_names_are_wrapped() {
    let layout = numbers();
    let list = |items: &[i128]| {
        Some(Value::List(
            items.iter().map(|item| Value::int(*item)).collect(),
        ))
    };
    let tree = Value::Struct(vec![list(&[1, 0]), Some(Value::int(-3)), list(&[])].into());
    let printed = text(|out| xml::print(&layout, &tree, b"x", out));
    crate::lock::locked!(printed);
    let parsed = xml::parse(&layout, &printed).unwrap();
    assert_eq!((&parsed.tree, &*parsed.trailing), (&tree, &b"x"[..]));
    let wrong = printed.replacen("<bone>true</bone>", "<bona>true</bona>", 1);
    let error = xml::parse(&layout, &wrong).unwrap_err();
    assert_eq!(
        error.to_string(),
        "malformed: old at line 4, column 5: expected `<bone>`, found `<bona>`"
    );
}

/// A tree that was not made for the layout is refused and not printed as something else.
#[test]
fn what_is_not_in_the_layout_is_refused() {
    let layout = numbers();
    let odd = [
        Value::int(1),
        Value::Struct(vec![Some(Value::int(1)), None].into()),
        Value::Struct(vec![None, Some(Value::Text("a".into()))].into()),
        Value::Struct(vec![None, Some(Value::Bytes(Box::new("a".into())))].into()),
    ];
    for tree in odd {
        let error = xml::print(&layout, &tree, b"", &mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), formwork_schema::Kind::Invalid, "{error}");
        let error = json::print(&layout, &tree, b"", &mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), formwork_schema::Kind::Invalid, "{error}");
    }
}
