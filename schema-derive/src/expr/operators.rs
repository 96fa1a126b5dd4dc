//! `+ - * %`, comparisons, `&& || !`: where Rust could mean something else than a layout.

use quote::{ToTokens, quote_spanned};
use syn::{BinOp, ExprBinary, UnOp, spanned::Spanned};

use super::{
    ast::Expr,
    messages::{no_such_operator, shown},
    proof,
    told::{Kind, Told},
    translate::{Answer, Translator, bare},
};

impl Translator<'_> {
    pub(super) fn unary(&mut self, unary: &syn::ExprUnary) -> Answer {
        match unary.op {
            UnOp::Deref(_) => self.value(&unary.expr),
            UnOp::Not(_) => {
                let inner = self.inner(&unary.expr)?;
                let is_inside = matches!(bare(&unary.expr), syn::Expr::Field(_));
                if is_inside || matches!(inner.expr, Expr::Part(..)) {
                    // Which of those is a truth value only the compiler knows.
                    let part = &unary.expr;
                    self.proofs
                        .push(quote_spanned! { part.span()=> let _: bool = #part; });
                } else if inner.kind != Kind::Condition {
                    let value = shown(&unary.expr).unwrap_or_else(|| "…".to_owned());
                    let message = format!(
                        "`!` of a number turns its bits around in Rust, and asks whether it is 0 in a layout: \
                         write `{value} == 0`"
                    );
                    return self.refuse(unary, message);
                }
                let risky = inner.risky;
                Some(Told::condition(Expr::Not(Box::new(inner.expr))).after(&[risky]))
            }
            _ => match self.value(&unary.expr)? {
                Told {
                    expr: Expr::Int(value),
                    bits,
                    ..
                } if !self.natural => Some(Told::plain(Expr::Int(-value), bits).of_ours(true)),
                Told {
                    expr: Expr::Int(_), ..
                } => self.refuse(unary, "no list has a negative number of items"),
                _ => self.refuse(unary, "write `wide(0) - …` for a negated value"),
            },
        }
    }

    pub(super) fn binary(&mut self, binary: &ExprBinary) -> Answer {
        let op = match binary.op {
            BinOp::Or(_) => "Or",
            BinOp::And(_) => "And",
            BinOp::Eq(_) => "Eq",
            BinOp::Ne(_) => "Ne",
            BinOp::Lt(_) => "Lt",
            BinOp::Le(_) => "Le",
            BinOp::Gt(_) => "Gt",
            BinOp::Ge(_) => "Ge",
            BinOp::Add(_) => "Add",
            BinOp::Sub(_) => "Sub",
            BinOp::Mul(_) => "Mul",
            BinOp::Rem(_) if is_positive(&binary.right) => "Rem",
            BinOp::Div(_) => "Div",
            BinOp::BitAnd(_) => "BitAnd",
            BinOp::BitOr(_) => "BitOr",
            BinOp::BitXor(_) => "BitXor",
            BinOp::Shl(_) => "Shl",
            BinOp::Shr(_) => "Shr",
            other => return self.refuse(other, no_such_operator(&other)),
        };
        if matches!(op, "Eq" | "Ne")
            && (self.is_bytes(&binary.left) || self.is_bytes(&binary.right))
        {
            return self.compared_bytes(op, binary);
        }
        let compares = matches!(op, "Eq" | "Ne" | "Lt" | "Le" | "Gt" | "Ge");
        self.compared = compares && is_leaf(&binary.left);
        let left = match op {
            // What is left of a number has its sign.
            "Rem" => self.needing(proof::Need::Number, &binary.left),
            _ => self.inner(&binary.left),
        };
        self.compared = compares && is_leaf(&binary.right);
        let right = self.inner(&binary.right);
        self.compared = false;
        let (left, right) = (left?, right?);
        match op {
            "Or" | "And" => Some(joined(op, Kind::Condition, 1, left, right)),
            "Add" | "Sub" => {
                let bits = left.bits.max(right.bits).saturating_add(1);
                self.arithmetic(binary, joined(op, left.kind, bits, left, right))
            }
            "Mul" => {
                let bits = left.bits.saturating_add(right.bits);
                self.arithmetic(binary, joined(op, left.kind, bits, left, right))
            }
            "Rem" => {
                let (kind, bits, ours) = (left.kind, left.bits, left.ours);
                Some(joined(op, kind, bits, left, right).of_ours(ours))
            }
            "Div" | "Shl" | "Shr" => {
                let bits = may_lack_a_value(op, &left, &right);
                self.arithmetic(binary, joined(op, left.kind, bits, left, right))
            }
            "BitAnd" | "BitOr" | "BitXor" => {
                let (kind, bits) = (left.kind, left.bits.max(right.bits));
                let ours = left.ours && right.ours;
                Some(joined(op, kind, bits, left, right).of_ours(ours))
            }
            _ => self.comparison(binary, op, left, right),
        }
    }

    /// Sums and products must be calculated as a layout does.
    fn arithmetic(&mut self, binary: &ExprBinary, told: Told) -> Answer {
        if told.kind != Kind::Wide {
            let symbol = binary.op.to_token_stream();
            let (left, right) = (shown(bare(&binary.left)), shown(&binary.right));
            let (left, right) = left
                .zip(right)
                .unwrap_or_else(|| ("a".to_owned(), "b".to_owned()));
            let message = format!(
                "`{left} {symbol} {right}` is calculated in the width of its type, which overflows where the \
                 layout does not: write `wide({left}) {symbol} {right}`"
            );
            self.errors.at(binary, message);
        }
        // One mistake, also where the result is calculated with.
        Some(Told {
            kind: Kind::Wide,
            ..told
        })
    }

    fn comparison(
        &mut self,
        binary: &ExprBinary,
        op: &'static str,
        left: Told,
        right: Told,
    ) -> Answer {
        if right.kind == Kind::Wide && left.kind != Kind::Wide {
            let left = shown(bare(&binary.left)).unwrap_or_else(|| "…".to_owned());
            let message = format!(
                "the widened value stands on the left, so that Rust compares as a layout does: \
                 write `wide({left})`, or turn the sides around"
            );
            return self.refuse(&binary.left, message);
        }
        if !(left.ours && right.ours) {
            let compared = proof::compared(binary, &binary.left, &binary.right);
            self.proofs.push(compared);
        }
        let lost = left.may_overflow() || right.may_overflow();
        Some(joined(op, Kind::Condition, 1, left, right).after(&[lost]))
    }
}

/// How many bits the outcome takes at most; more than any number where a value may have none.
fn may_lack_a_value(op: &str, left: &Told, right: &Told) -> u32 {
    const NONE: u32 = 128;
    match (op, &right.expr) {
        _ if !left.is_natural => NONE,
        ("Div", Expr::Int(1..)) => left.bits,
        ("Shr", Expr::Int(0..64)) => left.bits,
        ("Shl", Expr::Int(places @ 0..64)) => left.bits.saturating_add(*places as u32),
        _ => NONE,
    }
}

fn joined(op: &'static str, kind: Kind, bits: u32, left: Told, right: Told) -> Told {
    let risks = [left.risky, right.risky];
    let is_natural = left.is_natural && right.is_natural && op != "Sub";
    let expr = Expr::Binary(op, Box::new(left.expr), Box::new(right.expr));
    Told::new(expr, kind, bits)
        .after(&risks)
        .natural(is_natural)
}

/// Whether this is a name or a field of an item.
fn is_leaf(expr: &syn::Expr) -> bool {
    match bare(expr) {
        syn::Expr::Path(_) => true,
        syn::Expr::Field(field) => matches!(field.member, syn::Member::Named(_)),
        _ => false,
    }
}

/// Whether this is a number that can be divided by.
fn is_positive(expr: &syn::Expr) -> bool {
    let syn::Expr::Lit(literal) = bare(expr) else {
        return false;
    };
    matches!(&literal.lit, syn::Lit::Int(number) if number.base10_parse::<u64>().is_ok_and(|n| n > 0))
}
