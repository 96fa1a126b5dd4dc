//! [`Wide`] calculates as an expression of a layout does, whatever the numbers: over trees of every operator, both are
//! held against plain checked arithmetic.

use formwork_schema::{
    __private::known,
    Wide,
    expr::{Expr, Op, Scope},
    sum, wide,
};
use proptest::{prelude::*, sample::select};

/// A number, as a tree of what it is made of.
#[derive(Debug, Clone)]
enum Number {
    Field(i128),
    Constant(i128),
    Made(Op, Box<Number>, Box<Number>),
    Sum(Vec<i64>, Box<Number>),
    If(Box<Condition>, Box<Number>, Box<Number>),
}

#[derive(Debug, Clone)]
enum Condition {
    Compared(Op, Number, Number),
    Joined(Op, Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
}

/// What the fields are; `item` is a field of the items of a list.
struct Fields {
    fields: Vec<i128>,
    lists: Vec<Vec<i64>>,
    item: i64,
}

impl Scope for Fields {
    fn value(&self, name: &str) -> Option<i128> {
        match name.strip_prefix('f') {
            Some(place) => self.fields.get(place.parse::<usize>().ok()?).copied(),
            None => Some(self.item.into()),
        }
    }

    fn len(&self, list: &str) -> Option<u64> {
        let place: usize = list.strip_prefix('l')?.parse().ok()?;
        Some(self.lists.get(place)?.len() as u64)
    }

    fn sum(&self, list: &str, item: &Expr) -> Option<i128> {
        let place: usize = list.strip_prefix('l')?.parse().ok()?;
        self.lists.get(place)?.iter().try_fold(0_i128, |sum, one| {
            let fields = Fields {
                fields: self.fields.clone(),
                lists: self.lists.clone(),
                item: *one,
            };
            sum.checked_add(item.eval(&fields)?)
        })
    }
}

impl Number {
    fn expr(&self, fields: &mut Fields) -> Expr {
        match self {
            Self::Field(value) => {
                fields.fields.push(*value);
                Expr::Field(format!("f{}", fields.fields.len() - 1).into())
            }
            Self::Constant(value) => Expr::Const("LIMIT".into(), *value),
            Self::Made(op, left, right) => {
                let (left, right) = (left.expr(fields), right.expr(fields));
                Expr::Binary(*op, left.into(), right.into())
            }
            Self::Sum(list, factor) => {
                let factor = factor.expr(fields);
                fields.lists.push(list.clone());
                let item = Expr::Binary(Op::Mul, Expr::Field("x".into()).into(), factor.into());
                Expr::Sum(format!("l{}", fields.lists.len() - 1).into(), item.into())
            }
            Self::If(condition, yes, no) => {
                let condition = condition.expr(fields);
                let (yes, no) = (yes.expr(fields), no.expr(fields));
                Expr::If(condition.into(), yes.into(), no.into())
            }
        }
    }

    fn wide(&self) -> Wide {
        match self {
            Self::Field(value) | Self::Constant(value) => wide(*value),
            Self::Made(Op::Add, left, right) => left.wide() + right.wide(),
            Self::Made(Op::Sub, left, right) => left.wide() - right.wide(),
            Self::Made(Op::Mul, left, right) => left.wide() * right.wide(),
            Self::Made(_, left, right) => left.wide() % right.wide(),
            Self::Sum(list, factor) => sum(list, |one| wide(*one) * factor.wide()),
            Self::If(condition, yes, no) => {
                if condition.wide() {
                    yes.wide()
                } else {
                    no.wide()
                }
            }
        }
    }

    fn plain(&self) -> Option<i128> {
        match self {
            Self::Field(value) | Self::Constant(value) => Some(*value),
            Self::Made(op, left, right) => {
                let (left, right) = (left.plain()?, right.plain()?);
                match op {
                    Op::Add => left.checked_add(right),
                    Op::Sub => left.checked_sub(right),
                    Op::Mul => left.checked_mul(right),
                    _ => left.checked_rem(right),
                }
            }
            Self::Sum(list, factor) => list.iter().try_fold(0_i128, |sum, one| {
                sum.checked_add(i128::from(*one).checked_mul(factor.plain()?)?)
            }),
            Self::If(condition, yes, no) => {
                if condition.plain()? {
                    yes.plain()
                } else {
                    no.plain()
                }
            }
        }
    }
}

impl Condition {
    fn expr(&self, fields: &mut Fields) -> Expr {
        let (op, left, right) = match self {
            Self::Compared(op, left, right) => (op, left.expr(fields), right.expr(fields)),
            Self::Joined(op, left, right) => (op, left.expr(fields), right.expr(fields)),
            Self::Not(inner) => return Expr::Not(inner.expr(fields).into()),
        };
        Expr::Binary(*op, left.into(), right.into())
    }

