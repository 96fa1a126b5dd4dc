//! Opaque bytes of both files.

use formwork_schema::{Result, layout::Str};

use super::{
    compare::Comparer,
    difference::{Change, Difference},
};
use crate::shown::Shown;

/// Bytes of a run that are shown.
const SHOWN: usize = 16;

impl Comparer<'_, '_> {
    /// Tells that bytes differ, in how many, and which is the first of them.
    pub(super) fn opaque(&mut self, a: &[u8], b: &[u8]) -> Result<()> {
        if self.options.all && a.len() == b.len() {
            return self.runs(a, b);
        }
        let differ = |(a, b): (&u8, &u8)| a != b;
        let pairs = || a.iter().zip(b);
        let more = a.len().abs_diff(b.len());
        let count = pairs().filter(|pair| differ(*pair)).count() + more;
        let first = pairs().position(differ).unwrap_or(a.len().min(b.len()));
        let difference = Difference {
            a: Some(Shown::count(a.len(), "byte")),
            b: Some(Shown::count(b.len(), "byte")),
            count: Some(count as u64),
            of: Some(a.len().max(b.len()) as u64),
            first: Some(first as u64),
            ..self.place.difference(Change::Bytes)
        };
        self.tell(difference)
    }

    /// Tells every run of bytes that differ.
    fn runs(&mut self, a: &[u8], b: &[u8]) -> Result<()> {
        let mut at = 0;
        while let Some(start) = (at..a.len()).find(|at| a[*at] != b[*at]) {
            let end = (start..a.len()).find(|at| a[*at] == b[*at]);
            let end = end.unwrap_or(a.len());
            self.place
                .push_name(&Str::from(format!("bytes[{start}..{end}]")));
            let difference = Difference {
                a: Some(hex(&a[start..end])),
                b: Some(hex(&b[start..end])),
                ..self.place.difference(Change::Changed)
            };
            self.place.pop();
            self.tell(difference)?;
            at = end;
        }
        Ok(())
    }
}

fn hex(bytes: &[u8]) -> Shown {
    let digits = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}"));
    let mut text: String = digits.collect();
    if bytes.len() > SHOWN {
        text.push('…');
    }
    Shown::word(&text)
}
