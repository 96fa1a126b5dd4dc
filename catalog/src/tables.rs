//! [`TABLES`]: which tables there are, whatever their rows are.

use crate::{
    column::Row,
    row::{DiagnosticRow, FactRow, FileRow, ReferenceRow},
};

/// A table, as pages describe it.
#[derive(Debug, Clone, Copy)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// What a row of it is about.
    pub about: &'static str,
    page: fn() -> String,
}

/// All tables.
pub const TABLES: [Table; 4] = [
    Table::of::<FileRow>(),
    Table::of::<FactRow>(),
    Table::of::<ReferenceRow>(),
    Table::of::<DiagnosticRow>(),
];

impl Table {
    const fn of<R: Row>() -> Self {
        Self {
            name: R::TABLE,
            about: R::ABOUT,
            page: page::<R>,
        }
    }

    /// Its columns as a table of Markdown: name, type, unit, whether it may be null, and what it says.
    #[must_use]
    pub fn markdown(&self) -> String {
        (self.page)()
    }
}

fn page<R: Row>() -> String {
    let line = |column: &crate::Column<R>| {
        let null = if column.nullable { "yes" } else { "no" };
        let (name, kind, unit) = (column.name, column.get.name(), column.unit);
        let about = column.about;
        format!("| `{name}` | {kind} | {unit} | {null} | {about} |\n")
    };
    let head = "| column | type | unit | null | |\n|---|---|---|---|---|\n";
    let lines: String = R::COLUMNS.iter().map(line).collect();
    format!("{head}{lines}")
}

#[cfg(test)]
mod tests {
    use super::TABLES;

    #[test]
    fn every_table_begins_with_the_path() {
        for table in TABLES {
            let page = table.markdown();
            let first = page.lines().nth(2).unwrap_or_default();
            let is_path = first.starts_with("| `path` | utf8 |  | no |");
            assert!(is_path, "{}: {first}", table.name);
        }
    }
}
