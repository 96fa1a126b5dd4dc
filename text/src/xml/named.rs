//! Attributes that another list names.

use formwork_schema::Value;

use super::{
    reader::{Attribute, Reader},
    syntax,
    token::Start,
};
use crate::{
    columns::Taken,
    fault::{Fault, Result},
    plan::Columns,
};

impl<'x, 'l> Reader<'x, 'l> {
    /// The attributes of an item, which another list names.
    pub(super) fn named(&mut self, columns: &'l Columns<'l>, start: &Start<'x>) -> Result<Value> {
        let mut taken = Taken::new(&self.named);
        let (mut rest, mut at) = (start.attributes, start.attributes_at());
        let of = format!("`{}`", start.name);
        while let Some((name, raw, value_at)) = syntax::attribute(&mut rest, &mut at)? {
            let place = taken.place(&self.named, name, &of, "attribute");
            let place = place.map_err(|fault| fault.at(value_at))?;
            let attribute = Attribute {
                slot: 0,
                raw,
                at: value_at,
                padding: None,
            };
            self.tokens.at = value_at;
            let item = self.item(columns, place, attribute)?;
            taken.put(place, item);
        }
        self.end(start.name)?;
        taken.finish(self.plan, columns, &self.named, |name| {
            let message = format!("`{}` needs the attribute `{name}`", start.name);
            Fault::malformed(message).at(start.at)
        })
    }

    /// One of the attributes that another list names.
    fn item(
        &mut self,
        columns: &'l Columns<'l>,
        place: usize,
        attribute: Attribute<'x>,
    ) -> Result<Value> {
        let variant = self.named.variants[place];
        let of = &self.plan.variants(&columns.item)[variant];
        if let Some(spot) = &mut self.spot {
            spot.rename(&self.path, columns.list, place, &self.named.names[place]);
        }
        self.path.push_name(columns.list);
        self.path.push_index(place as u64);
        self.path.push_variant(of.all, of.name);
        self.see(attribute.at);
        let content = match &of.content {
            Some(node) => Some(Box::new(self.plain_attribute(node, attribute)?)),
            None => None,
        };
        (0..3).for_each(|_| self.path.pop());
        Ok(Value::Variant { variant, content })
    }
}
