//! The walker over layouts made by hand: what it yields, that it tiles, and what it says about
//! files that are wrong.

mod agree;
mod build;
mod errors;
mod find;
mod layouts;
mod leaves;
mod values;
