//! [`Scanner`]: items of a list that are written as our printers write them, read at the speed of their numbers.
//!
//! A scanner knows the text between the numbers of an item, and takes nothing else; white space may differ where it means nothing. At the
//! first item that somebody wrote otherwise it stops, and the ordinary reader goes on.

mod grammar;
mod numbers;

use std::{rc::Rc, sync::Arc};

use formwork_schema::{
    layout::PrimKind,
    meter,
    value::{Packer, Row},
};

pub(crate) use self::grammar::Grammar;
use self::{
    grammar::{Part, behind_parts, behind_space},
    numbers::number,
};
use crate::{
    fault::Result,
    leaf,
    plan::{Kind, List},
    rows::Program,
};

/// What an item looks like.
pub(crate) struct Scanner {
    grammar: Grammar,
    steps: Vec<Step>,
}

/// The scanners of one document.
pub(crate) struct Scanners<'p> {
    grammar: Grammar,
    known: Vec<Known<'p>>,
}

/// A list, what its items look like, and what scans them if anything can.
type Known<'p> = (&'p List<'p>, Arc<Row>, Option<Rc<Scanner>>);

/// Scanners that are kept.
const KEPT: usize = 8;

impl<'p> Scanners<'p> {
    pub(crate) fn new(grammar: Grammar) -> Self {
        let known = Vec::new();
        Self { grammar, known }
    }

    /// Forgets what items looked like: their attributes have other names now.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
    }

    /// The scanner of the items of a list, which looks like this row.
    pub(crate) fn get(
        &mut self,
        list: &'p List<'p>,
        row: &Arc<Row>,
        program: impl FnOnce() -> Result<Program<'p>>,
    ) -> Option<Rc<Scanner>> {
        let is_it =
            |(of, like, _): &&(&List<'_>, Arc<Row>, _)| std::ptr::eq(*of, list) && *like == *row;
        if let Some((_, _, scanner)) = self.known.iter().find(is_it) {
            return scanner.clone();
        }
        let scanner = program()
            .ok()
            .and_then(|program| Scanner::new(&program, self.grammar));
        let scanner = scanner.map(Rc::new);
        if self.known.len() == KEPT {
            self.known.remove(0);
        }
        self.known.push((list, Arc::clone(row), scanner.clone()));
        scanner
    }
}

enum Step {
    /// Text between numbers: as it is most of the time, and what it consists of.
    Text(Box<[u8]>, Vec<Part>),
    /// A number.
    Number(PrimKind),
    /// A byte in hexadecimal.
    Hex,
    /// The number of the item itself, which is its place in the list.
    Index,
}

impl Step {
    /// The text between two numbers.
    fn between(text: &[u8], grammar: Grammar) -> Self {
        Self::Text(text.into(), grammar.parts(text))
    }
}

impl Scanner {
    /// The scanner of items that a program prints; none where they have numbers that are shown by name, or in another order than in the
    /// file.
    fn new(program: &Program<'_>, grammar: Grammar) -> Option<Self> {
        let text = program.text.as_bytes();
        let mut steps = Vec::new();
        let (mut done, mut size) = (0, 0);
        for mark in &program.marks {
            let (step, width) = match mark.kind {
                Kind::Number(kind) => (Step::Number(*kind), kind.size()),
                Kind::Hex => (Step::Hex, 1),
                _ => return None,
            };
            steps.push(Step::between(&text[done..mark.at], grammar));
            match mark.cell {
                Some(cell) if cell.offset == size => {
                    size += width;
                    steps.push(step);
                }
                Some(_) => return None,
                None => steps.push(Step::Index),
            }
            done = mark.at;
        }
        // What follows the last item is no business of the items.
        steps.push(Step::between(text[done..].trim_ascii_end(), grammar));
        Some(Self { grammar, steps })
    }

    /// Reads items from an offset on, as many as look as they should; returns where the first one begins that does not.
    pub(crate) fn read(&self, text: &[u8], start: usize, packer: &mut Packer<'_>) -> usize {
        let mut at = start;
        let weight = packer.row().map_or(0, |row| row.size());
        loop {
            let mut end = at;
            let index = packer.len();
            let fits = packer.push_raw(|out| match self.item(text, at, index, out) {
                Some(behind) => {
                    end = behind;
                    true
                }
                None => false,
            });
            if !fits {
                return at;
            }
            at = end;
            meter::read(weight, at, text.len());
        }
    }

    /// Reads one item; returns where it ends.
    #[inline]
    fn item(&self, text: &[u8], mut at: usize, index: usize, out: &mut Vec<u8>) -> Option<usize> {
        if self.grammar == Grammar::Xml {
            at = behind_space(text, at)?;
        }
        for step in &self.steps {
            match step {
                Step::Text(whole, parts) => {
                    let rest = text.get(at..)?;
                    at = if begins(rest, whole) {
                        at + whole.len()
                    } else {
                        behind_parts(text, at, parts)?
                    };
                    if self.grammar == Grammar::Json {
                        at = behind_space(text, at)?;
                    }
                }
                Step::Index => {
                    let wanted = index.to_string();
                    let rest = text.get(at..)?;
                    let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'.';
                    if !begins(rest, wanted.as_bytes()) || !rest.get(wanted.len()).is_some_and(ends)
                    {
                        return None;
                    }
                    at += wanted.len();
                }
                Step::Hex => {
                    out.push(leaf::byte_of(text.get(at..at + 2)?)?);
                    at += 2;
                }
                Step::Number(kind) => at += number(*kind, text.get(at..)?, self.grammar, out)?,
            }
        }
        Some(at)
    }
}

