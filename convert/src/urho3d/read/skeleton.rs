//! Bones → nodes below a node of the skeleton's own, and a skin.

use formwork_formats::urho3d::{Model, model::Bone};
use formwork_schema::Vec3;

use super::reader::Reader;
use crate::{
    Code, Report,
    scene::{BoneShape, Node, Skin, Trs},
    urho3d::frame::Frame,
};

impl Reader<'_> {
    /// Adds the nodes of all bones, in the order of the file, and the node above them. The skin, where there is something
    /// to bend.
    pub(super) fn skeleton(
        &mut self,
        model: &Model,
        stem: &str,
        is_skinned: bool,
    ) -> Option<usize> {
        if model.bones.is_empty() {
            return None;
        }
        let first = self.scene.nodes.len();
        let nodes = model.bones.iter().map(|bone| node(bone, self.frame));
        self.scene.nodes.extend(nodes);
        let mut roots = Vec::new();
        let (parents, cut) = parents(model);
        say_cuts(model, &cut, self.report);
        for (place, parent) in parents.into_iter().enumerate() {
            match parent {
                Some(parent) => self.scene.nodes[first + parent]
                    .children
                    .push(first + place),
                None => roots.push(first + place),
            }
        }
        if roots.len() > 1 {
            let detail = format!("{} roots", roots.len());
            self.report
                .add_many(Code::C205, roots.len() - 1, "bones", detail);
        }
        let root = self.scene.nodes.len();
        self.scene.roots.push(root);
        self.scene.nodes.push(Node {
            name: format!("{stem}_skeleton").as_str().into(),
            children: roots,
            ..Node::default()
        });
        if !is_skinned {
            self.report
                .add(Code::C203, "bones", format!("{} bones", model.bones.len()));
            return None;
        }
        let matrices = model
            .bones
            .iter()
            .map(|bone| self.frame.matrix_in(bone.offset_matrix));
        self.scene.skins.push(Skin {
            name: stem.into(),
            joints: (first..root).collect(),
            inverse_bind: matrices.collect(),
            root: Some(root),
        });
        Some(self.scene.skins.len() - 1)
    }
}

/// The parent of each bone, without circles: of one, the first bone becomes a root. Those that became one.
pub(in crate::urho3d) fn parents(model: &Model) -> (Vec<Option<usize>>, Vec<usize>) {
    let bones = 0..model.bones.len();
    let mut parents: Vec<Option<usize>> = bones.map(|bone| model.parent(bone)).collect();
    let mut cut = Vec::new();
    // The bone at which the walk began that came by.
    let mut walks = vec![usize::MAX; parents.len()];
    for start in 0..parents.len() {
        let mut bone = start;
        while walks[bone] == usize::MAX {
            walks[bone] = start;
            match parents[bone] {
                Some(parent) => bone = parent,
                None => break,
            }
        }
        if walks[bone] == start && parents[bone].is_some() {
            parents[bone] = None;
            cut.push(bone);
        }
    }
    (parents, cut)
}

/// Says which bones became roots, though the file says otherwise.
fn say_cuts(model: &Model, cut: &[usize], report: &mut Report) {
    for bone in cut {
        let name = model.bones[*bone].name.to_text();
        let path = format!("bones[{bone}].parent");
        report.add(Code::C204, path, format!("{name:?} hangs on itself"));
    }
    for (place, bone) in model.bones.iter().enumerate() {
        if bone.parent as usize >= model.bones.len() && bone.parent != u32::MAX {
            let path = format!("bones[{place}].parent");
            report.add(
                Code::C204,
                path,
                format!("there is no bone {}", bone.parent),
            );
        }
    }
}

fn node(bone: &Bone, frame: Frame) -> Node {
    let Vec3 { x, y, z } = bone.scale;
    let corners = bone.bounding_box.map(|bounds| [bounds.min, bounds.max]);
    Node {
        name: bone.name.clone(),
        transform: Trs {
            translation: frame.vector_in(bone.position),
            rotation: frame.rotation_in(bone.rotation),
            scale: [x, y, z],
        },
        bone: Some(BoneShape {
            mask: bone.collision.bits(),
            radius: bone.radius,
            bounds: corners.map(|corners| frame.bounds(corners.map(Into::into))),
        }),
        ..Node::default()
    }
}
