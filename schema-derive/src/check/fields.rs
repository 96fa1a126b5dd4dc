//! Rules for the fields of a struct or a variant, in order.

use syn::{Ident, ext::IdentExt};

use super::{
    checksums::{self, is_file_length},
    functions,
    judge::{Around, Judge},
    late, names,
};
use crate::{
    errors::Errors,
    expr::{self, Scope},
    input::{Assert, Field, Role, TranslatedExpr},
    parse::{RawArgs, RawField},
    types::{ListKind, ValueKind, is_number},
};

/// Judges the fields one after another; each knows those before it.
pub(super) fn check(
    raw: Vec<RawField>,
    mut scope: Scope,
    around: &Around<'_>,
    errors: &mut Errors,
) -> Vec<Field> {
    names::lists_of_counts(&raw, errors);
    checksums::cover_what_is_there(&raw, errors);
    for field in raw
        .iter()
        .filter(|field| field.temp.is_none() && field.doc.is_empty())
    {
        errors.at(
            &field.ident,
            format!("say in a doc comment what `{}` means", field.name),
        );
    }
    let mut fields = check_in(raw, &mut scope, around, errors);
    for assert in around.asserts {
        let Some(that) = expr::said(&assert.that, &scope, errors) else {
            continue;
        };
        // Where all that it asks of is known.
        let names = that.expr.names();
        let last = fields
            .iter()
            .rposition(|field| names.contains(field.name.as_str()));
        match last.and_then(|last| fields.get_mut(last)) {
            Some(field) => field.asserts.push(Assert {
                that,
                message: assert.message.clone(),
            }),
            None => errors.at(
                &assert.that,
                "this asks of no field: say it where the values are passed down from",
            ),
        }
    }
    fields
}

/// The content of a newtype variant, which the doc of the variant explains.
pub(super) fn check_nameless(
    raw: Vec<RawField>,
    mut scope: Scope,
    around: &Around<'_>,
    errors: &mut Errors,
) -> Vec<Field> {
    for field in raw.iter().filter(|field| field.temp.is_some()) {
        errors.at(
            &field.ty,
            "a temporary field needs a name: write `Variant { count: u32, … }`",
        );
    }
    check_in(raw, &mut scope, around, errors)
}

fn check_in(
    raw: Vec<RawField>,
    scope: &mut Scope,
    around: &Around<'_>,
    errors: &mut Errors,
) -> Vec<Field> {
    names::names_of_their_own(&raw, scope, errors);
    scope.expect(raw.iter().map(|field| field.name.clone()));
    let mut fields = Vec::new();
    for one in &raw {
        let mut field = Judge {
            raw: one,
            around,
            scope,
            errors,
            proofs: Vec::new(),
        }
        .field();
        field.proofs.extend(functions::proofs(one, &raw));
        fields.push(field);
    }
    late::check(&raw, &fields, errors);
    fields
}

