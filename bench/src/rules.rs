//! Checking of many small assets: with all rules, beside reading and proving them alone.

use std::hint::black_box;

use bytes::Bytes;
use formwork_formats::{Profile, diagnose_tree, open};
use formwork_schema::Limits;
use rayon::prelude::*;

use crate::{
    data,
    harness::{self, Case},
    report::{Goal, ratio},
};

const PROVED: &str = "read and prove";
const RULES: &str = "the same with all rules";

/// How many assets there are at most, and their bytes.
const ASSETS: usize = 10_000;
const BYTES: usize = 300_000_000;
/// Larger files are not small.
const SMALL: usize = 300_000;

/// Measures, prints a table, and gives back what was promised.
pub(crate) fn run(rounds: usize, quick: bool) -> Vec<Goal> {
    let assets = assets(if quick { 100 } else { ASSETS });
    let bytes: usize = assets.iter().map(|(_, bytes)| bytes.len()).sum();
    println!(
        "## Rules: {} assets, {:.0} MB, on all cores\n",
        assets.len(),
        bytes as f64 / 1e6
    );
    let once = |has_rules: bool| {
        let told: usize = assets.par_iter().map(|asset| check(asset, has_rules)).sum();
        black_box(told);
    };
    let mut cases = [(PROVED, false), (RULES, true)].map(|(name, has_rules)| Case {
        name,
        run: Box::new(move || once(has_rules)),
    });
    let measured = harness::measure(&mut cases, rounds.min(5), quick);
    let speed = ratio(&measured, RULES, PROVED);
    println!("{RULES}: {:.2} × the time\n", 1.0 / speed.median);
    // At most 1.5 × the time is at least two thirds of the speed.
    let what = "check with all rules, of proving alone".into();
    vec![Goal::new(what, 1.0 / 1.5, speed)]
}

/// Real files of all formats, else fixtures, over and over until there are enough.
fn assets(most: usize) -> Vec<(String, Bytes)> {
    let small = data::files_that(&|_| true).into_iter();
    let small = small.filter(|(_, bytes)| bytes.len() <= SMALL);
    let files = small.map(|(name, bytes)| (name, Bytes::from(bytes)));
    let reads = |(name, bytes): &(String, Bytes)| {
        let asset = open(bytes.clone(), name, &Limits::default());
        asset.is_ok_and(|asset| asset.tree().is_ok())
    };
    let files: Vec<(String, Bytes)> = files.filter(reads).collect();
    let mut left = BYTES;
    let enough = |(_, bytes): &&(String, Bytes)| {
        left = left.saturating_sub(bytes.len());
        left > 0
    };
    let all = files.iter().cycle().take(most);
    all.take_while(enough).cloned().collect()
}

/// How many diagnostics an asset has.
fn check((name, bytes): &(String, Bytes), has_rules: bool) -> usize {
    let limits = Limits::default();
    let Ok(asset) = open(bytes.clone(), name, &limits) else {
        return 0;
    };
    let Ok(tree) = asset.tree() else {
        return 0;
    };
    let proved = tree.prove(asset.bytes(), asset.limits(), &mut |_| {});
    let told = match has_rules {
        true => diagnose_tree(&asset, &*tree, &Profile::default()).len(),
        false => 0,
    };
    told + usize::from(proved.is_err())
}
