//! Documents that are changed: what a tree says otherwise changes, and not one byte more.

#[path = "updates/arbitrary.rs"]
mod arbitrary;
#[path = "updates/edits.rs"]
mod edits;
