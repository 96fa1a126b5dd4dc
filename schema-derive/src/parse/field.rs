//! The attributes of one field.

use proc_macro2::{Ident, Span};
use syn::{
    Expr, ExprClosure, ExprPath, Lit, LitStr, Token, Type, ext::IdentExt, parse::Parse,
    punctuated::Punctuated,
};

use super::{
    args::{RawArgs, args},
    attrs::{Magic, counted, doc, endian, is_big, magic},
    keys::PADS,
    keys::{AttributeTarget, allowed},
    meta::{Directive, Space, directives, set},
};
use crate::{errors::Errors, input::Endian, text, types::Shape};

/// A field as written.
pub(crate) struct RawField {
    pub(crate) ident: Option<Ident>,
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) ty: Type,
    pub(crate) shape: Shape,
    pub(crate) temp: Option<Span>,
    /// The list whose length is stored.
    pub(crate) counted: Option<Ident>,
    /// How much more than that is stored.
    pub(crate) plus: i64,
    /// Something is computed, rightly or not.
    pub(crate) computed: bool,
    pub(crate) ignore: Option<Span>,
    /// What the value is that follows from others.
    pub(crate) is: Option<Expr>,
    pub(crate) magic: Option<Magic>,
    /// In how many bytes the value stands, and under which key that is said.
    pub(crate) size: Option<(Expr, Ident)>,
    /// The fields that a checksum covers, or that the length of a file leaves out: for the reader, and for the writer.
    pub(crate) covered: Option<(Option<Vec<Ident>>, Ident)>,
    pub(crate) covered_on_write: Option<(Option<Vec<Ident>>, Ident)>,
    /// Which item of the list is the last one.
    pub(crate) until: Option<ExprClosure>,
    /// Whether what is counted are the bytes of a value.
    pub(crate) sizes: bool,
    pub(crate) pads: Vec<RawPad>,
    /// Whether the bytes are turned around: for the reader, and for the writer.
    pub(crate) big: [Option<Expr>; 2],
    /// Where else in the file the number stands.
    pub(crate) at: Option<Expr>,
    pub(crate) restore: Option<Ident>,
    pub(crate) if_read: Option<Expr>,
    pub(crate) if_write: Option<Expr>,
    /// One `brw(if(..))` stands for both.
    pub(crate) if_both: bool,
    pub(crate) count: Option<Expr>,
    pub(crate) to_end: Option<Ident>,
    pub(crate) args: Option<RawArgs>,
    /// What the writer hands down, where that is said apart.
    pub(crate) args_on_write: Option<RawArgs>,
    pub(crate) asserts: Vec<RawAssert>,
    pub(crate) endian: Option<Endian>,
    pub(crate) item: Option<LitStr>,
    pub(crate) unit: Option<String>,
    pub(crate) known_by: Option<String>,
    pub(crate) index_of: Option<(Span, String)>,
    pub(crate) named_by: Option<(Span, String)>,
    pub(crate) words: Option<String>,
    pub(crate) indices: Option<String>,
    pub(crate) dialect: Option<Ident>,
    /// Texts have what only the file tells.
    pub(crate) in_texts: Option<Ident>,
    /// The functions that were taken by their names, each under the key of its directive.
    pub(crate) functions: Vec<(String, ExprPath)>,
}

/// `pad_after = 4`, `align_before = 16`.
pub(crate) struct RawPad {
    pub(crate) key: Ident,
    pub(crate) expr: Expr,
    pub(crate) space: Space,
}

/// `assert(cond, "message")`.
pub(crate) struct RawAssert {
    pub(crate) that: Expr,
    pub(crate) message: String,
}

