//! One function per kind of Rust expression.

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::{
    BinOp, ExprBinary, ExprCall, ExprCast, ExprIf, ExprLit, ExprMethodCall, ExprPath, Lit, Pat,
    Stmt, UnOp, ext::IdentExt, visit_mut::VisitMut,
};

use super::{
    Expr,
    scope::{Scope, Thing},
};
use crate::{errors::Errors, input::Said};

const LANGUAGE: &str = "a layout can say: names of earlier fields and parameters, constants, whole \
     numbers, `+ - *`, comparisons, `&& || !`, `mask.contains(FLAG)`, `list.len()`, \
     `sum(&list, |item| …)`, `is_set(flag)`, `or_zero(value)` and `if … { … } else { … }`";

/// The expression as the compiler sees it and as the layout says it.
pub(crate) fn said(expr: &syn::Expr, scope: &Scope, errors: &mut Errors) -> Option<Said> {
    translated(expr, scope, errors, Translator::value)
}

/// The same for what is handed down, which may be one value for each item of a list.
pub(crate) fn handed(expr: &syn::Expr, scope: &Scope, errors: &mut Errors) -> Option<Said> {
    translated(expr, scope, errors, Translator::handed)
}

fn translated<'a>(
    expr: &syn::Expr,
    scope: &'a Scope,
    errors: &'a mut Errors,
    translate: impl FnOnce(&mut Translator<'a>, &syn::Expr) -> Answer,
) -> Option<Said> {
    let mut translator = Translator {
        scope,
        item: None,
        errors,
    };
    let said = translate(&mut translator, expr)?;
    let mut rust = expr.clone();
    ListsByName(scope).visit_expr_mut(&mut rust);
    Some(Said {
        rust: rust.into_token_stream(),
        expr: said,
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

struct Translator<'a> {
    scope: &'a Scope,
    /// Name of the item, inside a `sum`.
    item: Option<Ident>,
    errors: &'a mut Errors,
}

type Answer = Option<Expr>;

impl Translator<'_> {
    fn refuse(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) -> Answer {
        self.errors.at(tokens, message);
        None
    }

    /// `each(&list, |item| …)`, `item(&values)`, the values themselves, or one value.
    fn handed(&mut self, expr: &syn::Expr) -> Answer {
        if let Some(values) = self.column(expr) {
            return Some(Expr::Field(values));
        }
        if let syn::Expr::Call(call) = expr
            && let syn::Expr::Path(function) = &*call.func
            && let Some(name) = function.path.segments.last()
        {
            match (name.ident.to_string().as_str(), call.args.len()) {
                ("each", 2) => {
                    let (list, item) = self.over_items(&call.args[0], &call.args[1], "kept")?;
                    return Some(Expr::Each(list, item));
                }
                ("item", 1) => {
                    return match self.column(&call.args[0]) {
                        Some(values) => Some(Expr::Item(values)),
                        None => self.refuse(
                            &call.args[0],
                            "this must be the name of a parameter of type `Each<…>`",
                        ),
                    };
                }
                _ => {}
            }
        }
        self.value(expr)
    }

    /// The name of a parameter that has one value for each item of a list.
    fn column(&self, expr: &syn::Expr) -> Option<String> {
        let expr = match bare(expr) {
            syn::Expr::MethodCall(call) if call.method == "clone" => bare(&call.receiver),
            other => other,
        };
        let syn::Expr::Path(path) = expr else {
            return None;
        };
        let name = path.path.get_ident()?.unraw().to_string();
        (self.scope.find(&name) == Ok(Thing::Column)).then_some(name)
    }

    fn value(&mut self, expr: &syn::Expr) -> Answer {
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
            syn::Expr::Cast(cast) => self.cast(cast),
            syn::Expr::If(choice) => self.choice(choice),
            syn::Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            other => self.refuse(other, LANGUAGE),
        }
    }

    fn literal(&mut self, literal: &ExprLit) -> Answer {
        match &literal.lit {
            Lit::Int(int) => match int.base10_parse() {
                Ok(value) => Some(Expr::Int(value)),
                Err(_) => self.refuse(int, "a number in a layout is at most 9223372036854775807"),
            },
            Lit::Byte(byte) => Some(Expr::Int(byte.value().into())),
            Lit::Bool(_) => self.refuse(
                literal,
                "what always holds needs no condition, what never holds no field",
            ),
            _ => self.refuse(literal, "a layout calculates with whole numbers only"),
        }
    }

    fn name(&mut self, path: &ExprPath) -> Answer {
        let Some(name) = path.path.get_ident().filter(|_| path.qself.is_none()) else {
            return self.constant(path);
        };
        let text = name.unraw().to_string();
        if text.chars().any(char::is_uppercase) {
            return Some(Expr::Const(text, quote!((#name) as i64)));
        }
        if let Some(item) = &self.item {
            let message = if name == item {
                format!("say which field of the item: `{item}.field`")
            } else {
                format!("inside a `sum` only the fields of `{item}` can be asked")
            };
            return self.refuse(name, message);
        }
        match self.scope.find(&text) {
            Ok(Thing::Value) => Some(Expr::Field(text)),
            Ok(Thing::List) => self.refuse(
                name,
                format!("`{text}` is a list: ask `{text}.len()` or `sum(&{text}, |item| …)`, or hand down `each(&{text}, |item| …)`"),
            ),
            Ok(Thing::Column) => self.refuse(
                name,
                format!("`{text}` has one value for each item of a list: hand down `item(&{text})`"),
            ),
            Ok(Thing::Opaque(what)) => self.refuse(
                name,
                format!("`{text}` is {what}: a layout calculates with whole numbers only"),
            ),
            Err(message) => self.refuse(name, message),
        }
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
        Some(Expr::Const(
            last.ident.unraw().to_string(),
            quote!((#path).value()),
        ))
    }

    /// `item.field` inside a sum; `x.0` of a number in a wrapper.
    fn field(&mut self, field: &syn::ExprField) -> Answer {
        match (&field.member, &self.item) {
            (syn::Member::Unnamed(index), _) if index.index == 0 => self.value(&field.base),
            (syn::Member::Named(name), Some(item)) if is_name(&field.base, item) => {
                Some(Expr::Field(name.unraw().to_string()))
            }
            _ => self.refuse(
                field,
                "only whole fields can be asked: hand the inner value down, or sum over a list \
                 with `sum(&list, |item| item.field)`",
            ),
        }
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Answer {
        match unary.op {
            UnOp::Deref(_) => self.value(&unary.expr),
            UnOp::Not(_) => Some(Expr::Not(Box::new(self.value(&unary.expr)?))),
            _ => match self.value(&unary.expr)? {
                Expr::Int(value) => Some(Expr::Int(-value)),
                _ => self.refuse(unary, "write `0 - …` for a negated value"),
            },
        }
    }

    fn binary(&mut self, binary: &ExprBinary) -> Answer {
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
            other => return self.refuse(other, no_such_operator(&other)),
        };
        let (left, right) = (self.value(&binary.left), self.value(&binary.right));
        Some(Expr::Binary(op, Box::new(left?), Box::new(right?)))
    }

    fn method(&mut self, call: &ExprMethodCall) -> Answer {
        match (call.method.to_string().as_str(), call.args.first()) {
            ("contains", Some(flag)) if call.args.len() == 1 => {
                let (mask, flag) = (self.value(&call.receiver), self.value(flag));
                Some(Expr::Binary("Has", Box::new(mask?), Box::new(flag?)))
            }
            ("len", None) => Some(Expr::Len(self.list(&call.receiver)?)),
            ("into" | "unwrap_or_default", None) => self.value(&call.receiver),
            (name, _) => {
                let message = no_such_method(name);
                self.refuse(&call.method, message)
            }
        }
    }

    /// An expression that is the name of a list.
    fn list(&mut self, expr: &syn::Expr) -> Option<String> {
        let expr = bare(expr);
        let name = match expr {
            syn::Expr::Path(path) if self.item.is_none() => path.path.get_ident(),
            _ => None,
        };
        let Some(name) = name else {
            self.errors
                .at(expr, "this must be the name of an earlier list");
            return None;
        };
        let text = name.unraw().to_string();
        match self.scope.find(&text) {
            Ok(Thing::List | Thing::Column) => Some(text),
            Ok(_) => {
                self.errors.at(name, format!("`{text}` is not a list"));
                None
            }
            Err(message) => {
                self.errors.at(name, message);
                None
            }
        }
    }

    fn call(&mut self, call: &ExprCall) -> Answer {
        let syn::Expr::Path(function) = &*call.func else {
            return self.refuse(call, LANGUAGE);
        };
        let segments: Vec<String> = function
            .path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let arguments: Vec<&syn::Expr> = call.args.iter().collect();
        match (
            segments
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .as_slice(),
            &*arguments,
        ) {
            ([.., "is_set"], [flag]) => {
                let flag = self.value(flag)?;
                Some(Expr::Binary("Ne", Box::new(flag), Box::new(Expr::Int(0))))
            }
            ([.., "or_zero"], [value]) => self.value(value),
            ([.., "sum"], [list, item]) => {
                let (list, item) = self.over_items(list, item, "added up")?;
                Some(Expr::Sum(list, item))
            }
            ([.., "each" | "item"], _) => self.refuse(
                function,
                "this can only be handed down, with `args`",
            ),
            ([number, "from"], [value]) => {
                let wide = WIDE.contains(number);
                if wide {
                    self.value(value)
                } else {
                    self.refuse(function, NARROW)
                }
            }
            _ => self.refuse(
                function,
                "a layout knows four functions: `sum(&list, |item| …)`, `is_set(flag)`, \
                 `or_zero(value)` and `u32::from(value)`; compute anything else in an earlier field or parameter",
            ),
        }
    }

    /// A list, and what is `done` with each of its items.
    fn over_items(
        &mut self,
        list: &syn::Expr,
        item: &syn::Expr,
        done: &str,
    ) -> Option<(String, Box<Expr>)> {
        let list = self.list(list)?;
        let name = match item {
            syn::Expr::Closure(closure) if closure.inputs.len() == 1 => match &closure.inputs[0] {
                Pat::Ident(name) => Some((name.ident.clone(), &closure.body)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, body)) = name else {
            self.errors
                .at(item, format!("say what is {done}: `|item| item.field`"));
            return None;
        };
        self.item = Some(name);
        let inner = self.value(body);
        self.item = None;
        Some((list, Box::new(inner?)))
    }

    fn cast(&mut self, cast: &ExprCast) -> Answer {
        let wide = crate::types::last_name(&cast.ty).is_some_and(|name| WIDE.contains(&&*name));
        if wide {
            self.value(&cast.expr)
        } else {
            self.refuse(&cast.ty, NARROW)
        }
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
        let condition = self.value(&choice.cond);
        let yes = self.block(&choice.then_branch);
        let no = self.value(otherwise);
        Some(Expr::If(
            Box::new(condition?),
            Box::new(yes?),
            Box::new(no?),
        ))
    }

    fn block(&mut self, block: &syn::Block) -> Answer {
        match &*block.stmts {
            [Stmt::Expr(only, None)] => self.value(only),
            _ => self.refuse(block, "one expression in curly brackets, nothing else"),
        }
    }
}

const WIDE: [&str; 4] = ["u32", "u64", "i64", "usize"];
const NARROW: &str = "a layout has numbers of one width, so only a cast that loses nothing means \
     the same: to `u32`, `u64`, `i64` or `usize`";

/// Without brackets and references.
fn bare(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => bare(&inner.expr),
        syn::Expr::Group(inner) => bare(&inner.expr),
        syn::Expr::Reference(inner) => bare(&inner.expr),
        other => other,
    }
}

fn is_name(expr: &syn::Expr, name: &Ident) -> bool {
    matches!(bare(expr), syn::Expr::Path(path) if path.path.is_ident(name))
}

/// Whether this is a number that can be divided by.
fn is_positive(expr: &syn::Expr) -> bool {
    let syn::Expr::Lit(literal) = bare(expr) else {
        return false;
    };
    matches!(&literal.lit, syn::Lit::Int(number) if number.base10_parse::<u64>().is_ok_and(|n| n > 0))
}

fn no_such_operator(op: &BinOp) -> String {
    let symbol = op.to_token_stream();
    let instead = match op {
        BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => {
            "make the mask `flags!` and ask `mask.contains(FLAG)`, once per flag"
        }
        BinOp::Shl(_) => "multiply by the power of two",
        BinOp::Rem(_) => {
            "what stands right of it is a whole number above 0, so that it can never be 0"
        }
        BinOp::Div(_) | BinOp::Shr(_) => {
            "say it as a product on the other side, or store the result"
        }
        _ => "nothing can be assigned in a layout",
    };
    format!("a layout knows no `{symbol}`: {instead}")
}

fn no_such_method(name: &str) -> String {
    let instead = match name {
        "unwrap_or" | "map_or" | "unwrap" => {
            "an absent field counts as 0: write `field.unwrap_or_default()`, and `is_set(field)` asks for true"
        }
        "is_some" | "is_none" | "is_some_and" | "is_none_or" => {
            "write the condition that the field itself has, or `is_set(field)`"
        }
        "is_empty" => "write `list.len() == 0`",
        "intersects" | "bits" => "ask `mask.contains(FLAG)`, once per flag, joined by `||`",
        "iter" => "write `sum(&list, |item| …)`",
        "min" | "max" => "write `if a < b { a } else { b }`",
        _ => "it knows `mask.contains(FLAG)`, `list.len()` and `value.into()`",
    };
    format!("a layout knows no `{name}`: {instead}")
}
