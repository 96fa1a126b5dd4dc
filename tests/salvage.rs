//! What is left of damaged files: of every writable format, cut at many places.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use bytes::Bytes;
use conformance::{corpus, fixtures, texts};
use formwork_formats::{
    Asset, Loss, Profile, Salvaged, diagnose, diagnose_tree, format, open, open_as, salvage,
};
use formwork_schema::{Diagnostic, Error, Kind, Layout, Limits, Result, Severity, Value};

/// Places at which each file is cut.
const CUTS: usize = 24;

/// The same questions as `check` asks, but for the forms of texts.
fn passes(asset: &Asset) -> Result<()> {
    let tree = asset.tree()?;
    tree.prove(asset.bytes(), asset.limits(), &mut |_| {})?;
    if let Some(texture) = tree.texture() {
        formwork_pixels::every_surface(texture)?;
    }
    let profile = Profile::default();
    let mut told = diagnose_tree(asset, &*tree, &profile);
    told.extend(diagnose(asset, &profile));
    let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
    match told.iter().find(is_error) {
        Some(one) => Err(Error::new(Kind::Malformed, one.to_string())),
        None => Ok(()),
    }
}

fn salvaged(id: &str, bytes: &[u8]) -> Result<Salvaged> {
    let format = format(id).expect("a known format");
    let limits = Limits::default();
    let asset = open_as(format, Bytes::copy_from_slice(bytes), &limits);
    salvage(&asset, &mut |bytes| {
        passes(&open_as(format, bytes.clone(), &limits))
    })
}

/// Lengths that a file is cut to: evenly, and near its end, where tails are.
fn cuts(length: usize) -> BTreeSet<usize> {
    let even = (1..CUTS).map(|part| length * part / CUTS);
    let last = (1..=8).map(|less| length.saturating_sub(less));
    even.chain(last).filter(|cut| *cut > 0).collect()
}

/// Whether a file has nothing that the whole one does not have, but for what is told as made up.
fn is_part_of(layout: &Layout, part: &Value, whole: &Value, lost: &[Loss]) -> bool {
    let fields = layout.root().fields().iter().enumerate();
    fields.into_iter().all(|(place, field)| {
        let is_told = lost
            .iter()
            .any(|loss| loss.kept.is_none() && field.name == *loss.path);
        match (part.field(place), whole.field(place)) {
            _ if is_told => true,
            (Some(part), Some(whole)) => is_part(part, whole),
            (part, _) => part.is_none(),
        }
    })
}

/// Whether a value is another one with fewer items in its lists.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Struct(part), Value::Struct(whole)) => {
            part.len() == whole.len()
                && part.iter().zip(whole).all(|pair| match pair {
                    (Some(part), Some(whole)) => is_part(part, whole),
                    (part, _) => part.is_none(),
                })
        }
        (Value::List(part), _) if part.is_empty() => whole.length().is_some(),
        (Value::List(part), Value::List(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole.iter()).all(|(a, b)| is_part(a, b))
        }
        (Value::Rows(part), Value::Rows(whole)) => {
            part.len() <= whole.len() && part.iter().zip(whole.iter()).all(|(a, b)| a == b)
        }
        (part, whole) => part == whole,
    }
}

#[test]
fn cut_files_are_salvaged_or_refused() {
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    let fixtures = fixtures::all().into_iter().chain(texts::read());
    for fixture in fixtures.filter(|fixture| !fixture.is_refused()) {
        let id = match fixture.path.starts_with("texts/") {
            true => open(
                fixture.bytes.clone().into(),
                &fixture.path,
                &Limits::default(),
            )
            .expect("a known format")
            .id()
            .to_owned(),
            false => fixture.format(),
        };
        let whole = open_as(
            format(&id).expect("a known format"),
            fixture.bytes.clone().into(),
            &Limits::default(),
        );
        for cut in cuts(fixture.bytes.len()) {
            let Ok(salvaged) = salvaged(&id, &fixture.bytes[..cut]) else {
                continue;
            };
            let name = format!("{} cut to {cut} bytes", fixture.path);
            let part = open_as(whole.format(), salvaged.bytes.clone(), &Limits::default());
            passes(&part).unwrap_or_else(|error| panic!("{name}: {error}"));
            if salvaged.lost.is_empty() {
                assert_eq!(salvaged.bytes, fixture.bytes[..cut], "{name}");
                continue;
            }
            *kept.entry(id.clone()).or_default() += 1;
            let is_moved = whole.packages().is_some() || id.starts_with("texture.");
            if let Some(layout) = whole.layout().filter(|_| !is_moved) {
                let part = Value::read(layout, part.bytes()).expect("reads");
                let all = Value::read(layout, whole.bytes()).expect("reads");
                assert!(
                    is_part_of(layout, &part, &all, &salvaged.lost),
                    "{name}: {:?}",
                    salvaged.lost
                );
            }
        }
    }
    // Of scripts most is not understood, so nobody can say what is whole.
    let writable = formwork_formats::FORMATS.iter().filter(|one| {
        one.picture().is_none() && !["urho3d.script", "horde3d.code"].contains(&one.id())
    });
    let missing: Vec<_> = writable
        .map(|one| one.id())
        .filter(|id| !kept.contains_key(*id))
        .collect();
    assert!(
        missing.is_empty(),
        "nothing is ever salvaged of {missing:?}: {kept:?}"
    );
}

