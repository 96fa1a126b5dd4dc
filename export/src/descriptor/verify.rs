//! What only the whole layout shows: that structs end, that records have one stride, that vectors
//! are numbers, that everything is used.

use std::collections::BTreeSet;

use formwork_schema::{
    Error, Layout, Result,
    implied::Implied,
    layout::{Body, Columns, Count, Due, Encoding, Field, Struct, Style, Type},
    place::{self, XmlForm},
    sorted,
    unwritable::unwritable,
};

use super::{index::Index, node::Node, xml};
use crate::facets::fixed_count;

/// Deepest nesting of structs that are not marked as nested.
const MAX_DEPTH: usize = 64;

/// Most numbers of one vector.
const MAX_NUMBERS: u64 = 4096;

pub(super) fn check(layout: &Layout, index: &Index<'_>) -> Result<()> {
    let implied = &Implied::of(layout);
    let check = Check {
        layout,
        implied,
        index,
    };
    if layout.encoding == Encoding::Xml {
        xml::check(layout, index)?;
        return check.used();
    }
    let order = check.order()?;
    check.lengths()?;
    check.can_be_written()?;
    check.vectors(&order)?;
    check.packed(&order)?;
    check.used()?;
    check.root()?;
    check.links()?;
    check.attributes()
}

struct Check<'a> {
    layout: &'a Layout,
    implied: &'a Implied<'a>,
    index: &'a Index<'a>,
}

/// A struct on the way down, and the references that are still to be followed.
struct Visit {
    place: usize,
    next: Vec<usize>,
    depth: usize,
}

/// How far the visits came.
struct Seen {
    /// Of structs that were left: how deep they nest.
    depths: Vec<Option<usize>>,
    open: Vec<bool>,
    order: Vec<usize>,
}

impl Seen {
    fn close(&mut self, place: usize, depth: usize) {
        self.open[place] = false;
        self.depths[place] = Some(depth);
        self.order.push(place);
    }
}

