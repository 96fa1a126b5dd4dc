//! The other formats: real files, and one large file made here.

use std::hint::black_box;

use binrw::io::Cursor;
use bytes::Bytes;
use formwork_formats::{GameFormat, horde3d, urho3d};
use formwork_schema::{
    read::{self, ReadOptions},
    write,
};

use crate::{
    cases::{COPY, FROM_READER, FROM_SLICE, OPEN, WRITE},
    data,
    harness::{self, Case},
    report::{Goal, Summary},
};

/// Whole files of one format.
struct Bulk<T> {
    name: String,
    files: Vec<(Bytes, T)>,
}

/// Measures every format but animations; prints a table each, and gives back what was promised.
pub(crate) fn run(rounds: usize, quick: bool) -> Vec<Goal> {
    let scale = if quick { 50 } else { 1 };
    let mut goals = Vec::new();
    real::<urho3d::Model>("mdl").measure(rounds, quick);
    real::<urho3d::Shader>("vs2 ps2 vs3 ps3 vs4 ps4 vs5 ps5").measure(rounds, quick);
    real::<horde3d::Geometry>("geo").measure(rounds, quick);
    let model = made::<urho3d::Model>("Model of one large buffer", model(5_000_000 / scale));
    goals.extend(promises(&model.measure(rounds, quick), "a model"));
    let geometry =
        made::<horde3d::Geometry>("Geometry of one large stream", geometry(8_000_000 / scale));
    goals.extend(promises(&geometry.measure(rounds, quick), "a geometry"));
    goals
}

fn promises(summary: &Summary, what: &str) -> Vec<Goal> {
    let promise =
        |how: &str, case, least| summary.of_copy(format!("{how}, {what}, of copying"), case, least);
    let promises = [
        promise("open", OPEN, 1000.0),
        promise("read owned from memory", FROM_SLICE, 0.9),
        promise("read owned from a reader", FROM_READER, 0.9),
        promise("write", WRITE, 0.9),
    ];
    promises.into_iter().flatten().collect()
}

fn real<T: GameFormat>(extensions: &str) -> Bulk<T> {
    let extensions: Vec<&str> = extensions.split(' ').collect();
    let files = data::with_extension(&extensions)
        .into_iter()
        .filter_map(|bytes| {
            let tree = read::from_slice(&bytes).ok()?;
            Some((bytes.into(), tree))
        });
    let name = format!("Files of `{}`", T::layout().format);
    Bulk {
        name,
        files: files.collect(),
    }
}

fn made<T: GameFormat>(name: &str, bytes: Vec<u8>) -> Bulk<T> {
    let bytes = Bytes::from(bytes);
    let tree = read::from_bytes(bytes.clone()).expect("what is made here reads");
    Bulk {
        name: name.to_owned(),
        files: vec![(bytes, tree)],
    }
}

impl<T: GameFormat> Bulk<T> {
    fn measure(&self, rounds: usize, quick: bool) -> Summary {
        let bytes: usize = self.files.iter().map(|(bytes, _)| bytes.len()).sum();
        let (count, megabytes) = (self.files.len(), bytes as f64 / 1e6);
        println!("## {}: {count}, {megabytes:.2} MB\n", self.name);
        let summary = Summary::of(&harness::measure(&mut self.cases(), rounds, quick));
        println!("{summary}");
        summary
    }

    fn cases(&self) -> Vec<Case<'_>> {
        vec![
            self.case(COPY, |bytes, _| drop(black_box(bytes.to_vec()))),
            self.case(OPEN, |bytes, _| {
                drop(black_box(read::document::<T>(
                    bytes,
                    &ReadOptions::default(),
                )));
            }),
            self.case(FROM_SLICE, |bytes, _| {
                drop(black_box(read::from_slice::<T>(bytes)))
            }),
            self.case(FROM_READER, |bytes, _| {
                drop(black_box(read::from_reader::<T, _>(&mut Cursor::new(
                    &**bytes,
                ))));
            }),
            self.case(WRITE, |_, tree| drop(black_box(write::to_bytes(tree)))),
        ]
    }

    fn case<'a>(&'a self, name: &'static str, once: impl Fn(&Bytes, &T) + 'a) -> Case<'a> {
        let run = move || {
            for (bytes, tree) in &self.files {
                once(black_box(bytes), black_box(tree));
            }
        };
        Case {
            name,
            run: Box::new(run),
        }
    }
}

/// A model of one buffer: positions, normals, texture coordinates and a number.
fn model(vertices: u32) -> Vec<u8> {
    const STRIDE: u32 = 40;
    let mut out = b"UMD2".to_vec();
    numbers(&mut out, &[1, vertices, 5]);
    for element in [
        [3, 0, 0, 0],
        [3, 1, 0, 0],
        [2, 4, 0, 0],
        [5, 7, 0, 0],
        [1, 8, 0, 0],
    ] {
        out.extend_from_slice(&element);
    }
    numbers(&mut out, &[0, 0]);
    content(&mut out, vertices * STRIDE);
    // No indices, geometries, morphs or bones; the box.
    numbers(&mut out, &[0; 4]);
    numbers(&mut out, &[0; 6]);
    out
}

/// A geometry of one stream of positions.
fn geometry(vertices: u32) -> Vec<u8> {
    const STRIDE: u32 = 12;
    let mut out = b"H3DG".to_vec();
    numbers(&mut out, &[5, 0, 1, vertices, 0, STRIDE]);
    content(&mut out, vertices * STRIDE);
    // No indices, no morph targets.
    numbers(&mut out, &[0, 0]);
    out
}

pub(crate) fn numbers(out: &mut Vec<u8>, numbers: &[u32]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn content(out: &mut Vec<u8>, length: u32) {
    let numbers = (0..length / 4).map(|place| (place % 1000) as f32 * 0.001);
    out.extend(numbers.flat_map(f32::to_le_bytes));
}
