//! JSON values as values of the layout.

use std::{borrow::Cow, sync::Arc};

use formwork_schema::{
    Value,
    json::{Form, Tokens, is_number},
    layout::{Bits, Names},
    meter,
};

use super::{members::Members, print, reader::Reader};
use crate::{
    aside,
    bits::Parts,
    columns::Taken,
    fault::{Fault, Result},
    form,
    items::Collected,
    leaf, names, number,
    plan::{Columns, Components, Kind, List, Node, Shape, Slots, Variant},
};

impl<'x, 'l> Reader<'x, 'l> {
    /// The value that comes next.
    pub(super) fn value(&mut self, node: &'l Node<'l>, root: bool) -> Result<Value> {
        if self.spot.is_some() {
            self.tokens.form();
            self.see(self.tokens.start);
        }
        match &node.kind {
            Kind::List(list) => self.list(list),
            Kind::Struct(place) => {
                let plan = self.plan;
                match plan.shape(*place) {
                    Shape::Record(slots) => self.record(slots, root),
                    Shape::Named(columns) => self.named(columns),
                    Shape::Vector(components) if components.tuple => self.tuple(components),
                    Shape::Vector(components) => self.vector(components),
                    Shape::Variants(variants) if variants.tagged => self.variant(&variants.list),
                    Shape::Variants(_) => self.pending(),
                }
            }
            Kind::Fixed(size) if self.tokens.form() == Form::Array => self.padded(*size as usize),
            Kind::Blob => self.blob(&node.kind),
            kind => {
                let text = self.leaf_text(kind)?;
                leaf::read(kind, &text)
            }
        }
    }

    fn blob(&mut self, kind: &Kind<'_>) -> Result<Value> {
        let text = self.leaf_text(kind)?;
        let behind_quote = self.tokens.start + 1;
        let left_out = aside::bytes(self.asides, self.tokens.text, behind_quote)?;
        left_out.map_or_else(|| leaf::read(kind, &text), Ok)
    }

    /// An enum without a tag, which is read once the fields before it are known.
    pub(super) fn pending(&mut self) -> Result<Value> {
        self.tokens.form();
        let start = self.tokens.start;
        self.see(start);
        self.tokens.skip()?;
        Ok(Value::Pending(start..self.tokens.at))
    }

    /// The text of a leaf, once it is known that JSON says it in the right form.
    #[inline]
    fn leaf_text(&mut self, kind: &Kind<'_>) -> Result<Cow<'x, str>> {
        let tokens = &mut self.tokens;
        match (kind, tokens.form()) {
            (
                Kind::Number(_) | Kind::Enum(_) | Kind::Flags(_) | Kind::Bits(_) | Kind::Bool,
                Form::Number,
            ) => number_of(tokens).map(Cow::Borrowed),
            (Kind::Bits(bits), Form::Object) => self.bits(bits),
            (Kind::Bits(Bits { repr, .. }), Form::Text) if repr.is_wide() => self.whole_text(),
            (Kind::Bits(bits), _) => {
                Err(tokens.unexpected(&format!("an object or a number for {}", bits.name)))
            }
            (Kind::Bool, Form::Bool) => Ok(Cow::Borrowed(tokens.word())),
            (Kind::Number(kind), Form::Text) if !kind.is_whole() => {
                let text = tokens.text()?;
                if number::is_special(&text) {
                    Ok(text)
                } else {
                    Err(leaf::expected("a number", &text))
                }
            }
            (Kind::Number(kind), Form::Text) if kind.is_wide() => self.whole_text(),
            (Kind::Number(_), _) => Err(tokens.unexpected("a number")),
            (Kind::Bool, _) => Err(tokens.unexpected("true, false or a number from 0 to 255")),
            (Kind::Flags(names), Form::Array) => self.flags(names),
            (Kind::Flags(names), form) if form != Form::Text => {
                Err(tokens.unexpected(&format!("an array of names of {}", names.name)))
            }
            (Kind::Enum(names), form) if form != Form::Text => {
                Err(tokens.unexpected(&format!("a name or a number for {}", names.name)))
            }
            (_, Form::Text) => tokens.text(),
            (Kind::Blob, _) => Err(tokens.unexpected("base64 in a string")),
            _ => Err(tokens.unexpected("a string")),
        }
    }

    /// A whole number in a string, which stands for one that programs would change.
    fn whole_text(&mut self) -> Result<Cow<'x, str>> {
        let text = self.tokens.text()?;
        match is_number(&text) {
            true => Ok(text),
            false => Err(leaf::expected("a number", &text)),
        }
    }

