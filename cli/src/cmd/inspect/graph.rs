//! `formwork inspect --content`: a resource and all that it leads to.

use std::path::Path;

use formwork_formats::{
    build_graph,
    graph::{Graph, Problem, Resource, State, Use},
};
use formwork_schema::{Error, Kind};
use serde_json::{Value, json};

use crate::{
    args::{Args, GraphForm, Inspect},
    assets,
    content::Content,
    files::{self, Which},
    output,
    report::{self, Failure, Outcome, error_json},
};

pub(super) fn run(args: &Args, of: &Inspect) -> Result<Outcome, Failure> {
    for root in &of.content {
        if !root.is_dir() {
            let name = report::name(root);
            return Err(Failure::usage(format!("--content: `{name}` is no folder")));
        }
    }
    let mut outcome = Outcome::Ok;
    for found in files::find(&of.paths.paths, Which::Ours) {
        outcome = outcome.max(match one(args, of, &found.path) {
            Ok(outcome) => outcome,
            Err(failure) => Outcome::of(args, &failure),
        });
    }
    Ok(outcome)
}

fn one(args: &Args, of: &Inspect, path: &Path) -> Result<Outcome, Failure> {
    let asset = assets::with_tree(path, assets::open(args, path)?)?;
    let format = asset.id();
    if !asset.format().names_others() {
        let message = format!("`{format}` names no other resources");
        return Err(Failure::new(path, Error::new(Kind::Unsupported, message)));
    }
    let content = Content::new(args, &of.content, path, asset.bytes().clone());
    let graph = build_graph(format, content.name(), &content, asset.limits());
    match of.form {
        _ if args.json => output::line(&as_json(path, format, &graph).to_string()),
        Some(GraphForm::Dot) => output::line(dot(&graph).trim_end()),
        _ => output::line(&tree(&graph, args.colors())),
    }
    match graph.refusal() {
        Some(error) => Err(Failure::new(path, error)),
        None if graph.problems.is_empty() => Ok(Outcome::Ok),
        None => Ok(Outcome::Findings),
    }
}

/// Resources that one names, each once, with how often.
fn uses(resource: &Resource) -> Vec<(&Use, usize)> {
    let mut all: Vec<(&Use, usize)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for used in &resource.uses {
        let place = *places.entry(used.resource).or_insert(all.len());
        match all.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => all.push((used, 1)),
        }
    }
    all
}

fn tree(graph: &Graph, color: bool) -> String {
    let (bold, plain) = if color {
        ("\x1b[1m", "\x1b[0m")
    } else {
        ("", "")
    };
    let mut lines = Vec::new();
    let mut shown = vec![false; graph.resources.len()];
    // Resources to show, each with the prefix of its line and of the lines below it.
    let mut next = vec![(0, String::new(), String::new(), 1, false)];
    while let Some((place, front, inner, count, cycle)) = next.pop() {
        let Some(resource) = graph.resources.get(place) else {
            continue;
        };
        let again = std::mem::replace(&mut shown[place], true);
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
            let front = format!("{inner}{branch}");
            next.push((
                used.resource,
                front,
                format!("{inner}{trunk}"),
                count,
                used.cycle,
            ));
        }
    }
    if !graph.problems.is_empty() {
        lines.push(format!("\n  {bold}Problems{plain}"));
        lines.extend(
            graph
                .problems
                .iter()
                .map(|problem| self::problem(graph, problem)),
        );
    }
    lines.push(format!("\n{}", summary(graph)));
    lines.join("\n")
}

fn label(resource: &Resource) -> String {
    let Resource {
        kind,
        name,
        state,
        bytes,
        ..
    } = resource;
    let kind = kind.rsplit('.').next().unwrap_or(kind);
    match state {
        State::Found => format!("{name} ({kind}, {})", report::plural(*bytes, "byte")),
        other => format!("{name} ({kind}, {})", other.name()),
    }
}

