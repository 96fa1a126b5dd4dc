//! Bytes → tree.
//!
//! binrw reads; when it says *no*, the walker says *where*. What a file does not explain is
//! refused, or kept as trailing bytes.

mod options;

use binrw::{
    BinResult,
    io::{Cursor, Read, Seek, SeekFrom},
};
use bytes::Bytes;

use crate::{
    Dialects, Error, Format, Kind, Limits, Result, budget, corruption,
    prim::with_depth_limit,
    source,
    walk::{self, Walked},
    weight,
    wide::known,
};

pub use self::options::{Document, ReadOptions, Trailing};

/// Reads a file without copying its bulk: packed arrays and long strings are slices of `bytes`.
///
/// # Errors
/// With byte offset and field path; see [`Kind`].
pub fn from_bytes<T: Format>(bytes: impl Into<Bytes>) -> Result<T> {
    document(&bytes.into(), &ReadOptions::default()).map(|document| document.tree)
}

/// Reads a file into a tree that borrows nothing: the bytes are copied once, and packed arrays and
/// strings share the copy. It lives as long as any of them.
///
/// # Errors
/// With byte offset and field path; see [`Kind`].
pub fn from_slice<T: Format>(bytes: &[u8]) -> Result<T> {
    let options = ReadOptions::default();
    check_size(bytes, &options)?;
    let copy = Bytes::copy_from_slice(bytes);
    // The original was read just now and is in the caches: to read the copy takes 5 % more for clips of short tracks.
    T::read_document(&copy, bytes, &options).map(|document| document.tree)
}

/// Reads from anything that can seek, up to the end of the tree, copying. For ambiguous formats
/// the first dialect is taken; files are better read by [`document`]. Formats that look
/// numbers up elsewhere (packages) must begin where the reader does.
///
/// # Errors
/// As binrw gives them: the place is known to [`document`] only.
pub fn from_reader<T: Format, R: Read + Seek>(reader: &mut R) -> BinResult<T> {
    let start = reader.stream_position()?;
    if !T::is_bounded() {
        return from_rest(reader, start);
    }
    under(start, &Limits::default(), None, || {
        T::read_as(reader, T::Dialect::default())
    })
}

/// Reads all that is left, so that the walker can count what no byte bounds.
fn from_rest<T: Format, R: Read + Seek>(reader: &mut R, start: u64) -> BinResult<T> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    let options = ReadOptions {
        trailing: Trailing::Keep,
        ..ReadOptions::default()
    };
    let length = bytes.len();
    let read = document(&bytes.into(), &options);
    let Document { tree, trailing } = read.map_err(|error| binrw::Error::Custom {
        pos: start,
        err: Box::new(error),
    })?;
    reader.seek(SeekFrom::Start(start + (length - trailing.len()) as u64))?;
    Ok(tree)
}

/// What `read` reads under these limits, from this source.
#[inline]
fn under<T>(
    start: u64,
    limits: &Limits,
    source: Option<Bytes>,
    read: impl FnOnce() -> BinResult<T>,
) -> BinResult<T> {
    // A tree that went through every scope would be moved by each.
    let (mut read, mut tree) = (Some(read), None);
    let is_known = scoped(limits, source, &mut || {
        tree = read.take().map(|read| read())
    });
    match tree {
        Some(tree) if is_known => tree,
        _ => Err(binrw::Error::AssertFail {
            pos: start,
            message: "a number that is compared has no value".into(),
        }),
    }
}

/// Whether nothing without a value was compared in `work`.
fn scoped(limits: &Limits, source: Option<Bytes>, work: &mut dyn FnMut()) -> bool {
    let sourced = || source::with(source, work);
    let limited = || with_depth_limit(limits.depth, || budget::with(limits.items, sourced));
    known(limited).is_some()
}

/// Reads a file without copying its bulk, by these options.
///
/// # Errors
/// With byte offset and field path; see [`Kind`].
pub fn document<T: Format>(bytes: &Bytes, options: &ReadOptions) -> Result<Document<T>> {
    T::read_document(bytes, bytes, options)
}

