//! Annotated dumps: every byte of a file with its place in the tree and its meaning.
//!
//! ```text
//! 0015  01                 tracks[0].channels                      POSITION
//! 001e  0000803f           tracks[0].keyframes[0].position.x       1
//! ```

mod around;
mod lines;
mod objects;
mod options;
mod part;
mod place;
mod types;
mod value;

use std::io;

use formwork_schema::{Layout, Result};

use self::lines::Lines;

pub(crate) use self::{objects::json_value, value::whole as whole_number};
pub use self::{
    objects::objects,
    options::{DumpOptions, Select},
};

/// Writes what the bytes of a file mean.
///
/// Of a malformed file, everything up to the mistake is written before the error is returned.
///
/// # Errors
/// Those of [`walk`](fn@formwork_schema::walk::walk), and [`Kind::System`](formwork_schema::Kind::System) when `out` fails.
pub fn dump(
    layout: &Layout,
    bytes: &[u8],
    options: &DumpOptions,
    out: &mut dyn io::Write,
) -> Result<()> {
    let layout = &*layout.of_file(bytes);
    let mut lines = Lines::new(layout, bytes, options, out);
    let result = match &options.select {
        Select::Whole => part::whole(layout, bytes, &options.limits, &mut lines),
        Select::Path(path) => part::below(layout, bytes, path, &options.limits, &mut lines),
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
