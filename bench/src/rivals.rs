//! Others that read and write the same clips.

// What they read is for nobody: fields are made and dropped.
#![allow(dead_code)]

pub(crate) mod by_hand;
pub(crate) mod deku;
pub(crate) mod engine;
pub(crate) mod kaitai;
pub(crate) mod same_tree;
