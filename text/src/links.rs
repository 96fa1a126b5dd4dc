//! Indices in texts: names in place of numbers, and numbers that survive edits.
//!
//! Items of a list that indices count carry their number in the text. When items are deleted, added or moved, every index
//! follows the item that has its number. What leads nowhere already is listed at the head of the text, so that it is told from what an edit
//! broke.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use formwork_schema::{
    Error, Kind, Layout, Result, Value,
    escape::escape,
    layout::{Field, Type},
    place::{INDEX, item_name},
    sorted,
    value::{Index, visit_indices},
};

use crate::{number::brief, plan::Slot};

/// What a printer knows of the indices of a tree.
#[derive(Default)]
pub(crate) struct Links {
    /// The names of the items of each list; none for those that do not tell an item.
    names: BTreeMap<String, Vec<Option<String>>>,
    /// Indices that lead nowhere, each as field and number.
    pub(crate) dangling: BTreeSet<String>,
}

impl Links {
    /// Looks through a tree.
    pub(crate) fn new(layout: &Layout, tree: &mut Value) -> Result<Self> {
        let mut lists: BTreeMap<String, u64> = BTreeMap::new();
        let mut links = Self::default();
        for (_, field, of) in layout.indices() {
            let Some((list, items)) = list(layout, tree, &of.list) else {
                continue;
            };
            lists.insert(of.list.to_string(), items.length().unwrap_or(0) as u64);
            if layout.link(field).is_some() && !links.names.contains_key(&*of.list) {
                links
                    .names
                    .insert(of.list.to_string(), own_names(layout, list, items));
            }
        }
        visit_indices(layout, tree, &mut |index| {
            let count = lists.get(&*index.of.list).copied().unwrap_or(0);
            if place(index.number, count).is_none() && !index.is_none {
                links.dangling.insert(entry(index));
            }
            Ok(index.number)
        })?;
        Ok(links)
    }

    /// The name that stands for the number of a field, where that is an index.
    pub(crate) fn of(&self, slot: &Slot<'_>, value: &Value) -> Option<&str> {
        let (Some(list), Value::Int(number)) = (slot.link, value) else {
            return None;
        };
        let names = self.names.get(list)?;
        names.get(usize::try_from(number.get()).ok()?)?.as_deref()
    }
}

fn entry(index: &Index<'_>) -> String {
    format!("{}:{}", entry_name(index.field), index.number)
}

/// What `dangling` calls a field.
fn entry_name(field: &Field) -> &str {
    match (&field.columns, &*field.name) {
        (Some(columns), _) => &columns.indices,
        // What is all of a variant has no name of its own.
        (None, "0") => item_name(field),
        (None, name) => name,
    }
}

fn place(number: i128, count: u64) -> Option<u64> {
    u64::try_from(number).ok().filter(|place| *place < count)
}

/// A list of the root, with its field.
fn list<'t, 'l>(layout: &'l Layout, tree: &'t Value, name: &str) -> Option<(&'l Field, &'t Value)> {
    let mut fields = layout.root().fields().iter().enumerate();
    let (place, field) = fields.find(|(_, field)| field.name == *name)?;
    Some((field, tree.field(place)?))
}

/// The place of the field of an item that is its name, and its type.
fn name_place<'l>(layout: &'l Layout, list: &Field) -> Option<(usize, &'l Type)> {
    let target = layout.get(list.ty.struct_ref()?);
    let is_name = |field: &Field| field.name == *"name" && field.ty.is_text();
    let mut fields = target.fields().iter().enumerate();
    let (place, field) = fields.find(|(_, field)| is_name(field))?;
    Some((place, &field.ty))
}

fn name_of(item: &Value, place: usize) -> Option<&[u8]> {
    match item.field(place)? {
        Value::Text(name) => Some(name),
        Value::Fixed(name) => Some(&name.text),
        _ => None,
    }
}

/// How often each name is there, and where last.
fn by_name(layout: &Layout, list: &Field, items: &Value) -> HashMap<Vec<u8>, (usize, usize)> {
    let mut known = HashMap::new();
    let (Some((place, ty)), Value::List(items)) = (name_place(layout, list), items) else {
        return known;
    };
    for (index, item) in items.iter().enumerate() {
        if let Some(name) = name_of(item, place) {
            let name = ty.utf8(name).into_owned();
            let entry = known.entry(name).or_insert((0, index));
            *entry = (entry.0 + 1, index);
        }
    }
    known
}

