//! What can be told from a layout alone: how many bytes a type takes at least, and which lists
//! are asked for something of each item.

use std::collections::HashMap;

use crate::{
    Layout,
    expr::Expr,
    layout::{Body, Count, Field, Magic, MarkPlace, Pad, Padding, Pads, Struct, Type},
};

/// How many structs inside one another are looked into; what is deeper counts as nothing, which
/// is still a lower bound.
const MAX_DEPTH: u32 = 128;

/// Least sizes, remembered per struct.
pub(super) struct Sizes<'a> {
    layout: &'a Layout,
    known: HashMap<*const Struct, u64>,
    depth: u32,
}

impl<'a> Sizes<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self {
            layout,
            known: HashMap::new(),
            depth: 0,
        }
    }

    /// Bytes that a value of this type takes at least.
    pub(super) fn least(&mut self, ty: &'a Type) -> u64 {
        match ty {
            Type::Prim(kind) => kind.size() as u64,
            Type::Flags(names) | Type::Enum(names) => names.repr.size() as u64,
            Type::Bits(bits) => bits.repr.size() as u64,
            Type::Vle | Type::Bool | Type::CString => 1,
            Type::Ended(charset, ending) => match ending.place {
                MarkPlace::Behind => charset.mark(&ending.mark).as_bytes().len() as u64,
                MarkPlace::Inside | MarkPlace::Next => 0,
            },
            Type::FixedString(length) => u64::from(*length),
            Type::Padding(padding) => padding.length(0),
            Type::Version(versions) => versions.magics.iter().map(Magic::size).min().unwrap_or(0),
            Type::Struct(target) => self.structure(self.layout.get(target)),
            Type::Nested(inner) => self.least(inner),
            Type::Blob | Type::Text(_) | Type::Padded(_) | Type::List(_) | Type::Packed(_) => 0,
            Type::Array(item, length) => self.least(item).saturating_mul((*length).into()),
            Type::Dialect(_) | Type::Remaining | Type::Peek(_) => 0,
        }
    }

    /// Whether the bytes of a file bound the items of this field, if it is a list that is read item by item.
    fn bounds(&mut self, in_front: &'a [Field], field: &'a Field) -> bool {
        let Type::List(item) = field.ty.peeled() else {
            return true;
        };
        if matches!(field.count, Some(Count::Until(_))) {
            // Read item by item, each of which must take a byte or be the last.
            return true;
        }
        if self.least(item) > 0 || matches!(field.computed_count(), Some(Expr::Int(_))) {
            return true;
        }
        in_front.iter().any(|other| {
            let is_as_long = other.when.is_none() && other.count == field.count;
            is_as_long && other.ty.item().is_some_and(|item| self.least(item) > 0)
        })
    }

    fn structure(&mut self, target: &'a Struct) -> u64 {
        if let Some(known) = self.known.get(&std::ptr::from_ref(target)) {
            return *known;
        }
        if self.depth == MAX_DEPTH {
            return 0;
        }
        self.depth += 1;
        // A struct inside itself adds nothing: still a lower bound.
        self.known.insert(target, 0);
        let body = match &target.body {
            Body::Fields(fields) => self.fields(fields),
            Body::Variants(variants) => {
                let sizes = variants.iter().map(|variant| {
                    (variant.magic.len() as u64).saturating_add(self.fields(&variant.fields))
                });
                sizes.min().unwrap_or(0)
            }
        };
        let least = body.saturating_add(target.magic.len() as u64);
        self.known.insert(target, least);
        self.depth -= 1;
        least
    }

    fn fields(&mut self, fields: &'a [Field]) -> u64 {
        fields
            .iter()
            .map(|field| self.field(field))
            .fold(0, u64::saturating_add)
    }

    fn field(&mut self, field: &'a Field) -> u64 {
        if field.when.is_some() || field.at.is_some() || field.is.is_some() {
            return 0;
        }
        let magic = field.magic.len() as u64;
        let size = match field.size.as_deref() {
            Some(Expr::Int(size)) => u64::try_from(*size).unwrap_or(0),
            _ => self.content(field),
        };
        let pad = match &field.pad.before {
            Some(Pad::Bytes(Expr::Int(length))) => u64::try_from(*length).unwrap_or(0),
            _ => 0,
        };
        magic.saturating_add(size).saturating_add(pad)
    }

    fn content(&mut self, field: &'a Field) -> u64 {
        let Some(Expr::Int(count)) = field.computed_count() else {
            return self.least(&field.ty);
        };
        let item = field.ty.item().map_or(1, |item| self.least(item));
        item.saturating_mul(u64::try_from(*count).unwrap_or(0))
    }
}

/// Whether binrw reads a file well without the walker before it. It does not where items may take no bytes, unless
/// a list before it has as many of a byte or more; nor where it would read what the walker refuses.
pub(crate) fn is_bounded(layout: &Layout) -> bool {
    let mut sizes = Sizes::new(layout);
    let mut structs = layout.structs().into_iter();
    // binrw does not look at what it skips, and takes what the other variants leave also where one of them is damaged.
    if depends_on_its_place(layout) || has_catch_all(layout) {
        return false;
    }
    structs.all(|one| {
        let mut lists = one.field_lists();
        lists.all(|fields| {
            let mut places = 0..fields.len();
            places.all(|place| sizes.bounds(&fields[..place], &fields[place]))
        })
    })
}

