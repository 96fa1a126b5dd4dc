//! Contestants in processes of their own: none of them pays for what another one left in caches and in the heap.

use std::{
    env,
    io::{self, BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use crate::harness::{Ready, Rounds, Sampler};

/// A process that takes one sample for each line that it is sent, and answers with seconds.
struct Apart {
    process: Child,
    asked: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Apart {
    fn start(which: [usize; 2], quick: bool) -> io::Result<Self> {
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
        Ok(Self {
            process,
            asked,
            answers: BufReader::new(answers.ok_or(io::ErrorKind::BrokenPipe)?),
        })
    }

    fn sample(&mut self) -> io::Result<f64> {
        let asked = self.asked.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(asked)?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        answer.trim().parse().map_err(io::Error::other)
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
    let started = (0..count).map(|number| Apart::start([place, number], quick));
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
    let mut sampler = None;
    for line in io::stdin().lines() {
        line?;
        let sampler = sampler.get_or_insert_with(|| Sampler::new(&mut run, quick));
        println!("{}", sampler.sample(&mut run));
        io::stdout().flush()?;
    }
    Ok(())
}
