//! `.scene.xml`: a tree of nodes, of which a scene or a part of one is made.

mod look;
mod node;
mod nodes;
mod placement;
mod review;
pub mod rules;
mod words;

pub use nodes::{
    Camera, Compute, Emitter, Group, Joint, Light, Mesh, Model, Node, Reference, Terrain,
};
pub use placement::Placement;
pub(super) use review::is_node;
pub use words::{DrawType, PrimitiveType};

use formwork_markup::Markup;
use formwork_schema::{Diagnostic, Result};

use crate::{
    document::{DocumentFormat, compiled_here},
    inspect::Inspection,
};

/// A scene: its root may be any kind of node.
pub type Scene = Node;

impl DocumentFormat for Node {
    compiled_here!();

    const ENGINES: &'static str = "Horde3D";
    const NOTES: &'static str =
        "XML; attachments are kept as they are, and so is what the engine drops";

    fn review(
        _: impl FnOnce() -> Result<Self>,
        markup: &Markup,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<()> {
        review::review(markup, diagnostics);
        Ok(())
    }

    fn look(&self, inspection: &mut Inspection) {
        look::look(self, inspection);
    }
}
