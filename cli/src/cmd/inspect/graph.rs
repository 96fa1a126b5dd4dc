//! `formwork inspect --content`: a resource and all that it leads to.

mod dot;
mod folder;
mod json;
mod shown;
mod tree;
mod uses;

use std::path::Path;

use formwork_formats::{build_graph, graph::Graph, resource_kind};

use self::{dot::dot, json::as_json, shown::Shown, tree::tree};

use crate::{
    args::{Args, GraphForm, Inspect},
    assets,
    content::{self, Content},
    diagnostics, input, output,
    report::{Failure, Outcome},
};

pub(super) fn run(args: &Args, of: &Inspect) -> Result<Outcome, Failure> {
    content::are_folders(&of.content)?;
    let mut outcome = Outcome::Ok;
    for path in &of.paths.paths {
        let told = if path.is_dir() {
            folder(args, of, path)
        } else {
            one(args, of, path)
        };
        outcome = outcome.max(match told {
            Ok(outcome) => outcome,
            Err(failure) => Outcome::of(args, &failure),
        });
    }
    Ok(outcome)
}

fn one(args: &Args, of: &Inspect, path: &Path) -> Result<Outcome, Failure> {
    let bytes = input::read(args, path)?;
    let form = assets::form_of(args, &bytes, path);
    let asset = assets::opened(args, path, bytes)?;
    let format = asset.id();
    let content = Content::new(args, &of.content, path, asset.bytes().clone());
    let kind = resource_kind(asset.format());
    let mut graph = build_graph(&[(kind, content.name())], &content, asset.limits());
    if form.is_some() {
        // They are those of the document that the text encodes.
        let own = graph.problems.iter_mut().filter(|one| one.resource == 0);
        for one in own {
            diagnostics::without_lines(std::slice::from_mut(&mut one.diagnostic));
        }
    }
    let shown = Shown {
        format: Some(format),
        unused: &[],
        unread: 0,
    };
    show(args, of, path, &graph, &shown);
    match graph.refusal() {
        Some(error) => Err(Failure::new(path, error)),
        None => Ok(outcome(&graph)),
    }
}

/// All resources of a folder, and what they lead to.
fn folder(args: &Args, of: &Inspect, path: &Path) -> Result<Outcome, Failure> {
    let found = folder::find(args, of, path)?;
    let roots = found.resources.iter();
    let roots: Vec<(&str, &str)> = roots.map(|(kind, name)| (*kind, name.as_str())).collect();
    let content = Content::all(args, &of.content);
    let graph = build_graph(&roots, &content, &input::limits(args));
    let unused = found.unused(&graph);
    let shown = Shown {
        format: None,
        unused: &unused,
        unread: found.unread,
    };
    show(args, of, path, &graph, &shown);
    Ok(outcome(&graph))
}

fn outcome(graph: &Graph) -> Outcome {
    match graph.problems.is_empty() {
        true => Outcome::Ok,
        false => Outcome::Findings,
    }
}

fn show(args: &Args, of: &Inspect, path: &Path, graph: &Graph, shown: &Shown<'_>) {
    match of.form {
        _ if args.json => output::json(&as_json(path, graph, shown)),
        Some(GraphForm::Dot) => output::lines(dot(graph).trim_end()),
        _ => tree(graph, shown, of.all, args.colors()),
    }
}
