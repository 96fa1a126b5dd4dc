//! Interleaved measuring.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Samples shorter than this are repeated inside, so that the clock does not matter.
const SAMPLE: Duration = Duration::from_millis(8);

/// Something to measure.
pub(crate) struct Case<'a> {
    /// Which one it is.
    pub(crate) name: &'static str,
    /// Runs it once, drops the result included.
    pub(crate) run: Box<dyn FnMut() + 'a>,
}

/// What somebody does, ready to be done.
pub(crate) type Ready = Box<dyn FnMut()>;

/// Somebody: the name, and what makes ready.
pub(crate) type Contestant = (&'static str, fn(bool) -> Ready);

/// Does something to a thing of its own.
pub(crate) fn on<T: 'static, R>(thing: T, once: impl Fn(&T) -> R + 'static) -> Ready {
    Box::new(move || drop(black_box(once(black_box(&thing)))))
}

/// What was measured: seconds per run of each case, in each round.
pub(crate) struct Rounds {
    /// The cases' names.
    pub(crate) names: Vec<&'static str>,
    /// By round, then by case.
    pub(crate) seconds: Vec<Vec<f64>>,
}

impl Rounds {
    /// The seconds of one case, by round.
    pub(crate) fn column(&self, name: &str) -> impl Iterator<Item = f64> {
        let place = self.names.iter().position(|other| *other == name);
        let rows = self.seconds.iter();
        rows.filter_map(move |row| row.get(place?).copied())
    }

    /// Seconds of the middle round of one case.
    pub(crate) fn median(&self, name: &str) -> f64 {
        quantile(&sorted(self.column(name)), 0.5)
    }
}

/// Numbers in order.
pub(crate) fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// The number that this part of the others does not exceed.
pub(crate) fn quantile(sorted: &[f64], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1) as f64;
    let place = (last * part).round() as usize;
    sorted.get(place).copied().unwrap_or(f64::NAN)
}

/// Runs every case once per round, each round beginning with another one.
pub(crate) fn measure(cases: &mut [Case<'_>], rounds: usize, quick: bool) -> Rounds {
    let samplers: Vec<Sampler> = cases
        .iter_mut()
        .map(|case| Sampler::new(&mut case.run, quick))
        .collect();
    let count = cases.len();
    let mut seconds = vec![vec![0.0; count]; rounds];
    for (round, row) in seconds.iter_mut().enumerate() {
        for place in (0..count).map(|place| (place + round) % count) {
            row[place] = samplers[place].sample(&mut cases[place].run);
        }
    }
    Rounds {
        names: cases.iter().map(|case| case.name).collect(),
        seconds,
    }
}

/// Takes samples of one case.
pub(crate) struct Sampler {
    /// How often a case must run to fill a sample.
    repeats: u32,
}

impl Sampler {
    /// The first run warms caches and the heap.
    pub(crate) fn new(run: &mut dyn FnMut(), quick: bool) -> Self {
        let sample = if quick { SAMPLE / 8 } else { SAMPLE };
        time(run, 1);
        let mut repeats = 1;
        while time(run, repeats) < sample {
            repeats *= 2;
        }
        Self { repeats }
    }

    /// Seconds of one run.
    pub(crate) fn sample(&self, run: &mut dyn FnMut()) -> f64 {
        time(run, self.repeats).as_secs_f64() / f64::from(self.repeats)
    }
}

fn time(run: &mut dyn FnMut(), repeats: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..repeats {
        run();
    }
    start.elapsed()
}
