//! What is asked of the command, in one program: each program of its own takes as long to link as several of these files take to compile,
//! and programs run one after the other.

mod archive;
mod catalog;
mod catalog_state;
mod changing;
mod common;
mod compare;
mod convert;
mod convert_runs;
mod convert_texts;
mod culprits;
mod damaged;
mod diagnoses;
mod errors;
mod folders;
mod git;
mod help;
mod hooks;
mod inputs;
mod interrupt;
mod json;
mod known;
mod memory;
mod nothing_is_lost;
mod output;
mod package_names;
mod packages;
mod pictures;
mod places;
mod printable;
#[path = "../../tests/jsonschema/python.rs"]
mod python;
mod readme;
mod refused;
mod results;
mod roundtrip;
mod salvage;
mod sarif;
mod saved_meanwhile;
mod schema;
mod schemas;
mod tables;
mod texts;
mod unpack;
mod warnings;
mod watch;
