//! One field per shape of expression, over the same numbers.

#![allow(
    clippy::int_plus_one,
    clippy::nonminimal_bool,
    reason = "every shape, also those that nobody would write"
)]

use binrw::{binrw, io::SeekFrom};
use formwork_schema::{Blob, Bool, Remaining, count, is_set, len, or_zero, sum, until_eof, wide};
use formwork_schema_derive::Schema;
use proptest::{prelude::*, sample::select};

use super::{
    Child, Item, Kind, Mask, Version,
    ask::{both_readers, check_and_reader},
};

const SMALL: u8 = 3;
const LARGE: u64 = u64::MAX;
const NEGATIVE: i64 = i64::MIN;

/// Numbers in the order of the fields below.
#[derive(Debug, Clone)]
struct Numbers {
    version: u32,
    a: u8,
    c: u32,
    d: u64,
    e: i8,
    g: i64,
    flag: u8,
    mask: u64,
    kind: u64,
    other: u64,
    items: Vec<(u64, i64)>,
    tail: Vec<u8>,
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let wide = || prop_oneof![3 => 0..9_u64, 2 => select(vec![u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, 1 << 32]), 1 => any::<u64>()];
    let signed = || wide().prop_map(|value| value as i64);
    (
        (1..=3_u32, prop_oneof![0..9_u8, 250..=255_u8]),
        prop_oneof![3 => 0..9_u32, 2 => select(vec![u32::MAX, 1 << 31, 65536]), 1 => any::<u32>()],
        wide(),
        prop_oneof![-3..4_i8, any::<i8>()],
        signed(),
        (select(vec![0, 1, 2, 255_u8]), wide(), wide(), wide()),
        proptest::collection::vec((wide(), signed()), 0..4),
        proptest::collection::vec(0..6_u8, 0..24),
    )
        .prop_map(|(first, c, d, e, g, named, items, tail)| Numbers {
            version: first.0,
            a: first.1,
            c,
            d,
            e,
            g,
            flag: named.0,
            mask: named.1,
            kind: named.2,
            other: named.3,
            items,
            tail,
        })
}

impl Numbers {
    fn bytes(&self, shape: u8) -> Vec<u8> {
        let mut out = b"X".to_vec();
        out.extend(self.version.to_le_bytes());
        out.extend([shape, self.a]);
        out.extend(self.c.to_le_bytes());
        out.extend(self.d.to_le_bytes());
        out.push(self.e as u8);
        out.extend(self.g.to_le_bytes());
        out.push(self.flag);
        out.extend(self.mask.to_le_bytes());
        out.extend(self.kind.to_le_bytes());
        if self.flag != 0 {
            out.extend(self.other.to_le_bytes());
            out.push(self.items.len() as u8);
        }
        out.push(self.items.len() as u8);
        for list in [self.flag != 0, true] {
            for (size, step) in self.items.iter().filter(|_| list) {
                out.extend(size.to_le_bytes());
                out.extend(step.to_le_bytes());
            }
        }
        out.extend(&self.tail);
        out
    }
}

/// How many questions there are; two more look numbers up.
const SHAPES: u8 = 41;

