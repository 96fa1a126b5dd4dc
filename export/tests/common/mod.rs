//! Two small layouts that between them have everything a layout can have.
#![allow(unreachable_pub, clippy::print_stderr)]

use std::process::Command;

use formwork_schema::{
    Expr, Layout,
    layout::{
        Assert, Body, Count, Endian, Field, Link, Magic, Name, Names, PrimKind, Recognition,
        Struct, StructRef, Style, Type, Variant, VariantShape, Versions,
    },
};

pub const U8: Type = Type::Prim(PrimKind::U8);
pub const U32: Type = Type::Prim(PrimKind::U32);
pub const F32: Type = Type::Prim(PrimKind::F32);

pub fn field(name: &str, ty: Type, doc: &str) -> Field {
    Field::new(name.into(), doc.into(), ty)
}

pub fn count(name: &str, of: &str) -> Field {
    Field {
        visible: false,
        counts: of.into(),
        ..field(name, U32, "")
    }
}

pub fn list(name: &str, item: &str, ty: Type, count: &str) -> Field {
    Field {
        item: item.into(),
        count: Some(Count::Expr(expr(count).into())),
        ..field(name, ty, "")
    }
}

pub fn expr(text: &str) -> Expr {
    Expr::parse(text).unwrap()
}

pub fn when(condition: &str, field: Field) -> Field {
    Field {
        when: Some(expr(condition).into()),
        ..field
    }
}

pub fn args(args: &[&str], field: Field) -> Field {
    Field {
        args: args.iter().map(|arg| expr(arg)).collect::<Vec<_>>().into(),
        ..field
    }
}

pub fn record(name: &str, params: &[&str], fields: Vec<Field>) -> Struct {
    Struct {
        name: name.into(),
        doc: "".into(),
        params: params
            .iter()
            .map(|one| (*one).into())
            .collect::<Vec<_>>()
            .into(),
        style: Style::Record,
        endian: None,
        magic: Vec::new().into(),
        element: None,
        body: Body::Fields(fields.into()),
    }
}

pub fn variant(name: &str, guard: &str, shape: VariantShape, fields: Vec<Field>) -> Variant {
    Variant {
        name: name.into(),
        doc: "".into(),
        magic: Vec::new().into(),
        when: (!guard.is_empty()).then(|| expr(guard)),
        shape,
        fields: fields.into(),
    }
}

pub fn names(name: &str, repr: PrimKind, values: &[(&str, i128)]) -> Names {
    let values = values.iter().map(|(name, value)| Name {
        name: (*name).into(),
        doc: format!("Means {name}.").as_str().into(),
        value: *value,
        since: None,
    });
    Names {
        name: name.into(),
        doc: format!("The {name}.").as_str().into(),
        repr,
        closed: false,
        values: values.collect::<Vec<_>>().into(),
    }
}

/// A reference that [`layout`] links.
pub fn named(name: &str) -> Type {
    Type::Struct(StructRef {
        name: name.into(),
        link: Link::Table(usize::MAX),
    })
}

/// Links the structs; the first is the root.
pub fn layout(format: &str, extensions: &[&str], structs: Vec<Struct>) -> Layout {
    let order: Vec<String> = structs.iter().map(|one| one.name.to_string()).collect();
    let table: Vec<Struct> = structs.into_iter().map(|one| linked(one, &order)).collect();
    let mut fields = table[0].fields().iter();
    let has_version = fields.any(|field| matches!(field.ty, Type::Version(_)));
    let recognition = if has_version || !table[0].magic.is_empty() {
        Recognition::Magic
    } else {
        Recognition::OnRequest
    };
    Layout {
        format: format.into(),
        title: "".into(),
        encoding: Default::default(),
        extensions: extensions
            .iter()
            .map(|one| (*one).into())
            .collect::<Vec<_>>()
            .into(),
        recognition,
        root: StructRef {
            name: table[0].name.clone(),
            link: Link::Table(0),
        },
        table: table.into(),
    }
}

fn linked(mut one: Struct, order: &[String]) -> Struct {
    let link = |fields: &[Field]| -> Vec<Field> {
        let fields = fields.iter().cloned();
        fields
            .map(|field| Field {
                ty: linked_type(&field.ty, order),
                ..field
            })
            .collect()
    };
    one.body = match &one.body {
        Body::Fields(fields) => Body::Fields(link(fields).into()),
        Body::Variants(variants) => {
            let variants = variants.iter().cloned();
            let variants = variants.map(|variant| Variant {
                fields: link(&variant.fields).into(),
                ..variant
            });
            Body::Variants(variants.collect::<Vec<_>>().into())
        }
    };
    one
}

