//! One function per kind of Rust expression.

use std::mem;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{ExprIf, ExprLit, ExprPath, Lit, Stmt, ext::IdentExt, visit_mut::VisitMut};

use super::{
    ast::Expr,
    messages::{CAST, INDEX, LANGUAGE},
    proof::{self, Need},
    scope::{Scope, Thing},
    told::{Kind, Told},
};
use crate::{errors::Errors, input::TranslatedExpr};

/// The expression as the compiler sees it and as the layout says it.
pub(crate) fn said(expr: &syn::Expr, scope: &Scope, errors: &mut Errors) -> Option<TranslatedExpr> {
    translated(expr, scope, errors, false, Translator::value)
}

/// The same for the writer, where every name is a reference.
pub(crate) fn said_on_write(
    expr: &syn::Expr,
    scope: &Scope,
    errors: &mut Errors,
) -> Option<TranslatedExpr> {
    translated(expr, scope, errors, true, Translator::value)
}

/// The same for the number of items of a list, which binrw calculates also where the list is absent.
pub(crate) fn count(
    expr: &syn::Expr,
    optional: bool,
    scope: &Scope,
    errors: &mut Errors,
) -> Option<TranslatedExpr> {
    translated(expr, scope, errors, false, |translator, expr| {
        translator.natural = optional;
        let told = translator.value(expr)?;
        translator.lazy(expr, told, optional)
    })
}

/// The same for what is passed down, which may be one value for each item of a list.
pub(crate) fn handed(
    expr: &syn::Expr,
    optional: bool,
    scope: &Scope,
    errors: &mut Errors,
) -> Option<TranslatedExpr> {
    translated(expr, scope, errors, false, |translator, expr| {
        let told = translator.handed(expr)?;
        translator.lazy(expr, told, optional)
    })
}

/// The same for the last item of a list of this type.
pub(crate) fn until(
    is_last: &syn::ExprClosure,
    list: &syn::Type,
    scope: &Scope,
    errors: &mut Errors,
) -> Option<TranslatedExpr> {
    let closure = syn::Expr::Closure(is_last.clone());
    translated(&closure, scope, errors, false, |translator, _| {
        let name = match is_last.inputs.first() {
            Some(syn::Pat::Type(typed)) => &*typed.pat,
            Some(other) => other,
            None => return translator.refuse(is_last, "say of which item: `|item: &Item| …`"),
        };
        let syn::Pat::Ident(name) = name else {
            return translator.refuse(name, "say of which item: `|item: &Item| …`");
        };
        translator.over_item(&name.ident, &is_last.body, list)
    })
}

/// The same for a place in the file.
pub(crate) fn place(
    expr: &syn::Expr,
    scope: &Scope,
    errors: &mut Errors,
) -> Option<TranslatedExpr> {
    translated(expr, scope, errors, false, Translator::place)
}

fn translated<'a>(
    expr: &syn::Expr,
    scope: &'a Scope,
    errors: &'a mut Errors,
    by_reference: bool,
    translate: impl FnOnce(&mut Translator<'a>, &syn::Expr) -> Answer,
) -> Option<TranslatedExpr> {
    let mut translator = Translator {
        scope,
        item: None,
        need: Need::Number,
        natural: false,
        bytes: false,
        compared: false,
        by_reference,
        proofs: Vec::new(),
        errors,
    };
    let told = translate(&mut translator, expr)?;
    let proofs = translator.proofs.iter();
    let proofs = proofs.map(|proof| proof::with_names(&told.expr, scope, by_reference, proof));
    let proofs = proofs.collect();
    let mut rust = expr.clone();
    ListsByName(scope).visit_expr_mut(&mut rust);
    Some(TranslatedExpr {
        rust: rust.into_token_stream(),
        expr: told.expr,
        risky: told.risky,
        proofs,
    })
}

/// In `check` lists are references already: `&tracks` becomes `tracks`.
struct ListsByName<'a>(&'a Scope);

impl VisitMut for ListsByName<'_> {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        if let syn::Expr::Reference(reference) = expr
            && let syn::Expr::Path(path) = &*reference.expr
            && path
                .path
                .get_ident()
                .is_some_and(|name| self.0.is_list(name))
        {
            *expr = (*reference.expr).clone();
        }
        syn::visit_mut::visit_expr_mut(self, expr);
    }
}

pub(super) struct Translator<'a> {
    pub(super) scope: &'a Scope,
    /// Name of the item, inside a `sum`.
    pub(super) item: Option<Ident>,
    /// What the next leaf must be.
    pub(super) need: Need,
    /// Whether it must not be negative.
    pub(super) natural: bool,
    /// Whether constants are bytes.
    pub(super) bytes: bool,
    /// Whether the next leaf is compared, and asked of as such.
    pub(super) compared: bool,
    /// Whether names are references.
    by_reference: bool,
    /// What the compiler is asked.
    pub(super) proofs: Vec<TokenStream>,
    pub(super) errors: &'a mut Errors,
}

pub(super) type Answer = Option<Told>;

