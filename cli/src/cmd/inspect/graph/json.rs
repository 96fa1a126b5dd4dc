//! A graph for programs.

use std::path::Path;

use formwork_formats::graph::{Graph, Problem, Resource, State};
use serde_json::{Value, json};

use crate::{
    diagnostics,
    report::{self, error_json},
};

pub(super) fn as_json(path: &Path, format: Option<&str>, graph: &Graph, unused: &[usize]) -> Value {
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
        "format": format,
        "resources": graph.resources.iter().map(resource).collect::<Vec<_>>(),
        "problems": graph.problems.iter().map(problem).collect::<Vec<_>>(),
    });
    if format.is_none() {
        object["unused"] = unused.into();
    }
    object
}
