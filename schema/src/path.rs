//! [`Path`]: where in the tree, as in `tracks[3].keyframes[17].rotation`.

use std::fmt;

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Step<'a> {
    /// Into a field.
    Name(&'a str),
    /// Into the variant of a struct. A path that somebody writes may leave it out, for there is only one.
    Variant(&'a str),
    /// Into an item of a list.
    Index(u64),
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

    /// Steps into a field; undone by [`pop`](Self::pop).
    #[inline]
    pub fn push_name(&mut self, name: &'a str) {
        self.steps.push(Step::Name(name));
    }

    /// Steps into a variant; undone by [`pop`](Self::pop).
    #[inline]
    pub fn push_variant(&mut self, name: &'a str) {
        self.steps.push(Step::Variant(name));
    }

    /// Steps into an item; undone by [`pop`](Self::pop).
    #[inline]
    pub fn push_index(&mut self, index: u64) {
        self.steps.push(Step::Index(index));
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
        for (place, step) in self.steps.iter().enumerate() {
            match step {
                // The nameless content of a variant is the variant itself.
                Step::Name("0") => {}
                Step::Name(name) | Step::Variant(name) if place == 0 => f.write_str(name)?,
                Step::Name(name) | Step::Variant(name) => write!(f, ".{name}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}
