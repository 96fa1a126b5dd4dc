//! `formwork textconv`: a file as the text that `git diff` compares.

use std::io::Write;

use formwork_files::compare;
use formwork_formats::{format, identify_whole};
use formwork_schema::Error;
use formwork_text::{afforded, outline::Outline, textconv};
use serde_json::json;

use crate::{
    args::{Args, Textconv},
    assets, input, output,
    report::{self, Failure, Outcome},
};

pub(crate) fn run(args: &Args, of: &Textconv) -> std::result::Result<Outcome, Failure> {
    let bytes = input::read(args, &of.file)?;
    let (bytes, identity) = match &args.as_format {
        Some(_) => {
            let asset = assets::opened(args, &of.file, bytes)?;
            (asset.bytes().clone(), asset.identity().clone())
        }
        None => {
            let identity = identify_whole(&bytes, &of.file.to_string_lossy());
            (bytes, identity)
        }
    };
    let format = identity.format.and_then(format);
    let layout = format.and_then(|format| Some((format, format.layout()?)));
    let limits = input::limits(args);
    let print = |out: &mut dyn Write| match layout {
        Some((format, layout)) => {
            if let Some(view) = format.view(&bytes) {
                return textconv::print(&compare::of_view(&view, &limits)?, None, out);
            }
            let (outline, mistake) = Outline::read_some(layout, &bytes, &limits)?;
            textconv::print(&outline, mistake.as_ref(), out)
        }
        None => textconv::print_foreign(&bytes, identity.looks_like.as_deref(), out),
    };
    let failed = |error: Error| Failure::new(&of.file, error);
    if args.json {
        let afford = |bytes: u64| limits.afford("its text", bytes.saturating_mul(4));
        let text = afforded(print, &afford).map_err(failed)?;
        let text = String::from_utf8_lossy(&text);
        let object = json!({
            "formwork": 1,
            "path": report::path(&of.file),
            "format": identity.format,
            "text": text,
        });
        output::json(&object);
    } else {
        output::print(|out| print(out).map_err(failed))?;
    }
    Ok(Outcome::Ok)
}
