//! Enums, conditional counts, optional tails, sums and dialects.

#![allow(missing_docs)]

use std::io::Cursor;

use binrw::{BinRead, BinWrite, binrw, io::SeekFrom};
use formwork_schema::{
    Blob, Bool, Check as _, Format as _, Nested, Packed, Path, Remaining, count, dialects, enums,
    is_set,
    layout::{Count, Endian, Struct, Type, VariantShape},
    sum, until_eof, versions, wide,
};
use formwork_schema_derive::Schema;

fn structure<T: formwork_schema::Schema>() -> &'static Struct {
    let Type::Struct(reference) = T::TYPE else {
        panic!("not a struct")
    };
    let formwork_schema::layout::Link::Static(get) = reference.link else {
        panic!("no static")
    };
    get()
}

enums! {
    /// Kind of a value.
    pub struct Kind: u8 {
        /// Nothing.
        NOTHING = 0;
        /// A whole number.
        INT = 1;
        /// Two of them.
        PAIR = 2;
        /// Any number of values.
        LIST = 3;
    }
}

/// A value of some kind.
#[derive(Schema)]
#[binrw]
#[br(import(kind: Kind))]
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number.
    #[br(pre_assert(kind == Kind::INT))]
    Int(i32),
    /// Two whole numbers.
    #[br(pre_assert(kind == Kind::PAIR))]
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
    /// Values with their kinds, which may be lists again.
    #[br(pre_assert(kind == Kind::LIST))]
    List(ValueList),
    /// Nothing.
    #[br(pre_assert(kind == Kind::NOTHING || kind > Kind::LIST))]
    Empty,
}

/// Values with their kinds.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, PartialEq)]
pub struct ValueList {
    #[br(temp)]
    #[bw(try_calc(count(values)))]
    value_count: u8,
    /// The values.
    #[br(count = value_count)]
    pub values: Vec<Nested<Variant>>,
}

/// A value with its kind, as a `variant` of the engine.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// What kind.
    pub kind: Kind,
    /// The value itself.
    #[br(args(kind))]
    pub value: Value,
}

/// A part of a file, known by its magic.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[brw(import(wide: u8))]
#[derive(Debug, Clone, PartialEq)]
pub enum Chunk {
    /// A number.
    #[brw(magic = b"NUM")]
    #[br(pre_assert(wide == 1))]
    Number {
        /// The number.
        value: u32,
    },
    /// The end.
    #[brw(magic = b"END")]
    End,
}

/// A part that begins with its magic and ends the file.
#[derive(Schema)]
#[binrw]
#[brw(little, magic = b"T")]
#[derive(Debug, Clone, PartialEq)]
pub struct Tail {
    /// What is in it.
    #[brw(args(1))]
    pub chunk: Chunk,
    /// Big-endian, for no reason.
    #[brw(big)]
    pub sum: u16,
}

/// One part of a vertex.
#[derive(Schema)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Element {
    /// Bytes per vertex.
    pub size: u8,
}

