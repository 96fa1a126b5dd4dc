//! The one error type below the command line.

use std::fmt;

use crate::escape::Printable;

/// Who is at fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The file is wrong: its bytes, or the text it was written as, cannot be what the layout says.
    Malformed,
    /// The file is of a kind or version that is not known here.
    Unsupported,
    /// The caller is wrong: a tree that contradicts itself, a name that does not exist.
    Invalid,
    /// A limit was hit.
    Limit,
    /// The system failed: reading, writing, memory.
    System,
    /// Formwork is wrong: its two readers disagree.
    Disagreement,
}

impl Kind {
    /// The word for it in messages and in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Unsupported => "unsupported",
            Self::Invalid => "invalid",
            Self::Limit => "limit",
            Self::System => "system",
            Self::Disagreement => "disagreement",
        }
    }
}

/// What went wrong, where in the file and where in the tree, and what to do.
///
/// Prints as `malformed: tracks[0].name at 0x1a: the file ends, 3 more bytes needed`, on one line, [printable](Printable).
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    kind: Kind,
    offset: Option<u64>,
    line: Option<(u64, u64)>,
    path: String,
    message: String,
    help: String,
}

/// Bytes of a very long path that are shown at either end.
const SHOWN: usize = 100;

/// What anything below the command line returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error without a place yet.
    #[must_use]
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            kind,
            offset: None,
            line: None,
            path: String::new(),
            message: message.into(),
            help: String::new(),
        }))
    }

    /// Says where in the file, in bytes from its start.
    #[must_use]
    pub fn at(mut self, offset: u64) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// Says where in a text: line and column, both from 1.
    #[must_use]
    pub fn at_line(mut self, line: u64, column: u64) -> Self {
        self.0.line = Some((line, column));
        self
    }

    /// Says where in the tree.
    #[must_use]
    pub fn of(mut self, path: impl fmt::Display) -> Self {
        self.0.path = path.to_string();
        self
    }

    /// Says what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }

    /// Who is at fault.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.0.kind
    }

    /// Where in the file, in bytes from its start.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// Where in a text: line and column, both from 1.
    #[must_use]
    pub fn line(&self) -> Option<(u64, u64)> {
        self.0.line
    }

    /// Where in the tree, in full; empty at the root. What prints leaves out the middle of a very long one.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// What went wrong, without the place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to do about it; empty when nothing can be advised.
    #[must_use]
    pub fn advice(&self) -> &str {
        &self.0.help
    }
}

/// A path, without its middle when it is very long.
fn short(path: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if path.len() <= 2 * SHOWN {
        return f.write_str(path);
    }
    let head = path.floor_char_boundary(SHOWN);
    let tail = path.ceil_char_boundary(path.len() - SHOWN);
    // Whole steps, where there are any.
    let head = path[..head].rfind('.').unwrap_or(head);
    let tail = path[tail..].find('.').map_or(tail, |dot| tail + dot);
    write!(f, "{}…{}", &path[..head], &path[tail..])
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner {
            kind,
            offset,
            line,
            path,
            message,
            help,
        } = &*self.0;
        write!(f, "{}: ", kind.name())?;
        short(&Printable(path).to_string(), f)?;
        let gap = if path.is_empty() { "" } else { " " };
        if let Some(offset) = offset {
            write!(f, "{gap}at {offset:#x}")?;
        } else if let Some((line, column)) = line {
            write!(f, "{gap}at line {line}, column {column}")?;
        }
        if !path.is_empty() || offset.is_some() || line.is_some() {
            f.write_str(": ")?;
        }
        Printable(message).fmt(f)?;
        if !help.is_empty() {
            write!(f, "; {}", Printable(help))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::new(Kind::System, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_very_long_path_is_shown_without_its_middle() {
        let path = "value.list".to_owned() + &".items[0].value.list".repeat(40);
        let error = Error::new(Kind::Limit, "too deep").of(&path);
        assert_eq!(error.path(), path);
        let text = error.to_string();
        assert!(text.starts_with("limit: value.list.items[0]"), "{text}");
        assert!(text.ends_with(".items[0].value.list: too deep"), "{text}");
        assert!(text.contains('…') && text.len() < 240, "{text}");
        // Bytes of one letter stay together.
        let odd = Error::new(Kind::Limit, "x").of("ä".repeat(150)).to_string();
        assert!(odd.contains('…'), "{odd}");
        let short = Error::new(Kind::Limit, "x").of("a.b").to_string();
        assert_eq!(short, "limit: a.b: x");
    }
}
