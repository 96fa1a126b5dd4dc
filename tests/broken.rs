//! Damaged files give an error with a place, and never a panic.

use std::fmt::Write;

use bytes::Bytes;
use conformance::{
    corpus,
    fixtures::{self, Fixture},
    fuzz,
    questions::keeping,
};
use formwork_formats::{FormatVisitor, GameFormat, dispatch, layout};
use formwork_schema::{
    Error, Expr, Kind, Limits, Result,
    layout::Count,
    read,
    walk::{self, Leaf, Visitor, WalkOptions},
};

/// Where fields begin.
#[derive(Default)]
struct Borders(Vec<(u64, String)>);

impl Visitor for Borders {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if leaf.range.start < leaf.range.end {
            self.0.push((leaf.range.start, leaf.path.to_string()));
        }
        Ok(())
    }
}

struct Read<'a>(&'a [u8]);

impl FormatVisitor for Read<'_> {
    type Output = Option<Error>;

    fn run<T: GameFormat>(self) -> Option<Error> {
        read::document::<T>(&Bytes::copy_from_slice(self.0), &keeping()).err()
    }
}

fn refusal(fixture: &Fixture, bytes: &[u8]) -> Option<Error> {
    dispatch(&fixture.format(), Read(bytes)).expect("a known format")
}

/// The dialect that the rule for ambiguous files leads to.
fn reading(fixture: &Fixture, bytes: &[u8]) -> usize {
    let layout = layout(&fixture.format()).expect("a known format");
    walk::validate(layout, bytes, &Limits::default())
        .expect("walks")
        .dialect
}

/// Where the magic is.
fn start(fixture: &Fixture, bytes: &[u8]) -> Option<u64> {
    let beginning = Fixture {
        path: fixture.path.clone(),
        bytes: bytes.into(),
    };
    let mut borders = borders(&beginning).into_iter();
    let magic = borders.find(|(_, path)| path == "version.magic");
    magic.map(|(at, _)| at)
}

fn borders(fixture: &Fixture) -> Vec<(u64, String)> {
    let layout = layout(&fixture.format()).expect("a known format");
    let mut borders = Borders::default();
    walk::walk(
        layout,
        &fixture.bytes,
        &WalkOptions::default(),
        &mut borders,
    )
    .expect("walks");
    borders.0
}

/// Whether a field is there only while bytes are left, so that a file may as well end where it begins.
fn is_open_ended(fixture: &Fixture, path: &str) -> bool {
    let layout = layout(&fixture.format()).expect("a known format");
    let fields = layout.root().fields();
    let looks_ahead = |name: &str| {
        let asked = fields.iter().find(|field| *field.name == *name);
        // What follows from others, and yet is in trees, only the file tells.
        asked.is_some_and(|asked| asked.is_lookahead() || (asked.visible && asked.is.is_some()))
    };
    let Some(field) = fields
        .iter()
        .find(|field| path.split(['.', '[']).next() == Some(&*field.name))
    else {
        return false;
    };
    let mut optional_tail = field.count == Some(Count::ToEnd);
    let count = field.computed_count();
    for asked in field.when.as_deref().into_iter().chain(count) {
        asked.visit(&mut |expr| {
            optional_tail |= matches!(expr, Expr::Field(name) if looks_ahead(name))
        });
    }
    optional_tail
}

#[test]
fn every_cut_at_a_field_border_names_its_place() {
    for fixture in fixtures::all() {
        let mut told = String::new();
        for (border, path) in borders(&fixture) {
            if is_open_ended(&fixture, &path) {
                continue;
            }
            let cut = &fixture.bytes[..border as usize];
            let Some(error) = refusal(&fixture, cut) else {
                // The beginning of an ambiguous file may be a whole file by another reading, and that of
                // a file that says at its end where it starts a file with another start.
                if reading(&fixture, cut) == reading(&fixture, &fixture.bytes)
                    && start(&fixture, cut) == start(&fixture, &fixture.bytes)
                {
                    writeln!(told, "{border:04x} before {path}: reads").expect("a string");
                }
                continue;
            };
            assert!(
                error.offset().is_some(),
                "{} cut at {border:#x}: {error}",
                fixture.path
            );
            assert!(
                !error.path().is_empty(),
                "{} cut at {border:#x}: {error}",
                fixture.path
            );
            assert!(
                matches!(error.kind(), Kind::Malformed | Kind::Unsupported),
                "{} cut at {border:#x}: {error}",
                fixture.path
            );
        }
        assert!(told.is_empty(), "{}:\n{told}", fixture.path);
    }
}

