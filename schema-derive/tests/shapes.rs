//! Records with many fields that may be absent, and records at the edges of their lists.

#![allow(missing_docs)]

use binrw::{BinRead, VecArgs, binrw, io::Cursor};
use formwork_schema::{Packed, Record as _, layout::Endian};
use formwork_schema_derive::{Record, Schema};

/// A record with these fields, each there where its bit is set.
macro_rules! record {
    ($name:ident, $($field:ident = $bit:literal),*) => {
        /// Numbers.
        #[derive(Schema, Record)]
        #[binrw]
        #[br(import(mask: u16))]
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct $name {
            $(
                /// A number.
                #[br(if(mask & $bit != 0))]
                pub $field: Option<u8>,
            )*
        }
    };
}

record!(
    Eight,
    a = 1,
    b = 2,
    c = 4,
    d = 8,
    e = 16,
    f = 32,
    g = 64,
    h = 128
);
record!(
    Nine,
    a = 1,
    b = 2,
    c = 4,
    d = 8,
    e = 16,
    f = 32,
    g = 64,
    h = 128,
    i = 256
);

fn read<R>(bytes: &[u8], mask: u16, count: usize) -> Packed<R>
where
    R: formwork_schema::Record<Args = (u16,)>,
{
    let args = VecArgs {
        count,
        inner: (mask,),
    };
    Packed::read_le_args(&mut Cursor::new(bytes), args).expect("enough bytes")
}

#[test]
fn fields_may_be_absent_up_to_the_last_one() {
    assert_eq!(
        (size_of::<Packed<Eight>>(), size_of::<Packed<Nine>>()),
        (40, 48)
    );
    let last = read::<Eight>(&[1, 2], 128, 2).get(1).expect("two");
    assert_eq!((last.a, last.h), (None, Some(2)));
    assert_eq!(Eight::shape_of(&last), Eight::shape((128,)));
    let last = read::<Nine>(&[1, 2, 3, 4], 0x101, 2).get(1).expect("two");
    assert_eq!((last.a, last.h, last.i), (Some(3), None, Some(4)));
    assert_eq!(
        Nine::unmatched_field(&Nine::shape((0x100,)), &0),
        Some(("i", true))
    );
    for mask in [0, 1, 0xff] {
        let shape = Eight::shape((mask,));
        assert_eq!(Eight::unmatched_field(&shape, &shape), None);
        assert_eq!(Eight::stride(&shape), mask.count_ones() as usize);
    }
}

#[test]
fn no_record_is_behind_the_last_one() {
    let records = read::<Eight>(&[1, 2, 3], 1, 3);
    let first = |at: usize| records.get(at).map(|record| record.a);
    assert_eq!(first(2), Some(Some(3)));
    for at in [3, 4, usize::MAX] {
        assert_eq!(first(at), None);
    }
    let nothing = read::<Eight>(&[], 0, 2);
    assert_eq!(
        (nothing.len(), nothing.get(1).is_some(), nothing.get(2)),
        (2, true, None)
    );
}

#[test]
fn more_records_than_can_be_counted_are_refused() {
    let of = |len| Packed::<Eight>::from_bytes((0,), Endian::Little, len, Vec::new());
    assert_eq!(of(1 << 20).map(|records| records.len()).ok(), Some(1 << 20));
    let error = of(usize::MAX).expect_err("too many").to_string();
    assert!(
        error.contains("more records than can be counted"),
        "{error}"
    );
}
