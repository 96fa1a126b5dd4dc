//! Everybody on the same bytes: how fast, and how much memory at the most.

use std::{hint::black_box, io};

use binrw::{BinRead, BinWrite, io::Cursor};
use bytes::Bytes;
use formwork_formats::urho3d::{Animation, Shader};
use formwork_schema::{
    read::{self, ReadOptions},
    write,
};

use crate::{
    apart, data,
    harness::{Contestant, Ready, on},
    memory, obvious, packages,
    report::{Goal, figure, ratio},
    rivals::{by_hand, deku, engine, kaitai, same_tree},
    text,
};

/// Contestants on the same bytes; the first is what the others are compared with.
struct Contest {
    title: &'static str,
    contestants: Vec<Contestant>,
    /// Whose speed was promised, as a multiple of the first one's.
    promises: &'static [(&'static str, f64)],
}

const BINRW: &str = "binrw, obvious derive";
const DEKU: &str = "deku";
const ENGINE: &str = "as the engine: stream, element by element";
const OPEN: &str = "formwork, open";
const OWNED: &str = "formwork, owned";
const READER: &str = "formwork, from a reader";
const WRITE: &str = "formwork";
const SAME_OPEN: &str = "the same tree, by hand, no checks";
const SAME_OWNED: &str = "the same tree of a copy, by hand";
const BY_HAND: &str = "by hand, from a slice";
const KAITAI: &str = "Kaitai, JavaScript";

fn contests() -> Vec<Contest> {
    vec![
        Contest {
            title: "50,000 short tracks, read",
            contestants: vec![
                (BINRW, |quick| {
                    on(clip(quick), |clip| {
                        obvious::Animation::read(&mut Cursor::new(&**clip))
                    })
                }),
                (DEKU, |quick| on(clip(quick), |clip| deku::read(clip))),
                (ENGINE, |quick| on(clip(quick), |clip| engine::read(clip))),
                (OPEN, |quick| {
                    on(clip(quick), |clip| {
                        read::document::<Animation>(clip, &ReadOptions::default())
                    })
                }),
                (OWNED, |quick| {
                    on(clip(quick), |clip| read::from_slice::<Animation>(clip))
                }),
                (READER, |quick| {
                    on(clip(quick), |clip| {
                        read::from_reader::<Animation, _>(&mut Cursor::new(&**clip))
                    })
                }),
                (SAME_OPEN, |quick| on(clip(quick), same_tree::open)),
                (SAME_OWNED, |quick| {
                    on(clip(quick), |clip| {
                        same_tree::open(&Bytes::copy_from_slice(clip))
                    })
                }),
            ],
            promises: &[(OPEN, 10.0), (OWNED, 8.0)],
        },
        Contest {
            title: "50,000 short tracks, written",
            contestants: vec![
                (BINRW, |quick| {
                    let tree = obvious::Animation::read(&mut Cursor::new(&*clip(quick)));
                    on(tree.expect("a clip"), |tree| {
                        let mut out = Cursor::new(Vec::new());
                        tree.write(&mut out).map(|()| out.into_inner())
                    })
                }),
                (DEKU, |quick| {
                    let tree = deku::read(&clip(quick)).expect("a clip");
                    on(tree, deku::write)
                }),
                (WRITE, |quick| {
                    let tree: Animation = read::from_bytes(clip(quick)).expect("a clip");
                    on(tree, write::to_bytes)
                }),
                (SAME_OPEN, |quick| {
                    let size = clip(quick).len();
                    let tree: Animation = read::from_bytes(clip(quick)).expect("a clip");
                    on(tree, move |tree| same_tree::write(tree, size))
                }),
            ],
            promises: &[(WRITE, 4.0)],
        },
        Contest {
            title: "Compiled shaders, read",
            contestants: vec![
                (BY_HAND, |_| {
                    on(shaders(), |all| {
                        all.iter()
                            .map(|one| black_box(by_hand::shader(one)).is_some())
                            .fold(true, |all, one| all & one)
                    })
                }),
                (OPEN, |_| {
                    on(shaders(), |all| {
                        let options = ReadOptions::default();
                        all.iter().try_for_each(|one| {
                            read::document::<Shader>(one, &options)
                                .map(|read| drop(black_box(read)))
                        })
                    })
                }),
                (OWNED, |_| {
                    on(shaders(), |all| {
                        all.iter().try_for_each(|one| {
                            read::from_slice::<Shader>(one).map(|read| drop(black_box(read)))
                        })
                    })
                }),
            ],
            promises: &[(OPEN, 0.2)],
        },
        Contest {
            title: "XML of a clip, written",
            contestants: vec![text::SERDE_XML_WRITER, text::XML_WRITER],
            promises: &[],
        },
        Contest {
            title: "XML of a clip, read",
            contestants: vec![text::SERDE_XML_READER, text::XML_READER],
            promises: &[],
        },
        Contest {
            title: "JSON of a clip, written",
            contestants: vec![text::SERDE_JSON_WRITER, text::JSON_WRITER],
            promises: &[],
        },
        Contest {
            title: "JSON of a clip, read",
            contestants: vec![text::SERDE_JSON_READER, text::JSON_READER],
            promises: &[],
        },
        Contest {
            title: "A package of 32 files, unpacked",
            contestants: vec![packages::IN_C, packages::IN_RUST, packages::OURS],
            promises: &[],
        },
    ]
}

