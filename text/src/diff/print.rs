//! [`Lines`]: differences for people.

use std::io;

use formwork_schema::Result;

use super::difference::{Change, Difference, Item, Side, Sum};
use crate::{
    amount::plural,
    fault::Fault,
    shown::{CHECKSUM, HASH, Shown},
    sink::Sink,
};

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const BLUE: &str = "\x1b[34m";
const PLAIN: &str = "\x1b[0m";

/// Writes one difference a line, under the named item that it belongs to.
pub struct Lines<'o> {
    sink: Sink<'o>,
    color: bool,
    /// What A and B are, until it is written.
    heads: Option<[String; 2]>,
    item: Option<Item>,
}

impl<'o> Lines<'o> {
    /// `heads` says what A and B are, above the first difference.
    pub fn new(out: &'o mut dyn io::Write, heads: [String; 2], color: bool) -> Self {
        Self {
            sink: Sink::new(out),
            color,
            heads: Some(heads),
            item: None,
        }
    }

    /// Writes a difference.
    ///
    /// # Errors
    /// [`Kind::System`](formwork_schema::Kind::System) when what was written before could not be.
    pub fn tell(&mut self, difference: &Difference) -> Result<()> {
        self.heads();
        let path = relative(difference);
        if let (Change::Only(side), Some(item), "") = (difference.change, &difference.item, path) {
            self.unmatched(side, item);
            return self.sink.check().map_err(Fault::into_error);
        }
        self.heading(difference.item.as_ref());
        let depth = usize::from(self.item.is_some());
        self.sink.indent(depth);
        self.line(path, difference);
        for sum in &difference.sums {
            self.sum(path, sum, depth + 1);
        }
        self.sink.check().map_err(Fault::into_error)
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// [`Kind::System`](formwork_schema::Kind::System) when it cannot be written.
    pub fn finish(self) -> Result<()> {
        self.sink.finish().map_err(Fault::into_error)
    }

    fn heads(&mut self) {
        if let Some([a, b]) = self.heads.take() {
            self.paint(RED, &format!("A: {a}"));
            self.sink.byte(b'\n');
            self.paint(GREEN, &format!("B: {b}"));
            self.sink.byte(b'\n');
        }
    }

    /// The item that the lines which follow are about.
    fn heading(&mut self, item: Option<&Item>) {
        if self.item.as_ref() == item {
            return;
        }
        self.item = item.cloned();
        let Some(item) = item else {
            return;
        };
        self.paint(BLUE, &format!("{} \"{}\"", item.path, item.name));
        if let Some(path) = &item.path_b {
            self.sink.text(&format!(", in B {path}"));
        }
        self.sink.byte(b'\n');
    }

    /// A named item that only one file has.
    fn unmatched(&mut self, side: Side, item: &Item) {
        self.item = None;
        self.only_in(side);
        self.sink
            .text(&format!(": {} \"{}\"\n", item.path, item.name));
    }

    fn only_in(&mut self, side: Side) {
        let color = match side {
            Side::A => RED,
            Side::B => GREEN,
        };
        self.paint(color, &format!("only in {}", side.name()));
    }

    fn line(&mut self, path: &str, difference: &Difference) {
        match difference.change {
            Change::Only(side) => self.only(side, path, difference),
            Change::Summed => {
                let (count, of) = (difference.count.unwrap_or(0), difference.of.unwrap_or(0));
                let text = format!("{count} of {} differ", plural(of, "record"));
                self.named(path, &text);
            }
            Change::Bytes => self.bytes(path, difference),
            Change::Layout => self.sink.text("same contents, other layout"),
            Change::Renamed => {
                self.named(path, "renamed from ");
                self.both(difference, " to ");
            }
            Change::Moved => {
                self.named(path, "moved from ");
                self.both(difference, " to ");
            }
            Change::Changed => {
                self.named(path, "");
                self.both(difference, " → ");
            }
        }
        self.sink.byte(b'\n');
    }

    fn named(&mut self, path: &str, text: &str) {
        if !path.is_empty() {
            self.sink.text(path);
            self.sink.text(": ");
        }
        self.sink.text(text);
    }

    fn only(&mut self, side: Side, path: &str, difference: &Difference) {
        self.only_in(side);
        let is_row = path.ends_with(']');
        match (difference.count, &difference.a, &difference.b) {
            (Some(count), ..) if is_row => {
                self.sink
                    .text(&format!(": {path} ({})", plural(count, "item")));
            }
            (Some(count), ..) => self.sink.text(&format!(": {path} (in {count} places)")),
            (None, Some(shown), _) | (None, _, Some(shown)) => {
                self.sink.text(&format!(": {path} ({})", shown.text));
            }
            _ => self.sink.text(&format!(": {path}")),
        }
    }

    fn bytes(&mut self, path: &str, difference: &Difference) {
        let path = if path.is_empty() { "the files" } else { path };
        let (count, of) = (difference.count.unwrap_or(0), difference.of.unwrap_or(0));
        self.named(path, &format!("{count} of {} differ", plural(of, "byte")));
        if let Some(first) = difference.first {
            self.sink.text(&format!(", the first at {first:#x}"));
        }
        if difference.a != difference.b {
            self.sink.text("; ");
            self.both(difference, " → ");
        }
    }

    fn both(&mut self, difference: &Difference, between: &str) {
        let text =
            |shown: &Option<Shown>| shown.as_ref().map_or("", |shown| &shown.text).to_owned();
        self.paint(RED, &text(&difference.a));
        self.sink.text(between);
        self.paint(GREEN, &text(&difference.b));
        if let Some(delta) = &difference.delta {
            self.sink.text(&format!(" ({})", delta.text));
        }
        if !matches!(&*difference.unit, "" | HASH | CHECKSUM) {
            self.sink.byte(b' ');
            self.sink.text(&difference.unit);
        }
    }

    fn sum(&mut self, list: &str, sum: &Sum, depth: usize) {
        self.sink.indent(depth);
        self.named(&sum.field, &plural(sum.count, "value"));
        if let Some(most) = &sum.most {
            let path = relative(most);
            let path = path.strip_prefix(list).unwrap_or(path);
            let word = if most.delta.is_some() {
                "most"
            } else {
                "first"
            };
            self.sink.text(&format!(", {word} at {path}: "));
            self.both(most, " → ");
        }
        self.sink.byte(b'\n');
    }

    fn paint(&mut self, color: &str, text: &str) {
        if !self.color {
            return self.sink.text(text);
        }
        self.sink.text(color);
        self.sink.text(text);
        self.sink.text(PLAIN);
    }
}

/// The path below the item that the difference belongs to.
fn relative(difference: &Difference) -> &str {
    let path = difference.path.as_str();
    let Some(item) = &difference.item else {
        return path;
    };
    let around = match (difference.change, &item.path_b) {
        (Change::Only(Side::B), Some(other)) => other,
        _ => &item.path,
    };
    let below = path.strip_prefix(around.as_str()).unwrap_or(path);
    below.strip_prefix('.').unwrap_or(below)
}
