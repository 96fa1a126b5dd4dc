//! A format with one of everything.

#![allow(missing_docs, unreachable_pub)]

use binrw::binrw;
use formwork_schema::{
    Blob, Bool, CString, FixedString, Nested, Packed, Quat, Record, Schema, Vec3, Vle, count,
    dialects, enums, flags, versions,
};
use serde::{Deserialize, Serialize};

versions! {
    /// Version of a sample.
    pub struct Version {
        /// The old one.
        b"SMPL" implies 1;
        /// The new one.
        b"SMP2" followed by 2..=3;
    }
    milestones {
        /// There are notes.
        NOTES = 2;
    }
}

dialects! {
    /// How to read.
    pub enum Reading {
        /// The new way.
        Current = "current",
        /// The old way.
        Classic = "classic",
    }
}

flags! {
    /// Parts of a key.
    pub struct Channels: u8 {
        /// A position.
        POSITION = 1;
        /// A rotation.
        ROTATION = 2;
    }
}

enums! {
    /// Kind of a topology.
    pub struct Topology: u8 {
        /// Triangles.
        TRIANGLES = 0;
        /// Lines.
        LINES = 1;
    }
}

/// One of everything.
#[derive(Schema)]
#[schema(format = "test.sample", extension = "smp")]
#[binrw]
#[brw(little)]
#[br(import(reading: Reading))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Which writer.
    pub version: Version,
    /// The way it was read.
    #[schema(dialect)]
    #[br(args(reading))]
    pub reading: Reading,
    /// A name.
    pub name: CString,
    /// A label.
    pub label: FixedString<16>,
    #[br(temp)]
    #[bw(try_calc(count(tracks)))]
    track_count: u32,
    /// The tracks.
    #[br(count = track_count)]
    pub tracks: Vec<Track>,
    /// A kind.
    pub topology: Topology,
    /// Whether.
    pub flag: Bool,
    /// A small number.
    pub small: Vle,
    /// A large number.
    pub large: u64,
    /// A number below zero.
    pub below: i64,
    /// A precise number.
    pub precise: f64,
    #[br(temp)]
    #[bw(try_calc(count(blob)))]
    blob_size: u32,
    /// Bytes.
    #[br(count = blob_size)]
    pub blob: Blob,
    #[br(temp)]
    #[bw(try_calc(count(indices)))]
    index_count: u32,
    /// Numbers.
    #[br(count = index_count)]
    pub indices: Packed<u16>,
    #[br(temp, if(version >= Version::NOTES))]
    #[bw(if(notes.is_some()), try_calc(count(notes)))]
    note_count: u32,
    /// Notes.
    #[br(if(version >= Version::NOTES), count = note_count)]
    pub notes: Option<Vec<CString>>,
    #[br(temp)]
    #[bw(try_calc(count(labels)))]
    label_count: u32,
    /// Labels.
    #[br(count = label_count)]
    #[schema(item = "tag")]
    pub labels: Vec<CString>,
    #[br(temp)]
    #[bw(try_calc(count(values)))]
    value_count: u32,
    /// Values.
    #[br(count = value_count)]
    pub values: Vec<Variant>,
    /// The limits, perhaps.
    #[br(if(version >= Version::NOTES))]
    pub limits: Option<Limits>,
}

/// Two ends.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// The lower one.
    pub low: f32,
    /// The upper one.
    pub high: f32,
}

/// One track.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// Its name.
    pub name: CString,
    /// What its keys carry.
    pub channels: Channels,
    #[br(temp)]
    #[bw(try_calc(count(keyframes)))]
    keyframe_count: u32,
    /// The keys.
    #[br(count = keyframe_count, args { inner: (channels,) })]
    pub keyframes: Packed<Key>,
}

/// One key.
#[derive(Schema, Record)]
#[binrw]
#[br(import(channels: Channels))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Key {
    /// When.
    pub time: f32,
    /// Where.
    #[br(if(channels.contains(Channels::POSITION)))]
    pub position: Option<Vec3>,
    /// How turned.
    #[br(if(channels.contains(Channels::ROTATION)))]
    pub rotation: Option<Quat>,
}

/// A value after its kind.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Variant {
    /// Which variant.
    pub kind: u8,
    /// The value.
    #[br(args(kind))]
    pub value: Value,
}

/// A value of some kind.
#[derive(Schema)]
#[binrw]
#[br(import(kind: u8))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// A number.
    #[br(pre_assert(kind == 1))]
    Int(i32),
    /// A place.
    #[br(pre_assert(kind == 2))]
    Place(Vec3),
    /// A pair.
    #[br(pre_assert(kind == 3))]
    Pair {
        /// The first.
        first: u8,
        #[br(temp)]
        #[bw(try_calc(count(rest)))]
        rest_count: u8,
        /// The others.
        #[br(count = rest_count)]
        rest: Packed<u16>,
    },
    /// More values.
    #[br(pre_assert(kind == 4))]
    More(Inside),
    /// Two numbers by name.
    #[br(pre_assert(kind == 5))]
    Ends {
        /// The lower one.
        low: f32,
        /// The upper one.
        high: f32,
    },
    /// Nothing.
    #[br(pre_assert(kind == 0 || kind > 5))]
    Empty,
}

