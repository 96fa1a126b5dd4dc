//! Elements as values.

use formwork_schema::{
    Value,
    implied::Pending,
    meter,
    place::{TRAILING, XmlForm, padding_name},
};

use super::{
    reader::{Attribute, MAX_ELEMENTS, Reader, too_deep, twice},
    syntax,
    token::{Start, Token},
};
use crate::{
    aside,
    fault::{Fault, Result},
    form,
    items::Collected,
    leaf,
    plan::{Kind, List, Node, Shape, Slot, Slots, Variant},
    words::Words,
};

impl<'x, 'l> Reader<'x, 'l> {
    /// The value of an element, whose start tag is read.
    pub(super) fn element(
        &mut self,
        node: &'l Node<'l>,
        start: Start<'x>,
        root: bool,
    ) -> Result<Value> {
        self.see(start.at);
        if !root && self.plan.is_untagged(node) {
            return self.pending(start);
        }
        self.known(node, start, root)
    }

    /// The value of an element of which it is known what it is.
    fn known(&mut self, node: &'l Node<'l>, start: Start<'x>, root: bool) -> Result<Value> {
        match (&node.kind, node.content) {
            (_, XmlForm::Attribute) => self.simple(node, start),
            (Kind::List(list), XmlForm::Numbers) => self.numbers(list, start),
            (Kind::List(list), _) => self.wrapped(list, node.item, start),
            (Kind::Struct(shape), _) => {
                let plan = self.plan;
                match plan.shape(*shape) {
                    Shape::Record(slots) => self.record(slots, start, root),
                    Shape::Variants(variants) => self.variant(&variants.list, start, root),
                    Shape::Vector(_) => self.simple(node, start),
                    Shape::Named(columns) => self.named(columns, &start),
                }
            }
            _ => self.bytes(start),
        }
    }

    /// An enum without a tag, which is read once the fields before it are known.
    fn pending(&mut self, start: Start<'x>) -> Result<Value> {
        self.see(start.at);
        let mut depth = 0;
        loop {
            match self.tokens.next()? {
                Token::Start(_) if depth == MAX_ELEMENTS => return Err(too_deep()),
                Token::Start(_) => depth += 1,
                Token::End if depth == 0 => break,
                Token::End => depth -= 1,
                Token::Eof => return Err(self.tokens.unended()),
                Token::Text(_) | Token::Char(_) => {}
            }
        }
        Ok(Value::Pending(start.at..self.tokens.position()))
    }

    /// The content of an enum without a tag.
    pub(super) fn content(&mut self, part: &Pending, node: &'l Node<'l>) -> Result<Value> {
        let text = self.tokens.text();
        if !text[part.start..].starts_with('<') {
            let attribute = Attribute {
                slot: 0,
                raw: &text[part.clone()],
                at: part.start,
                padding: None,
            };
            self.see(part.start);
            self.tokens.at = part.start;
            return self.plain_attribute(node, attribute);
        }
        let start = self.tokens.again(part.start)?;
        self.element(node, start, false)
    }

    /// The content of an enum that names its variant all the same.
    pub(super) fn tagged(
        &mut self,
        part: &Pending,
        tag: &str,
        node: &'l Node<'l>,
    ) -> Result<Value> {
        let start = self.tokens.again(part.start)?;
        self.no_attributes(&start)?;
        let child = self.child()?.filter(|child| child.name == tag);
        let child = child.ok_or_else(|| Fault::malformed("no such element"))?;
        let content = self.element(node, child, false)?;
        self.end(start.name)?;
        Ok(content)
    }

    /// An enum without a tag whose variant has no content.
    pub(super) fn no_content(&mut self, part: &Pending) -> Result<()> {
        if part.is_empty() {
            return Ok(());
        }
        let start = self.tokens.again(part.start)?;
        self.no_attributes(&start)?;
        self.end(start.name)
    }

    /// The text of an element that has neither attributes nor children.
    pub(super) fn bare(
        &mut self,
        start: &Start<'x>,
    ) -> Result<(std::borrow::Cow<'x, str>, Option<usize>)> {
        self.no_attributes(start)?;
        self.text(start.name)
    }

    /// Text, whose white space counts.
    fn simple(&mut self, node: &'l Node<'l>, start: Start<'x>) -> Result<Value> {
        let padding = self.padding_of(node, &start)?;
        let (text, at) = self.text(start.name)?;
        let value = self.plain(&node.kind, &text, at, padding.as_deref());
        value.map_err(|fault| fault.at(at.unwrap_or(start.at)))
    }

