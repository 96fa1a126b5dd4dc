//! Files, opened as what they are or as what was asked for.

use std::path::Path;

use bytes::Bytes;
use formwork_files::{
    Form,
    texts::{self, Text},
};
use formwork_formats::{AnyFormat, Asset, format, identify, open_as, open_forced};
use formwork_schema::{Error, Kind, Result};

use crate::{
    args::{Args, AsFormat},
    failure::{self, Failure},
    input::{self, Found},
    output, schemas,
};

/// How a file is written, where it is a text of ours.
pub(crate) fn form_of(args: &Args, bytes: &[u8], path: &Path) -> Option<Form> {
    let text = input::text_of(bytes, &identify(bytes, &path.to_string_lossy()));
    // Forced is what is no text of that format.
    let wanted = args.as_format.as_ref();
    let is_meant = |text: &Text| wanted.is_none_or(|wanted| wanted.id == text.format.id());
    text.filter(is_meant).map(|text| text.form)
}

/// Bytes that were read from a file, opened as what they are, or as what was asked for; a text of ours as the file that it
/// stands for.
pub(crate) fn opened(args: &Args, path: &Path, bytes: Bytes) -> Found<Asset> {
    let failed = |error| Failure::new(path, error);
    let name = path.to_string_lossy();
    if form_of(args, &bytes, path).is_some() {
        let (format, encoded) = texts::encode(&bytes, &input::limits(args)).map_err(failed)?;
        return Ok(open_as(format, encoded, &input::limits(args)));
    }
    if let Some(wanted) = &args.as_format {
        return forced(args, wanted, path, bytes).map_err(|error| Failure::asked(path, error));
    }
    schemas::open(args, bytes, &name, &input::limits(args)).map_err(failed)
}

/// A file opened as what was asked for, whatever it begins with.
fn forced(args: &Args, wanted: &AsFormat, path: &Path, bytes: Bytes) -> Result<Asset> {
    let version = wanted.version.as_deref();
    let opened = open_forced(format_of(wanted)?, version, bytes, &input::limits(args))?;
    if let Some(note) = opened.note {
        output::complain(format_args!("{}: note: {note}", failure::name(path)));
    }
    Ok(opened.asset)
}

fn format_of(wanted: &AsFormat) -> Result<&'static dyn AnyFormat> {
    format(&wanted.id).ok_or_else(|| {
        let message = format!("--as-format: there is no format `{}`", wanted.id);
        Error::new(Kind::Invalid, message).help("`formwork formats` lists what there is")
    })
}

/// Refuses a command line that asks for a format that there is not.
pub(crate) fn check_format(args: &Args) -> Found<()> {
    let wanted = args.as_format.as_ref().map(format_of).transpose();
    wanted.map(drop).map_err(|error| Failure {
        error: error.clone(),
        ..Failure::usage(error.message())
    })
}

/// An opened file, for commands that show or compare trees: of picture files only the pixels are read.
pub(crate) fn with_tree(path: &Path, asset: Asset) -> Found<Asset> {
    if asset.picture().is_some() {
        asset.tree().map_err(|error| Failure::new(path, error))?;
    }
    Ok(asset)
}
