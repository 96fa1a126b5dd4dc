//! What a person wants to know of code first.

use formwork_schema::escape::escape;

use super::flags::Flag;
use crate::inspect::{FactValue, Inspection, Table};

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

fn words(flags: &[Flag]) -> FactValue {
    let flag = |flag: &Flag| format!("_F{:02}_{}", flag.number, flag.name);
    FactValue::Words(flags.iter().map(flag).collect())
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
    let rows: Vec<Vec<FactValue>> = includes.map(row).collect();
    if !rows.is_empty() {
        let columns = &["INCLUDE", "IN"];
        seen.tables.push(Table {
            key: "includes",
            columns,
            rows,
        });
    }
}