    /// The padding that stands in an attribute of an element with text.
    fn padding_of(&self, node: &Node<'_>, start: &Start<'x>) -> Result<Option<String>> {
        let (mut rest, mut at) = (start.attributes, start.attributes_at());
        let mut padding = None;
        while let Some((name, raw, value_at)) = syntax::attribute(&mut rest, &mut at)? {
            if self.is_envelope(start, name) {
                continue;
            }
            if !matches!(node.kind, Kind::Fixed(_)) || name != padding_name(start.name) {
                let message = format!("`{}` has no attribute `{name}`", start.name);
                return Err(Fault::malformed(message).at(value_at));
            }
            if padding.is_some() {
                return Err(twice(name).at(value_at));
            }
            let text = syntax::value(raw).map_err(|fault| fault.at(value_at))?;
            padding = Some(text.into_owned());
        }
        Ok(padding)
    }

    /// A value that is one piece of text, which begins at `at`.
    fn plain(
        &self,
        kind: &'l Kind<'l>,
        text: &str,
        at: Option<usize>,
        padding: Option<&str>,
    ) -> Result<Value> {
        match kind {
            Kind::Struct(shape) => match self.plan.shape(*shape) {
                Shape::Vector(components) => Words::new(text, at).vector(components),
                _ => Err(Fault::malformed("expected elements")),
            },
            Kind::List(list) => Words::new(text, at).array(list, self.plan.layout),
            Kind::Fixed(size) => leaf::fixed(*size as usize, text, padding),
            kind => leaf::read(kind, text),
        }
    }

    /// Items inside an element of their own.
    fn wrapped(&mut self, list: &'l List<'l>, name: &'l str, start: Start<'x>) -> Result<Value> {
        self.see(start.at);
        self.no_attributes(&start)?;
        let items = self.items(list, name, None)?;
        match self.child()? {
            None => Ok(items),
            Some(other) => {
                let message = format!("expected `<{name}>`, found `<{}>`", other.name);
                Err(Fault::malformed(message))
            }
        }
    }

    /// Elements of one name in a row; the start tag of the first may be read.
    pub(super) fn items(
        &mut self,
        list: &'l List<'l>,
        name: &'l str,
        first: Option<Start<'x>>,
    ) -> Result<Value> {
        let mut items = Collected::new(list.packer(self.plan.layout));
        let mut next = first;
        let mut count = 0;
        loop {
            let start = match next.take() {
                Some(start) => start,
                None => match self.tokens.peek_tag()? {
                    Token::Start(start) if start.name == name => {
                        self.tokens.next()?;
                        start
                    }
                    Token::Eof => return Err(self.tokens.unended()),
                    _ => return Ok(items.finish()),
                },
            };
            self.path.push_index(count);
            if let Some(list) = list.numbered {
                self.own_number(list, &start)?;
            }
            if items.packer().is_none() {
                self.budget.item()?;
            }
            items.push(self.element(&list.item, start, false)?);
            self.path.pop();
            let at = self.tokens.position();
            let scanned = self.scan(list, name, &mut items)?;
            if let Some(list) = list.numbered {
                self.numbers.add_scanned(list, scanned, at);
            }
            count += 1 + scanned;
            if let Some(rest) = aside::list(self.asides, self.tokens.text(), at) {
                return rest.read(&items.finish(), |text, asides| {
                    self.piece(list, name, (text, asides))
                });
            }
        }
    }

    fn record(&mut self, slots: &'l Slots<'l>, start: Start<'x>, root: bool) -> Result<Value> {
        self.enter()?;
        meter::read(meter::STRUCT, start.at, self.tokens.text().len());
        self.budget.fields(slots.fields.len())?;
        let mut fields = vec![None; slots.fields.len()];
        let before = self.attributes.len();
        self.read_attributes(slots, &start)?;
        for index in before..self.attributes.len() {
            let attribute = self.attributes[index];
            let slot = &slots.list[attribute.slot];
            self.path.push_name(slot.name);
            self.tokens.at = attribute.at;
            self.see(attribute.at);
            fields[slot.field] = Some(self.attribute(slot, attribute)?);
            self.path.pop();
        }
        self.attributes.truncate(before);
        while let Some(child) = self.child()? {
            self.member(slots, &mut fields, child, &start, root)?;
        }
        for slot in &slots.list {
            if slot.zero {
                fields[slot.field].get_or_insert(Value::int(0));
            }
            if slot.place == XmlForm::Items {
                fields[slot.field].get_or_insert(Value::List([].into()));
            }
        }
        slots.miss_child(&start, &fields)?;
        self.leave();
        Ok(Value::Struct(fields.into()))
    }

