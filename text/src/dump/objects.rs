//! [`objects`]: for programs what a dump is for people.

use std::{io, ops::Range};

use formwork_schema::{
    Layout, Result,
    layout::{Field, PrimKind, Type},
    walk::{self, Leaf, Part, Scalar, Visitor},
};
use serde_json::{Map, Value};

use super::{
    options::{DumpOptions, Select},
    part::{self, Dump},
    types,
};
use crate::{
    fault::Fault,
    names,
    number::{self, integer},
    paths::Paths,
    sink::Sink,
};

/// Writes what the bytes of a file mean as JSON: one object per value, each on its own line.
///
/// Every item of every list is written; of the options only `select` and `limits` matter. An
/// object has `offset`, `size`, `bytes` (hexadecimal), `path`, `type`, `value`, `visible` (whether
/// the text forms have it), `is` (the expression that a value without bytes follows from), `unit`, `counts` and `doc`, the last three where the layout says
/// something, and `entry` where the format says what covers the byte that was asked for. Bytes after the end are one object with the path `trailing`.
///
/// Of a malformed file, everything up to the mistake is written before the error is returned.
///
/// # Errors
/// See [`dump`](super::dump).
pub fn objects(
    layout: &Layout,
    bytes: &[u8],
    options: &DumpOptions,
    out: &mut dyn io::Write,
) -> Result<()> {
    let layout = &*layout.of_file(bytes);
    let mut lines = Objects {
        bytes,
        paths: Paths::new(layout, bytes),
        sink: Sink::new(out),
        is_empty: true,
    };
    let result = match &options.select {
        Select::Whole => part::whole(layout, bytes, &options.limits, &mut lines),
        Select::Path(path) => part::below(layout, bytes, path, &options.limits, &mut lines),
        Select::At(offset) => at(layout, bytes, options, *offset, &mut lines),
    };
    let written = lines.sink.finish().map_err(Fault::into_error);
    result.and(written)
}

fn at(
    layout: &Layout,
    bytes: &[u8],
    options: &DumpOptions,
    offset: u64,
    lines: &mut Objects<'_, '_>,
) -> Result<()> {
    let error = match walk::at(layout, bytes, offset) {
        Ok(found) => {
            lines.value(&Shown {
                range: found.range.clone(),
                path: &found.path,
                field: &found.field,
                ty: &found.ty,
                part: found.part,
                value: found.value.as_scalar(),
                visible: found.visible,
                right: found.right,
                covered_by: &options.covered_by,
            });
            return Ok(());
        }
        Err(error) => error,
    };
    let end = walk::validate(layout, bytes, &options.limits).map_or(u64::MAX, |walked| walked.end);
    if offset < end || offset >= bytes.len() as u64 {
        return Err(error);
    }
    lines.trailing(end);
    Ok(())
}

/// What an object says.
struct Shown<'a> {
    range: Range<u64>,
    path: &'a str,
    field: &'a Field,
    ty: &'a Type,
    part: Part,
    value: Scalar<'a>,
    visible: bool,
    /// What it should be, for a number that should follow from what stands before it.
    right: Option<u64>,
    covered_by: &'a str,
}

/// Writes objects.
struct Objects<'b, 'o> {
    bytes: &'b [u8],
    paths: Paths<'b>,
    sink: Sink<'o>,
    is_empty: bool,
}

impl Objects<'_, '_> {
    fn value(&mut self, shown: &Shown<'_>) {
        let Shown {
            field,
            ty,
            part,
            value,
            ..
        } = *shown;
        let mut object = self.head(&shown.range, shown.path);
        object.insert("type".into(), types::words(ty).into());
        object.insert("value".into(), json_value(ty, part, value));
        object.insert("visible".into(), shown.visible.into());
        if let Some(right) = shown.right {
            object.insert("should_be".into(), integer(right.into()));
        }
        if let Some(is) = &field.is {
            object.insert("is".into(), is.to_string().into());
        }
        if field.plus != 0 && part == Part::Whole {
            object.insert("plus".into(), field.plus.into());
        }
        if !shown.covered_by.is_empty() {
            object.insert("entry".into(), shown.covered_by.into());
        }
        if part == Part::Whole {
            for (key, text) in [
                ("unit", &field.unit),
                ("counts", &field.counts),
                ("doc", &field.doc),
            ] {
                if !text.is_empty() {
                    object.insert(key.into(), text.replace('\n', " ").into());
                }
            }
        }
        self.line(object);
    }

