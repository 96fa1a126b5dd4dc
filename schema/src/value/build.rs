//! [`Builder`]: what the walker shows becomes a value.

use std::{collections::HashMap, slice, sync::Arc};

use bytes::Bytes;

use super::{Cell, Fields, Fixed, Piece, Row, Rows, Value, tree::fields::Filling};
use crate::{
    Error, Kind, Result,
    layout::{Body, Field, Type, VariantShape, magic_name},
    walk::{Items, Leaf, ListNode, Node, NodeKind, Part, Scalar, Visitor},
};

/// Puts visible leaves together.
pub(super) struct Builder<'b> {
    file: &'b Bytes,
    open: Vec<Open<'b>>,
    tree: Option<Value>,
    /// Where the list begins of which only the first item is shown: its numbers become cells.
    rows: Option<u64>,
    /// The last row of each field: lists of one field mostly look alike.
    known: HashMap<usize, Arc<Row>>,
    /// The field of the root after which nothing is wanted.
    last: Option<usize>,
    /// Whether that field was put.
    is_enough: bool,
    /// What the tree is compared with.
    wanted: Option<Wanted<'b>>,
}

/// A tree that another one may be. The items of its lists are compared as they come, and not kept.
struct Wanted<'b> {
    tree: &'b Value,
    /// The fields of the root that were compared so.
    seen: Vec<usize>,
    is_same: bool,
}

/// What has begun and not ended.
enum Open<'b> {
    /// Fields, and where in memory the first of them is described, which says the places of the others.
    Fields(Filling, usize),
    /// An enum, with its variant.
    Variants(Option<Value>, usize),
    Items(Vec<Value>),
    /// The items of a list of the root that are still to come.
    Wanted(slice::Iter<'b, Value>),
    /// A list of which one item is shown.
    Rows(Option<Value>),
}

/// Where something is in memory: tells parts of one layout apart, and gives their places.
fn address<T>(of: &T) -> usize {
    std::ptr::from_ref(of).addr()
}

/// The place of an item of a slice that begins there.
fn place<T>(of: &T, first: usize) -> usize {
    address(of).wrapping_sub(first) / size_of::<T>()
}

impl<'b> Builder<'b> {
    pub(super) fn new(file: &'b Bytes) -> Self {
        Self {
            file,
            open: Vec::new(),
            tree: None,
            rows: None,
            known: HashMap::new(),
            last: None,
            is_enough: false,
            wanted: None,
        }
    }

    /// For a tree that may be this one.
    pub(super) fn comparing(file: &'b Bytes, tree: &'b Value) -> Self {
        let wanted = Wanted {
            tree,
            seen: Vec::new(),
            is_same: true,
        };
        Self {
            wanted: Some(wanted),
            ..Self::new(file)
        }
    }

    /// Whether the tree is the one that it was compared with.
    pub(super) fn same(mut self) -> bool {
        let Some(wanted) = self.wanted.take() else {
            return false;
        };
        let root = self.finish();
        let is_same = match (&root, wanted.tree) {
            (Value::Struct(a), Value::Struct(b)) => {
                let mut pairs = a.iter().zip(b).enumerate();
                a.len() == b.len()
                    && pairs.all(|(place, (a, b))| wanted.seen.contains(&place) || a == b)
            }
            (a, b) => a == b,
        };
        wanted.is_same && is_same
    }

