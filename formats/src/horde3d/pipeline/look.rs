//! What a person wants to see of a pipeline first.

use super::{
    command::Command,
    tree::{Pipeline, RenderTarget, Stage},
};
use crate::inspect::{FactValue, Inspection, Table};

pub(super) fn look(pipeline: &Pipeline, inspection: &mut Inspection) {
    let targets = pipeline
        .setup
        .iter()
        .flat_map(|setup| &setup.render_targets);
    let stages = pipeline
        .command_queue
        .iter()
        .flat_map(|queue| &queue.stages);
    let commands = stages
        .clone()
        .map(|stage| stage.commands.len())
        .sum::<usize>();
    inspection.fact("target_count", "Targets", targets.clone().count());
    inspection.fact("stage_count", "Stages", stages.clone().count());
    inspection.fact("command_count", "Commands", commands);
    inspection.tables.push(Table {
        key: "render_targets",
        columns: &[
            "target",
            "format",
            "colour_buffers",
            "depth",
            "samples",
            "size",
        ],
        rows: targets.map(target).collect(),
    });
    inspection.tables.push(Table {
        key: "stages",
        columns: &["stage", "enabled", "link", "commands"],
        rows: stages.map(stage).collect(),
    });
}

fn target(target: &RenderTarget) -> Vec<FactValue> {
    let size = match (target.width, target.height) {
        (0, 0) => format!("window × {}", target.scale),
        (width, height) => format!("{width} × {height} × {}", target.scale),
    };
    vec![
        target.id.clone().into(),
        target.format.name().into(),
        target.num_col_bufs.to_string().into(),
        if target.depth_buf { "yes" } else { "no" }.into(),
        target.max_samples.to_string().into(),
        size.into(),
    ]
}

fn stage(stage: &Stage) -> Vec<FactValue> {
    let link = if stage.link.is_empty() {
        FactValue::Nothing
    } else {
        stage.link.clone().into()
    };
    vec![
        stage.id.clone().into(),
        if stage.enabled { "yes" } else { "no" }.into(),
        link,
        FactValue::Words(stage.commands.iter().map(command).collect()),
    ]
}

fn command(command: &Command) -> String {
    let with = |name: &str, what: &str| match what {
        "" => name.to_owned(),
        what => format!("{name} {what}"),
    };
    match command {
        Command::SwitchTarget(to) => with("SwitchTarget", &to.target),
        Command::BindBuffer(bind) => with("BindBuffer", &bind.source_rt),
        Command::UnbindBuffers(_) => "UnbindBuffers".into(),
        Command::ClearTarget(_) => "ClearTarget".into(),
        Command::DrawGeometry(draw) => with("DrawGeometry", &draw.context),
        Command::DrawQuad(draw) => with("DrawQuad", &draw.context),
        Command::DoForwardLightLoop(draw) => with("DoForwardLightLoop", &draw.context),
        Command::DoDeferredLightLoop(draw) => with("DoDeferredLightLoop", &draw.context),
        Command::SetUniform(set) => with("SetUniform", &set.uniform),
        Command::DrawOverlays(draw) => with("DrawOverlays", &draw.context),
        Command::Unknown(xml) => {
            let name = crate::document::root_name(xml.as_bytes()).unwrap_or_default();
            format!("{name} (unknown)")
        }
    }
}
