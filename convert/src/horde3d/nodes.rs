//! Elements of a document as nodes of a scene.

use std::collections::BTreeMap;

use formwork_formats::horde3d::scene::Node as Element;
use formwork_schema::{CString, Result, sorted};
use glam::DMat4;

use super::{
    elements::{batch, distances, transform},
    lights, notes,
    reader::{Model, Reader},
    turned::is_turned,
};
use crate::{
    Code,
    math::{decompose, matrix},
    scene::{Node, Skin, Trs},
};

/// What elements stand below.
#[derive(Clone, Copy, Default)]
pub(super) struct Under {
    node: Option<usize>,
    model: Option<usize>,
    is_mesh: bool,
    below_joint: bool,
    /// Whether what is above turns it inside out.
    is_turned: bool,
    /// The transform of meshes in between that are no parents in the scene.
    lift: Option<DMat4>,
}

impl Reader<'_> {
    /// Places elements that are below the same node, and all below them.
    pub(super) fn place(&mut self, list: &[usize], under: Under) -> Result<()> {
        for group in self.groups(list, under) {
            let Some(first) = group.first() else {
                continue;
            };
            let inner = match self.elements[*first].node {
                Element::Unknown(_) => continue,
                Element::Model(_) => self.place_model(*first, under)?,
                Element::Joint(joint) if under.model.is_some() && !under.is_mesh => {
                    let index = usize::try_from(joint.joint_index).ok();
                    self.place_joint(*first, index, under)
                }
                Element::Mesh(_) if under.model.is_some() => self.place_mesh(&group, under)?,
                _ => self.place_other(*first, under),
            };
            let children = group
                .iter()
                .flat_map(|member| &self.elements[*member].children);
            let children: Vec<usize> = children.copied().collect();
            self.place(&children, inner)?;
            if let (Element::Model(_), Some(model)) = (self.elements[*first].node, inner.model) {
                self.finish_model(model);
            }
        }
        Ok(())
    }

    /// Elements that become one node each: meshes of one name and place, each of another level of detail, become one.
    fn groups(&mut self, list: &[usize], under: Under) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut seen: BTreeMap<(&str, i32), usize> = BTreeMap::new();
        let mut known: BTreeMap<(&str, usize), usize> = BTreeMap::new();
        for number in list {
            let mesh = self.elements[*number].mesh();
            let Some(mesh) = mesh.filter(|_| under.model.is_some()) else {
                groups.push(vec![*number]);
                continue;
            };
            let name = &*mesh.placement.name;
            let nth = seen.entry((name, mesh.lod_level)).or_default();
            *nth += 1;
            let place = *known.entry((name, *nth)).or_insert(groups.len());
            let group = groups.get_mut(place);
            let first = group
                .as_ref()
                .and_then(|group| self.elements[*group.first()?].mesh());
            let is_level = first.is_some_and(|first| {
                first.placement == mesh.placement && first.prim_type == mesh.prim_type
            });
            let is_alike = first.is_some_and(|first| first.material == mesh.material);
            match group {
                Some(group) if is_level && is_alike => group.push(*number),
                _ => {
                    if is_level {
                        let detail = "a level with another material";
                        self.report.add(Code::C120, name, detail);
                    }
                    groups.push(vec![*number]);
                }
            }
        }
        for group in &mut groups {
            sorted::by_key(group, |number| {
                self.elements[*number].mesh().map(|mesh| mesh.lod_level)
            });
        }
        groups
    }

    fn add_node(&mut self, element: usize, transform: Trs, parent: Option<usize>) -> usize {
        let node = self.elements[element].node;
        let name = node.placement().map_or("", |placement| &*placement.name);
        let place = self.scene.nodes.len();
        self.scene.nodes.push(Node {
            name: CString::from(name),
            transform,
            notes: notes::of(node),
            ..Node::default()
        });
        match parent {
            Some(parent) => self.scene.nodes[parent].children.push(place),
            None => self.scene.roots.push(place),
        }
        self.placed[element].node = Some(place);
        place
    }

    fn transform(&mut self, element: usize, under: Under) -> Trs {
        let placement = self.elements[element].node.placement();
        let own = placement.map_or(Trs::IDENTITY, transform);
        let Some(lift) = under.lift else {
            return own;
        };
        self.lifted.insert(element);
        decompose(lift * matrix(&own)).0
    }

    /// A node that is no part of a model, or does not belong where it stands.
    fn place_other(&mut self, element: usize, under: Under) -> Under {
        let transform = self.transform(element, under);
        let place = self.add_node(element, transform, under.node);
        let name = self.scene.nodes[place].name.to_string();
        match self.elements[element].node {
            Element::Light(light) => {
                self.scene.nodes[place].light = Some(self.scene.lights.len());
                self.scene.lights.push(lights::light(light));
                let detail = "contexts, materials and shadows of lights";
                self.report.add(Code::C603, name, detail);
            }
            Element::Camera(camera) => {
                let (camera, is_even) = lights::camera(camera);
                self.scene.nodes[place].camera = Some(self.scene.cameras.len());
                self.scene.cameras.push(camera);
                self.report.add(Code::C601, &*name, "the camera's pipeline");
                if !is_even {
                    let detail = "what the camera sees is not around its axis";
                    self.report.add(Code::C603, name, detail);
                }
            }
            Element::Group(_) => {}
            other => self.report.add(Code::C601, name, other.kind()),
        }
        Under {
            node: Some(place),
            is_turned: under.is_turned ^ is_turned(&transform),
            ..Under::default()
        }
    }

    fn place_model(&mut self, element: usize, under: Under) -> Result<Under> {
        let transform = self.transform(element, under);
        let node = self.add_node(element, transform, under.node);
        let Some(model) = self.elements[element].model() else {
            return Ok(under);
        };
        let geometry = self.geometry(element, &model.geometry)?;
        let mut inside = self.elements[element].node.walk();
        let place = self.models.len();
        self.models.push(Model {
            node,
            geometry,
            distances: distances(model),
            has_joints: inside.any(|node| matches!(node, Element::Joint(_))),
            joints: BTreeMap::new(),
            skin: None,
            moved: Vec::new(),
            has_rigid_below_joint: false,
        });
        Ok(Under {
            node: Some(node),
            model: Some(place),
            is_turned: under.is_turned ^ is_turned(&transform),
            ..Under::default()
        })
    }

    fn place_joint(&mut self, element: usize, index: Option<usize>, under: Under) -> Under {
        let transform = self.transform(element, under);
        let node = self.add_node(element, transform, under.node);
        self.movable.push(node);
        if let (Some(model), Some(index)) = (under.model, index) {
            // Of two joints with one index the last one moves the vertices.
            self.models[model].joints.insert(index, node);
        }
        Under {
            node: Some(node),
            is_mesh: false,
            below_joint: true,
            is_turned: under.is_turned ^ is_turned(&transform),
            lift: None,
            ..under
        }
    }

    fn place_mesh(&mut self, group: &[usize], under: Under) -> Result<Under> {
        let (Some(model), Some(first)) = (under.model, group.first()) else {
            return Ok(under);
        };
        let transform = self.transform(*first, under);
        let is_skinned =
            !under.below_joint && self.models[model].has_joints && self.moves(model, group);
        let (parent, own) = if is_skinned {
            (None, Trs::IDENTITY)
        } else {
            (under.node, transform)
        };
        let node = self.add_node(*first, own, parent);
        for member in group {
            self.placed[*member].node = Some(node);
        }
        self.movable.push(node);
        let is_turned = !is_skinned && (under.is_turned ^ is_turned(&transform));
        self.scene.nodes[node].mesh = self.mesh(model, group, is_turned)?;
        let inner = Under {
            is_mesh: true,
            ..under
        };
        if !is_skinned {
            self.models[model].has_rigid_below_joint |= under.below_joint;
            return Ok(Under {
                node: Some(node),
                is_turned,
                lift: None,
                ..inner
            });
        }
        let skin = *self.models[model].skin.get_or_insert_with(|| {
            self.scene.skins.push(Skin::default());
            self.scene.skins.len() - 1
        });
        self.scene.nodes[node].skin = Some(skin);
        self.scene.roots.pop();
        self.detached.push(node);
        self.models[model].moved.push(transform);
        Ok(Under {
            lift: (!is_identity(&transform)).then(|| matrix(&transform)),
            ..inner
        })
    }

    /// Whether joints move vertices of a mesh.
    fn moves(&self, model: usize, group: &[usize]) -> bool {
        let geometry = &self.geometries[self.models[model].geometry];
        group.iter().any(|member| {
            let mesh = self.elements[*member].mesh();
            let range = mesh.and_then(|mesh| batch(mesh, geometry.indices.len()));
            range.is_some_and(|range| geometry.moves(&geometry.indices[range]))
        })
    }

    /// Makes the skin of a model of its joints.
    fn finish_model(&mut self, model: usize) {
        let Some(skin) = self.models[model].skin else {
            return;
        };
        self.apply_moved(model);
        let Model { node, geometry, .. } = self.models[model];
        let joints = std::mem::take(&mut self.models[model].joints);
        let geometry = &mut self.geometries[geometry];
        geometry.is_skinned = true;
        let table = geometry.tree.joints.len();
        let entries = (1..table).chain(geometry.uses_identity.then_some(0));
        let mut made = Skin {
            name: self.scene.nodes[node].name.clone(),
            root: Some(node),
            ..Skin::default()
        };
        let mut without = 0;
        for entry in entries {
            let joint = joints.get(&entry).copied();
            // Without a joint an entry of the table stays the identity, whatever its matrix is.
            let bind = joint.and_then(|_| geometry.tree.joints.get(entry));
            made.inverse_bind.push(bind.map_or(IDENTITY, columns));
            made.joints.push(joint.unwrap_or_else(|| {
                without += usize::from(entry > 0);
                let place = self.scene.nodes.len();
                self.scene.nodes.push(Node {
                    name: CString::from("formwork_identity"),
                    ..Node::default()
                });
                self.scene.nodes[node].children.push(place);
                place
            }));
        }
        let name = made.name.to_string();
        if geometry.uses_identity {
            let detail = "a joint stands for the identity";
            self.report.add(Code::C802, &*name, detail);
        }
        let detail = "a joint that never moves stands for it";
        self.report.add_many(Code::C220, without, name, detail);
        self.scene.skins[skin] = made;
    }

    /// The engine moves a mesh after its joints did: joints below a node with that transform do the same, where all meshes agree.
    fn apply_moved(&mut self, model: usize) {
        let Model {
            node,
            ref moved,
            has_rigid_below_joint,
            ..
        } = self.models[model];
        let count = moved.iter().filter(|moved| !is_identity(moved)).count();
        let first = moved.first().copied().unwrap_or_default();
        let agree = moved.iter().all(|moved| *moved == first) && !has_rigid_below_joint;
        let detail = if agree {
            "a node above the joints has it"
        } else {
            "meshes of one model disagree, so it is left out"
        };
        let name = self.scene.nodes[node].name.to_string();
        self.report.add_many(Code::C221, count, name, detail);
        if count == 0 || !agree {
            return;
        }
        let joints: Vec<usize> = self.models[model].joints.values().copied().collect();
        let place = self.scene.nodes.len();
        let children = std::mem::take(&mut self.scene.nodes[node].children);
        let (below, beside): (Vec<usize>, Vec<usize>) = children
            .into_iter()
            .partition(|child| joints.contains(child));
        self.scene.nodes.push(Node {
            name: CString::from("formwork_mesh"),
            transform: first,
            children: below,
            ..Node::default()
        });
        self.scene.nodes[node].children = beside;
        self.scene.nodes[node].children.push(place);
    }
}

pub(super) fn is_identity(trs: &Trs) -> bool {
    const NEAR: f32 = 1e-6;
    let near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= NEAR);
    near(&trs.translation, &[0.0; 3])
        && near(&trs.rotation, &Trs::IDENTITY.rotation)
        && near(&trs.scale, &[1.0; 3])
}

/// A matrix that changes nothing.
pub(super) const IDENTITY: [f32; 16] = [
    1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
];

/// The matrix of an entry of the joint table, column by column.
fn columns(joint: formwork_formats::horde3d::geometry::Joint) -> [f32; 16] {
    let columns = [joint.x_axis, joint.y_axis, joint.z_axis, joint.translation];
    let mut all = [0.0; 16];
    for (four, column) in all.as_chunks_mut::<4>().0.iter_mut().zip(columns) {
        *four = [column.x, column.y, column.z, column.w];
    }
    all
}