    fn wide(&self) -> bool {
        match self {
            Self::Compared(op, left, right) => {
                let (left, right) = (left.wide(), right.wide());
                match op {
                    Op::Eq => left == right,
                    Op::Ne => left != right,
                    Op::Lt => left < right,
                    Op::Le => left <= right,
                    Op::Gt => left > right,
                    _ => left >= right,
                }
            }
            Self::Joined(Op::And, left, right) => left.wide() && right.wide(),
            Self::Joined(_, left, right) => left.wide() || right.wide(),
            Self::Not(inner) => !inner.wide(),
        }
    }

    fn plain(&self) -> Option<bool> {
        Some(match self {
            Self::Compared(op, left, right) => {
                let (left, right) = (left.plain()?, right.plain()?);
                match op {
                    Op::Eq => left == right,
                    Op::Ne => left != right,
                    Op::Lt => left < right,
                    Op::Le => left <= right,
                    Op::Gt => left > right,
                    _ => left >= right,
                }
            }
            Self::Joined(Op::And, left, right) => left.plain()? && right.plain()?,
            Self::Joined(_, left, right) => left.plain()? || right.plain()?,
            Self::Not(inner) => !inner.plain()?,
        })
    }
}

fn extreme() -> impl Strategy<Value = i128> {
    let edges: Vec<i128> = [8, 16, 32, 64]
        .into_iter()
        .flat_map(|bits| {
            let (unsigned, signed) = (1_i128 << bits, 1_i128 << (bits - 1));
            [unsigned - 1, signed - 1, signed, -signed]
        })
        .collect();
    prop_oneof![2 => -3..4_i128, 2 => select(edges), 1 => any::<i64>().prop_map(i128::from)]
}

fn trees() -> impl Strategy<Value = Number> {
    let leaf = prop_oneof![
        extreme().prop_map(Number::Field),
        extreme().prop_map(Number::Constant)
    ];
    leaf.prop_recursive(6, 64, 3, |inner| {
        let arithmetic = select(vec![Op::Add, Op::Sub, Op::Mul, Op::Rem]);
        let made = (arithmetic, inner.clone(), inner.clone())
            .prop_map(|(op, left, right)| Number::Made(op, left.into(), right.into()));
        let items = proptest::collection::vec(any::<i64>(), 0..4);
        let sum =
            (items, inner.clone()).prop_map(|(items, factor)| Number::Sum(items, factor.into()));
        let dialect = (conditions(inner.clone()), inner.clone(), inner)
            .prop_map(|(condition, yes, no)| Number::If(condition.into(), yes.into(), no.into()));
        prop_oneof![4 => made, 1 => sum, 2 => dialect]
    })
}

fn conditions(number: impl Strategy<Value = Number> + Clone + 'static) -> BoxedStrategy<Condition> {
    let comparisons = select(vec![Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge]);
    let compared = (comparisons, number.clone(), number)
        .prop_map(|(op, left, right)| Condition::Compared(op, left, right));
    let joined = compared.prop_recursive(2, 4, 2, |inner| {
        let both = (select(vec![Op::And, Op::Or]), inner.clone(), inner.clone())
            .prop_map(|(op, left, right)| Condition::Joined(op, left.into(), right.into()));
        prop_oneof![both, inner.prop_map(|inner| Condition::Not(inner.into()))]
    });
    joined.boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn rust_and_layout_calculate_the_same(tree in trees()) {
        let mut fields = Fields { fields: Vec::new(), lists: Vec::new(), item: 0 };
        let expr = tree.expr(&mut fields);
        let plain = tree.plain();
        prop_assert_eq!(expr.eval(&fields), plain);
        prop_assert_eq!(known(|| tree.wide()).and_then(Wide::get), plain);
        let printed = expr.to_string();
        prop_assert_eq!(Expr::parse(&printed), Ok(expr));
    }
}
