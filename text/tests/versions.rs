//! Flags and values that only newer files have, through every text form and back; and formats without a version.

use binrw::binrw;
use formwork_schema::{
    Format, Limits, Packed, Record, Schema, Value, count, enums, flags,
    layout::{Layout, Type},
    read, versions, write,
};
use formwork_text::{
    diff::{DiffOptions, diff},
    dump::{DumpOptions, dump, objects},
    json,
    outline::Outline,
    textconv, xml,
};
use serde::{Deserialize, Serialize};

versions! {
    /// Layout of a clip.
    pub struct Version {
        /// The first engine.
        b"CLIP" followed by 4..=5;
    }
    milestones {
        /// Clips have a speed.
        FIVE = 5;
    }
}

flags! {
    /// The parts of a pose.
    pub struct Channels: u8 {
        /// Where.
        POSITION = 1;
        /// How fast.
        SPEED = 8, since Version::FIVE;
    }
}

enums! {
    /// How it ends.
    pub struct Ending: u8 {
        /// It stops.
        STOP = 0;
        /// It starts again.
        LOOP = 1, since Version::FIVE;
    }
}

/// A clip.
#[derive(Schema)]
#[schema(format = "test.clip", extension = "clip")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Clip {
    /// Magic and number.
    pub version: Version,
    /// What it moves.
    pub channels: Channels,
    /// How it ends.
    pub ending: Ending,
    #[br(temp)]
    #[bw(try_calc(count(parts)))]
    part_count: u8,
    /// Its parts.
    #[br(count = part_count)]
    pub parts: Packed<Part>,
}

/// A part of a clip.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// What it moves.
    pub channels: Channels,
    /// How long, in seconds.
    pub length: f32,
}

/// A clip of an older engine: the version is a plain number, and nothing else tells the files.
#[derive(Schema)]
#[schema(format = "test.plain", extension = "plain", recognised_if(version < 100))]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Plain {
    /// Layout.
    pub version: u32,
    /// What it moves.
    pub channels: Channels,
}

/// Nothing but a number.
#[derive(Schema)]
#[schema(format = "test.bare", extension = "bare", recognised = "by extension")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Bare {
    /// How many.
    pub number: u32,
    /// What it moves.
    pub channels: Channels,
}

/// A clip with every bit and value, of version 4 or 5.
fn clip(number: u8) -> Vec<u8> {
    let head = [b'C', b'L', b'I', b'P', number, 0, 0, 0, 9, 1, 1];
    [&head[..], &[8, 0, 0, 128, 63]].concat()
}

fn plain(number: u8) -> Vec<u8> {
    vec![number, 0, 0, 0, 9]
}

fn texts<T: Format>(bytes: &[u8]) -> [String; 2] {
    let tree = Value::read(T::layout(), &bytes.to_vec().into()).unwrap();
    let (mut xml, mut json) = (Vec::new(), Vec::new());
    xml::print(T::layout(), &tree, b"", &mut xml).unwrap();
    json::print(T::layout(), &tree, b"", &mut json).unwrap();
    [xml, json].map(|text| String::from_utf8(text).unwrap())
}

fn back<T: Format>(bytes: &[u8]) {
    let [xml, json] = texts::<T>(bytes);
    let xml: T = xml::parse(T::layout(), &xml)
        .unwrap()
        .tree
        .into_tree()
        .unwrap();
    assert_eq!(write::to_bytes(&xml).unwrap(), bytes);
    let json: T = json::parse(T::layout(), &json)
        .unwrap()
        .tree
        .into_tree()
        .unwrap();
    assert_eq!(write::to_bytes(&json).unwrap(), bytes);
}

