//! What an expression may name: parameters and the fields before it.

use std::collections::BTreeMap;

use formwork_schema::{
    Expr, Result,
    layout::{BitPart, Field, List, Type},
};

use super::{
    due::is_due,
    index::Index,
    node::{Attribute, Node},
    value::is_name,
};

/// What a name stands for.
#[derive(Clone)]
enum NameKind {
    /// A value that the user of the struct passes down.
    Param,
    /// A number.
    Number,
    /// A number that consists of others, of which these may be asked.
    Parts(List<BitPart>),
    /// A list, and the struct of its items when they are structs.
    List(Option<usize>),
    /// An array of bytes that counts as a number.
    Bytes,
    /// A struct, of which a field inside may be asked.
    Struct(usize),
    /// A number that follows from what stands before it, which nothing depends on.
    Due,
    /// Something that is not a number.
    Other,
}

/// The names that are known at one place of a struct.
#[derive(Clone, Default)]
pub(super) struct Scope {
    names: BTreeMap<String, NameKind>,
}

impl Scope {
    /// The names inside a struct before its first field.
    pub(super) fn of_params(params: &[String]) -> Self {
        let names = params.iter().map(|param| (param.clone(), NameKind::Param));
        Self {
            names: names.collect(),
        }
    }

    /// Whether a name is taken.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Makes a field known to what follows. `items` is the struct its items are.
    pub(super) fn add(&mut self, field: &Field, items: Option<usize>) {
        let meaning = match field.ty.peeled() {
            ty if ty.is_bytes() => NameKind::Bytes,
            Type::List(_) | Type::Packed(_) | Type::Array(..) | Type::Blob | Type::Text(_) => {
                NameKind::List(items)
            }
            Type::Struct(_) => items.map_or(NameKind::Other, NameKind::Struct),
            Type::CString
            | Type::Ended(..)
            | Type::FixedString(_)
            | Type::Padded(_)
            | Type::Padding(_) => NameKind::Other,
            _ if field.due.is_some() => NameKind::Due,
            Type::Bits(bits) => NameKind::Parts(bits.parts.clone()),
            _ => NameKind::Number,
        };
        self.names.insert(field.name.to_string(), meaning);
    }

    /// Asks that an expression names nothing else. `whole` lets it be a field of any type.
    pub(super) fn check(&self, place: ExprAttribute<'_>, expr: &Expr, whole: bool) -> Result<()> {
        match expr {
            Expr::Int(_) | Expr::Const(..) | Expr::Bytes(_) => Ok(()),
            Expr::Field(name) => self.number(place, name, whole),
            Expr::Len(list) => self.list(place, list).map(|_| ()),
            Expr::Sum(list, item) => {
                let Some(items) = self.list(place, list)? else {
                    return Ok(());
                };
                item_names(place, items, item)
            }
            Expr::Each(..) | Expr::Item(_) | Expr::Index if !whole => {
                Err(place.error(format!("`{expr}` can only be passed down")))
            }
            Expr::Each(list, item) => {
                let Some(items) = self.list(place, list)? else {
                    return Err(place.error(format!("nothing is known of the items of `{list}`")));
                };
                item_names(place, items, item)
            }
            Expr::Index => Ok(()),
            Expr::Item(param) => match self.find(place, param)? {
                NameKind::Param => Ok(()),
                _ => Err(place.error(format!("`{param}` is not a parameter"))),
            },
            Expr::Not(inner) => self.check(place, inner, false),
            Expr::Binary(_, left, right) => {
                self.check(place, left, false)?;
                self.check(place, right, false)
            }
            Expr::If(condition, yes, no) => {
                self.check(place, condition, false)?;
                self.check(place, yes, whole)?;
                self.check(place, no, whole)
            }
        }
    }