/// The bytes with a carriage return before each line feed.
fn with_returns(bytes: &[u8]) -> Vec<u8> {
    let pair = |byte: &u8| match byte {
        b'\n' => vec![b'\r', b'\n'],
        other => vec![*other],
    };
    bytes.iter().flat_map(pair).collect()
}

#[test]
fn line_ends_that_were_added_are_taken_out_again() {
    let mut repaired = 0;
    for fixture in fixtures::all() {
        let damaged = with_returns(&fixture.bytes);
        if fixture.is_refused() || damaged == fixture.bytes {
            continue;
        }
        let Ok(salvaged) = salvaged(&fixture.format(), &damaged) else {
            continue;
        };
        let is_repaired = salvaged
            .lost
            .iter()
            .any(|loss| loss.message.contains("carriage"));
        if is_repaired {
            assert_eq!(salvaged.bytes, fixture.bytes, "{}", fixture.path);
            repaired += 1;
        }
    }
    assert!(repaired > 0, "no fixture is repaired");
}

/// A clip of one track with 2573 keyframes, which is 0d 0a in bytes; those of the keyframes are `fill`.
fn clip(fill: u8) -> Vec<u8> {
    let mut bytes = b"UANIWalk\0\0\0\x80\x3f\x01\0\0\0Hip\0\x01\x0d\x0a\0\0".to_vec();
    bytes.resize(bytes.len() + 0x0a0d * 16, fill);
    bytes
}

#[test]
fn line_ends_that_were_taken_out_are_put_back_where_one_way_fits() {
    let without = |bytes: &[u8]| {
        let place = bytes.windows(2).position(|pair| pair == b"\r\n");
        let place = place.expect("a pair");
        [&bytes[..place], &bytes[place + 1..]].concat()
    };
    let whole = clip(0);
    let salvaged = salvaged("urho3d.animation", &without(&whole)).expect("one way fits");
    assert_eq!(salvaged.bytes, whole);
    // With a line feed in a number, the return may have stood there as well.
    let mut whole = clip(0);
    let last = whole.len() - 1;
    whole[last] = b'\n';
    let other = self::salvaged("urho3d.animation", &without(&whole));
    assert!(other.is_err() || other.is_ok_and(|other| other.bytes == whole));
}

#[test]
fn a_whole_file_comes_back_as_it_is() {
    for fixture in fixtures::all().iter().filter(|one| !one.is_refused()) {
        let format = fixture.format();
        let id = format.as_str();
        let asset = open_as(
            formwork_formats::format(id).expect("a known format"),
            fixture.bytes.clone().into(),
            &Limits::default(),
        );
        if passes(&asset).is_ok() {
            let salvaged = salvaged(id, &fixture.bytes).expect("it is whole");
            assert_eq!(salvaged.bytes, fixture.bytes, "{}", fixture.path);
            assert_eq!(salvaged.lost, [], "{}", fixture.path);
        }
    }
}

#[test]
fn real_damaged_files_are_salvaged_or_refused_with_the_reason() {
    let folders = corpus::folders().into_iter();
    let folders = folders.flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    let folders = folders.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("malformed")
    });
    let files = folders.flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    for path in files.map(|entry| entry.path()) {
        let bytes = Bytes::from(fs::read(&path).expect("a file"));
        let Ok(asset) = open(bytes, &path.to_string_lossy(), &Limits::default()) else {
            continue;
        };
        let again = |bytes: &Bytes| passes(&open_as(asset.format(), bytes.clone(), asset.limits()));
        match salvage(&asset, &mut |bytes| again(bytes)) {
            Ok(salvaged) => again(&salvaged.bytes).expect("what is left passes"),
            Err(error) => assert!(!error.message().is_empty(), "{}", path.display()),
        }
    }
}

