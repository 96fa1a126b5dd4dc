//! The fixtures in the tree are those that the generator makes.

use std::{collections::BTreeSet, fs, path::Path};

use conformance::fixtures;
use formwork_schema::macros::version_bytes;

#[test]
fn every_fixture_is_what_the_generator_makes() {
    for fixture in fixtures::all() {
        let path = fixtures::folder().join(&fixture.path);
        let kept = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            kept == fixture.bytes,
            "{} differs: run the `fixtures` program",
            fixture.path
        );
    }
}

#[test]
fn no_fixture_is_left_over() {
    let made: BTreeSet<String> = fixtures::all()
        .into_iter()
        .map(|fixture| fixture.path)
        .collect();
    let mut kept = BTreeSet::new();
    below(&fixtures::folder(), &mut kept);
    assert_eq!(kept, made);
}

#[test]
fn every_version_of_every_format_has_a_fixture() {
    for layout in formwork_formats::layouts() {
        let has_fixture = fixtures::all()
            .iter()
            .any(|one| one.format() == *layout.format);
        assert!(has_fixture, "{} has no fixture", &layout.format);
        let Some(versions) = layout.versions() else {
            continue;
        };
        for (place, magic) in versions.magics.iter().enumerate() {
            for number in magic.first..=magic.last {
                let head = version_bytes(versions, place, number, layout.version_endian());
                let shown = String::from_utf8_lossy(&head).into_owned();
                let found = fixtures::all()
                    .iter()
                    .any(|f| f.format() == *layout.format && f.bytes.starts_with(&head));
                assert!(
                    found,
                    "{} has no fixture that begins with {shown:?}",
                    &layout.format
                );
            }
        }
    }
}

fn below(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the fixtures exist").flatten() {
        let path = entry.path();
        if path.is_dir() {
            below(&path, found);
        } else {
            let relative = path.strip_prefix(fixtures::folder()).expect("below it");
            found.insert(
                relative
                    .to_str()
                    .expect("our names are text")
                    .replace('\\', "/"),
            );
        }
    }
}
