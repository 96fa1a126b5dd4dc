//! What is told of files: diagnostics and differences.

use formwork_files::Side;
use formwork_formats::{Asset, Profile};
use formwork_schema::{Diagnostic as Told, Engines, Error, Kind, Result};
use formwork_text::diff::{DiffOptions, Lines, Objects, diff};
use pyo3::prelude::*;
use serde_json::Map;

use crate::error::raised;

/// Something that is wrong with a file, or good to know of it.
#[pyclass(frozen, get_all, module = "formwork_assets")]
pub(crate) struct Diagnostic {
    /// The code of the rule: `U0108-mapping-out-of-range`.
    code: String,
    /// `note`, `warning` or `error`.
    severity: &'static str,
    /// What is wrong here.
    message: String,
    /// Where in the tree; `None` for the file as a whole.
    field: Option<String>,
    /// The first byte of the place, from the start of the file, where it has one.
    offset: Option<u64>,
    /// The byte behind it.
    end: Option<u64>,
    /// The line, counted from 1, where the file has lines.
    line: Option<u64>,
    /// The column in characters, counted from 1, where the file has lines.
    column: Option<u64>,
    /// In how many places.
    count: u64,
}

impl From<Told> for Diagnostic {
    fn from(told: Told) -> Self {
        let place = told.location;
        Self {
            code: told.rule.code.to_string(),
            severity: told.severity.name(),
            message: told.message,
            field: Some(place.path).filter(|path| !path.is_empty()),
            offset: place.bytes.as_ref().map(|bytes| bytes.start),
            end: place.bytes.as_ref().map(|bytes| bytes.end),
            line: Some(place.line).filter(|line| *line > 0),
            column: Some(place.column).filter(|column| *column > 0),
            count: told.count,
        }
    }
}

#[pymethods]
impl Diagnostic {
    fn __repr__(&self) -> String {
        format!("<{}>", self.__str__())
    }

    fn __str__(&self) -> String {
        let field = self.field.as_ref().map(|field| format!("{field}: "));
        let Self {
            severity,
            code,
            message,
            ..
        } = self;
        format!("{severity}: {code}: {}{message}", field.unwrap_or_default())
    }
}

/// The engines of some ids.
pub(crate) fn profile(py: Python<'_>, ids: Vec<String>) -> PyResult<Profile> {
    let mut engines = Engines::NONE;
    for id in ids {
        let one: Engines = id.parse().map_err(|error: Error| raised(py, &error, ""))?;
        engines = engines.or(one);
    }
    Ok(Profile { engines })
}

/// Everything that is wrong with a file, as `formwork check` tells it.
pub(crate) fn diagnose(asset: &Asset, profile: &Profile) -> Vec<Diagnostic> {
    let all = formwork_files::diagnose(asset, profile);
    all.into_iter().map(Diagnostic::from).collect()
}

/// The differences of two files, as JSON and as lines.
pub(crate) fn differences(
    a: &Asset,
    b: &Asset,
    names: [String; 2],
    all: bool,
    tolerance: f64,
) -> Result<(String, String)> {
    if a.id() != b.id() {
        let message = format!(
            "only files of one format can be compared: {} and {}",
            a.id(),
            b.id()
        );
        return Err(Error::new(Kind::Invalid, message));
    }
    let (mut json, mut lines) = (Vec::new(), Vec::new());
    if a.bytes() != b.bytes() {
        if a.picture().is_some() {
            // Pictures have no tree to compare, which their reader says.
            a.tree().map(drop)?;
        }
        let [old, new] = Side::of(a, b);
        let (old, new) = (old?, new?);
        let (old, new) = (old.outline(a)?, new.outline(b)?);
        let heads = [&old, &new].map(|side| format!("{} {}", a.id(), side.version()));
        let heads = names
            .into_iter()
            .zip(heads)
            .map(|(name, head)| match name.as_str() {
                "" => head,
                name => format!("{name} ({head})"),
            });
        let heads: Vec<String> = heads.collect();
        let heads = <[String; 2]>::try_from(heads).unwrap_or_default();
        let mut objects = Objects::new(&mut json, &Map::new());
        let mut text = Lines::new(&mut lines, heads, false);
        let options = DiffOptions { all, tolerance };
        diff(&old, &new, options, &mut |one| {
            objects.tell(one)?;
            text.tell(one)
        })?;
        objects.finish()?;
        text.finish()?;
    }
    let utf8 = |bytes| {
        String::from_utf8(bytes)
            .map_err(|_| Error::new(Kind::Disagreement, "a difference is not UTF-8"))
    };
    Ok((utf8(json)?, utf8(lines)?))
}