/// Some entities have one frame and others all: a flag chooses, and is no length itself.
#[test]
fn entities_before_a_cut_are_kept() {
    let frames = |count: usize| {
        let one = [0.0_f32, 0.0, 0.0, 1.0, 1.0, 2.0, 3.0, 1.0, 1.0, 1.0];
        let bytes = one.iter().flat_map(|number| number.to_le_bytes());
        bytes.collect::<Vec<u8>>().repeat(count)
    };
    let entity = |name: &str, is_short: bool| {
        let mut bytes = name.as_bytes().to_vec();
        bytes.resize(256, 0);
        bytes.push(is_short.into());
        bytes.extend(frames(if is_short { 1 } else { 3 }));
        bytes
    };
    let mut file = b"H3DA\x03\0\0\0\x03\0\0\0\x03\0\0\0".to_vec();
    file.extend(
        [
            entity("Hips", false),
            entity("Spine", true),
            entity("Head", false),
        ]
        .concat(),
    );
    let kept = salvaged("horde3d.animation", &file[..file.len() - 50]).expect("two are whole");
    let end = file.len() - entity("Head", false).len();
    assert_eq!(kept.bytes[16..], file[16..end]);
    assert_eq!(kept.bytes[8..12], 2_u32.to_le_bytes());
    let told: Vec<&str> = kept.lost.iter().map(|loss| &*loss.path).collect();
    assert!(told.contains(&"entities"), "{told:?}");
}

/// What is made up behind the bones, a center of each geometry, is as many as are left of those.
#[test]
fn buffers_before_bones_that_are_cut_are_kept() {
    let file = fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../samples/urho3d/Figure.mdl"
    ));
    let file = file.expect("a sample");
    for less in [56, 300, 676] {
        let kept = salvaged("urho3d.model", &file[..file.len() - less]).expect("its buffers");
        let told: Vec<&str> = kept.lost.iter().map(|loss| &*loss.path).collect();
        assert!(told.contains(&"bones"), "{told:?}");
        assert!(kept.bytes.len() > file.len() * 9 / 10, "{less}: {told:?}");
    }
}

/// A thousand names of the same bytes would make a package of a gigabyte.
#[test]
fn names_that_share_bytes_are_no_files_to_salvage() {
    let (names, size) = (1000_u32, 1 << 20);
    let table: Vec<Vec<u8>> = (0..names)
        .map(|name| [format!("{name:04}\0").as_bytes(), &[0; 12]].concat())
        .collect();
    let start = 12 + table.len() * 17;
    let mut file = [&b"UPAK"[..], &names.to_le_bytes(), &[0; 4]].concat();
    for mut entry in table {
        entry[5..9].copy_from_slice(&(start as u32).to_le_bytes());
        entry[9..13].copy_from_slice(&(size as u32).to_le_bytes());
        file.extend(entry);
    }
    file.resize(start + size, 7);
    file.extend((file.len() as u32 + 4).to_le_bytes());
    let error = salvaged("urho3d.package", &file).expect_err("too much");
    assert!(error.message().starts_with("the files claim "), "{error}");
}

/// What is refused whatever is left out at the end is not tried with each tag less.
#[test]
fn a_document_is_not_tried_again_and_again() {
    let nodes = "<Group name=\"a\"/>".repeat(20_000);
    let cut = format!("<Group name=\"root\">{nodes}<Gr");
    let format = format("horde3d.scene").expect("a known format");
    let asset = open_as(format, cut.into(), &Limits::default());
    let (mut asked, mut read) = (0, 0);
    let error = salvage(&asset, &mut |bytes: &Bytes| {
        asked += 1;
        read += bytes.len();
        Err(Error::new(Kind::Malformed, "refused"))
    });
    let error = error.expect_err("all are refused").to_string();
    assert!(error.contains("what precedes the damage is no whole file: malformed: refused"));
    assert!(asked < 100 && read < 40 << 20, "{asked}, {read}");
}

/// Engines take one `Data` only, so hundreds of cuts behind the second are refused, each for the same reason.
#[test]
fn what_is_refused_in_a_document_is_left_out_at_once() {
    for (mark, newline) in [("", ""), ("", "\n"), ("\u{feff}", ""), ("\u{feff}", "\n")] {
        let start = format!("{mark}<ComputeBuffer dataSize=\"8\">{newline}");
        let one = format!("<Data>1; 2</Data>{newline}");
        let cut = format!("{start}{}<Da", one.repeat(400));
        let salvaged = salvaged("horde3d.compute", cut.as_bytes()).expect("the first one");
        let kept = format!("{start}{}</ComputeBuffer>\n", one.trim_end());
        assert_eq!(str::from_utf8(&salvaged.bytes), Ok(&*kept));
    }
}
