//! A document of a plan and its batches.

use std::collections::BTreeMap;

use formwork_formats::horde3d::scene::{Group, Joint, Mesh, Model, Node, Placement};
use formwork_schema::{Error, Kind as ErrorKind, Limits, Result, sorted};

use super::{
    batches::{Batch, Batches},
    elements::{self, set_transform},
    materials::Materials,
    nodes::is_identity,
    plan::{Item, Kind, Plan, Shape},
};
use crate::{Code, Lods, Report, Scene};

/// Distances that a model has room for.
const MOST_DISTANCES: usize = 4;

/// Distances from which on levels of detail are seen, the nearest first; without that of level 0.
pub(super) fn distances(scene: &Scene, plan: &Plan, lods: Lods, report: &mut Report) -> Vec<f32> {
    if lods == Lods::First {
        return Vec::new();
    }
    let shapes = plan.items.iter().filter_map(Item::shape);
    let parts = shapes.flat_map(|shape| &scene.meshes[shape.mesh].parts);
    let all = parts
        .flat_map(|part| &part.levels)
        .map(|level| level.distance);
    let mut all: Vec<f32> = all.filter(|distance| *distance > 0.0).collect();
    all.sort_by(f32::total_cmp);
    all.dedup();
    let lost = all.len().saturating_sub(MOST_DISTANCES);
    report.add_many(Code::C121, lost, "meshes", "a model has four distances");
    all.truncate(MOST_DISTANCES);
    all
}

/// Which level of each part is seen at a level of detail of the model; parts that are not seen have none.
fn seen(scene: &Scene, shape: Shape, from: f32) -> Vec<(usize, usize)> {
    let parts = scene.meshes[shape.mesh].parts.iter().enumerate();
    let level = |(number, part): (usize, &crate::scene::Part)| {
        let mut levels = part.levels.iter();
        let level = levels.rposition(|level| level.distance <= from)?;
        Some((number, level))
    };
    parts.filter_map(level).collect()
}

/// Batches of all meshes of a plan.
pub(super) fn collect<'a>(
    scene: &'a Scene,
    plan: &Plan,
    distances: &[f32],
    report: &mut Report,
) -> Result<(Batches<'a>, BTreeMap<Key, usize>)> {
    let mut batches = Batches::default();
    let mut known = BTreeMap::new();
    for shape in plan.items.iter().filter_map(Item::shape) {
        for from in [0.0].iter().chain(distances) {
            for (part, level) in seen(scene, shape, *from) {
                if let Some(batch) = batches.add(scene, shape, [part, level], report)? {
                    known.insert(key(shape, part, level), batch);
                }
            }
        }
    }
    Ok((batches, known))
}

/// Mesh, part, level, skin, whether it is inside out.
pub(super) type Key = (usize, usize, usize, Option<usize>, bool);

fn key(shape: Shape, part: usize, level: usize) -> Key {
    (shape.mesh, part, level, shape.skin, shape.is_mirrored)
}

/// What a document is made of.
pub(super) struct Parts<'a> {
    pub(super) scene: &'a Scene,
    pub(super) plan: &'a Plan,
    pub(super) distances: &'a [f32],
    pub(super) batches: &'a [Batch],
    pub(super) known: &'a BTreeMap<Key, usize>,
    pub(super) materials: &'a Materials,
    /// Materials that are used, each with whether joints move what it is on.
    pub(super) used: BTreeMap<Option<usize>, bool>,
}

