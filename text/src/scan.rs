//! [`Scanner`]: items of a list that are written as our printers write them, read at the speed of their numbers.
//!
//! A scanner knows the text between the numbers of an item, and takes nothing else; white space may differ where it means nothing. At the
//! first item that somebody wrote otherwise it stops, and the ordinary reader goes on.

use std::{rc::Rc, sync::Arc};

use formwork_schema::{
    layout::PrimKind,
    value::{Packer, Row},
};

use crate::{
    fault::Result,
    plan::{Kind, List},
    rows::Program,
};

/// What an item looks like.
pub(crate) struct Scanner {
    steps: Vec<Step>,
}

/// The scanners of one document.
pub(crate) struct Scanners<'p> {
    grammar: Grammar,
    known: Vec<(&'p List<'p>, Arc<Row>, Option<Rc<Scanner>>)>,
}

/// Scanners that are kept.
const KEPT: usize = 8;

impl<'p> Scanners<'p> {
    pub(crate) fn new(grammar: Grammar) -> Self {
        let known = Vec::new();
        Self { grammar, known }
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
    /// Just this text.
    Text(Box<[u8]>),
    /// White space, or none.
    Space,
    /// A number.
    Number(PrimKind),
}

/// What white space means between the numbers of an item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// It separates attributes and numbers; only that with a line break means nothing.
    Xml,
    /// It means nothing, and may stand around every sign.
    Json,
}

impl Scanner {
    /// The scanner of items that a program prints; none where they have numbers that are shown by name, or in another order than in the
    /// file.
    fn new(program: &Program<'_>, grammar: Grammar) -> Option<Self> {
        let text = program.text.as_bytes();
        let mut steps = Vec::new();
        let (mut done, mut size) = (0, 0);
        for mark in &program.marks {
            let Kind::Number(kind) = mark.kind else {
                return None;
            };
            if mark.cell.offset != size {
                return None;
            }
            size += kind.size();
            add_text(&mut steps, &text[done..mark.at], grammar);
            steps.push(Step::Number(*kind));
            done = mark.at;
        }
        add_text(&mut steps, &text[done..], grammar);
        // What follows the last item is no business of the items.
        steps.pop_if(|last| matches!(last, Step::Space));
        Some(Self { steps })
    }

    /// Reads items from an offset on, as many as look as they should; returns where the first one begins that does not.
    pub(crate) fn read(&self, text: &str, start: usize, packer: &mut Packer<'_>) -> usize {
        let mut at = start;
        loop {
            let mut end = at;
            let fits = packer.push_raw(|out| match self.item(text.as_bytes(), at, out) {
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
        }
    }

    /// Reads one item; returns where it ends.
    #[inline]
    fn item(&self, text: &[u8], mut at: usize, out: &mut Vec<u8>) -> Option<usize> {
        for step in &self.steps {
            match step {
                Step::Text(wanted) => {
                    if !text.get(at..)?.starts_with(wanted) {
                        return None;
                    }
                    at += wanted.len();
                }
                Step::Space => {
                    while matches!(text.get(at)?, b' ' | b'\n' | b'\r' | b'\t') {
                        at += 1;
                    }
                }
                Step::Number(kind) => at += number(*kind, text.get(at..)?, out)?,
            }
        }
        Some(at)
    }
}

/// Adds the text between two numbers.
fn add_text(steps: &mut Vec<Step>, text: &[u8], grammar: Grammar) {
    let mut exact = Vec::new();
    let flush = |steps: &mut Vec<Step>, exact: &mut Vec<u8>| {
        if !exact.is_empty() {
            steps.push(Step::Text(std::mem::take(exact).into()));
        }
    };
    let mut quoted = false;
    let mut at = 0;
    while at < text.len() {
        let blank = text[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        let blank = blank.count();
        let means_nothing = match grammar {
            Grammar::Xml => text[at..at + blank].contains(&b'\n') || (at == 0 && blank > 1),
            Grammar::Json => !quoted,
        };
        if blank > 0 && means_nothing {
            flush(steps, &mut exact);
            add_space(steps);
            at += blank;
            continue;
        }
        let byte = text[at];
        quoted ^= byte == b'"';
        let sign = grammar == Grammar::Json && !quoted && b",:[]{}".contains(&byte);
        if sign {
            flush(steps, &mut exact);
            add_space(steps);
        }
        exact.push(byte);
        if sign {
            flush(steps, &mut exact);
            add_space(steps);
        }
        at += 1;
    }
    flush(steps, &mut exact);
}

fn add_space(steps: &mut Vec<Step>) {
    if !matches!(steps.last(), Some(Step::Space)) {
        steps.push(Step::Space);
    }
}

/// Reads a number as it is usually written, puts its bytes behind the others, and says how long its text is. What is written
/// otherwise is left to the ordinary reader, which also knows what to say of it.
#[inline]
fn number(kind: PrimKind, text: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    match kind {
        PrimKind::F32 => {
            let (value, length) = fast_float2::parse_partial::<f32, _>(text).ok()?;
            let text = usual(&text[..length], value.is_finite(), value == 0.0)?;
            out.extend_from_slice(&value.to_le_bytes());
            Some(text)
        }
        PrimKind::F64 => {
            let (value, length) = fast_float2::parse_partial::<f64, _>(text).ok()?;
            let text = usual(&text[..length], value.is_finite(), value == 0.0)?;
            out.extend_from_slice(&value.to_le_bytes());
            Some(text)
        }
        kind => whole(kind, text, out),
    }
}

/// The length of a number that looks like `-1.25e-7`, with digits on both sides of a point and no zeros in front, and that is no other one
/// as a float.
#[inline]
fn usual(text: &[u8], is_finite: bool, is_zero: bool) -> Option<usize> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let mut usual = is_finite && !matches!(digits, [b'0', b'0'..=b'9', ..]);
    let mut before = b'.';
    for byte in digits {
        if !byte.is_ascii_digit() {
            usual &= match byte {
                b'.' | b'e' => before.is_ascii_digit(),
                b'-' => before == b'e',
                _ => false,
            };
        }
        before = *byte;
    }
    usual &= before.is_ascii_digit();
    // Digits that leave nothing are too small for the float.
    usual &= !is_zero || matches!(digits, b"0" | b"0.0");
    usual.then_some(text.len())
}

fn whole(kind: PrimKind, text: &[u8], out: &mut Vec<u8>) -> Option<usize> {
    const MOST_DIGITS: usize = 18;
    let negative = text.first() == Some(&b'-');
    let digits = &text[usize::from(negative)..];
    let count = digits
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let is_usual = (1..=MOST_DIGITS).contains(&count) && (count == 1 || digits[0] != b'0');
    // A point, an exponent: let the ordinary reader say what is wrong.
    let ends = !matches!(digits.get(count), Some(b'.' | b'e' | b'E' | b'+'));
    if !is_usual || !ends || (negative && digits[0] == b'0') {
        return None;
    }
    let digits = digits[..count].iter();
    let value = digits.fold(0_i64, |value, digit| value * 10 + i64::from(digit - b'0'));
    let value = if negative { -value } else { value };
    if !kind.holds(value.into()) {
        return None;
    }
    out.extend_from_slice(&value.to_le_bytes()[..kind.size()]);
    Some(usize::from(negative) + count)
}
