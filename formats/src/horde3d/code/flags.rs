//! [`Flag`]: the shader flags that code asks for.

use formwork_schema::sorted;

use super::scan::{self, Scan};

/// A shader flag that code asks for: materials switch them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Flag {
    /// Its number, from 1 to 32.
    pub number: u8,
    /// What follows the number, for people: `Skinning` of `_F01_Skinning`.
    pub name: String,
}

/// The flags of some code; each once, in order of number.
pub(in crate::horde3d) fn flags(code: &[u8], scan: &Scan) -> Vec<Flag> {
    let known = scan
        .flags
        .iter()
        .filter(|flag| (1..=32).contains(&flag.number));
    let flag = |flag: &scan::Flag| {
        let deleted = code.get(flag.deleted.clone()).unwrap_or_default();
        let name = deleted.iter().map(|byte| char::from(*byte));
        Flag {
            number: flag.number,
            name: name
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect(),
        }
    };
    let mut flags: Vec<Flag> = known.map(flag).collect();
    sorted::ascending(&mut flags);
    flags.dedup();
    flags
}