    /// An array of names as one number.
    fn flags(&mut self, names: &Names) -> Result<Cow<'x, str>> {
        let tokens = &mut self.tokens;
        let mut bits = 0;
        tokens.take(b'[');
        let mut first = true;
        while !tokens.take(b']') {
            if !std::mem::take(&mut first) && !tokens.take(b',') {
                return Err(tokens.unexpected("`,` or `]`"));
            }
            bits |= match tokens.form() {
                Form::Text => names::flag(names, &tokens.text()?)?,
                Form::Number => names::flag(names, number_of(tokens)?)?,
                _ => return Err(tokens.unexpected(&format!("a name of {}", names.name))),
            };
        }
        Ok(Cow::Owned(bits.to_string()))
    }

    /// An object of parts as one number.
    fn bits(&mut self, bits: &Bits) -> Result<Cow<'x, str>> {
        let tokens = &mut self.tokens;
        let mut parts = Parts::new(bits);
        tokens.take(b'{');
        let mut first = true;
        while !tokens.take(b'}') {
            if !std::mem::take(&mut first) && !tokens.take(b',') {
                return Err(tokens.unexpected("`,` or `}`"));
            }
            let name = tokens.name()?;
            let value = match tokens.form() {
                Form::Text => tokens.text()?,
                Form::Number => Cow::Borrowed(number_of(tokens)?),
                Form::Bool => Cow::Borrowed(tokens.word()),
                _ => return Err(tokens.unexpected(&format!("a value of `{name}`"))),
            };
            parts.set(&name, &value)?;
        }
        Ok(Cow::Owned(parts.whole.to_string()))
    }

    /// A fixed string without a name: an array of text and padding.
    fn padded(&mut self, size: usize) -> Result<Value> {
        let pair = || Fault::malformed("expected a text and its padding");
        self.tokens.take(b'[');
        let text = self.tokens.text()?;
        if !self.tokens.take(b',') {
            return Err(pair());
        }
        let padding = self.tokens.text()?;
        if !self.tokens.take(b']') {
            return Err(pair());
        }
        leaf::fixed(size, &text, Some(&padding))
    }

    pub(super) fn list(&mut self, list: &'l List<'l>) -> Result<Value> {
        self.tokens.expect(Form::Array, "an array")?;
        self.tokens.take(b'[');
        let mut items = Collected::new(list.packer(self.plan.layout));
        let mut count = 0;
        while !self.tokens.take(b']') {
            if count > 0 && !self.tokens.take(b',') {
                return Err(self.tokens.unexpected("`,` or `]`"));
            }
            self.path.push_index(count);
            self.numbered = list.numbered;
            if items.packer().is_none() {
                self.budget.item()?;
            }
            items.push(self.value(&list.item, false)?);
            self.path.pop();
            let at = self.tokens.at;
            let scanned = self.scan(list, &mut items)?;
            if let Some(list) = list.numbered {
                self.numbers.add_scanned(list, scanned, at);
            }
            count += 1 + scanned;
            if let Some(rest) = aside::list(self.asides, self.tokens.text, at) {
                let all = rest.read(&items.finish(), |text, asides| {
                    self.piece(list, (text, asides))
                })?;
                return match self.tokens.take(b']') {
                    true => Ok(all),
                    false => Err(self.tokens.unexpected("`]`")),
                };
            }
        }
        Ok(items.finish())
    }

    /// Reads the items that are written as we do; returns how many.
    fn scan(&mut self, list: &'l List<'l>, items: &mut Collected<'l>) -> Result<u64> {
        let Some(packer) = items.packer().filter(|_| self.spot.is_none()) else {
            return Ok(0);
        };
        let Some(row) = packer.row().cloned() else {
            return Ok(0);
        };
        let plan = self.plan;
        let names = Arc::clone(&self.names);
        let program = || print::compact_program(plan, list, &row, &names);
        let Some(scanner) = self.scanners.get(list, &row, program) else {
            return Ok(0);
        };
        let before = packer.len();
        let (text, start) = (self.tokens.text, self.tokens.at);
        match aside::rows(self.asides, text, start) {
            Some(aside) => {
                aside.read(packer, b"]", |text, packer| scanner.read(text, 0, packer))?
            }
            None => self.tokens.at = scanner.read(text.as_bytes(), start, packer),
        }
        Ok((packer.len() - before) as u64)
    }

    fn record(&mut self, slots: &'l Slots<'l>, root: bool) -> Result<Value> {
        self.tokens.expect(Form::Object, "an object")?;
        self.enter()?;
        meter::read(meter::STRUCT, self.tokens.at, self.tokens.text.len());
        let fields = Members::new(self, slots, root).read()?;
        self.leave();
        Ok(Value::Struct(fields.into()))
    }

    /// The numbers of a vector in their order.
    fn vector(&mut self, of: &'l Components<'l>) -> Result<Value> {
        let wanted = of.nodes.len();
        let what = || format!("an array of {wanted} numbers");
        if self.tokens.form() != Form::Array {
            let fault = self.tokens.unexpected(&what());
            return Err(form::renamed(fault, self.plan.implied));
        }
        let start = self.tokens.at;
        let wrong = |found: &str| {
            let message = format!("expected {wanted} numbers, found {found}");
            Fault::malformed(message).at(start)
        };
        self.tokens.take(b'[');
        let mut fields = vec![None; of.all];
        for (count, (node, place)) in of.nodes.iter().zip(&of.fields).enumerate() {
            if self.tokens.peek() == b']' || (count > 0 && !self.tokens.take(b',')) {
                return Err(wrong(&count.to_string()));
            }
            fields[*place] = Some(self.value(node, false)?);
        }
        if !self.tokens.take(b']') {
            return Err(wrong("more"));
        }
        Ok(Value::Struct(fields.into()))
    }

    /// The numbers of a vector under their names.
    fn tuple(&mut self, of: &'l Components<'l>) -> Result<Value> {
        self.tokens.expect(Form::Object, "an object")?;
        let start = self.tokens.at;
        let mut fields = vec![None; of.all];
        self.tokens.take(b'{');
        let mut first = true;
        while !self.tokens.take(b'}') {
            if !std::mem::take(&mut first) && !self.tokens.take(b',') {
                return Err(self.tokens.unexpected("`,` or `}`"));
            }
            let name = self.tokens.name()?;
            let Some(place) = of.names.iter().position(|known| *known == name) else {
                let message = format!("`{name}` is none of {}", of.names.join(", "));
                return Err(Fault::malformed(message));
            };
            if fields[of.fields[place]].is_some() {
                return Err(Fault::malformed(format!("`{name}` is there twice")));
            }
            let kind = &of.nodes[place].kind;
            self.path.push_name(of.names[place]);
            let text = self.leaf_text(kind)?;
            self.path.pop();
            let at = self.tokens.start;
            let value = leaf::read(kind, &text).map_err(|fault| fault.at(at))?;
            fields[of.fields[place]] = Some(value);
        }
        let mut missing = of.names.iter().zip(&of.fields);
        match missing.find(|(_, place)| fields[**place].is_none()) {
            None => Ok(Value::Struct(fields.into())),
            Some((name, _)) => Err(Fault::malformed(format!("`{name}` is missing")).at(start)),
        }
    }

    /// The content of a variant that has none.
    pub(super) fn null(&mut self) -> Result<()> {
        self.tokens.expect(Form::Null, "null")?;
        match self.tokens.word() {
            "null" => Ok(()),
            _ => Err(Fault::malformed("expected null")),
        }
    }

    /// The members of an item, which another list names.
    fn named(&mut self, columns: &'l Columns<'l>) -> Result<Value> {
        self.tokens.expect(Form::Object, "an object")?;
        let start = self.tokens.start;
        let mut taken = Taken::new(&self.named);
        self.tokens.take(b'{');
        let mut first = true;
        while !self.tokens.take(b'}') {
            if !std::mem::take(&mut first) && !self.tokens.take(b',') {
                return Err(self.tokens.unexpected("`,` or `}`"));
            }
            let name = self.tokens.name()?;
            let place = taken.place(&self.named, &name, "this object", "member")?;
            let item = self.item(columns, place)?;
            taken.put(place, item);
        }
        taken.finish(self.plan, columns, &self.named, |name| {
            Fault::malformed(format!("missing the member `{name}`")).at(start)
        })
    }

    /// One of the members that another list names.
    fn item(&mut self, columns: &'l Columns<'l>, place: usize) -> Result<Value> {
        let variant = self.named.variants[place];
        let of = &self.plan.variants(&columns.item)[variant];
        if let Some(spot) = &mut self.spot {
            spot.rename(&self.path, columns.list, place, &self.named.names[place]);
        }
        self.path.push_name(columns.list);
        self.path.push_index(place as u64);
        self.path.push_variant(of.all, of.name);
        let content = match &of.content {
            Some(node) => Some(Box::new(self.value(node, false)?)),
            None => {
                self.null()?;
                None
            }
        };
        (0..3).for_each(|_| self.path.pop());
        Ok(Value::Variant { variant, content })
    }

    /// The one member of an enum.
    fn variant(&mut self, variants: &'l [Variant<'l>]) -> Result<Value> {
        self.tokens
            .expect(Form::Object, "an object with one member")?;
        self.enter()?;
        let expected = |found: &str| {
            let names: Vec<_> = variants
                .iter()
                .map(|variant| format!("`{}`", variant.name))
                .collect();
            let message = format!("expected one of {}, found {found}", names.join(", "));
            Fault::malformed(message)
        };
        self.tokens.take(b'{');
        if self.tokens.peek() == b'}' {
            return Err(expected("nothing"));
        }
        let name = self.tokens.name()?;
        let place = variants.iter().position(|variant| variant.name == name);
        let place = place.ok_or_else(|| expected(&format!("`{name}`")))?;
        let variant = &variants[place];
        self.path.push_variant(variant.all, variant.name);
        let content = match &variant.content {
            Some(node) => Some(Box::new(self.value(node, false)?)),
            None => {
                self.null()?;
                None
            }
        };
        self.path.pop();
        if !self.tokens.take(b'}') {
            self.tokens.start = self.tokens.at;
            let message = format!("expected nothing but `{}` in this object", variant.name);
            return Err(Fault::malformed(message));
        }
        self.leave();
        Ok(Value::Variant {
            variant: place,
            content,
        })
    }
}

/// A number, as JSON has them.
fn number_of<'x>(tokens: &mut Tokens<'x>) -> Result<&'x str> {
    let word = tokens.word();
    if is_number(word) {
        Ok(word)
    } else {
        Err(leaf::expected("a number", word))
    }
}
