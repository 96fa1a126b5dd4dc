//! `.pipeline.xml`: in which order what is drawn, and where to.

mod command;
mod look;
mod review;
pub mod rules;
mod tree;

use formwork_markup::Markup;
use formwork_schema::{Diagnostic, Result};

pub use command::{
    BindBuffer, ClearTarget, Command, DoDeferredLightLoop, DoForwardLightLoop, DrawGeometry,
    DrawOverlays, DrawQuad, Order, SetUniform, SwitchTarget, UnbindBuffers,
};
pub use tree::{CommandQueue, Pipeline, RenderTarget, Setup, Stage, TargetFormat};

use crate::{
    document::{DocumentFormat, compiled_here},
    inspect::Inspection,
};

impl DocumentFormat for Pipeline {
    compiled_here!();

    const VERSIONS: &'static [&'static str] = &["current", "until 2009-02"];
    const ENGINES: &'static str = "Horde3D and forks";
    const NOTES: &'static str = "XML; commands of forks are kept";

    fn version(&self) -> &'static str {
        let queue = self.command_queue.iter();
        let mut commands = queue
            .flat_map(|queue| &queue.stages)
            .flat_map(|stage| &stage.commands);
        let former = commands.any(|command| {
            matches!(command, Command::BindBuffer(bind) if bind.tex_unit.is_some() || bind.target.is_some())
        });
        Self::VERSIONS[usize::from(former)]
    }

    fn review(
        _: impl FnOnce() -> Result<Self>,
        markup: &Markup,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<()> {
        review::review(markup, diagnostics)
    }

    fn look(&self, inspection: &mut Inspection) {
        look::look(self, inspection);
    }
}
