//! Layouts of documents: elements are matched by where they stand and what they are called, attributes by their names in
//! documents.
//!
//! What a layout does not know its engine ignores, so a new attribute or element reads more, as a new name for a bit does.

use std::collections::BTreeSet;

use formwork_schema::layout::{
    Field, Names, Recognition, Str, Struct, Type,
    xml::{Attribute, Item, Marks, Need, Role},
};

use super::{
    align::missing,
    change::{TEXT, WORDS, breaks, compatible, reads_more},
    comparison::Compare,
    shown,
};

/// Why what is new reads more.
const KNOWN: &str = "files that have it are read; it was ignored";
/// Why what is gone verdict.
const GONE: &str = "what files say with it is ignored";

/// An attribute of an element, with the names of the fields that lead to it.
struct Known<'l> {
    path: String,
    field: &'l Field,
    attribute: &'l Attribute,
}

impl<'l> Compare<'l> {
    /// Compares documents, from their roots.
    pub(super) fn documents(&mut self) {
        if let (Recognition::Root(old), Recognition::Root(new)) =
            (&self.old.recognition, &self.new.recognition)
        {
            self.marks(old, new);
        }
        let mut seen = BTreeSet::new();
        let mut next = Vec::new();
        let refused = "documents that begin with it are refused";
        let roots = [self.old.roots(), self.new.roots()];
        self.choices("", roots, refused, &mut next);
        while let Some((old, new)) = next.pop() {
            if seen.insert((&*old.name, &*new.name)) {
                self.element(old, new, &mut next);
            }
        }
    }

    /// How documents are told.
    fn marks(&mut self, old: &Marks, new: &Marks) {
        let unambiguous = |marks: &Marks| if marks.unambiguous { "by root" } else { "" };
        let more = reads_more("more files are recognised");
        let less = breaks("files may not be recognised any more");
        let verdict = if new.unambiguous { more } else { less };
        self.differ(
            "",
            "recognised",
            unambiguous(old),
            unambiguous(new),
            verdict,
        );
        let lists = [
            ("hint", [&old.hints, &new.hints], [less, more]),
            ("foreign", [&old.foreign, &new.foreign], [more, less]),
        ];
        for (what, [old, new], [gone, added]) in lists {
            for text in missing(old, new) {
                self.differ("", what, text, "", gone);
            }
            for text in missing(new, old) {
                self.differ("", what, "", text, added);
            }
        }
        let roots = |marks: &Marks| -> Vec<Str> {
            let roots = marks.obsolete.iter().map(|obsolete| obsolete.root.clone());
            roots.collect()
        };
        let (old, new) = (roots(old), roots(new));
        for root in missing(&old, &new) {
            self.differ("", "obsolete root", root, "", WORDS);
        }
        for root in missing(&new, &old) {
            self.differ("", "obsolete root", "", root, WORDS);
        }
    }

    /// Elements that may stand at one place, by their names.
    fn choices(
        &mut self,
        path: &str,
        [old, new]: [Vec<Item<'l>>; 2],
        gone: &'static str,
        next: &mut Vec<(&'l Struct, &'l Struct)>,
    ) {
        let variant = |item: &Item<'l>| item.variant.map_or("", |(_, variant)| &*variant.name);
        let unknown = |items: &[Item<'l>]| {
            let mut unknown = items.iter().filter(|item| item.element.is_none());
            unknown.next().map_or("", variant)
        };
        let [was, is] = [unknown(&old), unknown(&new)];
        self.differ(path, "unknown elements", was, is, TEXT);
        let known = |items: Vec<Item<'l>>| -> Vec<(&'l Struct, &'l str)> {
            let known = items.into_iter();
            known
                .filter_map(|item| Some((item.element?, variant(&item))))
                .collect()
        };
        let (old, new) = (known(old), known(new));
        let said = |of: &Struct| format!("<{}>", of.element_name());
        for (of, variant) in &old {
            let is_it = |other: &&(&Struct, &str)| other.0.element_name() == of.element_name();
            match new.iter().find(is_it) {
                Some((other, other_variant)) => {
                    self.differ(path, "variant", variant, other_variant, TEXT);
                    next.push((*of, *other));
                }
                None => self.change(path, Some(said(of)), None, breaks(gone)),
            }
        }
        for (of, _) in &new {
            if !old
                .iter()
                .any(|(other, _)| other.element_name() == of.element_name())
            {
                self.change(path, None, Some(said(of)), reads_more(KNOWN));
            }
        }
    }

