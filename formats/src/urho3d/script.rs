//! Urho3D compiled script: `.asc`, magic `ASBC`.
//!
//! What follows the magic is a module as AngelScript saves it, for one version of the library, one
//! set of engine classes and one width of pointers; nothing in the file says which. It begins with
//! counted lists. A list of something cannot be skipped without knowing that version, so the fields end at
//! the first list that is not empty, and the rest is kept as it is.
//!
//! Counts are numbers of variable length; those below 64 take one byte.
//!
//! After `ScriptFile.cpp` of Urho3D and files of its script compiler.

mod inspect;
mod number;
pub mod rules;

use binrw::binrw;
use formwork_schema::{Blob, Bool, Schema, or_zero, until_eof, versions};
use serde::{Deserialize, Serialize};

versions! {
    /// Magic of a compiled script.
    pub struct Version {
        /// Urho3D and its forks that have AngelScript.
        b"ASBC" implies 1;
    }
}

/// A compiled script of the Urho3D family: a module as AngelScript saves it.
#[derive(Schema)]
#[schema(format = "urho3d.script", extension = "asc")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Script {
    /// Magic.
    pub version: Version,

    /// Whether names of variables and line numbers are left out, as the engine always asks.
    pub no_debug_info: Bool,

    /// How many enumerations are declared. Here and below, a number above 63 is only the first byte of
    /// the count, which goes on in the rest.
    pub enum_count: u8,

    /// How many classes are declared; known when no list came before.
    #[br(if(enum_count == 0))]
    pub class_count: Option<u8>,

    /// How many types of functions are declared; known when no list came before.
    #[br(if(enum_count == 0 && or_zero(class_count) == 0))]
    pub funcdef_count: Option<u8>,

    /// How many names for types are declared; known when no list came before.
    #[br(if(enum_count == 0 && or_zero(class_count) == 0 && or_zero(funcdef_count) == 0))]
    pub typedef_count: Option<u8>,

    /// How many global variables are declared; known when no list came before.
    #[br(if(enum_count == 0 && or_zero(class_count) == 0 && or_zero(funcdef_count) == 0 && or_zero(typedef_count) == 0))]
    pub global_count: Option<u8>,

    /// The first list that is not empty and all that follows: declarations, code, and tables of what the
    /// code uses.
    #[br(parse_with = until_eof)]
    pub rest: Blob,
}
