//! A graph for programs.

use std::path::Path;

use formwork_formats::graph::{Graph, Problem, Resource, State};
use serde_json::{Value, json};

use super::shown::Shown;
use crate::{
    diagnostics,
    report::{self, error_json},
};

pub(super) fn as_json(path: &Path, graph: &Graph, shown: &Shown<'_>) -> Value {
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
        let mut object = diagnostics::json(&problem.diagnostic);
        object["resource"] = problem.resource.into();
        object
    };
    let mut object = json!({
        "formwork": 1,
        "path": report::path(path),
        "format": shown.format,
        "resources": graph.resources.iter().map(resource).collect::<Vec<_>>(),
        "problems": graph.problems.iter().map(problem).collect::<Vec<_>>(),
        "not_followed": shown.not_followed(graph).json(),
    });
    if shown.format.is_none() {
        object["unused"] = shown.unused.into();
    }
    object
}
