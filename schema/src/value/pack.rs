//! [`Packer`]: items that come one by one, from a text, as [`Rows`].

use std::sync::Arc;

use super::{Cell, Row, Rows, Value};
use crate::{
    Layout, half_float,
    layout::{Body, Endian, Field, Pads, PrimKind, Type, VariantShape},
};

/// Structs inside an item beyond which it is not packed.
const MAX_DEPTH: u32 = 16;

/// Items of an array beyond which it is no part of a row.
const MAX_INLINE: u32 = 64;

/// Collects the items of a list.
#[derive(Debug)]
pub struct Packer<'l> {
    layout: &'l Layout,
    item: &'l Type,
    row: Option<Arc<Row>>,
    bytes: Vec<u8>,
    len: usize,
    /// Rows that these may be, and how many bytes at the front of them are those of items that came, and not kept.
    like: Option<(Rows, usize)>,
}

impl<'l> Packer<'l> {
    /// For items of this type; none for those that have no size of their own.
    #[must_use]
    pub fn new(layout: &'l Layout, item: &'l Type) -> Option<Self> {
        has_size(layout, item, 0).then_some(Self {
            layout,
            item,
            row: None,
            bytes: Vec::new(),
            len: 0,
            like: None,
        })
    }

    /// What every item looks like, from the first one on.
    #[must_use]
    pub fn row(&self) -> Option<&Arc<Row>> {
        self.row.as_ref()
    }

    /// Number of items so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an item.
    ///
    /// # Errors
    /// The item, when it has other fields than those before it.
    pub fn push(&mut self, item: Value) -> Result<(), Value> {
        // Most are plain numbers.
        if let Some(Value::Cell(cell)) = self.row.as_deref().map(Row::item) {
            let fits = self.number(cell.kind, &item);
            self.len += usize::from(fits);
            return if fits { Ok(()) } else { Err(item) };
        }
        let row = match self.row.take() {
            Some(row) => row,
            None => match self.first(&item) {
                Some(row) => Arc::new(row),
                None => return Err(item),
            },
        };
        let start = self.bytes.len();
        let fits = self.add(row.item(), &item);
        self.row = Some(row);
        if fits {
            self.len += 1;
            Ok(())
        } else {
            self.bytes.truncate(start);
            Err(item)
        }
    }

    /// Adds an item whose bytes are known: numbers in little-endian order, as the row says. `fill` puts them behind what is there and says
    /// whether they are whole; if not, nothing is added.
    pub fn push_raw(&mut self, fill: impl FnOnce(&mut Vec<u8>) -> bool) -> bool {
        let start = self.bytes.len();
        let fits = fill(&mut self.bytes);
        if fits {
            self.len += 1;
        } else {
            self.bytes.truncate(start);
        }
        fits
    }

    /// Says that these may become the items of a list that is known: those that are take no memory, for they are slices of it.
    pub fn expect(&mut self, rows: &Rows) {
        if self.row.as_deref() == Some(&**rows.row()) {
            self.like = Some((rows.clone(), 0));
        }
    }

    /// Lets go of the bytes of items that came as they were expected.
    pub fn settle(&mut self) {
        let Some((rows, same)) = &mut self.like else {
            return;
        };
        if rows.bytes()[*same..].starts_with(&self.bytes) {
            *same += self.bytes.len();
            self.bytes.clear();
        } else {
            self.bytes
                .splice(..0, rows.bytes()[..*same].iter().copied());
            self.like = None;
        }
    }

    /// The list.
    #[must_use]
    pub fn finish(mut self) -> Value {
        self.settle();
        let bytes = match self.like {
            Some((rows, same)) => rows.bytes().slice(..same),
            None => self.bytes.into(),
        };
        match self.row {
            Some(row) => Value::Rows(Box::new(Rows::new(bytes, self.len, row))),
            None => Value::List([].into()),
        }
    }

    fn first(&self, item: &Value) -> Option<Row> {
        let mut size = 0;
        let item = shaped(self.layout, self.item, item, &mut size)?;
        Some(Row::new(size, item))
    }

    fn add(&mut self, row: &Value, item: &Value) -> bool {
        match (row, item) {
            (Value::Cell(cell), item) => self.number(cell.kind, item),
            (Value::Struct(row), Value::Struct(item)) => {
                let mut both = row.iter().zip(item);
                row.len() == item.len()
                    && both.all(|pair| match pair {
                        (Some(row), Some(item)) => self.add(row, item),
                        (row, item) => row.is_none() && item.is_none(),
                    })
            }
            (Value::List(row), Value::List(item)) => {
                row.len() == item.len()
                    && row
                        .iter()
                        .zip(item.iter())
                        .all(|(row, item)| self.add(row, item))
            }
            (
                Value::Variant { variant, content },
                Value::Variant {
                    variant: other,
                    content: item,
                },
            ) => {
                variant == other
                    && match (content, item) {
                        (Some(row), Some(item)) => self.add(row, item),
                        (row, item) => row.is_none() && item.is_none(),
                    }
            }
            _ => false,
        }
    }

