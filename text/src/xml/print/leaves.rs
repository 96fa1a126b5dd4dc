//! What is one piece of text: the values of attributes, and elements without others in them.

use formwork_schema::{Value, layout::PrimKind, place::padding_name, walk::Scalar};

use super::{Printer, unfit};
use crate::{
    bits,
    fault::Result,
    leaf::{self, Leaf},
    names,
    plan::{Components, Kind, List, Node, Shape, Slot},
    rows::{HEX_KIND, Mark, Prints},
    sink::Sink,
};

const HEX: &[u8; 16] = b"0123456789abcdef";

impl<'p> Printer<'p, '_> {
    pub(super) fn attribute(&mut self, slot: &'p Slot<'p>, value: &Value) -> Result<()> {
        self.begin_attribute(slot.name);
        match self.links.and_then(|links| links.of(slot, value)) {
            Some(name) => self.escaped(name),
            None => self.simple(slot.name, &slot.node, value)?,
        }
        self.sink.byte(b'"');
        self.padding(&slot.padding, value);
        Ok(())
    }

    /// What follows the NUL of a fixed string, as an attribute of its own.
    pub(super) fn padding(&mut self, name: &str, value: &Value) {
        if let Value::Fixed(fixed) = value
            && !fixed.padding.is_empty()
        {
            self.begin_attribute(name);
            self.sink.base64(&fixed.padding);
            self.sink.byte(b'"');
        }
    }

    /// A value that is one piece of text, as an element.
    pub(super) fn simple_element(
        &mut self,
        name: &'p str,
        node: &'p Node<'p>,
        value: &Value,
    ) -> Result<()> {
        self.start(name);
        self.padding(&padding_name(name), value);
        self.open_text();
        self.simple(name, node, value)?;
        self.end_text(name);
        Ok(())
    }

    /// A value that is one piece of text.
    pub(super) fn simple(&mut self, name: &str, node: &'p Node<'p>, value: &Value) -> Result<()> {
        let plan = self.plan;
        if let Some(Some((node, value))) = plan.untagged(node, value) {
            return self.simple(name, node, value);
        }
        if let Kind::Struct(place) = node.kind {
            let Shape::Vector(components) = self.plan.shape(place) else {
                return Err(unfit(name, "a single value"));
            };
            return self.vector(name, components, value);
        }
        if let Kind::List(list) = &node.kind {
            return self.words(name, list, value);
        }
        self.leaf(&node.kind, value)
    }

    /// The items of an array, in one text.
    fn words(&mut self, name: &str, list: &'p List<'p>, value: &Value) -> Result<()> {
        let rows;
        let items = match value {
            Value::List(items) => items,
            Value::Rows(all) => {
                rows = all.iter().collect::<Box<[Value]>>();
                &rows
            }
            _ => return Err(unfit(name, "an array")),
        };
        if list.hex {
            let mut items = items.iter();
            return items.try_for_each(|item| self.leaf(&HEX_KIND, item));
        }
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.sink.byte(b' ');
            }
            self.simple(name, &list.item, item)?;
        }
        Ok(())
    }

    fn vector(&mut self, name: &str, of: &'p Components<'p>, value: &Value) -> Result<()> {
        for (index, (node, place)) in of.nodes.iter().zip(&of.fields).enumerate() {
            if index > 0 {
                self.sink.byte(b' ');
            }
            let component = value.field(*place);
            self.leaf(
                &node.kind,
                component.ok_or_else(|| unfit(name, "a vector"))?,
            )?;
        }
        Ok(())
    }

    /// A leaf as text.
    pub(super) fn leaf(&mut self, kind: &'p Kind<'p>, value: &Value) -> Result<()> {
        match leaf::of(kind, value)? {
            Leaf::Number(number) => self.number(kind, number),
            Leaf::Text(text) => self.escaped(&text),
            Leaf::Bytes(bytes) => self.sink.base64(bytes),
            Leaf::Cell(cell) => {
                let at = self.sink.position();
                let cell = Some(cell);
                self.marks.push(Mark { at, kind, cell });
            }
        }
        Ok(())
    }
}

impl<'o> Prints<'o> for Printer<'_, 'o> {
    fn sink(&mut self) -> &mut Sink<'o> {
        &mut self.sink
    }

    #[inline]
    fn number(&mut self, kind: &Kind<'_>, scalar: Scalar<'_>) {
        let value = match scalar {
            Scalar::F32(value) => return self.sink.f32(value),
            Scalar::F64(value) => return self.sink.f64(value),
            Scalar::Int(value) => value,
            Scalar::Bytes(_) => return,
        };
        match kind {
            Kind::Bool if value == 1 => self.sink.text("true"),
            Kind::Bool if value == 0 => self.sink.text("false"),
            Kind::Hex => [value >> 4, value]
                .map(|digit| HEX[(digit & 15) as usize])
                .iter()
                .for_each(|digit| self.sink.byte(*digit)),
            Kind::Number(PrimKind::U128) => self.sink.text(&(value as u128).to_string()),
            Kind::Flags(names) => self.flags(names, value as u64),
            Kind::Bits(bits) => self.sink.text(&bits::words(bits, value)),
            Kind::Enum(names) => match names::name_of(names, value) {
                Some(name) => self.sink.text(&name.name),
                None => self.sink.int(value),
            },
            _ => self.sink.int(value),
        }
    }
}
