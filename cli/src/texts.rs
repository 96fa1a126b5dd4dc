//! Formats that are text, in the commands.

use formwork_formats::{
    Inspection, TextFormat, TextJob, dispatch_text, horde3d::graph::Library, prove,
};
use formwork_schema::{
    Error, Finding, Kind, Limits, Reference, Result,
    fault::Fault,
    json::{self, Node},
};
use serde_json::{Value, json};

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

    /// The text as it is, unless its engine refuses it.
    pub(crate) fn accepted(self) -> Result<Vec<u8>> {
        self.ask(Accepted { file: self })
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

struct Accepted<'a> {
    file: TextFile<'a>,
}

impl TextJob for Accepted<'_> {
    type Output = Result<Vec<u8>>;

    fn run<T: TextFormat>(self) -> Self::Output {
        T::parse(self.file.bytes, self.file.limits)?.to_bytes()
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
        let object = Node::parse(self.object)?;
        let json::Value::Object(members) = &object.value else {
            let fault = object.unexpected("what `decode` writes");
            return Err(fault.placed_along(self.object));
        };
        let known = ["formwork", "format", "version", "value"];
        if let Some(other) = members.iter().find(|one| !known.contains(&&*one.name)) {
            let fault = Fault::malformed("no member of what `decode` writes");
            let fault = fault.at(other.at).in_member(&other.name);
            return Err(fault.placed_along(self.object));
        }
        match object.get("value") {
            Some(value) => T::from_json(value, self.object)?.canonical(),
            None => {
                let fault = Fault::malformed("missing the member `value`");
                Err(fault.placed_along(self.object))
            }
        }
    }
}
