//! One file per command.

pub(crate) mod cat;
#[cfg(feature = "catalog")]
pub(crate) mod catalog;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod diff;
pub(crate) mod dump;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod formats;
pub(crate) mod git;
pub(crate) mod identify;
pub(crate) mod inspect;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod pack;
pub(crate) mod salvage;
pub(crate) mod schema;
pub(crate) mod textconv;
pub(crate) mod unpack;
