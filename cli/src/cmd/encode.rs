//! `formwork encode`: XML or JSON back as a file.

use formwork_files::texts;
use formwork_formats::open_as;

use crate::{
    args::{Args, Encode},
    diagnostics, input, output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Encode) -> Result<Outcome, Failure> {
    let bytes = input::read(args, &of.file)?;
    let limits = &input::limits(args);
    let unusable = |error| Failure::new(&of.file, error);
    let (format, encoded) = texts::encode(&bytes, limits).map_err(unusable)?;
    let asset = open_as(format, encoded.clone(), limits);
    let tree = asset.tree();
    let diagnostics = diagnostics::of_tree(&asset, &*tree.map_err(unusable)?);
    let format = format.id();
    let to = of.output.as_deref();
    let content = output::Content::Format(format);
    let place = output::Request::new(to, content, &[&of.file], of.replace.force).check()?;
    let written = place.write(true, |out| {
        out.write_all(&encoded)
            .map_err(|error| unusable(error.into()))
    })?;
    if args.json && !output::is_standard(to) {
        report::written(&of.file, to, format, written, Some(&diagnostics));
    } else {
        let of = to.filter(|_| !output::is_standard(to)).unwrap_or(&of.file);
        diagnostics::warn(of, &diagnostics);
    }
    Ok(Outcome::Ok)
}
