//! Paths as people write them: what a list names has its name, `vertices[3].normal.x` for `vertices[3].attributes[1].x`.

use std::{borrow::Cow, collections::HashMap, rc::Rc};

use formwork_schema::{
    Layout, Path,
    layout::{Columns, Field},
    path::Step,
};

use crate::described::{Described, described};

/// Names that lists of a file give to the items of other lists.
pub(crate) struct Paths<'l> {
    layout: &'l Layout,
    bytes: &'l [u8],
    /// Lists whose items have names, and what names them.
    named: Vec<(&'l Field, &'l Columns)>,
    /// Names by the path of the struct that has the list with the names.
    known: HashMap<String, Rc<[String]>>,
    /// What the lists of the file say, once that was asked.
    described: Option<Described>,
}

impl<'l> Paths<'l> {
    pub(crate) fn new(layout: &'l Layout, bytes: &'l [u8]) -> Self {
        let structs = layout.structs().into_iter();
        let named = structs.filter_map(|one| one.columns());
        Self {
            layout,
            bytes,
            named: named.collect(),
            known: HashMap::new(),
            described: None,
        }
    }

    /// A path of the layout in the words of people.
    pub(crate) fn shown<'p>(&mut self, path: &'p str) -> Cow<'p, str> {
        for place in 0..self.named.len() {
            let (list, columns) = self.named[place];
            let Some((around, index, rest)) = split(path, &list.name) else {
                continue;
            };
            let names = self.names(around, list, columns);
            if let Some(name) = names.get(index) {
                return format!("{around}.{name}{rest}").into();
            }
        }
        path.into()
    }

    /// A path in the words of people as one of the layout, which it may be already.
    pub(crate) fn meant<'p>(&mut self, path: &'p str) -> Cow<'p, str> {
        for (dot, _) in path.match_indices('.') {
            let (around, rest) = (&path[..dot], &path[dot + 1..]);
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            for place in 0..self.named.len() {
                let (list, columns) = self.named[place];
                let names = self.names(around, list, columns);
                if let Some(index) = names.iter().position(|name| *name == rest[..end]) {
                    return format!("{around}.{}[{index}]{}", list.name, &rest[end..]).into();
                }
            }
        }
        path.into()
    }

    /// The names that items of a list have at a place; empty where there are none.
    fn names(&mut self, place: &str, list: &Field, columns: &Columns) -> Rc<[String]> {
        let mut around = place;
        while !around.is_empty() {
            // What is inside one list has one list with names, further out.
            around = around.rfind(['.', '[']).map_or("", |end| &around[..end]);
            if let Some(names) = self.known.get(around) {
                return Rc::clone(names);
            }
            let names = self.read(around, list, columns);
            if !names.is_empty() {
                let names: Rc<[String]> = names.into();
                self.known.insert(around.to_owned(), Rc::clone(&names));
                return names;
            }
        }
        Rc::default()
    }

    /// The names that the list of a struct says.
    fn read(&mut self, around: &str, list: &Field, columns: &Columns) -> Vec<String> {
        // Read at once, and not once for each struct: there may be many.
        let described = self.described.get_or_insert_with(|| {
            let columns: Vec<_> = self.named.iter().map(|(_, columns)| *columns).collect();
            described(self.layout, self.bytes, &columns)
        });
        let said = described.get(&(around.to_owned(), columns.list.to_string()));
        said.map(|said| columns.names(said, list))
            .unwrap_or_default()
    }
}

/// What is around an item of a list, which item it is, and what follows.
fn split<'p>(path: &'p str, list: &str) -> Option<(&'p str, usize, &'p str)> {
    let at = path.find(&format!(".{list}["))?;
    let inside = &path[at + list.len() + 2..];
    let (index, rest) = inside.split_once(']')?;
    Some((&path[..at], index.parse().ok()?, rest))
}

/// A path of a reader in the words of its text, where the items of the list that it is in have these names.
pub(crate) fn in_text(layout: &Layout, path: &Path<'_>, names: &[String]) -> String {
    let structs = layout.structs();
    let is_named = |list: &str| {
        let mut columns = structs.iter().filter_map(|one| one.columns());
        columns.any(|(field, _)| *field.name == *list)
    };
    let mut shown = Path::new();
    let mut steps = path.steps().iter().peekable();
    while let Some(step) = steps.next() {
        match (step, steps.peek()) {
            (Step::Name(name), Some(Step::Index(index)))
                if (*index as usize) < names.len() && is_named(name) =>
            {
                shown.push_name(&names[*index as usize]);
                steps.next();
            }
            _ => shown.push(step.clone()),
        }
    }
    shown.to_string()
}
