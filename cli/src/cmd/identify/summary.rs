//! How many files of a folder have which format.

use std::collections::BTreeMap;

use serde_json::json;

use crate::{args::Args, input::Known, output, report::plural, table::Table};

/// How many files have which format.
#[derive(Default)]
pub(super) struct Summary {
    files: u64,
    formats: BTreeMap<&'static str, u64>,
    /// Files that are texts of ours, among them.
    texts: u64,
    /// Files of no format that is read, of which it is known what they seem to be.
    foreign: u64,
    /// Files of which nothing is known.
    unknown: u64,
    /// Files that could not be looked at.
    pub(super) unreadable: u64,
}

impl Summary {
    pub(super) fn add(&mut self, Known { identity, form }: &Known) {
        self.files += 1;
        self.texts += u64::from(form.is_some());
        match (identity.format, &identity.looks_like) {
            (Some(format), _) => *self.formats.entry(format).or_default() += 1,
            (None, Some(_)) => self.foreign += 1,
            (None, None) => self.unknown += 1,
        }
    }

    pub(super) fn show(&self, args: &Args) {
        let Self {
            files,
            formats,
            texts,
            foreign,
            unknown,
            unreadable,
        } = self;
        if args.json {
            let summary = json!({ "formwork": 1, "summary": {
                "files": files + unreadable, "formats": formats, "texts": texts,
                "foreign": foreign, "unknown": unknown,
                "unreadable": unreadable,
            }});
            output::json(&summary);
            return;
        }
        let mut table = Table::new(["FORMAT", "FILES"].map(String::from));
        let counted = formats.iter().map(|(format, count)| (*format, *count));
        let others = [
            ("not ours", *foreign),
            ("unknown", *unknown),
            ("unreadable", *unreadable),
        ];
        for (what, count) in counted.chain(others).filter(|(_, count)| *count > 0) {
            table.row([what.to_owned(), count.to_string()]);
        }
        table.align_right(1);
        if *files + unreadable == 0 {
            output::line("0 files");
            return;
        }
        let texts = match texts {
            0 => String::new(),
            texts => format!(", {texts} of them as XML or JSON"),
        };
        output::line("");
        output::line(format_args!(
            "{}{texts}:",
            plural(files + unreadable, "file")
        ));
        for line in table.lines() {
            output::line(format_args!("  {line}"));
        }
    }
}
