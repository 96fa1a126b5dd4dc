//! [`PackageFiles`]: the files in a file, by name. `_package.py` makes a mapping of them.

use std::{collections::HashMap, sync::Arc};

use formwork_formats::{Asset, package};
use formwork_schema::{Error, Result};
use pyo3::{exceptions::PyKeyError, prelude::*, types::PyBytes};

use crate::error::raised;

/// The files of a package. Of several with one name it has the last, as engines do.
#[pyclass(frozen, module = "formwork_assets._native")]
pub(crate) struct PackageFiles {
    package: Arc<package::Package>,
    places: HashMap<String, usize>,
    names: Vec<String>,
}

/// The packages of a file; none of files that hold no others.
pub(crate) fn all(asset: &Asset) -> Result<Vec<PackageFiles>> {
    let Some(layers) = asset.packages() else {
        return Ok(Vec::new());
    };
    Ok(layers?
        .packages
        .into_iter()
        .map(PackageFiles::new)
        .collect())
}

impl PackageFiles {
    fn new(package: package::Package) -> Self {
        let (mut places, mut names) = (HashMap::new(), Vec::new());
        for (place, entry) in package.entries.iter().enumerate() {
            let name = entry.name.to_text().into_owned();
            if places.insert(name.clone(), place).is_none() {
                names.push(name);
            }
        }
        let package = Arc::new(package);
        Self {
            package,
            places,
            names,
        }
    }

    fn place(&self, name: &str) -> PyResult<usize> {
        let found = self.places.get(name).copied();
        found.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }
}

#[pymethods]
impl PackageFiles {
    /// The version of the package, as `identify` tells it.
    #[getter]
    fn version(&self) -> &str {
        &self.package.version
    }

    /// Whether its files are compressed.
    #[getter]
    fn is_compressed(&self) -> bool {
        self.package.is_compressed
    }

    /// The size of a file when unpacked, in bytes.
    fn size(&self, name: &str) -> PyResult<u64> {
        let entry = self.package.entries.get(self.place(name)?);
        Ok(entry.map_or(0, |entry| entry.size))
    }

    /// The names of files whose bytes do not make the checksum that the package says, or cannot be unpacked.
    fn verify(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let package = Arc::clone(&self.package);
        let verdict = py.detach(|| package.files.verify());
        let verdict = verdict.map_err(|error| raised(py, &error, ""))?;
        let all = self.package.entries.iter().zip(verdict.entries);
        let wrong = all.filter(|(_, is_right)| *is_right != Ok(true));
        Ok(wrong
            .map(|(entry, _)| entry.name.to_text().into_owned())
            .collect())
    }

    /// The bytes of a file, unpacked.
    fn read<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let place = self.place(name)?;
        let bytes = py.detach(|| self.package.files.read(place));
        let bytes = bytes.map_err(|error| {
            let error = Error::new(error.kind(), error.message()).of(name);
            raised(py, &error, "")
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// How many names there are.
    fn count(&self) -> usize {
        self.names.len()
    }

    /// Whether there is a file of this name.
    fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// The names, in the order of the package.
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }
}
