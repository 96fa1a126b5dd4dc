//! Tags, attributes and what stands in them.

use formwork_schema::{
    layout::Names,
    place::{DANGLING, FORM, FORM_NAME},
};

use super::print::Printer;
use crate::names;

impl Printer<'_, '_> {
    /// A start tag on a line of its own, still open.
    pub(super) fn start(&mut self, name: &str) {
        self.close_start();
        self.sink.indent(self.depth);
        self.sink.byte(b'<');
        self.sink.text(name);
        self.open = true;
        self.depth += 1;
        if std::mem::take(&mut self.is_root) {
            self.begin_attribute(FORM_NAME);
            self.sink.int(FORM.into());
            self.sink.byte(b'"');
            self.dangling();
        }
        self.own_number();
    }

    /// The indices that lead nowhere.
    fn dangling(&mut self) {
        let Some(links) = self.links.filter(|links| !links.dangling.is_empty()) else {
            return;
        };
        self.begin_attribute(DANGLING);
        let mut gap = "";
        for index in &links.dangling {
            self.sink.text(gap);
            self.sink.text(index);
            gap = " ";
        }
        self.sink.byte(b'"');
    }

    pub(super) fn close_start(&mut self) {
        if std::mem::take(&mut self.open) {
            self.sink.text(">\n");
        }
    }

    pub(super) fn end(&mut self, name: &str) {
        self.depth -= 1;
        if self.open {
            self.sink.text("/>\n");
            self.open = false;
        } else {
            self.sink.indent(self.depth);
            self.end_tag(name);
        }
    }

    /// Ends a start tag before text.
    pub(super) fn open_text(&mut self) {
        if self.open {
            self.sink.byte(b'>');
            self.open = false;
        }
    }

    /// An end tag behind text; of an element without text, the end of its start tag.
    pub(super) fn end_text(&mut self, name: &str) {
        if self.open {
            return self.end(name);
        }
        self.depth -= 1;
        self.end_tag(name);
    }

    fn end_tag(&mut self, name: &str) {
        self.sink.text("</");
        self.sink.text(name);
        self.sink.text(">\n");
    }

    pub(super) fn begin_attribute(&mut self, name: &str) {
        self.sink.byte(b' ');
        self.sink.text(name);
        self.sink.text("=\"");
    }

    pub(super) fn flags(&mut self, names: &Names, bits: u64) {
        let mut gap = "";
        let rest = names::flag_names(names, bits, |name| {
            self.sink.text(gap);
            self.sink.text(name);
            gap = " ";
        });
        if rest != 0 {
            self.sink.text(gap);
            self.sink.text(&format!("{rest:#x}"));
        }
    }

    pub(super) fn escaped(&mut self, text: &str) {
        let mut done = 0;
        for (at, byte) in text.bytes().enumerate() {
            let entity = match byte {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                b'\t' => "&#9;",
                b'\n' => "&#10;",
                b'\r' => "&#13;",
                _ => continue,
            };
            self.sink.text(&text[done..at]);
            self.sink.text(entity);
            done = at + 1;
        }
        self.sink.text(&text[done..]);
    }
}
