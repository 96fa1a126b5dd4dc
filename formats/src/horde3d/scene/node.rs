//! What all nodes have.

use formwork_schema::Schema;
use serde::{Deserialize, Serialize};

use super::nodes::{
    Camera, Compute, Emitter, Group, Joint, Light, Mesh, Model, Reference, Terrain,
};

/// A node of a scene, with all that hangs below it.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml)]
pub enum Node {
    /// A node that only holds others together.
    Group(Group),
    /// Another scene, put in here.
    Reference(Reference),
    /// A geometry, with its meshes and joints below it.
    Model(Box<Model>),
    /// A part of a geometry that has one material.
    Mesh(Mesh),
    /// A joint of a skeleton.
    Joint(Joint),
    /// A light.
    Light(Box<Light>),
    /// A camera.
    Camera(Box<Camera>),
    /// A source of particles.
    Emitter(Box<Emitter>),
    /// Vertices that a compute shader makes.
    Compute(Box<Compute>),
    /// A terrain, where the engine is built with it.
    Terrain(Box<Terrain>),
    /// A node that the engine drops with all that is below it, as XML: it is not known, or lacks what it must have.
    #[schema(unknown)]
    Unknown(String),
}

/// Name and place of a node. Its matrix is translation · rotation · scale, and the rotation `Ry · Rx · Rz`.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml)]
#[serde(default, deny_unknown_fields)]
pub struct Placement {
    /// Name, by which animations and programs find it.
    pub name: String,
    /// Translation along x, in the space of the parent.
    #[schema(unit = "world units")]
    pub tx: f32,
    /// Translation along y, in the space of the parent.
    #[schema(unit = "world units")]
    pub ty: f32,
    /// Translation along z, in the space of the parent.
    #[schema(unit = "world units")]
    pub tz: f32,
    /// Rotation around x, in degrees.
    #[schema(unit = "degrees")]
    pub rx: f32,
    /// Rotation around y, in degrees.
    #[schema(unit = "degrees")]
    pub ry: f32,
    /// Rotation around z, in degrees.
    #[schema(unit = "degrees")]
    pub rz: f32,
    /// Scale along x.
    #[schema(default = 1.0)]
    pub sx: f32,
    /// Scale along y.
    #[schema(default = 1.0)]
    pub sy: f32,
    /// Scale along z.
    #[schema(default = 1.0)]
    pub sz: f32,
}

impl Node {
    /// What kind of node it is: the name of its element; empty for what the engine drops.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Group(_) => "Group",
            Self::Reference(_) => "Reference",
            Self::Model(_) => "Model",
            Self::Mesh(_) => "Mesh",
            Self::Joint(_) => "Joint",
            Self::Light(_) => "Light",
            Self::Camera(_) => "Camera",
            Self::Emitter(_) => "Emitter",
            Self::Compute(_) => "Compute",
            Self::Terrain(_) => "Terrain",
            Self::Unknown(_) => "",
        }
    }

    /// Name and place; `None` for what the engine drops.
    #[must_use]
    pub fn placement(&self) -> Option<&Placement> {
        Some(self.parts()?.0)
    }

    /// The nodes below it.
    #[must_use]
    pub fn children(&self) -> &[Self] {
        self.parts().map_or(&[], |(_, children)| children)
    }

    fn parts(&self) -> Option<(&Placement, &[Self])> {
        Some(match self {
            Self::Group(node) => (&node.placement, &node.children),
            Self::Reference(node) => (&node.placement, &node.children),
            Self::Model(node) => (&node.placement, &node.children),
            Self::Mesh(node) => (&node.placement, &node.children),
            Self::Joint(node) => (&node.placement, &node.children),
            Self::Light(node) => (&node.placement, &node.children),
            Self::Camera(node) => (&node.placement, &node.children),
            Self::Emitter(node) => (&node.placement, &node.children),
            Self::Compute(node) => (&node.placement, &node.children),
            Self::Terrain(node) => (&node.placement, &node.children),
            Self::Unknown(_) => return None,
        })
    }

    /// The node itself and all below it, parents first.
    pub fn walk(&self) -> impl Iterator<Item = &Self> {
        let mut next = vec![self];
        std::iter::from_fn(move || {
            let node = next.pop()?;
            next.extend(node.children().iter().rev());
            Some(node)
        })
    }
}
