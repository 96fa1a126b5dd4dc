//! The version of the vocabulary that a descriptor needs.

use formwork_schema::{
    Expr, Layout,
    expr::Op,
    layout::{Count, Field, Order, Pads, PrimKind, Type},
};

/// 2 where a layout says what the first descriptors could not, else 1.
pub(super) fn of(layout: &Layout) -> u8 {
    let structs = layout.structs();
    let mut fields = structs.iter().flat_map(|one| one.field_lists().flatten());
    let mut guards = structs.iter().flat_map(|one| one.variants());
    let mut orders = structs.iter().map(|one| one.endian.as_ref());
    let by_value = orders.any(|order| matches!(order, Some(Order::BigIf(_))));
    let is_new = by_value
        || fields.any(is_new)
        || guards.any(|one| one.when.as_ref().is_some_and(says_more));
    1 + u8::from(is_new)
}

fn is_new(field: &Field) -> bool {
    let says = field.is.is_some()
        || field.size.is_some()
        || field.due.is_some()
        || field.plus != 0
        || !field.magic.is_empty()
        || field.pad != Pads::NONE
        || matches!(field.endian, Some(Order::BigIf(_)))
        || matches!(field.count, Some(Count::Until(_)));
    let mut exprs = field.exprs();
    says || is_new_type(&field.ty) || exprs.any(says_more)
}

fn is_new_type(ty: &Type) -> bool {
    use PrimKind::{F16, I24, I128, U24, U128};
    match ty {
        Type::Array(..)
        | Type::Text(_)
        | Type::Padded(_)
        | Type::Ended(..)
        | Type::Padding(_)
        | Type::Bits(_) => true,
        Type::Prim(F16 | U24 | I24 | U128 | I128) => true,
        Type::Enum(names) => names.closed || names.values.iter().any(|name| name.value < 0),
        Type::Nested(inner) | Type::List(inner) | Type::Packed(inner) => is_new_type(inner),
        _ => false,
    }
}

fn says_more(expr: &Expr) -> bool {
    use Op::{BitAnd, BitOr, BitXor, Div, Max, Min, Shl, Shr};
    let mut found = false;
    expr.visit(&mut |inner| {
        found |= match inner {
            Expr::Binary(op, ..) => {
                matches!(op, Div | BitAnd | BitOr | BitXor | Shl | Shr | Min | Max)
            }
            Expr::Field(path) => path.contains('.'),
            Expr::Index => true,
            _ => false,
        };
    });
    found
}
