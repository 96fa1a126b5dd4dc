//! Farther levels of detail, in a scene of their own.

use formwork_schema::CString;

use super::{nodes::transformed, writer::Writer};
use crate::{
    gltf::{json, mend, origin::PrimitiveEntry, typed::Added},
    math,
};

/// A mesh of the file beyond the nearest levels.
pub(super) struct Later {
    pub mesh: json::Mesh,
    /// The nodes of the scene that show it.
    pub nodes: Vec<usize>,
    /// What its primitives do not say.
    pub entries: Vec<PrimitiveEntry>,
}

impl Writer<'_> {
    /// Appends farther levels, and a scene with nodes that show them.
    pub(super) fn later(&mut self, later: Vec<Later>) {
        let mut tops = Vec::new();
        for each in later {
            let mesh = self.file.document.meshes.len();
            let level = each
                .mesh
                .extras
                .known()
                .and_then(|notes| notes.lod.as_ref());
            let is_level = level.is_some_and(|lod| lod.level > 0);
            let name = CString::from(&*each.mesh.name);
            self.record(mesh, each.entries);
            self.file.document.meshes.push(each.mesh);
            for of in each.nodes {
                if is_level {
                    let top = self.show_level(of, mesh, &name);
                    tops.extend(top);
                } else {
                    self.show(of, mesh);
                }
            }
        }
        if tops.is_empty() {
            return;
        }
        let mut seen = vec![false; self.file.document.nodes.len()];
        tops.retain(|top| !std::mem::replace(&mut seen[*top], true));
        self.file.document.scenes.push(json::Scene {
            name: "lods".into(),
            nodes: tops,
            ..json::Scene::default()
        });
    }

    /// A node that shows a farther level where another shows the nearest, and all nodes that its scene needs.
    fn show_level(&mut self, of: usize, mesh: usize, name: &CString) -> Vec<usize> {
        let by = &self.file.document.nodes[self.shown_by[of]];
        let (skin, weights) = (by.skin, by.weights.clone());
        let mut node = if skin.is_some() {
            json::Node::default()
        } else {
            let mut matrix = math::matrix(&self.scene.nodes[of].transform);
            let mut above = self.parents[of];
            while let Some(parent) = above {
                if let Some(node) = self.scene.nodes.get(parent) {
                    matrix = math::matrix(&node.transform) * matrix;
                }
                above = self.parents[parent];
            }
            let (trs, _) = math::decompose(matrix);
            transformed(&mend::transform(&trs).0)
        };
        node.name = name.to_text().into_owned();
        (node.mesh, node.skin, node.weights) = (Some(mesh), skin, weights);
        let notes = node.extras.notes();
        (notes.added, notes.of) = (Some(Added::Level), Some(of));
        let added = self.add_node(node, None);
        let mut nodes = vec![added];
        if let Some(skin) = skin {
            let joint = self.file.document.skins[skin].joints[0];
            nodes.push(self.top(joint));
        }
        nodes
    }
}
