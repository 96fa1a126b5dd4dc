//! The sample of the style guide, derived: what becomes of layout, check, record and format.

#![allow(missing_docs)]

use std::io::Cursor;

use binrw::binrw;
use formwork_schema::{
    BigEndian, CString, Check as _, Format as _, Packed, Path, Record as _, Schema as _, count,
    flags,
    layout::{Endian, Style, Type},
    versions,
};
use formwork_schema_derive::{Record, Schema};

versions! {
    /// Layout of a clip.
    pub struct Version {
        /// Every engine.
        b"UANI" implies 1;
        /// rbfx: a number follows.
        b"UAN2" followed by 1..=4;
    }
    milestones {
        /// Bone tracks have a blend weight.
        TRACK_WEIGHT = 3;
    }
}

/// Three numbers.
#[derive(Schema, Record)]
#[schema(vector)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vec3 {
    /// To the right.
    pub x: f32,
    /// Up.
    pub y: f32,
    /// Peek.
    pub z: f32,
}

/// A rotation.
#[derive(Schema, Record)]
#[schema(tuple)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quat {
    /// Real part.
    pub w: f32,
    /// The rest.
    pub xyz: Vec3,
}

/// One animation clip.
#[derive(Schema)]
#[schema(format = "urho3d.animation", extension = "ani")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Animation {
    /// Magic.
    pub version: Version,

    /// Name of the clip.
    pub name: CString,

    /// Playing time, in seconds.
    #[schema(unit = "seconds")]
    pub length: f32,

    #[br(temp)]
    #[bw(try_calc(count(tracks)))]
    track_count: u32,
    /// The animated bones, one track each.
    #[br(count = track_count)]
    pub tracks: Vec<Track>,
}

/// The motion of one bone.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// Name of the bone this track drives.
    pub name: CString,

    /// What every keyframe below carries.
    pub channels: Channels,

    #[br(temp)]
    #[bw(try_calc(count(keyframes)))]
    keyframe_count: u8,
    /// Poses in order of time.
    #[br(count = keyframe_count, args { inner: (channels,) })]
    pub keyframes: Packed<Keyframe>,
}

flags! {
    /// The parts of a pose.
    pub struct Channels: u8 {
        /// Keyframes have a [`position`](Keyframe::position).
        POSITION = 1;
        /// Keyframes have a [`rotation`](Keyframe::rotation).
        ROTATION = 2;
        /// Keyframes have a [`scale`](Keyframe::scale).
        SCALE = 4;
    }
}

/// The pose of a bone at one moment.
#[derive(Schema, Record)]
#[binrw]
#[br(import(channels: Channels))]
#[derive(Debug, Clone, PartialEq)]
pub struct Keyframe {
    /// The moment, in seconds from the start of the clip.
    #[schema(unit = "seconds")]
    pub time: f32,

    /// Translation from the parent bone, in world units: 1 unit is 1 metre by convention.
    #[schema(unit = "world units")]
    #[br(if(channels.contains(Channels::POSITION)))]
    pub position: Option<Vec3>,

    /// Rotation from the parent bone: a unit quaternion, stored w, x, y, z.
    #[br(if(channels.contains(Channels::ROTATION)))]
    pub rotation: Option<Quat>,

    /// Scale along each axis: a plain factor, 1 for unscaled.
    #[br(if(channels.contains(Channels::SCALE)))]
    pub scale: Option<Vec3>,
}

fn keyframe(time: f32) -> Keyframe {
    let position = Some(Vec3 {
        x: 1.0,
        y: 2.0,
        z: 3.0,
    });
    let scale = Some(Vec3 {
        x: 1.0,
        y: 1.0,
        z: 1.0,
    });
    Keyframe {
        time,
        position,
        rotation: None,
        scale,
    }
}

fn animation(keyframes: usize) -> Animation {
    let channels = Channels::POSITION | Channels::SCALE;
    let records = (0..keyframes).map(|time| keyframe(time as f32));
    let keyframes = Packed::from_records((channels,), records).unwrap();
    Animation {
        version: Version::new(b"UAN2", 3).unwrap(),
        name: "Walk".into(),
        length: 1.5,
        tracks: vec![Track {
            name: "Hip".into(),
            channels,
            keyframes,
        }],
    }
}