/// Whether any field is padded, aligned, or ends with the bytes around it: what it takes depends on where it is.
pub(crate) fn depends_on_its_place(layout: &Layout) -> bool {
    let aligns = |ty: &Type| matches!(ty, Type::Padding(Padding::Align(_)));
    let mut fields = all_fields(layout);
    fields.any(|field| field.pad != Pads::NONE || is_or_holds(&field.ty, &aligns))
        || leans_on_what_follows(layout)
}

/// Whether what follows decides where any string ends: it may be without its mark, or leaves it there.
fn leans_on_what_follows(layout: &Layout) -> bool {
    let leans =
        |ty: &Type| matches!(ty, Type::Ended(_, ending) if ending.place != MarkPlace::Behind);
    all_fields(layout).any(|field| is_or_holds(&field.ty, &leans))
}

fn all_fields(layout: &Layout) -> impl Iterator<Item = &Field> {
    let structs = layout.structs().into_iter();
    structs.flat_map(|one| one.field_lists().flatten())
}

/// Whether this holds of a type, or of its items.
fn is_or_holds(ty: &Type, is: &impl Fn(&Type) -> bool) -> bool {
    let ty = ty.peeled();
    is(ty) || ty.item().is_some_and(|item| is_or_holds(item, is))
}

/// Whether an enum has a variant for whatever the others leave.
fn has_catch_all(layout: &Layout) -> bool {
    let takes_all = |one: &&Struct| {
        let last = one.variants().split_last();
        last.is_some_and(|(last, before)| !before.is_empty() && last.is_catch_all())
    };
    layout.structs().iter().any(takes_all)
}

/// What the expressions of some fields ask of the items of one of them: sums, and columns.
pub(crate) fn folds_over<'a>(fields: &'a [Field], list: &str) -> Vec<&'a Expr> {
    let mut folds: Vec<&Expr> = Vec::new();
    for expr in fields.iter().flat_map(Field::exprs) {
        expr.visit(&mut |inner| {
            if let Expr::Sum(name, _) | Expr::Each(name, _) = inner
                && **name == *list
                && !folds.contains(&inner)
            {
                folds.push(inner);
            }
        });
    }
    folds
}

/// A field inside another value that expressions ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked<'a> {
    /// How they call it: `header.count`.
    pub(crate) path: &'a str,
    /// How the struct calls it that is asked: `count`.
    pub(crate) inside: &'a str,
}

impl<'a> Asked<'a> {
    /// What the expressions over the items of a list ask of fields inside fields of an item.
    pub(crate) fn of_items(exprs: impl Iterator<Item = &'a Expr>) -> Vec<Self> {
        let mut asked = Vec::new();
        for expr in exprs {
            expr.visit(&mut |inner| {
                if let Expr::Field(path) = inner
                    && path.contains('.')
                {
                    asked.push(Self { path, inside: path });
                }
            });
        }
        asked
    }

    /// The same in the struct that a path begins with, if it is this one.
    fn of(path: &'a str, name: &str) -> Option<Self> {
        let (first, inside) = path.split_once('.')?;
        (first == name).then_some(Self { path, inside })
    }

    /// Whether those who ask see the fields themselves: expressions over items are evaluated inside them.
    pub(crate) fn is_of_items(&self) -> bool {
        self.path.len() == self.inside.len()
    }
}

/// What is asked of a field by the expressions of its siblings, or by somebody further out.
pub(crate) fn asked_of<'a>(fields: &'a [Field], outer: &[Asked<'a>], name: &str) -> Vec<Asked<'a>> {
    let mut asked: Vec<Asked<'_>> = Vec::new();
    let mut note = |path: &'a str| {
        if let Some(one) = Asked::of(path, name)
            && !asked.contains(&one)
        {
            asked.push(one);
        }
    };
    for one in outer {
        note(one.inside);
    }
    for expr in fields.iter().flat_map(Field::exprs) {
        expr.visit(&mut |inner| {
            if let Expr::Field(path) = inner {
                note(path);
            }
        });
    }
    asked
}

/// What the expressions of some fields ask for, beside numbers of these fields.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Asks {
    /// Fields inside other ones.
    pub(crate) paths: bool,
    /// Something of each item of a list.
    pub(crate) folds: bool,
}

impl Asks {
    pub(crate) fn of(fields: &[Field]) -> Self {
        let mut asks = Self::default();
        for expr in fields.iter().flat_map(Field::exprs) {
            expr.visit(&mut |inner| {
                asks.paths |= matches!(inner, Expr::Field(path) if path.contains('.'));
                asks.folds |= matches!(inner, Expr::Sum(..) | Expr::Each(..));
            });
        }
        asks
    }
}
