//! The questions.

use bytes::Bytes;
use formwork_schema::{
    Format, Kind, Limits,
    agree::agree,
    read::{self, ReadOptions, Trailing},
    walk,
};
use proptest::prelude::*;
use serde::Serialize;

fn options() -> ReadOptions {
    ReadOptions {
        trailing: Trailing::Keep,
        limits: Limits::default(),
    }
}

/// Whether both readers read the same, or refuse both.
pub(crate) fn both_readers<T: Format + Serialize>(
    bytes: &[u8],
) -> Result<Option<T>, TestCaseError> {
    let bytes = Bytes::copy_from_slice(bytes);
    let read = read::document::<T>(&bytes, &options());
    let walked = walk::validate(T::layout(), &bytes, &options().limits);
    match (read, walked) {
        (Ok(document), Ok(walked)) => {
            prop_assert_eq!(bytes.len() - document.trailing.len(), walked.end as usize);
            agree(T::layout(), &bytes, &document.tree, &options().limits)
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert!(document.tree.check_tree().is_ok());
            Ok(Some(document.tree))
        }
        (Err(read), Err(_)) => {
            prop_assert!(read.kind() != Kind::Disagreement, "{}", read);
            Ok(None)
        }
        (read, walked) => {
            let read = read.map(|document| document.tree);
            let walked = walked.map(|walked| walked.end);
            Err(TestCaseError::fail(format!("{read:?}, but {walked:?}")))
        }
    }
}

/// Whether `Check` takes exactly what would read back as it is.
pub(crate) fn check_and_reader<T: Format + Serialize>(tree: &T) -> Result<(), TestCaseError> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let written = tree.write_to(&mut bytes).is_ok();
    let bytes = Bytes::from(bytes.into_inner());
    let again = read::document::<T>(&bytes, &options());
    let same = again.is_ok_and(|again| again.tree == *tree);
    let checked = tree.check_tree();
    prop_assert!(
        checked.is_ok() == (written && same),
        "{:?}: {:?}",
        tree,
        checked
    );
    Ok(())
}
