//! Ratios formed inside each round, their medians, and what they should be.

use std::fmt;

use crate::{
    cases::{COPY, FROM_READER, FROM_SLICE, ITER, OPEN, READ_OBVIOUS, WRITE, WRITE_OBVIOUS},
    data::Kind,
    harness::{Rounds, quantile, sorted},
};

/// A median and the quartiles around it.
#[derive(Clone, Copy)]
pub(crate) struct Ratio {
    low: f64,
    pub(crate) median: f64,
    high: f64,
}

/// One line of a table: how fast a case is, in multiples of two others.
struct Row {
    name: &'static str,
    of_copy: Ratio,
    of_obvious: Option<Ratio>,
}

/// The table of one set.
pub(crate) struct Summary(Vec<Row>);

impl Summary {
    pub(crate) fn of(rounds: &Rounds) -> Self {
        let rows = rounds.names.iter().map(|name| Row {
            name,
            of_copy: ratio(rounds, name, COPY),
            of_obvious: obvious_of(name)
                .filter(|other| rounds.names.contains(other))
                .map(|other| ratio(rounds, name, other)),
        });
        Self(rows.collect())
    }

    /// What was promised of a case beside copying, and what became of it.
    pub(crate) fn of_copy(&self, what: String, name: &str, least: f64) -> Option<Goal> {
        let measured = self.row(name)?.of_copy.median;
        Some(Goal {
            what,
            least,
            measured,
        })
    }

    fn row(&self, name: &str) -> Option<&Row> {
        self.0.iter().find(|row| row.name == name)
    }
}

/// What the obvious derive does instead.
fn obvious_of(name: &str) -> Option<&'static str> {
    match name {
        OPEN | FROM_SLICE | FROM_READER => Some(READ_OBVIOUS),
        WRITE => Some(WRITE_OBVIOUS),
        _ => None,
    }
}

/// How many times as fast as `base` a case is.
pub(crate) fn ratio(rounds: &Rounds, name: &str, base: &str) -> Ratio {
    let (this, base) = (rounds.column(name), rounds.column(base));
    let ratios = sorted(base.zip(this).map(|(base, this)| base / this));
    Ratio {
        low: quantile(&ratios, 0.25),
        median: quantile(&ratios, 0.5),
        high: quantile(&ratios, 0.75),
    }
}

/// Something promised of a ratio.
pub(crate) struct Goal {
    what: String,
    least: f64,
    measured: f64,
}

impl Goal {
    pub(crate) fn new(what: String, least: f64, measured: Ratio) -> Self {
        Self {
            what,
            least,
            measured: measured.median,
        }
    }
}

/// What was promised of a set.
pub(crate) fn goals(kind: Kind, summary: &Summary) -> Vec<Goal> {
    let of_copy = |what: &str, name, least| summary.of_copy(what.to_owned(), name, least);
    let of_obvious = |what: &str, name, least| {
        let what = what.to_owned();
        let measured = summary.row(name)?.of_obvious?.median;
        Some(Goal {
            what,
            least,
            measured,
        })
    };
    let goals = match kind {
        Kind::Files => vec![of_obvious("open files, of the obvious derive", OPEN, 10.0)],
        Kind::Long => vec![
            of_copy("read owned from memory, of copying", FROM_SLICE, 0.9),
            of_copy("read owned from a reader, of copying", FROM_READER, 0.9),
            of_copy("decode every record, of copying", ITER, 0.15),
            of_copy("write, of copying", WRITE, 0.9),
        ],
        Kind::Fixtures | Kind::Many => Vec::new(),
    };
    goals.into_iter().flatten().collect()
}

/// A table of promises and what became of them.
pub(crate) fn table_of_goals(goals: &[Goal]) -> String {
    let mut out = String::from("| goal | at least | measured | |\n|---|---|---|---|\n");
    for Goal {
        what,
        least,
        measured,
    } in goals
    {
        let verdict = if measured >= least { "PASS" } else { "miss" };
        out += &format!(
            "| {what} | {} | {} | {verdict} |\n",
            figure(*least),
            figure(*measured)
        );
    }
    out
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.iter().all(|row| row.of_obvious.is_none()) {
            writeln!(f, "| | × copy |\n|---|---|")?;
            return self
                .0
                .iter()
                .try_for_each(|row| writeln!(f, "| {} | {} |", row.name, row.of_copy));
        }
        writeln!(f, "| | × copy | × obvious derive |\n|---|---|---|")?;
        for row in &self.0 {
            let of_obvious = row
                .of_obvious
                .map_or(String::new(), |ratio| ratio.to_string());
            writeln!(f, "| {} | {} | {of_obvious} |", row.name, row.of_copy)?;
        }
        Ok(())
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { low, median, high } = *self;
        write!(
            f,
            "**{}** ({}–{})",
            figure(median),
            figure(low),
            figure(high)
        )
    }
}

/// Two digits that matter, or whole numbers.
pub(crate) fn figure(value: f64) -> String {
    match value {
        10.0.. => format!("{value:.0}"),
        1.0.. => format!("{value:.1}"),
        0.1.. => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}
