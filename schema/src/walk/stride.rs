//! [`Template`]: what every item of a list looks like when all have one size.

use super::{visit::NodeKind, walker::Here};
use crate::{
    Layout,
    expr::{Expr, Scope},
    layout::{Arm, Body, Field, PrimKind, Str, Struct, Type},
};

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
    Pop,
    Enter(NodeKind<'a>, Here<'a>),
    /// With the size of what is left, in bytes.
    Leave(NodeKind<'a>, Here<'a>, usize),
    Number(&'a Type, PrimKind, Here<'a>),
}

impl<'a> Template<'a> {
    /// The template for the items of a list, if they have one.
    pub(super) fn new(
        layout: &'a Layout,
        item: &'a Type,
        here: Here<'a>,
        args: &[i128],
    ) -> Option<Self> {
        let mut builder = Builder {
            layout,
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

struct Builder<'a> {
    layout: &'a Layout,
    ops: Vec<Op<'a>>,
    size: usize,
    depth: u32,
}

impl<'a> Builder<'a> {
    fn value(&mut self, ty: &'a Type, here: Here<'a>, args: &[i128]) -> Option<()> {
        if let Type::Struct(target) = ty {
            return self.structure(self.layout.get(target), here, args);
        }
        let kind = ty.number_kind()?;
        self.size += kind.size();
        self.add(Op::Number(ty, kind, here))
    }

    fn structure(&mut self, target: &'a Struct, here: Here<'a>, args: &[i128]) -> Option<()> {
        if self.depth == MAX_DEPTH || !target.magic.is_empty() {
            return None;
        }
        self.depth += 1;
        let here = Here {
            endian: target.endian.unwrap_or(here.endian),
            ..here
        };
        let params = Params {
            names: &target.params,
            args,
            fields: &[],
        };
        self.node(NodeKind::Struct(target), here, |builder| {
            match &target.body {
                Body::Fields(fields) => builder.fields(fields, here, params),
                Body::Arms(arms) => builder.arm(arms, here, params),
            }
        })?;
        self.depth -= 1;
        Some(())
    }

    fn arm(&mut self, arms: &'a [Arm], here: Here<'a>, params: Params<'_>) -> Option<()> {
        for arm in arms {
            if !arm.magic.is_empty() {
                return None;
            }
            let fits = match &arm.when {
                Some(when) => when.eval(&params)? != 0,
                None => true,
            };
            if fits {
                self.add(Op::Push(&arm.name))?;
                self.node(NodeKind::Arm(arm), here, |builder| {
                    builder.fields(&arm.fields, here, params)
                })?;
                return self.add(Op::Pop);
            }
        }
        None
    }

    fn fields(&mut self, fields: &'a [Field], around: Here<'a>, params: Params<'_>) -> Option<()> {
        for (place, field) in fields.iter().enumerate() {
            if !field.asserts.is_empty() || field.at.is_some() {
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
            let args: Option<Vec<i128>> = field.args.iter().map(|arg| arg.eval(&scope)).collect();
            let here = Here {
                field,
                siblings: fields,
                endian: field.endian.unwrap_or(around.endian),
                visible: around.visible && field.visible,
            };
            self.add(Op::Push(&field.name))?;
            self.value(&field.ty, here, &args?)?;
            self.add(Op::Pop)?;
        }
        Some(())
    }

    fn node(
        &mut self,
        kind: NodeKind<'a>,
        here: Here<'a>,
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
struct Params<'s> {
    names: &'s [Str],
    args: &'s [i128],
    fields: &'s [Field],
}

impl Scope for Params<'_> {
    fn value(&self, name: &str) -> Option<i128> {
        if self.fields.iter().any(|field| field.name == *name) {
            return None;
        }
        let place = self.names.iter().position(|known| *known == *name)?;
        self.args.get(place).copied()
    }

    fn len(&self, _: &str) -> Option<u64> {
        None
    }

    fn sum(&self, _: &str, _: &Expr) -> Option<i128> {
        None
    }
}
