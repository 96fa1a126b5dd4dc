//! The unit of a number is what `schema(unit = "…")` says; docs that name one say the same.

use conformance::fixtures;
use formwork_formats::{documents, format, layouts};
use formwork_schema::{
    Layout,
    layout::{Field, Struct, Style, Type},
};

/// Every unit in use. A longer one stands before what it begins with.
const UNITS: [&str; 17] = [
    "bits",
    "bytes",
    "degrees per second",
    "degrees",
    "frames per second",
    "frames",
    "hash",
    "metres per second",
    "metres",
    "model units",
    "particles per second",
    "pixels",
    "radians",
    "seconds",
    "world units per second",
    "world units per square second",
    "world units",
];

/// What the docs and the attributes of the schemas say of one number.
struct Said {
    place: String,
    doc: String,
    unit: String,
    /// Whether it is a number, or several that share a unit.
    measures: bool,
}

fn all() -> Vec<Said> {
    let mut all = Vec::new();
    for layout in layouts().chain(views()) {
        for held in layout.structs() {
            fields(layout, held, &mut all);
        }
    }
    for layout in documents() {
        for held in layout.structs() {
            fields(layout, held, &mut all);
        }
    }
    all
}

/// The layouts that files are compared under, where they are not those that they are read by.
fn views() -> Vec<&'static Layout> {
    let mut views: Vec<&Layout> = Vec::new();
    for fixture in fixtures::all() {
        let format = format(&fixture.format()).expect("a known format");
        if let Some(view) = format.view(&fixture.bytes.into())
            && !views.contains(&view.layout)
        {
            views.push(view.layout);
        }
    }
    assert!(!views.is_empty());
    views
}

fn fields(layout: &Layout, held: &Struct, all: &mut Vec<Said>) {
    let mut say = |name: &str, doc: &str, field: &Field| {
        all.push(Said {
            place: format!("{} {}.{name}", layout.format, held.name),
            doc: doc.replace('\n', " "),
            unit: field.unit.to_string(),
            measures: measures(layout, &field.ty),
        });
    };
    for variant in held.variants() {
        for field in &*variant.fields {
            // The doc of a variant is that of its nameless content.
            let doc = if field.doc.is_empty() {
                &variant.doc
            } else {
                &field.doc
            };
            say(&format!("{}.{}", variant.name, field.name), doc, field);
        }
    }
    for field in held.fields() {
        say(&field.name, &field.doc, field);
    }
}

/// Numbers, lists of them, and what is made of nothing else.
fn measures(layout: &Layout, ty: &Type) -> bool {
    match ty.item().unwrap_or(ty).peeled() {
        Type::Prim(_) | Type::Vle => true,
        Type::Struct(reference) => {
            let held = layout.get(reference);
            held.style != Style::Record
                || held
                    .fields()
                    .iter()
                    .all(|field| measures(layout, &field.ty))
        }
        _ => false,
    }
}

/// The units that a text names: "in seconds", and not "in bytesized pieces".
fn named(doc: &str) -> Vec<&'static str> {
    let ends = |text: &str| text.chars().next().is_none_or(|c| !c.is_alphanumeric());
    let unit = |text: &str| {
        let is_it = |unit: &&&str| text.strip_prefix(**unit).is_some_and(ends);
        UNITS.iter().find(is_it).copied()
    };
    let starts = doc.match_indices("in ").filter(|(at, _)| {
        let before = doc[..*at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric())
    });
    starts
        .filter_map(|(at, word)| unit(&doc[at + word.len()..]))
        .collect()
}

#[test]
fn docs_and_units_say_the_same() {
    let all = all();
    assert!(all.len() > 400, "the schemas were looked at");
    for said in &all {
        for unit in named(&said.doc) {
            assert_eq!(said.unit, unit, "{}: {}", said.place, said.doc);
        }
    }
    let with = all.iter().filter(|said| !said.unit.is_empty());
    assert!(with.count() > 60);
}

#[test]
fn units_are_known_and_stand_on_numbers() {
    for said in all().iter().filter(|said| !said.unit.is_empty()) {
        assert!(
            UNITS.contains(&&*said.unit),
            "{}: {}",
            said.place,
            said.unit
        );
        assert!(
            said.measures,
            "{} is not a number: {}",
            said.place, said.unit
        );
    }
}

/// Each of these was once taken from its doc, and wrong or missing.
#[test]
fn units_are_those_of_the_engines() {
    let all = all();
    let unit = |place: &str| {
        let said = all.iter().find(|said| said.place == place);
        &*said.unwrap_or_else(|| panic!("{place}")).unit
    };
    for (place, is) in [
        ("horde3d.scene Emitter.force_x", "world units per second"),
        ("horde3d.scene Emitter.force_y", "world units per second"),
        ("horde3d.scene Emitter.force_z", "world units per second"),
        (
            "horde3d.scene Emitter.emission_rate",
            "particles per second",
        ),
        ("horde3d.scene Camera.left_plane", "world units"),
        ("horde3d.scene Model.lod_dist1", "world units"),
        ("horde3d.scene Placement.tx", "world units"),
        ("horde3d.scene Placement.rx", "degrees"),
        ("horde3d.scene Placement.sx", ""),
        ("urho3d.animation Animation.length", "seconds"),
        ("urho3d.model Lod.distance", "world units"),
        ("urho3d.model Vertex.position", "world units"),
        ("urho3d.model Vertex.normal", ""),
        ("horde3d.geometry Elements.positions.0", "model units"),
        ("horde3d.animation Entity.compressed", ""),
        ("urho3d.package Entry.checksum", "hash"),
        ("urho3d.package File.packed", "bytes"),
        ("texture.dds Dds.depth", "pixels"),
    ] {
        assert_eq!(unit(place), is, "{place}");
    }
}
