//! [`Index`]: what the names in a descriptor refer to.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use formwork_schema::{
    Charset, Mark, Result,
    layout::{Encoding, Ending, Link, MarkPlace, Padding, PrimKind, StructRef, Type},
};

use super::{
    node::{Attribute, Node},
    value::is_name,
};
use crate::names::is_built_in;

/// Arrays in arrays that nobody writes.
const MAX_ARRAYS: u32 = 8;

/// What the names in a descriptor refer to.
pub(super) struct Index<'n> {
    /// The structs, in order.
    pub(super) nodes: Vec<&'n Node<'n>>,
    /// The tables, in order.
    tables: Vec<(&'n Node<'n>, Type)>,
    /// By id: a struct or a table, and its place.
    ids: BTreeMap<&'n str, Target>,
    by_name: BTreeMap<&'n str, usize>,
    fields: Vec<BTreeSet<&'n str>>,
    /// Places of the tables that types named so far.
    used: RefCell<BTreeSet<usize>>,
    /// What the layout is about.
    pub(super) encoding: Encoding,
}

#[derive(Clone, Copy)]
enum Target {
    Struct(usize),
    Table(usize),
}

impl<'n> Index<'n> {
    pub(super) fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            nodes: Vec::new(),
            tables: Vec::new(),
            ids: BTreeMap::new(),
            by_name: BTreeMap::new(),
            fields: Vec::new(),
            used: RefCell::default(),
        }
    }

    pub(super) fn add_struct(&mut self, node: &'n Node<'n>) -> Result<()> {
        let place = self.nodes.len();
        let name = node.name_attribute()?;
        if self.by_name.insert(&name.value, place).is_some() {
            return Err(node.wrong(name, format!("a second struct `{}`", name.value)));
        }
        self.add_id(node, name, Target::Struct(place))?;
        let fields = node.members().filter_map(|member| member.get("name"));
        self.fields.push(fields.map(|name| &*name.value).collect());
        self.nodes.push(node);
        Ok(())
    }

    pub(super) fn add_table(&mut self, node: &'n Node<'n>, table: Type) -> Result<()> {
        self.add_id(node, node.need("name")?, Target::Table(self.tables.len()))?;
        self.tables.push((node, table));
        Ok(())
    }

    fn add_id(&mut self, node: &'n Node<'n>, name: &'n Attribute, target: Target) -> Result<()> {
        let id = id_attribute(node, name)?;
        if is_built_in(&id.value) || self.ids.contains_key(&*id.value) {
            let error = node.wrong(id, format!("`{}` means something else already", id.value));
            return Err(error.help("give it another `id`, and name that in `type`"));
        }
        self.ids.insert(&id.value, target);
        Ok(())
    }

    /// A table that no type named, once all were read.
    pub(super) fn unused_table(&self) -> Option<&'n Node<'n>> {
        let used = self.used.borrow();
        (0..)
            .zip(&self.tables)
            .find(|(place, _)| !used.contains(place))
            .map(|(_, (node, _))| *node)
    }

    /// The type that an attribute names: a built-in one, or the struct or table with that id.
    pub(super) fn ty(&self, node: &Node<'_>, attribute: &Attribute) -> Result<Type> {
        self.named(node, attribute, &attribute.value, 0)
    }

    /// The type of a name; what ends in `[3]` is an array.
    fn named(
        &self,
        node: &Node<'_>,
        attribute: &Attribute,
        name: &str,
        depth: u32,
    ) -> Result<Type> {
        if let Some(ty) = built_in(name) {
            return Ok(ty);
        }
        if let Some((item, length)) = array(name) {
            let length = length
                .parse()
                .ok()
                .filter(|length| (1..=Type::MAX_ARRAY).contains(length) && depth < MAX_ARRAYS);
            let length = length.ok_or_else(|| {
                let message = format!("`{name}` is no array: from 1 to {} items", Type::MAX_ARRAY);
                node.wrong(attribute, message)
            })?;
            let item = item
                .strip_prefix('(')
                .and_then(|item| item.strip_suffix(')'))
                .unwrap_or(item);
            let item = self.named(node, attribute, item, depth + 1)?;
            if item.is_lookahead()
                || matches!(item, Type::Dialect(_) | Type::Version(_) | Type::Padding(_))
            {
                return Err(node.wrong(attribute, "items must have bytes"));
            }
            return Ok(Type::Array(item.into(), length));
        }
        match self.ids.get(name) {
            Some(Target::Struct(place)) => Ok(Type::Struct(self.reference(*place))),
            Some(Target::Table(place)) => {
                self.used.borrow_mut().insert(*place);
                Ok(self.tables[*place].1.clone())
            }
            None => {
                let error = node.wrong(attribute, format!("there is no type `{name}`"));
                Err(error
                    .help("define a struct, flags, enum, bits, dialects or versions of that name"))
            }
        }
    }

    pub(super) fn reference(&self, place: usize) -> StructRef {
        StructRef {
            name: self.struct_name(place).into(),
            link: Link::Table(place),
        }
    }

    /// The enumeration of an id, which is used by that.
    pub(super) fn enumeration(&self, id: &str) -> Option<Type> {
        let Some(Target::Table(place)) = self.ids.get(id) else {
            return None;
        };
        let ty = &self.tables[*place].1;
        self.used.borrow_mut().insert(*place);
        matches!(ty, Type::Enum(_)).then(|| ty.clone())
    }

    /// Where the struct of an id stands.
    pub(super) fn struct_of(&self, id: &str) -> Option<usize> {
        match self.ids.get(id) {
            Some(Target::Struct(place)) => Some(*place),
            _ => None,
        }
    }

    /// Where the struct of a name stands.
    pub(super) fn place_of(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Name of a struct.
    pub(super) fn struct_name(&self, place: usize) -> &'n str {
        self.nodes[place]
            .get("name")
            .map_or("", |name| &*name.value)
    }

    /// How many arguments a struct takes.
    pub(super) fn params_of(&self, name: &str) -> usize {
        let node = self.place_of(name).map(|place| self.nodes[place]);
        let params = node.and_then(|node| node.get("params"));
        params.map_or(0, |params| params.value.split_whitespace().count())
    }

    /// Whether a struct has a field of this name.
    pub(super) fn has_field(&self, place: usize, name: &str) -> bool {
        self.fields[place].contains(name)
    }
}

