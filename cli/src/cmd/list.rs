//! `formwork list`: what is in a package.

use formwork_formats::package::{Entry, Layers, Package, Verdict};
use formwork_schema::Result;
use serde_json::{Value, json};

use crate::{
    args::{Args, List},
    output,
    package::{self, ratio},
    progress::Progress,
    report::{self, Failure, Outcome},
    table::Table,
};

pub(crate) fn run(args: &Args, of: &List) -> std::result::Result<Outcome, Failure> {
    let (format, layers) = package::open(args, &of.file)?;
    let progress = Progress::of(args, layers.packages.len());
    let verdicts = layers.packages.iter().map(|package| {
        let verdict = package.files.verify();
        progress.inc();
        verdict
    });
    let verdicts: Vec<_> = verdicts.collect();
    drop(progress);
    if args.json {
        output::json(&as_json(of, format, &layers, &verdicts));
    } else {
        as_text(&layers, &verdicts);
    }
    let is_fine = |verdict: &Result<Verdict>| verdict.as_ref().is_ok_and(Verdict::is_fine);
    Ok(if verdicts.iter().all(is_fine) {
        Outcome::Ok
    } else {
        Outcome::Findings
    })
}

/// One line of a list.
struct Row<'a> {
    entry: &'a Entry,
    packed: Option<u64>,
    /// Whether the checksum is right, or what is wrong with the file.
    checksum: Result<bool>,
}

fn rows<'a>(package: &'a Package, verdict: &'a Result<Verdict>) -> impl Iterator<Item = Row<'a>> {
    package
        .entries
        .iter()
        .enumerate()
        .map(move |(place, entry)| {
            // What claims too much is not looked at.
            let stored = verdict
                .as_ref()
                .ok()
                .and_then(|_| package.files.stored(place).ok());
            Row {
                entry,
                packed: stored.map(|stored| stored.bytes.len() as u64),
                checksum: match verdict {
                    Ok(verdict) => verdict.entries[place].clone(),
                    Err(error) => Err(error.clone()),
                },
            }
        })
}

fn as_text(layers: &Layers, verdicts: &[Result<Verdict>]) {
    let several = layers.packages.len() > 1;
    for (place, (package, verdict)) in layers.packages.iter().zip(verdicts).enumerate() {
        if several {
            if place > 0 {
                output::line("");
            }
            let (number, version) = (place + 1, &package.version);
            output::line(format_args!(
                "package {number}: {version}, at {:#x}",
                package.start
            ));
        }
        table(package, verdict).lines().for_each(output::line);
        if verdict.as_ref().is_ok_and(|v| v.whole == Some(false)) {
            output::line("the checksum of the package is wrong");
        }
    }
}

fn table(package: &Package, verdict: &Result<Verdict>) -> Table {
    let mut table = Table::new(["NAME", "SIZE", "PACKED", "RATIO", "CHECKSUM"]);
    for row in rows(package, verdict) {
        let size = row.entry.size;
        let packed = |show: &dyn Fn(u64) -> String| row.packed.map_or("–".into(), show);
        table.row([
            row.entry.name.to_text().into_owned(),
            size.to_string(),
            packed(&|packed| packed.to_string()),
            packed(&|packed| ratio(packed, size)),
            match &row.checksum {
                Ok(true) => "right".into(),
                Ok(false) => "wrong".into(),
                Err(error) => error.message().to_owned(),
            },
        ]);
    }
    (1..4).for_each(|column| table.align_right(column));
    table
}

fn as_json(of: &List, format: &str, layers: &Layers, verdicts: &[Result<Verdict>]) -> Value {
    let packages = layers.packages.iter().zip(verdicts).enumerate();
    let packages = packages.map(|(place, (package, verdict))| {
        json!({
            "package": place + 1,
            "start": package.start,
            "size": package.size,
            "version": &package.version,
            "checksum": package.checksum,
            "checksum_ok": verdict.as_ref().ok().and_then(|verdict| verdict.whole),
            "entries": rows(package, verdict).map(|row| entry(&row)).collect::<Vec<_>>(),
        })
    });
    json!({
        "formwork": 1,
        "path": report::path(&of.file),
        "format": format,
        "prefix": layers.prefix,
        "packages": packages.collect::<Vec<_>>(),
    })
}

fn entry(row: &Row<'_>) -> Value {
    let mut object = json!({
        "name": row.entry.name.to_text(),
        "offset": row.entry.offset,
        "size": row.entry.size,
        "packed": row.packed,
        "checksum": row.entry.checksum,
        "checksum_ok": row.checksum.as_ref().ok(),
    });
    if let (Err(error), Some(object)) = (&row.checksum, object.as_object_mut()) {
        object.insert("error".into(), report::error_json(error));
    }
    object
}
