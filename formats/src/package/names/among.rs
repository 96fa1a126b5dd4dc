//! What is wrong with names among each other.

use formwork_schema::sorted;

use super::{
    fold::fold,
    policy::{Problem, impossible, impossible_elsewhere},
};

/// What is wrong with each name, among the others. Takes some ten bytes for each, and the length of those that are not ASCII.
pub(crate) fn problems(names: &[&[u8]]) -> Vec<Option<Problem>> {
    let name = |at: u32| names[at as usize].iter().copied();
    let mut problems: Vec<Option<Problem>> = names.iter().map(|name| impossible(name)).collect();
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    sorted::indices(&mut order, &|a, b| names[a as usize].cmp(names[b as usize]));
    for same in order.chunk_by(|a, b| names[*a as usize] == names[*b as usize]) {
        let replaced = same.iter().rev().skip(1);
        replaced.for_each(|at| note(&mut problems, *at, Problem::Replaced));
    }
    order.retain(|at| problems[*at as usize].is_none());
    for (place, at) in order.iter().enumerate() {
        if is_folder(&order, place, &name) {
            note(&mut problems, *at, Problem::Folder);
        }
    }
    for at in &order {
        let elsewhere = impossible_elsewhere(names[*at as usize]);
        elsewhere
            .into_iter()
            .for_each(|one| note(&mut problems, *at, one));
    }
    meet_folded(names, order, &mut problems);
    problems
}

/// The same of the names of which nothing is known so far, where letter case makes no difference.
fn meet_folded(names: &[&[u8]], mut order: Vec<u32>, problems: &mut [Option<Problem>]) {
    // As they stand in the list again, in the memory that is there.
    order.clear();
    order.extend((0..names.len() as u32).filter(|at| problems[*at as usize].is_none()));
    let folded = Folded::of(names, &order);
    let name = |at: u32| folded.name(at);
    sorted::indices(&mut order, &|a, b| name(a).cmp(name(b)));
    for (place, at) in order.iter().enumerate() {
        if is_folder(&order, place, &name) {
            note(problems, *at, Problem::FolderCase);
        }
    }
    for same in order.chunk_by(|a, b| name(*a).eq(name(*b))) {
        same[1..]
            .iter()
            .for_each(|at| note(problems, *at, Problem::CaseOnly));
    }
}

/// Notes what is wrong with a name, if nothing is known of it so far.
fn note(problems: &mut [Option<Problem>], at: u32, problem: Problem) {
    problems[at as usize].get_or_insert(problem);
}

/// Whether one of these names, which are in order, is a folder on the way to another: that one has it and a slash in front.
fn is_folder<I: Iterator<Item = u8>>(
    order: &[u32],
    place: usize,
    name: &impl Fn(u32) -> I,
) -> bool {
    let behind = &order[place + 1..];
    // Names that begin with it follow it, and mostly there are none.
    let own = name(order[place]);
    if !behind.first().is_some_and(|next| begins(name(*next), own)) {
        return false;
    }
    let path = || name(order[place]).chain([b'/']);
    let first = behind.partition_point(|at| name(*at).lt(path()));
    behind
        .get(first)
        .is_some_and(|at| begins(name(*at), path()))
}

fn begins(mut name: impl Iterator<Item = u8>, mut with: impl Iterator<Item = u8>) -> bool {
    with.all(|byte| name.next() == Some(byte))
}

/// Names as systems see them that do not tell upper from lower case.
struct Folded<'a> {
    names: &'a [&'a [u8]],
    /// Those that are not ASCII, by their places, in order.
    others: Vec<(u32, String)>,
}

impl<'a> Folded<'a> {
    fn of(names: &'a [&'a [u8]], order: &[u32]) -> Self {
        let is_other = |at: &&u32| !names[**at as usize].is_ascii();
        let others = order.iter().filter(is_other);
        let others = others.map(|at| (*at, fold(names[*at as usize])));
        let others = others.collect();
        Self { names, others }
    }

    fn name(&self, at: u32) -> impl Iterator<Item = u8> {
        let name = self.names[at as usize];
        let other = match name.is_ascii() {
            true => None,
            false => self.others.binary_search_by_key(&at, |(at, _)| *at).ok(),
        };
        let folded = other.map_or(name, |place| self.others[place].1.as_bytes());
        folded.iter().map(u8::to_ascii_lowercase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same, asked of each name and each other one.
    fn one_by_one(names: &[&[u8]]) -> Vec<Option<Problem>> {
        let is_below = |name: &[u8], folder: &[u8]| {
            let rest = name.strip_prefix(folder);
            rest.is_some_and(|rest| rest.starts_with(b"/"))
        };
        let later = |at: usize| names[at + 1..].contains(&names[at]);
        let alone = |at: usize| {
            let replaced = later(at).then_some(Problem::Replaced);
            impossible(names[at]).or(replaced)
        };
        let all: Vec<usize> = (0..names.len()).collect();
        let fine: Vec<usize> = all
            .iter()
            .copied()
            .filter(|at| alone(*at).is_none())
            .collect();
        let exactly = |at: usize| {
            let folder = fine.iter().any(|other| is_below(names[*other], names[at]));
            let folder = folder.then_some(Problem::Folder);
            alone(at)
                .or(folder)
                .or_else(|| impossible_elsewhere(names[at]))
        };
        let left: Vec<usize> = all
            .iter()
            .copied()
            .filter(|at| exactly(*at).is_none())
            .collect();
        let folded = |at: usize| fold(names[at]).into_bytes();
        let but_for_case = |at: usize| {
            if left
                .iter()
                .any(|other| is_below(&folded(*other), &folded(at)))
            {
                return Some(Problem::FolderCase);
            }
            let earlier = left
                .iter()
                .any(|other| *other < at && folded(*other) == folded(at));
            earlier.then_some(Problem::CaseOnly)
        };
        all.into_iter()
            .map(|at| exactly(at).or_else(|| but_for_case(at)))
            .collect()
    }

    #[test]
    fn names_in_order_say_what_each_of_them_says_of_each() {
        let names = [
            "a",
            "A",
            "a-",
            "a/b",
            "A/b",
            "a/B/c",
            "a/",
            "..",
            "\u{e9}",
            "e\u{301}",
            "E\u{301}/x",
            "\u{17f}",
            "s",
        ];
        let names = names.map(str::as_bytes);
        let mut asked = 0;
        for picked in 0..names.len().pow(4) {
            let name = |place: u32| names[picked / names.len().pow(place) % names.len()];
            let list = [name(0), name(1), name(2), name(3)];
            assert_eq!(problems(&list), one_by_one(&list), "{list:?}");
            asked += 1;
        }
        assert_eq!(asked, 28_561);
    }
}