fn dumped(layout: &Layout, bytes: &[u8]) -> String {
    let mut out = Vec::new();
    dump(layout, bytes, &DumpOptions::default(), &mut out).unwrap();
    objects(layout, bytes, &DumpOptions::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn converted(layout: &Layout, bytes: &[u8]) -> String {
    let outline = Outline::read(layout, bytes, &Limits::default()).unwrap();
    let mut out = Vec::new();
    textconv::print(&outline, None, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn names_are_those_of_the_version() {
    for (bytes, is_new) in [(clip(4), false), (clip(5), true)] {
        let [xml, json] = texts::<Clip>(&bytes);
        let shown = [
            xml,
            json,
            dumped(Clip::layout(), &bytes),
            converted(Clip::layout(), &bytes),
        ];
        for text in shown {
            assert!(text.contains("POSITION"), "{text}");
            assert_eq!(text.contains("SPEED"), is_new, "{text}");
            assert_eq!(text.contains("LOOP"), is_new, "{text}");
            assert_eq!(text.contains("0x8"), !is_new, "{text}");
        }
        back::<Clip>(&bytes);
    }
}

#[test]
fn a_plain_number_is_a_version_as_well() {
    for (bytes, is_new) in [(plain(4), false), (plain(5), true)] {
        assert_eq!(
            Plain::layout().version_of(&bytes).unwrap().number,
            i128::from(bytes[0])
        );
        let tree: Plain = read::from_slice(&bytes).unwrap();
        assert_eq!(tree.version(), Some(bytes[0].to_string()));
        let [xml, json] = texts::<Plain>(&bytes);
        for text in [xml, json, dumped(Plain::layout(), &bytes)] {
            assert_eq!(text.contains("SPEED"), is_new, "{text}");
        }
        back::<Plain>(&bytes);
        let outline = Outline::read(Plain::layout(), &bytes, &Limits::default()).unwrap();
        assert_eq!(outline.version(), bytes[0].to_string());
    }
}

#[test]
fn a_format_without_a_version_has_all_forms() {
    let bytes = [7, 0, 0, 0, 9];
    let tree: Bare = read::from_slice(&bytes).unwrap();
    assert_eq!(tree.version(), None);
    let [xml, json] = texts::<Bare>(&bytes);
    assert!(
        xml.contains("<test.bare formwork=\"2\" number=\"7\" channels=\"POSITION 0x8\"/>"),
        "{xml}"
    );
    assert!(!json.contains("version"), "{json}");
    assert_eq!(json::envelope(&json).unwrap().version, None);
    back::<Bare>(&bytes);
    assert!(dumped(Bare::layout(), &bytes).contains("number"));
    assert!(converted(Bare::layout(), &bytes).contains("number: 7"));
    let versioned = json.replace("\"value\"", "\"version\": \"1\", \"value\"");
    let error = json::parse(Bare::layout(), &versioned).unwrap_err();
    assert!(error.to_string().contains("have no version"), "{error}");
}

#[test]
fn a_name_of_a_newer_version_is_refused_with_the_fix() {
    let [xml, json] = texts::<Clip>(&clip(5));
    let error = xml::parse(Clip::layout(), &xml.replace("CLIP 5", "CLIP 4")).unwrap_err();
    let said =
        "`SPEED` of Channels is known since version 5 (FIVE), and this file is older: write `0x8`";
    assert!(error.to_string().contains(said), "{error}");
    let error = json::parse(Clip::layout(), &json.replace("CLIP 5", "CLIP 4")).unwrap_err();
    assert!(error.to_string().contains(said), "{error}");
}

#[test]
fn differences_name_what_each_version_knows() {
    let mut other = clip(4);
    other[8] = 1;
    let bytes = clip(4);
    let outlines = [&bytes, &other]
        .map(|bytes| Outline::read(Clip::layout(), bytes, &Limits::default()).unwrap());
    let mut told = Vec::new();
    diff(
        &outlines[0],
        &outlines[1],
        DiffOptions::default(),
        &mut |one| {
            told.push(format!("{one:?}"));
            Ok(())
        },
    )
    .unwrap();
    assert!(
        told[0].contains("POSITION 0x8") && !told[0].contains("SPEED"),
        "{told:?}"
    );
}

#[test]
fn masks_tell_which_bits_a_version_names() {
    assert_eq!(Channels::named_at(4), Channels::POSITION);
    assert_eq!(Channels::named_at(5), Channels::all_named());
    let Type::Flags(names) = Channels::TYPE else {
        panic!("not a mask")
    };
    assert_eq!(names.values[1].since.as_ref().unwrap().number, 5);
}
