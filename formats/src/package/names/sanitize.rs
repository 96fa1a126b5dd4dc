//! Harmless paths for names that are none.

use super::policy::{FORBIDDEN, LONGEST, LONGEST_PATH, is_device, is_long, is_run};

/// How much of a long name stays: a number may follow.
const CUT: usize = 200;

/// A path for a name that is none.
pub(super) fn sanitize(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let parts = name
        .split(['/', '\\'])
        .filter(|part| !matches!(*part, "" | "." | ".."));
    let parts: Vec<String> = parts.map(sanitize_part).collect();
    if parts.is_empty() {
        return "_".into();
    }
    let path = parts.join("/");
    match parts.last() {
        Some(last) if is_long(&path) || path.len() + LONGEST > LONGEST_PATH => last.clone(),
        _ => path,
    }
}

fn sanitize_part(part: &str) -> String {
    let is_odd =
        |c: char| c.is_control() || FORBIDDEN.contains(&c) || c == char::REPLACEMENT_CHARACTER;
    let mut part = part.replace(is_odd, "_");
    if part.len() > CUT {
        part.truncate(part.floor_char_boundary(CUT));
    }
    if part.ends_with(['.', ' ']) {
        part.pop();
        part.push('_');
    }
    if is_device(&part) || is_run(part.as_bytes()) {
        part.insert(0, '_');
    }
    part
}

/// A path with a number before its extension.
pub(super) fn numbered(path: &str, number: u64) -> String {
    let (folder, file) = match path.rsplit_once('/') {
        Some((folder, file)) => (format!("{folder}/"), file),
        None => (String::new(), path),
    };
    match file.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => {
            format!("{folder}{stem}~{number}.{extension}")
        }
        _ => format!("{folder}{file}~{number}"),
    }
}
