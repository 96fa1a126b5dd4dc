//! Formats that are text, in the commands.

use formwork_formats::{
    Inspection, TextFormat, TextJob, dispatch_text, horde3d::graph::Library, prove,
};
use formwork_schema::{Error, Finding, Kind, Limits, Reference, Result};
use serde_json::{Map, Value, json};

/// Bytes that are a text of one of our formats.
#[derive(Clone, Copy)]
pub(crate) struct TextFile<'a> {
    /// Id of the format.
    pub(crate) format: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) limits: &'a Limits,
}

/// What a text is and what there is to say about it.
pub(crate) struct Look {
    pub(crate) version: String,
    pub(crate) inspection: Inspection,
    pub(crate) findings: Vec<Finding>,
    pub(crate) references: Vec<Reference>,
}

/// Whether a format is a text.
pub(crate) fn is_text(format: &str) -> bool {
    formwork_formats::text(format).is_some()
}

impl TextFile<'_> {
    /// Proves that it is understood; its version and findings.
    pub(crate) fn prove(self, steps: &mut Vec<&'static str>) -> Result<Look> {
        self.ask(Prove { file: self, steps })
    }

    /// What a person wants to know first.
    pub(crate) fn look(self) -> Result<Look> {
        self.ask(See { file: self })
    }

    /// The same, where what it includes can be found.
    pub(crate) fn look_among(self, library: &dyn Library) -> Result<Inspection> {
        let file = self;
        self.ask(Among { file, library })
    }

    /// The text in our own hand.
    pub(crate) fn canonical(self) -> Result<Vec<u8>> {
        self.ask(Canonical { file: self })
    }

    /// The object that `encode` takes.
    pub(crate) fn envelope(self) -> Result<Value> {
        self.ask(Envelope { file: self })
    }

    fn ask<T>(self, job: impl TextJob<Output = Result<T>>) -> Result<T> {
        let unknown = || Err(Error::new(Kind::Unsupported, self.format));
        dispatch_text(self.format, job).unwrap_or_else(unknown)
    }
}

struct Prove<'a, 's> {
    file: TextFile<'a>,
    steps: &'s mut Vec<&'static str>,
}

impl TextJob for Prove<'_, '_> {
    type Output = Result<Look>;

    fn run<T: TextFormat>(self) -> Result<Look> {
        let Self { file, steps } = self;
        let text: T = prove(file.bytes, file.limits, &mut |step| steps.push(step))?;
        Ok(look(&text))
    }
}

struct See<'a> {
    file: TextFile<'a>,
}

impl TextJob for See<'_> {
    type Output = Result<Look>;

    fn run<T: TextFormat>(self) -> Result<Look> {
        T::parse(self.file.bytes, self.file.limits).map(|text| look(&text))
    }
}

struct Among<'a> {
    file: TextFile<'a>,
    library: &'a dyn Library,
}

impl TextJob for Among<'_> {
    type Output = Result<Inspection>;

    fn run<T: TextFormat>(self) -> Result<Inspection> {
        let Self { file, library } = self;
        let text = T::parse(file.bytes, file.limits)?;
        Ok(text.inspect_among(library, file.limits))
    }
}

fn look<T: TextFormat>(text: &T) -> Look {
    Look {
        version: text.version(),
        inspection: text.inspect(),
        findings: text.findings(),
        references: text.references(),
    }
}

struct Canonical<'a> {
    file: TextFile<'a>,
}

impl TextJob for Canonical<'_> {
    type Output = Result<Vec<u8>>;

    fn run<T: TextFormat>(self) -> Self::Output {
        T::parse(self.file.bytes, self.file.limits)?.canonical()
    }
}

struct Envelope<'a> {
    file: TextFile<'a>,
}

impl TextJob for Envelope<'_> {
    type Output = Result<Value>;

    fn run<T: TextFormat>(self) -> Result<Value> {
        let text = T::parse(self.file.bytes, self.file.limits)?;
        Ok(json!({
            "formwork": 1,
            "format": T::INFO.id,
            "version": text.version(),
            "value": text.to_json()?,
        }))
    }
}

/// The text that an object of `decode` means; `None` when its format is no text.
pub(crate) fn encode(format: &str, object: &str) -> Option<Result<Vec<u8>>> {
    dispatch_text(format, Encode { object })
}

struct Encode<'a> {
    object: &'a str,
}

impl TextJob for Encode<'_> {
    type Output = Result<Vec<u8>>;

    fn run<T: TextFormat>(self) -> Self::Output {
        let mut object: Map<String, Value> =
            serde_json::from_str(self.object).map_err(|error| {
                let (line, column) = (error.line() as u64, error.column() as u64);
                Error::new(Kind::Malformed, error.to_string()).at_line(line, column)
            })?;
        let value = object.remove("value").unwrap_or(Value::Null);
        let known = ["formwork", "format", "version"];
        if let Some(other) = object.keys().find(|key| !known.contains(&key.as_str())) {
            let message = "no member of what `decode` writes";
            return Err(Error::new(Kind::Malformed, message).of(other));
        }
        T::from_json(&value)?.canonical()
    }
}
