//! The structs around a place of the tree.

use formwork_schema::{
    Layout,
    layout::{Field, Struct, Type},
};

/// A struct around a place: the path that leads to it, its name and the first sentence of its doc.
pub(super) struct Around<'l> {
    pub(super) path: String,
    pub(super) name: &'l str,
    pub(super) doc: String,
}

/// The structs around a place, the root first.
pub(super) fn structs<'l>(layout: &'l Layout, path: &str) -> Vec<Around<'l>> {
    let mut current = layout.root();
    let mut found = vec![Around {
        path: String::new(),
        name: &layout.format,
        doc: first_sentence(&current.doc),
    }];
    let mut done = String::new();
    for step in path.split('.') {
        let name = step.split('[').next().unwrap_or(step);
        if let Some(held) = held(layout, current, name) {
            current = held;
            found.push(Around {
                path: done.clone(),
                name: &held.name,
                doc: first_sentence(&held.doc),
            });
        }
        if !done.is_empty() {
            done.push('.');
        }
        done.push_str(step);
        let Some(next) = inside(layout, current, name) else {
            break;
        };
        current = next;
        found.push(Around {
            path: done.clone(),
            name: &current.name,
            doc: first_sentence(&current.doc),
        });
    }
    found
}

/// What a variant holds that has such a field; paths do not name the variant. None where the struct itself leads there.
fn held<'l>(layout: &'l Layout, of: &'l Struct, name: &str) -> Option<&'l Struct> {
    if inside(layout, of, name).is_some() {
        return None;
    }
    let fields = of
        .variants()
        .iter()
        .flat_map(|variant| variant.fields.iter());
    let mut held = fields.filter_map(|field| target(layout, field));
    held.find(|held| held.field_lists().flatten().any(|field| field.name == name))
}

/// The struct that a field or variant leads to.
fn inside<'l>(layout: &'l Layout, of: &'l Struct, name: &str) -> Option<&'l Struct> {
    let field = of.fields().iter().find(|field| field.name == name);
    let newtype = || {
        let variant = of.variants().iter().find(|variant| variant.name == name)?;
        variant.fields.first().filter(|field| field.name == "0")
    };
    // A variant with names of its own is transparent: what it holds is looked for in all variants.
    let in_variant = || {
        of.variants()
            .iter()
            .flat_map(|variant| variant.fields.iter())
            .find(|field| field.name == name)
    };
    if of.variants().iter().any(|variant| variant.name == name) && newtype().is_none() {
        return Some(of);
    }
    target(layout, field.or_else(newtype).or_else(in_variant)?)
}

fn target<'l>(layout: &'l Layout, field: &'l Field) -> Option<&'l Struct> {
    let ty: &'l Type = &field.ty;
    ty.struct_ref().map(|target| layout.get(target))
}

/// The first sentence of a doc text, on one line.
pub(super) fn first_sentence(doc: &str) -> String {
    let line = doc.split("\n\n").next().unwrap_or("").replace('\n', " ");
    match line.find(". ") {
        Some(end) => line[..=end].to_owned(),
        None => line,
    }
}
