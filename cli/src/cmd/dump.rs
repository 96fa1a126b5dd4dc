//! `formwork dump`: every byte with its place in the tree and its meaning.

use formwork_schema::{Error, Kind};
use formwork_text::dump::{DumpOptions, Select, dump, objects};

use crate::{
    args::{Args, Dump},
    assets, input, output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Dump) -> Result<Outcome, Failure> {
    let bytes = input::read(args, &of.file)?;
    let form = assets::form_of(args, &bytes, &of.file);
    let asset = assets::with_tree(&of.file, assets::opened(args, &of.file, bytes)?)?;
    if let Some(form) = form {
        let (name, form) = (report::name(&of.file), form.name());
        output::complain(format_args!(
            "{name}: note: this is {form}; showing the file that it encodes"
        ));
    }
    let Some(layout) = asset.layout() else {
        let message = format!("`{}` is a text, whose bytes show themselves", asset.id());
        let error = Error::new(Kind::Unsupported, message);
        let help = "`inspect` tells what it means, and `decode --to json` all of it";
        return Err(Failure::new(&of.file, error.help(help)));
    };
    let select = match (of.at, &of.path) {
        (Some(offset), _) => Select::At(offset),
        (None, Some(path)) => Select::Path(path.clone()),
        (None, None) => Select::Whole,
    };
    let options = DumpOptions {
        all: of.all,
        select,
        color: args.colors(),
        limits: *asset.limits(),
        covered_by: of
            .at
            .and_then(|offset| asset.covers(offset))
            .unwrap_or_default(),
        ..DumpOptions::default()
    };
    output::print(|out| {
        // What could be read is shown before the error is told.
        let shown = if args.json {
            objects(layout, asset.bytes(), &options, out)
        } else {
            dump(layout, asset.bytes(), &options, out)
        };
        shown.map_err(|error| Failure::asked(&of.file, error))
    })?;
    Ok(Outcome::Ok)
}
