//! What a person wants to see of a compiled script first, and what is unusual about it.

use formwork_schema::{Diagnostics, is_set};

use super::{
    Script,
    number::{number, string},
};
use crate::{inspect::Inspection, layouts::GameFormat, urho3d::script::rules};

impl GameFormat for Script {
    // rbfx has no AngelScript.
    const ENGINES: &'static str = "Urho3D, U3D, Dry, Atomic";
    const NOTES: &'static str =
        "what stands before the first list has names, the rest is kept as bytes";

    fn is_partial(&self) -> bool {
        true
    }

    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        let debug = if is_set(self.no_debug_info) {
            "no"
        } else {
            "yes"
        };
        seen.fact("debug_info", "Debug information", debug);
        let mut rest = self.rest.as_bytes();
        for (key, label, first) in self.counts() {
            let Some(first) = first else { break };
            let count = whole(first, &mut rest);
            if let Some(count) = count.and_then(|count| u64::try_from(count).ok()) {
                seen.fact(key, label, count);
            }
        }
        // Only of these two it is known that the name comes first.
        let named = [
            (self.class_count, "first_class", "First class"),
            (self.global_count, "first_global", "First global variable"),
        ];
        for (_, key, label) in named
            .into_iter()
            .filter(|(count, ..)| count.is_some_and(|c| c > 0))
        {
            if let Some(name) = string(&mut rest) {
                seen.fact(key, label, String::from_utf8_lossy(name).into_owned());
            }
        }
        seen.measure("rest", "Not understood", self.rest.len(), "bytes");
        seen
    }

    fn diagnose(&self, seen: &mut Diagnostics) {
        let mut rest = self.rest.as_bytes();
        let mut listed = 0;
        for (key, _, first) in self.counts() {
            let Some(first) = first else { break };
            match whole(first, &mut rest).and_then(|count| usize::try_from(count).ok()) {
                Some(count) => listed = count,
                None => {
                    let message = "a count that is negative or cut";
                    seen.add(&rules::NO_COUNT, || key.into(), message);
                }
            }
        }
        let least = listed.saturating_add(LISTS_AFTER);
        if rest.len() < least {
            let left = rest.len();
            let message = format!("of the module {left} of {least} bytes or more are left");
            seen.add(&rules::CUT, || "rest".into(), message);
        }
        if !is_set(self.no_debug_info) {
            let message = "names and lines are kept; the engine leaves them out";
            seen.add(&rules::DEBUG_INFO, || "no_debug_info".into(), message);
        }
    }
}

/// Lists after the global variables, each with a count: three of functions, and six tables of what the code uses.
const LISTS_AFTER: usize = 9;

impl Script {
    /// The first byte of each count, where the file has it, under the name of its field and one for people.
    fn counts(&self) -> [(&'static str, &'static str, Option<u8>); 5] {
        [
            ("enum_count", "Enumerations", Some(self.enum_count)),
            ("class_count", "Classes", self.class_count),
            ("funcdef_count", "Function types", self.funcdef_count),
            ("typedef_count", "Type names", self.typedef_count),
            ("global_count", "Global variables", self.global_count),
        ]
    }
}

/// A count whose first byte is a field and whose others begin the rest.
fn whole(first: u8, rest: &mut &[u8]) -> Option<i64> {
    const LONGEST: usize = 4;
    let mut bytes = vec![first];
    bytes.extend(rest.iter().take(LONGEST));
    let mut left = &*bytes;
    let count = number(&mut left)?;
    let taken = bytes.len() - left.len() - 1;
    *rest = &rest[taken..];
    Some(count)
}
