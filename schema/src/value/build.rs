//! [`Builder`]: what the walker shows becomes a value.

use std::fmt::Write;

use super::Value;
use crate::{
    Result,
    escape::escape,
    layout::{ArmShape, Body, Field, Str, Type, magic_name},
    walk::{Leaf, Node, NodeKind, Part, Scalar, Visitor},
};

/// Puts visible leaves together.
#[derive(Default)]
pub(super) struct Builder {
    open: Vec<Open>,
    tree: Option<Value>,
}

/// What has begun and not ended.
enum Open {
    Fields(Vec<(Str, Value)>),
    /// A struct of arms, with its arm.
    Arms(Option<Value>),
    Items(Vec<Value>),
}

impl Builder {
    pub(super) fn finish(self) -> Value {
        self.tree.unwrap_or(Value::Struct(Vec::new()))
    }

    fn put(&mut self, field: &Field, value: Value) {
        match self.open.last_mut() {
            Some(Open::Fields(fields)) => fields.push((field.name.clone(), value)),
            Some(Open::Arms(arm)) => *arm = Some(value),
            Some(Open::Items(items)) => items.push(value),
            None => self.tree = Some(value),
        }
    }

    /// The value that was put last.
    fn last(&mut self) -> Option<&mut Value> {
        match self.open.last_mut()? {
            Open::Fields(fields) => fields.last_mut().map(|(_, value)| value),
            Open::Arms(arm) => arm.as_mut(),
            Open::Items(items) => items.last_mut(),
        }
    }

    fn whole(&mut self, leaf: &Leaf<'_>) {
        let value = match (leaf.value, leaf.ty) {
            (Scalar::Int(place), Type::Choice(names)) => {
                let name = usize::try_from(place)
                    .ok()
                    .and_then(|at| names.values.get(at));
                Value::Text(name.map_or_else(String::new, |name| name.name.to_string()))
            }
            (Scalar::Int(value), _) => Value::Int(value),
            (Scalar::F32(value), _) => Value::F32(value),
            (Scalar::F64(value), _) => Value::F64(value),
            (Scalar::Bytes(text), Type::CString) => Value::Text(escape(text).into_owned()),
            (Scalar::Bytes(text), Type::FixedString(_)) => Value::Fixed {
                text: text.to_vec(),
                padding: Vec::new(),
            },
            (Scalar::Bytes(bytes), _) => Value::Bytes(bytes.to_vec()),
        };
        self.put(leaf.field, value);
    }
}

impl Visitor for Builder {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        if !leaf.visible {
            return Ok(());
        }
        match (leaf.part, leaf.value) {
            (Part::Whole, _) => self.whole(leaf),
            (Part::Magic, Scalar::Bytes(magic)) => {
                self.put(leaf.field, Value::Text(magic_name(magic).into_owned()));
            }
            (Part::Number, Scalar::Int(number)) => {
                if let Some(Value::Text(version)) = self.last() {
                    // Writing to a string cannot fail.
                    let _ = write!(version, " {number}");
                }
            }
            (Part::Padding, Scalar::Bytes(bytes)) => {
                if let Some(Value::Fixed { padding, .. }) = self.last() {
                    let end = bytes.iter().rposition(|byte| *byte != 0);
                    padding.extend_from_slice(&bytes[..end.map_or(0, |last| last + 1)]);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn enter(&mut self, node: &Node<'_>) {
        if !node.visible {
            return;
        }
        self.open.push(match node.kind {
            NodeKind::Struct(of) => match of.body {
                Body::Fields(_) => Open::Fields(Vec::new()),
                Body::Arms(_) => Open::Arms(None),
            },
            NodeKind::Arm(_) => Open::Fields(Vec::new()),
            NodeKind::List { .. } => Open::Items(Vec::new()),
        });
    }

    fn leave(&mut self, node: &Node<'_>) {
        if !node.visible {
            return;
        }
        let value = match (self.open.pop(), node.kind) {
            (Some(Open::Fields(mut fields)), NodeKind::Arm(arm)) => Value::Arm {
                name: arm.name.clone(),
                content: match arm.shape {
                    ArmShape::Unit => None,
                    ArmShape::Newtype => fields.pop().map(|(_, value)| Box::new(value)),
                    ArmShape::Fields => Some(Box::new(Value::Struct(fields))),
                },
            },
            (Some(Open::Fields(fields)), _) => Value::Struct(fields),
            (Some(Open::Items(items)), _) => Value::List(items),
            (Some(Open::Arms(Some(arm))), _) => arm,
            (Some(Open::Arms(None)) | None, _) => return,
        };
        self.put(node.field, value);
    }
}
