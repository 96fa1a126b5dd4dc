//! What a person wants to know of code first.

use formwork_schema::escape::escape;

use super::{Code, Flag, scan};
use crate::inspect::{Inspect, Inspection, Table, Value};

impl Inspect for Code {
    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        let code = self.code.as_bytes();
        let lines = code.iter().filter(|byte| **byte == b'\n').count();
        let rest = code.last().is_some_and(|last| *last != b'\n');
        seen.fact("lines", "Lines", lines + usize::from(rest));
        flags(&mut seen, &self.flags());
        let names = scan(code).includes.into_iter();
        let names = names.map(|include| code.get(include.name).unwrap_or_default());
        includes(&mut seen, names.map(|name| (String::new(), name.to_vec())));
        seen
    }
}

/// The fact that names the flags.
pub(in crate::horde3d) fn flags(seen: &mut Inspection, flags: &[Flag]) {
    if !flags.is_empty() {
        seen.fact("flags", "Flags", words(flags));
    }
}

/// The fact that names the flags of all the code that is put together, where there are more.
pub(in crate::horde3d) fn all_flags(seen: &mut Inspection, own: &[Flag], all: &[Flag]) {
    if own != all {
        seen.fact("flags_with_includes", "With includes", words(all));
    }
}

fn words(flags: &[Flag]) -> Value {
    let flag = |flag: &Flag| format!("_F{:02}_{}", flag.number, flag.name);
    Value::Words(flags.iter().map(flag).collect())
}

/// The table of includes: who includes, and the name.
pub(in crate::horde3d) fn includes(
    seen: &mut Inspection,
    includes: impl Iterator<Item = (String, Vec<u8>)>,
) {
    let row = |(from, name): (String, Vec<u8>)| {
        let name = escape(&name).into_owned();
        vec![name.into(), from.into()]
    };
    let rows: Vec<Vec<Value>> = includes.map(row).collect();
    if !rows.is_empty() {
        let columns = &["INCLUDE", "IN"];
        seen.tables.push(Table {
            key: "includes",
            columns,
            rows,
        });
    }
}
