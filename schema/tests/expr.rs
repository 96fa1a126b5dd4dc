//! Expressions print to what parses back, and evaluate as they say.

use std::collections::BTreeMap;

use formwork_schema::expr::{Expr, Op, Scope};

/// Fields by name; every list has three items, worth 1, 2 and 3.
struct Known(BTreeMap<&'static str, i128>);

impl Scope for Known {
    fn value(&self, name: &str) -> Option<i128> {
        self.0.get(name).copied()
    }

    fn len(&self, _: &str) -> Option<u64> {
        Some(3)
    }

    fn sum(&self, _: &str, item: &Expr) -> Option<i128> {
        let one = |value| item.eval(&Known(BTreeMap::from([("x", value)])));
        Some(one(1)? + one(2)? + one(3)?)
    }
}

fn known() -> Known {
    Known(BTreeMap::from([("a", 3), ("b", -2), ("mask", 6)]))
}

fn eval(text: &str) -> Option<i128> {
    Expr::parse(text).unwrap().eval(&known())
}

#[test]
fn arithmetic_and_logic() {
    for (text, expected) in [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 3 - 2", 5),
        ("10 - (3 - 2)", 9),
        ("a * b", -6),
        ("(4 - a % 4) % 4", 1),
        ("2 * a % 4", 2),
        ("a - -2", 5),
        ("-2 - 3", -5),
        ("a >= LIMIT:3 && b < 0", 1),
        ("a == 4 || !(b == 0)", 1),
        ("!a", 0),
        ("!!a", 1),
        ("!a == 0", 1),
        ("mask has 2", 1),
        ("mask has 3", 0),
        ("mask has 0", 1),
        ("if a > 5 then 1 else if b > 5 then 2 else 3", 3),
        ("(if a then 1 else 2) + 1", 2),
        ("len(list) * 2", 6),
        ("sum(list, x * x) + a", 17),
        ("sum(list, if x > 1 then x else 0)", 5),
    ] {
        assert_eq!(eval(text), Some(expected), "{text}");
    }
}

#[test]
fn what_has_no_value() {
    assert_eq!(eval("unknown"), None);
    assert_eq!(eval("unknown && 0"), None);
    // What does not matter is not asked for.
    assert_eq!(eval("0 && unknown"), Some(0));
    assert_eq!(eval("1 || unknown"), Some(1));
    assert_eq!(eval("if 1 then 2 else unknown"), Some(2));
    let big = "9223372036854775807";
    assert!(eval(&format!("{big} * {big}")).is_some());
    assert_eq!(eval(&format!("{big} * {big} * {big}")), None);
    assert_eq!(eval("sum(list, unknown)"), None);
}

#[test]
fn mistakes_have_a_place() {
    for (text, expected) in [
        ("", "expected a value at character 1"),
        ("1 +", "expected a value at character 4"),
        ("(1", "expected `)` at character 3"),
        ("if 1 then 2", "expected `else` at character 12"),
        ("1 2", "unexpected `2` at character 3"),
        ("len(", "expected a name at character 5"),
        ("a:", "`` is not a whole number"),
        ("-", "`-` is not a whole number"),
        (
            "99999999999999999999",
            "`99999999999999999999` is not a whole number",
        ),
        ("a @ b", "unexpected `@` at character 3"),
        ("a = b", "unexpected `=` at character 3"),
    ] {
        assert_eq!(Expr::parse(text).unwrap_err(), expected, "{text}");
    }
    for deep in ["(", "!", "if ", "a + (", "sum(a, "] {
        assert!(Expr::parse(&deep.repeat(10_000)).is_err());
    }
}

fn leaves() -> Vec<Expr> {
    vec![
        Expr::Int(-1),
        Expr::Int(i64::MIN.into()),
        Expr::Int(u64::MAX.into()),
        Expr::Int(7),
        Expr::Const("LIMIT".into(), -3),
        Expr::Field("a".into()),
        Expr::Field("has_b".into()),
        Expr::Field("iffy".into()),
        Expr::Len("list".into()),
        Expr::Item("list".into()),
    ]
}

/// Every expression over these parts, one level deeper.
fn grown(parts: &[Expr]) -> Vec<Expr> {
    let mut all = Vec::new();
    for a in parts {
        all.push(Expr::Not(a.clone().into()));
        all.push(Expr::Sum("list".into(), a.clone().into()));
        all.push(Expr::Each("list".into(), a.clone().into()));
        for b in parts {
            for (op, _) in Op::ALL {
                all.push(Expr::Binary(op, a.clone().into(), b.clone().into()));
            }
            all.push(Expr::If(
                a.clone().into(),
                b.clone().into(),
                a.clone().into(),
            ));
        }
    }
    all
}

fn comes_back(expr: &Expr) {
    let text = expr.to_string();
    assert_eq!(Expr::parse(&text).as_ref(), Ok(expr), "{text}");
}

#[test]
fn every_small_expression_comes_back() {
    let leaves = leaves();
    leaves.iter().for_each(comes_back);
    let small = grown(&leaves);
    small.iter().for_each(comes_back);
    // One expression of each kind, combined with each other in every place.
    let a = || Expr::Field("a".into()).into();
    let mut kinds: Vec<Expr> = Op::ALL
        .iter()
        .map(|(op, _)| Expr::Binary(*op, a(), a()))
        .collect();
    kinds.extend([
        Expr::Int(-1),
        Expr::Not(a()),
        Expr::If(a(), a(), a()),
        Expr::Sum("list".into(), a()),
        Expr::Each("list".into(), a()),
    ]);
    let medium = grown(&kinds);
    medium.iter().for_each(comes_back);
    for expr in medium.iter().step_by(7) {
        for (op, _) in Op::ALL {
            comes_back(&Expr::Binary(op, expr.clone().into(), a()));
            comes_back(&Expr::Binary(op, a(), expr.clone().into()));
        }
        comes_back(&Expr::Not(expr.clone().into()));
        comes_back(&Expr::If(
            expr.clone().into(),
            expr.clone().into(),
            expr.clone().into(),
        ));
    }
}

#[test]
fn visiting_sees_everything() {
    let expr = Expr::parse("if a then sum(list, b + 1) else !c * len(d)").unwrap();
    let mut names = Vec::new();
    expr.visit(&mut |inner| {
        if let Expr::Field(name) | Expr::Len(name) | Expr::Sum(name, _) = inner {
            names.push(name.to_string());
        }
    });
    assert_eq!(names, ["a", "list", "b", "c", "d"]);
}
