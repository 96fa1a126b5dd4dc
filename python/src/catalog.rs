//! Tables of many files: the crate `formwork-catalog`, for Python.
//!
//! Batches go to other libraries through Arrow's C interface in PyCapsules, so none of these libraries is needed here.

use std::{
    convert::Infallible,
    panic::resume_unwind,
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use formwork_catalog::{
    Catalog, Options, Plan, Tables, Task,
    arrow::{ArrowArrayStream, ArrowError, RecordBatch, schema_of, stream_of},
    scan_while,
};
use formwork_schema::{Error, Kind, Limits};
use pyo3::{
    prelude::*,
    types::{PyBytes, PyCapsule},
};

use crate::error::{invalid, raised};

/// A table: one record batch, which pyarrow, polars and duckdb take as it is.
#[pyclass(frozen, module = "formwork_assets")]
pub(crate) struct Table {
    name: &'static str,
    batch: RecordBatch,
}

#[pymethods]
impl Table {
    /// The batch as a stream of one, in a capsule.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever asks for another schema gets this one, as the protocol allows.
        drop(requested_schema);
        let stream: ArrowArrayStream = stream_of(self.batch.clone());
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The schema, in a capsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = schema_of(&self.batch).map_err(|error| arrow(py, &error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The name of the table.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        let schema = self.batch.schema();
        let fields = schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.batch.num_rows(), self.batch.num_columns());
        format!("<Table {}: {rows} rows of {columns} columns>", self.name)
    }
}

fn arrow(py: Python<'_>, error: &ArrowError) -> PyErr {
    raised(py, &Error::new(Kind::Limit, error.to_string()), "")
}

fn options(
    py: Python<'_>,
    time_limit: Option<f64>,
    max_size: Option<u64>,
    max_memory: Option<u64>,
) -> PyResult<Options> {
    let wrong = |_| invalid(py, "time_limit", "a number of seconds is needed");
    let time = time_limit.map(Duration::try_from_secs_f64).transpose();
    let usual = Limits::default();
    Ok(Options {
        // The same on every machine, for what rows say depends on it.
        limits: Limits {
            bytes: max_size.unwrap_or(usual.bytes),
            memory: max_memory.unwrap_or(usual.memory),
            ..usual
        },
        time: time.map_err(wrong)?,
    })
}

/// Says what is in files: four tables, in the order of the paths.
#[pyfunction]
#[pyo3(signature = (paths, *, time_limit, max_size, max_memory))]
fn scan_tables(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    time_limit: Option<f64>,
    max_size: Option<u64>,
    max_memory: Option<u64>,
) -> PyResult<(Table, Table, Table, Table)> {
    let options = options(py, time_limit, max_size, max_memory)?;
    let tables = interruptible(py, |goes_on| scan_while(&paths, &options, goes_on))?;
    let Some(Tables {
        files,
        facts,
        references,
        diagnostics,
    }) = tables.map_err(|error| arrow(py, &error))?
    else {
        // An interrupt has been raised above.
        return Err(invalid(py, "paths", "the scan was ended"));
    };
    let table = |name, batch| Table { name, batch };
    Ok((
        table("files", files),
        table("facts", facts),
        table("references", references),
        table("diagnostics", diagnostics),
    ))
}

/// Does what may take long on another thread, for only this one hears of interrupts. `work` gets a question, which says no when there was one.
fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
) -> PyResult<T> {
    const WAIT: Duration = Duration::from_millis(100);
    let goes_on = AtomicBool::new(true);
    py.detach(|| {
        thread::scope(|scope| {
            // Nothing is sent: that the other end is gone says that the work is done.
            let (running, waiting) = mpsc::channel::<Infallible>();
            let worker = scope.spawn(|| {
                let _running = running;
                work(&|| goes_on.load(Ordering::Relaxed))
            });
            while waiting.recv_timeout(WAIT) == Err(RecvTimeoutError::Timeout) {
                if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                    goes_on.store(false, Ordering::Relaxed);
                    return Err(interrupt);
                }
            }
            Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
        })
    })
}

/// A catalogue that this process writes to, with what there is to do.
#[pyclass(frozen, module = "formwork_assets")]
pub(crate) struct CatalogRun {
    /// None when it was closed.
    catalog: Mutex<Option<Catalog>>,
    plan: Plan,
}

impl CatalogRun {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Catalog) -> formwork_schema::Result<T> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| {
            let catalog = self.catalog.lock().unwrap_or_else(PoisonError::into_inner);
            let closed = || Error::new(Kind::Invalid, "the catalogue was closed");
            work(catalog.as_ref().ok_or_else(closed)?)
        });
        done.map_err(|error| raised(py, &error, ""))
    }
}