/// The names of items that stand for them: those that one item has, and nobody would take for a number.
fn own_names(layout: &Layout, list: &Field, items: &Value) -> Vec<Option<String>> {
    let known = by_name(layout, list, items);
    let (Some((place, ty)), Value::List(items)) = (name_place(layout, list), items) else {
        return Vec::new();
    };
    let own = |item: &Value| {
        let name = ty.utf8(name_of(item, place)?);
        let is_own = known.get(&*name).is_some_and(|(times, _)| *times == 1);
        let name = is_own.then_some(name)?;
        let text = escape(&name);
        (!looks_like_number(&text)).then(|| text.into_owned())
    };
    items.iter().map(own).collect()
}

/// Whether a text would be read as a number, or trimmed.
pub(crate) fn looks_like_number(text: &str) -> bool {
    let first = text.bytes().next();
    first.is_none_or(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte)) || text.trim() != text
}

/// What a reader found out about the indices of a text.
#[derive(Default)]
pub(crate) struct Numbers {
    /// Of each list, the numbers of its items as the text has them, each with its place in the text.
    pub(crate) lists: BTreeMap<String, Vec<(Option<u64>, usize)>>,
    /// Indices that may lead nowhere.
    pub(crate) dangling: BTreeSet<String>,
}

impl Numbers {
    /// Notes the next item of a list.
    pub(crate) fn add(&mut self, list: &str, number: Option<u64>, at: usize) {
        self.lists
            .entry(list.to_owned())
            .or_default()
            .push((number, at));
    }

    /// Notes items that have the numbers of their places.
    pub(crate) fn add_scanned(&mut self, list: &str, count: u64, at: usize) {
        let items = self.lists.entry(list.to_owned()).or_default();
        for _ in 0..count {
            items.push((Some(items.len() as u64), at));
        }
    }

    /// Makes places of the indices of a tree. `at` says in which line a place of the text is.
    pub(crate) fn resolve(
        &self,
        layout: &Layout,
        tree: &mut Value,
        at: impl Fn(usize) -> String,
    ) -> Result<()> {
        self.well_formed(layout)?;
        let mut lists: BTreeMap<String, Known> = BTreeMap::new();
        for (_, _, of) in layout.indices() {
            if lists.contains_key(&*of.list) {
                continue;
            }
            if let Some((field, items)) = list(layout, tree, &of.list) {
                let known = Known {
                    places: self.places(&of.list, &at)?,
                    names: by_name(layout, field, items),
                    count: items.length().unwrap_or(0) as u64,
                    begin: self
                        .lists
                        .get(&*of.list)
                        .and_then(|items| Some(items.first()?.1)),
                };
                lists.insert(of.list.to_string(), known);
            }
        }
        let several = of_several_lists(layout);
        visit_indices(layout, tree, &mut |index| {
            let known = lists.get(&*index.of.list);
            let found = match index.name {
                Some(name) => known.map_or(Err(0), |known| known.named(name)),
                None => known.map_or(Err(0), |known| known.numbered(index.number)),
            };
            let is_there = known.is_some_and(|known| place(index.number, known.count).is_some());
            if index.is_mixed && is_there {
                return unmoved(index, known);
            }
            let led_nowhere = index.name.is_none() && self.dangling.contains(&entry(index));
            let is_told_apart = !several.contains(entry_name(index.field));
            if let Ok(place) = found
                && !(led_nowhere && is_told_apart)
            {
                return Ok(place.into());
            }
            if led_nowhere || index.name.is_none() && index.is_none {
                return kept(index, known, found.is_ok());
            }
            Err(gone(
                index,
                known,
                found.unwrap_or_else(|times| times as u64),
                &at,
            ))
        })
    }

    /// Asks that `dangling` says fields that are indices, and numbers.
    fn well_formed(&self, layout: &Layout) -> Result<()> {
        let indices = layout.indices().into_iter();
        let fields: BTreeSet<&str> =
            sorted::collect(indices.map(|(_, field, _)| entry_name(field)));
        let wrong = |entry: &String| match entry.split_once(':') {
            Some((_, number)) if number.parse::<i128>().is_err() => Some("`field:number`"),
            Some((field, _)) if !fields.contains(field) => Some("index of this format"),
            Some(_) => None,
            None => Some("`field:number`"),
        };
        let mut wrong = self
            .dangling
            .iter()
            .filter_map(|entry| Some((entry, wrong(entry)?)));
        wrong.next().map_or(Ok(()), |(entry, what)| {
            let message = format!("lists `{}`, which is no {what}", brief(entry));
            let error = Error::new(Kind::Malformed, message).of("dangling");
            let known: Vec<&str> = fields.iter().copied().collect();
            Err(match known.is_empty() {
                true => error,
                false => error.help(format!("indices are {}", known.join(", "))),
            })
        })
    }

