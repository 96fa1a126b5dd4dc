//! The nodes of a document that is made of a scene, before their shapes are known.

use formwork_formats::horde3d::scene as document;
use formwork_schema::CString;
use glam::DMat4;

use super::{
    lights,
    names::{Names, clean},
    notes,
    roles::{Role, Roles, draws},
    table::Table,
};
use crate::{
    Code, Report, Scene,
    math::{decompose, matrix},
    scene::Trs,
};

/// A node to be.
pub(super) struct Item {
    pub(super) name: String,
    pub(super) transform: Trs,
    pub(super) kind: Kind,
    pub(super) children: Vec<usize>,
}

pub(super) enum Kind {
    /// A joint with its entry in the joint table.
    Joint(usize),
    /// All parts of a mesh, with the names of their elements: those that draw something, but for the first, which has the item's.
    Mesh(Shape, Vec<String>),
    /// Anything else, without children and without a place.
    Other(Box<document::Node>),
}

/// What a mesh draws.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) mesh: usize,
    /// The skin that bends it.
    pub(super) skin: Option<usize>,
    /// Whether its transform turns it inside out.
    pub(super) is_mirrored: bool,
}

/// What clips move.
pub(super) struct Moved {
    /// The scene's node.
    pub(super) node: usize,
    /// What it is called now.
    pub(super) name: String,
    /// What nodes above it did that are gone.
    pub(super) lift: Option<DMat4>,
}

/// The document to be.
pub(super) struct Plan {
    pub(super) items: Vec<Item>,
    /// Items right below the model.
    pub(super) top: Vec<usize>,
    pub(super) name: String,
    pub(super) transform: Trs,
    pub(super) moved: Vec<Moved>,
    pub(super) table: Table,
}

/// Where a node of the scene goes.
#[derive(Clone, Copy)]
struct Place {
    /// The item above; the model itself where there is none.
    above: Option<usize>,
    /// What nodes in between do.
    lift: Option<DMat4>,
    /// From this node to the model's space.
    global: DMat4,
}

struct Planner<'a> {
    scene: &'a Scene,
    roles: &'a Roles,
    plan: Plan,
    names: Names,
    gone: usize,
    sheared: usize,
    promoted: usize,
    dimmed: usize,
    invented: usize,
    rests: usize,
}

pub(super) fn plan(scene: &Scene, roles: &Roles, name: &str, report: &mut Report) -> Plan {
    let top = roles.top.map(|top| &scene.nodes[top]);
    let mut planner = Planner {
        scene,
        roles,
        plan: Plan {
            items: Vec::new(),
            top: Vec::new(),
            name: top.map_or_else(|| name.to_owned(), |top| clean(&top.name)),
            transform: top.map_or(Trs::IDENTITY, |top| top.transform),
            moved: Vec::new(),
            table: Table::default(),
        },
        names: Names::default(),
        gone: 0,
        sheared: 0,
        promoted: 0,
        dimmed: 0,
        invented: 0,
        rests: 0,
    };
    let start = Place {
        above: None,
        lift: None,
        global: DMat4::IDENTITY,
    };
    let mut open: Vec<(usize, Place)> = scene
        .roots
        .iter()
        .rev()
        .map(|root| (*root, start))
        .collect();
    while let Some((node, at)) = open.pop() {
        let inner = planner.place(node, at);
        let children = scene.nodes[node].children.iter().rev();
        open.extend(children.map(|child| (*child, inner)));
    }
    planner.tell(report);
    planner.plan
}

