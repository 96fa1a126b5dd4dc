//! What can be shown of conditions: that one is never met, means the same as another, or lets all pass that another does.
//!
//! Expressions are resolved here: [`scope`](super::scope) has put what a name stands for in its place.

use formwork_schema::{
    Expr,
    expr::{Op, Scope},
};

use super::ranges;

/// An expression that needs nothing.
struct Nothing;

impl Scope for Nothing {
    fn value(&self, _: &str) -> Option<i128> {
        None
    }

    fn len(&self, _: &str) -> Option<u64> {
        None
    }

    fn sum(&self, _: &str, _: &Expr) -> Option<i128> {
        None
    }
}

/// 1 where a number is not 0, else 0.
pub(super) fn truth(expr: &Expr) -> Expr {
    match expr {
        Expr::Int(number) => Expr::Int(i128::from(*number != 0)),
        Expr::Not(_) => expr.clone(),
        Expr::Binary(op, ..) if op.is_condition() => expr.clone(),
        other => Expr::Binary(Op::Ne, other.clone().into(), Expr::Int(0).into()),
    }
}

/// An expression with all done that can be done when a name stands for a number.
pub(super) fn simplify(expr: &Expr, known: Option<(&str, i128)>) -> Expr {
    let again = |inner: &Expr| simplify(inner, known);
    let simple = match expr {
        Expr::Field(name) => match known {
            Some((atom, number)) if *name == *atom => Expr::Int(number),
            _ => expr.clone(),
        },
        Expr::Const(_, number) => Expr::Int(*number),
        Expr::Bytes(bytes) => Expr::number_of(bytes).map_or_else(|| expr.clone(), Expr::Int),
        Expr::Not(inner) => Expr::Not(again(inner).into()),
        Expr::If(condition, yes, no) => match again(condition) {
            Expr::Int(0) => return again(no),
            Expr::Int(_) => return again(yes),
            condition => Expr::If(condition.into(), again(yes).into(), again(no).into()),
        },
        Expr::Binary(op, left, right) => {
            let (left, right) = (again(left), again(right));
            match decided(*op, &left, &right) {
                Some(decided) => return decided,
                None => Expr::Binary(*op, left.into(), right.into()),
            }
        }
        other => other.clone(),
    };
    let is_known = |part: &Expr| matches!(part, Expr::Int(_));
    let all_known = match &simple {
        Expr::Not(inner) => is_known(inner),
        Expr::Binary(_, left, right) => is_known(left) && is_known(right),
        _ => false,
    };
    let value = all_known.then(|| simple.eval(&Nothing)).flatten();
    value.map_or(simple, Expr::Int)
}

/// What is left of `&&` and `||` when one side is known.
fn decided(op: Op, left: &Expr, right: &Expr) -> Option<Expr> {
    // The value that decides alone.
    let deciding = match op {
        Op::And => false,
        Op::Or => true,
        _ => return None,
    };
    match (left, right) {
        (Expr::Int(number), other) if (*number != 0) != deciding => Some(truth(other)),
        (Expr::Int(_), _) => Some(Expr::Int(i128::from(deciding))),
        (other, Expr::Int(number)) if (*number != 0) != deciding => Some(truth(other)),
        // The other side is calculated first, and a file is refused where it has no value.
        (other, Expr::Int(_)) if has_value(other) => Some(Expr::Int(i128::from(deciding))),
        _ => None,
    }
}

/// Whether an expression always has a value.
fn has_value(expr: &Expr) -> bool {
    let mut always = true;
    expr.visit(&mut |inner| {
        let fails = match inner {
            Expr::Binary(op, ..) => op.may_fail(),
            Expr::Sum(..) | Expr::Each(..) | Expr::Item(_) | Expr::Index => true,
            _ => false,
        };
        always &= !fails;
    });
    always
}

/// Steps after which nothing more is tried to be shown.
const MAX_STEPS: u32 = 10_000;

/// Whether whatever passes the first passes the second.
pub(super) fn implies(a: &Expr, b: &Expr) -> bool {
    shown(a, b, &mut MAX_STEPS.clone())
}

