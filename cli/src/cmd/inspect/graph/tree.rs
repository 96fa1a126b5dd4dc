//! A graph for people.

use formwork_formats::graph::{Graph, Problem, Resource, State};

use super::{shown::Shown, uses::uses};
use crate::{output, report};

/// Lines of a list that are shown without `--all`.
const ROWS: usize = 20;

/// Prints a graph.
pub(super) fn tree(graph: &Graph, shown: &Shown<'_>, all: bool, color: bool) {
    let unused = shown.unused;
    let heading = |name: &str| {
        output::line("");
        output::heading("  ", name, color);
    };
    let mut lines = Vec::new();
    let mut tree = Tree::new(graph);
    let (trees, leaves) = tops(graph, unused);
    for top in trees {
        tree.below(top, &mut lines);
    }
    let names = leaves.iter().map(|leaf| label(&graph.resources[*leaf]));
    lines.extend(cut(names.collect(), all, ""));
    lines.iter().for_each(output::line);
    if !graph.problems.is_empty() {
        heading("Problems");
        let problems = graph.problems.iter();
        let problems = problems.map(|problem| self::problem(graph, problem));
        problems.for_each(output::line);
    }
    if !unused.is_empty() {
        heading("Unused, unless a program loads them by name");
        let names = unused
            .iter()
            .map(|place| format!("  {}", label(&graph.resources[*place])));
        cut(names.collect(), all, "  ")
            .iter()
            .for_each(output::line);
    }
    output::line("");
    output::line(summary(graph, unused));
    let not_followed = shown.not_followed(graph).text();
    not_followed.iter().for_each(output::line);
}

/// The first lines of a list.
fn cut(mut lines: Vec<String>, all: bool, indent: &str) -> Vec<String> {
    let count = lines.len();
    if !all && count > ROWS + 1 {
        lines.truncate(ROWS);
        lines.push(format!("{indent}… {} more; --all shows them", count - ROWS));
    }
    lines
}

/// The resources that trees begin with: those that were asked for and nothing else leads to; and of these, the ones that
/// lead to nothing.
fn tops(graph: &Graph, unused: &[usize]) -> (Vec<usize>, Vec<usize>) {
    if graph.roots == 1 {
        return (vec![0], Vec::new());
    }
    let mut is_used = vec![false; graph.resources.len()];
    for (place, resource) in graph.resources.iter().enumerate() {
        for used in resource
            .uses
            .iter()
            .filter(|used| used.resource != place && !used.cycle)
        {
            is_used[used.resource] = true;
        }
    }
    // A file that is named in other letter case or with `\\` is used under that name.
    let used = graph.used();
    let roots = graph.resources.iter().take(graph.roots).enumerate();
    for (place, resource) in roots {
        let others = used.get(&*resource.file).into_iter().flatten();
        is_used[place] |= others.clone().any(|other| *other != place);
    }
    unused.iter().for_each(|place| is_used[*place] = true);
    let tops = (0..graph.roots).filter(|place| !is_used[*place]);
    tops.partition(|place| !graph.resources[*place].uses.is_empty())
}

/// A tree that is printed.
struct Tree<'g> {
    graph: &'g Graph,
    shown: Vec<bool>,
}

impl<'g> Tree<'g> {
    fn new(graph: &'g Graph) -> Self {
        let shown = vec![false; graph.resources.len()];
        Self { graph, shown }
    }

    /// The lines of a resource and of all that it leads to and is not shown yet.
    fn below(&mut self, top: usize, lines: &mut Vec<String>) {
        // Resources to show, each with the prefix of its line and of the lines below it.
        let mut next = vec![(top, String::new(), String::new(), 1, false)];
        while let Some((place, front, inner, count, cycle)) = next.pop() {
            let Some(resource) = self.graph.resources.get(place) else {
                continue;
            };
            let again = std::mem::replace(&mut self.shown[place], true);
            let mut line = format!("{front}{}", label(resource));
            if count > 1 {
                line.push_str(&format!(" × {count}"));
            }
            let is_leaf = resource.uses.is_empty();
            match (cycle, again && !is_leaf) {
                (true, _) => line.push_str(" (leads back)"),
                (false, true) => line.push_str(" (see above)"),
                _ => {}
            }
            lines.push(line);
            if again || cycle {
                continue;
            }
            let below = uses(resource);
            let last = below.len();
            for (number, (used, count)) in below.into_iter().enumerate().rev() {
                let (branch, trunk) = if number + 1 == last {
                    ("└─ ", "   ")
                } else {
                    ("├─ ", "│  ")
                };
                let (front, inner) = (format!("{inner}{branch}"), format!("{inner}{trunk}"));
                next.push((used.resource, front, inner, count, used.cycle));
            }
        }
    }
}

fn label(resource: &Resource) -> String {
    let Resource {
        kind,
        name,
        file,
        state,
        bytes,
        ..
    } = resource;
    let kind = kind.rsplit('.').next().unwrap_or(kind);
    match state {
        State::Found if file != name => {
            let bytes = report::plural(*bytes, "byte");
            format!("{name} ({kind}, {bytes}, called {file})")
        }
        State::Found => format!("{name} ({kind}, {})", report::plural(*bytes, "byte")),
        other => format!("{name} ({kind}, {})", other.name()),
    }
}

fn problem(graph: &Graph, problem: &Problem) -> String {
    let Problem {
        resource,
        diagnostic,
    } = problem;
    let name = graph.resources.get(*resource);
    let name = name.map_or("", |resource| resource.name.as_str());
    let mut place = name.to_owned();
    let location = diagnostic.location.to_string();
    if !location.is_empty() {
        place += &format!(", {location}");
    }
    if let more @ 1.. = diagnostic.count.saturating_sub(1) {
        place += &format!(" (and {more} more)");
    }
    format!(
        "  {}: {place}: {}",
        diagnostic.rule.code, diagnostic.message
    )
}

fn summary(graph: &Graph, unused: &[usize]) -> String {
    let count = |state: &str| {
        let resources = graph.resources.iter();
        resources
            .filter(|resource| resource.state.name() == state)
            .count()
    };
    let mut parts = vec![report::plural(graph.resources.len() as u64, "resource")];
    for state in ["found", "built in", "not followed", "missing", "refused"] {
        match count(state) {
            0 => {}
            count => parts.push(format!("{count} {state}")),
        }
    }
    let problems = report::plural(graph.problems.len() as u64, "problem");
    let unused = match unused.len() {
        0 => String::new(),
        count => format!("; {count} unused"),
    };
    format!("{}; {problems}{unused}", parts.join(", "))
}