/// Reads `bytes`, and takes slices of `source`, which is equal to them.
///
/// # Errors
/// See [`document`].
#[doc(hidden)]
pub fn document_of<T: Format>(
    source: &Bytes,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Document<T>> {
    check_size(bytes, options)?;
    options.limits.afford("reading it", bytes.len() as u64)?;
    let reading = match T::is_bounded() && !weight::may_exceed(bytes, &options.limits) {
        true => candidates(bytes.len() as u64, &|dialect| {
            read_once(source, bytes, options, dialect)
        }),
        false => read_once(source, bytes, options, look::<T>(bytes, options)?),
    };
    let (tree, end) = reading.map_err(|refused| explain::<T>(source, options, &refused))?;
    let trailing = &bytes[usize::try_from(end).unwrap_or(bytes.len()).min(bytes.len())..];
    if options.trailing == Trailing::Refuse {
        nothing_behind(trailing, end)?;
    }
    Ok(Document {
        tree,
        trailing: Bytes::copy_from_slice(trailing),
    })
}

/// Refuses bytes after the end of the tree.
pub(crate) fn nothing_behind(trailing: &[u8], end: u64) -> Result<()> {
    if trailing.is_empty() {
        return Ok(());
    }
    let message = match trailing.len() {
        1 => "1 byte after the end".to_owned(),
        length => format!("{length} bytes after the end"),
    };
    let help = "keep them as trailing bytes, or see whether the file is damaged";
    Err(Error::new(Kind::Malformed, message).at(end).help(help))
}

pub(crate) fn check_size(bytes: &[u8], options: &ReadOptions) -> Result<()> {
    let (length, limit) = (bytes.len() as u64, options.limits.bytes);
    if length > limit {
        let message = format!("{length} bytes, more than the limit of {limit}");
        return Err(Error::new(Kind::Limit, message).help("raise the limit to read it"));
    }
    Ok(())
}

/// The only reading to try of a file that the walker looks at before: one of a format whose lists no file bounds, or one of which the worst of its length would take too much memory.
/// The walker holds counts against the bytes that are left, where binrw would go on reading items until these end, and says what the tree takes.
fn look<T: Format>(bytes: &[u8], options: &ReadOptions) -> Result<T::Dialect> {
    let walked = weight::check_typed(T::layout(), bytes, &options.limits);
    let walked = walked.map_err(|error| advised(error, bytes))?;
    let dialect = T::Dialect::ALL.get(walked.dialect).copied();
    Ok(dialect.unwrap_or_default())
}

/// One dialect: the tree and where it ends.
type Reading<T> = BinResult<(T, u64)>;

/// Reads one dialect from the start of a file.
fn read_once<T: Format>(
    source: &Bytes,
    bytes: &[u8],
    options: &ReadOptions,
    dialect: T::Dialect,
) -> Reading<T> {
    let limits = options.limits.in_file(bytes.len() as u64);
    let mut reader = Cursor::new(bytes);
    let tree = under(0, &limits, Some(source.clone()), || {
        T::read_as(&mut reader, dialect)
    })?;
    Ok((tree, reader.stream_position()?))
}

/// The rule for ambiguous files: the first reading that ends at the end with finite values, else
/// the first that ends there, else the preferred one, whatever it says.
fn candidates<T: Format>(length: u64, read: &impl Fn(T::Dialect) -> Reading<T>) -> Reading<T> {
    let [first, others @ ..] = T::Dialect::ALL else {
        return read(T::Dialect::default());
    };
    let preferred = read(*first);
    let is_decided = |(tree, end): &(T, u64)| {
        // Nothing is better than the preferred reading where it ends at the end and no number can speak against it.
        !tree.is_ambiguous() || (*end == length && !T::has_floats())
    };
    if others.is_empty() || preferred.as_ref().is_ok_and(is_decided) {
        return preferred;
    }
    let mut ends: Vec<T> = Vec::new();
    let mut fallback = Vec::new();
    for reading in std::iter::once(preferred).chain(others.iter().map(|dialect| read(*dialect))) {
        match reading {
            // Lists of records that are the same slice compare in no time.
            Ok((tree, end)) if end == length => {
                if !ends
                    .last()
                    .is_some_and(|last| tree.is_same_but_dialect(last))
                {
                    ends.push(tree);
                }
            }
            other => fallback.push(other),
        }
    }
    if ends.is_empty() {
        // A damaged file must not pass for a whole one with bytes after it, by whatever reading
        // happens to stop early: the preferred one speaks.
        return fallback.swap_remove(0);
    }
    // Looking at every value is worth it only when there is something to decide.
    let chosen = match ends.len() {
        1 => 0,
        _ => ends.iter().position(T::is_finite).unwrap_or(0),
    };
    Ok((ends.swap_remove(chosen), length))
}

/// The walker's account of why the fast reader refused.
fn explain<T: Format>(bytes: &[u8], options: &ReadOptions, refused: &binrw::Error) -> Error {
    match walk::validate(T::layout(), bytes, &options.limits) {
        Err(error) => advised(error, bytes),
        Ok(Walked { end, .. }) => {
            let message = format!("the fast reader says `{refused}`, the layout reads to {end:#x}");
            Error::new(Kind::Disagreement, message).help("please report this file")
        }
    }
}

/// An error of the walker, with what else the bytes say.
pub(crate) fn advised(error: Error, bytes: &[u8]) -> Error {
    if error.kind() == Kind::Malformed && error.advice().is_empty() {
        return error.help(corruption::hint(bytes).unwrap_or_default());
    }
    error
}

#[cfg(test)]
mod tests {
    #![allow(unreachable_pub)]

    use binrw::binrw;
    use serde::Serialize;

    use super::*;
    use crate::{Packed, Record, Schema, count, dialects, versions};

    versions! {
        /// Revision.
        pub struct Version {
            /// The only one.
            b"TEST" followed by 1..=2;
        }
        milestones {
            /// Nothing says how to read the value.
            AMBIGUOUS = 2;
        }
    }

    dialects! {
        /// What the value is.
        pub enum Reading {
            /// A number that need not be whole.
            Float = "float",
            /// A whole number.
            Whole = "whole",
        }
    }

    impl Reading {
        const FLOAT: Self = Self::Float;
        const WHOLE: Self = Self::Whole;
    }

    /// A file.
    #[derive(Schema)]
    #[schema(format = "test.file", extension = "test")]
    #[binrw]
    #[brw(little)]
    #[br(import(reading: Reading))]
    #[derive(Debug, Clone, PartialEq, Serialize)]
    struct File {
        /// Revision.
        version: Version,
        /// How it was read.
        #[schema(dialect)]
        #[br(if(version >= Version::AMBIGUOUS), args(reading))]
        dialect: Option<Reading>,
        /// Whether there is a value.
        has_value: u8,
        /// The value, one way.
        #[br(if(has_value == 1 && reading == Reading::FLOAT))]
        float: Option<f32>,
        /// The value, another way.
        #[br(if(has_value == 1 && reading == Reading::WHOLE))]
        whole: Option<u32>,
        /// Numbers either way.
        #[br(count = 2)]
        rest: Packed<Number>,
    }

    /// A number.
    #[derive(Schema, Record)]
    #[binrw]
    #[derive(Debug, Clone, Copy, PartialEq, Serialize)]
    struct Number {
        /// It.
        number: f32,
    }

    fn file(version: u8, value: Option<f32>, rest: f32) -> File {
        let mut bytes = b"TEST".to_vec();
        bytes.extend([version, 0, 0, 0, value.is_some().into()]);
        bytes.extend(value.into_iter().flat_map(f32::to_le_bytes));
        bytes.extend([rest; 2].iter().flat_map(|number| number.to_le_bytes()));
        from_slice(&bytes).expect("a file of this format")
    }

    #[test]
    fn the_first_finite_reading_wins() {
        assert_eq!(file(2, Some(1.0), 1.0).dialect, Some(Reading::Float));
        assert_eq!(file(2, Some(f32::NAN), 1.0).dialect, Some(Reading::Whole));
        assert_eq!(
            file(2, Some(f32::NAN), f32::NAN).dialect,
            Some(Reading::Float)
        );
    }

    #[test]
    fn readings_that_agree_leave_nothing_to_decide() {
        let tree = file(2, None, f32::NAN);
        assert_eq!(tree.dialect, Some(Reading::Float));
        let other = File {
            dialect: Some(Reading::Whole),
            ..tree.clone()
        };
        assert!(tree != other && tree.is_same_but_dialect(&other));
        let other = File {
            has_value: 2,
            ..tree.clone()
        };
        assert!(!tree.is_same_but_dialect(&other));
    }

    /// A list that no file bounds.
    #[derive(Schema)]
    #[schema(format = "test.empty", extension = "test")]
    #[binrw]
    #[brw(little)]
    #[derive(Debug, Clone, PartialEq, Serialize)]
    struct Unbounded {
        /// Revision.
        version: Version,
        /// What the items have.
        kind: u8,
        #[br(temp)]
        #[bw(try_calc(count(items)))]
        item_count: u32,
        /// Items of one byte, or none.
        #[br(count = item_count, args { inner: (kind,) })]
        items: Vec<Item>,
    }

    /// One byte, or none.
    #[derive(Schema)]
    #[binrw]
    #[br(import(kind: u8))]
    #[derive(Debug, Clone, PartialEq, Serialize)]
    struct Item {
        /// It.
        #[br(if(kind == 1))]
        byte: Option<u8>,
    }

    fn unbounded(kind: u8, count: u32, bytes: &[u8]) -> Vec<u8> {
        [b"TEST\x01\0\0\0", &[kind][..], &count.to_le_bytes(), bytes].concat()
    }

    #[test]
    fn items_without_bytes_are_counted_first() {
        assert!(File::is_bounded() && !Unbounded::is_bounded());
        for (kind, count, bytes) in [(1, 2, &b"ab"[..]), (0, 65_536, b""), (0, 0, b"")] {
            let file = unbounded(kind, count, bytes);
            let tree: Unbounded = from_slice(&file).expect("a file of this format");
            assert_eq!(tree.items.len(), count as usize);
            let mut reader = Cursor::new([&file[..], b"rest"].concat());
            assert_eq!(
                from_reader::<Unbounded, _>(&mut reader).expect("the same"),
                tree
            );
            assert_eq!(reader.position(), file.len() as u64);
        }
        // Without the count this would go on for minutes, and fill the memory.
        let file = unbounded(0, u32::MAX, b"");
        let error = from_slice::<Unbounded>(&file).expect_err("too many");
        assert_eq!(error.kind(), Kind::Limit);
        from_reader::<Unbounded, _>(&mut Cursor::new(file)).expect_err("too many");
    }

    #[test]
    fn a_tree_without_a_choice_is_not_ambiguous() {
        assert!(!file(1, None, 1.0).is_ambiguous());
        assert!(file(2, None, 1.0).is_ambiguous());
    }
}