    #[inline]
    fn number(&mut self, kind: PrimKind, item: &Value) -> bool {
        let bits: u128 = match (kind, item) {
            (PrimKind::F16, Value::F32(value)) => {
                let bits = half_float::narrowed(*value);
                if half_float::widened(bits).to_bits() != value.to_bits() {
                    return false;
                }
                bits.into()
            }
            (PrimKind::F32, Value::F32(value)) => value.to_bits().into(),
            (PrimKind::F64, Value::F64(value)) => value.to_bits().into(),
            (_, Value::Int(value)) if kind.is_whole() && kind.holds(value.get()) => {
                value.get() as u128
            }
            _ => return false,
        };
        self.bytes
            .extend_from_slice(&bits.to_le_bytes()[..kind.size()]);
        true
    }
}

/// Whether items of a type consist of numbers alone.
fn has_size(layout: &Layout, ty: &Type, depth: u32) -> bool {
    if depth == MAX_DEPTH {
        return false;
    }
    let all = |fields: &[Field]| {
        let mut fields = fields.iter();
        fields.all(|field| {
            let is_plain =
                field.magic.is_empty() && field.size.is_none() && field.pad == Pads::NONE;
            let is_plain = is_plain && field.due.is_none() && field.is.is_none();
            field.visible && is_plain && has_size(layout, held(field), depth + 1)
        })
    };
    match ty {
        Type::Struct(target) => {
            let target = layout.get(target);
            target.magic.is_empty()
                && match &target.body {
                    Body::Fields(fields) => all(fields),
                    Body::Variants(variants) => variants
                        .iter()
                        .all(|variant| variant.magic.is_empty() && all(&variant.fields)),
                }
        }
        Type::Array(item, length) => *length <= MAX_INLINE && has_size(layout, item, depth + 1),
        Type::Enum(names) if names.closed => false,
        ty => ty.number_kind().is_some(),
    }
}

/// What is asked of a field of an item: a list whose items differ is one of numbers that belong to it.
fn held(field: &Field) -> &Type {
    match &field.ty {
        Type::List(item) if field.hands_items_down() => item,
        ty => ty,
    }
}

/// An item with cells in place of its numbers.
fn shaped(layout: &Layout, ty: &Type, item: &Value, size: &mut usize) -> Option<Value> {
    let field = |field: &Field, item: &Value, size: &mut usize| match (&field.ty, item) {
        (Type::List(ty), Value::List(items)) if field.hands_items_down() => {
            let items = items.iter().map(|item| shaped(layout, ty, item, size));
            Some(Value::List(items.collect::<Option<_>>()?))
        }
        (ty, item) => shaped(layout, ty, item, size),
    };
    match (ty, item) {
        (Type::Struct(target), item) => match (&layout.get(target).body, item) {
            (Body::Fields(fields), Value::Struct(items)) => {
                let pairs = fields.iter().zip(items);
                let shaped = pairs.map(|(of, item)| match item {
                    Some(item) => field(of, item, size).map(Some),
                    None => of.may_be_absent().then_some(None),
                });
                Some(Value::Struct(shaped.collect::<Option<_>>()?))
            }
            (Body::Variants(variants), Value::Variant { variant, content }) => {
                let fields = &variants.get(*variant)?.fields;
                let content = match (content.as_deref(), &**fields) {
                    (None, []) => None,
                    (Some(Value::Struct(items)), fields)
                        if variants[*variant].shape == VariantShape::Fields =>
                    {
                        let pairs = fields.iter().zip(items);
                        let shaped = pairs.map(|(of, item)| match item {
                            Some(item) => field(of, item, size).map(Some),
                            None => of.may_be_absent().then_some(None),
                        });
                        Some(Box::new(Value::Struct(shaped.collect::<Option<_>>()?)))
                    }
                    (Some(item), [of]) => Some(Box::new(field(of, item, size)?)),
                    _ => return None,
                };
                Some(Value::Variant {
                    variant: *variant,
                    content,
                })
            }
            _ => None,
        },
        (Type::Array(ty, length), Value::List(items)) if items.len() == *length as usize => {
            let items = items.iter().map(|item| shaped(layout, ty, item, size));
            Some(Value::List(items.collect::<Option<_>>()?))
        }
        (ty, _) => {
            let kind = ty.number_kind()?;
            let offset = *size;
            *size += kind.size();
            Some(Value::Cell(Cell {
                offset,
                kind,
                endian: Endian::Little,
            }))
        }
    }
}
