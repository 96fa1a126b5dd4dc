//! Functions and methods: each is one that a layout knows, and the compiler is asked whether it is ours.

use quote::quote;
use syn::{ExprCall, ExprMethodCall, ExprPath, Pat, Type, UnOp, ext::IdentExt};

use super::{
    ast::Expr,
    cases::range_of,
    messages::{EAGER, FUNCTIONS, LANGUAGE, NARROW, no_such_method},
    parts::{hidden, is_reserved},
    proof::{self, Need},
    scope::{Known, Thing},
    told::{Kind, Told},
    translate::{Answer, Translator, bare, path_of},
};

/// What loses nothing.
const WIDENING: [&str; 5] = ["u32", "u64", "i64", "usize", "i128"];

/// The path of `|header| header.size.width`, without its first name.
fn path_inside(closure: &syn::ExprClosure) -> Option<String> {
    let [Pat::Ident(name)] = &*closure.inputs.iter().collect::<Vec<_>>() else {
        return None;
    };
    let syn::Expr::Field(field) = bare(&closure.body) else {
        return None;
    };
    // The number in a wrapper is what the wrapper is.
    let field = match (&field.member, bare(&field.base)) {
        (syn::Member::Unnamed(index), syn::Expr::Field(wrapper)) if index.index == 0 => wrapper,
        _ => field,
    };
    let (outer, path) = path_of(field)?;
    let (_, inside) = path.split_once('.')?;
    (name.ident == outer).then(|| inside.to_owned())
}

