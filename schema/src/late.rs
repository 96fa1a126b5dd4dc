//! [`LateValues`]: values that only the finished file has, so that a tree cannot be asked for them while it is written.
//!
//! They begin with fields that trees do not have and that look elsewhere: how many bytes remain, numbers ahead and at other places, and
//! sizes until what has them is written. Whatever is computed from one is late as well, and a parameter is where any caller passes one
//! down. Writers take what late values decide from the tree: which fields and variants are there, how long lists and blobs are. What no
//! tree shows, such as a byte order, must not depend on them: see [`unwritable`](mod@crate::unwritable).

use std::collections::BTreeSet;

use crate::{
    Layout,
    expr::Expr,
    layout::{Field, Struct, Type},
};

/// A field or parameter of a struct, by both names.
type Name<'l> = (&'l str, &'l str);

/// The values of a layout that only the finished file has.
#[derive(Debug)]
pub(crate) struct LateValues<'l> {
    layout: &'l Layout,
    /// When sizes are known.
    sizes: Sizes,
    /// Parameters, and fields that are still late behind the last field of their struct.
    names: BTreeSet<Name<'l>>,
}

/// When a size in front of a value is known that trees do not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sizes {
    /// Once the value is written.
    BehindTheirValue,
    /// Never: a tree is completed, and nothing is written.
    Never,
}

impl<'l> LateValues<'l> {
    /// Finds them in structs, which are all of a layout.
    pub(crate) fn of(layout: &'l Layout, structs: &[&'l Struct], sizes: Sizes) -> Self {
        let mut late = Self {
            layout,
            sizes,
            names: BTreeSet::new(),
        };
        let mut before = usize::MAX;
        while before != late.names.len() {
            before = late.names.len();
            // Parameters are passed down, and outer structs refer to fields: one pass in each direction mostly finds both.
            for one in structs.iter().chain(structs.iter().rev()) {
                late.note(one);
            }
        }
        late
    }

    /// Whether this is late for users of the struct, or for its variants.
    fn has(&self, of: &'l Struct, name: &'l str) -> bool {
        self.names.contains(&(&*of.name, name))
    }

    /// Whether an expression over the parameters of a struct asks for something late.
    pub(crate) fn is_asked(&self, of: &'l Struct, expr: &'l Expr) -> bool {
        self.scope(of, &[]).late_name(expr).is_some()
    }

    /// Structs of fields whose presence only the finished file shows.
    pub(crate) fn uncertain(&self, structs: &[&'l Struct]) -> BTreeSet<&'l str> {
        let mut found = BTreeSet::new();
        for one in structs {
            for fields in one.field_lists() {
                let mut scope = self.scope(one, fields);
                for field in fields {
                    let when = field.when.as_deref();
                    if let Type::Struct(target) = field.ty.peeled()
                        && when.is_some_and(|when| scope.late_name(when).is_some())
                    {
                        found.insert(&*target.name);
                    }
                    scope.pass(field);
                }
            }
        }
        found
    }

    fn note(&mut self, of: &'l Struct) {
        let mut found: Vec<Name<'l>> = Vec::new();
        for fields in of.field_lists() {
            let mut scope = self.scope(of, fields);
            for field in fields {
                if let Some(target) = field.ty.struct_ref() {
                    let target = self.layout.get(target);
                    let pairs = target.params.iter().zip(field.args.iter());
                    let late = pairs.filter(|(_, arg)| scope.late_name(arg).is_some());
                    found.extend(late.map(|(param, _)| (&*target.name, &**param)));
                }
                scope.pass(field);
            }
            let names = scope.names.iter();
            found.extend(names.map(|name| (&*of.name, *name)));
        }
        self.names.extend(found);
    }

    /// Late names before the first of some fields of a struct.
    pub(crate) fn scope<'a>(&'a self, of: &'l Struct, fields: &'l [Field]) -> Scope<'a, 'l> {
        let params = of.params.iter().map(|param| &**param);
        Scope {
            late: self,
            fields,
            names: params.filter(|param| self.has(of, param)).collect(),
        }
    }

    /// Whether a field is late that a path leads to from a struct.
    fn is_late_inside(&self, mut of: &'l Struct, mut path: &'l str) -> bool {
        loop {
            let (name, inside) = match path.split_once('.') {
                Some((name, inside)) => (name, inside),
                None => return self.has(of, path),
            };
            // A part of a number is as late as the number.
            if self.has(of, name) {
                return true;
            }
            let mut fields = of.fields().iter();
            let target = fields
                .find(|field| *field.name == *name)
                .and_then(|field| field.ty.struct_ref());
            let Some(target) = target else { return false };
            (of, path) = (self.layout.get(target), inside);
        }
    }
}

