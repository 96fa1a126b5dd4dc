//! One of several constants: `matches!(kind, 1 | 3)`, `match kind { 1 => a, _ => b }`, `(1..=3).contains(&kind)`.

use syn::{
    ExprMacro, ExprMatch, ExprMethodCall, ExprRange, Pat, RangeLimits, Token, parse::ParseStream,
};

use super::{
    ast::Expr,
    bytes::has_bytes,
    told::{Kind, Told},
    translate::{Answer, Translator, bare},
};

const ONLY_CONSTANTS: &str =
    "a layout compares with whole numbers and constants, joined by `|`, and with ranges of them";

impl Translator<'_> {
    /// `matches!(kind, 1 | 3)`.
    pub(super) fn matches(&mut self, call: &ExprMacro) -> Answer {
        if !call.mac.path.is_ident("matches") {
            return self.refuse(
                call,
                "a layout knows no macro but `matches!(value, constants)`",
            );
        }
        let parts = |input: ParseStream<'_>| {
            let value: syn::Expr = input.parse()?;
            input.parse::<Token![,]>()?;
            let pattern = Pat::parse_multi_with_leading_vert(input)?;
            input.parse::<Option<Token![,]>>()?;
            Ok((value, pattern))
        };
        match call.mac.parse_body_with(parts) {
            Ok((value, pattern)) => {
                let is_bytes = self.is_bytes(&value) || has_bytes(&pattern);
                self.of_bytes(is_bytes, |translator| {
                    let value = translator.compared_value(&value)?;
                    translator.pattern(&value, &pattern)
                })
            }
            Err(_) => self.refuse(call, ONLY_CONSTANTS),
        }
    }

    /// `match kind { 1 => a, 2 | 3 => b, _ => c }`.
    pub(super) fn cases(&mut self, choice: &ExprMatch) -> Answer {
        let is_bytes =
            self.is_bytes(&choice.expr) || choice.arms.iter().any(|arm| has_bytes(&arm.pat));
        let value = self.of_bytes(is_bytes, |translator| {
            translator.compared_value(&choice.expr)
        })?;
        let Some((last, before)) = choice.arms.split_last() else {
            return self.refuse(choice, "a `match` has arms");
        };
        if !matches!(last.pat, Pat::Wild(_)) || last.guard.is_some() {
            return self.refuse(&last.pat, "say last what else there is: `_ => …`");
        }
        let mut told = self.value(&last.body)?;
        for arm in before.iter().rev() {
            if let Some((_, guard)) = &arm.guard {
                return self.refuse(guard, "write this condition as an `if` around the `match`");
            }
            let condition =
                self.of_bytes(is_bytes, |translator| translator.pattern(&value, &arm.pat));
            let yes = self.value(&arm.body);
            let (condition, yes) = (condition?, yes?);
            let (bits, risks) = (told.bits.max(yes.bits), [told.risky, yes.risky]);
            let (ours, is_natural) = (told.ours && yes.ours, told.is_natural && yes.is_natural);
            let parts = [condition.expr, yes.expr, told.expr].map(Box::new);
            let [condition, yes, no] = parts;
            let expr = Expr::If(condition, yes, no);
            told = Told::new(expr, told.kind, bits)
                .of_ours(ours)
                .natural(is_natural)
                .after(&risks);
        }
        Some(told)
    }

    /// `(1..=3).contains(&kind)`.
    pub(super) fn within(&mut self, range: &ExprRange, call: &ExprMethodCall) -> Answer {
        let Some(value) = call.args.first().filter(|_| call.args.len() == 1) else {
            return self.refuse(call, ONLY_CONSTANTS);
        };
        let value = self.compared_value(value)?;
        self.range(&value, range)
    }

    /// The value that is compared, which Rust compares as a layout does.
    fn compared_value(&mut self, expr: &syn::Expr) -> Option<Expr> {
        if self.bytes {
            let bytes = self.bytes(expr)?;
            self.bytes_proof(expr);
            return Some(bytes);
        }
        let told = self.inner(expr)?;
        if told.kind == Kind::Wide {
            self.errors.at(
                expr,
                "`wide(…)` is no number to a pattern: compare a field or parameter itself",
            );
            return None;
        }
        Some(told.expr)
    }

    fn pattern(&mut self, value: &Expr, pattern: &Pat) -> Answer {
        match pattern {
            Pat::Paren(inner) => self.pattern(value, &inner.pat),
            Pat::Or(alternatives) => {
                let mut all: Option<Expr> = None;
                for one in &alternatives.cases {
                    let one = self.pattern(value, one)?.expr;
                    all = Some(match all {
                        Some(all) => Expr::Binary("Or", Box::new(all), Box::new(one)),
                        None => one,
                    });
                }
                all.map(Told::condition)
            }
            Pat::Range(range) => self.range(value, range),
            Pat::Lit(literal) => self.equals(value, &syn::Expr::Lit(literal.clone())),
            Pat::Path(path) => self.equals(value, &syn::Expr::Path(path.clone())),
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let upper = name.ident.to_string().chars().any(char::is_uppercase);
                if !upper {
                    return self.refuse(
                        name,
                        "this would be a new name: write `_` for everything else",
                    );
                }
                let path = syn::parse_quote!(#name);
                self.equals(value, &path)
            }
            other => self.refuse(other, ONLY_CONSTANTS),
        }
    }

    fn equals(&mut self, value: &Expr, constant: &syn::Expr) -> Answer {
        let constant = if self.bytes {
            self.bytes(constant)?
        } else {
            self.inner(constant)?.expr
        };
        Some(compared("Eq", value, constant))
    }

    fn range(&mut self, value: &Expr, range: &ExprRange) -> Answer {
        if self.bytes {
            return self.refuse(range, "bytes are equal or not: name them one by one");
        }
        let start = match &range.start {
            Some(start) => Some(compared("Ge", value, self.inner(start)?.expr)),
            None => None,
        };
        let last = match range.limits {
            RangeLimits::HalfOpen(_) => "Lt",
            RangeLimits::Closed(_) => "Le",
        };
        let end = match &range.end {
            Some(end) => Some(compared(last, value, self.inner(end)?.expr)),
            None => None,
        };
        match (start, end) {
            (Some(start), Some(end)) => {
                let both = Expr::Binary("And", Box::new(start.expr), Box::new(end.expr));
                Some(Told::condition(both))
            }
            (Some(one), None) | (None, Some(one)) => Some(one),
            (None, None) => self.refuse(range, ONLY_CONSTANTS),
        }
    }
}

fn compared(op: &'static str, value: &Expr, constant: Expr) -> Told {
    let expr = Expr::Binary(op, Box::new(value.clone()), Box::new(constant));
    Told::condition(expr)
}

/// The range that a method is called of.
pub(super) fn range_of(expr: &syn::Expr) -> Option<&ExprRange> {
    match bare(expr) {
        syn::Expr::Range(range) => Some(range),
        _ => None,
    }
}
