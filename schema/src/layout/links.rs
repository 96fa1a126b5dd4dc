//! What fields say of other parts of the tree: which list a number counts in, and which list describes others.

use std::fmt;

use super::{Field, Layout, List, Str, Struct, Type};
use crate::{value::Value, walk::Scalar};

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
    /// The word of items whose numbers are indices, as [`Field::index_of`] says; empty for none.
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

    /// The names of the items of `list` with these meanings and numbers, no two alike.
    #[must_use]
    pub fn names(&self, described: &[(i128, i128)], list: &Field) -> Vec<String> {
        let item = crate::place::item_name(list);
        let mut names: Vec<String> = Vec::with_capacity(described.len());
        let mut known = std::collections::HashSet::new();
        for (place, (meaning, number)) in described.iter().enumerate() {
            let mut name = self.name(*meaning, *number);
            if !known.insert(name.clone()) {
                // Where two mean the same, the first counts.
                name = format!("{item}_{place}");
                known.insert(name.clone());
            }
            names.push(name);
        }
        names
    }

    /// DiffHints and number of each item that a list describes; none where the list has no such fields.
    pub(crate) fn described(
        &self,
        layout: &Layout,
        list: &Field,
        value: &Value,
    ) -> Option<Vec<(i128, i128)>> {
        let target = layout.get(list.ty.struct_ref()?);
        let place = |name: &str| target.fields().iter().position(|field| field.name == *name);
        let (meaning, number) = (place(&self.meaning)?, place(&self.number)?);
        Some(match value {
            Value::List(items) => items
                .iter()
                .map(|item| (int(item.field(meaning), &[]), int(item.field(number), &[])))
                .collect(),
            Value::Rows(rows) => {
                let item = rows.row().item();
                let (meaning, number) = (item.field(meaning), item.field(number));
                rows.raw()
                    .map(|raw| (int(meaning, raw), int(number, raw)))
                    .collect()
            }
            _ => return None,
        })
    }

    fn name(&self, meaning: i128, number: i128) -> String {
        let word = usize::try_from(meaning)
            .ok()
            .and_then(|place| self.words.get(place));
        match word {
            Some(word) if word.contains('#') => word.replace('#', &number.to_string()),
            Some(word) if number == 0 => word.to_string(),
            Some(word) => format!("{word}_{number}"),
            None => format!("{}_{meaning}_{number}", self.meaning),
        }
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

impl Struct {
    /// The one list that is all of this struct, whose items another list names.
    #[must_use]
    pub fn columns(&self) -> Option<(&Field, &Columns)> {
        match self.fields() {
            [field] => Some((field, field.columns.as_ref()?)),
            _ => None,
        }
    }
}

impl Layout {
    /// Every field that is an index, with the list that it is one of.
    pub fn indices(&self) -> Vec<(&Struct, &Field, &IndexOf)> {
        let structs = self.structs().into_iter();
        let fields =
            structs.flat_map(|one| one.field_lists().flatten().map(move |field| (one, field)));
        fields
            .filter_map(|(one, field)| Some((one, field, field.index_of.as_ref()?)))
            .collect()
    }

    /// The list that a number is an index into, where texts say the name of an item in place of the number.
    #[must_use]
    pub fn link<'f>(&self, field: &'f Field) -> Option<&'f IndexOf> {
        let of = field.index_of.as_ref()?;
        let is_single = matches!(field.ty.peeled(), Type::Prim(kind) if kind.is_whole());
        let mut fields = self.root().fields().iter();
        let list = fields.find(|field| field.name == of.list)?;
        let target = self.get(list.ty.struct_ref()?);
        let mut fields = target.fields().iter();
        let is_name = |field: &Field| field.name == *"name" && field.ty.is_text();
        (is_single && fields.any(is_name)).then_some(of)
    }

    /// The structs whose instances carry their number in texts: the items of numbered lists.
    #[must_use]
    pub fn numbered_items(&self) -> Vec<&str> {
        let fields = self.root().fields().iter();
        let numbered = fields.filter(|field| self.is_numbered(field));
        numbered
            .filter_map(|field| Some(&*field.ty.struct_ref()?.name))
            .collect()
    }

    /// The fields of the root whose items are numbered, because indices count them.
    #[must_use]
    pub fn is_numbered(&self, field: &Field) -> bool {
        let has_number = |target: &Struct| {
            let mut fields = target.field_lists().flatten();
            !target.fields().is_empty() && !fields.any(|field| field.name == *"index")
        };
        let target = match &field.ty {
            Type::List(item) | Type::Packed(item) => match item.peeled() {
                Type::Struct(target) => Some(self.get(target)),
                _ => None,
            },
            _ => None,
        };
        target.is_some_and(|target| has_number(target) && target.style == super::Style::Record)
            && self
                .indices()
                .iter()
                .any(|(_, _, of)| of.list == field.name)
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// A number of an item, of which these are the bytes.
fn int(value: Option<&Value>, item: &[u8]) -> i128 {
    match value {
        Some(Value::Int(number)) => number.get(),
        Some(Value::Cell(cell)) => match cell.scalar(item) {
            Scalar::Int(number) => number,
            _ => 0,
        },
        _ => 0,
    }
}
