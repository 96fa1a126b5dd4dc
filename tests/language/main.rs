//! The schema language, feature by feature: whatever reads, writes, shows or describes a layout follows each of them.

#![allow(missing_docs, unreachable_pub)]

mod arrays;
mod bits;
mod checksums;
mod consumers;
mod expressions;
mod indices;
mod lines;
mod loaded;
mod numbers;
mod orders;
mod padded;
mod padding;
mod regions;
mod repr;
mod strings;
mod table;
mod tags;

use consumers::Feature;

/// Every feature, with a file or more that need it.
const FEATURES: &[Feature] = &[
    numbers::FEATURE,
    arrays::FEATURE,
    repr::FEATURE,
    expressions::FEATURE,
    orders::FEATURE,
    regions::FEATURE,
    regions::COUNTING_MORE,
    checksums::FEATURE,
    strings::FEATURE,
    strings::ENDED,
    padded::FEATURE,
    lines::FEATURE,
    tags::FEATURE,
    bits::FEATURE,
    padding::FEATURE,
    indices::FEATURE,
];

#[test]
fn every_consumer_follows_every_feature() {
    let mut problems = Vec::new();
    for feature in FEATURES {
        for (consumer, outcome) in (feature.ask)() {
            if let Err(why) = outcome {
                problems.push(format!("{}, {consumer}: {why}", feature.name));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
