//! Text forms of one clip, beside serde's own: the same numbers, in structs as one would write them.

use std::hint::black_box;

use bytes::Bytes;
use formwork_formats::urho3d::Animation;
use formwork_schema::{
    Format as _, Layout,
    read::{Document, ReadOptions},
    value::{self, Value},
};
use formwork_text::{json, xml};

use crate::{
    data,
    harness::{self, Case, Contestant, on},
    report::{Goal, ratio},
};

/// The clip as structs of serde, with the names that its XML has (`@` says attribute), or that its JSON has.
macro_rules! obvious {
    ($module:ident $name:literal $time:literal $length:literal $channels:literal $position:literal $rotation:literal
        $track:literal $keyframe:literal) => {
        mod $module {
            use serde::{Deserialize, Serialize};

            #[derive(Serialize, Deserialize)]
            pub(super) struct Animation {
                #[serde(rename = $name)]
                pub(super) name: String,
                #[serde(rename = $length)]
                pub(super) length: f32,
                #[serde(rename = $track)]
                pub(super) tracks: Vec<Track>,
            }

            #[derive(Serialize, Deserialize)]
            pub(super) struct Track {
                #[serde(rename = $name)]
                pub(super) name: String,
                #[serde(rename = $channels)]
                pub(super) channels: u8,
                #[serde(rename = $keyframe)]
                pub(super) keyframes: Vec<Keyframe>,
            }

            #[derive(Serialize, Deserialize)]
            pub(super) struct Keyframe {
                #[serde(rename = $time)]
                pub(super) time: f32,
                #[serde(rename = $position)]
                pub(super) position: [f32; 3],
                #[serde(rename = $rotation)]
                pub(super) rotation: [f32; 4],
            }

            impl Animation {
                pub(super) fn of(tree: &formwork_formats::urho3d::Animation) -> Self {
                    let keyframe = |key: formwork_formats::urho3d::animation::Keyframe| {
                        let (position, rotation) = (key.position.unwrap_or_default(), key.rotation);
                        let rotation = rotation.unwrap_or_default();
                        Keyframe {
                            time: key.time,
                            position: [position.x, position.y, position.z],
                            rotation: [rotation.w, rotation.x, rotation.y, rotation.z],
                        }
                    };
                    let tracks = tree.tracks.iter().map(|track| Track {
                        name: track.name.to_string(),
                        channels: track.channels.bits(),
                        keyframes: track.keyframes.iter().map(keyframe).collect(),
                    });
                    Self {
                        name: tree.name.to_string(),
                        length: tree.length,
                        tracks: tracks.collect(),
                    }
                }
            }
        }
    };
}

obvious!(as_xml "@name" "@time" "@length" "@channels" "@position" "@rotation" "track" "keyframe");
obvious!(as_json "name" "time" "length" "channels" "position" "rotation" "tracks" "keyframes");

const WRITE_XML: &str = "XML, written";
const READ_XML: &str = "XML, read";
const WRITE_JSON: &str = "JSON, written";
const READ_JSON: &str = "JSON, read";
const SERDE_WRITE_XML: &str = "XML, written by quick-xml's serde";
const SERDE_READ_XML: &str = "XML, read by quick-xml's serde";
const SERDE_WRITE_JSON: &str = "JSON, written by serde_json";
const SERDE_READ_JSON: &str = "JSON, read by serde_json";

/// Ours, theirs, and how many times as fast ours should be.
const PAIRS: [(&str, &str, f64); 4] = [
    (WRITE_XML, SERDE_WRITE_XML, 3.0),
    (READ_XML, SERDE_READ_XML, 5.0),
    (WRITE_JSON, SERDE_WRITE_JSON, 1.2),
    (READ_JSON, SERDE_READ_JSON, 1.2),
];

/// The same for the contests.
pub(crate) const XML_WRITER: Contestant = ("formwork", |quick| {
    on(texts(quick), |texts| text(&read(&texts.bytes), false))
});
pub(crate) const XML_READER: Contestant = ("formwork", |quick| {
    on(texts(quick), |texts| xml::parse(layout(), &texts.xml))
});
pub(crate) const JSON_WRITER: Contestant = ("formwork", |quick| {
    on(texts(quick), |texts| text(&read(&texts.bytes), true))
});
pub(crate) const JSON_READER: Contestant = ("formwork", |quick| {
    on(texts(quick), |texts| json::parse(layout(), &texts.json))
});
pub(crate) const SERDE_XML_WRITER: Contestant = ("quick-xml's serde", |quick| {
    on(texts(quick), |texts| {
        quick_xml::se::to_string(&texts.xml_tree)
    })
});
pub(crate) const SERDE_XML_READER: Contestant = ("quick-xml's serde", |quick| {
    on(texts(quick), |texts| {
        quick_xml::de::from_str::<as_xml::Animation>(&texts.serde_xml)
    })
});
pub(crate) const SERDE_JSON_WRITER: Contestant = ("serde_json", |quick| {
    on(texts(quick), |texts| {
        serde_json::to_string(&texts.json_tree)
    })
});
pub(crate) const SERDE_JSON_READER: Contestant = ("serde_json", |quick| {
    on(texts(quick), |texts| {
        serde_json::from_str::<as_json::Animation>(&texts.serde_json)
    })
});

