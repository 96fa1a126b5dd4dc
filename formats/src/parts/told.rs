//! [`Told`]: what is wrong with a file that is looked at part by part.

use formwork_schema::{Diagnostic, Location};

use super::part::Part;

/// What is wrong with the parts of a file, told of the whole one; no rule twice.
#[derive(Debug, Default)]
pub struct Told(Vec<Diagnostic>);

impl Told {
    /// Adds something that is wrong with a part.
    pub fn add(&mut self, part: &Part, one: Diagnostic) {
        let in_item = part.path_of(&one.location.path);
        let is_in_item = in_item.is_some();
        let path = in_item.unwrap_or(one.location.path);
        match self.0.iter_mut().find(|known| known.rule == one.rule) {
            // What is in no list is in every part.
            Some(known) if !is_in_item && known.location.path == path => {
                known.count += one.count - 1;
            }
            Some(known) => known.count += one.count,
            None => self.0.push(Diagnostic {
                location: Location::of(path),
                ..one
            }),
        }
    }

    /// All of it, in the order of the parts.
    #[must_use]
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.0
    }
}
