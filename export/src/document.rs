//! What the layout of XML documents is to others: an XSD and a JSON Schema for validators, and a reference page for people.

pub(crate) mod jsonschema;
pub(crate) mod markdown;
pub(crate) mod xsd;

use formwork_schema::layout::{Field, Layout, Struct, Type};

use crate::names::Ids;

/// A layout, and the names of what it consists of.
struct Parts<'l> {
    layout: &'l Layout,
    ids: Ids<'l>,
}

/// A struct, and its name.
type Named<'p, 'l> = (&'p str, &'l Struct);

impl<'l> Parts<'l> {
    fn of(layout: &'l Layout) -> Self {
        let ids = Ids::of(layout);
        Self { layout, ids }
    }

    fn all(&self) -> impl Iterator<Item = Named<'_, 'l>> {
        let structs = self.ids.structs.iter();
        structs.map(|(id, of)| (id.as_str(), *of))
    }

    /// What elements contain.
    fn elements(&self) -> impl Iterator<Item = Named<'_, 'l>> {
        self.all().filter(|(_, of)| of.element.is_some())
    }

    /// Attributes that stand in several elements.
    fn shared(&self) -> impl Iterator<Item = Named<'_, 'l>> {
        let shared = |of: &Struct| of.element.is_none() && of.variants().is_empty();
        self.all().filter(move |(_, of)| shared(of))
    }

    /// Elements of several kinds.
    fn choices(&self) -> impl Iterator<Item = Named<'_, 'l>> {
        self.all().filter(|(_, of)| !of.variants().is_empty())
    }

    /// The struct that a type or its items refer to.
    fn target(&self, ty: &Type) -> Option<Named<'_, 'l>> {
        let name = &ty.struct_ref()?.name;
        self.all().find(|(_, of)| of.name == *name)
    }
}

/// What a field means, and that nothing reads it any more.
fn meaning(field: &Field) -> String {
    match field.obsolete() {
        "" => field.doc.to_string(),
        obsolete => format!("{} Not read any more: {obsolete}.", field.doc),
    }
}