#[test]
fn both_readers_agree_on_every_cut_and_every_changed_byte() {
    for fixture in fixtures::all() {
        let format = fixture.format();
        for length in 0..fixture.bytes.len() {
            fuzz::bytes(&format, &fixture.bytes[..length]);
        }
        for place in 0..fixture.bytes.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut bytes = fixture.bytes.clone();
                bytes[place] ^= change;
                fuzz::ask(&format, &bytes);
            }
        }
    }
}

#[test]
fn what_was_once_a_finding_is_none_now() {
    for (format, bytes) in fixtures::found() {
        fuzz::ask(&format, &bytes);
    }
}

#[test]
fn what_an_optional_tail_would_take_cannot_trail() {
    use formwork_formats::urho3d::Model;
    use formwork_schema::{read::Document, write};

    let all = fixtures::all();
    let models = all.iter().filter(|f| f.format() == "urho3d.model");
    let trees = models.filter_map(|f| read::from_slice::<Model>(&f.bytes).ok());
    let bare = trees.filter(|tree| {
        tree.geometry_centers.is_none() && tree.lod_levels.is_none() && tree.geometries.len() == 1
    });
    let mut asked = 0;
    for tree in bare {
        let trailing = Bytes::from_static(&[0; 12]);
        let error = write::document(&Document { tree, trailing }).expect_err("another tree");
        assert_eq!(error.kind(), Kind::Invalid, "{error}");
        asked += 1;
    }
    assert!(asked > 0);
}

#[test]
fn nobody_says_of_real_files_that_line_ends_were_changed() {
    let files = corpus::files();
    for file in &files {
        // Only what does not read gets advice, so the end is missing.
        let Some((_, cut)) = file.bytes.split_last() else {
            continue;
        };
        let error = dispatch(file.format, Read(cut)).expect("a known format");
        let advice = error.as_ref().map_or("", Error::advice);
        let name = file.path.display();
        assert!(!advice.contains("line ends"), "{name}: {advice}");
    }
    corpus::report("cut files without advice about line ends", files.len());
}

fn message(format: &str, bytes: &[u8]) -> String {
    let error = dispatch(format, Read(bytes)).expect("a known format");
    error.map_or_else(|| "reads".into(), |error| error.to_string())
}

#[test]
fn messages_say_what_is_wrong_and_where() {
    let oldest = fixtures::all();
    let oldest = oldest.iter().find(|f| f.path.ends_with("none-plain.mdl"));
    let behind = [&oldest.expect("a model without magic").bytes, &b"?"[..]].concat();
    let clip = b"UANI\0\0\0\x80\x3f\x01\0\0\0Hip\0\x01\x01\0\0\0\0\0\0\0\0\0\x80\x3f\0";
    let messages = [
        message("urho3d.animation", clip),
        message("urho3d.animation", b""),
        message("urho3d.animation", b"UA"),
        message("urho3d.animation", b"IDPO\x06\0\0\0"),
        message("urho3d.animation", b"UANIno end"),
        message("urho3d.animation", b"UAN2\x09\0\0\0\0"),
        message("urho3d.animation", b"UANI\0\0\0\x80\x3f\xff\xff\xff\xff"),
        message("urho3d.animation", b"UANI\0\0\0\x80\x3f\x01\0\0\0\0\x07\xff\xff\xff\xff"),
        message("urho3d.animation", b"UAN2\x03\0\0\0\0\0\0\x80\x3f\0\0\0\0\x01\0\0\0@A/B\0\x1d\0\0\0\0\0\0\0\x80\x3f\x01\0\0\0\0\0\0\0\x2a\0\0\0"),
        message("urho3d.model", &behind),
        message("horde3d.animation", b"H3DA\x01\0\0\0\0\0\0\0\0\0\0\0"),
        message("horde3d.animation", b"H3DA\x03\0\0\0\xff\xff\xff\xff\0\0\0\0"),
        message("horde3d.animation", &[b"H3DA\x03\0\0\0\x01\0\0\0\x01\0\0\0".as_slice(), &[b'x'; 400]].concat()),
    ];
    insta::with_settings!({ snapshot_path => "../snapshots", omit_expression => true }, {
        insta::assert_snapshot!(messages.join("\n"));
    });
}

#[test]
fn hostile_packages_cost_an_error() {
    let packages = fixtures::all();
    let packages = packages
        .iter()
        .filter(|fixture| fixture.format() == "urho3d.package");
    for fixture in packages {
        fuzz::package(&fixture.bytes);
        for place in 0..fixture.bytes.len() {
            for change in [0x01, 0x80, 0xff] {
                let mut bytes = fixture.bytes.clone();
                bytes[place] ^= change;
                fuzz::package(&bytes);
            }
        }
    }
}