/// Reads the attributes of one field.
pub(crate) fn field(field: &syn::Field, errors: &mut Errors) -> RawField {
    let ident = field.ident.clone();
    let name = ident
        .as_ref()
        .map_or_else(|| "0".to_owned(), |ident| ident.unraw().to_string());
    let mut raw = RawField {
        ident,
        name,
        doc: doc(&field.attrs, errors),
        ty: field.ty.clone(),
        shape: Shape::of(&field.ty),
        temp: None,
        counted: None,
        plus: 0,
        computed: false,
        ignore: None,
        is: None,
        size: None,
        covered: None,
        covered_on_write: None,
        until: None,
        sizes: false,
        pads: Vec::new(),
        magic: None,
        big: [None, None],
        at: None,
        restore: None,
        if_read: None,
        if_write: None,
        if_both: false,
        count: None,
        to_end: None,
        args: None,
        args_on_write: None,
        asserts: Vec::new(),
        endian: None,
        item: None,
        unit: None,
        known_by: None,
        index_of: None,
        named_by: None,
        words: None,
        indices: None,
        dialect: None,
        in_texts: None,
        functions: Vec::new(),
    };
    for directive in directives(&field.attrs, errors) {
        if allowed(&directive, AttributeTarget::Field, errors) {
            raw.note(&directive, errors);
        }
    }
    raw
}

impl RawField {
    fn note(&mut self, directive: &Directive, errors: &mut Errors) {
        let key = &directive.key;
        let counts = directive.name() == "calc" && directive.space == Space::Bw;
        if (counts || FUNCTIONS.contains(&&*directive.name()))
            && let Some(function) = function(directive)
        {
            self.functions.push((directive.name(), function));
        }
        match directive.name().as_str() {
            "temp" => set(&mut self.temp, directive.flag(), key, errors),
            "ignore" => set(&mut self.ignore, directive.flag(), key, errors),
            "calc" if directive.space == Space::Br => {
                set(&mut self.is, directive.expr(), key, errors);
            }
            "magic" => set(&mut self.magic, magic(directive), key, errors),
            "is_big" => is_big(&mut self.big, directive, errors),
            "args" | "args_raw" => {
                let read = args(directive, self.shape.has_items());
                let slot = if directive.space == Space::Bw {
                    &mut self.args_on_write
                } else {
                    &mut self.args
                };
                set(slot, read, key, errors);
            }
            "calc" | "try_calc" => {
                self.computed = true;
                let counted = counted(directive).map(|counted| {
                    (self.sizes, self.plus) = (counted.sizes, counted.plus);
                    if counted.plus != 0 {
                        self.functions.push(("plus".to_owned(), counted.function));
                    }
                    counted.of
                });
                set(&mut self.counted, counted, key, errors);
            }
            "seek_before" => set(&mut self.at, from_start(directive), key, errors),
            "restore_position" => {
                let name = directive.flag().map(|_| key.clone());
                set(&mut self.restore, name, key, errors);
            }
            "if" => self.condition(directive, errors),
            "count" => set(&mut self.count, directive.expr(), key, errors),
            "parse_with" => self.parser(directive, errors),
            "write_with" => {
                let names = covered(directive, &WRITERS, errors);
                set(&mut self.covered_on_write, Ok(names), key, errors);
            }
            pad if PADS.contains(&pad) => {
                self.pads
                    .extend(errors.take(directive.expr()).map(|expr| RawPad {
                        key: key.clone(),
                        expr,
                        space: directive.space,
                    }));
            }
            "assert" => self.asserts.extend(errors.take(assert(directive))),
            "little" | "big" => endian(&mut self.endian, directive, errors),
            "item" => set(&mut self.item, item(directive), key, errors),
            "unit" => set(&mut self.unit, directive.text(), key, errors),
            "key" => set(&mut self.known_by, directive.text(), key, errors),
            "index_of" => set(&mut self.index_of, spanned(directive), key, errors),
            "named_by" => set(&mut self.named_by, spanned(directive), key, errors),
            "words" => set(&mut self.words, directive.text(), key, errors),
            "indices" => set(&mut self.indices, directive.text(), key, errors),
            "in_texts" => {
                let name = directive.flag().map(|_| key.clone());
                set(&mut self.in_texts, name, key, errors);
            }
            "dialect" => {
                let name = directive.flag().map(|_| key.clone());
                set(&mut self.dialect, name, key, errors);
            }
            _ => {}
        }
    }

