//! Expressions that no writer can evaluate, and whose outcome no tree shows.

use crate::{
    Layout,
    expr::Expr,
    late::{LateValues, Scope, Sizes},
    layout::{Field, Order, Pad, Struct, Variant},
};

/// An expression that asks for a value that only the finished file has, where a tree does not show the outcome: files would be read, and
/// none written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unwritable<'l> {
    /// The struct with the expression.
    pub of: &'l str,
    /// The field with it, and its list of fields: 0 for a struct of fields, else the place of the variant; none for the struct itself.
    pub field: Option<(usize, &'l str)>,
    /// Where in the field or struct.
    pub site: Site,
    /// The mistake, and a remedy.
    pub message: String,
}

/// The part of a field or struct that an expression decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Site {
    When,
    Count,
    Size,
    BigIf,
    PadBefore,
    AlignBefore,
    PadTo,
    PadAfter,
    AlignAfter,
}

impl Site {
    /// The attribute of a descriptor.
    #[must_use]
    pub const fn attribute(self) -> &'static str {
        match self {
            Self::When => "when",
            Self::Count => "count",
            Self::Size => "size",
            Self::BigIf => "big_if",
            Self::PadBefore => "pad_before",
            Self::AlignBefore => "align_before",
            Self::PadTo => "pad_to",
            Self::PadAfter => "pad_after",
            Self::AlignAfter => "align_after",
        }
    }
}

/// All such expressions of a layout; none in one whose files can be written.
#[must_use]
pub fn unwritable(layout: &Layout) -> Vec<Unwritable<'_>> {
    let structs = layout.structs();
    let late = LateValues::of(layout, &structs, Sizes::BehindTheirValue);
    let mut found = Vec::new();
    for one in structs {
        Search {
            of: one,
            field: None,
            found: &mut found,
        }
        .structure(&late);
    }
    found
}

struct Search<'s, 'l> {
    of: &'l Struct,
    field: Option<(usize, &'l str)>,
    found: &'s mut Vec<Unwritable<'l>>,
}

impl<'l> Search<'_, 'l> {
    fn structure(&mut self, late: &LateValues<'l>) {
        let order = self.of.endian.as_ref().and_then(Order::condition);
        self.refuse(&late.scope(self.of, &[]), Site::BigIf, order);
        let variants = self.of.variants().iter().map(|one: &Variant| &*one.fields);
        let lists = match self.of.variants() {
            [] => vec![self.of.fields()],
            _ => variants.collect(),
        };
        for (place, fields) in lists.into_iter().enumerate() {
            let mut scope = late.scope(self.of, fields);
            for (index, field) in fields.iter().enumerate() {
                self.field = Some((place, &field.name));
                self.presence(&scope, fields, index);
                self.length(&scope, fields, field);
                self.surroundings(&mut scope, field);
                scope.pass(field);
            }
        }
    }

    fn refuse(&mut self, scope: &Scope<'_, 'l>, site: Site, expr: Option<&'l Expr>) {
        if let Some(name) = expr.and_then(|expr| scope.late_name(expr)) {
            let asking = site.attribute();
            self.add(
                site,
                format!(
                    "`{asking}` asks `{name}`, which only the finished file tells: store it, or ask something stored"
                ),
            );
        }
    }

    fn add(&mut self, site: Site, message: String) {
        self.found.push(Unwritable {
            of: &self.of.name,
            field: self.field,
            site,
            message,
        });
    }

    /// Checks the presence of a field.
    fn presence(&mut self, scope: &Scope<'_, 'l>, fields: &'l [Field], place: usize) {
        let field = &fields[place];
        let takes_no_bytes = field.is_lookahead() || field.is.is_some();
        let name = field.when.as_deref().and_then(|when| scope.late_name(when));
        let Some(name) = name.filter(|_| !takes_no_bytes && !field.shows_presence()) else {
            return;
        };
        if field.visible {
            self.refuse(scope, Site::When, field.when.as_deref());
        } else if Field::witness(fields, place).is_none() {
            self.add(
                Site::When,
                format!(
                    "`when` asks `{name}`, which only the finished file tells, and no tree has this field to show whether it is there: \
                     leave `visible` out, or write `field` instead of `count`"
                ),
            );
        }
    }

    /// Checks the length of a field.
    fn length(&mut self, scope: &Scope<'_, 'l>, fields: &'l [Field], field: &'l Field) {
        let count = field.computed_count();
        if field.ty.is_filled_up()
            && let Some(name) = count.and_then(|count| scope.late_name(count))
        {
            self.add(
                Site::Count,
                format!(
                    "`count` asks `{name}`, which only the finished file tells, and no tree shows the zeros at the end: \
                     leave `padded` or `slack` out, so that trees have all bytes"
                ),
            );
            return;
        }
        let lengths = [(Site::Count, count), (Site::Size, field.size.as_deref())];
        let mut counts = fields
            .iter()
            .filter(|other| !other.visible && other.counts == field.name);
        let Some(of) = counts.next() else { return };
        for (site, length) in lengths {
            if let Some(name) = length.and_then(|length| asks_beside(scope, length, &of.name)) {
                let asking = site.attribute();
                self.add(
                    site,
                    format!(
                        "`{asking}` asks `{name}`, which only the finished file tells, so that `{}` does not follow from the length: \
                         write `field` instead of `count`",
                        of.name
                    ),
                );
            }
        }
    }

    /// Checks the byte order, and the padding around the value.
    fn surroundings(&mut self, scope: &mut Scope<'_, 'l>, field: &'l Field) {
        if field.is_lookahead() || field.is.is_some() {
            return;
        }
        let order = field.endian.as_ref().and_then(Order::condition);
        self.refuse(scope, Site::BigIf, order);
        let pad = |pad: &'l Option<Pad>, bytes, align| match pad {
            Some(Pad::Bytes(expr)) => (bytes, Some(expr)),
            Some(Pad::Align(expr)) => (align, Some(expr)),
            None => (bytes, None),
        };
        let (site, before) = pad(&field.pad.before, Site::PadBefore, Site::AlignBefore);
        self.refuse(scope, site, before);
        scope.end(field);
        self.refuse(scope, Site::PadTo, field.pad.to.as_ref());
        let (site, after) = pad(&field.pad.after, Site::PadAfter, Site::AlignAfter);
        self.refuse(scope, site, after);
    }
}

/// The first late name, beside that of the count, of an expression that asks for the count.
fn asks_beside<'l>(scope: &Scope<'_, 'l>, expr: &'l Expr, count: &str) -> Option<&'l str> {
    let (mut asks_count, mut other) = (false, None);
    expr.visit(&mut |part| match part {
        Expr::Field(name) if **name == *count => asks_count = true,
        Expr::Field(_) | Expr::Len(_) | Expr::Sum(..) => {
            other = other.or_else(|| scope.late_name(part));
        }
        _ => {}
    });
    other.filter(|_| asks_count)
}
