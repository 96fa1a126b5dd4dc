//! A graph in the language of Graphviz.

use std::collections::BTreeSet;

use formwork_formats::graph::{Graph, Resource, State};

use formwork_schema::{escape::Printable, sorted};

use super::uses::uses;

/// What is missing or refused.
const BROKEN: &str = "#f4b6b6";

/// Kinds of resources, in the order of their names; black is easily read on all.
const COLORS: [&str; 8] = [
    "#cfe3f7", "#d9efd2", "#fdeec4", "#e6dcf5", "#cdeeee", "#f0e0cc", "#e3eab8", "#eeeeee",
];

/// The graph in the language of Graphviz.
pub(super) fn dot(graph: &Graph) -> String {
    let quote = |text: &str| {
        let text = Printable(text).to_string();
        let text = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{text}\"")
    };
    let mut out = String::from(
        "digraph resources {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n",
    );
    let kinds: BTreeSet<&str> = sorted::collect(graph.resources.iter().map(kind));
    for (place, resource) in graph.resources.iter().enumerate() {
        let kind = kind(resource);
        let color = match &resource.state {
            State::Missing | State::Refused(_) => BROKEN,
            _ => COLORS[kinds.range(..kind).count() % COLORS.len()],
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

/// What a resource is, without the engine.
fn kind(resource: &Resource) -> &str {
    let kind = &*resource.kind;
    kind.rsplit('.').next().unwrap_or(kind)
}
