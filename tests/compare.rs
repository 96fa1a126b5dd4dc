//! What files differ in, and the text that tools compare: locked for pairs of fixtures, and asked of
//! every file.

use conformance::{
    corpus,
    fixtures::{self, Fixture, folder},
    fuzz, locked,
};
use formwork_formats::{
    AnyFormat, View, format, horde3d,
    urho3d::{Animation, Model, Package, animation::Channels},
};
use formwork_schema::{Format, Layout, Limits, Packed, read, write};
use formwork_text::{
    diff::{Change, DiffOptions, Difference, Lines, diff},
    outline::Outline,
    textconv,
};

fn file(path: &str) -> Vec<u8> {
    std::fs::read(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn layout_of(format: &dyn AnyFormat) -> &'static Layout {
    format.layout().expect("a layout")
}

fn outline<'b>(info: &dyn AnyFormat, bytes: &'b [u8]) -> Outline<'b> {
    let outline = Outline::read(layout_of(info), bytes, &Limits::default());
    outline.expect("a good file")
}

fn of<T: Format>() -> &'static dyn AnyFormat {
    format(&T::layout().format).expect("a known format")
}

fn found(info: &dyn AnyFormat, a: &[u8], b: &[u8], options: DiffOptions) -> Vec<Difference> {
    let (a, b) = (outline(info, a), outline(info, b));
    tell(&a, &b, options)
}

fn tell(a: &Outline<'_>, b: &Outline<'_>, options: DiffOptions) -> Vec<Difference> {
    let mut all = Vec::new();
    let count = diff(a, b, options, &mut |one| {
        all.push(one.clone());
        Ok(())
    });
    assert_eq!(count.expect("the same format"), all.len() as u64);
    all
}

fn said(info: &dyn AnyFormat, a: &[u8], b: &[u8]) -> String {
    lines(&found(info, a, b, DiffOptions::default()))
}

