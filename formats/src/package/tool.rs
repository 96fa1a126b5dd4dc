//! What the official packer, PackageTool of Urho3D, makes of a folder.
//!
//! After `PackageTool.cpp` of Urho3D.

/// How hard it tries to make files small, as a level of LZ4 HC.
pub const LEVEL: i32 = 9;

/// Whether it looks into a folder of this name: not into hidden ones, and not into those whose names it changes before it opens them.
#[must_use]
pub fn looks_into(name: &[u8]) -> bool {
    let is_changed = name.contains(&b'\\') || name.ends_with(b" ") || name.ends_with(b"\t");
    !is_hidden(name) && !is_changed
}

/// Whether it takes files of this name: not hidden ones, and none of two extensions.
#[must_use]
pub fn takes_name(name: &[u8]) -> bool {
    let dot = name.iter().rposition(|byte| *byte == b'.');
    let extension = dot.map_or(&b""[..], |dot| &name[dot + 1..]);
    let is = |of: &[u8]| extension.eq_ignore_ascii_case(of);
    !is_hidden(name) && !is(b"bak") && !is(b"rule")
}

/// Whether it takes files of so many bytes: not empty ones.
#[must_use]
pub fn takes_size(size: u64) -> bool {
    size > 0
}

fn is_hidden(name: &[u8]) -> bool {
    name.starts_with(b".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_leaves_out_what_is_hidden_or_a_copy() {
        let names = [
            "a.mdl",
            "bak",
            "a.bak",
            "A.BAK",
            "a.rule",
            ".a",
            ".bak",
            "a.bak.mdl",
            "a.",
        ];
        let taken: Vec<&str> = names
            .into_iter()
            .filter(|name| takes_name(name.as_bytes()))
            .collect();
        assert_eq!(taken, ["a.mdl", "bak", "a.bak.mdl", "a."]);
        let folders = ["Models", ".git", "a\\b", "a ", "a\t", " a"];
        let seen: Vec<&str> = folders
            .into_iter()
            .filter(|name| looks_into(name.as_bytes()))
            .collect();
        assert_eq!(seen, ["Models", " a"]);
        assert!(takes_size(1) && !takes_size(0));
    }
}
