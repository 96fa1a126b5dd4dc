//! Values as bytes, along a layout.

mod around;
mod hidden;
mod leaf;
mod out;
mod rows;

use bytes::Bytes;

use self::out::Out;
use super::{Fields, Value};
use crate::{
    Error, Kind, Layout, Path, Result,
    expr::Expr,
    layout::{Body, Count, Endian, Field, Order, Struct, Type, Variant, VariantShape},
    walk::{Asked, Scopes, Slot, Sums},
};

/// The bytes of a tree, and those that follow it.
pub(super) fn write(layout: &Layout, tree: &Value, trailing: &[u8]) -> Result<Vec<u8>> {
    written(layout, tree, trailing, Out::new(None)).map(Out::finish)
}

/// Whether the bytes of a tree, and those that follow it, are those of a file. Takes little memory.
pub(super) fn is_file(
    layout: &Layout,
    tree: &Value,
    trailing: &[u8],
    file: &Bytes,
) -> Result<bool> {
    let mut out = written(layout, tree, trailing, Out::new(Some(file)))?;
    Ok(out.is_wanted())
}

fn written(layout: &Layout, tree: &Value, trailing: &[u8], out: Out) -> Result<Out> {
    let dialect = tree.dialect(layout);
    let mut writer = Writer {
        layout,
        out,
        path: Path::new(),
        scopes: Scopes::new(),
        dialect,
        padding: 0,
        sizes: Vec::new(),
        last: 0..0,
        sized: None,
        stop: None,
        stopped: None,
        waiting: 0,
    };
    writer.structure(
        layout.root(),
        tree,
        Endian::Little,
        &[Slot::Int(dialect as i128)],
        None,
    )?;
    writer.out.extend_from_slice(trailing);
    Ok(writer.out)
}

struct Writer<'a> {
    layout: &'a Layout,
    out: Out,
    path: Path<'a>,
    scopes: Scopes<'a>,
    dialect: usize,
    /// Bytes of padding so far.
    padding: usize,
    /// The sizes that are not known yet.
    sizes: Vec<Size<'a>>,
    /// Where the last value begins and ends, without what stands around it.
    last: std::ops::Range<usize>,
    /// Where the last value of a known size begins and ends.
    sized: Option<(usize, usize)>,
    /// Of the next item: whether it is the last one.
    stop: Option<&'a Expr>,
    /// Whether the last item ended its list; none where only the finished file tells.
    stopped: Option<bool>,
    /// How many of the sizes belong to structs further out.
    waiting: usize,
}

/// A number that says how many bytes a later field takes.
#[derive(Clone, Copy)]
struct Size<'a> {
    of: &'a Field,
    /// Where it stands, and how long it is there.
    at: usize,
    length: usize,
    endian: Endian,
}

/// What is asked of a struct as an item.
type Folds = Option<std::ops::Range<usize>>;

impl<'a> Writer<'a> {
    /// Whether nothing of what was written changes any more: no size is still to come.
    fn is_settled(&self) -> bool {
        self.sizes.is_empty()
    }

    fn invalid(&self, message: impl Into<String>) -> Error {
        Error::new(Kind::Invalid, message).of(&self.path)
    }

    fn misfit(&self, ty: &Type) -> Error {
        self.invalid(format!("is not {}", ty.noun()))
    }

    fn missing(&self, field: &Field) -> Error {
        self.invalid(match &field.when {
            Some(when) => format!("is missing although `{when:#}` holds"),
            None => "is missing".into(),
        })
    }

    fn eval(&self, expr: &Expr) -> Result<i128> {
        self.scopes.eval(expr).map_err(|why| self.invalid(why))
    }

    /// The value of an expression; none where only the finished file has it, so that the tree decides.
    fn known(&self, expr: &Expr) -> Result<Option<i128>> {
        match self.scopes.eval(expr) {
            Ok(value) => Ok(Some(value)),
            Err(_) if self.scopes.asks_opaque(expr) => Ok(None),
            Err(why) => Err(self.invalid(why)),
        }
    }