/// Late names at one place of a struct.
pub(crate) struct Scope<'a, 'l> {
    late: &'a LateValues<'l>,
    fields: &'l [Field],
    names: BTreeSet<&'l str>,
}

impl<'l> Scope<'_, 'l> {
    /// The first late name that an expression asks for.
    pub(crate) fn late_name(&self, expr: &'l Expr) -> Option<&'l str> {
        match expr {
            Expr::Int(_) | Expr::Const(..) | Expr::Bytes(_) | Expr::Index => None,
            Expr::Field(name) => self.is_late(name).then_some(&**name),
            Expr::Len(name) | Expr::Item(name) => self.names.contains(&**name).then_some(&**name),
            Expr::Sum(list, item) | Expr::Each(list, item) => {
                self.is_late_in_items(list, item).then_some(&**list)
            }
            Expr::Not(inner) => self.late_name(inner),
            Expr::Binary(_, left, right) => self.late_name(left).or_else(|| self.late_name(right)),
            Expr::If(condition, yes, no) => {
                let mut parts = [condition, yes, no].into_iter();
                parts.find_map(|part| self.late_name(part))
            }
        }
    }

    fn is_late(&self, path: &'l str) -> bool {
        let Some((name, inside)) = path.split_once('.') else {
            return self.names.contains(path);
        };
        self.names.contains(name)
            || self
                .struct_of(name)
                .is_some_and(|target| self.late.is_late_inside(target, inside))
    }

    fn is_late_in_items(&self, list: &str, item: &'l Expr) -> bool {
        let Some(target) = self.struct_of(list) else {
            return false;
        };
        let mut is_late = false;
        item.visit(&mut |part| {
            if let Expr::Field(name) | Expr::Len(name) | Expr::Item(name) = part {
                is_late |= self.late.is_late_inside(target, name);
            }
        });
        is_late
    }

    /// The struct that a field or its items are.
    fn struct_of(&self, name: &str) -> Option<&'l Struct> {
        let mut fields = self.fields.iter();
        let field = fields.find(|field| *field.name == *name)?;
        Some(self.late.layout.get(field.ty.struct_ref()?))
    }

    /// Goes on behind a field.
    pub(crate) fn pass(&mut self, field: &'l Field) {
        self.end(field);
        let is_late = match &field.is {
            _ if field.visible => false,
            Some(is) => self.late_name(is).is_some(),
            None => field.is_lookahead() || self.is_size(field),
        };
        if is_late {
            self.names.insert(&field.name);
        }
    }

    /// Ends a value, whose size is known then.
    pub(crate) fn end(&mut self, field: &'l Field) {
        if field.size.is_some() && self.late.sizes == Sizes::BehindTheirValue {
            let sizes = self
                .fields
                .iter()
                .filter(|other| other.counts == field.name);
            for size in sizes.filter(|size| !size.visible) {
                self.names.remove(&*size.name);
            }
        }
    }

    /// Whether a field that trees do not have is the size of a later one.
    fn is_size(&self, field: &Field) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|other| other.size.is_some() && other.visible && other.name == field.counts)
    }
}
