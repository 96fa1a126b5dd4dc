//! Errors of the crates as exceptions.

use formwork_schema::{Diagnostic, Error, Kind};
use pyo3::{exceptions::PyFileExistsError, prelude::*, sync::PyOnceLock, types::PyDict};

/// The module with the exceptions.
fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let made = || Ok::<_, PyErr>(py.import("formwork_assets._errors")?.unbind());
    Ok(MODULE.get_or_try_init(py, made)?.bind(py).clone())
}

fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Malformed => "MalformedError",
        Kind::Unsupported => "UnsupportedError",
        Kind::Invalid => "InvalidError",
        Kind::Limit => "LimitError",
        Kind::Disagreement => "DisagreementError",
        _ => "FormworkError",
    }
}

/// The exception for an error about a file; the name is empty for what has none.
pub(crate) fn raised(py: Python<'_>, error: &Error, file: &str) -> PyErr {
    exception(py, error, file).unwrap_or_else(|other| other)
}

fn exception(py: Python<'_>, error: &Error, file: &str) -> PyResult<PyErr> {
    let front = match file {
        "" => String::new(),
        file => format!("{file}: "),
    };
    let told = PyDict::new(py);
    told.set_item("path", (!file.is_empty()).then_some(file))?;
    told.set_item("offset", error.offset())?;
    told.set_item("line", error.line().map(|(line, _)| line))?;
    told.set_item("column", error.line().map(|(_, column)| column))?;
    told.set_item("code", Diagnostic::from(error).rule.code)?;
    told.set_item("field", (!error.path().is_empty()).then_some(error.path()))?;
    // Parameters are called as options of the command are, but for the dashes.
    let advice = error.advice().replace("--max-", "max_");
    told.set_item("help", (!advice.is_empty()).then_some(advice))?;
    let class = module(py)?.getattr(class(error.kind()))?;
    let raised = class.call((format!("{front}{error}"),), Some(&told))?;
    Ok(PyErr::from_value(raised))
}

/// The exception for what a caller asked that there is not.
pub(crate) fn invalid(py: Python<'_>, field: &str, message: impl Into<String>) -> PyErr {
    raised(py, &Error::new(Kind::Invalid, message).of(field), "")
}

/// The exception for a file that is not to be replaced.
pub(crate) fn exists(py: Python<'_>, shown: &str) -> PyErr {
    let message = "a file is there already; overwrite=True replaces it";
    let code = py.import("errno").and_then(|errno| errno.getattr("EEXIST"));
    match code {
        Ok(code) => PyFileExistsError::new_err((code.unbind(), message, shown.to_owned())),
        Err(other) => other,
    }
}

/// What the system says, as Python's own `open` says it.
pub(crate) fn system(py: Python<'_>, error: &std::io::Error, shown: &str) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return std::io::Error::new(error.kind(), format!("{shown}: {error}")).into();
    };
    let made = || {
        let words = py.import("os")?.getattr("strerror")?.call1((code,))?;
        let class = py.get_type::<pyo3::exceptions::PyOSError>();
        class.call1((code, words, shown))
    };
    made().map_or_else(|other| other, PyErr::from_value)
}