fn linked_type(ty: &Type, order: &[String]) -> Type {
    match ty {
        Type::Struct(target) => {
            let place = order
                .iter()
                .position(|name| target.name == name.as_str())
                .unwrap();
            Type::Struct(StructRef {
                name: target.name.clone(),
                link: Link::Table(place),
            })
        }
        Type::Nested(inner) => Type::Nested(linked_type(inner, order).into()),
        Type::List(inner) => Type::List(linked_type(inner, order).into()),
        Type::Packed(inner) => Type::Packed(linked_type(inner, order).into()),
        other => other.clone(),
    }
}

fn vector(name: &str, style: Style, members: &[&str]) -> Struct {
    let fields = members.iter().map(|member| field(member, F32, ""));
    Struct {
        style,
        ..record(name, &[], fields.collect())
    }
}

fn versions() -> Versions {
    let magic = |bytes: &[u8], first, last, stored, doc: &str| Magic {
        bytes: bytes.to_vec().into(),
        doc: doc.into(),
        first,
        last,
        stored,
    };
    let magics = vec![
        magic(b"UANI", 1, 1, None, "Every engine."),
        magic(b"UAN2", 2, 4, Some(PrimKind::U32), "Only one."),
        magic(b"\0\xff", 5, 500, Some(PrimKind::U16), ""),
    ];
    let milestone = Name {
        name: "TRACK_WEIGHT".into(),
        doc: "Tracks have a weight.".into(),
        value: 3,
        since: None,
    };
    Versions {
        name: "Version".into(),
        doc: "Layout of a clip.\nCounts from 1.".into(),
        magics: magics.into(),
        milestones: vec![milestone].into(),
    }
}

/// Flags, versions, conditions, packed records, vectors.
pub fn animation() -> Layout {
    let channels = Type::Flags(
        names(
            "Channels",
            PrimKind::U8,
            &[("POSITION", 1), ("ROTATION", 2), ("SCALE", 4)],
        )
        .into(),
    );
    let root = vec![
        field("version", Type::Version(versions().into()), ""),
        field(
            "name",
            Type::CString,
            "Name of the clip & its <hash>.\n\nA second paragraph.",
        ),
        Field {
            unit: "seconds".into(),
            ..field("length", F32, "Playing time, in seconds.")
        },
        count("track_count", "tracks"),
        args(
            &["version"],
            list(
                "tracks",
                "track",
                Type::List(named("Track").into()),
                "track_count",
            ),
        ),
    ];
    let track = vec![
        field("name", Type::CString, ""),
        field("channels", channels.clone(), ""),
        when(
            "version == TRACK_WEIGHT:3",
            field("weight", F32, "Blend weight."),
        ),
        count("keyframe_count", "keyframes"),
        args(
            &["channels"],
            list(
                "keyframes",
                "keyframe",
                Type::Packed(named("Keyframe").into()),
                "keyframe_count",
            ),
        ),
    ];
    let keyframe = vec![
        field("time", F32, ""),
        when(
            "channels has POSITION:1",
            field("position", named("Vec3"), "Translation."),
        ),
        when(
            "channels has ROTATION:2",
            field("rotation", named("Quat"), ""),
        ),
        when(
            "channels has SCALE:4 && !(channels < 3)",
            field("scale", named("Vec3"), ""),
        ),
    ];
    let root = Struct {
        doc: "One animation clip. It has tracks.\n\n  Indented \"text\".".into(),
        endian: Some(Endian::Little.into()),
        ..record("Animation", &[], root)
    };
    let structs = vec![
        root,
        record("Track", &["version"], track),
        record("Keyframe", &["channels"], keyframe),
        vector("Vec3", Style::Vector, &["x", "y", "z"]),
        vector("Quat", Style::Tuple, &["w", "x", "y", "z"]),
    ];
    layout("urho3d.animation", &["ani", "anim"], structs)
}

fn value_struct() -> Struct {
    let newtype = |ty| vec![field("0", ty, "")];
    let items = |ty| vec![list("0", "value", ty, "kind")];
    let nested = Type::List(Type::Nested(named("Value").into()).into());
    let mut raw = field("raw", Type::Blob, "");
    raw.count = Some(Count::Expr(expr("length").into()));
    let variants = vec![
        variant("none", "kind == 0", VariantShape::Unit, vec![]),
        Variant {
            doc: "One number.".into(),
            ..variant("float", "kind == 1", VariantShape::Newtype, newtype(F32))
        },
        variant(
            "name",
            "kind == 2",
            VariantShape::Newtype,
            newtype(Type::FixedString(4)),
        ),
        variant("list", "kind == 3", VariantShape::Newtype, items(nested)),
        variant(
            "numbers",
            "kind == 4",
            VariantShape::Newtype,
            items(Type::List(U8.into())),
        ),
        variant(
            "box",
            "kind == 5",
            VariantShape::Newtype,
            newtype(Type::Nested(named("Entry").into())),
        ),
        Variant {
            magic: b"OTHR".to_vec().into(),
            ..variant(
                "other",
                "",
                VariantShape::Fields,
                vec![count("length", "raw"), raw],
            )
        },
    ];
    Struct {
        doc: "A value of any kind.".into(),
        body: Body::Variants(variants.into()),
        ..record("Value", &["kind"], vec![])
    }
}