fn shown(a: &Expr, b: &Expr, steps: &mut u32) -> bool {
    let Some(left) = steps.checked_sub(1) else {
        return false;
    };
    *steps = left;
    if a == b || matches!(b, Expr::Int(number) if *number != 0) {
        return true;
    }
    if let (Some((term, some)), Some((other, more))) =
        (ranges::of_condition(a), ranges::of_condition(b))
    {
        return term == other && some.within(&more);
    }
    match (a, b) {
        (Expr::Binary(Op::Or, x, y), _) => shown(x, b, steps) && shown(y, b, steps),
        (_, Expr::Binary(Op::And, x, y)) => shown(a, x, steps) && shown(a, y, steps),
        (Expr::Binary(Op::And, x, y), _) if shown(x, b, steps) || shown(y, b, steps) => true,
        (_, Expr::Binary(Op::Or, x, y)) => {
            shown(a, x, steps) || (has_value(x) && shown(a, y, steps))
        }
        _ => false,
    }
}

/// Whether nothing passes both.
pub(super) fn excludes(a: &Expr, b: &Expr) -> bool {
    if let (Some((term, some)), Some((other, others))) =
        (ranges::of_condition(a), ranges::of_condition(b))
    {
        return term == other && !some.overlaps(&others);
    }
    match (a, b) {
        (Expr::Int(0), _) | (_, Expr::Int(0)) => true,
        (Expr::Binary(Op::Or, x, y), other) | (other, Expr::Binary(Op::Or, x, y)) => {
            excludes(x, other) && excludes(y, other)
        }
        (Expr::Binary(Op::And, x, y), other) | (other, Expr::Binary(Op::And, x, y)) => {
            excludes(x, other) || excludes(y, other)
        }
        (Expr::Not(x), other) | (other, Expr::Not(x)) => **x == *other,
        _ => false,
    }
}

/// The same without the names in it: what a renamed field leaves alike.
pub(super) fn skeleton(expr: &Expr) -> Expr {
    let bare = |inner: &Expr| skeleton(inner).into();
    match expr {
        Expr::Int(number) | Expr::Const(_, number) => Expr::Int(*number),
        Expr::Bytes(_) => expr.clone(),
        Expr::Field(_) => Expr::Field("".into()),
        Expr::Len(_) => Expr::Len("".into()),
        Expr::Item(_) => Expr::Item("".into()),
        Expr::Index => Expr::Index,
        Expr::Sum(_, item) => Expr::Sum("".into(), bare(item)),
        Expr::Each(_, item) => Expr::Each("".into(), bare(item)),
        Expr::Not(inner) => Expr::Not(bare(inner)),
        Expr::Binary(op, left, right) => Expr::Binary(*op, bare(left), bare(right)),
        Expr::If(condition, yes, no) => Expr::If(bare(condition), bare(yes), bare(no)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expr(text: &str) -> Expr {
        simplify(&Expr::parse(text).unwrap(), None)
    }

    #[test]
    fn conditions_that_let_more_pass_are_implied() {
        for (a, b) in [
            ("x <= 4", "x <= 5"),
            ("x == 4", "x == 4 || x == 7"),
            ("x == 4 && y == 1", "x < 5"),
            ("x == 1 || x == 2", "x < 3"),
            ("f has 1", "f has 1 || x > 1"),
            ("x >= 2 && x <= 3", "x != 4"),
        ] {
            assert!(implies(&expr(a), &expr(b)), "{a} → {b}");
            assert!(!implies(&expr(b), &expr(a)), "{b} → {a}");
        }
        assert!(!implies(&expr("x < 5"), &expr("y < 5")));
    }

    #[test]
    fn conditions_that_nothing_meets_together_exclude_each_other() {
        for (a, b) in [
            ("k == 1", "k == 2"),
            ("k == 1 && r == 0", "k == 1 && r != 0"),
            ("k == 1 || k == 2", "k >= 3"),
            ("!k", "k"),
        ] {
            assert!(excludes(&expr(a), &expr(b)), "{a} | {b}");
        }
        for (a, b) in [
            ("k == 1", "r == 2"),
            ("k < 4", "k > 2"),
            ("f has 1", "f has 2"),
        ] {
            assert!(!excludes(&expr(a), &expr(b)), "{a} | {b}");
        }
    }

    #[test]
    fn a_known_number_decides() {
        let at = |text: &str, number| simplify(&Expr::parse(text).unwrap(), Some(("v", number)));
        assert_eq!(at("v >= 5 && f has 1", 4), Expr::Int(0));
        assert_eq!(at("f has 1 && v >= 5", 4), Expr::Int(0));
        assert_eq!(at("v >= 5 && f has 1", 5), expr("f has 1"));
        assert_eq!(at("if v > 1 then x else y", 1), Expr::Field("y".into()));
        // The file would be refused before the version is asked for.
        assert_ne!(at("x % y == 0 && v >= 5", 4), Expr::Int(0));
    }
}
