//! Rules for the arms of an enum.

use proc_macro2::Ident;

use super::fields;
use crate::{
    errors::Errors,
    expr::{self, Scope},
    input::{Arm, ArmShape},
    parse::RawArm,
    text::snake_case,
};

pub(super) fn check(
    name: &Ident,
    raw: Vec<RawArm>,
    scope: impl Fn() -> Scope,
    errors: &mut Errors,
) -> Vec<Arm> {
    if raw.is_empty() {
        errors.at(name, "a choice needs at least one arm");
    }
    unguarded_arms(&raw, errors);
    raw.into_iter()
        .map(|arm| check_arm(arm, scope(), errors))
        .collect()
}

/// binrw takes the first arm that can be read, a layout the first whose guard holds. They are the same
/// only where no arm but the right one begins to read: when its content is damaged, an arm that always
/// holds would be read in its place.
fn unguarded_arms(arms: &[RawArm], errors: &mut Errors) {
    let unguarded = |arm: &&RawArm| arm.when.is_none() && arm.magic.is_none();
    for arm in arms.iter().filter(unguarded).filter(|_| arms.len() > 1) {
        errors.at(
            &arm.ident,
            "this arm always holds, so it would be read whenever another one is damaged: give it \
             `br(pre_assert(condition))` that excludes the others, or `brw(magic = b\"…\")`",
        );
    }
}

fn check_arm(raw: RawArm, scope: Scope, errors: &mut Errors) -> Arm {
    if raw.doc.is_empty() {
        errors.at(
            &raw.ident,
            format!("say in a doc comment what `{}` means", raw.ident),
        );
    }
    if raw.magic.as_ref().is_some_and(Vec::is_empty) {
        errors.at(&raw.ident, "a magic has at least one byte");
    }
    let when = raw
        .when
        .as_ref()
        .and_then(|when| expr::said(when, &scope, errors));
    let name = snake_case(&raw.ident.to_string());
    let fields = match raw.shape {
        ArmShape::Newtype => fields::check_nameless(raw.fields, scope, errors),
        ArmShape::Unit | ArmShape::Fields => fields::check(raw.fields, scope, errors),
    };
    Arm {
        ident: raw.ident,
        name,
        doc: raw.doc,
        magic: raw.magic.unwrap_or_default(),
        when,
        shape: raw.shape,
        fields,
    }
}