#[pymethods]
impl CatalogRun {
    #[new]
    #[pyo3(signature = (roots, out, *, batch, time_limit, max_size, max_memory))]
    fn new(
        py: Python<'_>,
        roots: Vec<PathBuf>,
        out: PathBuf,
        batch: usize,
        time_limit: Option<f64>,
        max_size: Option<u64>,
        max_memory: Option<u64>,
    ) -> PyResult<Self> {
        let options = options(py, time_limit, max_size, max_memory)?;
        let made = py.detach(|| {
            let catalog = Catalog::open(&out)?;
            let plan = catalog.plan(&roots, &options, batch)?;
            let catalog = Mutex::new(Some(catalog));
            Ok(Self { catalog, plan })
        });
        made.map_err(|error| raised(py, &error, ""))
    }

    /// How many files there are.
    #[getter]
    fn files(&self) -> usize {
        self.plan.files
    }

    /// How many tasks there are.
    fn __len__(&self) -> usize {
        self.plan.tasks.len()
    }

    /// A task as bytes, for any process; its paths are relative to `base`.
    fn task<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        base: PathBuf,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let task = self.plan.tasks.get(index);
        let task = task.ok_or_else(|| invalid(py, "index", "there is no such task"))?;
        let bytes = task.to_bytes(&base);
        bytes_of(py, bytes)
    }

    /// Brings parts into force that `run_task` made: parts, those that are new, those that are gone.
    fn commit(&self, py: Python<'_>, parts: Vec<String>) -> PyResult<(usize, usize, usize)> {
        let summary = self.with(py, |catalog| catalog.commit(&self.plan, parts))?;
        Ok((summary.parts, summary.added, summary.removed))
    }

    /// Lets other runs write to the catalogue, whoever still refers to this one.
    fn close(&self) {
        let mut catalog = self.catalog.lock().unwrap_or_else(PoisonError::into_inner);
        drop(catalog.take());
    }
}

fn bytes_of<'py>(
    py: Python<'py>,
    bytes: formwork_schema::Result<Vec<u8>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = bytes.map_err(|error| raised(py, &error, ""))?;
    Ok(PyBytes::new(py, &bytes))
}

fn task_of(py: Python<'_>, bytes: &[u8]) -> PyResult<Task> {
    Task::from_bytes(bytes).map_err(|error| raised(py, &error, ""))
}

/// Does a task on one core, or with `threads` on all, and writes its part aside: the name of the part.
#[pyfunction]
#[pyo3(signature = (task, out, *, threads = false))]
fn run_task(py: Python<'_>, task: &[u8], out: PathBuf, threads: bool) -> PyResult<String> {
    let task = task_of(py, task)?;
    let done = py.detach(|| task.run(&out, threads, &|| {}));
    Ok(done.map_err(|error| raised(py, &error, ""))?.part)
}

/// Writes the part of files that no process survives, without reading them: the name of the part.
#[pyfunction]
fn give_up(py: Python<'_>, task: &[u8], out: PathBuf, why: &str) -> PyResult<String> {
    let done = task_of(py, task)?.give_up(&out, why);
    Ok(done.map_err(|error| raised(py, &error, ""))?.part)
}

/// Pieces of a task; none of a single file.
#[pyfunction]
fn split_task<'py>(
    py: Python<'py>,
    task: &[u8],
    pieces: usize,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let task = task_of(py, task)?;
    let pieces = task.split(pieces).unwrap_or_default().into_iter();
    let bytes = pieces.map(|piece| bytes_of(py, piece.encode()));
    bytes.collect()
}

/// The same task, where parts know its files.
#[pyfunction]
fn task_with_parts<'py>(
    py: Python<'py>,
    task: &[u8],
    parts: Vec<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let task = task_of(py, task)?;
    bytes_of(py, task.with_parts(parts).and_then(|task| task.encode()))
}

/// The names of the files of a task, as tables have them.
#[pyfunction]
fn task_names(py: Python<'_>, task: &[u8]) -> PyResult<Vec<String>> {
    Ok(task_of(py, task)?.names())
}

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Table>()?;
    module.add_class::<CatalogRun>()?;
    module.add_function(wrap_pyfunction!(scan_tables, module)?)?;
    module.add_function(wrap_pyfunction!(run_task, module)?)?;
    module.add_function(wrap_pyfunction!(give_up, module)?)?;
    module.add_function(wrap_pyfunction!(split_task, module)?)?;
    module.add_function(wrap_pyfunction!(task_with_parts, module)?)?;
    module.add_function(wrap_pyfunction!(task_names, module)?)?;
    Ok(())
}
