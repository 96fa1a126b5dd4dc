//! Annotated dumps: every byte of a file with its place in the tree and its meaning.
//!
//! ```text
//! 0015  01                 tracks[0].channels                      POSITION
//! 001e  0000803f           tracks[0].keyframes[0].position.x       1
//! ```

mod around;
mod lines;
mod objects;
mod place;
mod types;
mod value;

use std::io;

use formwork_schema::{
    Error, Kind, Layout, Limits, Result,
    place::TRAILING,
    walk::{self, WalkOptions},
};

use self::lines::Lines;
use crate::paths::Paths;

pub use self::objects::objects;
pub(crate) use self::{objects::json_value, value::whole as whole_number};

/// What to show, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpOptions {
    /// Shows every item of every list.
    pub all: bool,
    /// What to show.
    pub select: Select,
    /// Paints columns with ANSI codes.
    pub color: bool,
    /// Items to show at the beginning of a long list.
    pub head: u64,
    /// Items to show at its end.
    pub tail: u64,
    /// What reading may cost at most.
    pub limits: Limits,
    /// What else is known of the byte that [`Select::At`] asks for; empty: nothing.
    pub covered_by: String,
}

/// Which part of a file to show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Select {
    /// Everything.
    #[default]
    Whole,
    /// The one value that covers a byte, with all that is known about it.
    At(u64),
    /// One place of the tree, such as `tracks[3]`, and all below it; `trailing` for what follows it.
    Path(String),
}

impl Default for DumpOptions {
    fn default() -> Self {
        Self {
            all: false,
            select: Select::Whole,
            color: false,
            head: 3,
            tail: 1,
            limits: Limits::default(),
            covered_by: String::new(),
        }
    }
}

/// Writes what the bytes of a file mean.
///
/// Of a malformed file, everything up to the mistake is written before the error is returned.
///
/// # Errors
/// Those of [`walk`](fn@walk::walk), and [`Kind::System`] when
/// `out` fails.
pub fn dump(
    layout: &Layout,
    bytes: &[u8],
    options: &DumpOptions,
    out: &mut dyn io::Write,
) -> Result<()> {
    let layout = &*layout.of_file(bytes);
    let mut lines = Lines::new(layout, bytes, options, out);
    let result = match &options.select {
        Select::Whole => whole(layout, bytes, options, &mut lines),
        Select::Path(path) if path == TRAILING => {
            trailing(layout, bytes, &options.limits).map(|end| lines.trailing(end))
        }
        Select::Path(path) => {
            let path = Paths::new(layout, bytes).meant(path);
            walk::select_with(layout, bytes, &path, &mut lines).map(drop)
        }
        Select::At(offset) => {
            return place::print(
                layout,
                bytes,
                *offset,
                &options.covered_by,
                lines.into_sink(),
            );
        }
    };
    let written = lines.finish();
    result.and(written)
}

/// Where the bytes after the tree begin; an error when there are none.
fn trailing(layout: &Layout, bytes: &[u8], limits: &Limits) -> Result<u64> {
    let end = walk::validate(layout, bytes, limits)?.end;
    if end < bytes.len() as u64 {
        return Ok(end);
    }
    let message = "the file ends where the tree does: there are no trailing bytes";
    Err(Error::new(Kind::Invalid, message))
}

fn whole(
    layout: &Layout,
    bytes: &[u8],
    options: &DumpOptions,
    lines: &mut Lines<'_, '_>,
) -> Result<()> {
    let mut how = WalkOptions {
        limits: options.limits,
        dialect: None,
    };
    let mut walked = walk::walk(layout, bytes, &how, lines);
    if walked.is_err() && lines.is_empty() {
        // An ambiguous file that no reading fits: show how far the usual one gets.
        how.dialect = Some(0);
        walked = walk::walk(layout, bytes, &how, lines);
    }
    lines.trailing(walked?.end);
    Ok(())
}