fn clip(quick: bool) -> Bytes {
    data::made(if quick { 1000 } else { 50_000 }, 10).into()
}

/// The shaders that the reader by hand knows as well.
fn shaders() -> Vec<Bytes> {
    let all = data::with_extension(&["vs2", "ps2", "vs3", "ps3", "vs4", "ps4", "vs5", "ps5"]);
    let reads = |bytes: &Vec<u8>| {
        by_hand::shader(bytes).is_some() && read::from_slice::<Shader>(bytes).is_ok()
    };
    all.into_iter().filter(reads).map(Bytes::from).collect()
}

/// Measures all of them, each in a process of its own, and prints a table for each contest.
///
/// # Errors
/// A process that cannot be started, or ends early.
pub(crate) fn run(rounds: usize, quick: bool) -> io::Result<Vec<Goal>> {
    let mut goals = Vec::new();
    for (place, contest) in contests().iter().enumerate() {
        let Some((first, _)) = contest.contestants.first() else {
            continue;
        };
        let names = contest.contestants.iter().map(|(name, _)| *name);
        let measured = apart::measure(place, names.collect(), rounds, quick)?;
        println!("## {}\n", contest.title);
        println!("| | ms | × {first} | memory, MB |\n|---|---|---|---|");
        for (number, (name, _)) in contest.contestants.iter().enumerate() {
            let ms = figure(measured.median(name) * 1e3);
            let memory = memory::of_another(&[place, number], quick);
            let memory = memory.map_or_else(|| "?".into(), |bytes| figure(bytes / 1e6));
            println!(
                "| {name} | {ms} | {} | {memory} |",
                ratio(&measured, name, first)
            );
        }
        if place == 0 {
            match kaitai::measure(&clip(quick), rounds.min(5)) {
                Ok(node) => {
                    let times = measured.median(first) / node.seconds;
                    let (ms, memory) = (figure(node.seconds * 1e3), figure(node.bytes / 1e6));
                    println!("| {KAITAI} | {ms} | **{}** | {memory} |", figure(times));
                }
                Err(missing) => println!("\nSKIPPED: {KAITAI}: {missing}"),
            }
        }
        println!();
        let promised = contest.promises.iter().map(|(name, least)| {
            let what = format!("{}: {name}, of {first}", contest.title);
            Goal::new(what, *least, ratio(&measured, name, first))
        });
        goals.extend(promised);
    }
    Ok(goals)
}

/// What one of them does.
pub(crate) fn one(place: usize, number: usize, quick: bool) -> Option<Ready> {
    let contests = contests();
    let (_, ready) = contests.get(place)?.contestants.get(number)?;
    Some(ready(quick))
}