    fn element(
        &mut self,
        old: &'l Struct,
        new: &'l Struct,
        next: &mut Vec<(&'l Struct, &'l Struct)>,
    ) {
        let path = &*old.name;
        let name = compatible("no file has the name of a struct");
        self.differ(path, "struct", &old.name, &new.name, name);
        self.differ(path, "doc", &old.doc, &new.doc, WORDS);
        let repeated = |of: &Struct| match &of.element {
            Some(element) if element.last_wins => "the last of several counts",
            _ => "the first of several counts",
        };
        let verdict = breaks("of an attribute that is there twice another counts");
        self.differ(path, "", repeated(old), repeated(new), verdict);
        let (mut of_old, mut of_new) = (Vec::new(), Vec::new());
        attributes(self.old, old, "", &mut of_old);
        attributes(self.new, new, "", &mut of_new);
        for one in &of_old {
            let is_it = |other: &&Known<'_>| other.attribute.name == one.attribute.name;
            match of_new.iter().find(is_it) {
                Some(other) => self.attribute(path, one, other),
                None => {
                    let path = format!("{path}.{}", one.path);
                    let said = Some(shown_attribute(one));
                    self.change(path, said, None, breaks(GONE));
                }
            }
        }
        for one in &of_new {
            if !of_old
                .iter()
                .any(|other| other.attribute.name == one.attribute.name)
            {
                let verdict = match one.attribute.need {
                    Need::Required | Need::Filled => breaks("elements without it are ignored"),
                    Need::Optional | Need::Expected => reads_more(KNOWN),
                };
                let path = format!("{path}.{}", one.path);
                self.change(path, None, Some(shown_attribute(one)), verdict);
            }
        }
        self.contents(old, new, next);
    }

