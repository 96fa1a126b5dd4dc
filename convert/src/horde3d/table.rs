//! The joint table of a geometry that is made of a scene.

use formwork_schema::Result;
use glam::DMat4;

use super::{
    nodes::{IDENTITY, is_identity},
    roles::Roles,
};
use crate::{Code, Report, Scene, error::invalid};

/// Entries that bytes can number.
const MOST: usize = 256;
/// Joints that Horde3D draws with OpenGL 2 and ES 3.
const USUAL: usize = 75;
/// How far two matrices may be apart that are one.
const NEAR: f32 = 2e-5;

/// The table: entry 0 is the identity.
#[derive(Default)]
pub(super) struct Table {
    /// Matrices from entry 1 on.
    matrices: Vec<[f32; 16]>,
    /// For each entry from 1 on the node, and which of several skins it is for.
    uses: Vec<(usize, Option<usize>)>,
}

/// The joint table of a file.
pub(super) struct Joints {
    /// From model space into the space of each joint at rest; first the identity.
    pub(super) matrices: Vec<[f32; 16]>,
    /// For each skin the entries of its joints.
    pub(super) entries: Vec<Vec<u8>>,
}

impl Table {
    /// Adds a joint; how the skins that have it see it at rest, or where it is when none does.
    pub(super) fn add(&mut self, scene: &Scene, node: usize, global: DMat4) -> usize {
        let seen = binds(scene, node);
        let first = seen.first().copied();
        let matrix = first.map_or_else(|| at_rest(global), |(_, matrix)| matrix);
        self.matrices.push(matrix);
        self.uses.push((node, None));
        self.matrices.len()
    }

    /// Adds joints for skins that see a node at rest in another way: each entry, and its skin.
    pub(super) fn add_seconds(&mut self, scene: &Scene, node: usize) -> Vec<(usize, usize)> {
        let seen = binds(scene, node);
        let Some((_, first)) = seen.first().copied() else {
            return Vec::new();
        };
        let mut added = Vec::new();
        for (skin, matrix) in seen.into_iter().skip(1) {
            if !is_near(&first, &matrix) {
                self.matrices.push(matrix);
                self.uses.push((node, Some(skin)));
                added.push((self.matrices.len(), skin));
            }
        }
        added
    }

    /// Whether a joint is what a reader puts where vertices follow entry 0 of the table.
    pub(super) fn is_rest(&self, scene: &Scene, roles: &Roles, node: usize) -> bool {
        let it = &scene.nodes[node];
        let is_still = scene
            .clips
            .iter()
            .flat_map(|clip| &clip.tracks)
            .all(|track| track.node != node);
        it.name == "formwork_identity"
            && is_identity(&it.transform)
            && it.children.is_empty()
            && is_still
            && roles.parents[node] == roles.top
            && binds(scene, node)
                .iter()
                .all(|(_, matrix)| *matrix == IDENTITY)
    }

    /// The matrices, and what joints of each skin are in the table.
    pub(super) fn finish(self, scene: &Scene, report: &mut Report) -> Result<Joints> {
        let count = self.matrices.len();
        if count >= MOST {
            let detail = format!("{count} joints, and bytes number {MOST} with the identity");
            report.add(Code::C151, "skins", &*detail);
            return Err(invalid(format!("C151: too many joints: {detail}"))
                .help("split the model, or use fewer joints"));
        }
        if count > USUAL {
            report.add(Code::C152, "skins", format!("{count} joints"));
        }
        let seconds = self.uses.iter().filter(|(_, skin)| skin.is_some()).count();
        let detail = "a joint that does not move is added below it";
        report.add_many(Code::C213, seconds, "skins", detail);
        let mut entries = vec![0; scene.nodes.len()];
        let mut special = std::collections::BTreeMap::new();
        for ((node, skin), entry) in self.uses.iter().zip(1..=u8::MAX) {
            match skin {
                Some(skin) => {
                    special.insert((*node, *skin), entry);
                }
                None => entries[*node] = entry,
            }
        }
        let skins = scene.skins.iter().enumerate().map(|(skin, it)| {
            let entry = |node: &usize| {
                special
                    .get(&(*node, skin))
                    .copied()
                    .unwrap_or(entries[*node])
            };
            it.joints.iter().map(entry).collect()
        });
        let all = [IDENTITY].into_iter().chain(self.matrices);
        Ok(Joints {
            matrices: all.collect(),
            entries: skins.collect(),
        })
    }
}

/// How skins that meshes use see a node at rest.
fn binds(scene: &Scene, node: usize) -> Vec<(usize, [f32; 16])> {
    let skins = scene.skins.iter().enumerate();
    let seen = skins.filter_map(|(number, skin)| {
        let place = skin.joints.iter().position(|joint| *joint == node)?;
        Some((number, skin.inverse_bind[place]))
    });
    seen.collect()
}

fn at_rest(global: DMat4) -> [f32; 16] {
    let inverse = global.inverse();
    if inverse.is_finite() {
        inverse.to_cols_array().map(|number| number as f32)
    } else {
        IDENTITY
    }
}

fn is_near(a: &[f32; 16], b: &[f32; 16]) -> bool {
    a.iter()
        .zip(b)
        .all(|(a, b)| (a - b).abs() <= NEAR * b.abs().max(1.0))
}
