//! Files of every format open as what they are, and answer what they can.

use std::collections::BTreeSet;

use bytes::Bytes;
use conformance::{fixtures, fixtures::pictures, texts};
use formwork_files::{Proof, diagnose, prove};
use formwork_formats::{
    Asset, Confidence, FORMATS, Parts, Profile, format, horde3d, open, open_as, urho3d,
};
use formwork_schema::{Diagnostic, Kind, Limits, read, write};

fn opened(bytes: &[u8], name: &str) -> Asset {
    let asset = open(Bytes::copy_from_slice(bytes), name, &Limits::default());
    asset.unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_list_names_each_format_once() {
    let ids: BTreeSet<&str> = FORMATS.iter().map(|format| format.id()).collect();
    assert_eq!(ids.len(), FORMATS.len());
    for one in FORMATS {
        let found = format(one.id()).expect("it is listed");
        assert_eq!(found.title(), one.title());
        assert!(!one.title().is_empty() && !one.engines().is_empty());
        assert!(!one.extensions().is_empty(), "{}", one.id());
        // A layout, elements, pixels, or a grammar: never two of them.
        let kinds = [
            one.layout().is_some(),
            one.document().is_some(),
            one.picture().is_some(),
        ];
        assert!(kinds.iter().filter(|is| **is).count() <= 1, "{}", one.id());
    }
    assert!(format("urho3d.nothing").is_none());
}

#[test]
fn files_with_a_layout_open_and_come_back() {
    for fixture in fixtures::all() {
        let asset = opened(&fixture.bytes, &fixture.path);
        assert_eq!(asset.id(), fixture.format(), "{}", fixture.path);
        assert!(asset.layout().is_some() && asset.picture().is_none());
        let tree = asset
            .tree()
            .unwrap_or_else(|error| panic!("{}: {error}", fixture.path));
        assert!(tree.to_bytes().is_ok_and(|bytes| bytes == fixture.bytes));
        assert_eq!(tree.references(), None);
        assert_eq!(asset.envelope(), Ok(None));
        let mut steps = Vec::new();
        let proved = tree.prove(asset.bytes(), asset.limits(), &mut |step| steps.push(step));
        assert_eq!((proved, steps), (Ok(()), vec!["agree", "rewrite"]));
        assert_eq!(tree.texture().is_some(), asset.id().starts_with("texture."));
        assert_eq!(
            asset.packages().is_some(),
            asset.format().builder(false).is_some()
        );
        if let Some(packages) = asset.packages() {
            assert!(
                !packages.expect("packages").packages.is_empty(),
                "{}",
                fixture.path
            );
        }
    }
}

#[test]
fn texts_open_and_come_back() {
    for text in texts::read() {
        let format = format(&text.format()).expect("a format");
        let bytes = Bytes::copy_from_slice(&text.bytes);
        let asset = open_as(format, bytes, &Limits::default());
        assert_eq!(asset.identity().confidence, Confidence::Certain);
        assert!(asset.layout().is_none() && asset.packages().is_none());
        let tree = asset.tree().expect("reads");
        assert!(
            tree.to_bytes().is_ok_and(|bytes| bytes == text.bytes),
            "{}",
            text.path
        );
        assert!(tree.references().is_some());
        let object = asset
            .envelope()
            .expect("reads")
            .expect("a text")
            .to_string();
        let again = format
            .parse_envelope(&object, &Limits::default())
            .expect("a text")
            .expect("our own JSON");
        assert_eq!(again.canonical(), tree.canonical(), "{}", text.path);
    }
}

#[test]
fn the_deepest_document_is_an_object() {
    let levels = Limits::MAX_DEPTH as usize - 2;
    let (open, close) = (
        r#"<Group name="g">"#.repeat(levels),
        "</Group>".repeat(levels),
    );
    let text = format!(r#"<Model geometry="a.geo" name="a">{open}{close}</Model>"#);
    let asset = opened(text.as_bytes(), "a.scene.xml");
    let object = asset.envelope().expect("reads").expect("a document");
    let mut printed = serde_json::to_string(&object).expect("prints");
    printed.retain(|char| !char.is_whitespace());
    assert_eq!(
        printed.matches(r#""name":"g""#).count(),
        levels,
        "{printed}"
    );
}

#[test]
fn pictures_open_and_have_no_tree() {
    for file in pictures::all() {
        let asset = opened(&file.bytes, file.name);
        assert_eq!(asset.picture(), Some(file.kind), "{}", file.name);
        let error = asset.tree().err().expect("no tree");
        assert_eq!(error.kind(), Kind::Unsupported);
        assert!(
            error.message().ends_with("has no tree, only pixels"),
            "{error}"
        );
    }
}

#[test]
fn other_files_are_refused_with_what_they_seem_to_be() {
    let error = open(
        Bytes::from_static(b"IDPO\x06\0\0\0"),
        "a.mdl",
        &Limits::default(),
    );
    let error = error.err().expect("no format");
    assert_eq!(error.kind(), Kind::Unsupported);
    assert!(error.message().contains("Quake"), "{error}");
    // What nobody recognises can still be asked for.
    let format = format("urho3d.animation").expect("a format");
    let asset = open_as(format, Bytes::from_static(b"UANI"), &Limits::default());
    assert!(
        asset
            .tree()
            .is_err_and(|error| error.kind() == Kind::Malformed)
    );
}

/// A file with its items again and again; none where it has none, or is none.
fn long(id: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    /// Items of each list.
    const ITEMS: usize = 6_000;
    fn repeat<T: Clone>(items: &mut Vec<T>) {
        *items = items.iter().cycle().take(ITEMS).cloned().collect();
    }
    match id {
        "urho3d.animation" => {
            let mut clip: urho3d::Animation = read::from_slice(bytes).ok()?;
            repeat(&mut clip.tracks);
            clip.variant_tracks.iter_mut().for_each(repeat);
            write::to_bytes(&clip).ok()
        }
        _ => {
            let mut clip: horde3d::Animation = read::from_slice(bytes).ok()?;
            repeat(&mut clip.entities);
            write::to_bytes(&clip).ok()
        }
    }
}

/// Long files of the formats whose items stand alone.
fn long_files() -> Vec<(String, Asset)> {
    let all = fixtures::all().into_iter();
    let all = all.filter(|one| ["urho3d.animation", "horde3d.animation"].contains(&&*one.format()));
    let long = all.filter_map(|one| {
        let bytes = long(&one.format(), &one.bytes)?;
        let known = format(&one.format())?;
        let asset = open_as(known, bytes.into(), &Limits::default());
        Some((one.path.clone(), asset))
    });
    long.collect()
}

/// What is told, in an order that does not depend on how it was found.
fn sorted(mut all: Vec<Diagnostic>) -> Vec<String> {
    all.sort_by(|a, b| (a.rule.code, &a.location.path).cmp(&(b.rule.code, &b.location.path)));
    let shown = all
        .iter()
        .map(|one| format!("{one} {:?} {:?}", one.severity, one.location));
    shown.collect()
}

#[test]
fn a_long_file_is_looked_at_part_by_part_and_the_same_is_told() {
    let mut told = BTreeSet::new();
    let mut asked = 0;
    for (name, asset) in long_files() {
        let Some(parts) = Parts::of(&asset) else {
            continue;
        };
        assert!(parts.each().count() > 4, "{name}");
        assert!(parts.each().all(|part| part.is_ok()), "{name}");
        let mut proof = Proof::default();
        let proved = prove(&asset, &Profile::default(), &|_| Vec::new(), &mut proof);
        assert_eq!(proved, Ok(()), "{name}");
        let steps = ["read", "agree", "rewrite", "layout", "xml", "json"];
        assert_eq!(proof.steps, steps, "{name}");
        let tree = asset.tree().expect("a tree");
        assert_eq!(proof.version, tree.version());
        assert_eq!(proof.trailing, tree.trailing().len());
        told.extend(proof.diagnostics.iter().map(|one| one.rule.code));
        let whole = diagnose(&asset, &Profile::default());
        assert_eq!(sorted(proof.diagnostics), sorted(whole), "{name}");
        asked += 1;
    }
    assert!(asked > 20, "only {asked} files");
    assert!(told.len() > 12, "only {told:?}");
}