    fn structure(
        &mut self,
        target: &'a Struct,
        value: &Value,
        endian: Endian,
        args: &[Slot<'a>],
        folds: Folds,
    ) -> Result<()> {
        let asked = self.scopes.take_asked();
        let stop = self.stop.take();
        let around = self.scopes.open(&target.params, args);
        let endian = self.order(target.endian.as_ref(), endian)?;
        self.out.extend_from_slice(&target.magic);
        match (&target.body, value) {
            (Body::Fields(fields), Value::Struct(values)) => {
                self.fields(fields, values, endian, &asked)?;
            }
            (Body::Variants(variants), Value::Variant { variant, content }) => {
                self.variant(variants, *variant, content.as_deref(), endian)?;
            }
            (Body::Fields(_), _) => return Err(self.invalid("is not a struct")),
            (Body::Variants(_), _) => return Err(self.invalid("is not one of several variants")),
        }
        self.scopes.answer(&asked);
        if let Some(stop) = stop {
            self.stopped = self.known(stop)?.map(|is_last| is_last != 0);
        }
        if let Some(folds) = folds {
            self.scopes.add_item(folds);
        }
        self.scopes.close(around);
        Ok(())
    }

    /// The byte order that something says, in that of what is around it.
    fn order(&self, own: Option<&Order>, around: Endian) -> Result<Endian> {
        let Some(own) = own else { return Ok(around) };
        let mut why = None;
        let order = own.by(|expr| self.eval(expr).map_err(|error| why = Some(error)).ok());
        order.ok_or_else(|| why.unwrap_or_else(|| self.invalid("has no byte order")))
    }

    fn variant(
        &mut self,
        variants: &'a [Variant],
        place: usize,
        content: Option<&Value>,
        endian: Endian,
    ) -> Result<()> {
        let Some(variant) = variants.get(place) else {
            return Err(self.invalid(format!("has no variant {place}")));
        };
        self.path.push_variant(variants, &variant.name);
        if let Some(when) = &variant.when
            && self.known(when)? == Some(0)
        {
            return Err(self.invalid(format!(
                "is the variant for `{when:#}`, which does not hold"
            )));
        }
        self.out.extend_from_slice(&variant.magic);
        match (&*variant.fields, content) {
            ([], None) => {}
            (fields, Some(Value::Struct(values))) if variant.shape == VariantShape::Fields => {
                self.fields(fields, values, endian, &[])?;
            }
            ([field], Some(value)) if variant.shape == VariantShape::Newtype => {
                let none = self.scopes.start_folds(&field.name, std::iter::empty());
                self.visible(field, Some(value), endian, none)?;
            }
            _ => return Err(self.invalid("has other content than the variant")),
        }
        self.path.pop();
        Ok(())
    }

    fn args(&self, exprs: &[Expr]) -> Result<Vec<Slot<'a>>> {
        exprs.iter().map(|expr| self.arg(expr)).collect()
    }

