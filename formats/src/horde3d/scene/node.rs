//! What can be asked of every node.

use super::{nodes::Node, placement::Placement};

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