    fn head(&mut self, range: &Range<u64>, path: &str) -> Map<String, Value> {
        let Range { start, end } = *range;
        let bytes = self.bytes.get(start as usize..end as usize).unwrap_or(&[]);
        let mut object = Map::new();
        object.insert("formwork".into(), 1.into());
        object.insert("offset".into(), start.into());
        object.insert("size".into(), (end - start).into());
        object.insert("bytes".into(), hex(bytes).into());
        object.insert("path".into(), self.paths.shown(path).into());
        object
    }

    fn line(&mut self, object: Map<String, Value>) {
        self.is_empty = false;
        self.sink.text(&Value::Object(object).to_string());
        self.sink.byte(b'\n');
    }
}

impl Visitor for Objects<'_, '_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if !leaf.is_telling() {
            return Ok(());
        }
        self.value(&Shown {
            range: leaf.range.clone(),
            path: &leaf.path.to_string(),
            field: leaf.field,
            ty: leaf.ty,
            part: leaf.part,
            value: leaf.value,
            visible: leaf.visible,
            right: leaf.right,
            covered_by: "",
        });
        self.sink.check().map_err(Fault::into_error)
    }
}

impl Dump for Objects<'_, '_> {
    fn is_empty(&self) -> bool {
        self.is_empty
    }

    fn trailing(&mut self, end: u64) {
        let length = self.bytes.len() as u64;
        if end < length {
            let mut object = self.head(&(end..length), "trailing");
            object.insert("visible".into(), true.into());
            self.line(object);
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    let pairs = bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
    pairs.collect()
}

/// A value as the JSON form has it; bytes that are no text are `null`, for `bytes` has them.
pub(crate) fn json_value(ty: &Type, part: Part, value: Scalar<'_>) -> Value {
    match (value, part) {
        (Scalar::F32(value), _) => float(|out| number::put_f32(out, value)),
        (Scalar::F64(value), _) => float(|out| number::put_f64(out, value)),
        (Scalar::Int(value), Part::Whole) => whole_number(ty.peeled(), value),
        (Scalar::Int(value), _) => integer(value),
        (Scalar::Bytes(_), Part::Padding) => Value::Null,
        (Scalar::Bytes(_), Part::Whole) if matches!(ty.peeled(), Type::Blob | Type::Padding(_)) => {
            Value::Null
        }
        (Scalar::Bytes(bytes), _) => ty.show(bytes).into_owned().into(),
    }
}

/// A number, or a string where JSON has no such number.
fn float(put: impl FnOnce(&mut Vec<u8>)) -> Value {
    let mut out = Vec::new();
    put(&mut out);
    serde_json::from_slice(&out).unwrap_or_else(|_| String::from_utf8_lossy(&out).into())
}

fn whole_number(ty: &Type, value: i128) -> Value {
    let bits = u64::try_from(value).unwrap_or(0);
    let named = |names| match names::name_of(names, value) {
        Some(name) => (*name.name).into(),
        None => integer(value),
    };
    match ty {
        Type::Bool if bits < 2 => (bits == 1).into(),
        Type::Flags(names) => {
            let mut words: Vec<Value> = Vec::new();
            let rest = names::flag_names(names, bits, |name| words.push(name.into()));
            if rest != 0 {
                words.push(format!("{rest:#x}").into());
            }
            words.into()
        }
        Type::Enum(names) => named(names),
        Type::Prim(PrimKind::U128) if value < 0 => (value as u128).to_string().into(),
        Type::Bits(of) => {
            let members = of.shown(bits).map(|(part, value)| {
                let value = whole_number(&part.ty, value);
                (part.name.to_string(), value)
            });
            Value::Object(members.collect())
        }
        // A dialect is its place in the table, not its number.
        Type::Dialect(names) => match usize::try_from(bits)
            .ok()
            .and_then(|at| names.values.get(at))
        {
            Some(name) => (*name.name).into(),
            None => integer(value),
        },
        _ => integer(value),
    }
}
