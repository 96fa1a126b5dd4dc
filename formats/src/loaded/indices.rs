//! What is wrong with the indices of a tree, by its layout alone: those that lead nowhere, and those that lead in a circle.

use formwork_schema::{
    Diagnostics, Layout, Value, file_rules as rules,
    layout::{Field, IndexOf, Struct},
    value::visit_indices,
};

/// Tells of indices into lists that have no such item, and of items that are their own ancestors.
pub(super) fn diagnose(layout: &Layout, tree: &Value, seen: &mut Diagnostics) {
    let mut tree = tree.clone();
    let items = |tree: &Value, of: &IndexOf| {
        let fields = layout.root().fields().iter();
        let place = fields.into_iter().position(|field| field.name == of.list);
        place.and_then(|place| tree.field(place)).cloned()
    };
    let lists: Vec<(String, Option<Value>)> = layout
        .indices()
        .iter()
        .map(|(_, _, of)| (of.list.to_string(), items(&tree, of)))
        .collect();
    let count = |name: &str| {
        let list = lists.iter().find(|(known, _)| known == name);
        list.and_then(|(_, list)| list.as_ref()?.length())
            .unwrap_or(0)
    };
    // The visitor refuses nothing.
    let _ = visit_indices(layout, &mut tree, &mut |index| {
        let exists = (0..count(&index.of.list) as i128).contains(&index.number);
        if !exists && !index.is_none {
            let message = format!("an index into `{}`, which has no such item", index.of.list);
            seen.add(&rules::NO_SUCH_ITEM, || index.path.to_string(), &message);
        }
        Ok(index.number)
    });
    for (owner, field, of) in layout.indices() {
        let list = lists.iter().find(|(known, _)| **known == *of.list);
        if let Some((name, Some(list))) = list
            && is_item(layout, owner, name)
            && let Some(place) = circle(list, owner, field)
        {
            let message = format!("`{}` leads back to this item", field.name);
            seen.add(&rules::CIRCLE, || format!("{name}[{place}]"), &message);
        }
    }
}

/// Whether a struct is what the items of a list of the root are.
fn is_item(layout: &Layout, owner: &Struct, list: &str) -> bool {
    let mut fields = layout.root().fields().iter();
    let list = fields.find(|field| field.name == *list);
    let target = list.and_then(|list| list.ty.struct_ref());
    target.is_some_and(|target| target.name == owner.name)
}

/// An item that is its own ancestor by way of others. One that says its own index is a root.
fn circle(list: &Value, owner: &Struct, field: &Field) -> Option<usize> {
    let place = owner
        .fields()
        .iter()
        .position(|one| one.name == field.name)?;
    let number = |item: &Value| match item.field(place) {
        Some(Value::Int(number)) => usize::try_from(number.get()).ok(),
        _ => None,
    };
    let next: Vec<Option<usize>> = match list {
        Value::List(items) => items.iter().map(number).collect(),
        Value::Rows(rows) => rows.iter().map(|item| number(&item)).collect(),
        _ => return None,
    };
    // Every item is passed once: those that led to an end are done.
    let mut round = vec![0; next.len()];
    for start in 0..next.len() {
        let mut at = start;
        while round[at] == 0 {
            round[at] = start + 1;
            match next[at].filter(|to| *to < next.len()) {
                Some(to) if to != at && round[to] == start + 1 => return Some(to),
                Some(to) => at = to,
                None => break,
            }
        }
    }
    None
}