    /// Where the items are that have numbers; none where they have those of their places.
    fn places(
        &self,
        list: &str,
        at: &impl Fn(usize) -> String,
    ) -> Result<Option<HashMap<u64, u64>>> {
        let Some(items) = self.lists.get(list) else {
            return Ok(None);
        };
        let mut numbered = items
            .iter()
            .filter(|(number, _)| number.is_some())
            .peekable();
        if numbered.peek().is_none() {
            return Ok(None);
        }
        let mut places = HashMap::new();
        for (place, (number, _)) in (0_u64..).zip(items) {
            if let Some(number) = number
                && let Some(other) = places.insert(*number, place)
            {
                let message = format!(
                    "two items of `{list}` have the index {number}: this one, and that {}",
                    at(items[other as usize].1)
                );
                let error = Error::new(Kind::Invalid, message).of(format!("{list}[{place}]"));
                return Err(error.help("leave the index out of what is new"));
            }
        }
        Ok(Some(places))
    }
}

/// What `dangling` calls fields of which one counts in another list than the next: it does not say of which an entry is.
fn of_several_lists(layout: &Layout) -> BTreeSet<&str> {
    let mut lists: BTreeMap<&str, &str> = BTreeMap::new();
    let mut several = BTreeSet::new();
    for (_, field, of) in layout.indices() {
        let name = entry_name(field);
        if *lists.entry(name).or_insert(&of.list) != &*of.list {
            several.insert(name);
        }
    }
    several
}

/// An index that led nowhere before, and must not lead to an item that was added since.
fn kept(index: &Index<'_>, known: Option<&Known>, is_there: bool) -> Result<i128> {
    let leads = known.is_some_and(|known| place(index.number, known.count).is_some());
    if !is_there && !leads {
        return Ok(index.number);
    }
    let (number, list) = (index.number, &index.of.list);
    let message =
        format!("{number} led nowhere, and would lead to an item that was added to `{list}`");
    let entry = entry(index);
    let help = format!(
        "take `{entry}` out of `dangling` if it is meant to lead to that item, which has `{INDEX}` {number} then; otherwise \
         write a number here and in `dangling` that leads nowhere"
    );
    Err(Error::new(Kind::Invalid, message).of(index.path).help(help))
}

/// A list that indices count.
struct Known {
    places: Option<HashMap<u64, u64>>,
    names: HashMap<Vec<u8>, (usize, usize)>,
    count: u64,
    begin: Option<usize>,
}

impl Known {
    /// The place of the item with a name, or how many have it.
    fn named(&self, name: &[u8]) -> Result<u64, usize> {
        match self.names.get(name) {
            Some((1, place)) => Ok(*place as u64),
            Some((times, _)) => Err(*times),
            None => Err(0),
        }
    }

    fn numbered(&self, number: i128) -> Result<u64, usize> {
        let found = match &self.places {
            Some(places) => u64::try_from(number)
                .ok()
                .and_then(|number| places.get(&number).copied()),
            None => place(number, self.count),
        };
        found.ok_or(0)
    }
}

/// An index of which it is not known what it counts in: right only where nothing moved.
fn unmoved(index: &Index<'_>, known: Option<&Known>) -> Result<i128> {
    let places = known.and_then(|known| known.places.as_ref());
    let moved = places.is_some_and(|places| places.iter().any(|(number, place)| number != place));
    if !moved {
        return Ok(index.number);
    }
    let (list, other) = (&index.of.list, &index.of.unless);
    let message = format!(
        "items of `{list}` have moved, and this may count in them or in `{other}`, which has items in some places only"
    );
    let help = format!("leave `{list}` in its order, and put new items at its end");
    Err(Error::new(Kind::Invalid, message).of(index.path).help(help))
}

/// An index that leads nowhere.
fn gone(
    index: &Index<'_>,
    known: Option<&Known>,
    times: u64,
    at: &impl Fn(usize) -> String,
) -> Error {
    let list = &index.of.list;
    let what = match index.name {
        Some(name) if times > 1 => {
            format!(
                "{times} items of `{list}` are called `{}`",
                brief(&escape(name))
            )
        }
        Some(name) => format!("no item of `{list}` is called `{}`", brief(&escape(name))),
        None => format!("no item of `{list}` has the index {}", index.number),
    };
    let begin = known.and_then(|known| known.begin);
    let begin = begin.map_or_else(String::new, |begin| {
        format!("; the list begins {}", at(begin))
    });
    let help = if times > 1 {
        "write the number of the item in place of its name".to_owned()
    } else if index.name.is_some() {
        "write the name of an item that is there, or give it back its name".to_owned()
    } else if known.is_some_and(|known| place(index.number, known.count).is_none()) {
        let kept = entry(index);
        format!(
            "point to an item that is there, take back what was deleted from `{list}`, or add `{kept}` to `dangling` if it \
             is meant to lead nowhere"
        )
    } else {
        format!("point to an item that is there, or take back what was deleted from `{list}`")
    };
    Error::new(Kind::Invalid, what + &begin)
        .of(index.path)
        .help(help)
}
