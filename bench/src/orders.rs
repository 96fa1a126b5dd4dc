//! Columns of records whose numbers are big-endian, beside the same in little-endian order.

use std::hint::black_box;

use binrw::{BinRead, Endian, VecArgs, binrw, io::Cursor};
use formwork_schema::{Packed, Record, Schema, Vec3};

use crate::{
    harness::{self, Case},
    report::{self, Goal},
};

/// One measurement.
#[derive(Schema, Record)]
#[binrw]
#[derive(Debug, Clone, Copy, PartialEq)]
struct Sample {
    /// When.
    time: f32,
    /// Where.
    position: Vec3,
    /// Of what.
    id: u32,
}

const RECORDS: usize = 1_000_000;

const ORDERS: [Endian; 2] = [Endian::Little, Endian::Big];

/// What is summed up, with its name in either order.
const COLUMNS: [(&str, [&str; 2]); 3] = [
    (
        "every record",
        ["records, little-endian", "records, big-endian"],
    ),
    (
        "one number of a record",
        ["one column, little-endian", "one column, big-endian"],
    ),
    (
        "an array of floats",
        ["floats, little-endian", "floats, big-endian"],
    ),
];

/// The same numbers in one order.
struct Numbers {
    samples: Packed<Sample>,
    floats: Packed<f32>,
}

impl Numbers {
    fn new(endian: Endian, count: usize) -> Self {
        let number = |value: u32| match endian {
            Endian::Little => value.to_le_bytes(),
            Endian::Big => value.to_be_bytes(),
        };
        let value = |at: u32| number((at as f32 / 8.0).to_bits());
        let bytes: Vec<u8> = (0..5 * count as u32).flat_map(value).collect();
        let mut reader = Cursor::new(&bytes);
        let args = VecArgs { count, inner: () };
        let samples = Packed::read_options(&mut reader, endian, args);
        let mut reader = Cursor::new(&bytes);
        let args = VecArgs {
            count: 5 * count,
            inner: (),
        };
        let floats = Packed::read_options(&mut reader, endian, args);
        Self {
            samples: samples.expect("all bytes are there"),
            floats: floats.expect("all bytes are there"),
        }
    }

    /// The sum of one of [`COLUMNS`].
    fn sum(&self, column: usize) -> f32 {
        match column {
            0 => {
                let sums = self
                    .samples
                    .iter()
                    .map(|it| it.time + it.position.y + it.id as f32);
                sums.sum()
            }
            1 => self.samples.column(Sample::FIELDS.time).sum(),
            _ => self.floats.iter().sum(),
        }
    }
}

/// Measures each column in both orders; prints a table, and gives back what was promised.
pub(crate) fn run(rounds: usize, quick: bool) -> Vec<Goal> {
    let count = if quick { RECORDS / 50 } else { RECORDS };
    let numbers = ORDERS.map(|endian| Numbers::new(endian, count));
    let mut cases: Vec<Case<'_>> = Vec::new();
    for (column, (_, names)) in COLUMNS.iter().enumerate() {
        for (numbers, name) in numbers.iter().zip(names) {
            let run = move || {
                black_box(black_box(numbers).sum(column));
            };
            cases.push(Case {
                name,
                run: Box::new(run),
            });
        }
    }
    let measured = harness::measure(&mut cases, rounds, quick);
    println!("## Big-endian columns, of little-endian ones: {count} records\n");
    println!("| | × little-endian |\n|---|---|");
    let mut goals = Vec::new();
    for (what, [little, big]) in COLUMNS {
        let ratio = report::ratio(&measured, big, little);
        println!("| {what} | {ratio} |");
        goals.push(Goal::new(
            format!("{what}, big-endian, of little-endian"),
            0.5,
            ratio,
        ));
    }
    println!();
    goals
}
