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
    /// A number with a fraction.
    Float,
    /// Something that is not a number.
    Other,
}

impl NameKind {
    /// The kind of a field; `items` is the struct of the field or of its items.
    fn of(ty: &Type, is_due: bool, items: Option<usize>) -> Self {
        match ty.peeled() {
            ty if ty.is_bytes() => Self::Bytes,
            Type::List(_) | Type::Packed(_) | Type::Array(..) | Type::Blob | Type::Text(_) => {
                Self::List(items)
            }
            Type::Struct(_) => items.map_or(Self::Other, Self::Struct),
            Type::CString
            | Type::Ended(..)
            | Type::FixedString(_)
            | Type::Padded(_)
            | Type::Padding(_) => Self::Other,
            _ if is_due => Self::Due,
            Type::Bits(bits) => Self::Parts(bits.parts.clone()),
            Type::Prim(kind) if !kind.is_whole() => Self::Float,
            _ => Self::Number,
        }
    }
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
        let meaning = NameKind::of(&field.ty, field.due.is_some(), items);
        self.names.insert(field.name.to_string(), meaning);
    }

    /// Checks that an expression refers to known names only, and to numbers where it calculates. One that is `handed` down may give one value
    /// for each item of a list.
    pub(super) fn check(&self, place: ExprAttribute<'_>, expr: &Expr, handed: bool) -> Result<()> {
        match expr {
            Expr::Int(_) | Expr::Const(..) | Expr::Bytes(_) => Ok(()),
            Expr::Field(name) => self.number(place, name),
            Expr::Len(list) => self.list(place, list).map(|_| ()),
            Expr::Sum(list, item) => item_names(place, self.items(place, list)?, item),
            Expr::Each(..) | Expr::Item(_) | Expr::Index if !handed => {
                Err(place.error(format!("`{expr}` can only be passed down")))
            }
            Expr::Each(list, item) => item_names(place, self.items(place, list)?, item),
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
                self.check(place, yes, false)?;
                self.check(place, no, false)
            }
        }
    }

    fn number(&self, place: ExprAttribute<'_>, name: &str) -> Result<()> {
        if let Some((first, inside)) = name.split_once('.') {
            return match self.find(place, first)? {
                NameKind::Struct(at) => place.inside(*at, inside),
                NameKind::Parts(parts) => place.part(first, parts, inside),
                // Whoever uses the struct says of what.
                NameKind::Param if is_name(inside) => Ok(()),
                _ => Err(place.error(format!("`{first}` is not a struct"))),
            };
        }
        let kind = self.find(place, name)?;
        place.is_number(name, kind)
    }

    /// The struct that the items of a list are.
    fn items(&self, place: ExprAttribute<'_>, list: &str) -> Result<usize> {
        let items = self.list(place, list)?;
        items.ok_or_else(|| place.error(format!("nothing is known of the items of `{list}`")))
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
const ASKED: &str = "is not a number to ask for: it follows from what precedes it, so that trees have it only where it is wrong";

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
            let field = field.filter(|field| field.name != "variant");
            let field =
                field.ok_or_else(|| self.error(format!("`{name}` is not a field of `{of}`")))?;
            let kind = self.kind_of(field)?;
            match (kind, inside) {
                (kind, None) => return self.is_number(name, &kind),
                (NameKind::Parts(parts), Some(inside)) => return self.part(name, &parts, inside),
                (NameKind::Struct(inner), Some(inside)) => (at, path) = (inner, inside),
                (_, Some(_)) => {
                    return Err(self.error(format!("`{name}` of `{of}` is not a struct")));
                }
            }
        }
    }

    /// The kind of a field of another struct, which is not read yet.
    fn kind_of(self, field: &Node<'_>) -> Result<NameKind> {
        let ty = match &*field.name {
            "list" | "packed" | "blob" => return Ok(NameKind::List(None)),
            "derived" => return Ok(NameKind::Number),
            _ => self.index.ty(field, field.need("type")?)?,
        };
        let items = ty
            .struct_ref()
            .and_then(|target| self.index.place_of(&target.name));
        Ok(NameKind::of(&ty, is_due(field), items))
    }

    /// Checks that a name stands for a whole number, or for bytes that count as one.
    fn is_number(self, name: &str, kind: &NameKind) -> Result<()> {
        match kind {
            NameKind::Param | NameKind::Number | NameKind::Parts(_) | NameKind::Bytes => Ok(()),
            NameKind::Due => Err(self.error(format!("`{name}` {ASKED}"))),
            NameKind::List(_) => {
                let error = self.error(format!("`{name}` is a list, not a number"));
                Err(error.help(format!("its length is `len({name})`")))
            }
            NameKind::Float => {
                let error = self.error(format!("`{name}` is not a number to ask for"));
                Err(error.help("floats never decide how bytes are read"))
            }
            NameKind::Struct(_) => {
                let error = self.error(format!("`{name}` is not a number"));
                Err(error.help(format!("ask a field inside of it, such as `{name}.count`")))
            }
            NameKind::Other => Err(self.error(format!("`{name}` is not a number"))),
        }
    }

    /// Checks that a field of a struct has a length.
    fn has_length(self, at: usize, name: &str) -> Result<()> {
        let mut members = self.index.nodes[at].members();
        let field = members.find(|one| one.get("name").is_some_and(|known| known.value == name));
        let kind = field.map(|field| self.kind_of(field)).transpose()?;
        match kind {
            Some(NameKind::List(_) | NameKind::Bytes) => Ok(()),
            _ => Err(self.error(format!("`{name}` is not a list"))),
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

/// Checks that an expression over the items of a list refers to numbers in them and to lengths of their lists only.
pub(super) fn item_names(place: ExprAttribute<'_>, items: usize, expr: &Expr) -> Result<()> {
    let mut outcome = Ok(());
    expr.visit(&mut |inner| {
        if outcome.is_ok() {
            outcome = match inner {
                Expr::Field(name) => place.inside(items, name),
                Expr::Len(name) => place.has_length(items, name),
                Expr::Sum(..) | Expr::Each(..) | Expr::Item(_) | Expr::Index => {
                    Err(place.error(format!("`{inner}` cannot be asked of the items of a list")))
                }
                _ => Ok(()),
            };
        }
    });
    outcome
}