impl Parts<'_> {
    /// The document of a model, or of a group where there is no geometry.
    pub(super) fn document(&mut self, geometry: Option<&str>) -> Result<Node> {
        self.check_depth()?;
        let plan = self.plan;
        let children = self.items(&plan.top);
        let placement = placement(&plan.name, &plan.transform);
        let Some(geometry) = geometry else {
            return Ok(Node::Group(Group {
                placement,
                children,
                ..Group::default()
            }));
        };
        let mut model = Model {
            placement,
            geometry: geometry.to_owned(),
            children,
            ..Model::default()
        };
        let places = [
            &mut model.lod_dist1,
            &mut model.lod_dist2,
            &mut model.lod_dist3,
            &mut model.lod_dist4,
        ];
        for (place, distance) in places.into_iter().zip(self.distances) {
            *place = *distance;
        }
        Ok(Node::Model(Box::new(model)))
    }

    /// Documents may be so deep, and what is written is read again.
    fn check_depth(&self) -> Result<()> {
        let most = Limits::MAX_DEPTH as usize - 4;
        let mut open: Vec<(usize, usize)> = self.plan.top.iter().map(|item| (*item, 0)).collect();
        while let Some((item, depth)) = open.pop() {
            if depth > most {
                let message = format!("nodes are nested deeper than {most} levels");
                return Err(Error::new(ErrorKind::Limit, message));
            }
            let children = self.plan.items[item].children.iter();
            open.extend(children.map(|child| (*child, depth + 1)));
        }
        Ok(())
    }

    /// Joints first, then meshes, then others.
    fn items(&mut self, items: &[usize]) -> Vec<Node> {
        let mut sorted = items.to_vec();
        sorted::by_key(&mut sorted, |item| match self.plan.items[*item].kind {
            Kind::Joint(_) => 0,
            Kind::Mesh(..) => 1,
            Kind::Other(_) => 2,
        });
        sorted.iter().flat_map(|item| self.item(*item)).collect()
    }

    fn item(&mut self, number: usize) -> Vec<Node> {
        let item = &self.plan.items[number];
        let children = self.items(&item.children);
        let placement = placement(&item.name, &item.transform);
        match &item.kind {
            Kind::Joint(entry) => vec![Node::Joint(Joint {
                placement,
                joint_index: i32::try_from(*entry).unwrap_or_default(),
                children,
                ..Joint::default()
            })],
            Kind::Mesh(shape, names) => self.meshes(*shape, names, placement, children),
            Kind::Other(node) => {
                let mut node = (**node).clone();
                if let Some((own, below)) = elements::parts(&mut node) {
                    *own = placement;
                    *below = children;
                }
                vec![node]
            }
        }
    }

    /// One mesh for each level of detail, with its other parts below it.
    fn meshes(
        &mut self,
        shape: Shape,
        names: &[String],
        placement: Placement,
        mut children: Vec<Node>,
    ) -> Vec<Node> {
        // Names are those of the last parts.
        let unnamed = self.scene.meshes[shape.mesh].parts.len() - names.len();
        let name = |part: usize| part.checked_sub(unnamed).and_then(|part| names.get(part));
        let mut made = Vec::new();
        for (from, level) in [0.0].iter().chain(self.distances).zip(0..) {
            let mut parts = Vec::new();
            for (part, own) in seen(self.scene, shape, *from) {
                let batch = self.known.get(&key(shape, part, own)).copied();
                if let Some(batch) = batch {
                    let made = self.mesh(shape, part, &self.batches[batch].clone(), level);
                    parts.push((part, made));
                }
            }
            let mut parts = parts.into_iter();
            let Some((_, mut first)) = parts.next() else {
                continue;
            };
            first.placement = placement.clone();
            let more = parts.map(|(part, mut made)| {
                made.placement.name = name(part).cloned().unwrap_or_default();
                Node::Mesh(made)
            });
            first.children = more.collect();
            first.children.append(&mut children);
            made.push(Node::Mesh(first));
        }
        if made.is_empty() && !children.is_empty() {
            // Nothing is drawn, and what hangs from it stays.
            made.push(Node::Mesh(Mesh {
                placement,
                material: self.materials.usual.clone(),
                children,
                prim_type: formwork_formats::horde3d::scene::PrimitiveType::TriangleList,
                ..Mesh::default()
            }));
            self.used.entry(None).or_default();
        }
        made
    }

    fn mesh(&mut self, shape: Shape, part: usize, batch: &Batch, level: i32) -> Mesh {
        let material = self.scene.meshes[shape.mesh].parts[part].material;
        *self.used.entry(material).or_default() |= shape.skin.is_some();
        let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let [first, last] = batch.span.map(|vertex| number(vertex as usize));
        let reference = material.map_or(&self.materials.usual, |it| &self.materials.references[it]);
        Mesh {
            material: reference.clone(),
            batch_start: number(batch.start),
            batch_count: number(batch.count),
            vert_r_start: first,
            vert_r_end: last,
            lod_level: level,
            prim_type: batch.kind.clone(),
            ..Mesh::default()
        }
    }
}

impl Item {
    pub(super) fn shape(&self) -> Option<Shape> {
        match self.kind {
            Kind::Mesh(shape, _) => Some(shape),
            _ => None,
        }
    }
}

fn placement(name: &str, transform: &crate::scene::Trs) -> Placement {
    let mut placement = Placement {
        name: name.to_owned(),
        ..Placement::default()
    };
    if !is_identity(transform) {
        set_transform(&mut placement, transform);
    }
    placement
}