versions! {
    /// Layout of an odd file.
    pub struct Version {
        /// The only one.
        b"ODD" followed by 1..=3;
    }
    milestones {
        /// There are extras.
        EXTRAS = 2;
        /// The file may be read in two ways.
        AMBIGUOUS = 3;
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

/// A file with everything that is hard.
#[derive(Schema)]
#[schema(format = "test.odd", extension = "odd", extension = "od2")]
#[binrw]
#[brw(little)]
#[br(import(reading: Reading))]
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Odd {
    /// Version.
    pub version: Version,

    /// The way it was read.
    #[br(args(reading))]
    #[schema(dialect)]
    pub reading: Reading,

    /// Whether there is one frame only.
    #[br(if(version >= Version::EXTRAS))]
    pub compressed: Option<Bool>,

    /// How many frames there are.
    #[br(assert(frame_count < 100, "too many frames"))]
    pub frame_count: u32,

    /// The frames.
    #[br(count = if is_set(compressed) { 1 } else { frame_count })]
    pub frames: Packed<u16>,

    #[br(temp)]
    #[bw(try_calc(count(elements)))]
    element_count: u8,
    /// What a vertex consists of.
    #[br(count = element_count)]
    pub elements: Vec<Element>,

    /// The bytes of two vertices.
    #[br(count = sum(&elements, |e| e.size) * 2 + elements.len())]
    pub data: Blob,

    #[br(temp)]
    #[br(if(is_set(compressed)))]
    #[bw(if(is_set(*compressed)), try_calc(count(path)))]
    path_count: u8,
    /// A list that is only sometimes there; its name is that of a local of the check.
    #[br(if(is_set(compressed)), count = path_count)]
    pub path: Option<Packed<u8>>,

    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,
    /// A tail.
    #[br(if(left >= 4))]
    pub tail: Option<u32>,

    /// Whatever follows.
    #[br(parse_with = until_eof)]
    pub rest: Vec<Element>,
}

fn odd() -> Odd {
    Odd {
        version: Version::new(b"ODD", 2).unwrap(),
        reading: Reading::Current,
        compressed: Some(Bool(0)),
        frame_count: 2,
        frames: Packed::from_records((), [1_u16, 2]).unwrap(),
        elements: vec![Element { size: 1 }, Element { size: 2 }],
        data: vec![0; 8].into(),
        path: None,
        tail: Some(7),
        rest: vec![Element { size: 9 }],
    }
}

fn message(tree: &Odd) -> String {
    tree.check_tree().unwrap_err().to_string()
}

#[test]
fn variants_have_names_guards_and_shapes() {
    let value = structure::<Value>();
    let variants: Vec<_> = value
        .variants()
        .iter()
        .map(|variant| (&*variant.name, variant.shape))
        .collect();
    assert_eq!(
        variants,
        [
            ("int", VariantShape::Newtype),
            ("pair", VariantShape::Fields),
            ("list", VariantShape::Newtype),
            ("empty", VariantShape::Unit)
        ]
    );
    assert_eq!(
        value.variants()[0].when.as_ref().unwrap().to_string(),
        "kind == INT:1"
    );
    assert_eq!(value.variants()[0].fields[0].name, "0");
    assert_eq!(value.variants()[1].fields[1].counts, "rest");
    assert_eq!(
        value.variants()[3].when.as_ref().unwrap().to_string(),
        "kind == NOTHING:0 || kind > LIST:3"
    );
}

#[test]
fn variants_survive() {
    let rest = Packed::from_records((), [3_u16]).unwrap();
    let pair = Variant {
        kind: Kind::PAIR,
        value: Value::Pair { first: 1, rest },
    };
    pair.check((), &mut Path::new()).unwrap();
    let mut bytes = Cursor::new(Vec::new());
    pair.write(&mut bytes).unwrap();
    assert_eq!(bytes.get_ref(), &[2, 1, 1, 3, 0]);
    bytes.set_position(0);
    assert_eq!(Variant::read(&mut bytes).unwrap(), pair);
}

#[test]
fn variants_agree_with_their_guards() {
    let check = |kind, value| {
        Variant { kind, value }
            .check((), &mut Path::new())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        check(Kind::PAIR, Value::Int(1)),
        "invalid: value: is `int`, but `kind == INT` does not hold"
    );
    assert_eq!(
        check(Kind::INT, Value::Empty),
        "invalid: value: is `empty`, but `kind == INT` holds, which makes it `int`"
    );
    let rest = Packed::from_records((), (0..256_u16).collect::<Vec<_>>()).unwrap();
    assert_eq!(
        check(Kind::PAIR, Value::Pair { first: 1, rest }),
        "invalid: value.rest_count: has 256 items, more than its count can say"
    );
}

#[test]
fn expressions_are_printed() {
    let fields = Odd::layout().root().fields();
    let field = |name: &str| fields.iter().find(|field| field.name == name).unwrap();
    let count = |name: &str| match &field(name).count {
        Some(Count::Expr(expr)) => expr.to_string(),
        Some(Count::ToEnd | Count::Until(_)) => "to end".to_owned(),
        None => "none".to_owned(),
    };
    assert_eq!(
        count("frames"),
        "if compressed != 0 then 1 else frame_count"
    );
    assert_eq!(count("data"), "sum(elements, size) * 2 + len(elements)");
    assert_eq!(count("rest"), "to end");
    assert_eq!(
        field("tail").when.as_ref().unwrap().to_string(),
        "left >= 4"
    );
    assert_eq!(field("frame_count").asserts[0].message, "too many frames");
    assert_eq!(field("reading").args[0].to_string(), "reading");
    assert_eq!(field("data").item, "");
    assert_eq!(Odd::layout().extensions.len(), 2);
}

#[test]
fn odd_files_survive() {
    let tree = odd();
    tree.check_tree().unwrap();
    let mut bytes = Cursor::new(Vec::new());
    tree.write_to(&mut bytes).unwrap();
    bytes.set_position(0);
    assert_eq!(Odd::read_as(&mut bytes, Reading::Current).unwrap(), tree);
    assert_eq!(tree.dialect(), Reading::Current);
}

#[test]
fn counts_agree_with_their_list() {
    let mut tree = odd();
    tree.frame_count = 3;
    assert_eq!(
        message(&tree),
        "invalid: frames: has 2 items, but `if compressed != 0 then 1 else frame_count` says 3"
    );
    tree.compressed = Some(Bool(1));
    assert_eq!(
        message(&tree),
        "invalid: frames: has 2 items, but `if compressed != 0 then 1 else frame_count` says 1"
    );
    tree.frame_count = 100;
    assert_eq!(message(&tree), "invalid: frame_count: too many frames");
}

#[test]
fn conditional_counts_agree_with_their_list() {
    let mut tree = odd();
    tree.path = Some(Packed::from_records((), [1_u8, 2]).unwrap());
    assert_eq!(
        message(&tree),
        "invalid: path: has 2 items, but their count is stored only when `compressed != 0`"
    );
    tree.path = None;
    tree.compressed = Some(Bool(1));
    tree.frames = Packed::from_records((), [1_u16]).unwrap();
    assert_eq!(
        message(&tree),
        "invalid: path: is missing although `compressed != 0` holds"
    );
}

/// Something behind a prefix, whose length follows from the last number of the file.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Appended {
    #[br(temp)]
    #[bw(ignore)]
    size: Remaining,
    #[br(temp, if(size >= 2), restore_position, seek_before = SeekFrom::Start((wide(size) - 2).place()))]
    #[bw(ignore)]
    last: u16,
    /// What is before it.
    #[br(if(u64::from(last) < size.0), count = wide(size) - last)]
    pub prefix: Option<Blob>,
    /// A value.
    pub value: u8,
    /// Its size and that of the value, in bytes.
    #[schema(unit = "bytes")]
    pub length: u16,
}

#[test]
fn numbers_elsewhere_are_looked_up() {
    let last = &structure::<Appended>().fields()[1];
    assert_eq!(last.at.as_ref().unwrap().to_string(), "size - 2");
    assert!(!last.visible && last.is_lookahead());
    for bytes in [&b"\x07\x03\0"[..], b"ab\x07\x03\0"] {
        let tree = Appended::read(&mut Cursor::new(bytes)).unwrap();
        assert_eq!((tree.value, tree.prefix.is_some()), (7, bytes.len() > 3));
        tree.check((), &mut Path::new()).unwrap();
        let mut out = Cursor::new(Vec::new());
        tree.write(&mut out).unwrap();
        assert_eq!(out.get_ref(), bytes);
    }
}

#[test]
fn magics_choose_variants() {
    assert_eq!(&*structure::<Chunk>().variants()[0].magic, b"NUM");
    assert_eq!(&*structure::<Tail>().magic, b"T");
    assert_eq!(
        structure::<Tail>().fields()[1].endian,
        Some(Endian::Big.into())
    );
    let tail = Tail {
        chunk: Chunk::Number { value: 1 },
        sum: 2,
    };
    tail.check((), &mut Path::new()).unwrap();
    let mut bytes = Cursor::new(Vec::new());
    tail.write(&mut bytes).unwrap();
    assert_eq!(bytes.get_ref(), b"TNUM\x01\0\0\0\0\x02");
    let error = tail.chunk.check((0,), &mut Path::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid: is `number`, but `wide == 1` does not hold"
    );
}

#[test]
fn values_contain_themselves() {
    let int = |value| {
        Nested(Variant {
            kind: Kind::INT,
            value: Value::Int(value),
        })
    };
    let list = |values| Variant {
        kind: Kind::LIST,
        value: Value::List(ValueList { values }),
    };
    let tree = list(vec![int(1), Nested(list(vec![int(2)]))]);
    tree.check((), &mut Path::new()).unwrap();
    let mut bytes = Cursor::new(Vec::new());
    tree.write(&mut bytes).unwrap();
    bytes.set_position(0);
    assert_eq!(Variant::read(&mut bytes).unwrap(), tree);

    let wrong = Nested(Variant {
        kind: Kind::PAIR,
        value: Value::Int(2),
    });
    let error = list(vec![int(1), Nested(list(vec![wrong]))]).check((), &mut Path::new());
    assert_eq!(
        error.unwrap_err().to_string(),
        "invalid: value.values[1].value.values[0].value: \
         is `int`, but `kind == INT` does not hold"
    );
}
