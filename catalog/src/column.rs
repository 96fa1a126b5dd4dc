//! [`Column`]: what a table says of each of its rows, and [`Row`]: a row that has such columns.

/// A column of a table.
#[derive(Debug)]
pub struct Column<R> {
    /// Its name.
    pub name: &'static str,
    /// The unit of its numbers; empty for plain numbers and texts.
    pub unit: &'static str,
    /// Whether rows may say nothing here.
    pub nullable: bool,
    /// What it says.
    pub about: &'static str,
    /// Its type, and how a row says it.
    pub get: Get<R>,
}

/// The type of a column, and how a row says it.
#[derive(Debug)]
pub enum Get<R> {
    /// A text in UTF-8.
    Text(fn(&R) -> Option<&str>),
    /// A whole number of 64 bits with a sign, for which all engines of queries have arithmetic.
    Integer(fn(&R) -> Option<i64>),
    /// A number with a fraction, of 64 bits.
    Number(fn(&R) -> Option<f64>),
    /// A moment in UTC, in nanoseconds since 1970.
    Moment(fn(&R) -> Option<i64>),
    /// Several texts.
    Texts(fn(&R) -> Option<&[String]>),
}

impl<R> Get<R> {
    /// The name of the type, as Arrow prints it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "utf8",
            Self::Integer(_) => "int64",
            Self::Number(_) => "float64",
            Self::Moment(_) => "timestamp[ns]",
            Self::Texts(_) => "list<utf8>",
        }
    }
}

/// A row of a table.
pub trait Row: Sized + 'static {
    /// The name of its table.
    const TABLE: &'static str;

    /// What a row is about.
    const ABOUT: &'static str;

    /// What it says; the first column is the path of its file.
    const COLUMNS: &'static [Column<Self>];
}

impl<R> Column<R> {
    pub(crate) const fn new(name: &'static str, about: &'static str, get: Get<R>) -> Self {
        Self::measure(name, "", about, get)
    }

    pub(crate) const fn measure(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        get: Get<R>,
    ) -> Self {
        Self {
            name,
            unit,
            nullable: true,
            about,
            get,
        }
    }

    /// One that every row says something in.
    pub(crate) const fn always(name: &'static str, about: &'static str, get: Get<R>) -> Self {
        Self {
            name,
            unit: "",
            nullable: false,
            about,
            get,
        }
    }
}
