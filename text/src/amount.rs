//! [`plural`]: numbers of things.

/// A number of things.
pub(crate) fn plural(count: u64, what: &str) -> String {
    if count == 1 {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}