    /// The items that a list of the root is to have.
    fn wanted_items(&self, field: &Field) -> Option<slice::Iter<'b, Value>> {
        let wanted = self.wanted.as_ref()?;
        // Only a struct is whole when it is put.
        field.ty.struct_ref()?;
        match self.open.as_slice() {
            [Open::Fields(_, first)] => match wanted.tree.field(place(field, *first))? {
                Value::List(items) => Some(items.iter()),
                _ => None,
            },
            _ => None,
        }
    }

    fn compare(&mut self, next: Option<&Value>, item: Option<&Value>) {
        if let Some(wanted) = &mut self.wanted {
            wanted.is_same &= next == item;
        }
    }

    /// For one item of a list, whose numbers become cells.
    pub(super) fn of_item(file: &'b Bytes) -> Self {
        Self {
            rows: Some(0),
            ..Self::new(file)
        }
    }

    /// For the fields of the root up to this place.
    pub(super) fn up_to(file: &'b Bytes, last: usize) -> Self {
        Self {
            last: Some(last),
            ..Self::new(file)
        }
    }

    /// The root as far as it was shown; none where what was wanted of it was not.
    pub(super) fn begun(mut self) -> Option<Value> {
        match self.open.drain(..).next() {
            Some(Open::Fields(fields, _)) if self.is_enough => Some(Value::Struct(fields.filled())),
            _ => self.tree,
        }
    }

    pub(super) fn finish(self) -> Value {
        self.tree.unwrap_or(Value::Struct(Fields::default()))
    }

    fn put(&mut self, field: &Field, value: Value) {
        let is_of_root = self.open.len() == 1;
        match self.open.last_mut() {
            Some(Open::Fields(fields, first)) => {
                let place = place(field, *first);
                fields.put(place, value);
                self.is_enough |= is_of_root && self.last == Some(place);
            }
            Some(Open::Variants(variant, _) | Open::Rows(variant)) => *variant = Some(value),
            Some(Open::Items(items)) => items.push(value),
            Some(Open::Wanted(items)) => {
                let next = items.next();
                self.compare(next, Some(&value));
            }
            None => self.tree = Some(value),
        }
    }

    /// The value that was put last under this field.
    fn last(&mut self, field: &Field) -> Option<&mut Value> {
        match self.open.last_mut()? {
            Open::Fields(fields, first) => fields.last(place(field, *first)),
            Open::Variants(variant, _) | Open::Rows(variant) => variant.as_mut(),
            Open::Items(items) => items.last_mut(),
            Open::Wanted(_) => None,
        }
    }

    fn slice(&self, bytes: &[u8]) -> Bytes {
        self.file.slice_ref(bytes)
    }

    fn whole(&mut self, leaf: &Leaf<'_>) {
        let value = match (leaf.value, leaf.ty) {
            (Scalar::Int(place), Type::Dialect(names)) => {
                let name = usize::try_from(place).ok();
                let name = name.and_then(|at| names.values.get(at));
                Value::Word(name.map_or_else(|| "".into(), |name| (*name.name).into()))
            }
            (
                Scalar::Bytes(text),
                Type::CString | Type::Ended(..) | Type::Text(_) | Type::Padded(_),
            ) => Value::Text(Piece::of(self.file, text)),
            (Scalar::Bytes(text), Type::FixedString(_)) => Value::Fixed(Box::new(Fixed {
                text: self.slice(text),
                padding: Bytes::new(),
            })),
            (Scalar::Bytes(bytes), _) => Value::Bytes(Box::new(self.slice(bytes))),
            (scalar, ty) => self.number(leaf, scalar, ty),
        };
        self.put(leaf.field, value);
    }

    fn number(&self, leaf: &Leaf<'_>, scalar: Scalar<'_>, ty: &Type) -> Value {
        if let (Some(start), Some(kind)) = (self.rows, ty.number_kind()) {
            return Value::Cell(Cell {
                offset: (leaf.range.start - start) as usize,
                kind,
                endian: leaf.endian,
            });
        }
        match scalar {
            Scalar::F32(value) => Value::F32(value),
            Scalar::F64(value) => Value::F64(value),
            Scalar::Int(value) => Value::int(value),
            Scalar::Bytes(_) => Value::int(0),
        }
    }

    /// The list of which the first item was shown.
    fn rows(&mut self, item: Value, count: u64, node: &Node<'_>) -> Value {
        self.rows = None;
        let bytes = self
            .file
            .slice(node.range.start as usize..node.range.end as usize);
        let len = count as usize;
        let row = Row::new(bytes.len().checked_div(len).unwrap_or(0), item);
        let known = self.known.get(&address(node.field));
        let row = match known.filter(|known| ***known == row) {
            Some(known) => Arc::clone(known),
            None => Arc::new(row),
        };
        self.known.insert(address(node.field), Arc::clone(&row));
        Value::Rows(Box::new(Rows::new(bytes, len, row)))
    }

    /// For how many items of a list to take memory at once: for no more than the file is long, whatever it says. Lists inside of others
    /// may each say that, so they begin with few.
    fn room(&self, count: u64) -> usize {
        const FEW: usize = 64;
        let is_inside = self.open.iter().any(|open| matches!(open, Open::Items(_)));
        let room = self.file.len() / size_of::<Value>();
        let room = if is_inside { room.min(FEW) } else { room };
        room.min(usize::try_from(count).unwrap_or(room))
    }
}