impl Translator<'_> {
    pub(super) fn refuse(
        &mut self,
        tokens: impl ToTokens,
        message: impl std::fmt::Display,
    ) -> Answer {
        self.errors.at(tokens, message);
        None
    }

    /// An expression whose leaf must be something else than a number.
    pub(super) fn needing(&mut self, need: Need, expr: &syn::Expr) -> Answer {
        let before = mem::replace(&mut self.need, need);
        let told = self.value(expr);
        self.need = before;
        told
    }

    /// An expression inside another one, which asks nothing more of its leaves.
    pub(super) fn inner(&mut self, expr: &syn::Expr) -> Answer {
        let natural = mem::take(&mut self.natural);
        let told = self.needing(Need::Number, expr);
        self.natural = natural;
        told
    }

    pub(super) fn value(&mut self, expr: &syn::Expr) -> Answer {
        match expr {
            syn::Expr::Paren(inner) => self.value(&inner.expr),
            syn::Expr::Group(inner) => self.value(&inner.expr),
            syn::Expr::Reference(inner) if inner.mutability.is_none() => self.value(&inner.expr),
            syn::Expr::Lit(literal) => self.literal(literal),
            syn::Expr::Path(path) => self.name(path),
            syn::Expr::Field(field) => self.field(field),
            syn::Expr::Unary(unary) => self.unary(unary),
            syn::Expr::Binary(binary) => self.binary(binary),
            syn::Expr::MethodCall(call) => self.method(call),
            syn::Expr::Call(call) => self.call(call),
            syn::Expr::Cast(cast) => self.refuse(cast, CAST),
            syn::Expr::If(choice) => self.choice(choice),
            syn::Expr::Macro(call) => self.matches(call),
            syn::Expr::Match(choice) => self.cases(choice),
            syn::Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            syn::Expr::Index(index) => self.refuse(index, INDEX),
            other => self.refuse(other, LANGUAGE),
        }
    }

    fn literal(&mut self, literal: &ExprLit) -> Answer {
        let number = match &literal.lit {
            Lit::Int(int) => int.base10_parse::<u64>().ok(),
            Lit::Byte(byte) => Some(byte.value().into()),
            Lit::Bool(_) => {
                return self.refuse(
                    literal,
                    "what always holds needs no condition, what never holds no field",
                );
            }
            _ => return self.refuse(literal, "a layout calculates with whole numbers only"),
        };
        match number {
            Some(number) => {
                let bits = u64::BITS - number.leading_zeros();
                Some(
                    Told::plain(Expr::Int(number.into()), bits)
                        .of_ours(true)
                        .natural(true),
                )
            }
            None => self.refuse(
                literal,
                "a number in a layout is at most 18446744073709551615",
            ),
        }
    }

    fn name(&mut self, path: &ExprPath) -> Answer {
        let Some(name) = path.path.get_ident().filter(|_| path.qself.is_none()) else {
            return self.constant(path);
        };
        let text = name.unraw().to_string();
        if text.chars().any(char::is_uppercase) {
            self.leaf(name);
            let value = quote!((#name) as i128);
            return Some(Told::plain(Expr::Const(text, value), 64));
        }
        if let Some(item) = &self.item {
            let message = if name == item {
                format!("say which field of the item: `{item}.field`")
            } else {
                format!("of each item only its own fields can be asked: `{item}.field`")
            };
            return self.refuse(name, message);
        }
        let known = match self.scope.find(&text) {
            Ok(known) => known,
            Err(message) => return self.refuse(name, message),
        };
        let optional = matches!(self.need, Need::Optional | Need::Flag);
        let message = match known.thing {
            Thing::Value => {
                let ours = known.is_ours();
                let proved = ours && self.need == Need::Number && !self.natural;
                if known.kind() == Kind::Plain && !proved {
                    self.variable(name);
                }
                let told = Told::new(Expr::Field(text), known.kind(), known.bits());
                return Some(told.of_ours(ours).natural(known.is_unsigned()));
            }
            Thing::Optional if optional => {
                self.variable(name);
                return Some(Told::plain(Expr::Field(text), known.bits()));
            }
            Thing::Optional => format!(
                "`{text}` may be absent, which Rust does not take for 0: write `or_zero({text})`, \
                 `is_set({text})`, or `{text}.unwrap_or_default()` for a mask"
            ),
            Thing::List => format!(
                "`{text}` is a list: ask `{text}.len()` or `sum(&{text}, |item| …)`, or pass down `each(&{text}, |item| …)`"
            ),
            Thing::Column => {
                format!("`{text}` has one value for each item of a list: pass down `item(&{text})`")
            }
            Thing::Bytes => format!(
                "`{text}` is bytes, which are compared with others: `{text} == *b\"…\"`, `matches!(&{text}, b\"…\" | b\"…\")`"
            ),
            Thing::Opaque(what) => {
                format!("`{text}` is {what}: a layout calculates with whole numbers only")
            }
        };
        self.refuse(name, message)
    }

    fn constant(&mut self, path: &ExprPath) -> Answer {
        const NUMBERS: [&str; 12] = [
            "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        ];
        let segments = &path.path.segments;
        let (Some(first), Some(last)) = (segments.first(), segments.last()) else {
            return self.refuse(path, LANGUAGE);
        };
        if path.qself.is_some() || NUMBERS.iter().any(|number| first.ident == number) {
            return self.refuse(path, "write the number itself");
        }
        self.leaf(path);
        Some(Told::plain(
            Expr::Const(last.ident.unraw().to_string(), quote!((#path).value())),
            64,
        ))
    }

    /// Asks of a name what it must be.
    fn variable(&mut self, name: &Ident) {
        if self.by_reference {
            self.leaf(&quote_spanned!(name.span()=> *#name));
        } else {
            self.leaf(name);
        }
    }

    /// Asks of a leaf what it must be.
    pub(super) fn leaf(&mut self, leaf: &impl ToTokens) {
        if mem::take(&mut self.compared) && self.need == Need::Number {
            return;
        }
        let proof = proof::leaf(self.need, self.natural, leaf);
        self.proofs.push(proof);
    }

    /// `item.field` inside a sum; `x.0` of a number in a wrapper.
    pub(super) fn field(&mut self, field: &syn::ExprField) -> Answer {
        match (&field.member, &self.item) {
            (syn::Member::Unnamed(index), _) if index.index == 0 => {
                // What is inside the wrapper is an integer.
                let integer = self.need == Need::Integer;
                let need = if integer { Need::Number } else { self.need };
                self.needing(need, &field.base)
            }
            (syn::Member::Named(_), Some(item)) => match path_of(field) {
                Some((base, path)) if *item == base => {
                    self.leaf(field);
                    Some(Told::plain(
                        Expr::Field(path[base.len() + 1..].to_owned()),
                        64,
                    ))
                }
                _ => self.refuse(field, NO_PATH),
            },
            (syn::Member::Named(_), None) => self.path(field),
            _ => self.refuse(field, NO_PATH),
        }
    }

    /// `header.count`: a field inside an earlier one.
    fn path(&mut self, field: &syn::ExprField) -> Answer {
        let Some((base, path)) = path_of(field) else {
            let is_of_item = matches!(bare(&field.base), syn::Expr::Index(_));
            return self.refuse(field, if is_of_item { INDEX } else { NO_PATH });
        };
        let known = match self.scope.find(&base) {
            Ok(known) => known,
            Err(message) => return self.refuse(field, message),
        };
        if known.thing != Thing::Value {
            let message = format!(
                "`{base}` is no struct that is always there: nothing inside it can be asked"
            );
            return self.refuse(field, message);
        }
        self.leaf(field);
        Some(Told::plain(Expr::Field(path), 64))
    }

    fn choice(&mut self, choice: &ExprIf) -> Answer {
        let Some((_, otherwise)) = &choice.else_branch else {
            return self.refuse(
                choice,
                "say the other value as well: `if … { … } else { … }`",
            );
        };
        if let syn::Expr::Let(pattern) = &*choice.cond {
            return self.refuse(pattern, "an absent field counts as 0: ask `is_set(field)`");
        }
        let condition = self.inner(&choice.cond);
        let yes = self.block(&choice.then_branch);
        let no = self.value(otherwise);
        let (condition, yes, no) = (condition?, yes?, no?);
        let risks = [condition.risky, yes.risky, no.risky];
        let bits = yes.bits.max(no.bits);
        let (kind, ours) = (yes.kind, yes.ours && no.ours);
        let expr = Expr::If(
            Box::new(condition.expr),
            Box::new(yes.expr),
            Box::new(no.expr),
        );
        Some(Told::new(expr, kind, bits).of_ours(ours).after(&risks))
    }

    fn block(&mut self, block: &syn::Block) -> Answer {
        match &*block.stmts {
            [Stmt::Expr(only, None)] => self.value(only),
            _ => self.refuse(block, "one expression in curly brackets, nothing else"),
        }
    }
}

const NO_PATH: &str = "only fields inside earlier ones can be asked, as in `header.count`: pass other values down, or \
     sum over a list with `sum(&list, |item| item.field)`";

/// The first name of `header.size.width`, and all of it.
pub(super) fn path_of(field: &syn::ExprField) -> Option<(String, String)> {
    let syn::Member::Named(name) = &field.member else {
        return None;
    };
    let name = name.unraw().to_string();
    match bare(&field.base) {
        syn::Expr::Path(path) => {
            let base = path.path.get_ident()?.unraw().to_string();
            Some((base.clone(), format!("{base}.{name}")))
        }
        syn::Expr::Field(inner) => {
            let (base, path) = path_of(inner)?;
            Some((base, format!("{path}.{name}")))
        }
        _ => None,
    }
}

/// Without brackets and references.
pub(super) fn bare(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => bare(&inner.expr),
        syn::Expr::Group(inner) => bare(&inner.expr),
        syn::Expr::Reference(inner) => bare(&inner.expr),
        other => other,
    }
}
