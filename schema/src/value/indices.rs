//! Numbers of a tree that are indices into one of its lists.

mod cells;

use std::collections::BTreeSet;

use self::cells::{Cells, Found};
use super::{Fields, Rows, Value};
use crate::{
    Error, Kind, Layout, Path, Result,
    layout::{Body, Columns, Field, IndexOf, PrimKind, Struct, Variant, VariantShape},
    walk::Scalar,
};

/// An index, or a name that stands for one in a text.
#[derive(Debug, Clone, Copy)]
pub struct Index<'a> {
    /// Where it is.
    pub path: &'a Path<'a>,
    /// The field that it is, or one of which it is.
    pub field: &'a Field,
    /// The list that it is an index into.
    pub of: &'a IndexOf,
    /// The number.
    pub number: i128,
    /// The name that a text has in its place.
    pub name: Option<&'a [u8]>,
    /// Whether it is negative, or all its 32 bits or more are set, which stands for no item.
    pub is_none: bool,
    /// Whether some items of the tree say that such numbers count in their own list, and others do not: what this one counts in is not
    /// known.
    pub is_mixed: bool,
}

/// Shows every index of a tree; what the visitor returns takes its place.
///
/// # Errors
/// Those of the visitor.
pub fn visit_indices(
    layout: &Layout,
    tree: &mut Value,
    visit: &mut dyn FnMut(&Index<'_>) -> Result<i128>,
) -> Result<()> {
    let with = holders(layout);
    let root = layout.root();
    if !with.contains(&*root.name) {
        return Ok(());
    }
    let (idle, mixed) = unless_of(layout, tree);
    let mut walk = Walk {
        layout,
        with,
        idle,
        mixed,
        path: Path::new(),
        describing: layout
            .structs()
            .into_iter()
            .filter_map(|one| Some(one.columns()?.1))
            .collect(),
        meanings: Vec::new(),
        visit,
    };
    walk.structure(root, tree)
}

/// Structs with indices in them, directly or further in.
fn holders(layout: &Layout) -> BTreeSet<&str> {
    let structs = layout.structs();
    let mut with = BTreeSet::new();
    loop {
        let before = with.len();
        for one in &structs {
            let mut fields = one.field_lists().flatten();
            if fields.any(|field| {
                let target = field.ty.struct_ref();
                field.index_of.is_some()
                    || target.is_some_and(|target| with.contains(&*target.name))
            }) {
                with.insert(&*one.name);
            }
        }
        if with.len() == before {
            return with;
        }
    }
}

/// The lists that indices count in instead: those that have items wherever they are, and those that have some in places.
fn unless_of<'l>(layout: &'l Layout, tree: &Value) -> (BTreeSet<&'l str>, BTreeSet<&'l str>) {
    let (mut idle, mut mixed) = (BTreeSet::new(), BTreeSet::new());
    for (_, _, of) in layout.indices() {
        let mut seen = Vec::new();
        lengths(layout, layout.root(), tree, &of.unless, &mut seen);
        match (seen.contains(&true), seen.contains(&false)) {
            (true, false) => idle.insert(&*of.unless),
            (true, true) => mixed.insert(&*of.unless),
            (false, _) => continue,
        };
    }
    (idle, mixed)
}

/// Of every list at a path, whether it has items.
fn lengths(layout: &Layout, of: &Struct, value: &Value, path: &str, seen: &mut Vec<bool>) {
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    let place = of.fields().iter().position(|field| field.name == *name);
    let Some((place, value)) = place.and_then(|place| Some((place, value.field(place)?))) else {
        return;
    };
    if rest.is_empty() {
        return seen.extend(value.length().map(|length| length > 0));
    }
    let Some(target) = of.fields()[place].ty.struct_ref() else {
        return;
    };
    let target = layout.get(target);
    match value {
        Value::List(items) => {
            items
                .iter()
                .for_each(|item| lengths(layout, target, item, rest, seen));
        }
        value => lengths(layout, target, value, rest, seen),
    }
}

