//! What every program does that works with files of any format, as the command and the Python package do: it reads them
//! whole, turns them into [texts] and back, and [compares](compare) them.
//!
//! `formats` knows no text and `text` knows no format, so neither can do it alone.

pub mod compare;
pub mod content;
mod diagnose;
pub mod forms;
pub mod memory;
pub mod original;
mod preserve;
mod proof;
pub mod same;
pub mod texts;
pub mod walk;
pub mod watched;
pub mod whole;
pub mod words;
pub mod written;

pub use self::{
    compare::Side,
    diagnose::{diagnose, diagnose_contents, diagnose_picture},
    forms::Form,
    proof::{Motion, Proof, prove},
    texts::Text,
};
