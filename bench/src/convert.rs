//! Conversion: a large model to glTF, beside copying it.

use std::hint::black_box;

use bytes::Bytes;
use formwork_convert::{Input, NoFiles, Options, OriginMode, Request, Target, convert};

use crate::{
    bulk::numbers,
    cases::COPY,
    harness::{self, Case},
    report::{Goal, Summary},
};

const PLAIN: &str = "to `.glb`, without stored facts";
const FACTS: &str = "to `.glb`, with stored facts";

/// Measures, prints a table, and gives back what was promised.
pub(crate) fn run(rounds: usize, quick: bool) -> Vec<Goal> {
    let side = if quick { 200 } else { 1900 };
    let bytes = Bytes::from(model(side));
    println!(
        "## Conversion of a model to glTF: {:.0} MB\n",
        bytes.len() as f64 / 1e6
    );
    let inputs = [Input {
        path: "Large.mdl".into(),
        bytes: bytes.clone(),
    }];
    let once = |origin: OriginMode| {
        let options = Options {
            origin,
            ..Options::default()
        };
        let request = Request {
            inputs: inputs.as_slice().into(),
            files: &NoFiles,
            name: "Large",
            target: Target::Glb,
            is_usual: false,
            split: false,
            options: &options,
        };
        drop(black_box(
            convert(request).expect("what is made here converts"),
        ));
    };
    let mut cases = vec![
        case(COPY, || drop(black_box(bytes.to_vec()))),
        case(PLAIN, || once(OriginMode::None)),
        case(FACTS, || once(OriginMode::Facts)),
    ];
    let summary = Summary::of(&harness::measure(&mut cases, rounds, quick));
    println!("{summary}");
    let goals = [
        summary.of_copy("a model to `.glb`, of copying".into(), PLAIN, 0.3),
        summary.of_copy("the same with stored facts, of copying".into(), FACTS, 0.15),
    ];
    goals.into_iter().flatten().collect()
}

/// A contestant.
fn case<'a>(name: &'static str, run: impl FnMut() + 'a) -> Case<'a> {
    Case {
        name,
        run: Box::new(run),
    }
}

/// A wavy surface of so many vertices a side: positions, normals, texture coordinates, and triangles of 32 bits.
fn model(side: u32) -> Vec<u8> {
    let mut out = b"UMD2".to_vec();
    numbers(&mut out, &[1, side * side, 3]);
    for element in [[3, 0, 0, 0], [3, 1, 0, 0], [2, 4, 0, 0]] {
        out.extend_from_slice(&element);
    }
    numbers(&mut out, &[0, 0]);
    for place in 0..side * side {
        let (x, z) = (place % side, place / side);
        let (u, v) = (x as f32 / side as f32, z as f32 / side as f32);
        let wave = (u * 40.0).sin();
        for number in [
            u,
            wave * 0.01,
            v,
            wave * 0.6,
            (1.0 - wave * wave * 0.36).sqrt(),
            0.0,
            u,
            v,
        ] {
            out.extend(number.to_le_bytes());
        }
    }
    let corner = |x: u32, z: u32| z * side + x;
    let squares = (0..side - 1).flat_map(|z| (0..side - 1).map(move |x| (x, z)));
    let indices = squares.flat_map(|(x, z)| {
        let [a, b, c, d] = [
            corner(x, z),
            corner(x + 1, z),
            corner(x, z + 1),
            corner(x + 1, z + 1),
        ];
        [a, c, b, b, c, d]
    });
    let count = 6 * (side - 1) * (side - 1);
    numbers(&mut out, &[1, count, 4]);
    out.extend(indices.flat_map(u32::to_le_bytes));
    // One geometry without a mapping of bones, one level: distance, list of triangles, buffers, range.
    numbers(&mut out, &[1, 0, 1, 0, 0, 0, 0, 0, count]);
    // No morphs, no bones.
    numbers(&mut out, &[0, 0]);
    for number in [0.0_f32, -0.01, 0.0, 1.0, 0.01, 1.0, 0.5, 0.0, 0.5] {
        out.extend(number.to_le_bytes());
    }
    out
}