#[test]
fn layouts_carry_names_units_and_docs() {
    let layout = Animation::layout();
    assert_eq!(&*layout.format, "urho3d.animation");
    let names: Vec<&str> = layout.structs().iter().map(|s| &*s.name).collect();
    assert_eq!(names, ["Animation", "Track", "Keyframe", "Vec3", "Quat"]);
    let fields = layout.root().fields();
    assert_eq!(fields[2].unit, "seconds");
    assert_eq!(fields[3].counts, "tracks");
    assert!(!fields[3].visible);
    assert_eq!(fields[4].item, "track");
    assert_eq!(fields[4].doc, "The animated bones, one track each.");
}

#[test]
fn layouts_carry_conditions_and_styles() {
    let Type::Struct(keyframe) = Keyframe::TYPE else {
        panic!("not a struct")
    };
    let keyframe = Animation::layout().get(&keyframe);
    assert_eq!(&*keyframe.params[0], "channels");
    let when = keyframe.fields()[1].when.as_ref().unwrap();
    assert_eq!(when.to_string(), "channels has POSITION:1");
    let Type::Struct(vector) = Vec3::TYPE else {
        panic!("not a struct")
    };
    assert_eq!(Animation::layout().get(&vector).style, Style::Vector);
}

#[test]
fn bytes_survive() {
    let tree = animation(2);
    tree.check_tree().unwrap();
    let mut bytes = Cursor::new(Vec::new());
    tree.write_to(&mut bytes).unwrap();
    bytes.set_position(0);
    assert_eq!(Animation::read_as(&mut bytes, ()).unwrap(), tree);
    assert_eq!(tree.version().as_deref(), Some("UAN2 3"));
}

#[test]
fn records_know_their_shape() {
    let record = keyframe(7.0);
    let shape = Keyframe::shape((Channels::POSITION | Channels::SCALE,));
    assert_eq!(record.shape_of(), shape);
    assert_eq!(Keyframe::stride(&shape), 28);
    let mut bytes = Vec::new();
    record.encode::<BigEndian>(&mut bytes);
    assert_eq!(bytes.len(), 28);
    assert_eq!(Keyframe::decode::<BigEndian>(&shape, &bytes), record);
}

#[test]
fn columns_are_fields_of_every_record() {
    let keyframes = &animation(3).tracks[0].keyframes;
    let fields = Keyframe::FIELDS;
    assert!(keyframes.column(fields.time).eq([0.0, 1.0, 2.0]));
    assert!(keyframes.column(fields.rotation).is_none());
    let scales = keyframes.column(fields.scale).unwrap();
    assert_eq!(scales.len(), 3);
    let positions = keyframes.column(fields.position).unwrap();
    assert!(positions.column(Vec3::FIELDS.z).eq([3.0; 3]));
    let big = keyframes.to_endian(Endian::Big);
    assert_eq!(big.bytes()[..8], [0, 0, 0, 0, 0x3f, 0x80, 0, 0]);
    assert_eq!(big.column(fields.time).sum::<f32>(), 3.0);
    assert_eq!(&big, keyframes);
}

#[test]
fn columns_are_written_through_the_same_handles() {
    let before = &animation(3).tracks[0].keyframes;
    let fields = Keyframe::FIELDS;
    for endian in [Endian::Little, Endian::Big] {
        let before = before.to_endian(endian);
        let mut after = before.clone();
        after.set(1, fields.time, 0.5).unwrap();
        after
            .set_column(
                fields.scale,
                [1.0, 2.0, 3.0].map(|x| Vec3 { x, y: 0.0, z: 0.0 }),
            )
            .unwrap();
        let lift = |place: Vec3| Vec3 {
            y: place.y + 1.0,
            ..place
        };
        after.map_column(fields.position, lift).unwrap();
        let expected = before.iter().enumerate().map(|(index, record)| Keyframe {
            time: if index == 1 { 0.5 } else { record.time },
            position: record.position.map(lift),
            scale: Some(Vec3 {
                x: index as f32 + 1.0,
                y: 0.0,
                z: 0.0,
            }),
            ..record
        });
        assert!(after.iter().eq(expected));
        assert_eq!((after.endian(), after.len()), (endian, before.len()));
    }
}

