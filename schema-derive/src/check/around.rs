//! Rules for what stands around a value: its size, its byte order, magics and padding; and for values that stand nowhere.

use syn::Expr;

use super::judge::Judge;
use crate::{
    errors::Errors,
    expr::{self, Scope},
    input::{Pad, Pads, Role, TranslatedExpr},
    parse::{RawArgs, RawPad, meta::Space},
    types::last_name,
};

impl Judge<'_> {
    /// What the value is that follows from others.
    pub(super) fn is(&mut self) -> Option<TranslatedExpr> {
        let said = self.said(self.raw.is.as_ref()?)?;
        if said.risky {
            self.errors.at(
                &self.raw.is,
                "this is calculated in every file, and compares a number that may be too large to be calculated: \
                 compare where the value is used",
            );
        }
        Some(said)
    }

    /// A value that follows from others, and that trees keep.
    pub(super) fn kept(&mut self) -> Role {
        let raw = self.raw;
        if raw.ignore.is_none() || raw.counted.is_some() {
            self.errors.at(
                &raw.ident,
                "what follows from other fields is not written: add `#[bw(ignore)]`, and `#[br(temp)]` where no tree has to keep it",
            );
        }
        let name = last_name(&raw.ty);
        let is_number = matches!(
            name.as_deref(),
            Some("u8" | "u16" | "u32" | "u64" | "i8" | "i16" | "i32" | "i64" | "bool" | "Wide")
        );
        if !is_number {
            self.errors.at(
                &raw.ty,
                "a tree keeps numbers that follow from others: one of Rust's up to 64 bits, a `bool`, or a `Wide` where it is \
                 calculated with; anything else is `#[br(temp)]`",
            );
        }
        match &raw.in_texts {
            None => Role::Kept,
            Some(key) => {
                if name.is_none_or(|name| name != "bool") {
                    self.errors
                        .at(key, "texts have what only the file tells as a `bool`");
                }
                if !self.around.is_root {
                    self.errors.at(
                        key,
                        "only the root of a format has what only the file tells",
                    );
                }
                Role::Told
            }
        }
    }

    /// Only what trees keep and no text would have is said to be in texts.
    pub(super) fn in_texts(&mut self) {
        let raw = self.raw;
        let is_kept = raw.is.is_some() && raw.temp.is_none();
        if let Some(key) = raw.in_texts.as_ref().filter(|_| !is_kept) {
            self.errors.at(
                key,
                "texts have every field of a tree; this is for what `br(calc = …)` makes, and what no text would have",
            );
        }
    }

    /// What the writer hands down is what the reader does.
    pub(super) fn args_on_write(&mut self, read: &[TranslatedExpr]) {
        let Some(RawArgs { key, values, .. }) = &self.raw.args_on_write else {
            return;
        };
        let written: Vec<_> = values
            .iter()
            .filter_map(|value| expr::said_on_write(value, self.scope, self.errors))
            .collect();
        let mut pairs = written.iter().zip(read);
        let are_known = written.len() == values.len();
        let are_same = written.len() == read.len() && pairs.all(|(a, b)| a.expr.same(&b.expr));
        if are_known && !are_same {
            self.errors
                .at(key, "reader and writer must hand down the same");
        }
        let proofs = written.into_iter().flat_map(|said| said.proofs);
        self.proofs.extend(proofs);
    }

    /// When the bytes are turned around.
    pub(super) fn big_if(&mut self) -> Option<TranslatedExpr> {
        let raw = self.raw;
        big_if(
            &raw.big,
            raw.endian.is_some(),
            true,
            self.scope,
            self.errors,
        )
    }

    /// In how many bytes the value stands.
    pub(super) fn size(&mut self) -> Option<TranslatedExpr> {
        let raw = self.raw;
        let (size, key) = raw.size.as_ref()?;
        if key == "sized" && raw.shape.list.is_some() {
            let message = "how many items? `filling(length)` reads as many as the bytes hold";
            self.errors.at(key, message);
        }
        expr::count(size, raw.if_read.is_some(), self.scope, self.errors)
    }

    pub(super) fn pads(&mut self) -> Pads {
        let mut pads = Pads::default();
        for pad in &self.raw.pads {
            if pad.space == Space::Bw {
                continue;
            }
            let twin = |other: &&RawPad| other.key == pad.key && other.space == Space::Bw;
            let write = self.raw.pads.iter().find(twin);
            let Some(length) = self.pad(pad, write) else {
                continue;
            };
            let name = pad.key.to_string();
            let slot = match name.as_str() {
                "pad_size_to" => {
                    pads.to = Some(length);
                    continue;
                }
                "pad_before" | "align_before" => &mut pads.before,
                _ => &mut pads.after,
            };
            if slot.is_some() {
                self.errors.at(
                    &pad.key,
                    "the padding is given twice: say how far it goes in one of them",
                );
            }
            let aligns = name.starts_with("align");
            *slot = Some(Pad { aligns, length });
        }
        let written = self.raw.pads.iter().filter(|pad| pad.space == Space::Bw);
        for write in written {
            let twin = |pad: &RawPad| pad.key == write.key && pad.space == Space::Br;
            if !self.raw.pads.iter().any(twin) {
                let message = "the reader must skip as many bytes: say it in `br(..)` as well, or once in `brw(..)`";
                self.errors.at(&write.key, message);
            }
        }
        pads
    }

    fn pad(&mut self, read: &RawPad, write: Option<&RawPad>) -> Option<TranslatedExpr> {
        let said = expr::count(&read.expr, false, self.scope, self.errors)?;
        match (read.space, write) {
            (Space::Brw, None) if said.expr.names().is_empty() => {}
            (Space::Br, Some(write)) => {
                let written = expr::said_on_write(&write.expr, self.scope, self.errors)?;
                if !said.expr.same(&written.expr) {
                    self.errors
                        .at(&write.expr, "reader and writer must skip as many bytes");
                }
            }
            (Space::Br, None) => {
                let message = "the writer must skip as many bytes: say it in `bw(..)` as well, or once in `brw(..)`";
                self.errors.at(&read.key, message);
            }
            _ => self.errors.at(
                &read.expr,
                "the writer sees fields by reference: say it in `br(..)` and in `bw(..)`",
            ),
        }
        Some(said)
    }

    pub(super) fn magic(&mut self) -> Vec<u8> {
        let raw = self.raw;
        let endian = raw.endian.or(self.around.endian);
        let magic = raw.magic.clone();
        magic.map_or_else(Vec::new, |magic| magic.in_order(endian, self.errors))
    }
}

/// What turns the bytes of a field or a struct around, of which reader and writer say the same. The writer of a field has references to
/// the fields before it, that of a struct only its parameters.
pub(super) fn big_if(
    big: &[Option<Expr>; 2],
    is_known: bool,
    has_references: bool,
    scope: &Scope,
    errors: &mut Errors,
) -> Option<TranslatedExpr> {
    let (read, write) = match big {
        [None, None] => return None,
        [Some(read), Some(write)] => (read, write),
        [Some(one), None] | [None, Some(one)] => {
            errors.at(
                one,
                "reader and writer must agree: say `br(is_big = …)` and `bw(is_big = …)`, or `brw(is_big = …)`",
            );
            return None;
        }
    };
    if is_known {
        errors.at(read, "the byte order is given twice");
    }
    let said = expr::said(read, scope, errors);
    let written = if has_references {
        expr::said_on_write(write, scope, errors)
    } else {
        expr::said(write, scope, errors)
    };
    let (mut said, written) = (said?, written?);
    if !said.expr.same(&written.expr) {
        errors.at(write, "reader and writer must ask the same");
    }
    said.proofs.extend(written.proofs);
    Some(said)
}