impl Judge<'_> {
    fn field(mut self) -> Field {
        self.ty();
        let role = self.role();
        let when = self.when(&role);
        let at = self.at();
        let (is, big_if, magic) = (self.is(), self.big_if(), self.magic());
        let (size, pads) = (self.size(), self.pads());
        let due = self.due();
        let count = self.count();
        let args = self.args();
        self.list();
        let raw = self.raw;
        self.scope.add(&raw.name, raw.ident.as_ref(), &raw.ty);
        let asserts = self.asserts();
        let (index_of, columns) = (
            super::links::index_of(raw, self.errors),
            super::links::columns(raw, self.errors),
        );
        Field {
            ident: self.raw.ident.clone(),
            name: self.raw.name.clone(),
            item: self.item(),
            doc: self.raw.doc.clone(),
            unit: self.raw.unit.clone().unwrap_or_default(),
            key: raw
                .known_by
                .iter()
                .flat_map(|key| key.split_whitespace())
                .map(Into::into)
                .collect(),
            index_of,
            columns,
            ty: self.raw.ty.clone(),
            shape: self.raw.shape.clone(),
            role,
            plus: raw.plus,
            endian: self.raw.endian,
            big_if,
            magic,
            is,
            size,
            pads,
            due,
            when,
            at,
            count,
            args,
            arg_names: raw
                .args
                .iter()
                .flat_map(|args| &args.names)
                .map(|name| name.unraw().to_string())
                .collect(),
            asserts,
            proofs: self.proofs,
        }
    }

    fn ty(&mut self) {
        // What is calculated is in no byte, so that a `bool` may be.
        let refused = super::types::refused(&self.raw.ty).filter(|_| self.raw.is.is_none());
        if let Some((ty, advice)) = refused {
            self.errors.at(ty, advice);
        }
    }

    fn role(&mut self) -> Role {
        let raw = self.raw;
        let name = &raw.ident;
        let elsewhere = raw.at.is_some() || raw.restore.is_some();
        let remaining = raw.shape.value == ValueKind::Remaining || elsewhere;
        self.in_texts();
        if raw.temp.is_none() {
            if raw.is.is_some() {
                return self.kept();
            }
            if raw.counted.is_some() || raw.ignore.is_some() {
                self.errors.at(
                    name,
                    "what is computed on writing must not be kept in the tree as well: add \
                     `#[br(temp)]`",
                );
            } else if elsewhere {
                self.errors.at(
                    name,
                    "what is looked up elsewhere is not part of a tree: add `#[br(temp)]` and \
                     `#[bw(ignore)]`",
                );
            } else if remaining {
                self.errors.at(
                    &raw.ty,
                    "how many bytes remain is known only while reading: add `#[br(temp)]` and \
                     `#[bw(ignore)]`",
                );
            }
            return if raw.dialect.is_some() {
                Role::Dialect
            } else {
                Role::Data
            };
        }
        if raw.is.is_some() {
            if raw.ignore.is_none() || raw.counted.is_some() || remaining {
                self.errors.at(
                    name,
                    "what follows from other fields is not written: say `br(temp, calc = …)` and `bw(ignore)`, nothing more",
                );
            }
            return Role::Derived;
        }
        match (&raw.counted, raw.ignore, remaining) {
            (Some(list), None, false) => {
                if raw.shape.optional {
                    self.errors.at(
                        &raw.ty,
                        "an absent count is 0 already: leave out the `Option`",
                    );
                }
                let list = list.unraw().to_string();
                return if raw.sizes {
                    Role::SizeOf(list)
                } else {
                    Role::CountOf(list)
                };
            }
            (_, None, true) if elsewhere => self.errors.at(
                name,
                "what is looked up elsewhere is not written here: add `#[bw(ignore)]`",
            ),
            (_, _, true) if raw.ignore.is_none() || raw.counted.is_some() => self.errors.at(
                name,
                "how many bytes remain is not written: add `#[bw(ignore)]`",
            ),
            (_, _, true) => return Role::Remaining,
            (None, None, false) if raw.computed => {}
            _ => self.errors.at(
                name,
                "a temporary field must follow from the tree, so that it can be written: say \
                 `#[bw(try_calc(count(list)))]` for the count of a list, and keep anything else \
                 as an ordinary field",
            ),
        }
        Role::Data
    }

    fn when(&mut self, role: &Role) -> Option<TranslatedExpr> {
        let raw = self.raw;
        let mut read = raw.if_read.as_ref().map(|expr| (expr, self.said(expr)));
        let apart = raw.if_write.as_ref().filter(|_| !raw.if_both);
        if let Some(write) = apart.filter(|write| !self.asks_for_its_list(write)) {
            let write_said = expr::said_on_write(write, self.scope, self.errors);
            let mut read = read.as_mut().and_then(|(_, said)| said.as_mut());
            let differs = write_said.as_ref().is_some_and(|write| {
                read.as_ref()
                    .is_none_or(|read| !read.expr.same(&write.expr))
            });
            if let (Some(read), Some(write)) = (&mut read, write_said) {
                read.proofs.extend(write.proofs);
            }
            if differs && (read.is_some() || raw.if_read.is_none()) {
                self.errors.at(
                    write,
                    "reader and writer must ask the same: say it once, as `br(if(condition))` on \
                     an `Option` or `brw(if(condition))` on a count",
                );
            }
        }
        let (expr, said) = match read {
            Some(read) => read,
            None => {
                if raw.shape.optional {
                    self.errors.at(
                        &raw.ty,
                        "when is this there? Say `#[br(if(condition))]`, or leave out the `Option`",
                    );
                }
                return None;
            }
        };
        match role {
            Role::CountOf(_) | Role::SizeOf(_) | Role::Remaining => {
                if raw.if_write.is_none() && raw.ignore.is_none() {
                    self.errors.at(
                        expr,
                        "the writer must leave this out as well: say `bw(if(list.is_some()))`",
                    );
                }
            }
            Role::Derived | Role::Kept | Role::Told => self.errors.at(
                expr,
                "a value that is calculated needs no condition: say `if … { … } else { … }` inside it",
            ),
            Role::Data if is_file_length(raw) => {
                if raw.if_write.is_none() {
                    self.errors.at(
                        expr,
                        "the writer must leave this out as well: say `brw(if(condition))`",
                    );
                }
            }
            Role::Data | Role::Dialect if !raw.shape.optional && raw.temp.is_none() => {
                self.errors.at(
                    &raw.ty,
                    "this is not always in the file, so it must be an `Option`",
                );
            }
            Role::Data | Role::Dialect => {}
        }
        said
    }

    /// The writer of a count sees the list, not the parameters that decide whether there is one:
    /// `list.is_some()` is the same condition, and `Check` asks that it is.
    fn asks_for_its_list(&self, write: &syn::Expr) -> bool {
        let syn::Expr::MethodCall(call) = write else {
            return false;
        };
        let syn::Expr::Path(list) = &*call.receiver else {
            return false;
        };
        let counted = self.raw.counted.as_ref();
        call.method == "is_some" && counted.is_some_and(|counted| list.path.is_ident(counted))
    }

    /// Where else the number stands. The reader must come back, and the writer leave it out.
    fn at(&mut self) -> Option<TranslatedExpr> {
        let raw = self.raw;
        let at = match (&raw.at, &raw.restore) {
            (None, None) => return None,
            (None, Some(restore)) => {
                self.errors.at(
                    restore,
                    "a number looked up elsewhere says where: add `seek_before = SeekFrom::Start(place)`",
                );
                return None;
            }
            (Some(at), restore) => {
                if restore.is_none() {
                    self.errors.at(
                        at,
                        "a layout is read from front to back: add `restore_position`, which only looks \
                         the number up",
                    );
                }
                at
            }
        };
        let looks_like_whole = is_number(&raw.ty) && raw.shape.value == ValueKind::Number;
        if !looks_like_whole {
            self.errors.at(
                &raw.ty,
                "only a whole number can be looked up elsewhere: write `u32` or the like",
            );
        }
        expr::place(at, self.scope, self.errors)
    }

    fn args(&mut self) -> Vec<TranslatedExpr> {
        let Some(RawArgs {
            key, inner, values, ..
        }) = &self.raw.args
        else {
            return Vec::new();
        };
        let items = self.raw.shape.has_items();
        // A function that reads a list gets what is for its items.
        let hands_down = items && (self.raw.to_end.is_some() || self.raw.until.is_some());
        if hands_down && *inner {
            self.errors.at(
                key,
                "the function hands these values to the items: write `args(a, b)` beside it",
            );
        }
        if items && !hands_down && !inner {
            self.errors.at(
                key,
                "these values are for the items: write `args { inner: (a, b,) }`",
            );
        }
        if !items && *inner {
            self.errors.at(
                key,
                "this is not a list, so it has no items: write `args(a, b)`",
            );
        }
        let optional = self.raw.if_read.is_some();
        let handed = |value| expr::handed(value, optional, self.scope, self.errors);
        let handed: Vec<TranslatedExpr> = values.iter().filter_map(handed).collect();
        self.places(key, &handed);
        self.args_on_write(&handed);
        handed
    }

    /// The items of an `Indexed` get their place, as the first value, and no others do.
    fn places(&mut self, key: &Ident, handed: &[TranslatedExpr]) {
        let is_place = |said: &TranslatedExpr| matches!(said.expr, expr::Expr::Index);
        let is_indexed = matches!(self.raw.shape.list, Some(ListKind::Indexed));
        if is_indexed && !handed.first().is_some_and(is_place) {
            let message =
                "the items of an `Indexed<…>` get their place first: write `inner: (index(), …)`";
            self.errors.at(key, message);
        } else if handed.iter().skip(usize::from(is_indexed)).any(is_place) {
            let message =
                "only the items of an `Indexed<…>` get their place, once, as the first value";
            self.errors.at(key, message);
        }
    }

    fn asserts(&mut self) -> Vec<Assert> {
        let asserts = self.raw.asserts.iter();
        asserts
            .filter_map(|assert| {
                let that = expr::said(&assert.that, self.scope, self.errors)?;
                Some(Assert {
                    that,
                    message: assert.message.clone(),
                })
            })
            .collect()
    }
}
