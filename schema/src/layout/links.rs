//! What fields say of other parts of the tree: which list a number counts in, and which list describes others.

use std::fmt;

use super::{List, Str};

/// The list that a number, or each of several, is an index into. Counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexOf {
    /// A list of the root struct, by its name.
    pub list: Str,
    /// A list, by its path from the root: where any of that name has items, the number counts in that one and is no such index. Empty
    /// for most.
    pub unless: Str,
}

impl IndexOf {
    /// Reads the printed form: `bones`, or `bones unless geometries.bone_mapping`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (list, unless) = match text.split_once(" unless ") {
            Some((list, unless)) => (list, unless),
            None => (text, ""),
        };
        let is_path = |path: &str| path.split('.').all(is_name);
        (is_name(list) && (is_path(unless) || !text.contains(' '))).then(|| Self {
            list: list.to_owned().into(),
            unless: unless.to_owned().into(),
        })
    }
}

impl fmt::Display for IndexOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.list)?;
        if !self.unless.is_empty() {
            write!(f, " unless {}", self.unless)?;
        }
        Ok(())
    }
}

/// What the items of a list are called, where another list describes them one by one: the attributes of a vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    /// The list that describes them, a field of a struct around this one.
    pub list: Str,
    /// The field of its items that says what an item means.
    pub meaning: Str,
    /// The field of its items that tells items of one meaning apart.
    pub number: Str,
    /// What each meaning is called, from 0 on. A `#` stands for the number; without it a number that is not 0 follows the word.
    pub words: List<Str>,
    /// The word of items whose numbers are indices, as [`Field::index_of`](super::Field::index_of) says; empty for none.
    pub indices: Str,
}

impl Columns {
    /// Reads `elements: meaning number`, and the words.
    #[must_use]
    pub fn parse(named_by: &str, words: &str, indices: &str) -> Option<Self> {
        let (list, fields) = named_by.split_once(": ")?;
        let (meaning, number) = fields.split_once(' ')?;
        let words: Vec<&str> = words.split_ascii_whitespace().collect();
        let is_word = |word: &str| is_name(&word.replace('#', "0"));
        let is_fine = [list, meaning, number].into_iter().all(is_name)
            && words.iter().all(|word| is_word(word))
            && (indices.is_empty() || words.contains(&indices));
        is_fine.then(|| Self {
            list: list.to_owned().into(),
            meaning: meaning.to_owned().into(),
            number: number.to_owned().into(),
            words: words
                .into_iter()
                .map(|word| word.to_owned().into())
                .collect::<Vec<Str>>()
                .into(),
            indices: indices.to_owned().into(),
        })
    }

    /// Which list describes the items, and by which of its fields: the printed form.
    #[must_use]
    pub fn named_by(&self) -> String {
        format!("{}: {} {}", self.list, self.meaning, self.number)
    }

    /// Whether items of this meaning are indices.
    #[must_use]
    pub fn are_indices(&self, meaning: i128) -> bool {
        let word = usize::try_from(meaning)
            .ok()
            .and_then(|place| self.words.get(place));
        !self.indices.is_empty() && word == Some(&self.indices)
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
