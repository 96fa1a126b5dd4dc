//! [`Inspection`]: what a person wants to see of a file first.

/// What a person wants to see of a file first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inspection {
    /// Single facts about the whole file.
    pub facts: Vec<Fact>,
    /// One row per part: a track, an entity.
    pub tables: Vec<Table>,
}

/// One fact.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// Name for programs, in `snake_case`.
    pub key: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// What it is.
    pub value: FactValue,
    /// Unit of the value; empty for plain numbers and text.
    pub unit: &'static str,
}

/// Parts of a file, one row each.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Name for programs: the list's field name.
    pub key: &'static str,
    /// Names of the columns.
    pub columns: &'static [&'static str],
    /// One value per column.
    pub rows: Vec<Vec<FactValue>>,
}

/// A value to show.
#[derive(Debug, Clone, PartialEq)]
pub enum FactValue {
    /// Text.
    Text(String),
    /// A whole number.
    Integer(u64),
    /// A number as the file has it.
    Number(f32),
    /// A place below a folder, with slashes; folders end with one. In a table whose rows stand in such an
    /// order it can be shown as a tree.
    Path(String),
    /// Several words.
    Words(Vec<String>),
    /// Smallest and greatest.
    Range(f32, f32),
    /// Nothing to say.
    Nothing,
}

impl Inspection {
    /// Adds a fact.
    pub fn fact(&mut self, key: &'static str, label: &'static str, value: impl Into<FactValue>) {
        self.measure(key, label, value, "");
    }

    /// Adds a fact with a unit.
    pub fn measure(
        &mut self,
        key: &'static str,
        label: &'static str,
        value: impl Into<FactValue>,
        unit: &'static str,
    ) {
        self.facts.push(Fact {
            key,
            label,
            value: value.into(),
            unit,
        });
    }
}

impl From<String> for FactValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for FactValue {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<usize> for FactValue {
    fn from(number: usize) -> Self {
        Self::Integer(number as u64)
    }
}

impl From<u64> for FactValue {
    fn from(number: u64) -> Self {
        Self::Integer(number)
    }
}

impl From<u32> for FactValue {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<f32> for FactValue {
    fn from(number: f32) -> Self {
        Self::Number(number)
    }
}

impl From<Option<(f32, f32)>> for FactValue {
    fn from(range: Option<(f32, f32)>) -> Self {
        range.map_or(Self::Nothing, |(least, most)| Self::Range(least, most))
    }
}