impl Visitor for Builder<'_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if self.is_enough && leaf.part == Part::Whole {
            return Err(Error::new(Kind::Limit, "no more is wanted"));
        }
        if !leaf.visible {
            return Ok(());
        }
        match (leaf.part, leaf.value) {
            (Part::Whole, _) => self.whole(leaf),
            (Part::Magic, Scalar::Bytes(magic)) => {
                self.put(leaf.field, Value::Word((*magic_name(magic)).into()));
            }
            (Part::Number, Scalar::Int(number)) => {
                if let Some(Value::Word(version)) = self.last(leaf.field) {
                    *version = format!("{version} {number}").into();
                }
            }
            (Part::Padding, Scalar::Bytes(bytes)) => {
                let end = bytes.iter().rposition(|byte| *byte != 0);
                let kept = self.slice(&bytes[..end.map_or(0, |last| last + 1)]);
                if let Some(Value::Fixed(fixed)) = self.last(leaf.field) {
                    fixed.padding = kept;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn enter(&mut self, node: &Node<'_>) {
        if !node.visible {
            return;
        }
        let fields = |fields: &[Field]| {
            let first = fields.first().map_or(0, address);
            Open::Fields(Filling::new(fields.len()), first)
        };
        self.open.push(match node.kind {
            NodeKind::Struct(of) => match &of.body {
                Body::Fields(list) => fields(list),
                Body::Variants(variants) => {
                    Open::Variants(None, variants.first().map_or(0, address))
                }
            },
            NodeKind::Variant(variant) => fields(&variant.fields),
            NodeKind::List { count, stride } => match self.wanted_items(node.field) {
                Some(items) => Open::Wanted(items),
                None => Open::Items(match (count, stride) {
                    (Some(count), None) => Vec::with_capacity(self.room(count)),
                    _ => Vec::new(),
                }),
            },
        });
    }

    fn leave(&mut self, node: &Node<'_>) {
        if !node.visible {
            return;
        }
        let value = match (self.open.pop(), node.kind) {
            (Some(Open::Fields(fields, _)), NodeKind::Variant(variant)) => Value::Variant {
                variant: match self.open.last() {
                    Some(Open::Variants(_, first)) => place(variant, *first),
                    _ => 0,
                },
                content: match variant.shape {
                    VariantShape::Unit => None,
                    VariantShape::Newtype => fields.only().map(Box::new),
                    VariantShape::Fields => Some(Box::new(Value::Struct(fields.filled()))),
                },
            },
            (Some(Open::Fields(fields, _)), _) => Value::Struct(fields.filled()),
            (Some(Open::Items(items)), _) => Value::List(items.into()),
            (Some(Open::Wanted(mut rest)), _) => {
                self.compare(rest.next(), None);
                if let (Some(wanted), Some(Open::Fields(_, first))) =
                    (&mut self.wanted, self.open.last())
                {
                    wanted.seen.push(place(node.field, *first));
                }
                return;
            }
            (Some(Open::Rows(Some(item))), NodeKind::List { count, .. }) => {
                self.rows(item, count.unwrap_or(0), node)
            }
            (Some(Open::Variants(Some(variant), _)), _) => variant,
            (Some(Open::Variants(None, _) | Open::Rows(_)) | None, _) => return,
        };
        self.put(node.field, value);
    }

    fn items(&mut self, list: &ListNode<'_>) -> Items {
        if !list.visible {
            return Items::NONE;
        }
        if list.count == 0 {
            return Items::All;
        }
        if let Some(open @ (Open::Items(_) | Open::Wanted(_))) = self.open.last_mut() {
            *open = Open::Rows(None);
        }
        self.rows = Some(list.start);
        Items::one(0)
    }
}