impl Check<'_> {
    /// Asks that only the root says how long the file is, and what only the file tells.
    fn lengths(&self) -> Result<()> {
        let root = self.index.place_of(&self.layout.root.name);
        let others = (0..self.layout.table.len()).filter(|place| Some(*place) != root);
        for (field, node) in others.flat_map(|place| self.fields_of(place)) {
            if let Some(Due::FileLength(_)) = field.due {
                return Err(node.error("only the root knows how long the file is"));
            }
            if field.visible && field.is.is_some() {
                return Err(node.error("only the root has what only the file tells"));
            }
        }
        Ok(())
    }

    /// Checks that only what trees show depends on values that only the finished file has.
    fn can_be_written(&self) -> Result<()> {
        let found = unwritable(self.layout);
        let (Some(first), Some(place)) = (
            found.first(),
            found
                .first()
                .and_then(|first| self.index.place_of(first.of)),
        ) else {
            return Ok(());
        };
        let whole = self.index.nodes[place];
        let node = match first.field {
            Some((variant, name)) => self.field_of(whole, variant, name).unwrap_or(whole),
            None => whole,
        };
        let attribute = node.get(first.site.attribute());
        Err(attribute.map_or_else(
            || node.error(&*first.message),
            |attribute| node.wrong(attribute, &*first.message),
        ))
    }

    /// The element of a field of a struct, or of the variant at this place.
    fn field_of<'n>(
        &self,
        whole: &'n Node<'n>,
        variant: usize,
        name: &str,
    ) -> Option<&'n Node<'n>> {
        let is_it = |node: &&Node<'_>| {
            node.name != "variant" && node.get("name").is_some_and(|known| known.value == name)
        };
        let mut variants = whole.members().filter(|member| member.name == "variant");
        match variants.nth(variant) {
            Some(variant) => variant.members().find(is_it),
            None => whole.members().find(is_it),
        }
    }

    /// The structs, each after those that it consists of.
    fn order(&self) -> Result<Vec<usize>> {
        let count = self.layout.table.len();
        let mut seen = Seen {
            depths: vec![None; count],
            open: vec![false; count],
            order: vec![],
        };
        for start in 0..count {
            if seen.depths[start].is_none() {
                self.descend(start, &mut seen)?;
            }
        }
        Ok(seen.order)
    }

    /// Visits a struct and all that it consists of, without recursion: layouts may be hostile.
    fn descend(&self, start: usize, seen: &mut Seen) -> Result<()> {
        let mut stack = vec![self.visit(start, seen)];
        while let Some(visit) = stack.last_mut() {
            if visit.depth > MAX_DEPTH {
                let message = format!("structs inside structs, deeper than {MAX_DEPTH}");
                return Err(self.index.nodes[visit.place].error(message));
            }
            let Some(target) = visit.next.pop() else {
                let (place, depth) = (visit.place, visit.depth);
                seen.close(place, depth);
                stack.pop();
                if let Some(outer) = stack.last_mut() {
                    outer.depth = outer.depth.max(depth + 1);
                }
                continue;
            };
            if seen.open[target] {
                return Err(self.endless(visit.place, target));
            }
            match seen.depths[target] {
                Some(depth) => visit.depth = visit.depth.max(depth + 1),
                None => stack.push(self.visit(target, seen)),
            }
        }
        Ok(())
    }

    fn visit(&self, place: usize, seen: &mut Seen) -> Visit {
        seen.open[place] = true;
        let fields = self.layout.table[place].field_lists().flatten();
        let targets: BTreeSet<usize> = sorted::collect(
            fields
                .filter_map(|field| unmarked(&field.ty))
                .filter_map(|name| self.index.place_of(name)),
        );
        Visit {
            place,
            next: targets.into_iter().collect(),
            depth: 1,
        }
    }

    fn endless(&self, from: usize, to: usize) -> Error {
        let name = self.index.struct_name(to);
        let node = self.index.nodes[from];
        let field = self
            .fields_of(from)
            .find(|(field, _)| unmarked(&field.ty) == Some(name));
        let node = field.map_or(node, |(_, field)| field);
        let error = node.error(format!("`{name}` contains itself without end"));
        error.help("mark this with nested=\"true\"")
    }

    /// The fields of a struct with their elements.
    fn fields_of(&self, place: usize) -> impl Iterator<Item = (&Field, &Node<'_>)> {
        let node = self.index.nodes[place];
        let members = node.members().flat_map(|member| {
            let inner: Box<dyn Iterator<Item = &Node<'_>>> = if member.name == "variant" {
                Box::new(member.members())
            } else {
                Box::new(std::iter::once(member))
            };
            inner
        });
        let fields = self.layout.table[place].field_lists().flatten();
        fields.zip(members.filter(|member| member.name != "assert"))
    }

    /// Asks that no field of the root is called what texts say there themselves.
    fn root(&self) -> Result<()> {
        let taken = [place::FORM_NAME, place::DANGLING];
        let mut fields = self.fields_of(0);
        let clash = fields.find(|(field, _)| taken.contains(&&*field.name));
        let Some((field, node)) = clash.filter(|(field, _)| field.visible) else {
            return Ok(());
        };
        let message = format!("texts say something else under `{}`", field.name);
        Err(node.error(message).help("give the field another name"))
    }

    /// Asks that vectors hold numbers only, and not too many.
    fn vectors(&self, order: &[usize]) -> Result<()> {
        let mut known = vec![0; self.layout.table.len()];
        for place in order {
            let item = &self.layout.table[*place];
            if item.style == Style::Record {
                continue;
            }
            let mut numbers: u64 = 0;
            for (field, node) in self.fields_of(*place) {
                let more = self
                    .numbers(field, &known)
                    .filter(|_| matches!(item.body, Body::Fields(_)));
                let Some(more) = more else {
                    let message = format!(
                        "`{}` is a vector, but `{}` is not a number",
                        item.name, field.name
                    );
                    return Err(node.error(message));
                };
                numbers = numbers.saturating_add(more);
            }
            if !(1..=MAX_NUMBERS).contains(&numbers) {
                let message = format!("`{}` is a vector of {numbers} numbers", item.name);
                return Err(self.index.nodes[*place].error(message));
            }
            known[*place] = numbers;
        }
        Ok(())
    }

    /// How many numbers a field of a vector is.
    fn numbers(&self, field: &Field, known: &[u64]) -> Option<u64> {
        if field.may_be_absent() || !field.visible {
            return None;
        }
        match &field.ty {
            Type::Struct(target) => self
                .index
                .place_of(&target.name)
                .map(|place| known[place])
                .filter(|n| *n > 0),
            ty if place::is_number(ty) => Some(1),
            ty if place::content(self.implied, ty) == XmlForm::Numbers => fixed_count(field),
            _ => None,
        }
    }

    /// Asks that the items of packed lists have one stride.
    fn packed(&self, order: &[usize]) -> Result<()> {
        let mut loose: Vec<Option<String>> = vec![None; self.layout.table.len()];
        for place in order {
            let mut reason = None;
            for (field, node) in self.fields_of(*place) {
                if let Type::Packed(item) = field.ty.peeled()
                    && let Some(why) = self.loose(item, &loose)
                {
                    let message = format!("the items of `{}` differ in size: {why}", field.name);
                    return Err(node.error(message).help("make it a `<list>`"));
                }
                if reason.is_none() {
                    let to_end = matches!(field.count, Some(Count::ToEnd));
                    let why = self
                        .loose(&field.ty, &loose)
                        .or(to_end.then(|| "it ends with the file".to_owned()));
                    reason = why.map(|_| {
                        format!(
                            "`{}` of `{}` has no fixed size",
                            field.name,
                            self.index.struct_name(*place)
                        )
                    });
                }
            }
            loose[*place] = reason;
        }
        Ok(())
    }

    /// Why values of this type have no fixed size.
    fn loose(&self, ty: &Type, structs: &[Option<String>]) -> Option<String> {
        match ty {
            Type::Vle | Type::CString | Type::Ended(..) => {
                Some("they are of variable length".to_owned())
            }
            Type::Padding(_) => Some("they have padding that may be odd".to_owned()),
            Type::Nested(_) => Some("they are nested".to_owned()),
            Type::Struct(target) => structs[self.index.place_of(&target.name)?].clone(),
            Type::List(item) | Type::Packed(item) | Type::Array(item, _) => {
                self.loose(item, structs)
            }
            _ => None,
        }
    }

    /// Asks that the root reaches everything.
    fn used(&self) -> Result<()> {
        let structs = self.layout.structs();
        let names: BTreeSet<&str> = sorted::collect(structs.iter().map(|item| &*item.name));
        let unused = (0..)
            .zip(&self.index.nodes)
            .find(|(place, _)| !names.contains(self.index.struct_name(*place)));
        if let Some((place, node)) = unused {
            let message = format!(
                "nothing uses the struct `{}`",
                self.index.struct_name(place)
            );
            return Err(node.error(message));
        }
        match self.index.unused_table() {
            Some(node) => Err(node.error("nothing uses this table")),
            None => Ok(()),
        }
    }

    /// Asks that indices count in lists that are there, and that lists which name others have the fields for that.
    fn links(&self) -> Result<()> {
        let lists = self.layout.root().fields();
        let is_list = |name: &str| {
            let mut lists = lists.iter();
            lists.any(|field| field.name == *name && field.ty.peeled().item().is_some())
        };
        for place in 0..self.layout.table.len() {
            for (field, node) in self.fields_of(place) {
                if let Some(of) = &field.index_of
                    && !is_list(&of.list)
                {
                    let message = format!("`{}` is not a list of the root struct", of.list);
                    return Err(node.error(message));
                }
                if let Some(of) = &field.index_of
                    && self.has_own_index(&of.list)
                {
                    let message = format!(
                        "items of `{}` carry their number in texts as `{}`, and have a field of that name",
                        of.list,
                        place::INDEX
                    );
                    return Err(node.error(message).help("give that field another name"));
                }
                if let Some(columns) = &field.columns
                    && !self.names(columns)
                {
                    let message = format!("no list is `{}`", columns.named_by());
                    let error = node.error(message);
                    return Err(
                        error.help("name a list whose items are structs with these two fields")
                    );
                }
            }
        }
        Ok(())
    }

    /// Whether the items of a list of the root have a field that is called what texts call their number.
    fn has_own_index(&self, list: &str) -> bool {
        let mut lists = self.layout.root().fields().iter();
        let target = lists
            .find(|field| field.name == *list)
            .and_then(|field| field.ty.struct_ref());
        let mut fields = target
            .into_iter()
            .flat_map(|target| self.layout.get(target).field_lists().flatten());
        fields.any(|field| field.name == *place::INDEX)
    }

    /// Whether a list is there that can name the items of others.
    fn names(&self, columns: &Columns) -> bool {
        let has =
            |target: &Struct, name: &str| target.fields().iter().any(|field| field.name == *name);
        let fields = self
            .layout
            .table
            .iter()
            .flat_map(|one| one.field_lists().flatten());
        let mut lists = fields.filter(|field| field.name == columns.list);
        lists.any(|list| {
            let target = list.ty.struct_ref().map(|target| self.layout.get(target));
            target
                .is_some_and(|target| has(target, &columns.meaning) && has(target, &columns.number))
        })
    }

    /// Asks that no two parts of an instance have one name.
    fn attributes(&self) -> Result<()> {
        for place in 0..self.layout.table.len() {
            for (field, node) in self.fields_of(place) {
                let padding = place::padding_name(&field.name);
                let fixed = matches!(field.ty, Type::FixedString(_));
                if fixed && self.index.has_field(place, &padding) {
                    let message = format!("`{padding}` is the padding of `{}`", field.name);
                    return Err(node.error(message).help("rename the other field"));
                }
            }
        }
        let root: &Struct = self.layout.root();
        let fields = root.fields();
        for (place, (field, node)) in self.fields_of(0).enumerate().take(fields.len()) {
            let name = match place::of_field(self.implied, fields, place) {
                XmlForm::Hidden | XmlForm::Attribute => continue,
                XmlForm::Items => place::item_name(field),
                _ => &field.name,
            };
            if name == place::TRAILING {
                let message = format!("`{name}` is the element of bytes after the end");
                return Err(node.error(message).help("rename the field or its `item`"));
            }
        }
        Ok(())
    }
}

/// The struct that a type consists of and that is not marked as nested.
fn unmarked(ty: &Type) -> Option<&str> {
    match ty {
        Type::Nested(_) => None,
        Type::List(item) | Type::Packed(item) | Type::Array(item, _) => unmarked(item),
        Type::Struct(target) => Some(&target.name),
        _ => None,
    }
}
