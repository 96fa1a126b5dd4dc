//! Named types of text: vectors, flags, enumerations, versions.

use std::collections::BTreeSet;

use formwork_schema::{
    layout::{Bits, Name, Names, Struct, Type, Versions},
    place,
};

use super::{
    helper::number,
    printer::{Printer, word_of},
};
use crate::{
    facets::{fixed_count, since, version_pattern},
    names::Table,
    writer::Attributes,
};

impl Printer<'_> {
    /// The named type of a struct of numbers.
    pub(super) fn vector(&mut self, id: &str, item: &Struct) {
        let mut kinds = BTreeSet::new();
        let count = self.numbers_of(item, &mut kinds);
        let kinds: Vec<String> = kinds.into_iter().collect();
        self.xml
            .open("xs:simpleType", Attributes::new().with("name", id));
        self.xml.doc(&item.doc);
        self.xml.open("xs:restriction", Attributes::new());
        self.xml.open("xs:simpleType", Attributes::new());
        if let [kind] = &*kinds {
            self.xml
                .leaf("xs:list", Attributes::new().with("itemType", kind), "");
        } else {
            self.xml.open("xs:list", Attributes::new());
            self.xml.open("xs:simpleType", Attributes::new());
            let union = Attributes::new().with("memberTypes", kinds.join(" "));
            self.xml.leaf("xs:union", union, "");
            self.xml.close();
            self.xml.close();
        }
        self.xml.close();
        self.xml
            .leaf("xs:length", Attributes::new().with("value", count), "");
        self.xml.close();
        self.xml.close();
    }

    /// How many numbers a struct is; adds the names of their types.
    fn numbers_of(&mut self, item: &Struct, kinds: &mut BTreeSet<String>) -> u64 {
        let layout = self.layout;
        let visible = item.fields().iter().filter(|field| field.visible);
        visible.fold(0_u64, |count, field| {
            let (ty, times) = match field.ty.peeled() {
                Type::Array(item, length) => {
                    let (word, times) = word_of(item, (*length).into());
                    kinds.insert(self.simple(word));
                    return count.saturating_add(times);
                }
                Type::List(one) | Type::Packed(one) => (&**one, fixed_count(field).unwrap_or(0)),
                other => (other, 1),
            };
            let numbers = match ty.peeled() {
                Type::Struct(target) if place::is_vector(layout.get(target)) => {
                    self.numbers_of(layout.get(target), kinds)
                }
                other => {
                    kinds.insert(self.simple(other));
                    1
                }
            };
            count.saturating_add(numbers.saturating_mul(times))
        })
    }

    /// The named type of a table.
    pub(super) fn table(&mut self, id: &str, table: &Table) {
        self.xml
            .open("xs:simpleType", Attributes::new().with("name", id));
        match table {
            Table::Flags(names) => self.flags(names),
            Table::Enum(names) => self.enumeration(names),
            Table::Dialects(names) => {
                self.xml.doc(&names.doc);
                self.names(&names.values);
            }
            Table::Versions(versions) => self.versions(versions),
            Table::Bits(bits) => self.bits(bits),
        }
        self.xml.close();
    }

    /// Names, and bits without a name as one hexadecimal number.
    fn flags(&mut self, names: &Names) {
        self.xml.doc(&names.doc);
        self.xml.open("xs:list", Attributes::new());
        self.xml.open("xs:simpleType", Attributes::new());
        self.xml.open("xs:union", Attributes::new());
        self.xml.open("xs:simpleType", Attributes::new());
        let digits = format!("0x[0-9a-fA-F]{{1,{}}}", names.repr.size() * 2);
        self.xml.restriction("xs:token", "xs:pattern", [digits]);
        self.xml.close();
        self.named(names);
        (0..3).for_each(|_| self.xml.close());
    }

    /// A word for each part, or one number for all.
    fn bits(&mut self, bits: &Bits) {
        self.xml.doc(&bits.doc);
        self.xml.open("xs:list", Attributes::new());
        self.xml.open("xs:simpleType", Attributes::new());
        let parts = bits.parts.iter().map(|part| match &part.ty {
            Type::Bool => format!("{}(=(true|false|0|1))?", part.name),
            Type::Enum(names) => {
                let words = names.values.iter().map(|name| format!("{}|", name.name));
                let number = "0x[0-9a-fA-F]+|[0-9]+";
                format!("{}=({}{number})", part.name, words.collect::<String>())
            }
            _ if part.is_signed() => format!("{}=-?[0-9]+", part.name),
            _ => format!("{}=(0x[0-9a-fA-F]+|[0-9]+)", part.name),
        });
        let whole = "0x[0-9a-fA-F]+|[0-9]+".to_owned();
        let patterns: Vec<String> = parts.chain([whole]).collect();
        self.xml.restriction("xs:token", "xs:pattern", patterns);
        (0..2).for_each(|_| self.xml.close());
    }

    /// A name, or the number when it has none.
    fn enumeration(&mut self, names: &Names) {
        self.xml.doc(&names.doc);
        if names.closed {
            return self.names(&names.values);
        }
        self.xml.open(
            "xs:union",
            Attributes::new().with("memberTypes", number(names.repr)),
        );
        self.named(names);
        self.xml.close();
    }

    /// The names as a member of a union; no member when there are none.
    fn named(&mut self, names: &Names) {
        if !names.values.is_empty() {
            self.xml.open("xs:simpleType", Attributes::new());
            self.names(&names.values);
            self.xml.close();
        }
    }

    fn names(&mut self, values: &[Name]) {
        self.xml
            .open("xs:restriction", Attributes::new().with("base", "xs:token"));
        for name in values {
            self.xml.documented(
                "xs:enumeration",
                Attributes::new().with("value", &name.name),
                &since(name),
            );
        }
        self.xml.close();
    }

    /// A magic, and the number after it when there is one.
    fn versions(&mut self, versions: &Versions) {
        self.xml.doc(&versions.doc);
        self.xml
            .open("xs:restriction", Attributes::new().with("base", "xs:token"));
        for magic in &*versions.magics {
            let pattern = Attributes::new().with("value", version_pattern(magic));
            self.xml.documented("xs:pattern", pattern, &magic.doc);
        }
        self.xml.close();
    }
}
