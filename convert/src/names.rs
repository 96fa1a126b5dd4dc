//! Names as parts of paths.

use formwork_formats::package::names::problem;

/// How much of a long name stays: numbers and extensions follow it.
const LONGEST: usize = 180;

/// A name as the stem of a file that every system can have: without what file systems and engines refuse, and not too long. Empty
/// where nothing of it is left.
pub(crate) fn file_stem(name: &str) -> String {
    let is_bad = |letter: char| letter.is_control() || "<>?*:\"/\\|".contains(letter);
    let kept: String = name.chars().filter(|letter| !is_bad(*letter)).collect();
    let kept = &kept[..kept.floor_char_boundary(LONGEST)];
    let kept = kept.trim_matches([' ', '.']);
    // All that can still be wrong is that it is a device of Windows.
    match problem(kept.as_bytes()) {
        Some(_) if !kept.is_empty() => format!("_{kept}"),
        _ => kept.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_names_everywhere() {
        for (name, stem) in [
            ("Walk", "Walk"),
            ("a/b\\c:d\n", "abcd"),
            (" ..x.. ", "x"),
            ("CON", "_CON"),
            ("nul.old", "_nul.old"),
            ("...", ""),
            ("", ""),
        ] {
            assert_eq!(file_stem(name), stem);
        }
        let long = file_stem(&"ä".repeat(150));
        assert_eq!(long, "ä".repeat(90));
        assert_eq!(problem(long.as_bytes()), None);
    }
}
