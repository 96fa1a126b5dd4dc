//! Records are decoded and encoded as the layout says, in every shape: whatever a layout keeps packed is found in its
//! description, and no record is named here.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use conformance::{
    arbitrary::{self, Bits},
    fixtures, fuzz,
    questions::{File, ThroughJson, ask},
};
use formwork_formats::layouts;
use formwork_schema::{
    Layout, Result,
    layout::{Field, Struct, Type},
    walk::{self, Leaf, Node, NodeKind, Visitor, WalkOptions},
};

/// For every record its shapes: which of its fields are there.
type Shapes = BTreeMap<String, BTreeSet<Vec<String>>>;

/// Notes the records of a file.
#[derive(Default)]
struct Seen {
    shapes: Shapes,
    /// The record around the current place, and those around that.
    open: Vec<Vec<String>>,
}

impl Seen {
    fn note(&mut self, field: &Field) {
        if let Some(names) = self.open.last_mut() {
            names.push(field.name.to_string());
        }
    }

    /// Whether a struct in this field is a record, or part of one.
    fn is_record(&self, field: &Field) -> bool {
        !self.open.is_empty() || matches!(field.ty.peeled(), Type::Packed(_))
    }
}

impl Visitor for Seen {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        self.note(leaf.field);
        Ok(())
    }

    fn enter(&mut self, node: &Node<'_>) {
        if matches!(node.kind, NodeKind::Struct(_)) && self.is_record(node.field) {
            self.note(node.field);
            self.open.push(Vec::new());
        }
    }

    fn leave(&mut self, node: &Node<'_>) {
        if let NodeKind::Struct(held) = node.kind
            && let Some(shape) = self.open.pop()
        {
            let shapes = self.shapes.entry(held.name.to_string()).or_default();
            shapes.insert(shape);
        }
    }
}

fn seen(layout: &Layout, bytes: &[u8]) -> Shapes {
    let mut seen = Seen::default();
    walk::walk(layout, bytes, &WalkOptions::default(), &mut seen).expect("a sound file");
    seen.shapes
}

/// The records of a layout: what it keeps packed, and what that is made of.
fn records(layout: &Layout) -> BTreeMap<String, &Struct> {
    let structs = layout.structs();
    let fields = structs.iter().flat_map(|held| held.field_lists()).flatten();
    let packed = fields.filter(|field| matches!(field.ty.peeled(), Type::Packed(_)));
    let mut next: Vec<&Type> = packed.map(|field| &field.ty).collect();
    let mut all = BTreeMap::new();
    while let Some(ty) = next.pop() {
        let Some(held) = ty.struct_ref().map(|held| layout.get(held)) else {
            continue;
        };
        if all.insert(held.name.to_string(), held).is_none() {
            next.extend(held.field_lists().flatten().map(|field| &field.ty));
        }
    }
    all
}

/// Entropy that differs from seed to seed, and grows, so that small files come first.
fn entropy(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let byte = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..40 + seed).map(byte).collect()
}

/// Walks both readers over a file, and its tree through text: decoding and encoding.
fn prove(format: &str, bytes: &[u8]) {
    fuzz::bytes(format, bytes);
    let again = ask(&ThroughJson, File { format, bytes });
    let again = again.unwrap_or_else(|error| panic!("{format}: {error}"));
    assert!(again == bytes, "other bytes came back in {format}");
}

/// How many fields are not always there.
fn conditions(held: &Struct) -> usize {
    held.fields()
        .iter()
        .filter(|field| field.when.is_some())
        .count()
}

/// Proves arbitrary files until they have shown every record that they can have: records with conditions under every
/// combination of masks.
fn prove_arbitrary(format: &str, layout: &Layout, records: &BTreeMap<String, &Struct>) -> Shapes {
    let mut all = Shapes::new();
    for entropy in (0..600).map(entropy) {
        let found = seen(layout, &arbitrary::file(layout, &entropy));
        let mut new = found
            .keys()
            .filter(|name| !all.contains_key(*name))
            .peekable();
        if new.peek().is_none() {
            continue;
        }
        // A condition asks a bit at least; that they were enough is asked at the end.
        let asked = new.map(|name| conditions(records[name])).max();
        let bits = match asked {
            Some(asked @ 1..) => (asked + 1).max(8).min(Bits::most(layout)),
            _ => 0,
        };
        for flags in 0..1_u64 << bits {
            let bytes = arbitrary::file_with(layout, &entropy, Bits(flags));
            prove(format, &bytes);
            merge(&mut all, seen(layout, &bytes));
        }
        merge(&mut all, found);
    }
    all
}

fn merge(all: &mut Shapes, more: Shapes) {
    for (name, shapes) in more {
        all.entry(name).or_default().extend(shapes);
    }
}

#[test]
fn every_record_in_every_shape_is_what_its_layout_says() {
    for layout in layouts() {
        let records = records(layout);
        if records.is_empty() {
            continue;
        }
        let mut all = prove_arbitrary(&layout.format, layout, &records);
        let ours = fixtures::all();
        for fixture in ours
            .iter()
            .filter(|fixture| fixture.format() == *layout.format)
        {
            prove(&layout.format, &fixture.bytes);
            merge(&mut all, seen(layout, &fixture.bytes));
        }
        for (name, held) in records {
            let shapes = all.get(&name).map_or(0, BTreeSet::len);
            let wanted = 1 << conditions(held);
            assert!(
                shapes >= wanted,
                "{}: {name} in {shapes} shapes of {wanted}",
                &layout.format
            );
        }
    }
}

/// The structs below a folder of sources that derive `Record`.
fn derived(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("our sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            derived(&path, found);
            continue;
        }
        let source = fs::read_to_string(&path).expect("UTF-8");
        let mut is_record = false;
        for line in source.lines() {
            is_record |= line.starts_with("#[derive(Schema, Record)]");
            if let Some(name) = line.strip_prefix("pub struct ")
                && std::mem::take(&mut is_record)
            {
                let name = name.split(|c: char| !c.is_alphanumeric()).next();
                found.push((path.clone(), name.unwrap_or_default().to_owned()));
            }
        }
    }
}

#[test]
fn no_struct_is_a_record_in_vain() {
    let mut known = BTreeSet::new();
    for layout in layouts() {
        known.extend(records(layout).into_keys());
    }
    let mut found = Vec::new();
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    derived(&root.join("formats/src"), &mut found);
    derived(&root.join("schema/src/prim"), &mut found);
    assert!(found.len() > 10);
    for (path, name) in found {
        let path = path.display();
        assert!(known.contains(&name), "{path}: no format packs `{name}`");
    }
}