    /// A child, and the items that follow it.
    fn member(
        &mut self,
        slots: &'l Slots<'l>,
        fields: &mut [Option<Value>],
        child: Start<'x>,
        of: &Start<'x>,
        root: bool,
    ) -> Result<()> {
        let Some(slot) = slots.list.iter().find(|slot| slot.is_element(child.name)) else {
            if root && child.name == TRAILING {
                return self.trailing(child);
            }
            let fault = slots.unknown_child(of.name, child.name);
            return Err(form::renamed(fault, self.plan.implied));
        };
        if fields[slot.field].is_some() {
            return Err(slot.again());
        }
        self.path.push_name(slot.name);
        let value = match (&slot.node.kind, slot.place) {
            _ if self.plan.waits(&slot.node) => self.pending(child)?,
            (Kind::List(list), XmlForm::Items) => self.items(list, slot.item, Some(child))?,
            (Kind::List(list), XmlForm::Wrapped) => self.wrapped(list, slot.item, child)?,
            _ => self.element(&slot.node, child, false)?,
        };
        self.path.pop();
        fields[slot.field] = Some(value);
        Ok(())
    }

    fn attribute(&self, slot: &'l Slot<'l>, attribute: Attribute<'x>) -> Result<Value> {
        if self.plan.is_untagged(&slot.node) {
            return Ok(Value::Pending(
                attribute.at..attribute.at + attribute.raw.len(),
            ));
        }
        if slot.link.is_some() {
            let text = syntax::value(attribute.raw)?;
            if let Some(name) = leaf::link(&text) {
                return Ok(name);
            }
        }
        self.plain_attribute(&slot.node, attribute)
    }

    pub(super) fn plain_attribute(
        &self,
        node: &'l Node<'l>,
        attribute: Attribute<'x>,
    ) -> Result<Value> {
        let Attribute {
            raw, at, padding, ..
        } = attribute;
        let text = syntax::value(raw)?;
        let padding = match padding {
            Some((raw, at)) => Some(syntax::value(raw).map_err(|fault| fault.at(at))?),
            None => None,
        };
        let start = (text.len() == raw.len()).then_some(at);
        self.plain(&node.kind, &text, start, padding.as_deref())
    }

    /// The one child of an enum.
    fn variant(
        &mut self,
        variants: &'l [Variant<'l>],
        start: Start<'x>,
        root: bool,
    ) -> Result<Value> {
        self.enter()?;
        self.no_attributes(&start)?;
        let Some(child) = self.child()? else {
            let message = format!(
                "expected one of {} in `{}`, found nothing",
                names(variants),
                start.name
            );
            return Err(Fault::malformed(message));
        };
        let Some(place) = variants
            .iter()
            .position(|variant| variant.name == child.name)
        else {
            let message = format!(
                "expected one of {}, found `<{}>`",
                names(variants),
                child.name
            );
            return Err(Fault::malformed(message));
        };
        let variant = &variants[place];
        self.path.push_variant(variant.all, variant.name);
        let content = match &variant.content {
            Some(node) => Some(Box::new(self.element(node, child, false)?)),
            None => {
                self.no_attributes(&child)?;
                self.end(variant.name)?;
                None
            }
        };
        self.path.pop();
        let mut next = self.child()?;
        if root && let Some(last) = next.filter(|child| child.name == TRAILING) {
            self.trailing(last)?;
            next = self.child()?;
        }
        if let Some(more) = next {
            let message = format!(
                "expected the end of `{}`, found `<{}>`",
                start.name, more.name
            );
            return Err(Fault::malformed(message));
        }
        self.leave();
        Ok(Value::Variant {
            variant: place,
            content,
        })
    }
}

fn names(variants: &[Variant<'_>]) -> String {
    let names: Vec<_> = variants
        .iter()
        .map(|variant| format!("`<{}>`", variant.name))
        .collect();
    names.join(", ")
}
