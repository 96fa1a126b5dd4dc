//! [`Template`]: what every item of a list looks like when all have one size.

use std::{ops::Range, ptr, rc::Rc};

use super::{
    context::FieldContext,
    scope::{Scopes, Slot},
    visit::{Leaf, Node, NodeKind, Part, Scalar, Visitor},
};
use crate::{
    Layout, Path, Result,
    expr::{Expr, Scope},
    layout::{Body, Count, Endian, Field, Order, Pads, PrimKind, Str, Struct, Type, Variant},
};

/// Templates that are kept at once: lists of one field mostly look alike, or in a few ways.
const MOST_KEPT: usize = 16;
/// Steps of an item beyond which it is walked the ordinary way.
const MAX_OPS: usize = 1024;
/// Structs inside an item beyond which it is walked the ordinary way.
const MAX_DEPTH: u32 = 16;

/// The steps through an item: possible when what it consists of follows from its arguments alone.
#[derive(Debug)]
pub(super) struct Template<'a> {
    pub(super) ops: Vec<Op<'a>>,
    /// Size of an item in bytes.
    pub(super) stride: u64,
}

/// One step through an item.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op<'a> {
    Push(&'a str),
    PushVariant(&'a [Variant], &'a str),
    PushIndex(u64),
    Pop,
    Enter(NodeKind<'a>, FieldContext<'a>),
    /// With the size of what is left, in bytes.
    Leave(NodeKind<'a>, FieldContext<'a>, usize),
    Number(&'a Type, PrimKind, FieldContext<'a>),
}

/// The templates of a walk, so that lists whose items look alike share one.
#[derive(Debug, Default)]
pub(super) struct Templates<'a>(Vec<Kept<'a>>);

/// What became of the items of a list.
#[derive(Debug)]
struct Kept<'a> {
    item: &'a Type,
    here: FieldContext<'a>,
    args: Vec<Slot<'a>>,
    template: Option<Rc<Template<'a>>>,
}

impl<'a> Templates<'a> {
    /// The template for the items of a list, if they have one.
    pub(super) fn of(
        &mut self,
        layout: &'a Layout,
        scopes: &Scopes<'a>,
        item: &'a Type,
        here: FieldContext<'a>,
        args: &[Slot<'a>],
    ) -> Option<Rc<Template<'a>>> {
        let is_it = |kept: &&Kept<'a>| {
            let (own, is_item) = (kept.here, ptr::eq(kept.item, item));
            let is_field = ptr::eq(own.field, here.field);
            let is_like = own.endian == here.endian && own.visible == here.visible;
            is_item && is_field && is_like && kept.args == args
        };
        if let Some(kept) = self.0.iter().rev().find(is_it) {
            return kept.template.clone();
        }
        let template = Template::new(layout, scopes, item, here, args).map(Rc::new);
        // Arguments have the place of a column, and not its numbers.
        if args.iter().any(|arg| matches!(arg, Slot::Column(_))) {
            return template;
        }
        if self.0.len() == MOST_KEPT {
            self.0.clear();
        }
        self.0.push(Kept {
            item,
            here,
            args: args.to_vec(),
            template: template.clone(),
        });
        template
    }
}

impl<'a> Template<'a> {
    /// The template for the items of a list, if they have one.
    fn new(
        layout: &'a Layout,
        scopes: &Scopes<'a>,
        item: &'a Type,
        here: FieldContext<'a>,
        args: &[Slot<'a>],
    ) -> Option<Self> {
        if Slot::differ(args) {
            return None;
        }
        let mut builder = Builder {
            layout,
            scopes,
            ops: Vec::new(),
            size: 0,
            depth: 0,
        };
        builder.value(item, here, args)?;
        Some(Self {
            ops: builder.ops,
            stride: builder.size as u64,
        })
    }
}

/// Shows an item of a list to a visitor, as if it stood at the start of a file; says whether all items look like that.
pub(crate) fn show_item<'a>(
    layout: &'a Layout,
    scopes: &Scopes<'a>,
    (field, item): (&'a Field, &'a Type),
    endian: Endian,
    args: &[Slot<'a>],
    visitor: &mut dyn Visitor,
) -> Option<u64> {
    let here = FieldContext {
        field,
        siblings: &[],
        endian,
        visible: true,
    };
    let template = Template::new(layout, scopes, item, here, args)?;
    template.show(visitor).ok()?;
    Some(template.stride)
}

impl Template<'_> {
    fn show(&self, visitor: &mut dyn Visitor) -> Result<()> {
        let path = Path::new();
        let mut at = 0;
        for op in &self.ops {
            match *op {
                Op::Push(_) | Op::PushVariant(..) | Op::PushIndex(_) | Op::Pop => {}
                Op::Enter(kind, here) => visitor.enter(&node(&path, kind, here, at..at)),
                Op::Leave(kind, here, size) => {
                    visitor.leave(&node(&path, kind, here, at - size as u64..at))
                }
                Op::Number(ty, kind, here) => {
                    let range = at..at + kind.size() as u64;
                    at = range.end;
                    visitor.leaf(&Leaf {
                        path: &path,
                        range,
                        field: here.field,
                        ty,
                        part: Part::Whole,
                        value: Scalar::Int(0),
                        endian: here.endian,
                        visible: here.visible,
                        synthetic: false,
                        right: None,
                    })?;
                }
            }
        }
        Ok(())
    }
}

