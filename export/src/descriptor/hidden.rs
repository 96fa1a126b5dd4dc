//! Fields that trees do not have must follow from the others, or what a file says in them would be lost.

use formwork_schema::{
    Expr, Result,
    expr::{Op, Scope},
    layout::{Count, Field, Type},
};

use super::node::Node;

/// Asks that a hidden field follows from others.
pub(super) fn follows(fields: &[Field], place: usize, node: &Node<'_>) -> Result<()> {
    let field = &fields[place];
    if !field.counts.is_empty() {
        // An assert may say that it equals another one.
        let mut is_asked = fields.iter().flat_map(|field| field.asserts.iter());
        let is_asked = is_asked.any(|assert| {
            matches!(assert.that, Expr::Binary(Op::Eq, ..)) && asks(&assert.that, &field.name)
        });
        return counts(field, &fields[place + 1..], is_asked, node);
    }
    let is_known = field.visible
        || field.at.is_some()
        || field.is.is_some()
        || field.ty.is_lookahead()
        || field.fixed().is_some()
        || matches!(field.ty, Type::Dialect(_));
    if is_known {
        return Ok(());
    }
    let error =
        node.error("nothing says what this is when a tree is written, which does not have it");
    Err(error.help("leave `visible` out, or say `<assert that=\"name == 0\"/>` behind it"))
}

/// How much more a count stores than its list has.
pub(super) fn plus(node: &Node<'_>) -> Result<i64> {
    let Some(text) = node.get("plus") else {
        return Ok(0);
    };
    let number = text.value.parse();
    number.map_err(|_| node.wrong(text, format!("`{}` is not a whole number", text.value)))
}

/// Asks that something says how long what is filled up with zeros is, since trees do not have them.
pub(super) fn fills(field: &Field, node: &Node<'_>) -> Result<()> {
    if !field.ty.is_filled_up() || field.computed_count().is_some() {
        return Ok(());
    }
    let what = match field.ty.peeled() {
        Type::Padded(_) => "a padded text",
        _ => "slack",
    };
    Err(node.error(format!("{what} has a number of bytes")))
}

/// Asks that a count has a list or a value whose length it says.
fn counts(field: &Field, later: &[Field], is_asked: bool, node: &Node<'_>) -> Result<()> {
    let of = node.need("of")?;
    let counted = later.iter().find(|other| other.name == field.counts);
    let Some(counted) = counted else {
        return Err(node.wrong(of, format!("no list `{}` follows this count", of.value)));
    };
    let said = match (&counted.size, &counted.count, counted.ty.peeled()) {
        (Some(size), ..) => size,
        (None, Some(Count::Expr(count)), _) => count,
        (None, Some(Count::ToEnd | Count::Until(_)), _) if is_asked => return Ok(()),
        (None, Some(Count::ToEnd | Count::Until(_)), _) => {
            let message = format!(
                "`{}` has as many items as there are, whatever this says",
                of.value
            );
            return Err(node.wrong(of, message));
        }
        (None, None, _) => return Err(node.wrong(of, format!("`{}` is not a list", of.value))),
    };
    if !is_asked && !is_there(counted, field) {
        let message = format!(
            "`{}` may not be there while this is not 0, which is lost then",
            of.value
        );
        let error = node.wrong(of, message);
        return Err(error.help("give both the same `when`, or write `field` instead of `count`"));
    }
    if is_asked || says(said, field) {
        return Ok(());
    }
    let error = node.wrong(
        of,
        format!("`{}` has `{said}`, which this does not say", of.value),
    );
    Err(error.help("a count is what `count` or `size` asks for, less its `plus`"))
}

/// Numbers that an expression is tried with.
const TRIED: [i128; 5] = [0, 1, 2, 7, 1000];

/// Whether an expression gives the length back that a count says, or does not depend on the count, for any values of its other names.
fn says(said: &Expr, count: &Field) -> bool {
    let is_right = |length: i128, others: i128| {
        let length_of = |value: i128| {
            said.eval(&Names {
                name: &count.name,
                value,
                others: Some(others),
            })
        };
        let stored = length + i128::from(count.plus);
        let found = length_of(stored);
        found.is_none_or(|found| found == length) || found == length_of(stored + 1)
    };
    let is_right = |length| TRIED.into_iter().all(|others| is_right(length, others));
    asks(said, &count.name) && TRIED.into_iter().all(is_right)
}

/// Whether a list is there wherever its count is, and not 0.
fn is_there(list: &Field, count: &Field) -> bool {
    let Some(when) = list.when.as_deref() else {
        return true;
    };
    let is_for = |value: i128| {
        let only = Names {
            name: &count.name,
            value,
            others: None,
        };
        when.eval(&only).is_some_and(|holds| holds != 0)
    };
    count.when.as_deref() == Some(when) || [1, 2, 7, 1000].into_iter().all(is_for)
}

fn asks(expr: &Expr, name: &str) -> bool {
    let mut asks = false;
    expr.visit(&mut |inner| asks |= matches!(inner, Expr::Field(asked) if **asked == *name));
    asks
}

/// One name with its value, and the value of all others where they are known.
struct Names<'n> {
    name: &'n str,
    value: i128,
    others: Option<i128>,
}

impl Scope for Names<'_> {
    fn value(&self, name: &str) -> Option<i128> {
        (name == self.name).then_some(self.value).or(self.others)
    }

    fn len(&self, _: &str) -> Option<u64> {
        None
    }

    fn sum(&self, _: &str, _: &Expr) -> Option<i128> {
        None
    }
}
