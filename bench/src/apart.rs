//! Contestants in processes of their own: none of them pays for what another one left in caches and in the heap.

use std::{
    env,
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use crate::harness::{Ready, Rounds, Sampler};

/// A process that says when it is ready, takes one sample for each line that it is sent, and answers with seconds.
struct Apart {
    name: &'static str,
    process: Child,
    asked: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Apart {
    fn start(name: &'static str, which: [usize; 2], quick: bool) -> io::Result<Self> {
        let mut command = Command::new(env::current_exe()?);
        command
            .arg("--apart")
            .args(which.map(|number| number.to_string()));
        if quick {
            command.arg("--quick");
        }
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (asked, answers) = (process.stdin.take(), process.stdout.take());
        let mut started = Self {
            name,
            process,
            asked,
            answers: BufReader::new(answers.ok_or(io::ErrorKind::BrokenPipe)?),
        };
        // One after another: no sample is taken while others make ready.
        started.answer().map(|_| started)
    }

    fn answer(&mut self) -> io::Result<String> {
        let mut answer = String::new();
        match self.answers.read_line(&mut answer)? {
            0 => Err(io::Error::other(format!("{} ended early", self.name))),
            _ => Ok(answer),
        }
    }

    fn sample(&mut self) -> io::Result<f64> {
        let asked = self.asked.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(asked)?;
        self.answer()?.trim().parse().map_err(io::Error::other)
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // Nothing more is asked, so it ends.
        self.asked = None;
        let _ = self.process.wait();
    }
}

/// Lets each contestant of one contest take a sample per round, each round beginning with another one.
///
/// # Errors
/// A process that cannot be started, or says no seconds.
pub(crate) fn measure(
    place: usize,
    names: Vec<&'static str>,
    rounds: usize,
    quick: bool,
) -> io::Result<Rounds> {
    let count = names.len();
    let named = names.iter().enumerate();
    let started = named.map(|(number, name)| Apart::start(name, [place, number], quick));
    let mut all: Vec<Apart> = started.collect::<io::Result<_>>()?;
    let mut seconds = vec![vec![0.0; count]; rounds];
    for (round, row) in seconds.iter_mut().enumerate() {
        for number in (0..count).map(|number| (number + round) % count) {
            row[number] = all[number].sample()?;
        }
    }
    Ok(Rounds { names, seconds })
}

/// What such a process does.
///
/// # Errors
/// Those of the streams to the process that asks.
pub(crate) fn answer(mut run: Ready, quick: bool) -> io::Result<()> {
    let sampler = Sampler::new(&mut run, quick);
    println!("ready");
    for line in io::stdin().lines() {
        line?;
        // What the others did meanwhile to the caches is paid for outside.
        run();
        println!("{}", sampler.sample(&mut run));
    }
    Ok(())
}