impl Translator<'_> {
    /// `each(&list, |item| …)`, `item(&values)`, `index()`, the values themselves, or one value.
    pub(super) fn handed(&mut self, expr: &syn::Expr) -> Answer {
        if let Some(values) = self.column(expr) {
            if matches!(bare(expr), syn::Expr::MethodCall(_)) {
                self.proofs.push(proof::method(expr));
            }
            return Some(Told::plain(Expr::Field(values), 64));
        }
        if let syn::Expr::Call(call) = expr
            && let syn::Expr::Path(function) = &*call.func
            && let Some(name) = function.path.segments.last()
        {
            match (name.ident.to_string().as_str(), call.args.len()) {
                ("each", 2) => return self.each(function, &call.args[0], &call.args[1]),
                ("item", 1) => return self.item(function, &call.args[0]),
                ("index", 0) => {
                    self.ours(function, quote! { index });
                    return Some(Told::plain(Expr::Index, 32));
                }
                _ => {}
            }
        }
        if self.is_bytes(expr) {
            let bytes = self.bytes(expr)?;
            return Some(Told::plain(bytes, 128));
        }
        // What may be absent here may be absent there.
        self.needing(self.need_of(expr), expr)
    }

    fn need_of(&self, expr: &syn::Expr) -> Need {
        let name = match bare(expr) {
            syn::Expr::Path(path) => path.path.get_ident(),
            syn::Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                return self.need_of(&unary.expr);
            }
            _ => None,
        };
        let known = name.and_then(|name| self.scope.find(&name.unraw().to_string()).ok());
        match known {
            Some(known) if known.thing == Thing::Optional => Need::Optional,
            _ => Need::Number,
        }
    }

    fn each(&mut self, function: &ExprPath, list: &syn::Expr, item: &syn::Expr) -> Answer {
        let (list, ty, inner) = self.over_items(list, item, "kept")?;
        if inner.may_overflow() || inner.risky {
            return self.refuse(
                item,
                "keep a field of the item, and calculate where it is used",
            );
        }
        let of_list = proof::item(&ty);
        let ours = quote! { ::formwork_schema::each::<#ty, fn(&#of_list) -> u32, u32> };
        self.proofs.push(proof::function(function, &ours));
        Some(Told::plain(Expr::Each(list, Box::new(inner.expr)), 64))
    }

    fn item(&mut self, function: &ExprPath, values: &syn::Expr) -> Answer {
        let Some(column) = self.column(values) else {
            return self.refuse(
                values,
                "this must be the name of a parameter of type `Each<…>`",
            );
        };
        let ours = quote! { ::formwork_schema::item::<u32> };
        self.proofs.push(proof::function(function, &ours));
        Some(Told::plain(Expr::Item(column), 64))
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
        let known = self.scope.find(&name).ok()?;
        (known.thing == Thing::Column).then_some(name)
    }

    /// What is calculated also where its field is absent must not compare what has no value then.
    pub(super) fn lazy(&mut self, expr: &syn::Expr, told: Told, optional: bool) -> Answer {
        if optional && told.risky {
            return self.refuse(expr, EAGER);
        }
        Some(told)
    }

    /// What stands in `SeekFrom::Start(…)`.
    pub(super) fn place(&mut self, expr: &syn::Expr) -> Answer {
        match bare(expr) {
            syn::Expr::MethodCall(call) if call.method == "place" && call.args.is_empty() => {
                let told = self.value(&call.receiver)?;
                if told.kind != Kind::Wide {
                    return self.refuse(&call.receiver, "a place is made of `wide(value)`");
                }
                Some(told)
            }
            _ => {
                let told = self.value(expr)?;
                if told.kind == Kind::Wide {
                    return self.refuse(expr, "write `(…).place()`, which makes a place of it");
                }
                Some(told)
            }
        }
    }

    pub(super) fn method(&mut self, call: &ExprMethodCall) -> Answer {
        if let Some(range) = range_of(&call.receiver).filter(|_| call.method == "contains") {
            return self.within(range, call);
        }
        match (call.method.to_string().as_str(), call.args.first()) {
            ("contains", Some(flag)) if call.args.len() == 1 => {
                let mask = self.needing(Need::Mask, &call.receiver);
                let flag = self.inner(flag);
                self.proofs.push(proof::method(call));
                let (mask, flag) = (Box::new(mask?.expr), Box::new(flag?.expr));
                Some(Told::condition(Expr::Binary("Has", mask, flag)))
            }
            ("len", None) => {
                let (name, known) = self.list(&call.receiver)?;
                if !known.has_len() {
                    let message = format!("of this list say `len(&{name})`");
                    return self.refuse(&call.method, message);
                }
                self.proofs.push(proof::method(call));
                Some(Told::plain(Expr::Len(name), 64).of_ours(true))
            }
            ("min" | "max", Some(other)) if call.args.len() == 1 => self.extreme(call, other),
            ("div_ceil", Some(by)) if call.args.len() == 1 => self.rounded(call, by, false),
            ("next_multiple_of", Some(of)) if call.args.len() == 1 => self.rounded(call, of, true),
            ("map", Some(inside)) if call.args.len() == 1 => self.inside(call, inside),
            ("unwrap_or_default", None) => {
                let need = self.need;
                let told = self.needing(Need::Optional, &call.receiver)?;
                if !matches!(need, Need::Number | Need::Optional) {
                    self.proofs.push(proof::leaf(need, self.natural, call));
                }
                Some(told)
            }
            (name, _) => match self.part(call) {
                Some(told) => Some(told),
                None => self.refuse(&call.method, no_such_method(name)),
            },
        }
    }

    /// `header.map(|header| header.count)`: a field inside an earlier one that may be absent.
    fn inside(&mut self, call: &ExprMethodCall, inside: &syn::Expr) -> Answer {
        const SPELLED: &str =
            "inside what may be absent say `or_zero(header.map(|header| header.count))`";
        let outer = match bare(&call.receiver) {
            syn::Expr::MethodCall(reference) if reference.method == "as_ref" => &reference.receiver,
            _ => &call.receiver,
        };
        let outer = match bare(outer) {
            syn::Expr::Path(path) if self.item.is_none() => path.path.get_ident(),
            _ => None,
        };
        let outer = outer.map(|name| name.unraw().to_string());
        let is_optional = |outer: &String| {
            let known = self.scope.find(outer);
            known.is_ok_and(|known| known.thing == Thing::Optional)
        };
        let path = match inside {
            syn::Expr::Closure(closure) => path_inside(closure),
            _ => None,
        };
        let outer = outer.filter(is_optional);
        let (Some(outer), Some(path), Need::Optional | Need::Flag) = (outer, path, self.need)
        else {
            return self.refuse(call, SPELLED);
        };
        self.leaf(call);
        Some(Told::plain(Expr::Field(format!("{outer}.{path}")), 64))
    }

    /// `info.version()`: some bits of an earlier field, or of one inside it. The compiler knows whether there are such bits.
    fn part(&mut self, call: &ExprMethodCall) -> Answer {
        let name = self.whole_of(call)?;
        let part = call.method.unraw();
        self.proofs.push(proof::part(call, &hidden(&part)));
        Some(Told::plain(Expr::Part(name, part.to_string()), 64).natural(true))
    }

    /// The number of which bits may be asked, as the layout calls it.
    fn whole_of(&self, call: &ExprMethodCall) -> Option<String> {
        if !call.args.is_empty() || is_reserved(&call.method.to_string()) {
            return None;
        }
        match (bare(&call.receiver), &self.item) {
            (syn::Expr::Path(path), None) => {
                let name = path.path.get_ident()?.unraw().to_string();
                let known = self.scope.find(&name).ok()?;
                (known.thing == Thing::Value && !known.is_ours()).then_some(name)
            }
            (syn::Expr::Field(field), item) => {
                let (base, path) = path_of(field)?;
                match item {
                    Some(item) if *item == base => Some(path[base.len() + 1..].to_owned()),
                    Some(_) => None,
                    None => {
                        let known = self.scope.find(&base).ok()?;
                        (known.thing == Thing::Value).then_some(path)
                    }
                }
            }
            _ => None,
        }
    }

    /// An expression that is the name of a list.
    fn list(&mut self, expr: &syn::Expr) -> Option<(String, &Known)> {
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
            Ok(known) if matches!(known.thing, Thing::List | Thing::Column) => Some((text, known)),
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

    /// `a.min(b)`, `a.max(b)`.
    fn extreme(&mut self, call: &ExprMethodCall, other: &syn::Expr) -> Answer {
        let (a, b) = (self.inner(&call.receiver), self.inner(other));
        let (a, b) = (a?, b?);
        if a.kind != Kind::Wide {
            return self.refuse(
                &call.receiver,
                "write `wide(a).min(b)`, which compares as a layout does",
            );
        }
        let op = if call.method == "min" { "Min" } else { "Max" };
        let (bits, risks) = (a.bits.max(b.bits), [a.risky, b.risky]);
        let is_natural = a.is_natural && b.is_natural;
        let expr = Expr::Binary(op, Box::new(a.expr), Box::new(b.expr));
        Some(Told::wide(expr, bits).after(&risks).natural(is_natural))
    }

    /// `a.div_ceil(n)`, `a.next_multiple_of(n)`.
    fn rounded(&mut self, call: &ExprMethodCall, by: &syn::Expr, multiple: bool) -> Answer {
        let (a, by) = (self.inner(&call.receiver), self.inner(by));
        let (a, by) = (a?, by?);
        let Expr::Int(number @ 1..) = by.expr else {
            return self.refuse(
                &call.method,
                "a layout rounds to a whole number above 0 only",
            );
        };
        if a.kind != Kind::Wide {
            let message = format!("write `wide(a).{}({number})`", call.method);
            return self.refuse(&call.receiver, message);
        }
        let int = |number: i128| Box::new(Expr::Int(number));
        let (bits, risky, is_natural) = (a.bits.saturating_add(by.bits), a.risky, a.is_natural);
        let sum = Expr::Binary("Add", Box::new(a.expr), int(number));
        let sum = Expr::Binary("Sub", Box::new(sum), int(1));
        let parts = Expr::Binary("Div", Box::new(sum), int(number));
        let expr = if multiple {
            Expr::Binary("Mul", Box::new(parts), int(number))
        } else {
            parts
        };
        let bits = if is_natural { bits } else { 128 };
        Some(Told::wide(expr, bits).after(&[risky]).natural(is_natural))
    }

    pub(super) fn call(&mut self, call: &ExprCall) -> Answer {
        let syn::Expr::Path(function) = &*call.func else {
            return self.refuse(call, LANGUAGE);
        };
        let segments: Vec<String> = function
            .path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let arguments: Vec<&syn::Expr> = call.args.iter().collect();
        match (&*segments, &*arguments) {
            ([.., "wide"], [value]) => {
                self.ours(function, quote! { wide::<u32> });
                let told = self.inner(value)?;
                let wide = Told::wide(told.expr, told.bits).after(&[told.risky]);
                Some(wide.natural(told.is_natural))
            }
            ([.., "is_set"], [flag]) => {
                let of = quote! { is_set::<::formwork_schema::Bool> };
                self.ours(function, of);
                let flag = self.needing(Need::Flag, flag)?;
                let zero = Box::new(Expr::Int(0));
                let set = Expr::Binary("Ne", Box::new(flag.expr), zero);
                Some(Told::condition(set))
            }
            ([.., "or_zero"], [value]) => {
                self.ours(function, quote! { or_zero::<u32> });
                let natural = std::mem::take(&mut self.natural);
                let told = self.needing(Need::Optional, value);
                self.natural = natural;
                let told = told?;
                Some(Told::wide(told.expr, told.bits))
            }
            ([.., "sum"], [list, item]) => {
                let (list, ty, inner) = self.over_items(list, item, "added up")?;
                let of_list = proof::item(&ty);
                let wide = quote! { ::formwork_schema::Wide };
                self.ours(
                    function,
                    quote! { sum::<#ty, fn(&'static #of_list) -> #wide, #wide> },
                );
                // No memory holds more items than that.
                let bits = inner.bits.saturating_add(62);
                let sum = Expr::Sum(list, Box::new(inner.expr));
                Some(Told::wide(sum, bits).after(&[inner.risky]))
            }
            ([.., "len"], [list]) => {
                let (name, known) = self.list(list)?;
                let ty = known.ty.clone();
                self.ours(function, quote! { len::<#ty> });
                Some(Told::wide(Expr::Len(name), 64))
            }
            ([.., "each" | "item" | "index"], _) => {
                self.refuse(function, "this can only be passed down, with `args`")
            }
            ([number, "from"], [value]) => {
                if !WIDENING.contains(number) {
                    return self.refuse(function, NARROW);
                }
                self.proofs.extend(proof::type_of(&function.path));
                let told = self.needing(Need::Integer, value)?;
                let from = Told::plain(told.expr, told.bits).of_ours(true);
                Some(from.after(&[told.risky]))
            }
            _ => self.refuse(function, FUNCTIONS),
        }
    }

    /// Asks that a function is ours, with its generics.
    fn ours(&mut self, function: &ExprPath, ours: proc_macro2::TokenStream) {
        let ours = quote! { ::formwork_schema::#ours };
        self.proofs.push(proof::function(function, &ours));
    }

    /// A list, its type, and what is `done` with each of its items.
    fn over_items(
        &mut self,
        list: &syn::Expr,
        item: &syn::Expr,
        done: &str,
    ) -> Option<(String, Type, Told)> {
        let (list, known) = self.list(list)?;
        let ty = known.ty.clone();
        let closure = match item {
            syn::Expr::Closure(closure) if closure.inputs.len() == 1 => match &closure.inputs[0] {
                Pat::Ident(name) => Some((name.ident.clone(), &closure.body)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, body)) = closure else {
            self.errors
                .at(item, format!("say what is {done}: `|item| item.field`"));
            return None;
        };
        let inner = self.over_item(&name, body, &ty);
        Some((list, ty, inner?))
    }

    /// What is said of an item of a list.
    pub(super) fn over_item(
        &mut self,
        name: &proc_macro2::Ident,
        body: &syn::Expr,
        list: &Type,
    ) -> Answer {
        self.item = Some(name.clone());
        let outer = std::mem::take(&mut self.proofs);
        let inner = self.inner(body);
        let proofs = std::mem::replace(&mut self.proofs, outer);
        self.item = None;
        let of_list = proof::item(list);
        self.proofs
            .push(quote! { let _ = |#name: &#of_list| { #(#proofs)* }; });
        inner
    }
}