#[test]
fn records_are_replaced_as_they_are() {
    let channels = Channels::POSITION | Channels::SCALE;
    let mut keyframes = animation(3).tracks[0].keyframes.to_endian(Endian::Big);
    keyframes.set_record(2, &keyframe(9.0)).unwrap();
    keyframes
        .map_records(|record| Keyframe {
            time: record.time + 1.0,
            ..record
        })
        .unwrap();
    let expected = [1.0, 2.0, 10.0].map(keyframe);
    assert_eq!(
        keyframes,
        Packed::from_records((channels,), expected).unwrap()
    );
    let before = keyframes.clone();
    let refused = keyframes.map_records(|record| Keyframe {
        scale: None,
        ..record
    });
    assert_eq!(
        refused.unwrap_err().to_string(),
        "invalid: [0]: has no `scale` although its condition holds"
    );
    assert_eq!(keyframes, before);
}

#[test]
fn shared_bytes_are_copied_once() {
    let mut keyframes = animation(3).tracks[0].keyframes.clone();
    let shared = keyframes.clone();
    keyframes.set(0, Keyframe::FIELDS.time, 7.0).unwrap();
    let place = keyframes.bytes().as_ptr();
    assert_ne!(place, shared.bytes().as_ptr());
    keyframes.map_column(Keyframe::FIELDS.time, |t| -t).unwrap();
    keyframes.set(2, Keyframe::FIELDS.time, 1.0).unwrap();
    assert_eq!(keyframes.bytes().as_ptr(), place);
    assert!(
        keyframes
            .column(Keyframe::FIELDS.time)
            .eq([-7.0, -1.0, 1.0])
    );
    assert!(shared.column(Keyframe::FIELDS.time).eq([0.0, 1.0, 2.0]));
}

#[test]
fn what_cannot_be_written_is_told() {
    let mut keyframes = animation(3).tracks[0].keyframes.clone();
    let before = keyframes.clone();
    let fields = Keyframe::FIELDS;
    let rotation = Quat {
        w: 1.0,
        xyz: keyframes.column(fields.scale).unwrap().next().unwrap(),
    };
    let refused = [
        keyframes.set(3, fields.time, 0.0),
        keyframes.set(0, fields.rotation, rotation),
        keyframes.map_column(fields.rotation, |rotation| rotation),
        keyframes.set_column(fields.time, [1.0, 2.0]),
        keyframes.set_record(3, &keyframe(0.0)),
    ];
    assert_eq!(
        refused.map(|result| result.unwrap_err().to_string()),
        [
            "invalid: [3]: there are 3 records",
            "invalid: rotation: the records do not have this field",
            "invalid: rotation: the records do not have this field",
            "invalid: time: 2 values for 3 records",
            "invalid: [3]: there are 3 records",
        ]
    );
    assert_eq!(keyframes, before);
    let none = &mut Packed::<Keyframe>::default();
    none.set_column(fields.rotation, []).unwrap();
    none.map_column(fields.rotation, |rotation| rotation)
        .unwrap();
}

#[test]
fn options_agree_with_their_condition() {
    let mut record = keyframe(0.0);
    let check = |record: &Keyframe, channels| {
        record
            .check((channels,), &mut Path::new())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        check(&record, Channels::POSITION),
        "invalid: scale: is there although `channels has SCALE` does not hold"
    );
    record.position = None;
    assert_eq!(
        check(&record, Channels::POSITION | Channels::SCALE),
        "invalid: position: is missing although `channels has POSITION` holds"
    );
}

#[test]
fn counts_fit_their_width() {
    animation(255).check_tree().unwrap();
    assert_eq!(
        animation(256).check_tree().unwrap_err().to_string(),
        "invalid: tracks[0].keyframe_count: has 256 items, more than its count can say"
    );
}