    fn number(&self, place: ExprAttribute<'_>, name: &str, whole: bool) -> Result<()> {
        if let Some((first, inside)) = name.split_once('.') {
            return match self.find(place, first)? {
                NameKind::Struct(at) => place.inside(*at, inside),
                NameKind::Parts(parts) => place.part(first, parts, inside),
                // Whoever uses the struct says of what.
                NameKind::Param if is_name(inside) => Ok(()),
                _ => Err(place.error(format!("`{first}` is not a struct"))),
            };
        }
        match self.find(place, name)? {
            NameKind::Param | NameKind::Number | NameKind::Parts(_) | NameKind::Bytes => Ok(()),
            NameKind::Due => Err(place.error(format!("`{name}` {ASKED}"))),
            _ if whole => Ok(()),
            NameKind::List(_) => {
                let error = place.error(format!("`{name}` is a list, not a number"));
                Err(error.help(format!("its length is `len({name})`")))
            }
            NameKind::Struct(_) | NameKind::Other => {
                Err(place.error(format!("`{name}` is not a number")))
            }
        }
    }

    fn list(&self, place: ExprAttribute<'_>, name: &str) -> Result<Option<usize>> {
        match self.find(place, name)? {
            NameKind::Param | NameKind::Bytes => Ok(None),
            NameKind::List(items) => Ok(*items),
            _ => Err(place.error(format!("`{name}` is not a list"))),
        }
    }

    fn find(&self, place: ExprAttribute<'_>, name: &str) -> Result<&NameKind> {
        self.names.get(name).ok_or_else(|| {
            let error = place.error(format!(
                "`{name}` is not a parameter and no field before this"
            ));
            if self.names.is_empty() {
                return error;
            }
            let known: Vec<&str> = self.names.keys().take(8).map(String::as_str).collect();
            error.help(format!("known here: {}", known.join(", ")))
        })
    }
}

/// What is wrong with a question for a number that is due.
const ASKED: &str = "follows from what stands before it, so that trees have it only where it is wrong: nothing can depend on it";

/// An attribute with an expression.
#[derive(Clone, Copy)]
pub(super) struct ExprAttribute<'n> {
    pub(super) index: &'n Index<'n>,
    pub(super) node: &'n Node<'n>,
    pub(super) attribute: &'n Attribute,
}

impl ExprAttribute<'_> {
    /// Asks that a struct has a field, or one inside a field.
    fn inside(self, mut at: usize, mut path: &str) -> Result<()> {
        loop {
            let (name, inside) = match path.split_once('.') {
                Some((name, inside)) => (name, Some(inside)),
                None => (path, None),
            };
            let of = self.index.struct_name(at);
            let mut members = self.index.nodes[at].members();
            let field =
                members.find(|one| one.get("name").is_some_and(|known| known.value == name));
            let field =
                field.ok_or_else(|| self.error(format!("`{name}` is not a field of `{of}`")))?;
            if is_due(field) {
                return Err(self.error(format!("`{name}` {ASKED}")));
            }
            let Some(inside) = inside else { return Ok(()) };
            let ty = field.get("type").map_or("", |ty| &*ty.value);
            if let Some(bits) = self.index.bits_of(ty) {
                return self.part(name, &bits.parts, inside);
            }
            let inner = self.index.struct_of(ty);
            at = inner.ok_or_else(|| self.error(format!("`{name}` of `{of}` is not a struct")))?;
            path = inside;
        }
    }

    /// Asks that a number has such a part.
    fn part(self, whole: &str, parts: &[BitPart], name: &str) -> Result<()> {
        if parts.iter().any(|part| *part.name == *name) {
            return Ok(());
        }
        Err(self.error(format!("`{whole}` has no part `{name}`")))
    }

    fn error(self, message: String) -> formwork_schema::Error {
        self.node.wrong(
            self.attribute,
            format!("`{}`: {message}", self.attribute.name),
        )
    }
}

/// Asks that the expression over the items of a list names their fields only.
pub(super) fn item_names(place: ExprAttribute<'_>, items: usize, expr: &Expr) -> Result<()> {
    let mut outcome = Ok(());
    expr.visit(&mut |inner| {
        if let (Ok(()), Expr::Field(name) | Expr::Len(name)) = (&outcome, inner) {
            outcome = place.inside(items, name);
        }
    });
    outcome
}
