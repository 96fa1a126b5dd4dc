//! A document that was read before, with what a scene says otherwise of it.

use std::collections::BTreeMap;

use formwork_formats::{
    DocumentFile,
    horde3d::{Scene as Document, scene::Node as Element},
};
use formwork_schema::Limits;

use super::{
    elements::{self, batch, change, distances, flatten, transform},
    facts::{MADE, NONE, of_format},
    materials::Materials,
    names::clean,
    order::preorder,
    restore::Restored,
    turned::turned,
    uses::{Drawn, Uses},
};
use crate::{
    Scene,
    scene::{Source, Trs},
};

/// A document and its geometries.
pub(super) struct Kept {
    pub(super) document: DocumentFile<Document>,
    pub(super) geometries: Vec<Restored>,
    /// Materials that no file has yet, each with whether joints move what it is on.
    pub(super) fresh: BTreeMap<Option<usize>, bool>,
}

/// The document that a scene was read from; `None` when the scene has other nodes now, or shapes of other sizes.
pub(super) fn restore(
    scene: &Scene,
    materials: &Materials,
    target: &mut dyn FnMut(&str) -> Option<String>,
) -> Option<Kept> {
    let source = of_format(scene, "horde3d.scene").next()?;
    let text = source.facts.get("text");
    let mut document: DocumentFile<Document> =
        DocumentFile::parse(&text, &Limits::default()).ok()?;
    let map = Map::new(scene, source, &document.tree)?;
    let files: Vec<&Source> = of_format(scene, "horde3d.geometry").collect();
    let mut uses: Vec<Uses<'_>> = files.iter().map(|_| Uses::default()).collect();
    map.collect(
        scene,
        &document.tree,
        &source.facts.words("geometries")?,
        &mut uses,
    )?;
    let mut geometries = Vec::new();
    for (file, uses) in files.into_iter().zip(uses) {
        geometries.push(Restored::new(scene, &file.facts, &uses)?);
    }
    let fresh = map.apply(scene, materials, &mut document.tree, source, target)?;
    Some(Kept {
        document,
        geometries,
        fresh,
    })
}

/// Which nodes of a scene are which elements of a document.
struct Map {
    nodes: Vec<Option<usize>>,
    levels: Vec<Option<usize>>,
    /// Elements whose nodes are elsewhere than they say, rising.
    lifted: Vec<u32>,
}

impl Map {
    fn new(scene: &Scene, source: &Source, document: &Document) -> Option<Self> {
        let order = preorder(scene);
        let shape = source.facts.words("shape")?;
        let is_same =
            |(node, count): (&usize, &u32)| scene.nodes[*node].children.len() == *count as usize;
        let count = document.walk().count();
        let (nodes, levels) = (source.facts.words("nodes")?, source.facts.words("levels")?);
        let fits = order.len() == shape.len()
            && order.iter().zip(&shape).all(is_same)
            && nodes.len() == count
            && levels.len() == count;
        let node = |number: &u32| {
            (*number != NONE)
                .then(|| order.get(*number as usize).copied())
                .flatten()
        };
        let lifted = source.facts.words("lifted").unwrap_or_default();
        fits.then(|| Self {
            lifted,
            nodes: nodes.iter().map(node).collect(),
            levels: levels
                .iter()
                .map(|level| (*level != NONE).then_some(*level as usize))
                .collect(),
        })
    }

    /// What elements draw of which geometry.
    fn collect<'a>(
        &self,
        scene: &'a Scene,
        document: &Document,
        geometries: &[u32],
        uses: &mut [Uses<'a>],
    ) -> Option<()> {
        let elements = flatten(document);
        let turned = turned(scene);
        let mut owners = vec![None; elements.len()];
        let mut models = 0;
        for (number, element) in elements.iter().enumerate() {
            if element.model().is_some() {
                let geometry = *geometries.get(models)? as usize;
                models += 1;
                owners[number] = Some(geometry);
                uses.get(geometry)?;
            }
            for child in &element.children {
                owners[*child] = owners[number];
            }
            let (Some(owner), Some(node)) = (owners[number], self.nodes[number]) else {
                continue;
            };
            let uses = uses.get_mut(owner)?;
            if let Some(joint) = element.joint() {
                let index = usize::try_from(joint.joint_index).unwrap_or(usize::MAX);
                uses.joints.push((index, node));
            }
            let (Some(mesh), Some(level)) = (element.mesh(), self.levels[number]) else {
                continue;
            };
            uses.skin = uses.skin.or(scene.nodes[node].skin);
            let range = batch(mesh, usize::MAX)?;
            if range.is_empty() {
                continue;
            }
            let place = scene.nodes[node].mesh?;
            let [part] = &scene.meshes[place].parts[..] else {
                return None;
            };
            let level = part.levels.get(level)?;
            if level.indices.len() != range.len() {
                return None;
            }
            uses.drawn.push(Drawn {
                range,
                level,
                is_turned: turned[node] && scene.nodes[node].skin.is_none(),
                mesh: place,
            });
        }
        Some(())
    }

