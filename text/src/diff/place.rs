//! [`DiffPath`]: where two trees are being compared.

use formwork_schema::{Path, escape::escape, layout::Str};

use super::difference::{Change, Difference, Item, Side};

/// Where two trees are being compared.
#[derive(Debug, Default)]
pub(super) struct DiffPath {
    steps: Vec<Step>,
    /// Named items around: how many steps lead to each, and its name.
    named: Vec<(usize, Vec<u8>)>,
}

/// One step of a place.
#[derive(Debug, Clone)]
enum Step {
    Name(Str),
    /// Into an item: its index in A and in B.
    Index(usize, usize),
}

impl DiffPath {
    pub(super) fn push_name(&mut self, name: &Str) {
        self.steps.push(Step::Name(name.clone()));
    }

    pub(super) fn push_item(&mut self, a: usize, b: usize, name: Option<&[u8]>) {
        self.steps.push(Step::Index(a, b));
        if let Some(name) = name {
            self.named.push((self.steps.len(), name.to_vec()));
        }
    }

    pub(super) fn pop(&mut self) {
        let depth = self.steps.len();
        self.named.pop_if(|(steps, _)| *steps == depth);
        self.steps.pop();
    }

    /// Whether this is the name of the innermost named item.
    pub(super) fn is_name_of_item(&self) -> bool {
        let last = self.steps.last();
        let depth = self.steps.len();
        matches!(last, Some(Step::Name(name)) if *name == *"name")
            && self.named.last().is_some_and(|(steps, _)| depth > *steps)
            && self.steps[..depth - 1]
                .last()
                .is_some_and(|step| matches!(step, Step::Index(..)))
    }

    /// How many steps lead here.
    pub(super) fn depth(&self) -> usize {
        self.steps.len()
    }

    /// The index behind so many steps, in A.
    pub(super) fn index(&self, depth: usize) -> usize {
        match self.steps.get(depth) {
            Some(Step::Index(a, _)) => *a,
            _ => 0,
        }
    }

    /// The name behind so many steps.
    pub(super) fn name(&self, depth: usize) -> &str {
        match self.steps.get(depth) {
            Some(Step::Name(name)) => name,
            _ => "",
        }
    }

    /// The path in one of the files.
    pub(super) fn path(&self, side: Side) -> String {
        path(&self.steps, side)
    }

    /// The path with `[*]` for every index.
    pub(super) fn pattern(&self) -> String {
        let mut text = String::new();
        for (at, step) in self.steps.iter().enumerate() {
            match step {
                Step::Index(..) => text.push_str("[*]"),
                Step::Name(name) if *name == *"0" => {}
                Step::Name(name) => {
                    text.push_str(if at == 0 { "" } else { "." });
                    text.push_str(name);
                }
            }
        }
        text
    }

    /// A difference here, of which nothing is said yet.
    pub(super) fn difference(&self, change: Change) -> Difference {
        let (path, path_b) = match change {
            Change::Only(side) => (self.path(side), None),
            _ => both(&self.steps),
        };
        let item = self.named.last().map(|(depth, name)| {
            let (path, path_b) = both(&self.steps[..*depth]);
            Item {
                path,
                path_b,
                name: escape(name).into_owned(),
            }
        });
        Difference {
            change,
            path,
            path_b,
            item,
            a: None,
            b: None,
            delta: None,
            unit: String::new(),
            count: None,
            of: None,
            first: None,
            sums: Vec::new(),
        }
    }
}

/// The path in A, and in B where that is another.
fn both(steps: &[Step]) -> (String, Option<String>) {
    let (a, b) = (path(steps, Side::A), path(steps, Side::B));
    let other = (a != b).then_some(b);
    (a, other)
}

fn path(steps: &[Step], side: Side) -> String {
    let mut path = Path::new();
    for step in steps {
        match (step, side) {
            (Step::Name(name), _) => path.push_name(name),
            (Step::Index(index, _), Side::A) | (Step::Index(_, index), Side::B) => {
                path.push_index(*index as u64);
            }
        }
    }
    path.to_string()
}
