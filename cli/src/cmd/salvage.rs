//! `formwork salvage`: what is left of a damaged file.

use bytes::Bytes;
use formwork_formats::{Asset, Loss, open_as, salvage};
use formwork_schema::{Error, Kind, escape::escape};
use serde_json::{Map, Value, json};

use crate::{
    args::{Args, Salvage},
    assets,
    cmd::check::whole,
    input, output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Salvage) -> Result<Outcome, Failure> {
    let failed = |error| Failure::new(&of.file, error);
    let bytes = input::read(args, &of.file)?;
    if assets::form_of(args, &bytes, &of.file).is_some() {
        let error = Error::new(Kind::Unsupported, "this is a text that stands for a file");
        return Err(failed(
            error.help("mend the text; `encode` says at which line"),
        ));
    }
    let asset = assets::opened(args, &of.file, bytes)?;
    let mut accept = |bytes: &Bytes| whole(&again(&asset, bytes));
    let salvaged = salvage(&asset, &mut accept).map_err(failed)?;
    let content = output::Content::Format(asset.id());
    let place =
        output::Request::new(Some(&of.output), content, &[&of.file], of.replace.force).check()?;
    let written = place.write(true, |out| {
        let unusable = |error: std::io::Error| failed(error.into());
        out.write_all(&salvaged.bytes).map_err(unusable)
    })?;
    let is_shown = output::is_standard(Some(&of.output));
    if args.json && !is_shown {
        let done = json!({
            "formwork": 1,
            "path": report::path(&of.file),
            "format": asset.id(),
            "output": report::path(&of.output),
            "bytes": written,
            "lost": salvaged.lost.iter().map(object).collect::<Vec<_>>(),
        });
        output::json(&done);
    } else {
        let name = report::name(&of.file);
        if salvaged.lost.is_empty() {
            output::complain(format_args!("{name}: whole: nothing was lost"));
        }
        for loss in &salvaged.lost {
            output::complain(format_args!("{name}: {}", line(loss)));
        }
    }
    Ok(match salvaged.lost.is_empty() {
        true => Outcome::Ok,
        false => Outcome::Findings,
    })
}

/// Bytes of the same format, which have no name yet.
fn again(asset: &Asset, bytes: &Bytes) -> Asset {
    open_as(asset.format(), bytes.clone(), asset.limits())
}

fn line(loss: &Loss) -> String {
    match loss.path.as_str() {
        "" => loss.message.clone(),
        path => format!("{}: {}", escape(path.as_bytes()), loss.message),
    }
}

fn object(loss: &Loss) -> Value {
    let mut object = Map::new();
    object.insert("path".into(), loss.path.as_str().into());
    if let (Some(kept), Some(of)) = (loss.kept, loss.of) {
        object.insert("kept".into(), kept.into());
        object.insert("of".into(), of.into());
    }
    object.insert("message".into(), loss.message.as_str().into());
    object.into()
}
