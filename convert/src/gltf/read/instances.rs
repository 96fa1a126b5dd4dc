//! `EXT_mesh_gpu_instancing`: one node that shows its mesh many times.

use formwork_schema::{CString, Result};

use super::reader::Reader;
use crate::{
    Code,
    error::malformed,
    gltf::json::Instancing,
    scene::{Node, Path, Trs},
};

/// Bytes of memory for one instance: its node and its name.
const INSTANCE: u64 = size_of::<Node>() as u64 + 64;

impl Reader<'_> {
    /// Gives each instance a node of its own below the node that has them.
    pub(super) fn instances(&mut self) -> Result<()> {
        let document = self.document;
        for (place, node) in document.nodes.iter().enumerate() {
            let extensions = node.extensions.as_ref();
            let instancing = extensions.and_then(|it| it.instancing.as_ref());
            let Some((instancing, of)) = instancing.zip(self.nodes[place]) else {
                continue;
            };
            let pointer = format!("/nodes/{place}/extensions/EXT_mesh_gpu_instancing/attributes");
            let Some(mesh) = self.scene.nodes[of].mesh else {
                continue;
            };
            if self.scene.nodes[of].skin.is_some() {
                let detail = "joints say where the mesh is, so it stays one";
                self.report.add(Code::C605, pointer, detail);
                continue;
            }
            if let Some(transforms) = self.transforms(instancing, &pointer)? {
                self.expand(of, mesh, transforms);
            }
        }
        Ok(())
    }

    /// Where instances are; `None` where the file does not say it of any.
    fn transforms(&mut self, instancing: &Instancing, pointer: &str) -> Result<Option<Vec<Trs>>> {
        let mut transforms: Option<Vec<Trs>> = None;
        for (name, accessor) in &instancing.attributes {
            let pointer = format!("{pointer}/{name}");
            let count = self.packed(*accessor, &pointer)?.count;
            let known = match &mut transforms {
                Some(known) => known,
                None => {
                    self.charge((count as u64).saturating_mul(INSTANCE), &pointer)?;
                    transforms.insert(vec![Trs::IDENTITY; count])
                }
            };
            if known.len() != count {
                let message = "another number of values than the other attributes have";
                return Err(malformed(message).of(pointer));
            }
            match &**name {
                "TRANSLATION" => {
                    let values = self.rows::<3>(*accessor, &pointer)?;
                    let each = known.iter_mut().zip(values);
                    each.for_each(|(one, value)| one.translation = value);
                }
                "ROTATION" => {
                    let values = self.rows::<4>(*accessor, &pointer)?;
                    let each = known.iter_mut().zip(values);
                    each.for_each(|(one, value)| one.rotation = value);
                }
                "SCALE" => {
                    let values = self.rows::<3>(*accessor, &pointer)?;
                    let each = known.iter_mut().zip(values);
                    each.for_each(|(one, value)| one.scale = value);
                }
                _ => self.report.add(Code::C605, pointer, "of each instance"),
            }
        }
        Ok(transforms)
    }

    fn expand(&mut self, of: usize, mesh: usize, transforms: Vec<Trs>) {
        let node = &mut self.scene.nodes[of];
        node.mesh = None;
        let weights = node.weights.take();
        let name = match node.name.as_bytes() {
            [] => self.scene.meshes[mesh].name.clone(),
            _ => node.name.clone(),
        };
        for (number, transform) in transforms.into_iter().enumerate() {
            let child = self.scene.nodes.len();
            self.scene.nodes[of].children.push(child);
            let number = format!("_{number}");
            self.scene.nodes.push(Node {
                name: CString::from([name.as_bytes(), number.as_bytes()].concat()),
                transform,
                mesh: Some(mesh),
                weights: weights.clone(),
                ..Node::default()
            });
        }
        let moves_targets = |node: usize, path: Path| node == of && path == Path::Weights;
        for clip in &mut self.scene.clips {
            let before = clip.tracks.len();
            clip.tracks
                .retain(|track| !moves_targets(track.node, track.path));
            let lost = before - clip.tracks.len();
            let detail = "the morph targets of instances do not move";
            self.report
                .add_many(Code::C331, lost, clip.name.to_text(), detail);
        }
    }
}