/// Whether a text begins with another: most are shorter than a call of `memcmp` takes.
#[inline]
fn begins(text: &[u8], wanted: &[u8]) -> bool {
    let Some(text) = text.get(..wanted.len()) else {
        return false;
    };
    match wanted {
        [] => true,
        [only] => text[0] == *only,
        [.., _] if (8..=16).contains(&wanted.len()) => {
            text.first_chunk::<8>() == wanted.first_chunk()
                && text.last_chunk::<8>() == wanted.last_chunk()
        }
        _ => text == wanted,
    }
}

#[cfg(test)]
mod tests {
    use formwork_schema::{
        Layout, Value,
        layout::{Body, Link, Recognition, Struct, StructRef, Style, Type},
        value::Cell,
    };

    use super::*;
    use crate::rows::Mark;

    fn layout() -> Layout {
        let root = Struct {
            name: "R".into(),
            doc: "".into(),
            params: Vec::new().into(),
            style: Style::Record,
            endian: None,
            magic: Vec::new().into(),
            element: None,
            body: Body::Fields(Vec::new().into()),
        };
        Layout {
            format: "r".into(),
            title: "".into(),
            encoding: Default::default(),
            extensions: Vec::new().into(),
            recognition: Recognition::OnRequest,
            root: StructRef {
                name: "R".into(),
                link: Link::Table(0),
            },
            table: vec![root].into(),
        }
    }

    /// How many items of a text are read, whose numbers follow `before` and before `behind`.
    fn count(grammar: Grammar, kind: PrimKind, before: &str, behind: &str, text: &str) -> usize {
        let (layout, ty, of) = (layout(), Type::Prim(kind), Kind::Number(kind));
        let mut packer = Packer::new(&layout, &ty).expect("numbers have a size");
        let first = match kind {
            PrimKind::F32 => Value::F32(0.0),
            _ => Value::int(0),
        };
        packer.push(first).expect("a number");
        let cell = Cell {
            offset: 0,
            kind,
            endian: formwork_schema::layout::Endian::Little,
        };
        let program = Program {
            text: format!("{before}{behind}"),
            marks: vec![Mark {
                at: before.len(),
                kind: &of,
                cell: Some(cell),
            }],
        };
        let scanner = Scanner::new(&program, grammar).expect("a number");
        scanner.read(text.as_bytes(), 0, &mut packer);
        packer.len() - 1
    }

    #[test]
    fn items_of_json_are_read_with_any_white_space() {
        let read = |text: &str| count(Grammar::Json, PrimKind::F32, ",{\"a\":", "}", text);
        for text in [
            ",{\"a\":1},{\"a\":-2.5e-7}]",
            ",{\"a\":\"NaN\"},{\"a\":\"-inf\"}]",
            ",{\"a\":\"nan:0xffc00001\"},{\"a\":\"inf\"}]",
            ", {\"a\": 1},\n  {\"a\": 2}\n]",
            "\t,\r\n{ \"a\" : 1 } , { \"a\":2}]",
        ] {
            assert_eq!(read(text), 2, "{text}");
        }
        for number in [
            "01",
            "1.",
            ".5",
            "+1",
            "1.e5",
            "1e39",
            "1e-46",
            "\"nan\"",
            "1 2",
            "nan",
            "NaN",
            "\"1\"",
            "\"nan:0x7f800000\"",
            "\"NaN",
            "",
        ] {
            assert_eq!(read(&format!(",{{\"a\":{number}}}]")), 0, "{number}");
        }
        assert_eq!(read(",{\"b\":1}]"), 0);
        assert_eq!(read(",{\"a\":1"), 0);
    }

    #[test]
    fn items_of_xml_stand_on_lines_of_their_own() {
        let read = |text: &str| count(Grammar::Xml, PrimKind::F32, "<a x=\"", "\"/>\n", text);
        assert_eq!(read("\n    <a x=\"1\"/>\n    <a x=\"-0\"/>\n  </as>"), 2);
        assert_eq!(read("<a x=\"1\"/><a x=\"2\"/></as>"), 2);
        assert_eq!(read("<a x=\"NaN\"/><a x=\"nan:0xffc00001\"/></as>"), 2);
        for text in [
            "<a  x=\"1\"/>",
            "<a x='1'/>",
            "<b x=\"1\"/>",
            "<a x=\"1\" y=\"2\"/>",
            "<a x=\"1e-46\"/>",
            "<a x=\"nan\"/>",
            "<a x=\"NaN1\"/>",
        ] {
            assert_eq!(read(&format!("{text}</as>")), 0, "{text}");
        }
    }

    #[test]
    fn whole_numbers_fit() {
        let read = |text: &str| count(Grammar::Json, PrimKind::I16, ",", "", text);
        assert_eq!(read(",1,-2, 32767,-32768]"), 4);
        for text in [
            ",32768]",
            ",-32769]",
            ",1.0]",
            ",1e3]",
            ",007]",
            ",-0]",
            ",99999999999999999999]",
        ] {
            assert_eq!(read(text), 0, "{text}");
        }
    }
}
