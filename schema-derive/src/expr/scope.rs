//! [`Scope`]: the names that an expression may use.

use proc_macro2::Ident;
use syn::Type;

use super::told::Kind;
use crate::{
    text::{listed, nearest},
    types::{ListKind, Shape, ValueKind, last_name},
};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Thing {
    /// A number, a flag, a version: something with a value.
    Value,
    /// The same, where it may be absent.
    Optional,
    /// A list, which has a length.
    List,
    /// One number for each item of a list.
    Column,
    /// Bytes that are compared.
    Bytes,
    /// Something that is not a whole number, and what.
    Opaque(&'static str),
}

/// A name, and what it stands for.
pub(crate) struct Known {
    name: String,
    pub(crate) ident: Option<Ident>,
    pub(crate) thing: Thing,
    pub(crate) ty: Type,
}

impl Known {
    /// What Rust does with the value.
    pub(super) fn kind(&self) -> Kind {
        match last_name(&self.ty).as_deref() {
            Some("Wide") => Kind::Wide,
            Some("bool") => Kind::Condition,
            _ => Kind::Plain,
        }
    }

    /// Whether the type is Rust's or ours, which is asked of it where it stands.
    pub(super) fn is_ours(&self) -> bool {
        const OURS: [&str; 14] = [
            "u8",
            "u16",
            "u32",
            "u64",
            "usize",
            "i8",
            "i16",
            "i32",
            "i64",
            "Remaining",
            "Peek",
            "Vle",
            "U24",
            "I24",
        ];
        last_name(&self.ty).is_some_and(|name| OURS.contains(&name.as_str()))
    }

    /// Whether the type has no negative numbers.
    pub(super) fn is_unsigned(&self) -> bool {
        const UNSIGNED: [&str; 9] = [
            "u8",
            "u16",
            "u32",
            "u64",
            "usize",
            "U24",
            "Vle",
            "Bool",
            "Remaining",
        ];
        last_name(&self.ty).is_some_and(|name| UNSIGNED.contains(&name.as_str()))
    }

    /// How many bits the number takes at most.
    pub(super) fn bits(&self) -> u32 {
        match last_name(&self.ty).as_deref() {
            Some("Wide") => 127,
            Some("u8" | "i8" | "bool") => 8,
            Some("u16" | "i16") => 16,
            Some("u32" | "i32") => 32,
            _ => 64,
        }
    }

    /// Whether the list has a method `len` of its own, which no trait method comes before.
    pub(super) fn has_len(&self) -> bool {
        const LISTS: [&str; 7] = ["Vec", "Packed", "Zip", "Indexed", "Blob", "Text", "Each"];
        last_name(&self.ty).is_some_and(|name| LISTS.contains(&name.as_str()))
    }
}

/// The parameters of a struct and the fields before the one that is asked about.
#[derive(Default)]
pub(crate) struct Scope {
    known: Vec<Known>,
    later: Vec<String>,
}

impl Scope {
    /// These names are not known yet, but will be.
    pub(crate) fn expect(&mut self, names: impl Iterator<Item = String>) {
        self.later.extend(names);
    }

    /// From here on the name is known.
    pub(crate) fn add(&mut self, name: &str, ident: Option<&Ident>, ty: &Type) {
        self.later.retain(|later| later != name);
        self.known.push(Known {
            name: name.to_owned(),
            ident: ident.cloned(),
            thing: thing(&Shape::of(ty)),
            ty: ty.clone(),
        });
    }

    pub(crate) fn is_list(&self, name: &Ident) -> bool {
        self.known
            .iter()
            .any(|known| name == &known.name && known.thing == Thing::List)
    }

    /// What the name stands for, or what to say about it.
    pub(crate) fn find(&self, name: &str) -> Result<&Known, String> {
        if let Some(known) = self.known.iter().rev().find(|known| known.name == name) {
            return Ok(known);
        }
        if self.later.iter().any(|later| later == name) {
            return Err(format!(
                "`{name}` comes later in the file: only what precedes it can be asked"
            ));
        }
        let known = || self.known.iter().map(|known| known.name.as_str());
        let guess = nearest(name, known());
        let guess = guess.map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
        let known = listed(known());
        Err(format!(
            "unknown name `{name}`; what precedes it: {known}{guess}"
        ))
    }
}

fn thing(shape: &Shape) -> Thing {
    match (&shape.list, shape.value) {
        (Some(ListKind::Padded), _) => Thing::Opaque("a string"),
        (Some(ListKind::Slack), _) => Thing::Opaque("padding"),
        (Some(_), _) => Thing::List,
        (None, ValueKind::Opaque(what)) => Thing::Opaque(what),
        (None, ValueKind::Bytes) if shape.optional => Thing::Opaque("an array that may be absent"),
        (None, ValueKind::Bytes) => Thing::Bytes,
        (None, ValueKind::Column) => Thing::Column,
        (None, _) if shape.optional => Thing::Optional,
        (None, _) => Thing::Value,
    }
}