struct Walk<'a, 'l> {
    layout: &'l Layout,
    with: BTreeSet<&'l str>,
    /// Lists that have items in every place: indices count in those.
    idle: BTreeSet<&'l str>,
    /// Lists that have items in some places only.
    mixed: BTreeSet<&'l str>,
    path: Path<'l>,
    /// What names items by another list.
    describing: Vec<&'l Columns>,
    /// What the items mean that a list describes which was passed.
    meanings: Vec<i128>,
    visit: &'a mut dyn FnMut(&Index<'_>) -> Result<i128>,
}

impl<'l> Walk<'_, 'l> {
    fn structure(&mut self, of: &'l Struct, value: &mut Value) -> Result<()> {
        match (&of.body, value) {
            (Body::Fields(fields), Value::Struct(values)) => match of.columns() {
                Some((list, columns)) => self.columns(list, columns, values),
                None => self.fields(fields, values),
            },
            (
                Body::Variants(variants),
                Value::Variant {
                    variant,
                    content: Some(content),
                },
            ) => match variants.get(*variant) {
                Some(variant) => {
                    self.path.push_variant(variants, &variant.name);
                    self.variant(variant, content)
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn variant(&mut self, variant: &'l Variant, content: &mut Value) -> Result<()> {
        match (variant.shape, content, &*variant.fields) {
            (VariantShape::Fields, Value::Struct(values), fields) => self.fields(fields, values)?,
            (VariantShape::Newtype, content, [field]) => self.field(field, content)?,
            _ => {}
        }
        self.path.pop();
        Ok(())
    }

    fn fields(&mut self, fields: &'l [Field], values: &mut Fields) -> Result<()> {
        let mut around = None;
        for (field, value) in fields.iter().zip(values.iter_mut()) {
            let Some(value) = value else { continue };
            self.path.push_name(&field.name);
            self.field(field, value)?;
            self.path.pop();
            let mut columns = self.describing.iter();
            let columns = columns.find(|columns| columns.list == field.name);
            if let Some(described) =
                columns.and_then(|columns| columns.described(self.layout, field, value))
            {
                let meanings = described.into_iter().map(|(meaning, _)| meaning).collect();
                let before = std::mem::replace(&mut self.meanings, meanings);
                around.get_or_insert(before);
            }
        }
        if let Some(meanings) = around {
            self.meanings = meanings;
        }
        Ok(())
    }

    fn field(&mut self, field: &'l Field, value: &mut Value) -> Result<()> {
        if let Some(of) = &field.index_of
            && field.columns.is_none()
        {
            return self.numbers(field, of, value);
        }
        let Some(target) = field
            .ty
            .struct_ref()
            .filter(|target| self.with.contains(&*target.name))
        else {
            return Ok(());
        };
        let target = self.layout.get(target);
        match value {
            Value::List(items) => {
                for (index, item) in (0..).zip(items) {
                    self.path.push_index(index);
                    self.structure(target, item)?;
                    self.path.pop();
                }
                Ok(())
            }
            Value::Rows(rows) => {
                let mut cells = Cells::new(self.layout, &self.meanings);
                cells.item(target, rows.row().item());
                self.rows(rows, &cells.found)
            }
            value => self.structure(target, value),
        }
    }

    /// Every number of a value.
    fn numbers(&mut self, field: &'l Field, of: &'l IndexOf, value: &mut Value) -> Result<()> {
        match value {
            Value::Int(number) => {
                let kind = field.ty.peeled().number_kind();
                *number = self.number(field, of, number.get(), None, kind)?.into();
            }
            Value::F32(number) => {
                if let Some(whole) = whole(*number) {
                    *number = self.number(field, of, whole, None, None)? as f32;
                }
            }
            Value::Text(name) => {
                let name = name.clone();
                *value = Value::int(self.number(field, of, 0, Some(&name), None)?);
            }
            Value::List(items) => {
                for (index, item) in (0..).zip(items) {
                    self.path.push_index(index);
                    self.numbers(field, of, item)?;
                    self.path.pop();
                }
            }
            Value::Struct(values) => {
                for value in values.iter_mut().flatten() {
                    self.numbers(field, of, value)?;
                }
            }
            Value::Variant {
                content: Some(content),
                ..
            } => self.numbers(field, of, content)?,
            Value::Rows(rows) => {
                let mut cells = Cells::new(self.layout, &self.meanings);
                cells.add(rows.row().item(), field, of);
                self.rows(rows, &cells.found)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn number(
        &mut self,
        field: &Field,
        of: &IndexOf,
        number: i128,
        name: Option<&[u8]>,
        kind: Option<PrimKind>,
    ) -> Result<i128> {
        if self.idle.contains(&*of.unless) {
            return Ok(number);
        }
        // A byte has too few values to spare one for that.
        let none = match kind.map_or(4, PrimKind::size) {
            8 => u64::MAX.into(),
            4 => u32::MAX.into(),
            _ => i128::MAX,
        };
        let found = (self.visit)(&Index {
            path: &self.path,
            field,
            of,
            number,
            name,
            is_none: number < 0 || number == none,
            is_mixed: self.mixed.contains(&*of.unless),
        })?;
        if kind.is_some_and(|kind| kind.is_whole() && !kind.holds(found)) && found != number {
            let message =
                format!("the item that it points to has the index {found} now, which does not fit");
            return Err(Error::new(Kind::Invalid, message).of(&self.path));
        }
        Ok(found)
    }

    /// The items that mean indices, of those that another list describes.
    fn columns(
        &mut self,
        list: &'l Field,
        columns: &'l Columns,
        values: &mut Fields,
    ) -> Result<()> {
        let (Some(of), Some(Value::List(items))) = (&list.index_of, values.get_mut(0)) else {
            return Ok(());
        };
        self.path.push_name(&list.name);
        for (place, item) in items.iter_mut().enumerate() {
            if self
                .meanings
                .get(place)
                .is_some_and(|meaning| columns.are_indices(*meaning))
            {
                self.path.push_index(place as u64);
                self.numbers(list, of, item)?;
                self.path.pop();
            }
        }
        self.path.pop();
        Ok(())
    }

    fn rows(&mut self, rows: &mut Rows, found: &[Found<'l>]) -> Result<()> {
        if found.is_empty() {
            return Ok(());
        }
        let mut changed: Option<Vec<u8>> = None;
        let bytes = rows.bytes().clone();
        let size = rows.row().size();
        for index in 0..rows.len() {
            let item = &bytes[index * size..(index + 1) * size];
            for Found {
                cell,
                field,
                of,
                path,
            } in found
            {
                let number = match cell.scalar(item) {
                    Scalar::Int(number) => Some(number),
                    Scalar::F32(number) => whole(number),
                    _ => None,
                };
                let Some(number) = number else { continue };
                self.path.push_index(index as u64);
                let other = self.number(field, of, number, None, Some(cell.kind));
                let other = other.map_err(|error| {
                    let steps = path.steps().iter().cloned();
                    steps.for_each(|step| self.path.push(step));
                    error.of(&self.path)
                })?;
                self.path.pop();
                if other != number {
                    let changed = changed.get_or_insert_with(|| bytes.to_vec());
                    cell.put(&mut changed[index * size..(index + 1) * size], other);
                }
            }
        }
        if let Some(changed) = changed {
            rows.replace(changed);
        }
        Ok(())
    }
}

/// The index that a number of single precision is.
fn whole(number: f32) -> Option<i128> {
    (number.fract() == 0.0 && (0.0..EXACT).contains(&number)).then_some(number as i128)
}

/// Whole numbers from here on are not exact in single precision.
const EXACT: f32 = 16_777_216.0;