/// A file that asks one of many questions, which its first number chooses. binrw calculates the counts of all of them.
#[derive(Schema)]
#[schema(format = "test.shapes", extension = "x")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub(crate) struct File {
    /// Its version.
    pub version: Version,
    /// Which question.
    pub shape: u8,
    /// A number.
    pub a: u8,
    /// A number.
    pub c: u32,
    /// A number.
    pub d: u64,
    /// A number.
    pub e: i8,
    /// A number.
    pub g: i64,
    /// A flag.
    pub flag: Bool,
    /// A mask.
    pub mask: Mask,
    /// A kind.
    pub kind: Kind,
    /// A number that may be absent.
    #[br(if(is_set(flag)))]
    pub other: Option<u64>,
    #[br(temp, if(is_set(flag)))]
    #[bw(if(parts.is_some()), try_calc(count(parts)))]
    part_count: u8,
    #[br(temp)]
    #[bw(try_calc(count(items)))]
    item_count: u8,
    /// Items that may be absent.
    #[br(if(is_set(flag)), count = part_count)]
    pub parts: Option<Vec<Item>>,
    /// Items.
    #[br(count = item_count)]
    pub items: Vec<Item>,
    /// The question of the name.
    #[br(if(shape == 0), count = wide(a) * c)]
    pub product: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 1), count = wide(c) * d * d)]
    pub product_of_three: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 2), count = wide(c) + d)]
    pub sum_of_two: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 3), count = wide(c) - a)]
    pub difference: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 4), count = wide(0) - e)]
    pub negated: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 5), count = wide(e) + g)]
    pub signed: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 6), count = wide(g) % 5)]
    pub rest_of_a_division: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 7), count = (wide(4) - c % 4) % 4)]
    pub padding: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 8), count = c % 7)]
    pub plain_rest: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 9), count = if d > 4 { 1 } else { c })]
    pub choice_of_two: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 10), count = if is_set(flag) { wide(a) } else if e < 0 { wide(2) } else { wide(c) * 2 })]
    pub nested_choice: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 11), count = sum(&items, |item| item.size))]
    pub sum_over_items: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 12), count = sum(&items, |item| wide(item.size) * item.step) + a)]
    pub sum_of_products: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 13), count = sum(&items, |item| if item.step < 0 { 1 } else { 2 }))]
    pub sum_of_choices: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 14), count = sum(&parts, |part| part.size) + 1)]
    pub sum_over_absent: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 15), count = wide(items.len()) * 3 + len(&parts))]
    pub length: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 16), count = or_zero(other) + 1)]
    pub absent_number: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 17), count = wide(c) * SMALL - LARGE)]
    pub constants: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 18), count = wide(d) - LARGE + SMALL)]
    pub large_constants: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 19), count = u64::from(a))]
    pub widened: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 20), count = wide(kind.0) - kind + a)]
    pub wrapped: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 21), count = wide(d) * d * d - d)]
    pub too_large_to_be_asked: Option<Blob>,
    /// The question of the name.
    #[br(if(shape == 22), count = d)]
    pub plain: Option<Blob>,
    /// The question of the name.
    #[br(count = if shape == 23 { wide(c) - d } else { wide(0) })]
    pub always_there: Blob,
    /// The question of the name.
    #[br(count = if shape == 24 { if wide(d) * d * d > 4 { wide(a) } else { wide(c) } } else { wide(0) })]
    pub compared_on_the_way: Blob,
    /// The question of the name.
    #[br(if(shape == 25 && (c == 5 || d > 0x8000_0000_0000_0000 && e != -1)))]
    pub compared: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 26 && (wide(c) * d > LARGE && wide(g) - 1 >= NEGATIVE)))]
    pub compared_wide: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 27 && (a > 4 && wide(d) * d * d > 5 || c == 1)))]
    pub compared_when_too_large: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 28 && (wide(g) < d)))]
    pub compared_signed: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 29 && (!(a == 1 || !is_set(flag)))))]
    pub negation: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 30 && (mask.contains(Mask::HIGH) || mask.contains(Mask::LOW))))]
    pub masks: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 31 && (kind == Kind::LAST || kind < Kind::FIRST || wide(kind) == d)))]
    pub kinds: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 32 && (version >= Version::NEW && wide(version) * 2 != c)))]
    pub versions: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 33 && ((a > 3) == (c > 3))))]
    pub conditions_compared: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 34 && (if a > 3 { c > 3 } else { d > 3 })))]
    pub chosen_condition: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 35 && (sum(&items, |item| wide(item.size) * item.step * 8) < 9 && len(&parts) != 1)))]
    pub sums_compared: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 36), assert(shape != 36 || (wide(a) + c > d || or_zero(other) != 4), "not so"))]
    pub asserted: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 37), assert(shape != 37 || (a < 4 || wide(d) * d * c != 0), "not so"))]
    pub asserted_when_too_large: Option<u8>,
    /// The question of the name.
    #[br(if(shape == 38), args(wide(a) * c - e, c))]
    pub handed_down: Option<Child>,
    /// The question of the name.
    #[br(if(shape == 39), args(wide(d) * d * d, c))]
    pub handed_down_too_large: Option<Child>,
    /// The question of the name.
    #[br(if(shape == 40), args(if e < 0 { wide(g) } else { or_zero(other) }, u32::from(a)))]
    pub handed_down_choice: Option<Child>,

    #[br(temp)]
    #[bw(ignore)]
    left: Remaining,
    #[br(
        temp,
        if(shape == SHAPES),
        restore_position,
        seek_before = SeekFrom::Start((wide(c) + d - e).place())
    )]
    #[bw(ignore)]
    there: u16,
    #[br(temp, if(shape == 42), restore_position, seek_before = SeekFrom::Start(d))]
    #[bw(ignore)]
    plainly_there: i8,
    /// A byte.
    #[br(if(shape == SHAPES && left > 2 && wide(left) * there != 4))]
    pub looked_up: Option<u8>,
    /// A byte.
    #[br(if(plainly_there > 2))]
    pub looked_up_plainly: Option<u8>,
    /// The rest.
    #[br(parse_with = until_eof)]
    pub rest: Blob,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20000))]

    #[test]
    fn both_readers_agree(shape in 0..=SHAPES + 1, one in numbers(), other in numbers()) {
        let Some(mut tree) = both_readers::<File>(&one.bytes(shape))? else {
            return Ok(());
        };
        // What a number elsewhere says only the finished file tells.
        if shape < SHAPES {
            check_and_reader(&tree)?;
            (tree.a, tree.c, tree.d) = (other.a, other.c, other.d);
            check_and_reader(&tree)?;
            (tree.e, tree.g) = (other.e, other.g);
            tree.mask = Mask::from_bits_retain(other.mask);
            tree.kind = Kind(other.kind);
            check_and_reader(&tree)?;
        }
    }
}
