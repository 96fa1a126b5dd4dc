//! [`fold`]: names whatever their letter case.

use unicode_normalization::UnicodeNormalization as _;

/// A name as systems see it that do not tell upper from lower case, nor a letter with its accent from a letter
/// and an accent. Whether these take `ß` for `ss` differs, so it counts as equal.
#[must_use]
pub fn fold(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let composed = name.nfc();
    // Letter by letter: what `Σ` becomes would depend on its neighbours. By way of the upper case, for only that
    // makes `ſ` an `s`; and in lower case first, for `ẞ` is in upper case already.
    let folded = composed
        .flat_map(char::to_lowercase)
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase);
    // Other cases may bring accents of their own.
    folded.nfc().collect()
}
