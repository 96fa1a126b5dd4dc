//! `formwork inspect`: what a person wants to know of a file first.

mod graph;
mod references;

use std::path::Path;

use formwork_files::{Form, diagnose_picture};
use formwork_formats::{
    AnyFormat, Asset, Fact, FactValue as Shown, Inspection, Profile, Table as Parts,
};
use formwork_schema::Diagnostic;
use serde_json::{Map, Value, json};

use crate::{
    args::{Args, Inspect},
    assets,
    content::Content,
    diagnostics,
    files::{self, Found, Which},
    output,
    report::{self, Failure, Outcome},
    table::{Table, cell},
};

/// Rows of a table, and diagnostics, that are shown without `--all`.
const ROWS: usize = 20;

/// Rows of all tables together, and diagnostics: what fits a screen beside their heads.
const ALL_ROWS: usize = 40;

pub(crate) fn run(args: &Args, of: &Inspect) -> Result<Outcome, Failure> {
    if !of.content.is_empty() {
        return graph::run(args, of);
    }
    let found = files::find(&of.paths.paths, Which::Ours);
    let mut outcome = Outcome::Ok;
    let mut first = true;
    let lacked = |seen: &Result<Seen, Failure>| match seen {
        Ok(seen) => diagnostics::lack_memory(None, &seen.diagnostics),
        Err(failure) => diagnostics::lack_memory(Some(&failure.error), &[]),
    };
    files::each_within_memory(
        args,
        &found,
        |file| inspect(args, file),
        lacked,
        |file, seen| match seen {
            Ok(seen) if args.json => output::json(&seen.json(&file.path)),
            Ok(seen) => {
                if !std::mem::take(&mut first) {
                    output::line("");
                }
                seen.show(&file.path, of.all, args.colors());
            }
            Err(failure) => outcome = outcome.max(Outcome::of(args, &failure)),
        },
    );
    Ok(outcome)
}

/// What there is to say about one file.
struct Seen {
    /// How the file is written, where it is a text that stands for one of this format.
    form: Option<Form>,
    format: &'static dyn AnyFormat,
    version: String,
    bytes: usize,
    trailing: usize,
    inspection: Inspection,
    diagnostics: Vec<Diagnostic>,
}

fn inspect(args: &Args, found: &Found) -> Result<Seen, Failure> {
    let path = &found.path;
    let bytes = found.read(args)?;
    let form = assets::form_of(args, &bytes, path);
    let asset = assets::opened(args, path, bytes)?;
    let seen = match asset.picture() {
        Some(kind) => {
            formwork_pixels::inspect(kind, asset.bytes(), asset.limits()).map(|inspection| {
                let profile = Profile::default();
                let mut diagnostics = diagnose_picture(&asset, &profile);
                diagnostics.extend(formwork_pixels::undecodable_at_a_glance(
                    kind,
                    asset.bytes(),
                    asset.limits(),
                ));
                Seen {
                    diagnostics,
                    ..Seen::of(&asset, inspection)
                }
            })
        }
        None => look(args, path, &asset),
    };
    let seen = seen.map(|seen| seen.written_as(form));
    seen.map_err(|error| Failure::new(path, error))
}

/// What there is to say about a file that has a tree.
fn look(args: &Args, path: &Path, asset: &Asset) -> formwork_schema::Result<Seen> {
    let tree = asset.tree()?;
    let references = tree.references();
    let root = references.as_ref();
    let root = root.and_then(|references| references::root(references, path));
    let mut inspection = match &root {
        Some(root) => {
            let roots = std::slice::from_ref(root);
            let content = Content::new(args, roots, path, asset.bytes().clone());
            tree.inspect_among(&content, asset.limits())
        }
        None => tree.inspect(),
    };
    if let Some(references) = &references {
        references::add(&mut inspection, references, root.as_deref());
    }
    Ok(Seen {
        version: tree.version().unwrap_or_default(),
        trailing: tree.trailing().len(),
        diagnostics: diagnostics::of_tree(asset, &*tree),
        ..Seen::of(asset, inspection)
    })
}

impl Seen {
    fn of(asset: &Asset, inspection: Inspection) -> Self {
        Self {
            format: asset.format(),
            version: String::new(),
            bytes: asset.bytes().len(),
            trailing: 0,
            inspection,
            diagnostics: Vec::new(),
            form: None,
        }
    }

    /// The same of a text: lines would be those of the file that it stands for.
    fn written_as(mut self, form: Option<Form>) -> Self {
        self.form = form;
        if form.is_some() {
            diagnostics::without_lines(&mut self.diagnostics);
        }
        self
    }

