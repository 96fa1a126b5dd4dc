//! What lists of a file say of the items of other lists: a meaning and a number each.

use std::collections::HashMap;

use formwork_schema::{
    Layout, Path, Result,
    layout::Columns,
    path::Step,
    walk::{Items, Leaf, ListNode, Scalar, Visitor, WalkOptions, walk},
};

/// What is said of items, by the path of the struct that has the list and the name of the list.
pub(crate) type Described = HashMap<(String, String), Vec<(i128, i128)>>;

/// What the lists of a file say, found in one walk; of a damaged file, what precedes the damage.
pub(crate) fn described(layout: &Layout, bytes: &[u8], columns: &[&Columns]) -> Described {
    let mut seen = Seen {
        columns,
        found: HashMap::new(),
    };
    // What is wrong with the file is told by whoever shows it.
    let _ = walk(layout, bytes, &WalkOptions::default(), &mut seen);
    seen.found
}

struct Seen<'c> {
    columns: &'c [&'c Columns],
    found: Described,
}

impl Visitor for Seen<'_> {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        let [
            around @ ..,
            Step::Name(list),
            Step::Index(index),
            Step::Name(field),
        ] = leaf.path.steps()
        else {
            return Ok(());
        };
        let mut columns = self.columns.iter();
        let columns = columns.find(|one| *one.list == **list);
        let (Some(columns), Scalar::Int(number), Ok(index)) =
            (columns, leaf.value, usize::try_from(*index))
        else {
            return Ok(());
        };
        let mut place = Path::new();
        around.iter().for_each(|step| place.push(step.clone()));
        let key = (place.to_string(), columns.list.to_string());
        let described = self.found.entry(key).or_default();
        if index >= described.len() {
            described.resize(index + 1, (0, 0));
        }
        if **field == *columns.meaning {
            described[index].0 = number;
        } else if **field == *columns.number {
            described[index].1 = number;
        }
        Ok(())
    }

    fn items(&mut self, list: &ListNode<'_>) -> Items {
        let name = &list.field.name;
        match self.columns.iter().any(|one| one.list == *name) {
            true => Items::All,
            false => Items::NONE,
        }
    }
}
