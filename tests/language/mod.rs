//! The schema language, feature by feature: whatever reads, writes, shows or describes a layout follows each of them.

#![allow(missing_docs, unreachable_pub)]

mod ahead;
mod arrays;
mod bits;
mod checksums;
mod combinations;
mod consumers;
mod expressions;
mod handed;
mod indices;
mod inside;
mod kept;
mod lengths;
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
mod variants;

use consumers::Feature;

/// Every feature, with a file or more that need it.
const FEATURES: &[Feature] = &[
    numbers::FEATURE,
    arrays::FEATURE,
    repr::FEATURE,
    variants::FEATURE,
    expressions::FEATURE,
    kept::FEATURE,
    orders::FEATURE,
    regions::FEATURE,
    regions::COUNTING_MORE,
    handed::FEATURE,
    handed::BY_NAME,
    checksums::FEATURE,
    lengths::FEATURE,
    strings::FEATURE,
    strings::ENDED,
    padded::FEATURE,
    lines::FEATURE,
    tags::FEATURE,
    bits::FEATURE,
    bits::LISTS_OF_BITS,
    padding::FEATURE,
    indices::FEATURE,
    inside::FEATURE,
    ahead::FEATURE,
    ahead::LAST,
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
