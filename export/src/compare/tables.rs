//! Names of bits and numbers, and versions.

use formwork_schema::layout::{Magic, Name, Names, Versions};

use super::{
    change::{TEXT, WORDS, breaks, reads_more},
    comparison::Compare,
    shown,
};

/// What names stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Flags,
    Enum,
    Dialect,
}

impl Compare<'_> {
    pub(super) fn names(&mut self, of: Use, old: &Names, new: &Names) {
        self.differ(&old.name, "type", &old.name, &new.name, WORDS);
        self.differ(&old.name, "doc", &old.doc, &new.doc, WORDS);
        if of == Use::Dialect {
            return self.readings(old, new);
        }
        let (was, is) = (old.repr.name(), new.repr.name());
        let width = breaks("the number is stored in another way");
        self.differ(&old.name, "repr", was, is, width);
        let number = |value: i128| match of {
            Use::Flags => format!("{value:#x}"),
            _ => value.to_string(),
        };
        let said = |names: &Names| {
            if names.closed {
                "named ones only"
            } else {
                "any"
            }
        };
        let others = if new.closed {
            breaks("files with a number that has no name are refused")
        } else {
            reads_more("numbers without a name are read as well")
        };
        self.differ(&old.name, "numbers", said(old), said(new), others);
        let mut left: Vec<&Name> = new.values.iter().collect();
        let mut gone = Vec::new();
        for name in old.values.iter() {
            let same = |other: &&Name| other.value == name.value && other.name == name.name;
            match left.iter().position(same) {
                Some(at) => {
                    let twin = left.remove(at);
                    self.name(&old.name, name, twin);
                }
                None => gone.push(name),
            }
        }
        for name in gone {
            let path = format!("{}.{}", old.name, name.name);
            match left.iter().position(|other| other.value == name.value) {
                Some(at) => {
                    let twin = left.remove(at);
                    self.differ(&path, "name", &name.name, &twin.name, TEXT);
                    self.name(&old.name, name, twin);
                }
                None => {
                    let verdict = breaks("what files say with it means nothing any more");
                    self.change(path, Some(number(name.value)), None, verdict);
                }
            }
        }
        for name in left {
            let path = format!("{}.{}", old.name, name.name);
            let verdict = reads_more("files are read as before; what had no name has one");
            self.change(path, None, Some(number(name.value)), verdict);
        }
    }

    /// A name that both have.
    fn name(&mut self, of: &str, old: &Name, new: &Name) {
        let path = format!("{of}.{}", old.name);
        self.differ(&path, "doc", &old.doc, &new.doc, WORDS);
        let since = |name: &Name| name.since.as_ref().map_or(0, |since| since.number);
        let said = |name: &Name| match since(name) {
            0 => "in every version".to_owned(),
            number => format!("since version {number}"),
        };
        let (was, is) = (said(old), said(new));
        self.differ(&path, "", &was, &is, TEXT);
    }

    /// The readings of an ambiguous file: which comes first decides.
    fn readings(&mut self, old: &Names, new: &Names) {
        let numbers =
            |names: &Names| -> Vec<i128> { names.values.iter().map(|one| one.value).collect() };
        if numbers(old) == numbers(new) {
            for (name, twin) in old.values.iter().zip(new.values.iter()) {
                let path = format!("{}.{}", old.name, name.name);
                self.differ(&path, "name", &name.name, &twin.name, TEXT);
                self.name(&old.name, name, twin);
            }
            return;
        }
        let said = |names: &Names| {
            let all = names.values.iter();
            let all = all.map(|one| format!("{} {}", one.name, one.value));
            all.collect::<Vec<_>>().join(", ")
        };
        let verdict = breaks("files may be read in another way");
        self.differ(&old.name, "readings", &said(old), &said(new), verdict);
    }

    pub(super) fn versions(&mut self, old: &Versions, new: &Versions) {
        self.differ(&old.name, "type", &old.name, &new.name, WORDS);
        self.differ(&old.name, "doc", &old.doc, &new.doc, WORDS);
        for magic in old.magics.iter() {
            let path = format!("{}.{}", old.name, magic.name());
            match new.magics.iter().find(|other| other.bytes == magic.bytes) {
                Some(twin) => self.magic(&path, magic, twin),
                None => {
                    let verdict = breaks("files that begin with it are refused");
                    self.change(path, Some(shown::numbers(magic)), None, verdict);
                }
            }
        }
        for magic in new.magics.iter() {
            if !old.magics.iter().any(|other| other.bytes == magic.bytes) {
                self.magic_added(old, magic);
            }
        }
        self.milestones(old, new);
    }

    fn magic(&mut self, path: &str, old: &Magic, new: &Magic) {
        self.differ(path, "doc", &old.doc, &new.doc, WORDS);
        let wider = new.first <= old.first && old.last <= new.last;
        let verdict = match () {
            () if old.stored != new.stored => breaks("another number follows it"),
            () if old.stored.is_none() => breaks("it counts as another version"),
            () if wider => reads_more("more versions are understood"),
            () => breaks("files of some versions are refused"),
        };
        self.differ(
            path,
            "",
            &shown::numbers(old),
            &shown::numbers(new),
            verdict,
        );
    }

    fn magic_added(&mut self, old: &Versions, magic: &Magic) {
        let hides = |other: &Magic| {
            other.bytes.starts_with(&magic.bytes) || magic.bytes.starts_with(&other.bytes)
        };
        let verdict = if old.magics.iter().any(hides) {
            breaks("it begins like another, which files may have")
        } else {
            reads_more("files that begin with it are understood")
        };
        let path = format!("{}.{}", old.name, magic.name());
        self.change(path, None, Some(shown::numbers(magic)), verdict);
    }

    /// Versions with a name: conditions have their numbers.
    fn milestones(&mut self, old: &Versions, new: &Versions) {
        let find = |among: &Versions, name: &Name| {
            let mut all = among.milestones.iter();
            all.find(|other| other.name == name.name).cloned()
        };
        for milestone in old.milestones.iter() {
            let path = format!("{}.{}", old.name, milestone.name);
            let twin = find(new, milestone);
            let number = |milestone: &Name| milestone.value.to_string();
            let is = twin.as_ref().map(number).unwrap_or_default();
            self.differ(&path, "version", &number(milestone), &is, WORDS);
            if let Some(twin) = twin {
                self.differ(&path, "doc", &milestone.doc, &twin.doc, WORDS);
            }
        }
        for milestone in new
            .milestones
            .iter()
            .filter(|milestone| find(old, milestone).is_none())
        {
            let path = format!("{}.{}", old.name, milestone.name);
            self.differ(&path, "version", "", &milestone.value.to_string(), WORDS);
        }
    }
}
