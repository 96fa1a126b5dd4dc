//! What a text leaves out, put back; and taken out.

mod choice;

use super::{
    Implied, Named, Omission, Pending,
    compute::{Search, hidden, slot},
};
use crate::{
    Error, Kind, Path, Result,
    layout::{Body, Field, Struct, Type, Variant, VariantShape},
    value::Value,
    walk::{Asked, Scopes, Slot},
};

/// What a part of a text is, once that is known.
#[derive(Debug, Clone, Copy)]
pub enum Part<'l> {
    /// The content of a variant of an enum, by its place in the layout.
    Variant(&'l Struct, usize),
    /// The list that a field is.
    List(&'l Field),
}

/// Whoever reads the parts of a text that wait for what is around them.
pub trait Source<'l> {
    /// Reads a part; none for a variant without content. `named` says what the items of its items are called and what they are, where
    /// another list says that.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read(
        &mut self,
        text: &Pending,
        part: Part<'l>,
        named: Option<Named>,
        path: &Path<'l>,
    ) -> Result<Option<Value>>;
}

/// Puts back what a text left out: numbers that follow from the rest, and parts that the source has not read yet.
///
/// What neither the text nor the rest of the tree tells stays away; whoever writes the tree says so.
///
/// # Errors
/// Those of the source; [`Kind::Invalid`] with the path of an enum whose variant cannot be told.
pub fn complete<'l>(
    implied: &Implied<'l>,
    tree: &mut Value,
    source: &mut dyn Source<'l>,
) -> Result<()> {
    Completer::new(implied, tree, Some(source)).root(tree)
}

/// Takes out of a tree what [`complete`] puts back.
///
/// # Errors
/// None for a tree that can be written.
pub fn leave_out(implied: &Implied<'_>, tree: &mut Value) -> Result<()> {
    Completer::new(implied, tree, None).root(tree)
}

/// Steps of a path that are safe on every thread's stack.
const MAX_DEPTH: usize = 16 * crate::Limits::MAX_DEPTH as usize;

struct Completer<'a, 'l> {
    implied: &'a Implied<'l>,
    scopes: Scopes<'l>,
    path: Path<'l>,
    dialect: usize,
    /// What items are called that a list describes which was passed.
    names: Vec<String>,
    /// The path of that list.
    describing: String,
    /// The field whose value is looked at.
    field: Option<&'l Field>,
    /// None when things are taken out.
    source: Option<&'a mut dyn Source<'l>>,
}

impl<'a, 'l> Completer<'a, 'l> {
    fn new(implied: &'a Implied<'l>, tree: &Value, source: Option<&'a mut dyn Source<'l>>) -> Self {
        Self {
            implied,
            scopes: Scopes::new(),
            path: Path::new(),
            dialect: tree.dialect(implied.layout),
            names: Vec::new(),
            describing: String::new(),
            field: None,
            source,
        }
    }

    fn root(&mut self, tree: &mut Value) -> Result<()> {
        let root = self.implied.layout.root();
        if !self.implied.busy.contains(&*root.name) {
            return Ok(());
        }
        let dialect = Slot::Int(self.dialect as i128);
        self.structure(root, tree, &[dialect], 0..0)
    }

