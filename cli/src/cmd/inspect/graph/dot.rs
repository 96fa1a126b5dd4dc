//! A graph in the language of Graphviz.

use formwork_formats::graph::{Graph, State};

use super::uses::uses;

/// The graph in the language of Graphviz.
pub(super) fn dot(graph: &Graph) -> String {
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