    fn engine(&self) -> &'static str {
        self.format.engine(&self.version)
    }

    fn json(&self, path: &Path) -> Value {
        let mut object = Map::new();
        object.insert("formwork".into(), 1.into());
        object.insert("path".into(), report::path(path).into());
        object.insert("format".into(), self.format.id().into());
        let version = Some(&*self.version).filter(|version| !version.is_empty());
        object.insert("version".into(), version.into());
        object.insert("engine".into(), self.engine().into());
        object.insert("form".into(), self.form.map(Form::id).into());
        object.insert("bytes".into(), self.bytes.into());
        object.insert("trailing".into(), self.trailing.into());
        let facts = self.inspection.facts.iter();
        object.insert(
            "facts".into(),
            facts
                .map(|f| (f.key.to_owned(), value_json(&f.value)))
                .collect(),
        );
        for table in &self.inspection.tables {
            object.insert(table.key.into(), table_json(table));
        }
        let diagnostics = self.diagnostics.iter().map(diagnostics::json);
        object.insert("diagnostics".into(), diagnostics.collect());
        object.into()
    }

    /// Labels, and behind the longest of them what they say.
    fn fact_lines(&self) -> Vec<String> {
        /// So that files with short labels look alike.
        const LEAST: usize = 17;
        let mut facts = vec![
            ("Format", format!("{} {}", self.format.id(), self.version)),
            ("Engine", self.engine().to_owned()),
            ("Size", format!("{} bytes", self.bytes)),
        ];
        if let Some(form) = self.form {
            facts.insert(
                1,
                (
                    "Encoded as",
                    format!("{}; the rest is about the file itself", form.name()),
                ),
            );
        }
        let more = self.inspection.facts.iter();
        facts.extend(more.map(|fact| (fact.label, fact_text(fact))));
        let lengths = facts.iter().map(|(label, _)| label.chars().count());
        let width = lengths.max().unwrap_or(0).max(LEAST);
        let line = |(label, value): (&str, String)| {
            let value = cell(&value);
            format!("  {label:<width$} {value}").trim_end().to_owned()
        };
        facts.into_iter().map(line).collect()
    }

    /// How many rows are shown of each table, and of diagnostics.
    fn rows(&self, all: bool) -> usize {
        let tables = self.inspection.tables.iter();
        let tables = tables.filter(|table| !table.rows.is_empty()).count();
        let parts = tables + usize::from(!self.diagnostics.is_empty());
        match all {
            true => usize::MAX,
            false => ROWS.min(ALL_ROWS / parts.max(1)),
        }
    }

    fn show(&self, path: &Path, all: bool, color: bool) {
        output::heading("", report::name(path), color);
        self.fact_lines().iter().for_each(output::line);
        let most = self.rows(all);
        let tables = self.inspection.tables.iter();
        let lines = tables.flat_map(|table| table_lines(table, most));
        lines.for_each(output::line);
        if !self.diagnostics.is_empty() {
            output::line("");
            output::heading("  ", "Diagnostics", color);
            let shown = shown(self.diagnostics.len(), most);
            for one in self.diagnostics.iter().take(shown) {
                output::line(format_args!("  {}: {one}", one.severity.name()));
            }
            more(self.diagnostics.len() - shown)
                .iter()
                .for_each(output::line);
        }
    }
}

fn fact_text(fact: &Fact) -> String {
    match (value_text(&fact.value), fact.unit) {
        (text, "") => text,
        (text, unit) => format!("{text} {unit}"),
    }
}

fn value_text(value: &Shown) -> String {
    match value {
        Shown::Text(text) => text.clone(),
        Shown::Path(path) => leaf_of(path),
        Shown::Integer(number) => number.to_string(),
        Shown::Number(number) => formwork_text::float(*number),
        Shown::Words(words) if words.is_empty() => "none".into(),
        Shown::Words(words) => words.join(", "),
        Shown::Range(least, most) => {
            format!(
                "{} to {}",
                formwork_text::float(*least),
                formwork_text::float(*most)
            )
        }
        Shown::Nothing => "–".into(),
    }
}

/// The last part of a path, indented by what is before it, as in a tree.
fn leaf_of(path: &str) -> String {
    let inner = path.strip_suffix('/').unwrap_or(path);
    let start = inner.rfind('/').map_or(0, |at| at + 1);
    let depth = path[..start].matches('/').count();
    format!("{}{}", "  ".repeat(depth), &path[start..])
}

fn value_json(value: &Shown) -> Value {
    // A shortest text that reads back to the same bits, also where JSON has no number.
    let number = |number: f32| {
        let text = formwork_text::float(number);
        serde_json::from_str(&text).unwrap_or_else(|_| text.into())
    };
    match value {
        Shown::Text(text) | Shown::Path(text) => text.clone().into(),
        Shown::Integer(value) => formwork_text::whole_number((*value).into()),
        Shown::Number(value) => number(*value),
        Shown::Words(words) => words.clone().into(),
        Shown::Range(least, most) => json!([number(*least), number(*most)]),
        Shown::Nothing => Value::Null,
    }
}

fn table_json(table: &Parts) -> Value {
    let row = |row: &Vec<Shown>| -> Value {
        let named = table.columns.iter().zip(row);
        named
            .map(|(column, value)| ((*column).to_owned(), value_json(value)))
            .collect()
    };
    table.rows.iter().map(row).collect()
}

fn table_lines(parts: &Parts, most: usize) -> Vec<String> {
    if parts.rows.is_empty() {
        return Vec::new();
    }
    let shown = shown(parts.rows.len(), most);
    let names = parts.columns.iter();
    let mut table = Table::new(names.map(|column| column.replace('_', " ").to_uppercase()));
    for row in &parts.rows[..shown] {
        table.row(row.iter().map(value_text));
    }
    let numbers = parts.rows[0].iter().enumerate();
    for (place, _) in numbers.filter(|(_, value)| matches!(value, Shown::Integer(_))) {
        table.align_right(place);
    }
    let mut lines = vec![String::new()];
    lines.extend(table.lines().map(|line| format!("  {line}")));
    lines.extend(more(parts.rows.len() - shown));
    lines
}

/// How many of so many lines are shown.
fn shown(count: usize, most: usize) -> usize {
    // A line that says that one is left out is no shorter than that.
    if count <= most.saturating_add(1) {
        count
    } else {
        most
    }
}

/// Says that there are more.
fn more(left_out: usize) -> Option<String> {
    (left_out > 0).then(|| format!("  … {left_out} more; --all shows them"))
}