fn lines(all: &[Difference]) -> String {
    let mut out = Vec::new();
    let mut lines = Lines::new(&mut out, ["a".into(), "b".into()], false);
    for one in all {
        lines.tell(one).expect("memory");
    }
    lines.finish().expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

fn text(info: &dyn AnyFormat, bytes: &[u8]) -> String {
    let (outline, mistake) =
        Outline::read_some(layout_of(info), bytes, &Limits::default()).expect("small");
    let mut out = Vec::new();
    textconv::print(&outline, mistake.as_ref(), &mut out).expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

/// A fixture and what an edit makes of it.
fn edited<T: Format>(path: &str, edit: impl FnOnce(&mut T)) -> String {
    let bytes = file(path);
    let mut tree: T = read::from_slice(&bytes).expect("a good file");
    edit(&mut tree);
    let fresh = write::to_bytes(&tree).expect("a good tree");
    said(of::<T>(), &bytes, &fresh)
}

#[test]
fn edits_are_locked() {
    let long = "urho3d/animation/uani-long.ani";
    let masks = "urho3d/animation/uani-masks.ani";
    let renamed = edited::<Model>("urho3d/model/umd2-skinned.mdl", |model| {
        model.bones[0].name = "skull".into();
    });
    locked("compare", "renamed-bone", &renamed);
    let hung = edited::<Model>("urho3d/model/umd2-skinned.mdl", |model| {
        // The hip stays the parent of both, and gets a parent and a brother of its own.
        model.bones.swap(0, 1);
        let mut tail = model.bones[0].clone();
        tail.name = "tail".into();
        model.bones.push(tail);
        model.bones[0].parent = 2;
        model.bones[1].parent = 0;
        model.bones[2].parent = 7;
    });
    locked("compare", "bones-in-another-order", &hung);
    let moved = edited::<Animation>(masks, |clip| {
        let track = clip.tracks.remove(5);
        clip.tracks.insert(1, track);
    });
    locked("compare", "moved-track", &moved);
    let changed = edited::<Animation>(long, |clip| {
        let keyframes = &mut clip.tracks[1].keyframes;
        let mut all: Vec<_> = keyframes.iter().collect();
        all[1].scale.as_mut().expect("a scale").y = 1.5;
        *keyframes = Packed::from_records((Channels::SCALE,), all).expect("the same shape");
    });
    locked("compare", "changed-keyframe", &changed);
    let removed = edited::<Animation>(long, |clip| {
        let keyframes = &mut clip.tracks[0].keyframes;
        let all = keyframes.iter().enumerate();
        let all: Vec<_> = all.filter(|(at, _)| *at != 3).map(|(_, key)| key).collect();
        *keyframes = Packed::from_records((Channels::ROTATION,), all).expect("the same shape");
        clip.tracks.remove(1);
    });
    locked("compare", "removed-keyframe-and-track", &removed);
}

#[test]
fn pairs_are_locked() {
    let pairs = [
        (
            "edited",
            "urho3d/animation/uani-long.ani",
            "urho3d/animation/uani-long-edited.ani",
        ),
        (
            "other-version",
            "urho3d/animation/uan2-3-weight.ani",
            "urho3d/animation/uan2-4-weights.ani",
        ),
        (
            "other-magic",
            "urho3d/animation/uani-one.ani",
            "urho3d/animation/uan2-4-weights.ani",
        ),
        (
            "other-fork",
            "urho3d/model/umdl-plain.mdl",
            "urho3d/model/amd2-names.mdl",
        ),
        (
            "other-vertices",
            "urho3d/model/umd2-plain.mdl",
            "urho3d/model/umd2-skinned.mdl",
        ),
        (
            "masked-and-declared",
            "urho3d/model/umdl-plain.mdl",
            "urho3d/model/umd2-plain.mdl",
        ),
        (
            "other-entities",
            "horde3d/animation/h3da-2-plain.anim",
            "horde3d/animation/h3da-3-plain.anim",
        ),
        (
            "residue",
            "horde3d/animation/h3da-3-plain.anim",
            "horde3d/animation/h3da-3-name-residue.anim",
        ),
        (
            "trailing",
            "urho3d/animation/uani-one.ani",
            "urho3d/animation/uani-trailing.ani",
        ),
    ];
    for (name, a, b) in pairs {
        let fixture = |path: &str| fixtures::all().into_iter().find(|one| one.path == path);
        let (a, b) = (fixture(a).expect(a), fixture(b).expect(b));
        let text = said(info_of(&a), &a.bytes, &b.bytes);
        locked("compare", name, &text);
    }
}

#[test]
fn texts_are_locked() {
    for path in [
        "urho3d/animation/uani-long.ani",
        "urho3d/animation/uan2-3-tangents.ani",
        "urho3d/model/umd2-skinned.mdl",
        "urho3d/model/umd3-2-weights.mdl",
        "horde3d/geometry/h3dg-5-morphed.geo",
        "horde3d/animation/h3da-3-name-residue.anim",
    ] {
        let bytes = file(path);
        let fixture = fixtures::all().into_iter().find(|one| one.path == path);
        let fixture = fixture.expect(path);
        let name = format!("{}.text", fixture.name());
        locked("compare", &name, &text(info_of(&fixture), &bytes));
    }
    let cut = &file("urho3d/animation/uani-long.ani")[..60];
    locked(
        "compare",
        "uani-long-cut.text",
        &text(of::<Animation>(), cut),
    );
}

fn info_of(fixture: &Fixture) -> &'static dyn AnyFormat {
    format(&fixture.format()).expect("fixtures have a format")
}

/// How many differences two files have, told in short and one by one.
fn count(info: &dyn AnyFormat, a: &[u8], b: &[u8]) -> usize {
    let all = DiffOptions {
        all: true,
        ..DiffOptions::default()
    };
    let (short, long) = (
        found(info, a, b, DiffOptions::default()),
        found(info, a, b, all),
    );
    assert_eq!(short.is_empty(), a == b);
    assert_eq!(long.is_empty(), a == b);
    assert!(long.iter().all(|one| one.change != Change::Summed));
    short.len()
}

#[test]
fn fixtures_of_one_format_can_be_compared_both_ways() {
    let all = fixtures::all();
    for a in &all {
        for b in all.iter().filter(|b| b.format() == a.format()) {
            count(info_of(a), &a.bytes, &b.bytes);
        }
    }
}

#[test]
fn every_byte_that_changes_is_told_with_its_place() {
    for fixture in fixtures::all() {
        let info = info_of(&fixture);
        for at in 0..fixture.bytes.len() {
            let mut bytes = fixture.bytes.clone();
            bytes[at] ^= 1;
            if Outline::read(layout_of(info), &bytes, &Limits::default()).is_err() {
                continue;
            }
            let told = found(info, &fixture.bytes, &bytes, DiffOptions::default());
            assert!(!told.is_empty(), "{}: byte {at}", fixture.path);
            let is_placed = |one: &Difference| !one.path.is_empty();
            assert!(told.iter().all(is_placed), "{}: byte {at}", fixture.path);
            let (old, new) = (text(info, &fixture.bytes), text(info, &bytes));
            assert_ne!(old, new, "{}: byte {at}", fixture.path);
        }
    }
}

#[test]
fn cut_files_still_have_a_text() {
    for fixture in fixtures::all() {
        for end in 0..fixture.bytes.len() {
            fuzz::textconv(&fixture.bytes[..end]);
        }
    }
}

#[test]
fn changed_files_are_compared_as_they_are_read() {
    for fixture in fixtures::all() {
        for at in (0..fixture.bytes.len()).step_by(7) {
            let mut bytes = fixture.bytes.clone();
            bytes[at] ^= 0x81;
            fuzz::textconv(&bytes);
            if let Some(pair) = fuzz::pair(&fixture.bytes, &bytes) {
                fuzz::diff(&pair);
            }
        }
    }
}

#[test]
fn real_files_are_compared() {
    let files = corpus::files();
    let mut before: Option<&corpus::RealFile> = None;
    for file in &files {
        let info = format(file.format).expect("a format");
        assert!(text(info, &file.bytes).starts_with("format: "));
        if Outline::read(layout_of(info), &file.bytes, &Limits::default()).is_err() {
            continue;
        }
        let longer = [&file.bytes[..], b"!"].concat();
        if Outline::read(layout_of(info), &longer, &Limits::default()).is_ok() {
            assert!(count(info, &file.bytes, &longer) > 0);
        }
        if let Some(other) = before.filter(|other| other.format == file.format) {
            let told = found(info, &other.bytes, &file.bytes, DiffOptions::default());
            assert_eq!(told.is_empty(), other.bytes == file.bytes);
        }
        before = Some(file);
    }
    corpus::report("compared", files.len());
}

#[test]
fn formats_are_not_compared_with_others() {
    let (clip, anim) = (
        file("urho3d/animation/uani-one.ani"),
        file("horde3d/animation/h3da-3-plain.anim"),
    );
    let a = outline(of::<Animation>(), &clip);
    let b = outline(of::<horde3d::Animation>(), &anim);
    let refused = diff(&a, &b, DiffOptions::default(), &mut |_| Ok(()));
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("different formats")
    );
}

