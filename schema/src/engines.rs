//! [`Engines`]: which programs a file is for.

use std::{fmt, ops::BitOr, str::FromStr};

use crate::{Error, Kind};

/// A set of engines, each told from the others where they treat files differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Engines(u16);

/// Names of engines for command lines and configuration, in order of bits.
const NAMES: [(Engines, &str, &str); 8] = [
    (Engines::URHO3D_1_7, "urho3d-1.7", "Urho3D 1.7 and before"),
    (Engines::URHO3D, "urho3d", "Urho3D"),
    (Engines::U3D, "u3d", "U3D"),
    (Engines::DRY, "dry", "Dry"),
    (Engines::RBFX, "rbfx", "rbfx"),
    (Engines::ATOMIC, "atomic", "Atomic"),
    (Engines::HORDE3D, "horde3d", "Horde3D"),
    (
        Engines::HORDE3D_SLS,
        "horde3d-sls",
        "Horde3D's fork with morph targets",
    ),
];

impl Engines {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// Urho3D 1.7, and what came before.
    pub const URHO3D_1_7: Self = Self(1);
    /// Urho3D since 1.8.
    pub const URHO3D: Self = Self(1 << 1);
    /// U3D.
    pub const U3D: Self = Self(1 << 2);
    /// Dry.
    pub const DRY: Self = Self(1 << 3);
    /// rbfx.
    pub const RBFX: Self = Self(1 << 4);
    /// Atomic.
    pub const ATOMIC: Self = Self(1 << 5);
    /// Horde3D.
    pub const HORDE3D: Self = Self(1 << 6);
    /// The fork of Horde3D whose geometries have weights of morph targets.
    pub const HORDE3D_SLS: Self = Self(1 << 7);
    /// Urho3D of all versions, and all its forks.
    pub const URHO3D_FAMILY: Self = Self(0b11_1111);
    /// Engines whose hashes of names ignore letter case: they hash `A` to `Z` as `a` to `z` (`StringHash::Calculate`), so they cannot
    /// tell bones, tracks, nodes, morphs and resources apart by case. Every rule and conversion that depends on such hashes reads
    /// this set.
    pub const CASELESS_HASHES: Self = Self::URHO3D_1_7.or(Self::ATOMIC);
    /// Engines of the Urho3D family whose hashes of names depend on letter case.
    pub const CASE_SENSITIVE_HASHES: Self = Self::URHO3D_FAMILY.without(Self::CASELESS_HASHES);
    /// Horde3D and its fork.
    pub const HORDE3D_FAMILY: Self = Self(0b1100_0000);
    /// All of them.
    pub const ALL: Self = Self(0b1111_1111);

    /// Whether all of others are among them.
    #[must_use]
    pub const fn contains(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Those that are in both sets.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    /// Those that are not among others.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Those that are in one of both sets.
    #[must_use]
    pub const fn or(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Names for command lines: `urho3d`, `rbfx`.
    pub fn ids(self) -> impl Iterator<Item = &'static str> {
        let all = NAMES.iter().filter(move |(one, ..)| self.contains(*one));
        all.map(|(_, id, _)| *id)
    }

    /// The engines that a text about a file names: `Urho3D, U3D, Dry`. The version before 1.8 is one of `Urho3D`, and forks are
    /// those of what is named with them.
    #[must_use]
    pub fn named_in(text: &str) -> Self {
        let words = [
            ("Urho3D family", Self::URHO3D_FAMILY),
            ("Urho3D", Self::URHO3D.or(Self::URHO3D_1_7)),
            ("U3D", Self::U3D),
            ("Dry", Self::DRY),
            ("rbfx", Self::RBFX),
            ("Atomic", Self::ATOMIC),
            ("Horde3D", Self::HORDE3D_FAMILY),
        ];
        let is_word = |word: &str| {
            text.split([',', ' ', '-'])
                .any(|part| word == part || word.contains(' ') && text.contains(word))
        };
        let named = words.iter().filter(|(word, _)| is_word(word));
        named.fold(Self::NONE, |all, (_, engines)| all.or(*engines))
    }
}

impl BitOr for Engines {
    type Output = Self;

    fn bitor(self, others: Self) -> Self {
        self.or(others)
    }
}

/// Names for people: `Urho3D, U3D and Dry`; a whole family is called by its name.
impl fmt::Display for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let families = [
            (Self::URHO3D_FAMILY, "the Urho3D family"),
            (Self::HORDE3D_FAMILY, "Horde3D"),
        ];
        let mut left = *self;
        let mut names = Vec::new();
        for (family, name) in families {
            if left.contains(family) {
                names.push(name);
                left = left.without(family);
            }
        }
        let single = NAMES.iter().filter(|(one, ..)| left.contains(*one));
        names.extend(single.map(|(_, _, name)| *name));
        match names.as_slice() {
            [] => f.write_str("no engine"),
            [one] => f.write_str(one),
            [first @ .., last] => write!(f, "{} and {last}", first.join(", ")),
        }
    }
}

impl FromStr for Engines {
    type Err = Error;

    fn from_str(id: &str) -> Result<Self, Error> {
        let known = NAMES.iter().find(|(_, known, _)| *known == id);
        known.map(|(one, ..)| *one).ok_or_else(|| {
            let all: Vec<&str> = Self::ALL.ids().collect();
            Error::new(Kind::Invalid, format!("there is no engine `{id}`"))
                .help(format!("it is one of {}", all.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_found_in_texts() {
        let named = Engines::named_in;
        assert_eq!(named("Urho3D family"), Engines::URHO3D_FAMILY);
        assert_eq!(
            named("Urho3D, U3D, Dry, Atomic, rbfx"),
            Engines::URHO3D_FAMILY
        );
        assert_eq!(named("Horde3D and forks"), Engines::HORDE3D_FAMILY);
        assert_eq!(named("rbfx"), Engines::RBFX);
        assert_eq!(named("described by a file"), Engines::NONE);
    }

    #[test]
    fn an_engine_of_the_family_hashes_names_in_one_way() {
        let (caseless, others) = (Engines::CASELESS_HASHES, Engines::CASE_SENSITIVE_HASHES);
        assert_eq!(caseless | others, Engines::URHO3D_FAMILY);
        assert_eq!(caseless.and(others), Engines::NONE);
        assert_eq!(caseless.ids().collect::<Vec<_>>(), ["urho3d-1.7", "atomic"]);
    }

    #[test]
    fn ids_come_back() {
        for id in Engines::ALL.ids() {
            let one: Engines = id.parse().expect("an engine");
            assert_eq!(one.ids().collect::<Vec<_>>(), [id]);
        }
        assert!("godot".parse::<Engines>().is_err());
    }

    #[test]
    fn families_are_called_by_name() {
        let told = |engines: Engines| engines.to_string();
        assert_eq!(told(Engines::URHO3D_FAMILY), "the Urho3D family");
        assert_eq!(told(Engines::RBFX | Engines::DRY), "Dry and rbfx");
        assert_eq!(told(Engines::NONE), "no engine");
    }
}
