//! What tables of many files say of one.

use bytes::Bytes;
use formwork_catalog::{
    Column, DiagnosticRow, FactRow, Get, ReferenceRow, Row, Status, scan_bytes,
};
use formwork_schema::Limits;

/// Every file has its rows, whatever it is: facts only of what was read, a reason where it was not, and something in each column that always says it.
///
/// # Panics
/// When it has not.
pub(super) fn rows(bytes: &[u8]) {
    let limits = Limits {
        memory: 1 << 28,
        ..Limits::default()
    };
    let seen = scan_bytes(Bytes::copy_from_slice(bytes), "file", &limits);
    let status = seen.file.status;
    assert!(seen.facts.is_some() == (status == Status::Read));
    assert!(status != Status::Refused || !seen.diagnostics.is_empty());
    told(&[seen.file]);
    told::<FactRow>(seen.facts.as_slice());
    told::<ReferenceRow>(&seen.references);
    told::<DiagnosticRow>(&seen.diagnostics);
}

/// What must say something says it.
fn told<R: Row>(rows: &[R]) {
    for row in rows {
        let silent = R::COLUMNS.iter().find(|column| is_silent(column, row));
        let silent = silent.map(|column| column.name);
        assert!(silent.is_none(), "{}: {silent:?} says nothing", R::TABLE);
    }
}

fn is_silent<R>(column: &Column<R>, row: &R) -> bool {
    let says = match column.get {
        Get::Text(get) => get(row).is_some(),
        Get::Integer(get) | Get::Moment(get) => get(row).is_some(),
        Get::Number(get) => get(row).is_some(),
        Get::Texts(get) => get(row).is_some(),
    };
    !says && !column.nullable
}