fn texts(quick: bool) -> Texts {
    let keys = if quick { 60 } else { 3_125 };
    let clip = data::clip(data::made(100, keys)).expect("a clip made here");
    Texts::of(clip.bytes, &clip.tree)
}

/// All texts of one clip.
struct Texts {
    bytes: Bytes,
    xml: String,
    json: String,
    xml_tree: as_xml::Animation,
    json_tree: as_json::Animation,
    serde_xml: String,
    serde_json: String,
}

/// Writes and reads the text forms of a clip of 10 MB; gives back what was promised.
pub(crate) fn run(rounds: usize, quick: bool) -> Vec<Goal> {
    let keys = if quick { 60 } else { 3_125 };
    let Some(clip) = data::clip(data::made(100, keys)) else {
        return Vec::new();
    };
    let texts = Texts::of(clip.bytes, &clip.tree);
    let numbers = f64::from(100 * keys * 8);
    let megabytes = texts.bytes.len() as f64 / 1e6;
    println!("## Text forms of a clip: {megabytes:.2} MB, {numbers} numbers\n");
    let measured = harness::measure(&mut texts.cases(), rounds, quick);
    println!("| | numbers per second | × serde |\n|---|---|---|");
    for (ours, theirs, _) in PAIRS {
        let million = |name| numbers / measured.median(name) / 1e6;
        println!(
            "| {ours} | {:.1} M | {} |",
            million(ours),
            ratio(&measured, ours, theirs)
        );
        println!("| {theirs} | {:.1} M | |", million(theirs));
    }
    println!();
    let goals = PAIRS.iter().map(|(ours, theirs, least)| {
        Goal::new(
            format!("{ours}, of serde"),
            *least,
            ratio(&measured, ours, theirs),
        )
    });
    goals.collect()
}

fn layout() -> &'static Layout {
    Animation::layout()
}

impl Texts {
    fn of(bytes: Bytes, tree: &Animation) -> Self {
        let document = read(&bytes);
        let (xml_tree, json_tree) = (as_xml::Animation::of(tree), as_json::Animation::of(tree));
        Self {
            xml: String::from_utf8(text(&document, false)).expect("texts are UTF-8"),
            json: String::from_utf8(text(&document, true)).expect("texts are UTF-8"),
            serde_xml: quick_xml::se::to_string(&xml_tree).expect("structs that XML can say"),
            serde_json: serde_json::to_string(&json_tree).expect("structs that JSON can say"),
            xml_tree,
            json_tree,
            bytes,
        }
    }

    /// Written from the bytes of a file to text in memory, and read from text to the bytes of a file; serde's from and to
    /// structs, which cost it nothing more.
    fn cases(&self) -> Vec<Case<'_>> {
        vec![
            case(WRITE_XML, || text(&read(&self.bytes), false)),
            case(SERDE_WRITE_XML, || quick_xml::se::to_string(&self.xml_tree)),
            case(WRITE_JSON, || text(&read(&self.bytes), true)),
            case(SERDE_WRITE_JSON, || serde_json::to_string(&self.json_tree)),
            case(READ_XML, || xml::parse(layout(), black_box(&self.xml))),
            case(SERDE_READ_XML, || {
                quick_xml::de::from_str::<as_xml::Animation>(black_box(&self.serde_xml))
            }),
            case(READ_JSON, || json::parse(layout(), black_box(&self.json))),
            case(SERDE_READ_JSON, || {
                serde_json::from_str::<as_json::Animation>(black_box(&self.serde_json))
            }),
        ]
    }
}

fn read(bytes: &Bytes) -> Document<Value> {
    value::read(layout(), black_box(bytes), &ReadOptions::default()).expect("a clip made here")
}

fn text(document: &Document<Value>, compact_json: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let printed = if compact_json {
        json::print_compact(layout(), &document.tree, b"", &mut out)
    } else {
        xml::print(layout(), &document.tree, b"", &mut out)
    };
    printed.expect("memory takes everything");
    out
}

fn case<'a, T>(name: &'static str, once: impl Fn() -> T + 'a) -> Case<'a> {
    Case {
        name,
        run: Box::new(move || drop(black_box(once()))),
    }
}
