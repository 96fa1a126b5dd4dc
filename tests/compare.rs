//! What files differ in, and the text that tools compare: locked for pairs of fixtures, and asked of
//! every file.

use conformance::{
    corpus,
    fixtures::{self, Fixture, folder},
};
use formwork_formats::{
    horde3d, info,
    urho3d::{Animation, Model, animation::Channels},
};
use formwork_schema::{Format, Layout, Limits, Packed, read, write};
use formwork_text::{
    diff::{Change, DiffOptions, Difference, Lines, diff},
    outline::Outline,
    textconv,
};

fn locked(name: &str, content: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/compare");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.to_owned(), content));
}

fn file(path: &str) -> Vec<u8> {
    std::fs::read(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn outline<'b>(layout: &Layout, bytes: &'b [u8]) -> Outline<'b> {
    Outline::read(layout, bytes, &Limits::default()).expect("a good file")
}

fn found(layout: &Layout, a: &[u8], b: &[u8], options: DiffOptions) -> Vec<Difference> {
    let mut all = Vec::new();
    let (a, b) = (outline(layout, a), outline(layout, b));
    let count = diff(&a, &b, options, &mut |one| {
        all.push(one.clone());
        Ok(())
    });
    assert_eq!(count.expect("the same format"), all.len() as u64);
    all
}

fn said(layout: &Layout, a: &[u8], b: &[u8]) -> String {
    let mut out = Vec::new();
    let mut lines = Lines::new(&mut out, ["a".into(), "b".into()], false);
    for one in found(layout, a, b, DiffOptions::default()) {
        lines.tell(&one).expect("memory");
    }
    lines.finish().expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

fn text(layout: &Layout, bytes: &[u8]) -> String {
    let (outline, mistake) = Outline::read_some(layout, bytes, &Limits::default());
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
    said(T::layout(), &bytes, &fresh)
}

#[test]
fn edits_are_locked() {
    let long = "urho3d/animation/uani-long.ani";
    let masks = "urho3d/animation/uani-masks.ani";
    let renamed = edited::<Model>("urho3d/model/umd2-skinned.mdl", |model| {
        model.bones[0].name = "skull".into();
    });
    locked("renamed-bone", &renamed);
    let moved = edited::<Animation>(masks, |clip| {
        let track = clip.tracks.remove(5);
        clip.tracks.insert(1, track);
    });
    locked("moved-track", &moved);
    let changed = edited::<Animation>(long, |clip| {
        let keyframes = &mut clip.tracks[1].keyframes;
        let mut all: Vec<_> = keyframes.iter().collect();
        all[1].scale.as_mut().expect("a scale").y = 1.5;
        *keyframes = Packed::from_records((Channels::SCALE,), all).expect("the same shape");
    });
    locked("changed-keyframe", &changed);
    let removed = edited::<Animation>(long, |clip| {
        let keyframes = &mut clip.tracks[0].keyframes;
        let all = keyframes.iter().enumerate();
        let all: Vec<_> = all.filter(|(at, _)| *at != 3).map(|(_, key)| key).collect();
        *keyframes = Packed::from_records((Channels::ROTATION,), all).expect("the same shape");
        clip.tracks.remove(1);
    });
    locked("removed-keyframe-and-track", &removed);
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
        let text = said(layout(&a), &a.bytes, &b.bytes);
        locked(name, &text);
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
        locked(&name, &text(layout(&fixture), &bytes));
    }
    let cut = &file("urho3d/animation/uani-long.ani")[..60];
    locked("uani-long-cut.text", &text(Animation::layout(), cut));
}

fn layout(fixture: &Fixture) -> &'static Layout {
    (info(&fixture.format())
        .expect("fixtures have a format")
        .layout)()
}

/// How many differences two files have, told in short and one by one.
fn count(layout: &Layout, a: &[u8], b: &[u8]) -> usize {
    let all = DiffOptions { all: true };
    let (short, long) = (
        found(layout, a, b, DiffOptions::default()),
        found(layout, a, b, all),
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
            count(layout(a), &a.bytes, &b.bytes);
        }
    }
}

#[test]
fn every_byte_that_changes_is_told_with_its_place() {
    for fixture in fixtures::all() {
        let layout = layout(&fixture);
        for at in 0..fixture.bytes.len() {
            let mut bytes = fixture.bytes.clone();
            bytes[at] ^= 1;
            if Outline::read(layout, &bytes, &Limits::default()).is_err() {
                continue;
            }
            let told = found(layout, &fixture.bytes, &bytes, DiffOptions::default());
            assert!(!told.is_empty(), "{}: byte {at}", fixture.path);
            let is_placed = |one: &Difference| !one.path.is_empty();
            assert!(told.iter().all(is_placed), "{}: byte {at}", fixture.path);
            let (old, new) = (text(layout, &fixture.bytes), text(layout, &bytes));
            assert_ne!(old, new, "{}: byte {at}", fixture.path);
        }
    }
}

#[test]
fn cut_files_still_have_a_text() {
    for fixture in fixtures::all() {
        for end in 0..fixture.bytes.len() {
            text(layout(&fixture), &fixture.bytes[..end]);
        }
    }
}

#[test]
fn real_files_are_compared() {
    let files = corpus::files();
    let mut before: Option<&corpus::RealFile> = None;
    for file in &files {
        let layout = (info(file.format).expect("a format").layout)();
        assert!(text(layout, &file.bytes).starts_with("format: "));
        if Outline::read(layout, &file.bytes, &Limits::default()).is_err() {
            continue;
        }
        let longer = [&file.bytes[..], b"!"].concat();
        if Outline::read(layout, &longer, &Limits::default()).is_ok() {
            assert!(count(layout, &file.bytes, &longer) > 0);
        }
        if let Some(other) = before.filter(|other| other.format == file.format) {
            let told = found(layout, &other.bytes, &file.bytes, DiffOptions::default());
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
    let a = outline(Animation::layout(), &clip);
    let b = outline(horde3d::Animation::layout(), &anim);
    let refused = diff(&a, &b, DiffOptions::default(), &mut |_| Ok(()));
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("different formats")
    );
}