    /// `until_eof`, `sized(length)`, `filling(length)`, `until(|item: &Item| …)`.
    fn parser(&mut self, directive: &Directive, errors: &mut Errors) {
        let key = &directive.key;
        let call = match errors.take(directive.expr()) {
            // How memory is taken, which no layout says.
            Some(parser) if is_named(&parser, &["reserving"]) => return,
            Some(Expr::Call(call)) => call,
            _ => return set(&mut self.to_end, to_end(directive), key, errors),
        };
        let name = match &*call.func {
            Expr::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
            _ => None,
        };
        let argument = call.args.first().filter(|_| call.args.len() == 1).cloned();
        match (name, argument) {
            (Some(name), Some(Expr::Closure(is_last))) if name == "until" => {
                set(&mut self.until, Ok(is_last), key, errors);
            }
            (Some(name), Some(_)) if READERS.iter().any(|known| name == known) => {
                let names = covered(directive, &READERS, errors);
                set(&mut self.covered, Ok(names), key, errors);
            }
            (Some(name), Some(size)) if name == "sized" || name == "filling" => {
                if name == "filling" {
                    self.to_end = Some(name.clone());
                }
                set(&mut self.size, Ok((size, name)), key, errors);
            }
            _ => drop(errors.take(to_end(directive))),
        }
    }

    fn condition(&mut self, directive: &Directive, errors: &mut Errors) {
        let key = &directive.key;
        let Some(expr) = errors.take(condition(directive)) else {
            return;
        };
        if directive.space.reads() {
            set(&mut self.if_read, Ok(expr.clone()), key, errors);
        }
        // A condition given twice for both is one mistake, not two.
        if directive.space.writes() && (directive.space == Space::Bw || self.if_write.is_none()) {
            set(&mut self.if_write, Ok(expr), key, errors);
        }
        self.if_both |= directive.space == Space::Brw;
    }
}

/// A text, and where it stands.
fn spanned(directive: &Directive) -> syn::Result<(Span, String)> {
    Ok((directive.span(), directive.text()?))
}

/// What reads numbers that follow from fields before them, and what writes them.
const READERS: [&str; 2] = ["read_checksum", "read_file_length"];
const WRITERS: [&str; 2] = ["write_checksum", "write_file_length"];

/// Directives that name a function.
const FUNCTIONS: [&str; 3] = ["try_calc", "seek_before", "parse_with"];

/// The function that a directive names or calls.
fn function(directive: &Directive) -> Option<ExprPath> {
    match directive.expr().ok()? {
        Expr::Path(path) => Some(path),
        Expr::Call(call) => match *call.func {
            Expr::Path(path) => Some(path),
            _ => None,
        },
        _ => None,
    }
}

fn condition(directive: &Directive) -> syn::Result<Expr> {
    let all = directive.parse(Punctuated::<Expr, Token![,]>::parse_terminated)?;
    let mut all = all.into_iter();
    let condition = all.next();
    if let Some(otherwise) = all.next() {
        return Err(syn::Error::new_spanned(
            otherwise,
            "an absent field has no value: make the field an `Option` and leave this out",
        ));
    }
    condition.ok_or_else(|| syn::Error::new(directive.span(), "`if` needs a condition"))
}

/// The place in `SeekFrom::Start(place)`.
fn from_start(directive: &Directive) -> syn::Result<Expr> {
    let expr = directive.expr()?;
    if let Expr::Call(call) = &expr
        && let Expr::Path(function) = &*call.func
        && function
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Start")
        && call.args.len() == 1
    {
        return Ok(call.args[0].clone());
    }
    Err(syn::Error::new_spanned(
        &expr,
        "a layout counts from the start of the file: write `SeekFrom::Start(place)`",
    ))
}

