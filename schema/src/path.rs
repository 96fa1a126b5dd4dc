//! [`Path`]: where in the tree, as in `tracks[3].keyframes[17].rotation`.

use std::fmt;

use crate::layout::Variant;

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step<'a> {
    /// Into a field.
    Name(&'a str),
    /// Into the variant of an enum, and whether it prints: what fields before it choose does not. A path that somebody writes may
    /// leave it out, for there is only one.
    Variant(&'a str, bool),
    /// Into an item of a list.
    Index(u64),
}

/// Whether paths name the variant of an enum: not where conditions choose it, so that readers know which one there is.
#[must_use]
pub fn prints(variants: &[Variant]) -> bool {
    variants.iter().all(|variant| variant.when.is_none())
}

/// A place in a tree, kept as a stack while walking.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Path<'a> {
    steps: Vec<Step<'a>>,
}

impl<'a> Path<'a> {
    /// The root of the tree.
    #[must_use]
    pub const fn new() -> Self {
        Self { steps: Vec::new() }
    }

    /// The steps from the root.
    #[must_use]
    pub fn steps(&self) -> &[Step<'a>] {
        &self.steps
    }

    /// Steps down; undone by [`pop`](Self::pop).
    #[inline]
    pub fn push(&mut self, step: Step<'a>) {
        self.steps.push(step);
    }

    /// Steps into a field; undone by [`pop`](Self::pop).
    #[inline]
    pub fn push_name(&mut self, name: &'a str) {
        self.steps.push(Step::Name(name));
    }

    /// Steps into one of these variants; undone by [`pop`](Self::pop).
    #[inline]
    pub fn push_variant(&mut self, variants: &[Variant], name: &'a str) {
        self.steps.push(Step::Variant(name, prints(variants)));
    }

    /// Steps into an item; undone by [`pop`](Self::pop).
    #[inline]
    pub fn push_index(&mut self, index: u64) {
        self.steps.push(Step::Index(index));
    }

    /// Steps from an item to another one of the same list.
    #[inline]
    pub(crate) fn set_index(&mut self, index: u64) {
        if let Some(step) = self.steps.last_mut() {
            *step = Step::Index(index);
        }
    }

    /// Steps back.
    #[inline]
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Runs `work` one step down; steps back whatever it returns.
    pub fn within<R>(&mut self, step: Step<'a>, work: impl FnOnce(&mut Self) -> R) -> R {
        self.steps.push(step);
        let result = work(self);
        self.steps.pop();
        result
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for step in &self.steps {
            match step {
                // The nameless content of a variant is the variant itself.
                Step::Name("0") | Step::Variant(_, false) => continue,
                Step::Name(name) | Step::Variant(name, true) if is_first => f.write_str(name)?,
                Step::Name(name) | Step::Variant(name, true) => write!(f, ".{name}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
            is_first = false;
        }
        Ok(())
    }
}