/// Variants, recursion, fixed strings, blobs, the rest of the file, choices, asserts, big endian,
/// enumerations, names that mean two things.
pub fn archive() -> Layout {
    let kind = Type::Enum(names("Kind", PrimKind::I16, &[("NONE", 0), ("FLOAT", 1)]).into());
    let other_kind = Type::Flags(names("Kind", PrimKind::U32, &[("BIG", 1 << 31)]).into());
    let reading = Type::Dialect(names("u8", PrimKind::U8, &[("current", 0), ("old", 1)]).into());
    let check = |that: &str, message: &str| Assert {
        that: expr(that),
        message: message.into(),
    };
    let mut tail = field("tail", Type::Blob, "");
    tail.count = Some(Count::ToEnd);
    let entry_args: &[&str] = &["kind"];
    let root = vec![
        field("reading", reading, ""),
        Field {
            asserts: vec![
                check("size >= 1", "too \"small\""),
                check("size < 100 || size == 255", ""),
            ]
            .into(),
            endian: Some(formwork_schema::layout::Order::Little),
            ..field("size", U32, "")
        },
        field("kind", kind, ""),
        field("other", other_kind, ""),
        field("title", Type::FixedString(8), ""),
        field("is_set", Type::Bool, ""),
        field("offset", Type::Vle, ""),
        Field {
            visible: false,
            ..field("left", Type::Remaining, "")
        },
        Field {
            visible: false,
            at: Some(expr("left - 4").into()),
            when: Some(expr("left >= 4").into()),
            ..field("last", U32, "")
        },
        args(entry_args, field("value", named("Value"), "A child.")),
        args(
            entry_args,
            list(
                "entries",
                "entry",
                Type::List(named("Entry").into()),
                "if is_set then size else 2",
            ),
        ),
        when(
            "left > 0",
            args(
                entry_args,
                list("olds", "old", Type::List(named("Entry").into()), "1"),
            ),
        ),
        list(
            "indices",
            "index",
            Type::Packed(Type::Prim(PrimKind::U16).into()),
            "3",
        ),
        list(
            "labels",
            "label",
            Type::List(Type::CString.into()),
            "sum(entries, weight * 2) + len(indices)",
        ),
        list(
            "slots",
            "slot",
            Type::List(Type::FixedString(4).into()),
            "2",
        ),
        tail,
    ];
    let root = Struct {
        endian: Some(Endian::Big.into()),
        magic: vec![0x41, 0, 0xff].into(),
        ..record("Archive", &[], root)
    };
    let entry = vec![
        field("weight", U8, ""),
        args(
            &["weight - 1"],
            field("inner", Type::Nested(named("Value").into()), ""),
        ),
        field("entry", Type::Nested(named("Leaf").into()), ""),
        list(
            "leaves",
            "entry",
            Type::Nested(Type::List(named("Leaf").into()).into()),
            "weight",
        ),
    ];
    let mut structs = vec![root, value_struct(), record("Entry", &["kind"], entry)];
    structs.push(Struct {
        magic: b"0xLEAF".to_vec().into(),
        ..record("Leaf", &[], vec![])
    });
    let structs = structs.into_iter().map(boxed_with_args).collect();
    layout("test.archive", &[], structs)
}

/// Hands the kind down to the values and entries inside a value.
fn boxed_with_args(mut one: Struct) -> Struct {
    if let Body::Variants(variants) = &one.body {
        let variants = variants
            .iter()
            .cloned()
            .map(|variant| match &*variant.name {
                "list" | "box" => Variant {
                    fields: vec![args(&["kind"], variant.fields[0].clone())].into(),
                    ..variant
                },
                _ => variant,
            });
        one.body = Body::Variants(variants.collect::<Vec<_>>().into());
    }
    one
}

/// Whether xmllint takes a document under a schema; none when there is no xmllint.
pub fn validates(xsd: &str, xml: &str) -> Option<Result<(), String>> {
    let folder = tempfile::tempdir().unwrap();
    let (schema, document) = (folder.path().join("s.xsd"), folder.path().join("d.xml"));
    std::fs::write(&schema, xsd).unwrap();
    std::fs::write(&document, xml).unwrap();
    let mut command = Command::new("xmllint");
    let command = command
        .arg("--noout")
        .arg("--schema")
        .arg(schema)
        .arg(document);
    let output = match command.output() {
        Ok(output) => output,
        Err(error) if std::env::var_os("CI").is_some() => panic!("xmllint: {error}"),
        Err(error) => {
            eprintln!("SKIPPED: NO XMLLINT, NOTHING IS VALIDATED: {error}");
            return None;
        }
    };
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("failed to compile"), "{said}\n{xsd}");
    Some(if output.status.success() {
        Ok(())
    } else {
        Err(said)
    })
}
