//! Values that only the finished file has, and the fields that may depend on them.
//!
//! A tree shows which fields are there and how long lists and blobs are, so that these may ask for anything; a byte order, padding and
//! what is filled up with zeros it does not show.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;

use crate::{
    errors::Errors,
    input::{Count, Field, Role, TranslatedExpr},
    parse::RawField,
    types::{argument, last_name},
};

/// Judges the fields of a struct or a variant together.
pub(super) fn check(raw: &[RawField], fields: &[Field], errors: &mut Errors) {
    let mut late = Late {
        fields,
        of_files: BTreeSet::new(),
        of_layouts: BTreeSet::new(),
        errors,
    };
    for (place, raw) in raw.iter().enumerate() {
        late.field(raw, place);
    }
}

struct Late<'a> {
    fields: &'a [Field],
    /// Names of values that a typed tree does not have either.
    of_files: BTreeSet<&'a str>,
    /// Names of values that trees of a layout do not have: those, values that follow from them, and sizes of what is not written yet.
    of_layouts: BTreeSet<&'a str>,
    errors: &'a mut Errors,
}

/// A name of a set that an expression asks for.
fn asked<'a>(names: &BTreeSet<&'a str>, said: &TranslatedExpr) -> Option<&'a str> {
    let asked = said.expr.names();
    names.iter().find(|name| asked.contains(**name)).copied()
}

impl<'a> Late<'a> {
    fn field(&mut self, raw: &RawField, place: usize) {
        let fields = self.fields;
        let field = &fields[place];
        let takes_no_bytes = field.role == Role::Remaining || field.role.is_derived();
        if !takes_no_bytes {
            self.presence(raw, place);
            self.filled_up(raw, field);
            self.args(raw, field);
            self.refuse("is_big", field.big_if.as_ref());
            self.refuse_pad(
                raw,
                &["pad_before", "align_before"],
                field.pads.before.as_ref().map(|pad| &pad.length),
            );
        }
        if field.size.is_some() {
            self.of_layouts
                .retain(|name| !is_size_of(fields, name, field));
        }
        if !takes_no_bytes {
            self.refuse_pad(raw, &["pad_size_to"], field.pads.to.as_ref());
            self.refuse_pad(
                raw,
                &["pad_after", "align_after"],
                field.pads.after.as_ref().map(|pad| &pad.length),
            );
        }
        self.pass(field);
    }

    /// Goes on behind a field.
    fn pass(&mut self, field: &'a Field) {
        let follows = |names| {
            field
                .is
                .as_ref()
                .is_some_and(|is| asked(names, is).is_some())
        };
        let (of_files, of_layouts) = match &field.role {
            Role::Remaining => (true, true),
            Role::Derived => (follows(&self.of_files), follows(&self.of_layouts)),
            // Typed trees have it.
            Role::Kept => (false, follows(&self.of_layouts)),
            Role::SizeOf(_) => (false, true),
            Role::Data | Role::Dialect | Role::CountOf(_) | Role::Told => (false, false),
        };
        if of_files {
            self.of_files.insert(&field.name);
        }
        if of_layouts {
            self.of_layouts.insert(&field.name);
        }
    }

    fn refuse(&mut self, key: &str, said: Option<&TranslatedExpr>) {
        if let Some(said) = said
            && let Some(name) = asked(&self.of_layouts, said)
        {
            self.add(&said.rust, key, name, "store it, or ask something stored");
        }
    }

    fn refuse_pad(&mut self, raw: &RawField, keys: &[&str], said: Option<&TranslatedExpr>) {
        let pad = raw
            .pads
            .iter()
            .find(|pad| keys.iter().any(|key| pad.key == key));
        if let Some(pad) = pad {
            self.refuse(&pad.key.to_string(), said);
        }
    }

    fn add(&mut self, tokens: &TokenStream, key: &str, name: &str, advice: &str) {
        let message =
            format!("`{key}` asks `{name}`, which only the finished file tells: {advice}");
        self.errors.at(tokens, message);
    }

    /// Checks that trees show whether the field is there.
    fn presence(&mut self, raw: &RawField, place: usize) {
        let (fields, field) = (self.fields, &self.fields[place]);
        let Some(when) = &field.when else { return };
        let Some(name) = asked(&self.of_layouts, when) else {
            return;
        };
        let is_same = |other: &Field| {
            let other_when = other.when.as_ref();
            other_when.is_some_and(|other| other.expr.same(&when.expr))
        };
        let shows =
            |other: &Field| other.role == Role::Data && other.due.is_none() && !is_padding(other);
        let mut later = fields[place + 1..].iter();
        let is_shown = match field.role {
            Role::CountOf(_) | Role::SizeOf(_) => later.any(|other| shows(other) && is_same(other)),
            Role::Data if raw.temp.is_none() => shows(field),
            _ => true,
        };
        if !is_shown {
            let advice = "no tree shows whether this is there, so store what decides it";
            self.add(&when.rust, "if", name, advice);
        }
    }

    /// Checks the length of a field that zeros fill: no text shows these.
    fn filled_up(&mut self, raw: &RawField, field: &Field) {
        if let Some(Count::Expr(count)) = &field.count
            && raw.shape.is_filled_up()
            && let Some(name) = asked(&self.of_layouts, count)
        {
            let all = raw.shape.with_zeros();
            self.add(
                &count.rust,
                "count",
                name,
                &format!("write {all}, which shows all bytes"),
            );
        }
    }

    /// A typed tree is checked with the values that are passed down to its parts.
    fn args(&mut self, raw: &RawField, field: &Field) {
        let mut late = field
            .args
            .iter()
            .filter_map(|arg| asked(&self.of_files, arg));
        if let (Some(args), Some(name)) = (&raw.args, late.next()) {
            let key = args.key.clone();
            let message = format!(
                "`{name}` is known only while reading: use it in an `if`, and pass down what a tree knows"
            );
            self.errors.at(&key, message);
        }
    }
}

/// Whether a name is that of the size of a field.
fn is_size_of(fields: &[Field], name: &str, of: &Field) -> bool {
    let mut fields = fields.iter();
    let size = fields.find(|field| field.name == *name);
    size.is_some_and(|size| size.role == Role::SizeOf(of.name.clone()))
}

/// Whether trees of a layout have a field only where it is not zero.
fn is_padding(field: &Field) -> bool {
    let ty = argument(&field.ty, "Option").unwrap_or(&field.ty);
    matches!(
        last_name(ty).as_deref(),
        Some("Padding" | "Aligned" | "Slack")
    )
}
