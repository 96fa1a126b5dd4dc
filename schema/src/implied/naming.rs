//! What items are called that another list describes.

use std::collections::HashSet;

use super::Implied;
use crate::{
    layout::{Columns, Field, Struct, Type, Variant, VariantShape},
    place,
    value::{Fields, Value},
};

/// What the items of a struct are that is one list: their names, and the variant of each by its place in the layout.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    /// No two are alike.
    pub names: Vec<String>,
    /// As many.
    pub variants: Vec<usize>,
}

impl<'l> Implied<'l> {
    /// Whether texts can name the items of the list that a struct is: each is an attribute, so it is one piece of text.
    /// It is an item of a list wherever it is, for that list waits for the names.
    pub(super) fn can_name(&self, of: &Struct) -> bool {
        let item = of.columns().and_then(|(field, _)| field.ty.peeled().item());
        item.is_some_and(|item| {
            let target = match item.peeled() {
                Type::Struct(target) => self.layout.get(target),
                _ => return false,
            };
            self.is_untagged(target) && place::is_simple(self, item)
        }) && of.name != self.layout.root.name
            && self.structs.iter().all(|one| self.holds_as_item(one, of))
    }

    /// Whether a struct has another one only as the items of lists that wait.
    fn holds_as_item(&self, one: &Struct, of: &Struct) -> bool {
        let is_of = |ty: &Type| matches!(ty.peeled(), Type::Struct(held) if held.name == of.name);
        let fits = |field: &Field| {
            let mentions = field
                .ty
                .struct_ref()
                .is_some_and(|held| held.name == of.name);
            !mentions || field.ty.peeled().item().is_some_and(is_of)
        };
        let waits =
            |variant: &Variant| variant.shape != VariantShape::Newtype || self.is_untagged(one);
        let of_variants = one.variants().iter().filter(|variant| !waits(variant));
        let mut bare = of_variants.flat_map(|variant| variant.fields.iter());
        let is_bare = |field: &Field| {
            field
                .ty
                .struct_ref()
                .is_some_and(|held| held.name == of.name)
        };
        one.field_lists().flatten().all(fits) && !bare.any(is_bare)
    }

    /// Whether the text of this struct is one attribute for each item of the list that it is.
    #[must_use]
    pub fn is_named(&self, of: &Struct) -> bool {
        self.named.contains(&*of.name)
    }

    /// The struct that is one item of a list of this type, the list that it is, and what names the items of that.
    #[must_use]
    pub fn naming(&self, ty: &Type) -> Option<(&'l Struct, &'l Field, &'l Columns)> {
        let item = ty.peeled().item()?;
        let Type::Struct(target) = item.peeled() else {
            return None;
        };
        let target = self.structs.iter().find(|one| one.name == target.name)?;
        let (field, columns) = target.columns()?;
        self.is_named(target).then_some((*target, field, columns))
    }

    /// The names that a list gives to items elsewhere; none where it is not such a list.
    pub(super) fn names_by(&self, list: &Field, value: Option<&Value>) -> Option<Vec<String>> {
        let named = self.structs.iter().filter(|one| self.is_named(one));
        let mut named = named.filter_map(|one| one.columns());
        let (field, columns) = named.find(|(_, columns)| columns.list == list.name)?;
        let described = columns.described(self.layout, list, value?)?;
        Some(columns.names(&described, field))
    }

    /// The names that a struct with these fields gives to items elsewhere; none where it has no such list.
    #[must_use]
    pub fn names(&self, fields: &[Field], values: &Fields) -> Option<Vec<String>> {
        if self.named.is_empty() {
            return None;
        }
        let mut pairs = fields.iter().zip(values);
        pairs.find_map(|(field, value)| self.names_by(field, value))
    }
}

impl Columns {
    /// The names of the items of `list` with these meanings and numbers, no two alike.
    #[must_use]
    pub fn names(&self, described: &[(i128, i128)], list: &Field) -> Vec<String> {
        let item = place::item_name(list);
        let mut names: Vec<String> = Vec::with_capacity(described.len());
        let mut known = HashSet::new();
        for (place, (meaning, number)) in described.iter().enumerate() {
            let mut name = self.name(*meaning, *number);
            if !known.insert(name.clone()) {
                // Where two mean the same, the first counts.
                name = format!("{item}_{place}");
                known.insert(name.clone());
            }
            names.push(name);
        }
        names
    }

    fn name(&self, meaning: i128, number: i128) -> String {
        let word = usize::try_from(meaning)
            .ok()
            .and_then(|place| self.words.get(place));
        match word {
            Some(word) if word.contains('#') => word.replace('#', &number.to_string()),
            Some(word) if number == 0 => word.to_string(),
            Some(word) => format!("{word}_{number}"),
            None => format!("{}_{meaning}_{number}", self.meaning),
        }
    }
}