    /// What stands between the tags.
    fn contents(
        &mut self,
        old: &'l Struct,
        new: &'l Struct,
        next: &mut Vec<(&'l Struct, &'l Struct)>,
    ) {
        for is_many in [false, true] {
            let items = |layout: &'l formwork_schema::Layout, of: &'l Struct| -> Vec<Item<'l>> {
                let lists = of.members().filter(|member| match member.role {
                    Role::Child => !is_many,
                    Role::Children => is_many,
                    _ => false,
                });
                lists.flat_map(|member| layout.items_of(member)).collect()
            };
            let here = [items(self.old, old), items(self.new, new)];
            self.choices(&old.name, here, GONE, next);
        }
        let named = |of: &'l Struct| -> Vec<(&'l str, &'l Field)> {
            let named = of.members().filter_map(|member| match member.role {
                Role::Verbatim(name) => Some((&**name, member.field)),
                Role::Text => Some(("text", member.field)),
                _ => None,
            });
            named.collect()
        };
        let (of_old, of_new) = (named(old), named(new));
        for (what, field) in &of_old {
            let path = format!("{}.{}", old.name, field.name);
            match of_new.iter().find(|(other, _)| other == what) {
                Some((_, other)) => self.said(&path, field, other),
                None => self.differ(&path, "", what, "", breaks(GONE)),
            }
        }
        for (what, field) in &of_new {
            if !of_old.iter().any(|(other, _)| other == what) {
                let path = format!("{}.{}", old.name, field.name);
                self.differ(&path, "", "", what, reads_more(KNOWN));
            }
        }
    }

    /// What is said of a field, and no file depends on.
    fn said(&mut self, path: &str, old: &Field, new: &Field) {
        self.differ(path, "field", &old.name, &new.name, TEXT);
        self.differ(path, "doc", &old.doc, &new.doc, WORDS);
        self.differ(path, "unit", &old.unit, &new.unit, WORDS);
        self.differ(path, "obsolete", old.obsolete(), new.obsolete(), WORDS);
    }

    /// The words of an attribute.
    fn word_list(&mut self, old: &Names, new: &Names) {
        self.differ(&old.name, "type", &old.name, &new.name, WORDS);
        self.differ(&old.name, "doc", &old.doc, &new.doc, WORDS);
        for word in old.values.iter() {
            let path = format!("{}.{}", old.name, word.name);
            let mut all = new.values.iter();
            match all.find(|other| other.name.eq_ignore_ascii_case(&word.name)) {
                Some(twin) => {
                    self.differ(&path, "word", &word.name, &twin.name, TEXT);
                    self.differ(&path, "doc", &word.doc, &twin.doc, WORDS);
                }
                None => self.differ(&path, "word", &word.name, "", breaks(GONE)),
            }
        }
        let is_known = |word: &str| {
            let mut all = old.values.iter();
            all.any(|other| other.name.eq_ignore_ascii_case(word))
        };
        for word in new.values.iter().filter(|word| !is_known(&word.name)) {
            let path = format!("{}.{}", old.name, word.name);
            self.differ(&path, "word", "", &word.name, reads_more(KNOWN));
        }
    }

    /// An attribute that both have.
    fn attribute(&mut self, of: &str, old: &Known<'l>, new: &Known<'l>) {
        let path = &format!("{of}.{}", old.path);
        self.said(path, old.field, new.field);
        if old.field.name == new.field.name {
            self.differ(path, "field", &old.path, &new.path, TEXT);
        }
        match (&old.field.ty, &new.field.ty) {
            (Type::Enum(a), Type::Enum(b)) => self.word_list(a, b),
            (a, b) if a == b => {}
            (a, b) => {
                let verdict = breaks("its text means something else");
                self.differ(path, "", &shown::ty(a), &shown::ty(b), verdict);
            }
        }
        let meant = [old, new].map(|one| meant(&one.field.ty, &one.attribute.default));
        let (old, new) = (old.attribute, new.attribute);
        let verdict = breaks("its text means something else");
        self.differ(path, "yes is", old.truth.name(), new.truth.name(), verdict);
        let is_needed = |one: &Attribute| matches!(one.need, Need::Required | Need::Filled);
        let verdict = if is_needed(old) && is_needed(new) {
            compatible("no element without it is looked at")
        } else if meant[0] == meant[1] {
            compatible("it means the same")
        } else {
            breaks("a missing one means something else")
        };
        self.differ(path, "default", &old.default, &new.default, verdict);
        let optional = |one: &Attribute| if one.optional { "optional" } else { "" };
        self.differ(path, "", optional(old), optional(new), TEXT);
        self.differ(path, "resource", &old.resource, &new.resource, WORDS);
        let dropped = breaks("elements that were looked at are ignored");
        let looked = reads_more("more elements are looked at");
        let rank = |one: &Attribute| match one.need {
            Need::Optional | Need::Expected => 0,
            Need::Required => 1,
            Need::Filled => 2,
        };
        let verdict = match rank(old).cmp(&rank(new)) {
            std::cmp::Ordering::Less => dropped,
            std::cmp::Ordering::Equal => compatible("only a finding depends on it"),
            std::cmp::Ordering::Greater => looked,
        };
        let need = |one: &Attribute| one.need.name().unwrap_or("not needed");
        self.differ(path, "", need(old), need(new), verdict);
        let strict = |one: &Attribute| if one.strict { "strict" } else { "" };
        let verdict = if new.strict { dropped } else { looked };
        self.differ(path, "", strict(old), strict(new), verdict);
    }
}

/// The attributes of an element, those of inlined structs among them.
fn attributes<'l>(
    layout: &'l formwork_schema::Layout,
    of: &'l Struct,
    path: &str,
    all: &mut Vec<Known<'l>>,
) {
    for member in of.members() {
        let field = member.field;
        let path = format!("{path}{}", field.name);
        match (member.role, field.ty.struct_ref()) {
            (Role::Attribute(attribute), _) => all.push(Known {
                path,
                field,
                attribute,
            }),
            (Role::Inline, Some(inner)) => {
                attributes(layout, layout.get(inner), &format!("{path}."), all);
            }
            _ => {}
        }
    }
}

/// What a default means.
fn meant(ty: &Type, default: &str) -> String {
    match ty {
        Type::Prim(_) if default.is_empty() => "0".into(),
        Type::Prim(_) => match default.parse::<f32>() {
            Ok(number) => number.to_string(),
            Err(_) => default.into(),
        },
        Type::Enum(_) | Type::Bool => default.to_ascii_lowercase(),
        _ => default.into(),
    }
}

fn shown_attribute(one: &Known<'_>) -> String {
    let need = one.attribute.need.name();
    let need = need.map_or_else(String::new, |need| format!(", {need}"));
    format!("{}: {}{need}", one.attribute.name, shown::ty(&one.field.ty))
}