impl Planner<'_> {
    fn tell(&self, report: &mut Report) {
        report.add_many(
            Code::C223,
            self.gone,
            "nodes",
            "groups have no place between joints and meshes",
        );
        report.add_many(
            Code::C212,
            self.sheared,
            "nodes",
            "a node is moved up and sheared",
        );
        report.add_many(
            Code::C222,
            self.promoted,
            "nodes",
            "only joints and meshes move",
        );
        let detail = "entry 0 of the table stands for the joint";
        report.add_many(Code::C802, self.rests, "nodes", detail);
        let detail = "directions of light, angles where it fades, ranges and planes without an end";
        report.add_many(Code::C603, self.dimmed, "nodes", detail);
        let detail = "names of files that engines look for";
        report.add_many(Code::C609, self.invented, "nodes", detail);
        let detail = "joints and meshes of a model have names of their own";
        report.add_many(Code::C215, self.names.changed, &*self.names.first, detail);
    }

    fn add(&mut self, item: Item, above: Option<usize>) -> usize {
        let place = self.plan.items.len();
        self.plan.items.push(item);
        match above {
            Some(above) => self.plan.items[above].children.push(place),
            None => self.plan.top.push(place),
        }
        place
    }

    /// Places a node; where its children go.
    fn place(&mut self, number: usize, at: Place) -> Place {
        let node = &self.scene.nodes[number];
        let own = matrix(&node.transform);
        let is_top = self.roles.top == Some(number);
        let local = at.lift.map_or(own, |lift| lift * own);
        let inner = Place {
            global: if is_top {
                DMat4::IDENTITY
            } else {
                at.global * own
            },
            ..at
        };
        if let (Some(skin), true) = (node.skin, draws(self.scene, node)) {
            self.skinned(number, skin);
        }
        match self.roles.roles[number] {
            _ if is_top => inner,
            Role::Gone => {
                self.gone += 1;
                self.beside(number, at.above, local);
                Place {
                    lift: Some(local),
                    ..inner
                }
            }
            // Bones without vertices of their own would be groups.
            Role::Other if node.skin.is_some() => Place {
                lift: Some(local),
                ..inner
            },
            Role::Other => self.other(number, at, inner),
            Role::Joint if self.is_rest(number) => {
                self.rests += 1;
                inner
            }
            Role::Joint => self.joint(number, at, inner),
            Role::Mesh => self.rigid(number, at, inner),
        }
    }

    /// Whether a node stands for entry 0 of the joint table.
    fn is_rest(&self, number: usize) -> bool {
        let table = &self.plan.table;
        self.roles.bones.contains(&number) && table.is_rest(self.scene, self.roles, number)
    }

    /// The node's own transform, with those of the ones that are gone above it.
    fn transform(&mut self, number: usize, lift: Option<DMat4>) -> Trs {
        let own = self.scene.nodes[number].transform;
        let Some(lift) = lift else {
            return own;
        };
        let (trs, is_exact) = decompose(lift * matrix(&own));
        self.sheared += usize::from(!is_exact);
        trs
    }

    fn joint(&mut self, number: usize, at: Place, inner: Place) -> Place {
        let node = &self.scene.nodes[number];
        self.promoted += usize::from(!self.roles.bones.contains(&number));
        let transform = self.transform(number, at.lift);
        let name = self.names.unique(&node.name, "Joint");
        let entry = self.plan.table.add(self.scene, number, inner.global);
        self.move_as(number, &name, at.lift);
        let item = Item {
            name: name.clone(),
            transform,
            kind: Kind::Joint(entry),
            children: Vec::new(),
        };
        let place = self.add(item, at.above);
        for (entry, skin) in self.plan.table.add_seconds(self.scene, number) {
            let name = self
                .names
                .unique(&format!("{name}_skin{skin}").as_str().into(), "Joint");
            let second = Item {
                name,
                transform: Trs::IDENTITY,
                kind: Kind::Joint(entry),
                children: Vec::new(),
            };
            self.add(second, Some(place));
        }
        if node.skin.is_none() && draws(self.scene, node) {
            // The joint moves it, so that it must not have the joint's name.
            let shape = self.shape(number, inner.global);
            let name = self.names.unique(&node.name, "Mesh");
            let parts = self.parts(&name, shape);
            let item = Item {
                name,
                transform: Trs::IDENTITY,
                kind: Kind::Mesh(shape, parts),
                children: Vec::new(),
            };
            self.add(item, Some(place));
        }
        self.beside(number, Some(place), DMat4::IDENTITY);
        Place {
            above: Some(place),
            lift: None,
            ..inner
        }
    }

    fn rigid(&mut self, number: usize, at: Place, inner: Place) -> Place {
        let transform = self.transform(number, at.lift);
        let name = self.names.unique(&self.scene.nodes[number].name, "Mesh");
        self.move_as(number, &name, at.lift);
        let shape = self.shape(number, inner.global);
        let parts = self.parts(&name, shape);
        let item = Item {
            name,
            transform,
            kind: Kind::Mesh(shape, parts),
            children: Vec::new(),
        };
        let place = self.add(item, at.above);
        self.beside(number, Some(place), DMat4::IDENTITY);
        Place {
            above: Some(place),
            lift: None,
            ..inner
        }
    }

    /// Names for the parts of a mesh.
    fn parts(&mut self, name: &str, shape: Shape) -> Vec<String> {
        let mut parts = self.scene.meshes[shape.mesh].parts.iter();
        parts.find(|part| !part.levels.is_empty());
        let name = CString::from(&*format!("#{name}"));
        parts
            .map(|part| match part.levels.is_empty() {
                true => String::new(),
                false => self.names.unique(&name, "Mesh"),
            })
            .collect()
    }

    fn shape(&self, number: usize, global: DMat4) -> Shape {
        let top = matrix(&self.plan.transform);
        Shape {
            mesh: self.scene.nodes[number].mesh.unwrap_or_default(),
            skin: None,
            is_mirrored: (top * global).determinant() < 0.0,
        }
    }

    /// A mesh that joints move stands right below the model.
    fn skinned(&mut self, number: usize, skin: usize) {
        let node = &self.scene.nodes[number];
        let name = self.names.unique(&node.name, "Mesh");
        let shape = Shape {
            mesh: node.mesh.unwrap_or_default(),
            skin: Some(skin),
            is_mirrored: false,
        };
        let parts = self.parts(&name, shape);
        let item = Item {
            name: name.clone(),
            transform: Trs::IDENTITY,
            kind: Kind::Mesh(shape, parts),
            children: Vec::new(),
        };
        self.move_as(number, &name, None);
        self.add(item, None);
    }

    fn move_as(&mut self, node: usize, name: &str, lift: Option<DMat4>) {
        self.plan.moved.push(Moved {
            node,
            name: name.to_owned(),
            lift,
        });
    }

    /// What shines or looks at a node that is something else as well.
    fn beside(&mut self, number: usize, above: Option<usize>, place: DMat4) {
        let all = self.others(number);
        for other in all {
            let item = Item {
                name: clean(&self.scene.nodes[number].name),
                transform: decompose(place).0,
                kind: Kind::Other(Box::new(other)),
                children: Vec::new(),
            };
            self.add(item, above);
        }
    }

    /// The light and the camera of a node.
    fn others(&mut self, number: usize) -> Vec<document::Node> {
        let node = &self.scene.nodes[number];
        let light = node
            .light
            .map(|light| lights::light_element(&self.scene.lights[light], &node.notes));
        let camera = node
            .camera
            .map(|camera| lights::camera_element(&self.scene.cameras[camera], &node.notes));
        for (is_there, is_light) in [(light.is_some(), true), (camera.is_some(), false)] {
            let lacks = is_there && lights::lacks_references(&node.notes, is_light);
            self.invented += usize::from(lacks);
        }
        let all = light.into_iter().chain(camera);
        all.map(|(element, is_whole)| {
            self.dimmed += usize::from(!is_whole);
            element
        })
        .collect()
    }

    fn other(&mut self, number: usize, at: Place, inner: Place) -> Place {
        let transform = self.transform(number, at.lift);
        let node = &self.scene.nodes[number];
        let all = self.others(number);
        let mut all = all.into_iter();
        let first = all.next().or_else(|| notes::element(&node.notes));
        let first = first.unwrap_or_else(|| document::Node::Group(document::Group::default()));
        let item = Item {
            name: clean(&node.name),
            transform,
            kind: Kind::Other(Box::new(first)),
            children: Vec::new(),
        };
        let place = self.add(item, at.above);
        for more in all {
            let item = Item {
                name: clean(&node.name),
                transform: Trs::IDENTITY,
                kind: Kind::Other(Box::new(more)),
                children: Vec::new(),
            };
            self.add(item, Some(place));
        }
        Place {
            above: Some(place),
            lift: None,
            ..inner
        }
    }
}