    fn structure(
        &mut self,
        of: &'l Struct,
        value: &mut Value,
        args: &[Slot<'l>],
        folds: std::ops::Range<usize>,
    ) -> Result<()> {
        let asked = self.scopes.take_asked();
        let around = self.scopes.open(&of.params, args);
        if let Value::Pending(part) = value {
            *value = self.pending(of, part)?;
        }
        match (&of.body, value) {
            (Body::Fields(fields), Value::Struct(values)) => {
                values.change(|values| self.fields(fields, values, &asked))?;
            }
            (
                Body::Variants(variants),
                Value::Variant {
                    variant,
                    content: Some(content),
                },
            ) => {
                if let Some(variant) = variants.get(*variant) {
                    self.path.push_variant(variants, &variant.name);
                    self.content(variant, content)?;
                    self.path.pop();
                }
            }
            // What does not fit the layout is for the writer to tell.
            _ => {}
        }
        self.scopes.answer(&asked);
        self.scopes.add_item(folds);
        self.scopes.close(around);
        Ok(())
    }

    fn content(&mut self, variant: &'l Variant, content: &mut Value) -> Result<()> {
        match (variant.shape, content, variant.fields.first()) {
            (VariantShape::Fields, Value::Struct(values), _) => {
                values.change(|values| self.fields(&variant.fields, values, &[]))
            }
            (VariantShape::Newtype, content, Some(field)) => self.inside(field, content, 0..0),
            _ => Ok(()),
        }
    }

    /// Reads what waited for the fields before it.
    fn pending(&mut self, of: &'l Struct, part: &Pending) -> Result<Value> {
        let variant = self.variant(of)?;
        let chosen = &of.variants()[variant];
        if part.is_empty() && chosen.shape != VariantShape::Unit {
            return Err(self.invalid(format!(
                "is missing: the fields before it make it `{}`",
                chosen.name
            )));
        }
        if self.path.steps().len() > MAX_DEPTH {
            return Err(Error::new(Kind::Limit, "structs nested too deeply").of(&self.path));
        }
        self.path.push_variant(of.variants(), &chosen.name);
        let named = match chosen.fields.first() {
            Some(field) if chosen.shape == VariantShape::Newtype => self.named(field)?,
            _ => None,
        };
        let content = match &mut self.source {
            Some(source) => source.read(part, Part::Variant(of, variant), named, &self.path)?,
            None => None,
        };
        self.path.pop();
        Ok(Value::Variant {
            variant,
            content: content.map(Box::new),
        })
    }

    /// Reads a list whose items wait for their names.
    fn pending_list(&mut self, field: &'l Field, value: &mut Value) -> Result<()> {
        let named = self.named(field)?;
        if let (Value::Pending(text), Some(source)) = (&*value, &mut self.source)
            && let Some(list) = source.read(text, Part::List(field), named, &self.path)?
        {
            *value = list;
        }
        Ok(())
    }

    /// What the items of the items of a list are, if another list says that.
    fn named(&mut self, field: &'l Field) -> Result<Option<Named>> {
        let Some((held, list, _)) = self.implied.naming(&field.ty) else {
            return Ok(None);
        };
        let Some(target) = list.ty.struct_ref() else {
            return Ok(None);
        };
        let target = self.implied.layout.get(target);
        let args = self.args(field);
        let around = self.scopes.open(&held.params, &args);
        let args = self.args(list);
        let names = self.names.clone();
        let variants = (0..names.len() as u64).map(|index| {
            let args: Vec<Slot<'l>> = args
                .iter()
                .map(|arg| self.scopes.of_item(*arg, index))
                .collect();
            let around = self.scopes.open(&target.params, &args);
            // What is wrong stands in the list that describes the items.
            let describing = format!("{}[{index}]", self.describing);
            let variant = self
                .variant(target)
                .map_err(|error| Error::new(error.kind(), error.message()).of(describing));
            self.scopes.close(around);
            variant
        });
        let variants = variants.collect::<Result<Vec<usize>>>()?;
        self.scopes.close(around);
        Ok(Some(Named { names, variants }))
    }

    fn args(&self, field: &'l Field) -> Vec<Slot<'l>> {
        let args = field.args.iter();
        args.map(|arg| self.scopes.arg(arg).unwrap_or(Slot::Opaque))
            .collect()
    }

    fn invalid(&self, message: impl Into<String>) -> Error {
        Error::new(Kind::Invalid, message).of(&self.path)
    }

    fn fields(
        &mut self,
        fields: &'l [Field],
        values: &mut [Option<Value>],
        asked: &[Asked<'l>],
    ) -> Result<()> {
        if fields.len() != values.len() {
            return Ok(());
        }
        let mut around = None;
        for (place, field) in fields.iter().enumerate() {
            self.path.push_name(&field.name);
            if field.visible && values[place].is_none() && self.source.is_some() {
                values[place] = self.absent(field);
            }
            self.scopes.begin(fields, asked, &field.name);
            if let Some(value) = &mut values[place] {
                let folds = self.scopes.folds_over(fields, &field.name);
                let folds = self.scopes.start_folds(&field.name, folds.into_iter());
                self.inside(field, value, folds)?;
            }
            let slot = if field.visible {
                slot(self.implied, field, values[place].as_ref(), self.dialect)
            } else {
                hidden(
                    fields,
                    values.iter().map(Option::as_ref),
                    field,
                    &self.scopes,
                )
            };
            self.scopes.add(&field.name, slot);
            if let Some(names) = self.implied.names_by(field, values[place].as_ref()) {
                let names = std::mem::replace(&mut self.names, names);
                let describing = std::mem::replace(&mut self.describing, self.path.to_string());
                around.get_or_insert((names, describing));
            }
            self.path.pop();
        }
        if let Some((names, describing)) = around {
            (self.names, self.describing) = (names, describing);
        }
        for place in 0..fields.len() {
            match self.implied.omission(&fields[place]) {
                Some(Omission::Computed) => self.computed(fields, values, place),
                Some(Omission::Zero) if self.source.is_none() => {
                    values[place].take_if(|value| *value == Value::int(0));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A field that is not in the text although it is in the tree, and needs no others to be known.
    fn absent(&self, field: &'l Field) -> Option<Value> {
        if self.implied.omission(field) == Some(Omission::Zero) {
            return Some(Value::int(0));
        }
        let Type::Struct(target) = field.ty.peeled() else {
            return None;
        };
        let target = self.implied.layout.get(target);
        let is_there = field
            .when
            .as_ref()
            .is_none_or(|when| self.scopes.eval(when).is_ok_and(|holds| holds != 0));
        let is_empty = self.implied.may_be_empty(target);
        (is_there && is_empty).then_some(Value::Pending(0..0))
    }

    /// A field whose number follows from the rest: put back, or taken out if that gives the same.
    fn computed(&mut self, fields: &'l [Field], values: &mut [Option<Value>], place: usize) {
        let takes_out = self.source.is_none();
        if takes_out != values[place].is_some() {
            return;
        }
        let mut search = Search {
            implied: self.implied,
            scopes: &mut self.scopes,
            dialect: self.dialect,
        };
        let number = search.field(fields, values, place).map(Value::int);
        if !takes_out {
            values[place] = number;
        } else if values[place] == number {
            values[place] = None;
        }
    }

    /// What a field holds.
    fn inside(
        &mut self,
        field: &'l Field,
        value: &mut Value,
        folds: std::ops::Range<usize>,
    ) -> Result<()> {
        if folds.is_empty() && !self.scopes.is_asked() && !self.implied.is_busy(&field.ty) {
            return Ok(());
        }
        let Some(target) = field.ty.struct_ref() else {
            self.scopes.spoil_folds(folds);
            return Ok(());
        };
        let target = self.implied.layout.get(target);
        if matches!(value, Value::Pending(_)) && self.implied.naming(&field.ty).is_some() {
            return self.pending_list(field, value);
        }
        let args = self.args(field);
        let asked = self.scopes.asked_of_items(&folds, None);
        match value {
            Value::List(items) => {
                for (index, item) in (0..).zip(items) {
                    self.scopes.ask(&asked);
                    self.item(target, item, index, &args, folds.clone())?;
                }
                Ok(())
            }
            Value::Rows(rows) => {
                if !folds.is_empty() {
                    for (index, mut item) in (0..).zip(rows.iter()) {
                        self.scopes.ask(&asked);
                        self.item(target, &mut item, index, &args, folds.clone())?;
                    }
                }
                if self.source.is_none() {
                    for (place, field) in target.fields().iter().enumerate() {
                        if self.implied.omission(field) == Some(Omission::Zero) {
                            rows.leave_out_zeros(place);
                        }
                    }
                }
                Ok(())
            }
            value => {
                self.field = Some(field);
                self.structure(target, value, &args, 0..0)
            }
        }
    }

    fn item(
        &mut self,
        target: &'l Struct,
        item: &mut Value,
        index: u64,
        args: &[Slot<'l>],
        folds: std::ops::Range<usize>,
    ) -> Result<()> {
        let args: Vec<Slot<'l>> = args
            .iter()
            .map(|arg| self.scopes.of_item(*arg, index))
            .collect();
        self.path.push_index(index);
        self.structure(target, item, &args, folds)?;
        self.path.pop();
        Ok(())
    }
}