    /// The value that an expression passes down; opaque where only the finished file has it.
    fn arg(&self, expr: &Expr) -> Result<Slot<'a>> {
        match self.scopes.arg(expr) {
            Ok(Slot::NoValue) | Err(_) if self.scopes.asks_opaque(expr) => Ok(Slot::Opaque),
            slot => slot.map_err(|why| self.invalid(why)),
        }
    }

    fn fields(
        &mut self,
        fields: &'a [Field],
        values: &Fields,
        endian: Endian,
        asked: &[Asked<'a>],
    ) -> Result<()> {
        if fields.len() != values.len() {
            let message = format!("has {} fields, not {}", values.len(), fields.len());
            return Err(self.invalid(message));
        }
        let waiting = self.sizes.len();
        let around = std::mem::replace(&mut self.waiting, waiting);
        let mut sums = Sums::new(fields);
        for (place, (field, value)) in fields.iter().zip(values).enumerate() {
            self.path.push_name(&field.name);
            self.scopes.begin(fields, asked, &field.name);
            let slot = if let Some(due) = &field.due {
                self.due(field, due, value, &sums, endian)?
            } else if field.visible && field.is.is_some() {
                self.told(value)?
            } else if field.visible {
                let folds = self.scopes.folds_over(fields, &field.name);
                let folds = self.scopes.start_folds(&field.name, folds.into_iter());
                self.visible(field, value, endian, folds)?
            } else {
                self.hidden(fields, values, place, endian)?
            };
            sums.add(std::mem::take(&mut self.last));
            self.patch(fields, field, &mut sums)?;
            self.scopes.add(&field.name, slot);
            self.path.pop();
        }
        self.sizes.truncate(waiting);
        self.waiting = around;
        Ok(())
    }

    fn visible(
        &mut self,
        field: &'a Field,
        value: Option<&Value>,
        endian: Endian,
        folds: std::ops::Range<usize>,
    ) -> Result<Slot<'a>> {
        let value = match (value, self.holds(field)?) {
            (None, Some(true)) => {
                return match field.ty.peeled() {
                    Type::Padding(padding) => self.padding(field, *padding),
                    _ => Err(self.missing(field)),
                };
            }
            (None, _) => {
                self.last = 0..0;
                return Ok(Slot::Absent);
            }
            (Some(_), Some(false)) => {
                let when = field.when.as_ref().map(|when| format!("{when:#}"));
                let when = when.unwrap_or_default();
                return Err(self.invalid(format!("is there although `{when}` does not hold")));
            }
            (Some(value), _) => value,
        };
        let endian = self.order(field.endian.as_ref(), endian)?;
        let args = self.args(&field.args)?;
        let start = self.before(field)?;
        let slot = self.content(field, value, endian, &args, folds)?;
        self.last = start + field.magic.len()..self.out.len();
        self.behind(field, start)?;
        Ok(slot)
    }

    fn content(
        &mut self,
        field: &'a Field,
        value: &Value,
        endian: Endian,
        args: &[Slot<'a>],
        folds: std::ops::Range<usize>,
    ) -> Result<Slot<'a>> {
        match (field.ty.peeled(), value) {
            (Type::List(item) | Type::Packed(item), Value::List(_) | Value::Rows(_)) => {
                self.counted(field, value.length().unwrap_or(0))?;
                self.list(field, item, value, endian, args, folds)
            }
            (Type::Array(item, length), value) => {
                self.array(field, (item, *length), value, endian, args, folds)
            }
            (Type::Blob, Value::Bytes(bytes)) => self.whole(field, bytes),
            (Type::Text(_), Value::Text(text)) => self.whole(field, text),
            (Type::Padded(_), Value::Text(bytes)) => self.padded(field, bytes),
            (Type::Padding(padding), Value::Bytes(bytes)) => {
                self.odd_padding(field, *padding, bytes)
            }
            _ => self.value(field, &field.ty, value, endian, args),
        }
    }

    /// As many items as an array has.
    fn array(
        &mut self,
        field: &'a Field,
        (item, length): (&'a Type, u32),
        value: &Value,
        endian: Endian,
        args: &[Slot<'a>],
        folds: std::ops::Range<usize>,
    ) -> Result<Slot<'a>> {
        let found = value.length().filter(|_| !matches!(value, Value::Bytes(_)));
        let found = found.ok_or_else(|| self.invalid("is not an array"))?;
        if found != length as usize {
            let items = if found == 1 { "item" } else { "items" };
            return Err(self.invalid(format!("has {found} {items}, and the array {length}")));
        }
        let slot = self.list(field, item, value, endian, args, folds)?;
        let number = value.number_of_bytes(&field.ty);
        Ok(number.map_or(slot, |number| Slot::Bytes(number, length.into())))
    }

    /// The items of a list or an array.
    fn list(
        &mut self,
        field: &'a Field,
        item: &'a Type,
        value: &Value,
        endian: Endian,
        args: &[Slot<'a>],
        folds: std::ops::Range<usize>,
    ) -> Result<Slot<'a>> {
        match value {
            Value::List(items) => self.items(field, item, items.iter(), endian, args, folds)?,
            Value::Rows(rows) => {
                let is_plain = folds.is_empty() && !matches!(field.count, Some(Count::Until(_)));
                if !(is_plain && self.rows(field, item, rows, endian, args)) {
                    self.items(field, item, rows.iter(), endian, args, folds)?;
                }
            }
            _ => return Err(self.misfit(&field.ty)),
        }
        Ok(Slot::List(value.length().unwrap_or(0) as u64))
    }

    /// Holds the length of a list against what the fields before it say.
    fn counted(&self, field: &Field, length: usize) -> Result<()> {
        let Some(count) = field.computed_count() else {
            return Ok(());
        };
        let Some(expected) = self.known(count)? else {
            return Ok(());
        };
        if expected == length as i128 {
            return Ok(());
        }
        let message = format!("has {length} items where `{count:#}` is {expected}");
        Err(self.invalid(message).help(
            "make them equal; a number that is not given is that of the first list which it counts",
        ))
    }

    fn items(
        &mut self,
        field: &'a Field,
        item: &'a Type,
        items: impl Iterator<Item = impl std::borrow::Borrow<Value>>,
        endian: Endian,
        args: &[Slot<'a>],
        folds: std::ops::Range<usize>,
    ) -> Result<()> {
        let stop = field.count.as_ref().and_then(Count::until);
        self.stopped = Some(false);
        let asked = self.scopes.asked_of_items(&folds, stop);
        for (index, value) in (0..).zip(items) {
            let value = value.borrow();
            if stop.is_some() && self.stopped == Some(true) {
                self.path.push_index(index - 1);
                return Err(self.invalid("would end the list"));
            }
            self.stop = stop;
            self.scopes.ask(&asked);
            self.path.push_index(index);
            let args: Vec<Slot<'a>> = args
                .iter()
                .map(|arg| self.scopes.of_item(*arg, index))
                .collect();
            match item.peeled() {
                Type::Struct(target) => {
                    let target = self.layout.get(target);
                    self.structure(target, value, endian, &args, Some(folds.clone()))?;
                }
                _ => {
                    self.value(field, item, value, endian, &args)?;
                    self.scopes.spoil_folds(folds.clone());
                }
            }
            self.path.pop();
            if self.is_settled() {
                self.out.settle();
            }
        }
        match stop {
            Some(stop) if self.stopped == Some(false) => Err(self.invalid(format!(
                "has no item that ends it: `{stop:#}` holds for none"
            ))),
            _ => Ok(()),
        }
    }

    fn value(
        &mut self,
        field: &'a Field,
        ty: &'a Type,
        value: &Value,
        endian: Endian,
        args: &[Slot<'a>],
    ) -> Result<Slot<'a>> {
        match ty.peeled() {
            Type::Struct(target) => {
                let target = self.layout.get(target);
                self.structure(target, value, endian, args, None)?;
                Ok(Slot::Opaque)
            }
            Type::List(_)
            | Type::Packed(_)
            | Type::Blob
            | Type::Text(_)
            | Type::Padded(_)
            | Type::Padding(_) => Err(self.misfit(ty)),
            Type::Array(item, length) => {
                let none = self.scopes.start_folds(&field.name, std::iter::empty());
                self.array(field, (item, *length), value, endian, args, none)
            }
            leaf => self.leaf(leaf, value, endian),
        }
    }
}
