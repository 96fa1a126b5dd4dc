//! Skeletons.

use formwork_schema::Result;

use super::{
    kept,
    reader::{Reader, at},
};
use crate::{
    error::malformed,
    gltf::{mend, typed::Added},
    numbers,
    scene::Skin,
};

const IDENTITY: [f32; 16] = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
];

impl Reader<'_> {
    pub(super) fn skins(&mut self) -> Result<()> {
        for place in 0..self.document.skins.len() {
            let skin = self.skin(place)?;
            self.skins.push(Some(self.scene.skins.len()));
            self.scene.skins.push(skin);
        }
        self.restore_skins()
    }

    fn skin(&mut self, place: usize) -> Result<Skin> {
        let document = self.document;
        let skin = &document.skins[place];
        if skin.joints.is_empty() {
            let message = "a skin without joints moves nothing; expected one or more";
            return Err(malformed(message).of(format!("/skins/{place}/joints")));
        }
        let mut joints = Vec::with_capacity(skin.joints.len());
        for (number, joint) in skin.joints.iter().enumerate() {
            let pointer = format!("/skins/{place}/joints/{number}");
            at(&document.nodes, *joint, "node", &pointer)?;
            let node = self.stands_for(*joint);
            joints.push(node.ok_or_else(|| malformed("the joint is in no scene").of(pointer))?);
        }
        let mut inverse_bind = match skin.inverse_bind_matrices {
            None => vec![IDENTITY; joints.len()],
            Some(accessor) => {
                let pointer = format!("/skins/{place}/inverseBindMatrices");
                let matrices = self.finite_rows::<16>(accessor, &pointer)?;
                if matrices.len() < joints.len() {
                    let message = "fewer matrices than joints";
                    return Err(malformed(message).of(pointer));
                }
                matrices
            }
        };
        inverse_bind.truncate(joints.len());
        let root = match skin.skeleton {
            Some(root) => {
                let pointer = format!("/skins/{place}/skeleton");
                at(&document.nodes, root, "node", &pointer)?;
                let is_added = self.added(root) == Some(Added::Skeleton);
                if is_added {
                    None
                } else {
                    self.stands_for(root)
                }
            }
            None => None,
        };
        Ok(Skin {
            name: self.name("skins", place, None, &skin.name),
            joints,
            inverse_bind,
            root,
        })
    }

    /// Gives matrices back that were mended and not edited since.
    fn restore_skins(&mut self) -> Result<()> {
        for entry in self.origin.into_iter().flat_map(|origin| &origin.skins) {
            let Some(skin) = self.scene.skins.get(entry.skin) else {
                continue;
            };
            let current = numbers::bytes(skin.inverse_bind.as_flattened());
            let root = entry
                .root
                .and_then(|root| self.nodes.get(root).copied().flatten());
            let mut matrices = None;
            if let Some(rows) = &entry.matrices
                && let Some(raw) = self.stored_rows(rows, 64, current.clone())?
            {
                let raw = numbers::rows::<f32, 16>(&raw);
                let mended: Vec<_> = raw.iter().map(mend::bind_matrix).collect();
                let mended = numbers::bytes(mended.as_flattened());
                let same = kept::same_rows(&mended, &current, 64);
                matrices = Some((raw, same));
            }
            let skin = &mut self.scene.skins[entry.skin];
            skin.root = skin.root.or(root);
            if let Some((raw, same)) = matrices {
                for ((matrix, raw), same) in skin.inverse_bind.iter_mut().zip(raw).zip(same) {
                    if same {
                        *matrix = raw;
                    }
                }
            }
        }
        Ok(())
    }
}