fn problem(graph: &Graph, problem: &Problem) -> String {
    let Problem {
        code,
        resource,
        line,
        column,
        path,
        message,
        count,
    } = problem;
    let name = graph
        .resources
        .get(*resource)
        .map_or("", |resource| &resource.name);
    let path = if path.is_empty() {
        String::new()
    } else {
        format!(", {path}")
    };
    let more = match count {
        0 | 1 => String::new(),
        count => format!(" (and {} more)", count - 1),
    };
    format!("  {code}: {name}, line {line}, column {column}{path}{more}: {message}")
}

fn summary(graph: &Graph) -> String {
    let count = |state: &str| {
        let resources = graph.resources.iter();
        resources
            .filter(|resource| resource.state.name() == state)
            .count()
    };
    let mut parts = vec![report::plural(graph.resources.len() as u64, "resource")];
    for state in ["found", "built in", "missing", "refused"] {
        match count(state) {
            0 => {}
            count => parts.push(format!("{count} {state}")),
        }
    }
    let problems = report::plural(graph.problems.len() as u64, "problem");
    format!("{}; {problems}", parts.join(", "))
}

fn as_json(path: &Path, format: &str, graph: &Graph) -> Value {
    let resource = |resource: &Resource| {
        let uses = resource.uses.iter().map(|used| {
            json!({
                "resource": used.resource,
                "path": used.path,
                "line": used.line,
                "column": used.column,
                "cycle": used.cycle,
            })
        });
        let mut object = json!({
            "kind": resource.kind,
            "name": resource.name,
            "state": resource.state.name(),
            "bytes": resource.bytes,
            "uses": uses.collect::<Vec<_>>(),
        });
        if let State::Refused(error) = &resource.state {
            object["error"] = error_json(error);
        }
        object
    };
    let problem = |problem: &Problem| {
        json!({
            "code": problem.code,
            "resource": problem.resource,
            "line": problem.line,
            "column": problem.column,
            "path": problem.path,
            "message": problem.message,
            "count": problem.count,
        })
    };
    json!({
        "formwork": 1,
        "path": report::path(path),
        "format": format,
        "resources": graph.resources.iter().map(resource).collect::<Vec<_>>(),
        "problems": graph.problems.iter().map(problem).collect::<Vec<_>>(),
    })
}

/// The graph in the language of Graphviz.
fn dot(graph: &Graph) -> String {
    let quote = |text: &str| {
        let text = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{}\"", text.replace(['\n', '\r'], " "))
    };
    let mut out = String::from(
        "digraph resources {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n",
    );
    for (place, resource) in graph.resources.iter().enumerate() {
        let kind = resource.kind.rsplit('.').next().unwrap_or_default();
        let color = match (&resource.state, kind) {
            (State::Missing | State::Refused(_), _) => "#f4b6b6",
            (_, "scene") => "#cfe3f7",
            (_, "material") => "#d9efd2",
            (_, "texture") => "#fdeec4",
            (_, "shader" | "code") => "#e6dcf5",
            _ => "#eeeeee",
        };
        let label = quote(&resource.name);
        let state = match &resource.state {
            State::Found => String::new(),
            other => format!(", {}", other.name()),
        };
        let tip = quote(&format!("{kind}{state}"));
        out.push_str(&format!(
            "  r{place} [label={label}, tooltip={tip}, style=filled, fillcolor=\"{color}\"];\n"
        ));
    }
    for (place, resource) in graph.resources.iter().enumerate() {
        for (used, count) in uses(resource) {
            let label = if count > 1 {
                format!("label=\"×{count}\"")
            } else {
                String::new()
            };
            let style = if used.cycle {
                "color=red, penwidth=2"
            } else {
                ""
            };
            let attributes: Vec<&str> = [label.as_str(), style]
                .into_iter()
                .filter(|a| !a.is_empty())
                .collect();
            out.push_str(&format!(
                "  r{place} -> r{} [{}];\n",
                used.resource,
                attributes.join(", ")
            ));
        }
    }
    out.push_str("}\n");
    out
}
