//! What a name that is not known was meant to be.

/// A suggestion for a name that differs in case, or in few letters.
pub(super) fn nearest<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> String {
    let best = known
        .map(|known| (distance(name, known), known))
        .filter(|(distance, known)| *distance <= known.len() / 3)
        .min();
    best.map_or_else(String::new, |(_, known)| format!("; is `{known}` meant?"))
}

/// How many letters must be changed, added or left out.
fn distance(a: &str, b: &str) -> usize {
    /// Longer names are no slips of the pen.
    const LONGEST: usize = 64;
    if a.len().max(b.len()) > LONGEST {
        return usize::MAX;
    }
    let fold = |c: char| c.to_ascii_lowercase();
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let change = corner + usize::from(fold(x) != fold(y));
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}
