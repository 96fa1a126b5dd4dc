//! Nodes, and what hangs from them but meshes.

use formwork_schema::{Result, sorted};

use super::reader::{Reader, at};
use crate::{
    Code,
    error::malformed,
    gltf::{
        json, mend,
        typed::{Added, Num},
    },
    math,
    scene::{BoneShape, Camera, Light, LightKind, Node, Projection, Trs},
};

impl Reader<'_> {
    pub(super) fn nodes(&mut self) -> Result<()> {
        let parents = self.parents()?;
        let mut roots = self.top(&parents)?;
        let is_added =
            |node: &usize| self.added(*node).is_some() || self.is_level_node(*node, &self.roles);
        // Nodes that were added above others go, and the others stay.
        let mut open = std::mem::take(&mut roots);
        open.reverse();
        while let Some(node) = open.pop() {
            if is_added(&node) {
                let children = self.document.nodes[node].children.iter().rev();
                open.extend(children);
            } else {
                roots.push(node);
            }
        }
        let mut kept = vec![false; self.document.nodes.len()];
        let mut open = roots.clone();
        while let Some(node) = open.pop() {
            if is_added(&node) {
                continue;
            }
            kept[node] = true;
            open.extend(&self.document.nodes[node].children);
        }
        let mut count = 0;
        self.nodes = kept
            .iter()
            .map(|kept| {
                count += usize::from(*kept);
                kept.then(|| count - 1)
            })
            .collect();
        self.scene.roots = roots.iter().filter_map(|node| self.nodes[*node]).collect();
        self.restore_roots();
        self.lights()?;
        for (place, camera) in self.document.cameras.iter().enumerate() {
            let camera = self.camera(place, camera)?;
            self.scene.cameras.push(camera);
        }
        for (place, _) in kept.iter().enumerate().filter(|it| *it.1) {
            let node = self.node(place)?;
            self.scene.nodes.push(node);
        }
        self.restore_transforms();
        Ok(())
    }

    /// Why a node was added to the scene's own.
    pub(super) fn added(&self, node: usize) -> Option<Added> {
        let node = self.document.nodes.get(node)?;
        node.extras.known().and_then(|notes| notes.added)
    }

    /// The scene's node that a node of the file is, or stands for.
    pub(super) fn stands_for(&self, node: usize) -> Option<usize> {
        let notes = self.document.nodes.get(node)?.extras.known();
        let of = notes
            .filter(|notes| notes.added.is_some())
            .and_then(|notes| notes.of);
        self.nodes.get(of.unwrap_or(node)).copied().flatten()
    }

    /// The node above each node. None is below itself, and none has two above it.
    fn parents(&self) -> Result<Vec<Option<usize>>> {
        let nodes = &self.document.nodes;
        let mut parents = vec![None; nodes.len()];
        for (place, node) in nodes.iter().enumerate() {
            for (number, child) in node.children.iter().enumerate() {
                let pointer = format!("/nodes/{place}/children/{number}");
                at(nodes, *child, "node", &pointer)?;
                if parents[*child].replace(place).is_some() {
                    let message = format!("node {child} has two parents");
                    return Err(malformed(message).of(pointer));
                }
            }
        }
        let mut state = vec![0_u8; nodes.len()];
        for start in 0..nodes.len() {
            let mut chain = Vec::new();
            let mut node = Some(start);
            while let Some(place) = node.filter(|place| state[*place] != 2) {
                if state[place] == 1 {
                    let message = "the node is below itself";
                    return Err(malformed(message).of(format!("/nodes/{place}")));
                }
                state[place] = 1;
                chain.push(place);
                node = parents[place];
            }
            chain.into_iter().for_each(|place| state[place] = 2);
        }
        Ok(parents)
    }

    /// The nodes at the top of the scene that is read, and of skeletons that it uses.
    fn top(&mut self, parents: &[Option<usize>]) -> Result<Vec<usize>> {
        let document = self.document;
        let chosen = match (self.options.scene, document.scene) {
            (Some(scene), _) => Some(scene),
            (None, Some(scene)) => Some(scene),
            (None, None) => (!document.scenes.is_empty()).then_some(0),
        };
        let Some(chosen) = chosen else {
            let nodes = 0..document.nodes.len();
            return Ok(nodes.filter(|node| parents[*node].is_none()).collect());
        };
        let above = |mut node: usize| {
            while let Some(parent) = parents[node] {
                node = parent;
            }
            node
        };
        let mut is_top = vec![false; document.nodes.len()];
        let mut roots = Vec::new();
        let scene = at(&document.scenes, chosen, "scene", "/scene")?;
        for (number, root) in scene.nodes.iter().enumerate() {
            let pointer = format!("/scenes/{chosen}/nodes/{number}");
            at(&document.nodes, *root, "node", &pointer)?;
            // A scene that names a node below another shows it from there on; what is above it comes along.
            let root = above(*root);
            if !std::mem::replace(&mut is_top[root], true) {
                roots.push(root);
            }
        }
        for (place, skin) in document.skins.iter().enumerate() {
            for (number, joint) in skin.joints.iter().enumerate() {
                let pointer = format!("/skins/{place}/joints/{number}");
                at(&document.nodes, *joint, "node", &pointer)?;
                let root = above(*joint);
                if !std::mem::replace(&mut is_top[root], true) {
                    roots.push(root);
                }
            }
        }
        let is_level = |node: &usize| self.added(*node) == Some(Added::Level);
        let others = document.scenes.iter().enumerate().filter(|(place, scene)| {
            *place != chosen
                && scene
                    .nodes
                    .iter()
                    .any(|node| *node < is_top.len() && !is_top[above(*node)] && !is_level(node))
        });
        let others = others.count();
        self.report
            .add_many(Code::C604, others, "/scenes", "not read");
        Ok(roots)
    }

    /// Gives the roots the order that they had before nodes were added above them.
    fn restore_roots(&mut self) {
        let chosen = self.options.scene.or(self.document.scene).unwrap_or(0);
        let scene = self.document.scenes.get(chosen);
        let Some(notes) = scene.and_then(|scene| scene.extras.known()) else {
            return;
        };
        let wanted: Option<Vec<usize>> = notes
            .roots
            .iter()
            .map(|node| self.nodes.get(*node).copied().flatten())
            .collect();
        let sorted = |list: &[usize]| {
            let mut list = list.to_vec();
            sorted::ascending(&mut list);
            list
        };
        if let Some(wanted) = wanted
            && sorted(&wanted) == sorted(&self.scene.roots)
        {
            self.scene.roots = wanted;
        }
    }

    fn node(&mut self, place: usize) -> Result<Node> {
        let document = self.document;
        let node = &document.nodes[place];
        let (transform, is_exact) = transform(node);
        // glTF does not apply the transform of a skinned mesh.
        if !is_exact && (node.skin.is_none() || !node.children.is_empty()) {
            let detail = "the matrix has shear or perspective";
            self.report
                .add(Code::C212, format!("/nodes/{place}/matrix"), detail);
        }
        let children = node.children.iter().filter_map(|child| self.nodes[*child]);
        let mut made = Node {
            name: self.name("nodes", place, None, &node.name),
            transform,
            children: children.collect(),
            ..Node::default()
        };
        if let Some(camera) = node.camera {
            let pointer = format!("/nodes/{place}/camera");
            at(&self.document.cameras, camera, "camera", &pointer)?;
            made.camera = Some(camera);
        }
        if let Some(light) = node.extensions.as_ref().and_then(|it| it.light.as_ref()) {
            let pointer = format!("/nodes/{place}/extensions/KHR_lights_punctual/light");
            at(&self.scene.lights, light.light, "light", &pointer)?;
            made.light = Some(light.light);
        }
        if let Some(notes) = node.extras.known() {
            made.notes.clone_from(&notes.notes);
            made.lacks_rest_pose = notes.lacks_rest_pose;
            made.bone = notes.bone.as_ref().map(|bone| BoneShape {
                mask: bone.mask,
                radius: bone.radius.map(|it| it.0),
                bounds: bone
                    .min
                    .zip(bone.max)
                    .map(|(min, max)| [min, max].map(|corner| corner.map(|it| it.0))),
            });
        }
        Ok(made)
    }

    /// Gives transforms back that were mended and not edited since.
    fn restore_transforms(&mut self) {
        for entry in self.origin.into_iter().flat_map(|origin| &origin.nodes) {
            let node = self.nodes.get(entry.node).copied().flatten();
            let Some(node) = node.and_then(|node| self.scene.nodes.get_mut(node)) else {
                continue;
            };
            let numbers = entry.translation.zip(entry.rotation).zip(entry.scale);
            let Some(((translation, rotation), scale)) = numbers else {
                continue;
            };
            let raw = Trs {
                translation: translation.map(|it| it.0),
                rotation: rotation.map(|it| it.0),
                scale: scale.map(|it| it.0),
            };
            if mend::transform(&raw).0 == node.transform {
                node.transform = raw;
            }
        }
    }

    fn lights(&mut self) -> Result<()> {
        let root = self.document.extensions.as_ref();
        let lights = root.and_then(|root| root.lights.as_ref());
        for (place, light) in lights.into_iter().flat_map(|it| &it.lights).enumerate() {
            let raw = |name: &str, value: f32| raw(&light.extras, name).unwrap_or(value);
            let spot = light.spot.clone().unwrap_or_default();
            let right = std::f32::consts::FRAC_PI_4;
            let kind = match &*light.kind {
                "directional" => LightKind::Directional,
                "point" => LightKind::Point,
                "spot" => LightKind::Spot {
                    inner: raw("inner", spot.inner_cone_angle.unwrap_or(0.0)),
                    outer: raw("outer", spot.outer_cone_angle.unwrap_or(right)),
                },
                other => {
                    let pointer = format!("/extensions/KHR_lights_punctual/lights/{place}/type");
                    return Err(malformed(format!("{other:?} is no type")).of(pointer));
                }
            };
            let [red, green, blue] = light.color.unwrap_or([1.0; 3]);
            let kept = light
                .extras
                .known()
                .is_some_and(|it| it.raw.contains_key("range"));
            self.scene.lights.push(Light {
                name: self.name("lights", place, None, &light.name),
                kind,
                color: [raw("red", red), raw("green", green), raw("blue", blue)],
                intensity: raw("intensity", light.intensity.unwrap_or(1.0)),
                range: light.range.or_else(|| kept.then(|| raw("range", 0.0))),
            });
        }
        Ok(())
    }

    fn camera(&self, place: usize, camera: &json::Camera) -> Result<Camera> {
        let raw = |name: &str, value: f32| raw(&camera.extras, name).unwrap_or(value);
        let maybe =
            |name: &str, value: Option<f32>| value.or_else(|| self::raw(&camera.extras, name));
        let name = self.name("cameras", place, None, &camera.name);
        if let (Some(it), "perspective") = (&camera.perspective, &*camera.kind) {
            return Ok(Camera {
                name,
                projection: Projection::Perspective {
                    y_fov: raw("yFov", it.yfov),
                    aspect: maybe("aspect", it.aspect_ratio),
                },
                near: raw("near", it.znear),
                far: maybe("far", it.zfar),
            });
        }
        if let (Some(it), "orthographic") = (&camera.orthographic, &*camera.kind) {
            let far = raw("far", it.zfar);
            return Ok(Camera {
                name,
                projection: Projection::Orthographic {
                    x_mag: raw("xMag", it.xmag),
                    y_mag: raw("yMag", it.ymag),
                },
                near: raw("near", it.znear),
                far: far.is_finite().then_some(far),
            });
        }
        let message = "neither perspective nor orthographic";
        Err(malformed(message).of(format!("/cameras/{place}/type")))
    }
}

/// The transform of a node, and whether it says all that the file does.
fn transform(node: &json::Node) -> (Trs, bool) {
    if let Some(matrix) = &node.matrix {
        let matrix = glam::DMat4::from_cols_array(&matrix.map(f64::from));
        return math::decompose(matrix);
    }
    let none = Trs::IDENTITY;
    let trs = Trs {
        translation: node.translation.unwrap_or(none.translation),
        rotation: node.rotation.unwrap_or(none.rotation),
        scale: node.scale.unwrap_or(none.scale),
    };
    (trs, true)
}

/// A number as it was before it became such as glTF allows.
fn raw(extras: &crate::gltf::extras::Extras, name: &str) -> Option<f32> {
    let value = extras.known()?.raw.get(name)?;
    serde_json::from_value::<Num>(value.clone())
        .ok()
        .map(|it| it.0)
}
