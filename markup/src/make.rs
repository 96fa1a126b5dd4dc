//! [`Make`]: what readers make of what they read: a tree, or the answer whether it is one that is there already.

use formwork_schema::{Value, layout::Struct, value::UsualFields};

use crate::within::Within;

/// Makes something of the parts of a tree, each of which is read for its own place in it.
pub(crate) trait Make: Copy {
    /// What a tree, or a part of one, becomes.
    type Made;

    /// The elements of a document that are wanted, where not all are.
    fn wanted(&self) -> Option<&Within<'_>> {
        None
    }

    /// For the content of a variant.
    fn content(self, variant: usize) -> Self;

    /// For a field of a struct.
    fn field(self, place: usize) -> Self;

    /// For an item of a list.
    fn item(self, index: usize) -> Self;

    /// Of a value without parts.
    fn value(self, value: Value) -> Self::Made;

    /// Of a variant with this content.
    fn variant(self, variant: usize, content: Option<Self::Made>) -> Self::Made;

    /// Of a struct with these fields.
    fn fields(self, fields: Vec<Option<Self::Made>>) -> Self::Made;

    /// Of an element with these fields.
    fn element(self, _: &Struct, fields: Vec<Option<Self::Made>>) -> Self::Made {
        self.fields(fields)
    }

    /// Of a list of these items.
    fn items(self, items: Vec<Self::Made>) -> Self::Made;
}

/// Makes a tree. Where it is known what an element has of which nothing is written, those of one kind share that.
#[derive(Clone, Copy, Default)]
pub(crate) struct New<'u> {
    usual: Option<&'u dyn Fn(&Struct) -> UsualFields>,
    within: Option<&'u Within<'u>>,
}

impl<'u> New<'u> {
    /// For elements that share what they have of which nothing is written.
    pub(crate) fn sharing(usual: &'u dyn Fn(&Struct) -> UsualFields) -> Self {
        Self {
            usual: Some(usual),
            within: None,
        }
    }

    /// The same, for some elements of a document.
    pub(crate) fn within(
        usual: &'u dyn Fn(&Struct) -> UsualFields,
        within: &'u Within<'u>,
    ) -> Self {
        Self {
            usual: Some(usual),
            within: Some(within),
        }
    }
}

impl Make for New<'_> {
    type Made = Value;

    fn wanted(&self) -> Option<&Within<'_>> {
        self.within
    }

    fn content(self, _: usize) -> Self {
        self
    }

    fn field(self, _: usize) -> Self {
        self
    }

    fn item(self, _: usize) -> Self {
        self
    }

    fn value(self, value: Value) -> Value {
        value
    }

    fn variant(self, variant: usize, content: Option<Value>) -> Value {
        let content = content.map(Box::new);
        Value::Variant { variant, content }
    }

    fn fields(self, fields: Vec<Option<Value>>) -> Value {
        Value::Struct(fields.into())
    }

    fn element(self, of: &Struct, fields: Vec<Option<Value>>) -> Value {
        match self.usual {
            Some(usual) => Value::Struct(usual(of).sharing(fields)),
            None => self.fields(fields),
        }
    }

    fn items(self, items: Vec<Value>) -> Value {
        Value::List(items.into())
    }
}

/// Says whether what is read is this tree, or this part of one, without making another. Of what is not there nothing is the same, nor is
/// anything the same as [`Rows`](Value::Rows), which documents have none of.
#[derive(Clone, Copy)]
pub(crate) struct Same<'v> {
    tree: Option<&'v Value>,
    within: Option<&'v Within<'v>>,
}

impl<'v> Same<'v> {
    /// For a tree.
    pub(crate) fn of(tree: &'v Value) -> Self {
        Self {
            tree: Some(tree),
            within: None,
        }
    }

    /// For a tree of some elements of a document.
    pub(crate) fn within(tree: &'v Value, within: &'v Within<'v>) -> Self {
        Self {
            tree: Some(tree),
            within: Some(within),
        }
    }

    /// For a part of it.
    fn part(self, tree: Option<&'v Value>) -> Self {
        Self { tree, ..self }
    }
}

impl Make for Same<'_> {
    type Made = bool;

    fn wanted(&self) -> Option<&Within<'_>> {
        self.within
    }

    fn content(self, variant: usize) -> Self {
        self.part(match self.tree {
            Some(Value::Variant {
                variant: own,
                content,
            }) if *own == variant => content.as_deref(),
            _ => None,
        })
    }

    fn field(self, place: usize) -> Self {
        self.part(match self.tree {
            Some(Value::Struct(fields)) => fields.get(place),
            _ => None,
        })
    }

    fn item(self, index: usize) -> Self {
        self.part(match self.tree {
            Some(Value::List(items)) => items.get(index),
            _ => None,
        })
    }

    fn value(self, value: Value) -> bool {
        self.tree == Some(&value)
    }

    fn variant(self, variant: usize, content: Option<bool>) -> bool {
        match self.tree {
            Some(Value::Variant {
                variant: own,
                content: other,
            }) => *own == variant && content == other.as_ref().map(|_| true),
            _ => false,
        }
    }

    fn fields(self, fields: Vec<Option<bool>>) -> bool {
        match self.tree {
            Some(Value::Struct(own)) => own.iter().map(|field| field.map(|_| true)).eq(fields),
            _ => false,
        }
    }

    fn items(self, items: Vec<bool>) -> bool {
        match self.tree {
            Some(Value::List(own)) => own.len() == items.len() && items.into_iter().all(|is| is),
            _ => false,
        }
    }
}
