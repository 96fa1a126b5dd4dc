//! The fixtures in the tree are those that the generator makes.

use std::{collections::BTreeSet, env, fs, path::Path};

use conformance::fixtures;
use formwork_schema::macros::version_bytes;

/// With `UPDATE_FIXTURES` in the environment they are written first; none is removed.
#[test]
fn fixtures_are_what_the_generator_makes() {
    let update = env::var_os("UPDATE_FIXTURES").is_some();
    let mut made = BTreeSet::new();
    for fixture in fixtures::all() {
        let path = fixtures::folder().join(&fixture.path);
        if update {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(&path, &fixture.bytes).expect("a file");
        }
        let kept = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(
            kept == fixture.bytes,
            "{} differs: set UPDATE_FIXTURES=1 where that is meant",
            fixture.path
        );
        made.insert(fixture.path);
    }
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
