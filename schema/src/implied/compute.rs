//! The number of a field that nobody wrote.

use super::{
    Implied, Omission,
    uses::{count, is_name},
};
use crate::{
    expr::{Expr, Op},
    layout::{Body, Field, Struct, Type, Variant, VariantShape},
    value::{Fields, Value},
    version::parse_version,
    walk::{Scopes, Slot},
};

/// What expressions see of a field with this value.
pub(super) fn slot<'l>(
    implied: &Implied<'_>,
    field: &'l Field,
    value: Option<&Value>,
    dialect: usize,
) -> Slot<'l> {
    let is_computed = implied.omission(field) == Some(Omission::Computed);
    if is_computed || field.due.is_some() {
        return Slot::Opaque;
    }
    match (field.ty.peeled(), value) {
        (_, None) => Slot::Absent,
        (Type::Dialect(_), _) => Slot::Int(dialect as i128),
        (Type::Version(versions), Some(Value::Word(word))) => match parse_version(versions, word) {
            Ok((_, number)) => Slot::Int(number.into()),
            Err(_) => Slot::Opaque,
        },
        (ty, Some(Value::Int(number))) => Slot::number(ty, number.get()),
        (ty, Some(value)) => match (value.length(), value.number_of_bytes(ty)) {
            (Some(length), Some(number)) => Slot::Bytes(number, length as u64),
            (Some(length), None) => Slot::List(length as u64),
            (None, _) => Slot::Opaque,
        },
    }
}

/// The same of a field that trees do not have.
pub(super) fn hidden<'v, 'l>(
    fields: &[Field],
    values: impl IntoIterator<Item = Option<&'v Value>>,
    field: &Field,
    scopes: &Scopes<'l>,
) -> Slot<'l> {
    if field.is_lookahead() {
        return Slot::Opaque;
    }
    if let Some(is) = &field.is {
        return scopes.arg(is).unwrap_or(Slot::Opaque);
    }
    let counted = fields
        .iter()
        .zip(values)
        .find(|(other, _)| other.visible && other.name == field.counts);
    if counted.is_some_and(|(other, _)| other.size.is_some()) {
        // Known when it is written.
        return Slot::Opaque;
    }
    let length = counted.and_then(|(_, value)| value?.length());
    if let Some(length) = length {
        return Slot::Int(length as i128 + i128::from(field.plus));
    }
    let holds = field.when.as_ref().map(|when| scopes.eval(when));
    match holds {
        Some(Ok(0)) => Slot::Absent,
        Some(Err(_)) => Slot::Opaque,
        _ => Slot::Int(pinned_by_asserts(field, scopes).unwrap_or(0)),
    }
}

fn pinned_by_asserts(field: &Field, scopes: &Scopes<'_>) -> Option<i128> {
    let mut asserts = field.asserts.iter();
    asserts.find_map(|assert| pinned(&assert.that, &field.name, scopes))
}

/// The one value of a name that a condition allows.
fn pinned(condition: &Expr, name: &str, scopes: &Scopes<'_>) -> Option<i128> {
    match condition {
        Expr::Binary(Op::Eq, left, right) if is_name(left, name) => scopes.eval(right).ok(),
        Expr::Binary(Op::Eq, left, right) if is_name(right, name) => scopes.eval(left).ok(),
        Expr::Binary(Op::Or, left, right) if scopes.eval(left).ok()? == 0 => {
            pinned(right, name, scopes)
        }
        Expr::Binary(Op::And, left, right) => {
            pinned(left, name, scopes).or_else(|| pinned(right, name, scopes))
        }
        _ => None,
    }
}

/// What a name is when an expression has this value.
fn solved(expr: &Expr, name: &str, value: i128, scopes: &Scopes<'_>) -> Option<i128> {
    match expr {
        Expr::If(condition, yes, no) => {
            let taken = if scopes.eval(condition).ok()? != 0 {
                yes
            } else {
                no
            };
            solved(taken, name, value, scopes)
        }
        Expr::Binary(Op::Mul, left, right) => {
            let (inner, factor) = match scopes.eval(right) {
                Ok(factor) => (left, factor),
                Err(_) => (right, scopes.eval(left).ok()?),
            };
            let divides = factor > 0 && value % factor == 0;
            solved(inner, name, divides.then(|| value / factor)?, scopes)
        }
        expr => is_name(expr, name).then_some(value),
    }
}

/// Looks for the number of a field in the rest of a tree.
pub(super) struct Search<'a, 'l> {
    pub(super) implied: &'a Implied<'l>,
    pub(super) scopes: &'a mut Scopes<'l>,
    pub(super) dialect: usize,
}

impl<'l> Search<'_, 'l> {
    /// The number of the field at a place, whose siblings are all in scope.
    pub(super) fn field(
        &mut self,
        fields: &'l [Field],
        values: &[Option<Value>],
        place: usize,
    ) -> Option<i128> {
        let field = &fields[place];
        pinned_by_asserts(field, self.scopes).or_else(|| {
            let mut later = fields.iter().zip(values).skip(place + 1);
            later.find_map(|(other, value)| self.in_field(other, value.as_ref()?, &field.name))
        })
    }

    /// What a field tells of the number called so.
    fn in_field(&mut self, field: &'l Field, value: &Value, name: &str) -> Option<i128> {
        let own = count(field).zip(value.length());
        if let Some(found) =
            own.and_then(|(count, length)| solved(count, name, length as i128, self.scopes))
        {
            return Some(found);
        }
        let target = self.implied.layout.get(field.ty.struct_ref()?);
        let param = field.args.iter().position(|arg| is_name(arg, name))?;
        let param = target.params.get(param)?;
        let args: Vec<Slot<'l>> = field
            .args
            .iter()
            .map(|arg| self.scopes.arg(arg).unwrap_or(Slot::Opaque))
            .collect();
        match value {
            Value::List(items) => items
                .iter()
                .find_map(|item| self.in_struct(target, item, &args, param)),
            Value::Rows(_) => None,
            value => self.in_struct(target, value, &args, param),
        }
    }

    fn in_struct(
        &mut self,
        of: &'l Struct,
        value: &Value,
        args: &[Slot<'l>],
        name: &str,
    ) -> Option<i128> {
        let around = self.scopes.open(&of.params, args);
        let found = match (&of.body, value) {
            (Body::Fields(fields), Value::Struct(values)) => self.in_fields(fields, values, name),
            (Body::Variants(variants), Value::Variant { variant, content }) => {
                let content = content.as_deref();
                variants
                    .get(*variant)
                    .zip(content)
                    .and_then(|(variant, content)| self.in_variant(variant, content, name))
            }
            _ => None,
        };
        self.scopes.close(around);
        found
    }

    fn in_variant(&mut self, variant: &'l Variant, content: &Value, name: &str) -> Option<i128> {
        match (variant.shape, content) {
            (VariantShape::Newtype, content) => {
                self.in_field(variant.fields.first()?, content, name)
            }
            (VariantShape::Fields, Value::Struct(values)) => {
                self.in_fields(&variant.fields, values, name)
            }
            _ => None,
        }
    }

    fn in_fields(&mut self, fields: &'l [Field], values: &Fields, name: &str) -> Option<i128> {
        for (field, value) in fields.iter().zip(values) {
            let slot = if field.visible {
                if let Some(value) = value
                    && let Some(found) = self.in_field(field, value, name)
                {
                    return Some(found);
                }
                slot(self.implied, field, value, self.dialect)
            } else {
                hidden(fields, values, field, self.scopes)
            };
            self.scopes.add(&field.name, slot);
        }
        None
    }
}