/// A model with these elements, each a type and a semantic; `vertices` are the bytes of each. Indices of
/// this size draw them.
fn model(elements: &[(u8, u8)], vertices: &[Vec<u8>], index_size: u32) -> Vec<u8> {
    let mut bytes = b"UMD2".to_vec();
    let mut number = |number: usize| bytes.extend((number as u32).to_le_bytes());
    number(1);
    number(vertices.len());
    number(elements.len());
    for (kind, semantic) in elements {
        bytes.extend([*kind, *semantic, 0, 0]);
    }
    bytes.extend([0; 8]);
    bytes.extend(vertices.concat());
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend((vertices.len() as u32).to_le_bytes());
    bytes.extend(index_size.to_le_bytes());
    for index in 0..vertices.len() {
        bytes.extend(&index.to_le_bytes()[..index_size as usize]);
    }
    // No geometries, morphs or bones, and a box around nothing.
    bytes.extend([0; 12 + 24]);
    bytes
}

fn floats(numbers: &[f32]) -> Vec<u8> {
    let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
    bytes.collect()
}

#[test]
fn attributes_are_compared_by_what_they_mean() {
    const POSITION: (u8, u8) = (3, 0);
    const NORMAL: (u8, u8) = (3, 1);
    const TEXCOORD: (u8, u8) = (2, 4);
    let place = |at: f32| floats(&[at, 1.0, 2.0]);
    let normal = || floats(&[0.0, 1.0, 0.0]);
    let plain: Vec<_> = (0..9).map(|at| place(at as f32)).collect();
    let plain = model(&[POSITION], &plain, 2);
    let more: Vec<_> = (0..9)
        .map(|at| [normal(), floats(&[0.5, 0.5]), place(at as f32)].concat())
        .collect();
    let more = model(&[NORMAL, TEXCOORD, POSITION], &more, 4);
    locked(
        "compare",
        "inserted-attributes",
        &said(of::<Model>(), &plain, &more),
    );

    let edited: Vec<_> = (0..9)
        .map(|at| [place(if at == 4 { 40.0 } else { at as f32 }), normal()].concat())
        .collect();
    let edited = model(&[POSITION, NORMAL], &edited, 4);
    locked(
        "compare",
        "swapped-attributes",
        &said(of::<Model>(), &more, &edited),
    );
    locked("compare", "described.text", &text(of::<Model>(), &more));
}