fn node<'p>(
    path: &'p Path<'p>,
    kind: NodeKind<'p>,
    here: FieldContext<'p>,
    range: Range<u64>,
) -> Node<'p> {
    Node {
        path,
        range,
        field: here.field,
        kind,
        visible: here.visible,
    }
}

struct Builder<'a, 's> {
    layout: &'a Layout,
    scopes: &'s Scopes<'a>,
    ops: Vec<Op<'a>>,
    size: usize,
    depth: u32,
}

impl<'a> Builder<'a, '_> {
    fn value(&mut self, ty: &'a Type, here: FieldContext<'a>, args: &[Slot<'a>]) -> Option<()> {
        match ty {
            Type::Struct(target) => {
                return self.structure(self.layout.get(target), here, args);
            }
            Type::Array(item, length) => return self.unrolled(item, here, args, (*length).into()),
            _ => {}
        }
        if matches!(ty, Type::Enum(names) if names.closed) {
            // Each is looked at.
            return None;
        }
        let kind = ty.number_kind()?;
        self.size += kind.size();
        self.add(Op::Number(ty, kind, here))
    }

    fn structure(
        &mut self,
        target: &'a Struct,
        here: FieldContext<'a>,
        args: &[Slot<'a>],
    ) -> Option<()> {
        if self.depth == MAX_DEPTH || !target.magic.is_empty() {
            return None;
        }
        self.depth += 1;
        let params = Params {
            scopes: self.scopes,
            names: &target.params,
            args,
            fields: &[],
        };
        let here = FieldContext {
            endian: params.order(target.endian.as_ref(), here.endian)?,
            ..here
        };
        self.node(NodeKind::Struct(target), here, |builder| {
            match &target.body {
                Body::Fields(fields) => builder.fields(fields, here, params),
                Body::Variants(variants) => builder.variant(variants, here, params),
            }
        })?;
        self.depth -= 1;
        Some(())
    }

    fn variant(
        &mut self,
        variants: &'a [Variant],
        here: FieldContext<'a>,
        params: Params<'a, '_>,
    ) -> Option<()> {
        for variant in variants {
            if !variant.magic.is_empty() {
                return None;
            }
            let fits = match &variant.when {
                Some(when) => when.eval(&params)? != 0,
                None => true,
            };
            if fits {
                self.add(Op::PushVariant(variants, &variant.name))?;
                self.node(NodeKind::Variant(variant), here, |builder| {
                    builder.fields(&variant.fields, here, params)
                })?;
                return self.add(Op::Pop);
            }
        }
        None
    }

    fn fields(
        &mut self,
        fields: &'a [Field],
        around: FieldContext<'a>,
        params: Params<'a, '_>,
    ) -> Option<()> {
        for (place, field) in fields.iter().enumerate() {
            let is_plain = field.at.is_none() && field.is.is_none() && field.magic.is_empty();
            let is_plain = is_plain && field.size.is_none() && field.pad == Pads::NONE;
            let is_plain = is_plain && field.due.is_none();
            if !field.asserts.is_empty() || !is_plain {
                return None;
            }
            let scope = Params {
                fields: &fields[..place],
                ..params
            };
            if let Some(when) = &field.when
                && when.eval(&scope)? == 0
            {
                continue;
            }
            let args: Option<Vec<Slot<'a>>> = field.args.iter().map(|arg| scope.arg(arg)).collect();
            let here = FieldContext {
                field,
                siblings: fields,
                endian: scope.order(field.endian.as_ref(), around.endian)?,
                visible: around.visible && field.visible,
            };
            self.add(Op::Push(&field.name))?;
            match (&field.ty, &field.count) {
                (Type::List(item), Some(Count::Expr(count))) => {
                    self.list(item, here, &args?, count.eval(&scope)?)?;
                }
                (ty, _) => self.value(ty, here, &args?)?,
            }
            self.add(Op::Pop)?;
        }
        Some(())
    }

    /// A list whose items differ, all in ways that the arguments tell.
    fn list(
        &mut self,
        item: &'a Type,
        here: FieldContext<'a>,
        args: &[Slot<'a>],
        count: i128,
    ) -> Option<()> {
        let count = u64::try_from(count)
            .ok()
            .filter(|count| *count <= MAX_OPS as u64)?;
        if !args.iter().any(|arg| matches!(arg, Slot::PerItem(_))) {
            // Its items may be left out, which a template cannot say.
            return None;
        }
        self.unrolled(item, here, args, count)
    }

    /// Items that belong to the item around them.
    fn unrolled(
        &mut self,
        item: &'a Type,
        here: FieldContext<'a>,
        args: &[Slot<'a>],
        count: u64,
    ) -> Option<()> {
        if count > MAX_OPS as u64 {
            return None;
        }
        let kind = NodeKind::List {
            count: Some(count),
            stride: None,
        };
        self.node(kind, here, |builder| {
            for index in 0..count {
                let args = args.iter().map(|arg| builder.scopes.of_item(*arg, index));
                let args: Vec<Slot<'a>> = args.collect();
                builder.add(Op::PushIndex(index))?;
                builder.value(item, here, &args)?;
                builder.add(Op::Pop)?;
            }
            Some(())
        })
    }

    fn node(
        &mut self,
        kind: NodeKind<'a>,
        here: FieldContext<'a>,
        content: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let start = self.size;
        self.add(Op::Enter(kind, here))?;
        content(self)?;
        self.add(Op::Leave(kind, here, self.size - start))
    }

    fn add(&mut self, op: Op<'a>) -> Option<()> {
        self.ops.push(op);
        (self.ops.len() <= MAX_OPS).then_some(())
    }
}

/// Parameters, hidden by the fields before; those differ from item to item, so they have no value.
#[derive(Clone, Copy)]
struct Params<'a, 's> {
    scopes: &'s Scopes<'a>,
    names: &'s [Str],
    args: &'s [Slot<'a>],
    fields: &'s [Field],
}

impl<'a> Params<'a, '_> {
    /// The byte order that something says, in that of what is around it.
    fn order(&self, own: Option<&Order>, around: Endian) -> Option<Endian> {
        own.map_or(Some(around), |own| own.by(|expr| expr.eval(self)))
    }

    fn slot(&self, path: &str) -> Option<Slot<'a>> {
        let (name, inside) = match path.split_once('.') {
            Some((name, inside)) => (name, Some(inside)),
            None => (path, None),
        };
        if self.fields.iter().any(|field| field.name == *name) {
            return None;
        }
        let place = self.names.iter().position(|known| *known == *name)?;
        let slot = self.args.get(place).copied()?;
        inside.map_or(Some(slot), |inside| slot.inside(inside))
    }

    /// What an expression passes down.
    fn arg(&self, expr: &Expr) -> Option<Slot<'a>> {
        match expr {
            Expr::Item(param) => match self.slot(param)? {
                Slot::Column(column) => Some(Slot::PerItem(column)),
                _ => None,
            },
            Expr::Index => Some(Slot::Index),
            Expr::Field(name) => self.slot(name),
            _ => expr.eval(self).map(Slot::Int),
        }
    }
}

impl Scope for Params<'_, '_> {
    fn value(&self, name: &str) -> Option<i128> {
        match self.slot(name)? {
            Slot::Int(value) | Slot::Parts(value, _) => Some(value),
            _ => None,
        }
    }

    fn len(&self, list: &str) -> Option<u64> {
        match self.slot(list)? {
            Slot::Column(column) => self.scopes.column_len(column),
            _ => None,
        }
    }

    fn sum(&self, _: &str, _: &Expr) -> Option<i128> {
        None
    }
}
