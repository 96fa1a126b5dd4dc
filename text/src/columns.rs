//! [`Taken`]: the attributes of an item, which another list names.

use formwork_schema::{Value, implied::Named};

use crate::{
    fault::{Fault, Result},
    number::brief,
    plan::{Columns, Plan, Variant},
};

/// The attributes that were read so far.
pub(crate) struct Taken {
    items: Vec<Option<Value>>,
    next: usize,
}

impl Taken {
    pub(crate) fn new(named: &Named) -> Self {
        Self {
            items: vec![None; named.names.len()],
            next: 0,
        }
    }

    /// The place of an attribute that was not read yet; they are mostly in order. `what` is what a text calls attributes.
    pub(crate) fn place(
        &mut self,
        named: &Named,
        name: &str,
        of: &str,
        what: &str,
    ) -> Result<usize> {
        let is_it = |place: &usize| named.names.get(*place).is_some_and(|known| known == name);
        let place = Some(self.next).filter(is_it);
        let place = place.or_else(|| named.names.iter().position(|known| known == name));
        let Some(place) = place else {
            return Err(Fault::malformed(match &*named.names {
                [] => format!(
                    "{of} has no {what} `{}`: nothing says that there are any",
                    brief(name)
                ),
                names => format!(
                    "{of} has no {what} `{}`, only `{}`",
                    brief(name),
                    names.join("`, `")
                ),
            }));
        };
        if self.items[place].is_some() {
            return Err(Fault::malformed(format!("`{name}` is there twice")));
        }
        self.next = place + 1;
        Ok(place)
    }

    pub(crate) fn put(&mut self, place: usize, item: Value) {
        self.items[place] = Some(item);
    }

    /// The item, unless an attribute is missing.
    pub(crate) fn finish(
        self,
        plan: &Plan<'_>,
        columns: &Columns<'_>,
        named: &Named,
        missing: impl Fn(&str) -> Fault,
    ) -> Result<Value> {
        let variants: &[Variant<'_>] = plan.variants(&columns.item);
        let all = self
            .items
            .into_iter()
            .zip(&named.variants)
            .zip(&named.names);
        let all = all.map(|((item, variant), name)| match item {
            Some(item) => Ok(item),
            None if variants
                .get(*variant)
                .is_some_and(|variant| variant.content.is_none()) =>
            {
                Ok(Value::Variant {
                    variant: *variant,
                    content: None,
                })
            }
            None => Err(missing(name)),
        });
        let all = all.collect::<Result<Box<[Value]>>>()?;
        Ok(Value::Struct(
            [Some(Value::List(all))].into_iter().collect(),
        ))
    }
}