fn to_end(directive: &Directive) -> syn::Result<Ident> {
    let expr = directive.expr()?;
    let name = match &expr {
        Expr::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    };
    match name {
        Some(name) if name == "until_eof" => Ok(name.clone()),
        _ => Err(syn::Error::new_spanned(
            &expr,
            "a parser of its own hides what is stored from the layout: give the field a type that \
             has a `Schema`; only `until_eof`, `sized(length)`, `filling(length)`, `until(|item: &Item| …)` and \
             `read_checksum(&data)` are understood here",
        )),
    }
}

/// The fields in `read_checksum((&kind, &data))`; none where they are not understood, which is told here.
fn covered(
    directive: &Directive,
    functions: &[&str],
    errors: &mut Errors,
) -> (Option<Vec<Ident>>, Ident) {
    let names = errors.take(covered_in(directive, functions));
    (names, directive.key.clone())
}

fn covered_in(directive: &Directive, functions: &[&str]) -> syn::Result<Vec<Ident>> {
    let expr = directive.expr()?;
    let found = match &expr {
        Expr::Call(call) if is_named(&call.func, functions) && call.args.len() == 1 => {
            names(&call.args[0])
        }
        _ => None,
    };
    let is_length =
        matches!(&expr, Expr::Call(call) if is_named(&call.func, &[READERS[1], WRITERS[1]]));
    let said = match (*functions == READERS, is_length) {
        (true, true) => "read_file_length((&before, &kind))",
        (false, true) => "write_file_length((before, kind))",
        (true, false) => "read_checksum((&kind, &data))",
        (false, false) => "write_checksum((kind, data))",
    };
    let message = format!(
        "a function of its own hides what is stored from the layout: only `{said}` with names of fields is understood here"
    );
    found.ok_or_else(|| syn::Error::new_spanned(&expr, message))
}

fn is_named(function: &Expr, names: &[&str]) -> bool {
    let Expr::Path(path) = function else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// A field, or several in parentheses.
fn names(expr: &Expr) -> Option<Vec<Ident>> {
    let one = |expr: &Expr| match expr {
        Expr::Reference(reference) => match &*reference.expr {
            Expr::Path(path) => path.path.get_ident().cloned(),
            _ => None,
        },
        Expr::Path(path) => path.path.get_ident().cloned(),
        _ => None,
    };
    match expr {
        Expr::Tuple(tuple) => tuple.elems.iter().map(one).collect(),
        Expr::Paren(paren) => names(&paren.expr),
        expr => Some(vec![one(expr)?]),
    }
}

fn item(directive: &Directive) -> syn::Result<LitStr> {
    let text: LitStr = directive.parse(<LitStr as Parse>::parse)?;
    let value = text.value();
    let fine = value
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if fine && value.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Ok(text);
    }
    Err(syn::Error::new(
        text.span(),
        "an item name is in `snake_case`, as in `item = \"vertex\"`",
    ))
}

pub(super) fn assert(directive: &Directive) -> syn::Result<RawAssert> {
    let mut all = directive
        .parse(Punctuated::<Expr, Token![,]>::parse_terminated)?
        .into_iter();
    let that = all
        .next()
        .ok_or_else(|| syn::Error::new(directive.span(), "`assert` needs a condition"))?;
    let message = match all.next() {
        Some(Expr::Lit(syn::ExprLit {
            lit: Lit::Str(text),
            ..
        })) => text.value(),
        Some(other) => {
            return Err(syn::Error::new_spanned(
                other,
                "the message becomes part of the layout: write it out as a text",
            ));
        }
        None => format!("`{}` does not hold", text::rust(&that)),
    };
    match all.next() {
        Some(extra) => Err(syn::Error::new_spanned(
            extra,
            "the message becomes part of the layout and has no values in it: leave this out",
        )),
        None if message.contains(['{', '}']) => Err(syn::Error::new_spanned(
            &that,
            "the message becomes part of the layout and has no values in it: leave out `{` and `}`",
        )),
        None => Ok(RawAssert { that, message }),
    }
}
