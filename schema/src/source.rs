//! The scoped *source*: how packed arrays and strings reach the input without copying it.
//!
//! binrw hands its types a `Read + Seek`, which can only copy. While [`with`] runs, the reader is a
//! cursor over bytes that this thread knows, so [`take`] returns a slice of those bytes at the
//! reader's position and seeks past it. With no source set it copies from the reader.

use std::cell::{Cell, RefCell};

use binrw::{
    BinResult, Error,
    io::{self, Read, Seek, SeekFrom},
};
use bytes::Bytes;

use crate::{
    Mark,
    layout::MarkPlace,
    prim::{Here, Short},
};

/// What a hostile length may cost; above it the length is compared with what the reader has left.
const CHUNK: usize = 1 << 20;

thread_local! {
    static SOURCE: RefCell<Option<Bytes>> = const { RefCell::new(None) };
    /// Where the bytes end that the value around has.
    static END: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Runs `read` for a value whose bytes end there.
pub(crate) fn limited<R>(end: u64, read: impl FnOnce() -> R) -> R {
    struct Restore(u64);
    impl Drop for Restore {
        fn drop(&mut self) {
            END.set(self.0);
        }
    }
    let _restore = Restore(END.replace(end));
    read()
}

/// Runs `read` with a source, or without one for readers that are something else. The reader that
/// `read` uses must be a cursor whose position 0 is the start of `bytes`.
pub(crate) fn with<R>(bytes: Option<Bytes>, read: impl FnOnce() -> R) -> R {
    struct Restore(Option<Bytes>);
    impl Drop for Restore {
        fn drop(&mut self) {
            SOURCE.set(self.0.take());
        }
    }
    let _restore = Restore(SOURCE.replace(bytes));
    limited(u64::MAX, read)
}

/// The next `length` bytes of a reader.
#[inline]
pub(crate) fn take<R: Read + Seek>(reader: &mut R, length: usize) -> BinResult<Bytes> {
    let at = reader.stream_position()?;
    match SOURCE.with(|source| cut(source, at, length)) {
        Some(taken) => {
            reader.seek(SeekFrom::Start(at + length as u64))?;
            Ok(taken)
        }
        None => copy(reader, length),
    }
}

/// A slice of the source; apart, so that what asks for it is inlined.
#[inline(never)]
fn cut(source: &RefCell<Option<Bytes>>, at: u64, length: usize) -> Option<Bytes> {
    slice(source.borrow().as_ref()?, usize::try_from(at).ok()?, length)
}

/// The bytes of a reader up to a NUL, which is read and left out. Always inlined, since lists of short tracks and parameters are read in a
/// tenth fewer instructions so.
#[inline(always)]
pub(crate) fn take_string<R: Read + Seek>(reader: &mut R) -> BinResult<Short> {
    let at = reader.stream_position()?;
    let mut first: Here = [0; size_of::<Here>()];
    let here = reader.read_exact(&mut first).ok().and_then(|()| {
        let text = Short::up_to_nul(first)?;
        let end = at + text.as_slice().len() as u64 + 1;
        (end <= END.get()).then_some((text, end))
    });
    match here {
        Some((text, end)) => {
            reader.seek(SeekFrom::Start(end))?;
            Ok(text)
        }
        // A string that is long, or at the end of the file.
        None => {
            reader.seek(SeekFrom::Start(at))?;
            take_marked(reader, Mark::NUL, MarkPlace::Behind).map(Short::from)
        }
    }
}

/// The bytes of a reader that end with a mark.
#[inline(never)]
pub(crate) fn take_marked<R: Read + Seek>(
    reader: &mut R,
    mark: Mark,
    place: MarkPlace,
) -> BinResult<Bytes> {
    let here: BinResult<_> = SOURCE.with_borrow(|source| match source {
        None => Ok(None),
        Some(source) => {
            let at = position(reader)?;
            let rest = source.get(at..last(source)).unwrap_or(&[]);
            let lengths = place.lengths(mark.find(rest), mark.as_bytes().len(), rest.len());
            let (length, taken) = lengths.ok_or_else(end)?;
            let text = slice(source, at, length).ok_or_else(end)?;
            Ok(Some((text, taken)))
        }
    });
    match here? {
        Some((text, taken)) => {
            reader.seek(SeekFrom::Current(signed(taken)?))?;
            Ok(text)
        }
        None => copy_string(reader, mark, place),
    }
}

/// How many bytes are left in the source; none where there is no source.
pub(crate) fn left<R: Seek>(reader: &mut R) -> BinResult<usize> {
    let at = position(reader)?;
    Ok(SOURCE.with_borrow(|source| {
        source
            .as_ref()
            .map_or(0, |source| last(source).saturating_sub(at))
    }))
}

/// How many bytes are left in a reader.
#[inline]
pub(crate) fn remaining<R: Read + Seek>(reader: &mut R) -> BinResult<u64> {
    let at = reader.stream_position()?;
    let end = reader.seek(SeekFrom::End(0))?;
    reader.seek(SeekFrom::Start(at))?;
    Ok(end.min(END.get()).saturating_sub(at))
}

#[inline]
fn slice(source: &Bytes, at: usize, length: usize) -> Option<Bytes> {
    let stop = at.checked_add(length)?;
    (stop <= last(source)).then(|| source.slice(at..stop))
}

/// Where the bytes of a source end for the value that is read.
#[inline]
fn last(source: &Bytes) -> usize {
    usize::try_from(END.get()).map_or(source.len(), |end| end.min(source.len()))
}

#[inline]
fn position<R: Seek>(reader: &mut R) -> BinResult<usize> {
    usize::try_from(reader.stream_position()?).map_err(|_| end())
}

#[inline]
fn signed(length: usize) -> BinResult<i64> {
    i64::try_from(length).map_err(|_| end())
}

#[cold]
fn end() -> Error {
    Error::Io(io::ErrorKind::UnexpectedEof.into())
}

/// Copies from a reader without a source. One that has a source ends where `length` is more than that has.
#[inline(never)]
fn copy<R: Read + Seek>(reader: &mut R, length: usize) -> BinResult<Bytes> {
    if SOURCE.with_borrow(Option::is_some) {
        return Err(end());
    }
    if length > CHUNK && remaining(reader)? < length as u64 {
        return Err(end());
    }
    let mut out = Vec::with_capacity(length);
    reader.take(length as u64).read_to_end(&mut out)?;
    if out.len() < length {
        return Err(end());
    }
    Ok(out.into())
}

fn copy_string<R: Read + Seek>(reader: &mut R, mark: Mark, place: MarkPlace) -> BinResult<Bytes> {
    const STEP: usize = 64;
    let mut out = Vec::new();
    let mut searched = 0;
    let mut left = match END.get() {
        u64::MAX => u64::MAX,
        end => end.saturating_sub(reader.stream_position()?),
    };
    loop {
        let mut step = [0; STEP];
        let room = usize::try_from(left).map_or(STEP, |left| left.min(STEP));
        let got = read_some(reader, &mut step[..room])?;
        left -= got as u64;
        out.extend_from_slice(&step[..got]);
        let found = mark.find(&out[searched..]).map(|at| searched + at);
        if found.is_some() || got == 0 {
            let lengths = place.lengths(found, mark.as_bytes().len(), out.len());
            let (length, taken) = lengths.ok_or_else(end)?;
            reader.seek(SeekFrom::Current(signed(taken)? - signed(out.len())?))?;
            out.truncate(length);
            return Ok(out.into());
        }
        // What may be the beginning of a mark is searched again.
        searched = mark.searched(out.len());
    }
}

fn read_some<R: Read>(reader: &mut R, buffer: &mut [u8]) -> BinResult<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return Ok(other?),
        }
    }
}