    /// Puts into a document what a scene says otherwise.
    fn apply(
        &self,
        scene: &Scene,
        materials: &Materials,
        document: &mut Document,
        source: &Source,
        target: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Option<BTreeMap<Option<usize>, bool>> {
        let spans = source.facts.words("spans")?;
        let (spans, _) = spans.as_chunks::<2>();
        let is_made = source.facts.0.contains_key(MADE);
        let mut distances_of = [0.0; 5];
        let mut fresh: BTreeMap<Option<usize>, bool> = BTreeMap::new();
        let mut fits = true;
        change(document, |number, element| {
            if let Element::Model(model) = element {
                distances_of = distances(model);
                if let Some(renamed) = target(&model.geometry) {
                    model.geometry = renamed;
                }
            }
            let Some(place) = self.nodes[number] else {
                return;
            };
            let node = &scene.nodes[place];
            if let Some((placement, _)) = elements::parts(element) {
                if placement.name.as_bytes() != node.name.as_bytes() {
                    placement.name = clean(&node.name);
                }
                let is_lifted = self.lifted.binary_search(&(number as u32)).is_ok();
                if !is_lifted
                    && node.skin.is_none()
                    && !is_near(&transform(placement), &node.transform)
                {
                    elements::set_transform(placement, &node.transform);
                }
            }
            let Element::Mesh(mesh) = element else {
                return;
            };
            let part = node.mesh.and_then(|mesh| scene.meshes[mesh].parts.first());
            let (Some(part), Some(level)) = (part, self.levels[number]) else {
                return;
            };
            if let Some(material) = part.material {
                let file = scene.materials[material].file.as_ref();
                let reference = materials.reference(material, file);
                if *reference != mesh.material {
                    mesh.material.clone_from(reference);
                }
                if file.is_none() {
                    *fresh.entry(Some(material)).or_default() |= node.skin.is_some();
                }
            } else if is_made && mesh.material.is_empty() {
                // A geometry alone has no material, and engines need one.
                mesh.material.clone_from(&materials.usual);
                *fresh.entry(None).or_default() |= node.skin.is_some();
            }
            let Some(level) = part.levels.get(level) else {
                return;
            };
            let known = usize::try_from(mesh.lod_level)
                .ok()
                .and_then(|level| distances_of.get(level));
            if known.is_some_and(|known| known.to_bits() != level.distance.to_bits()) {
                // Distances are the model's; what one mesh says of them is said of all.
                fits = false;
            }
            let span = spans.get(number).copied();
            set_span(mesh, &level.indices, span);
        });
        fits.then_some(fresh)
    }
}

/// Says which vertices a mesh draws, where those are others than they were.
fn set_span(
    mesh: &mut formwork_formats::horde3d::scene::Mesh,
    indices: &[u32],
    before: Option<[u32; 2]>,
) {
    let Some((first, last)) = indices.iter().min().zip(indices.iter().max()) else {
        return;
    };
    if before != Some([*first, *last]) {
        mesh.vert_r_start = i32::try_from(*first).unwrap_or(i32::MAX);
        mesh.vert_r_end = i32::try_from(*last).unwrap_or(i32::MAX);
    }
}

/// Whether two transforms are one, but for what turning angles into a rotation of length 1 rounds.
fn is_near(a: &Trs, b: &Trs) -> bool {
    let same = |a: &[f32; 3], b: &[f32; 3]| a.map(f32::to_bits) == b.map(f32::to_bits);
    let dot: f64 = a
        .rotation
        .iter()
        .zip(b.rotation)
        .map(|(a, b)| f64::from(*a) * f64::from(b))
        .sum();
    same(&a.translation, &b.translation) && same(&a.scale, &b.scale) && dot.abs() > 1.0 - 1e-7
}