#[test]
fn streams_are_compared_by_what_they_mean() {
    let swapped = edited::<horde3d::Geometry>("horde3d/geometry/h3dg-5-morphed.geo", |geometry| {
        let streams = geometry.streams.as_mut().expect("streams");
        let first = streams.remove(0);
        streams.push(first);
        streams.remove(0);
    });
    locked("compare", "other-streams", &swapped);
}

#[test]
fn geometries_of_version_4_are_compared_as_those_of_version_5() {
    let info = of::<horde3d::Geometry>();
    let old = file("horde3d/geometry/h3dg-4-triangle.geo");
    let upgraded = info.upgrade(&old.clone().into()).expect("version 4");
    assert!(info.upgrade(&upgraded).is_none());
    let as_old = || outline(info, &upgraded).as_version("H3DG 4");
    let mut moved: horde3d::Geometry = read::from_slice(&upgraded).expect("version 5");
    let same = tell(&as_old(), &outline(info, &upgraded), DiffOptions::default());
    assert!(same.is_empty(), "{}", lines(&same));
    let streams = moved.streams.as_mut().expect("streams");
    streams.rotate_left(1);
    streams[0].elements = horde3d::geometry::Elements::Directions(
        Packed::from_records(
            (),
            (0..3).map(|_| horde3d::geometry::Direction {
                x: 0,
                y: 0,
                z: -32767,
            }),
        )
        .expect("directions"),
    );
    let moved = write::to_bytes(&moved).expect("a good tree");
    let told = tell(&as_old(), &outline(info, &moved), DiffOptions::default());
    locked("compare", "old-geometry", &lines(&told));
}

fn viewed(view: &View) -> Outline<'_> {
    let outline = Outline::read(view.layout, &view.bytes, &Limits::default());
    outline.expect("a view").as_view(view.ignored_fields)
}

/// What is said of two packages.
fn of_packages(a: &[u8], b: &[u8]) -> String {
    let view = |bytes: &[u8]| {
        of::<Package>()
            .view(&bytes.to_vec().into())
            .expect("a package")
    };
    let (a, b) = (view(a), view(b));
    lines(&tell(&viewed(&a), &viewed(&b), DiffOptions::default()))
}

#[test]
fn packages_are_compared_by_what_they_hold() {
    let package = |name: &str| file(&format!("urho3d/package/{name}.pak"));
    for (name, a, b) in [
        ("package-gap", "upak-gap", "upak-two"),
        ("package-checksum", "upak-wrong-checksum", "upak-two"),
        ("package-appended", "upak-appended", "upak-two"),
        ("package-of-several", "upak-packages", "ulz4-two"),
        ("package-table-last", "upak-two", "rpak-two"),
    ] {
        locked("compare", name, &of_packages(&package(a), &package(b)));
    }
    // A byte that belongs to no file, and blocks that stand elsewhere.
    let two = package("upak-two");
    let mut moved = two[..two.len() - 4].to_vec();
    moved.push(0);
    moved.extend((two.len() as u32 + 1).to_le_bytes());
    assert_eq!(
        of_packages(&two, &moved),
        "A: a\nB: b\nsame contents, other layout\n"
    );
    let view = of::<Package>()
        .view(&package("upak-packages").into())
        .expect("a package");
    let mut out = Vec::new();
    textconv::print(&viewed(&view), None, &mut out).expect("memory");
    locked(
        "compare",
        "upak-packages.text",
        &String::from_utf8_lossy(&out),
    );
}

#[test]
fn a_long_name_is_not_repeated_for_all_that_refer_to_it() {
    let mut model: Model =
        read::from_slice(&file("urho3d/model/umd2-skinned.mdl")).expect("a model");
    let bone = model.bones[0].clone();
    model.bones = vec![bone; 200];
    for (place, bone) in model.bones.iter_mut().enumerate() {
        bone.parent = 0;
        bone.name = format!("bone {place}").as_str().into();
    }
    model.bones[0].name = "n".repeat(10_000).as_str().into();
    let bytes = write::to_bytes(&model).expect("a good tree");
    assert!(text(of::<Model>(), &bytes).len() < 10 * bytes.len());
}
