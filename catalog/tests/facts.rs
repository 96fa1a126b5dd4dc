//! What tables say of the fixtures and samples.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use formwork_catalog::{FactRow, Get, Options, Row, Status, scan_bytes, scan_file};
use formwork_files::walk;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files() -> Vec<PathBuf> {
    let folders = ["samples", "tests/fixtures"];
    let found = folders.map(|folder| walk::below(&root().join(folder), |_, kind| kind.is_file()));
    found.into_iter().flatten().map(Result::unwrap).collect()
}

#[test]
fn every_fact_is_said_of_some_file() {
    let files = files();
    let seen = files
        .iter()
        .map(|path| scan_file(path, &Options::default()));
    let facts: Vec<FactRow> = seen.filter_map(|seen| seen.facts).collect();
    assert!(facts.len() > 100, "{}", facts.len());
    for column in FactRow::COLUMNS {
        // Formats say facts under words that may change; then nothing would be here.
        let is_said = |row: &FactRow| match &column.get {
            Get::Text(get) => get(row).is_some_and(|text| !text.is_empty()),
            Get::Integer(get) | Get::Moment(get) => get(row).is_some_and(|number| number > 0),
            Get::Number(get) => get(row).is_some_and(|number| number > 0.0),
            Get::Texts(get) => get(row).is_some_and(|texts| !texts.is_empty()),
        };
        assert!(facts.iter().any(is_said), "{}", column.name);
    }
}

/// Whatever format a file is of; words that only one of them has would be missed by every query.
#[test]
fn columns_have_one_vocabulary() {
    const ATTRIBUTES: [&str; 8] = [
        "position",
        "normal",
        "tangent",
        "binormal",
        "color",
        "blend_weights",
        "blend_indices",
        "object_index",
    ];
    const NUMBERED: [&str; 3] = ["texcoord_", "cube_texcoord_", "instance_matrix_"];
    // Numbers that no engine has a name for, and what a file describes twice.
    const UNNAMED: [&str; 3] = ["semantic_", "unknown ", "attribute_"];
    const ENGINES: [&str; 5] = ["Urho3D", "U3D", "Dry", "Atomic", "rbfx"];
    let is_attribute = |name: &str| {
        let numbered = NUMBERED.iter().filter_map(|it| name.strip_prefix(it));
        let mut numbers = numbered.filter_map(|number| number.parse::<u8>().ok());
        ATTRIBUTES.contains(&name) || numbers.next().is_some()
    };
    let (mut attributes, mut formats) = (BTreeSet::new(), BTreeSet::new());
    for path in files() {
        let seen = scan_file(&path, &Options::default());
        if let Some(engine) = &seen.file.engine {
            let named = engine.split(", ").filter(|name| ENGINES.contains(name));
            assert!(named.count() < ENGINES.len(), "{path:?}: {engine}");
        }
        for row in &seen.references {
            let is_format = formwork_formats::format(row.kind).is_some();
            assert!(is_format || row.kind == "texture", "{path:?}: {}", row.kind);
        }
        let Some(facts) = seen.facts else { continue };
        for name in facts.attributes.unwrap_or_default() {
            let is_unknown = UNNAMED.iter().any(|prefix| name.starts_with(prefix));
            assert!(is_attribute(&name) || is_unknown, "{path:?}: {name}");
            attributes.insert(name);
            formats.insert(seen.file.format);
        }
    }
    assert!(
        ATTRIBUTES.iter().all(|name| attributes.contains(*name)),
        "{attributes:?}"
    );
    assert!(formats.len() > 1, "{formats:?}");
}

#[test]
fn bytes_are_seen_as_files_are() {
    let options = Options::default();
    for path in files() {
        let mut of_file = scan_file(&path, &options);
        let bytes = fs::read(&path).unwrap().into();
        let of_bytes = scan_bytes(bytes, &of_file.file.path, &options.limits);
        of_file.file.modified = None;
        assert_eq!(format!("{of_bytes:?}"), format!("{of_file:?}"));
    }
}

#[test]
fn the_figure_is_what_it_is() {
    let seen = scan_file(
        &root().join("samples/urho3d/Figure.mdl"),
        &Options::default(),
    );
    assert_eq!(seen.file.status, Status::Read);
    assert_eq!(seen.file.format, Some("urho3d.model"));
    assert_eq!(seen.file.version.as_deref(), Some("UMD2"));
    assert_eq!(seen.file.engine.as_deref(), Some("Urho3D family"));
    assert_eq!(seen.file.hash.map(|hash| hash.len()), Some(64));
    let facts = seen.facts.expect("facts");
    let names = facts.bone_names.expect("bones");
    assert_eq!(facts.bones, Some(names.len() as i64));
    let clip = scan_file(&root().join("samples/urho3d/Walk.ani"), &Options::default());
    let clip = clip.facts.expect("facts");
    assert_eq!((clip.clips, clip.seconds), (Some(1), Some(1.0)));
    let moved = clip.track_names.expect("tracks");
    assert!(moved.iter().all(|name| names.contains(name)), "{moved:?}");
}

#[test]
fn scenes_name_others_at_their_lines() {
    let path = root().join("samples/horde3d/figure.scene.xml");
    let seen = scan_file(&path, &Options::default());
    let name = formwork_catalog::name::text(&path);
    let geometry = seen
        .references
        .iter()
        .find(|one| one.kind == "horde3d.geometry");
    let geometry = geometry.expect("a geometry");
    assert_eq!(geometry.path, name);
    assert!(
        geometry.line.is_some() && geometry.name.ends_with("figure.geo"),
        "{geometry:?}"
    );
    assert!(seen.diagnostics.iter().all(|one| one.path == name));
}

#[test]
fn what_cannot_be_read_is_a_row_with_a_diagnostic() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("written");
        path
    };
    let whole = fs::read(root().join("samples/urho3d/Walk.ani")).expect("a sample");
    let cut = write("cut.ani", &whole[..whole.len() / 2]);
    let huge = write("huge.ani", &whole);
    let foreign = write("foreign.mdl", b"IDPO\x06\0\0\0");
    let mut small = Options::default();
    small.limits.bytes = whole.len() as u64 - 1;
    let cases = [
        (scan_file(&cut, &Options::default()), Status::Refused, true),
        (scan_file(&huge, &small), Status::Limit, false),
        (scan_file(&foreign, &small), Status::Unknown, true),
        (scan_file(folder.path(), &small), Status::Unreadable, false),
        (
            scan_file(&folder.path().join("none"), &small),
            Status::Unreadable,
            false,
        ),
    ];
    for (seen, status, is_hashed) in cases {
        assert_eq!(seen.file.status, status);
        assert_eq!(seen.file.hash.is_some(), is_hashed, "{status:?}");
        assert_eq!(seen.diagnostics.len(), 1, "{:?}", seen.diagnostics);
        assert!(seen.facts.is_none());
    }
    let unnoticed = scan_file(&write("a.bin", &[0x91, 2, 3]), &small);
    assert_eq!(unnoticed.file.status, Status::Unknown);
    assert!(unnoticed.diagnostics.is_empty());
}
