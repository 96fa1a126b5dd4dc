//! What the text of an attribute means.

/// What the text of an attribute means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number, as C's `atoi` reads it.
    Integer,
    /// A number, as C's `strtof` reads it.
    Float,
    /// Yes or no.
    Truth(Truth),
    /// One of some words, in any case.
    Word(&'static [Word]),
}

/// Which words mean yes, and which no; case does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// `true` and `1` mean yes, everything else no.
    TrueOrOne,
    /// `true` means yes, everything else no; also `1`.
    True,
    /// `false` and `0` mean no, everything else yes.
    NotFalseOrZero,
}

/// A word, and what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// As it is usually written.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// A type that an attribute may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of an attribute",
    label = "an attribute is a `String`, `f32`, `i32`, `bool`, or made by `words!`"
)]
pub trait Value: Sized {
    /// What the text means.
    const KIND: Kind;
}

impl Value for String {
    const KIND: Kind = Kind::Text;
}

impl Value for f32 {
    const KIND: Kind = Kind::Float;
}

impl Value for i32 {
    const KIND: Kind = Kind::Integer;
}

impl Value for bool {
    const KIND: Kind = Kind::Truth(Truth::TrueOrOne);
}

impl Truth {
    /// What a text means.
    #[must_use]
    pub fn read(self, text: &str) -> bool {
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        match self {
            Self::TrueOrOne => is("true") || text == "1",
            Self::True => is("true"),
            Self::NotFalseOrZero => !is("false") && text != "0",
        }
    }

    /// Whether a text is one of the words that somebody would write.
    #[must_use]
    pub fn is_usual(self, text: &str) -> bool {
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        is("true") || is("false") || (self != Self::True && matches!(text, "0" | "1"))
    }
}
