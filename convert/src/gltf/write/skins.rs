//! Skeletons, and which node shows what they bend.

use formwork_schema::sorted;

use super::writer::Writer;
use crate::{
    Code,
    gltf::{json, mend, origin::SkinEntry, typed::Added},
    numbers,
    scene::{Mesh, Semantic, Skin, Stream, Trs},
};

/// Whether a stream has what a skin needs.
pub(super) fn is_weighted(stream: &Stream) -> bool {
    stream.get(&Semantic::Weights, 0).is_some() && stream.get(&Semantic::Joints, 0).is_some()
}

impl Writer<'_> {
    pub(super) fn skins(&mut self) {
        let scene = self.scene;
        for (place, skin) in scene.skins.iter().enumerate() {
            self.join(place, skin);
        }
        // Skins without joints cannot be written; the others keep their order.
        let mut numbers = vec![None; scene.skins.len()];
        for (place, skin) in scene.skins.iter().enumerate() {
            if !skin.joints.is_empty() {
                numbers[place] = Some(self.file.document.skins.len());
                self.skin(place, skin);
            }
        }
        for (place, node) in scene.nodes.iter().enumerate() {
            let Some(skin) = node.skin else { continue };
            let mesh = node.mesh.map(|mesh| &scene.meshes[mesh]);
            if let (Some(number), true) = (numbers[skin], mesh.is_some_and(|it| self.bends(it))) {
                self.is_bent[place] = true;
                self.lift(place, number);
            } else {
                let what = format!("nodes[{place}].skin");
                self.report.add(Code::C203, what, "no vertex has weights");
                self.file.document.nodes[place].extras.notes().skin = Some(skin);
            }
        }
    }

    /// Whether some vertex of the mesh can follow joints.
    fn bends(&self, mesh: &Mesh) -> bool {
        let levels = mesh.parts.iter().flat_map(|part| &part.levels);
        levels
            .filter(|level| self.is_drawn(level))
            .any(|level| is_weighted(&self.scene.streams[level.stream]))
    }

    pub(super) fn top(&self, mut node: usize) -> usize {
        while let Some(parent) = self.parents[node] {
            node = parent;
        }
        node
    }

    /// Puts one node above all joints of a skin, where there is none.
    fn join(&mut self, place: usize, skin: &Skin) {
        let mut tops: Vec<usize> = skin.joints.iter().map(|joint| self.top(*joint)).collect();
        sorted::ascending(&mut tops);
        tops.dedup();
        if tops.len() < 2 {
            return;
        }
        let detail = format!("{} roots", tops.len());
        self.report
            .add(Code::C205, format!("skins[{place}]"), detail);
        let roots = std::mem::take(&mut self.roots);
        let (children, mut rest): (Vec<usize>, Vec<usize>) =
            roots.into_iter().partition(|root| tops.contains(root));
        let mut node = json::Node {
            name: format!("{}_skeleton", self.stem),
            children: children.clone(),
            ..json::Node::default()
        };
        node.extras.notes().added = Some(Added::Skeleton);
        let added = self.add_node(node, None);
        for child in children {
            self.parents[child] = Some(added);
        }
        rest.push(added);
        self.roots = rest;
    }

    fn skin(&mut self, place: usize, skin: &Skin) {
        let mut bad = 0;
        let mut matrices = Vec::with_capacity(16 * skin.joints.len());
        for matrix in &skin.inverse_bind {
            let mended = mend::bind_matrix(matrix);
            // Zero is zero, with any sign.
            bad += usize::from(mended != *matrix);
            matrices.extend(mended);
        }
        let what = format!("skins[{place}]");
        self.report
            .add_many(Code::C111, bad, &*what, "bind matrices");
        let common = self.top(skin.joints[0]);
        let root = skin
            .root
            .filter(|root| skin.joints.iter().all(|joint| self.is_below(*joint, *root)));
        let is_added = common >= self.scene.nodes.len();
        let skeleton = if is_added { Some(common) } else { root };
        let lost = skin.root.filter(|root| skeleton != Some(*root));
        let raw = numbers::bytes(skin.inverse_bind.as_flattened());
        let mended = numbers::bytes(&matrices);
        if self.keeps() && (raw != mended || lost.is_some()) {
            let rows = self.file.rows(64, &raw, &mended);
            self.origin.skins.push(SkinEntry {
                skin: self.file.document.skins.len(),
                matrices: rows,
                root: lost,
            });
        }
        let joints = self.joints(skin);
        let matrices = self.file.numbers("MAT4", 16, &matrices);
        let name = self.name("skins", self.file.document.skins.len(), None, &skin.name);
        self.file.document.skins.push(json::Skin {
            name,
            inverse_bind_matrices: matrices,
            skeleton,
            joints,
            ..json::Skin::default()
        });
    }

    fn is_below(&self, mut node: usize, ancestor: usize) -> bool {
        while node != ancestor {
            match self.parents[node] {
                Some(parent) => node = parent,
                None => return false,
            }
        }
        true
    }

    /// The joints, each once: who comes again is stood for by a node below.
    fn joints(&mut self, skin: &Skin) -> Vec<usize> {
        let mut seen = vec![false; self.scene.nodes.len()];
        let mut joints = Vec::with_capacity(skin.joints.len());
        for joint in &skin.joints {
            if !std::mem::replace(&mut seen[*joint], true) {
                joints.push(*joint);
                continue;
            }
            let mut node = json::Node::default();
            let notes = node.extras.notes();
            (notes.added, notes.of) = (Some(Added::Joint), Some(*joint));
            let added = self.add_node(node, Some(*joint));
            self.file.document.nodes[*joint].children.push(added);
            joints.push(added);
        }
        joints
    }

    /// Lets a node at the top show what a skin bends: glTF ignores where such a node is, and validators warn of others.
    fn lift(&mut self, place: usize, skin: usize) {
        let node = &self.scene.nodes[place];
        let is_plain = self.parents[place].is_none()
            && node.transform == Trs::IDENTITY
            && !self.is_moved[place];
        if is_plain {
            self.file.document.nodes[place].skin = Some(skin);
            return;
        }
        let mut made = json::Node {
            name: self.file.document.nodes[place].name.clone(),
            skin: Some(skin),
            ..json::Node::default()
        };
        let notes = made.extras.notes();
        (notes.added, notes.of) = (Some(Added::Mesh), Some(place));
        let added = self.add_node(made, None);
        self.roots.push(added);
        self.shown_by[place] = added;
    }
}