/// Values in a value.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inside {
    #[br(temp)]
    #[bw(try_calc(count(values)))]
    value_count: u8,
    /// The values.
    #[br(count = value_count)]
    pub values: Vec<Nested<Variant>>,
}

/// A sample with something in every field.
pub fn full() -> Sample {
    let keys = |channels: Channels| {
        (0..3).map(move |i| Key {
            time: i as f32 * 0.5,
            position: channels
                .contains(Channels::POSITION)
                .then(|| Vec3::from([i as f32, 0.1, -0.0])),
            rotation: channels.contains(Channels::ROTATION).then(Quat::default),
        })
    };
    let both = Channels::POSITION | Channels::ROTATION;
    let nested = Variant {
        kind: 1,
        value: Value::Int(-5),
    };
    Sample {
        version: Version {
            magic: 1,
            number: 2,
        },
        reading: Reading::Current,
        name: CString::from(b"<a> & \"b\" 'c' \\x41 \\ \xff\n".to_vec()),
        label: FixedString::with_padding(b"Bip01", b"\0\xcc").unwrap(),
        tracks: vec![
            Track {
                name: "Hips".into(),
                channels: both,
                keyframes: Packed::from_records((both,), keys(both)).unwrap(),
            },
            Track {
                name: "".into(),
                channels: Channels::from_bits_retain(0x80),
                keyframes: Packed::from_records(
                    (Channels::empty(),),
                    keys(Channels::empty()).take(1),
                )
                .unwrap(),
            },
            Track {
                name: "Empty".into(),
                channels: Channels::empty(),
                keyframes: Packed::default(),
            },
        ],
        topology: Topology::LINES,
        flag: Bool(1),
        small: Vle(300),
        large: u64::MAX,
        below: i64::MIN,
        precise: 1e-7,
        blob: Blob::from(vec![0, 1, 2, 255]),
        indices: Packed::from_records((), 0..60).unwrap(),
        notes: Some(vec![]),
        labels: vec![" a ".into(), "b<".into(), "".into()],
        values: vec![
            Variant {
                kind: 1,
                value: Value::Int(7),
            },
            Variant {
                kind: 2,
                value: Value::Place(Vec3::from([1.0, 2.0, f32::INFINITY])),
            },
            Variant {
                kind: 3,
                value: Value::Pair {
                    first: 1,
                    rest: Packed::from_records((), [2, 3]).unwrap(),
                },
            },
            Variant {
                kind: 4,
                value: Value::More(Inside {
                    values: vec![
                        Nested(nested),
                        Nested(Variant {
                            kind: 0,
                            value: Value::Empty,
                        }),
                    ],
                }),
            },
            Variant {
                kind: 5,
                value: Value::Ends {
                    low: f32::from_bits(0x7fc0_0001),
                    high: f32::NEG_INFINITY,
                },
            },
        ],
        limits: Some(Limits {
            low: f32::from_bits(0xff80_0001),
            high: 1e30,
        }),
    }
}

/// A sample with as little as possible.
pub fn bare() -> Sample {
    Sample {
        version: Version {
            magic: 0,
            number: 1,
        },
        reading: Reading::Current,
        name: "".into(),
        label: FixedString::new(b"").unwrap(),
        tracks: vec![],
        topology: Topology(9),
        flag: Bool(7),
        small: Vle(0),
        large: 0,
        below: 0,
        precise: 0.0,
        blob: Blob::from(vec![]),
        indices: Packed::default(),
        notes: None,
        labels: vec![],
        values: vec![],
        limits: None,
    }
}

/// Equality that looks at the bits of floats.
#[track_caller]
pub fn assert_same(left: &Sample, right: &Sample) {
    assert_eq!(format!("{left:?}"), format!("{right:?}"));
    use formwork_schema::Format;
    let bytes = |sample: &Sample| {
        let mut out = std::io::Cursor::new(Vec::new());
        sample.write_to(&mut out).unwrap();
        out.into_inner()
    };
    assert_eq!(bytes(left), bytes(right));
}

/// The tree of a sample, as the text forms see it.
pub fn tree<T: formwork_schema::Format>(sample: &T) -> formwork_schema::Value {
    formwork_schema::Value::of(sample).expect("a sample that can be written")
}

/// The sample that a text means.
pub fn typed<T: formwork_schema::Format>(
    document: formwork_schema::Result<formwork_schema::read::Document<formwork_schema::Value>>,
) -> formwork_schema::Result<formwork_schema::read::Document<T>> {
    let document = document?;
    let tree = document.tree.into_tree()?;
    let trailing = document.trailing;
    Ok(formwork_schema::read::Document { tree, trailing })
}
