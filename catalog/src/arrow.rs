//! Arrow's C interface: batches as other libraries in this process take them.

use arrow_array::{RecordBatchIterator, RecordBatchReader};

pub use arrow_array::{RecordBatch, ffi_stream::FFI_ArrowArrayStream as ArrowArrayStream};
pub use arrow_schema::{ArrowError, ffi::FFI_ArrowSchema as ArrowSchema};

/// A stream of one batch.
#[must_use]
pub fn stream_of(batch: RecordBatch) -> ArrowArrayStream {
    let schema = batch.schema();
    let reader: Box<dyn RecordBatchReader + Send> =
        Box::new(RecordBatchIterator::new([Ok(batch)], schema));
    ArrowArrayStream::new(reader)
}

/// The schema of a batch.
///
/// # Errors
/// Where a name in it has a NUL.
pub fn schema_of(batch: &RecordBatch) -> Result<ArrowSchema, ArrowError> {
    ArrowSchema::try_from(&*batch.schema())
}
