//! [`Rule`]: one thing that can be wrong with a file, and what engines do about it.

use std::fmt;

use crate::Engines;

/// How much something weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Good to know.
    Note,
    /// It works by accident, is wasteful, or differs between engines and versions.
    Warning,
    /// An engine refuses the file, crashes, or shows something else.
    Error,
}

impl Severity {
    /// Its name: `note`, `warning`, `error`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What an engine does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Does {
    /// It does not load the file.
    Refuses,
    /// It reads or writes memory that is not its own, or never ends.
    Crashes,
    /// It goes on as if it were not there.
    Ignores,
    /// It takes it for something else, or shows something else.
    Misreads,
}

impl Does {
    /// Its name: `refuses`, `crashes`, `ignores`, `misreads`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refuses => "refuses",
            Self::Crashes => "crashes",
            Self::Ignores => "ignores",
            Self::Misreads => "misreads",
        }
    }

    /// What several engines do: `refuse it`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Refuses => "refuses the file",
            Self::Crashes => "crashes or hangs",
            Self::Ignores => "ignores it",
            Self::Misreads => "takes it for something else, or shows something else",
        }
    }
}

/// What some engines do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// Which engines.
    pub engines: Engines,
    /// What they do.
    pub does: Does,
}

/// One thing that can be wrong with a file.
pub struct Rule {
    /// Stable code: area, number, name, such as `U0123-late-parent`.
    pub code: &'static str,
    /// How much it weighs with the engines that it has an effect on.
    pub severity: Severity,
    /// What engines do; empty where it concerns people and other programs only.
    pub effects: &'static [Effect],
    /// What is wrong, in a sentence.
    pub summary: &'static str,
    /// Why that matters: what engines do, and where it comes from.
    pub why: &'static str,
    /// Where in the source of an engine that stands; empty where no engine is concerned.
    pub source: &'static str,
    /// The smallest thing that is wrong in this way.
    pub example: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
}

impl Rule {
    /// Area and number: `U0123`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.code.split_once('-').map_or(self.code, |(id, _)| id)
    }

    /// The name behind it: `late-parent`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.code.split_once('-').map_or("", |(_, name)| name)
    }

    /// Whether this is what somebody means who says `U0123`, `late-parent` or both.
    #[must_use]
    pub fn is_called(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(self.code)
            || name.eq_ignore_ascii_case(self.id())
            || name.eq_ignore_ascii_case(self.name())
    }

    /// The effects, each thing that engines do once, with all engines that do it; in order of first mention.
    #[must_use]
    pub fn effects_by_behavior(&self) -> Vec<Effect> {
        let mut all: Vec<Effect> = Vec::new();
        for effect in self.effects {
            match all.iter_mut().find(|known| known.does == effect.does) {
                Some(known) => known.engines = known.engines | effect.engines,
                None => all.push(*effect),
            }
        }
        all
    }

    /// The engines that it has an effect on.
    #[must_use]
    pub fn engines(&self) -> Engines {
        let all = self.effects.iter().map(|effect| effect.engines);
        all.fold(Engines::NONE, Engines::or)
    }

    /// How much it weighs for a file that is for some engines: an error only where none of them reads it as it is meant. `None`
    /// where it has no effect on any of them.
    #[must_use]
    pub fn weighs(&self, engines: Engines) -> Option<Severity> {
        let affected = self.engines();
        if affected.is_empty() || engines.is_empty() {
            return Some(self.severity);
        }
        match (affected.and(engines).is_empty(), affected.contains(engines)) {
            (true, _) => None,
            (_, true) => Some(self.severity),
            (_, false) => Some(self.severity.min(Severity::Warning)),
        }
    }

    /// How much it weighs for a file that each of some engines should read: as much as for the one that it has an effect on.
    /// `None` where that is none of them.
    #[must_use]
    pub fn weighs_for_each(&self, engines: Engines) -> Option<Severity> {
        let affected = self.engines();
        let concerns =
            affected.is_empty() || engines.is_empty() || !affected.and(engines).is_empty();
        concerns.then_some(self.severity)
    }
}

/// Rules are the same when they are called the same.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}

/// Defines [rules](Rule) of one area, and `RULES`, the list of them.
///
/// ```
/// formwork_schema::rules! {
///     /// A bone comes before its parent.
///     LATE_PARENT = "U0123-late-parent", Warning, [URHO3D_FAMILY Ignores];
///         why "Engines look bones up by index once all are read, exporters write parents first.";
///         source "AnimatedModel.cpp: SetSkeleton";
///         example "bones[0].parent = 1";
///         remedy "write parents before their children";
/// }
/// assert_eq!(RULES[0], &LATE_PARENT);
/// assert_eq!(LATE_PARENT.summary, "A bone comes before its parent.");
/// ```
#[macro_export]
macro_rules! rules {
    ($(
        $(#[doc = $summary:literal])+
        $name:ident = $code:literal, $severity:ident, [$($engines:ident $does:ident),*];
            why $why:literal;
            source $source:literal;
            example $example:literal;
            remedy $remedy:literal;
    )*) => {
        $(
            $(#[doc = $summary])+
            pub static $name: $crate::Rule = $crate::Rule {
                code: $code,
                severity: $crate::Severity::$severity,
                effects: &[$($crate::Effect {
                    engines: $crate::Engines::$engines,
                    does: $crate::Does::$does,
                }),*],
                summary: concat!($($summary),+).trim_ascii(),
                why: $why,
                source: $source,
                example: $example,
                remedy: $remedy,
            };
        )*

        /// All rules of this area, in order of code.
        pub static RULES: &[&$crate::Rule] = &[$(&$name),*];
    };
}

// Rules of this crate take it from here: the root stands above them.
pub(crate) use rules;
