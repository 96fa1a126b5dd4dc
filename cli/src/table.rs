//! [`Table`]: columns of text. Every table that is printed is one.

use comfy_table::{CellAlignment, presets};

use formwork_schema::escape::Printable;

/// Characters of a cell that are shown: more than names of real files have, and few enough that a hostile one costs nothing.
const MOST: usize = 200;

/// Columns of text under names. What a cell has too much is cut; `--json` tells all of it.
pub(crate) struct Table(comfy_table::Table);

impl Table {
    pub(crate) fn new(columns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let mut table = comfy_table::Table::new();
        table.load_preset(presets::NOTHING);
        table.set_header(columns.into_iter().map(Into::into));
        Self(table)
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = impl AsRef<str>>) {
        self.0
            .add_row(cells.into_iter().map(|text| cell(text.as_ref())));
    }

    /// Puts the content of a column to the right, as numbers should be.
    pub(crate) fn align_right(&mut self, column: usize) {
        if let Some(column) = self.0.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }

    /// The lines, that of the names first.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let line = |line: String| {
            line.strip_prefix(' ')
                .unwrap_or(&line)
                .trim_end()
                .to_owned()
        };
        self.0.lines().map(line)
    }
}

/// What is shown of a cell, on one line.
pub(crate) fn cell(text: &str) -> String {
    let mut shown: String = Printable(text).chars().take(MOST + 1).collect();
    if let Some((last, _)) = shown.char_indices().nth(MOST) {
        let before = shown[..last].chars().next_back().map_or(0, char::len_utf8);
        shown.truncate(last - before);
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use formwork_schema::escape::is_directional;
    use proptest::{collection::vec, prelude::*};

    use super::*;

    #[test]
    fn cells_are_one_short_line() {
        assert_eq!(cell("ab\nc\u{1b}"), "ab\\nc\\u{1b}");
        assert_eq!(cell("a\u{202e}lmth.b"), "a\\u{202e}lmth.b");
        assert_eq!(cell(&"ö".repeat(MOST)), "ö".repeat(MOST));
        let long = cell(&"ö b".repeat(300_000));
        assert_eq!(long.chars().count(), MOST);
        assert!(long.ends_with('…'));
    }

    proptest! {
        #[test]
        fn any_cells_make_short_lines_that_stand_still(
            cells in vec(vec(".*", 0..5), 0..20),
            right in 0..6_usize,
        ) {
            let mut table = Table::new(["name", "size", "kind"]);
            for row in &cells {
                table.row(row);
            }
            table.align_right(right);
            let lines: Vec<String> = table.lines().collect();
            prop_assert_eq!(lines.len(), 1 + cells.len());
            for line in lines {
                // Two columns for a wide character, and blanks between the columns.
                prop_assert!(line.chars().count() <= 5 * (2 * MOST + 2));
                prop_assert!(!line.contains(|c: char| c.is_control() || is_directional(c)));
            }
        }
    }
}
