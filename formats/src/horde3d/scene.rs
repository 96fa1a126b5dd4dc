//! `.scene.xml`: a tree of nodes, of which a scene or a part of one is made.

mod look;
mod node;
mod nodes;
mod placement;
mod review;

pub use nodes::{
    Camera, Compute, DrawType, Emitter, Group, Joint, Light, Mesh, Model, Node, PrimitiveType,
    Reference, Terrain,
};
pub use placement::Placement;

use formwork_markup::Markup;
use formwork_schema::{Finding, Result};

use crate::{document::DocumentFormat, inspect::Inspection, texts::TextInfo};

/// A scene: its root may be any kind of node.
pub type Scene = Node;

impl DocumentFormat for Node {
    const INFO: TextInfo = TextInfo {
        id: "horde3d.scene",
        title: "Scene graph of Horde3D",
        versions: &["current"],
        extensions: &["scene.xml"],
        engines: "Horde3D",
        notes: "XML; attachments are kept as they are, and so is what the engine drops",
    };
    // Other programs have groups and models, too.
    const TELLING: &'static [&'static str] = &[];
    const HINTS: &'static [&'static str] = &[
        " geometry=",
        " sceneGraph=",
        " jointIndex=",
        " batchStart=",
        " lightingContext=",
        " particleEffect=",
        " heightmap=",
    ];

    fn review(&self, markup: &Markup, findings: &mut Vec<Finding>) -> Result<()> {
        review::review(markup, findings);
        Ok(())
    }

    fn look(&self, inspection: &mut Inspection) {
        look::look(self, inspection);
    }
}
