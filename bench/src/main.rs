//! Ratios, not times: every contestant runs beside a plain copy of the same bytes.
//!
//! `cargo run --release -p formwork-bench -- [--quick] [--rounds N] [--convert | --contest]`; see `README.md`.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod apart;
mod bulk;
mod cases;
mod contest;
mod convert;
mod data;
mod harness;
mod memory;
mod obvious;
mod orders;
mod packages;
mod report;
mod rivals;
mod rules;
mod text;

use std::{error::Error, process::ExitCode};

/// What is asked of one contestant.
#[derive(Clone, Copy)]
enum Asked {
    /// Its memory.
    Memory,
    /// Its time, again and again.
    Time,
}

/// What the command line asks for.
struct Options {
    /// Small data and few rounds: to see that everything runs.
    quick: bool,
    /// Rounds per set of data.
    rounds: usize,
    /// Only the conversion, which is the longest of all.
    convert: bool,
    /// Only the contests.
    contest: bool,
    /// One contestant by its places, in a process of its own.
    one: Option<(Asked, usize, usize)>,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let (mut quick, mut rounds, mut convert) = (false, None, false);
        let (mut contest, mut one) = (false, None);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => quick = true,
                "--convert" => convert = true,
                "--contest" => contest = true,
                "--alone" | "--apart" => {
                    let asked = if word == "--alone" {
                        Asked::Memory
                    } else {
                        Asked::Time
                    };
                    let mut place = || words.next().and_then(|n| n.parse().ok());
                    one = place()
                        .zip(place())
                        .map(|(place, number)| (asked, place, number));
                }
                "--rounds" => rounds = Some(words.next().and_then(|n| n.parse().ok()).unwrap_or(0)),
                other => return Err(format!("unknown option {other}")),
            }
        }
        let rounds = rounds.unwrap_or(if quick { 3 } else { 11 });
        if rounds == 0 {
            return Err("--rounds takes a number above 0".into());
        }
        Ok(Self {
            quick,
            rounds,
            convert,
            contest,
            one,
        })
    }
}

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!(
                "{message}\nusage: formwork-bench [--quick] [--rounds N] [--convert | --contest]"
            );
            return ExitCode::from(2);
        }
    };
    if let Some((asked, place, number)) = options.one {
        let done = contest::one(place, number, options.quick)
            .and_then(|run| answer(asked, run, options.quick));
        return done.map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    match memory::again_in_warm_memory() {
        Some(code) => code,
        None => run(&options),
    }
}

/// Prints what is asked of one contestant.
fn answer(asked: Asked, mut run: harness::Ready, quick: bool) -> Option<()> {
    match asked {
        Asked::Memory => println!("{}", memory::most_during(&mut run)?),
        Asked::Time => apart::answer(run, quick)
            .inspect_err(|error| eprintln!("{error}"))
            .ok()?,
    }
    Some(())
}

fn run(options: &Options) -> ExitCode {
    match goals(options) {
        Ok(goals) => {
            let remark = if options.quick {
                ", of data too small to tell"
            } else {
                ""
            };
            println!("## Goals{remark}\n\n{}", report::table_of_goals(&goals));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn goals(options: &Options) -> Result<Vec<report::Goal>, Box<dyn Error>> {
    if options.convert {
        return Ok(convert::run(options.rounds, options.quick));
    }
    if options.contest {
        return Ok(contest::run(options.rounds, options.quick)?);
    }
    let mut goals = Vec::new();
    for set in data::all(options.quick) {
        println!("## {}\n", set.description());
        let rounds = harness::measure(&mut cases::of(&set), options.rounds, options.quick);
        let summary = report::Summary::of(&rounds);
        println!(
            "Copying runs at {:.0} GB/s.\n",
            set.bytes() / 1e9 / rounds.median(cases::COPY)
        );
        println!("{summary}");
        goals.extend(report::goals(set.kind, &summary));
    }
    goals.extend(contest::run(options.rounds, options.quick)?);
    goals.extend(orders::run(options.rounds, options.quick));
    goals.extend(bulk::run(options.rounds, options.quick));
    goals.extend(convert::run(options.rounds, options.quick));
    goals.extend(rules::run(options.rounds, options.quick));
    goals.extend(text::run(options.rounds, options.quick));
    packages::run(options.rounds, options.quick)?;
    Ok(goals)
}