fn id_attribute<'n>(node: &'n Node<'_>, name: &'n Attribute) -> Result<&'n Attribute> {
    let Some(id) = node.get("id") else {
        return Ok(name);
    };
    if id.value.split('.').all(|part| is_name(&format!("_{part}"))) {
        return Ok(id);
    }
    Err(node.wrong(id, format!("`{}` is not an id", id.value)))
}

/// The type of a name that needs no definition.
fn built_in(name: &str) -> Option<Type> {
    if let Some((kind, _)) = PrimKind::ALL.iter().find(|(_, prim)| *prim == name) {
        return Some(Type::Prim(*kind));
    }
    if let Some(ended) = name.strip_prefix("string(") {
        return ended_string(ended.strip_suffix(')')?);
    }
    let size = bracketed(name, "string");
    let room = |word| {
        bracketed(name, word)?
            .parse()
            .ok()
            .filter(|room| *room <= Type::MAX_ARRAY)
    };
    match (room("padding"), room("aligned")) {
        (Some(length @ 1..), _) => return Some(Type::Padding(Padding::Bytes(length))),
        (_, Some(to @ 1..)) => return Some(Type::Padding(Padding::Align(to))),
        _ => {}
    }
    if let Some(distance) = bracketed(name, "peek") {
        return distance.parse().ok().map(Type::Peek);
    }
    Some(match name {
        "vle" => Type::Vle,
        "bool" => Type::Bool,
        "string" => Type::CString,
        "remaining" => Type::Remaining,
        _ => Type::FixedString(size?.parse().ok()?),
    })
}

/// A string of `string(utf-16le)`, `string(utf-8, 0x0d0a)` or `string(utf-8, 0x0a, kept)`.
fn ended_string(inside: &str) -> Option<Type> {
    let (charset, end) = inside.split_once(',').unwrap_or((inside, "0x00"));
    let (mark, place) = match end.split_once(',') {
        None => (end, MarkPlace::Behind),
        Some((mark, place)) => match place.trim_ascii() {
            "kept" => (mark, MarkPlace::Inside),
            "left" => (mark, MarkPlace::Next),
            _ => return None,
        },
    };
    let digits = mark.trim_ascii().strip_prefix("0x")?;
    let is_whole = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let is_whole = is_whole && digits.len().is_multiple_of(2);
    let bytes = (0..digits.len()).step_by(2);
    let mark: Option<Vec<u8>> = bytes
        .map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok())
        .collect();
    let mark = mark.filter(|mark| is_whole && (1..=Mark::LONGEST).contains(&mark.len()))?;
    let ending = Ending {
        mark: mark.into(),
        place,
    };
    Some(Type::Ended(Charset::named(charset)?, ending))
}

/// Item and length of `item[length]`.
fn array(name: &str) -> Option<(&str, &str)> {
    let (item, length) = name.strip_suffix(']')?.rsplit_once('[')?;
    length
        .starts_with(|c: char| c.is_ascii_digit())
        .then_some((item, length))
}

/// The digits of `name[digits]`.
fn bracketed<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let rest = text.strip_prefix(name)?.strip_prefix('[')?;
    let digits = rest.strip_suffix(']')?;
    (!digits.starts_with('+')).then_some(digits)
}
