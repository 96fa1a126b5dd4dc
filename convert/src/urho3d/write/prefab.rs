//! Prefabs: nodes with the models of a folder where the scene has them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use formwork_schema::{CString, sorted};

use super::{
    Writer,
    hosts::{Hosts, Skeletons},
    skeleton::Skeleton,
    split::{Pair, Written},
    tree::Instance,
};
use crate::{
    Code, Mirror,
    scene::{Camera, Light, LightKind, Node, Projection, Trs},
    urho3d::{frame::Frame, xml_text::escape},
};

impl Writer<'_> {
    /// The prefab as XML: models with skins first, with the bones on which something hangs, then the other nodes of the scene.
    pub(super) fn prefab(
        &mut self,
        instances: &[Instance],
        models: &BTreeMap<Pair, Written>,
        skeletons: &Skeletons,
        kept: &BTreeSet<usize>,
    ) -> String {
        let mut prefab = Prefab {
            text: String::from("<?xml version=\"1.0\"?>\n"),
            frame: Frame::new(self.options.mirror),
            depth: 0,
            id: 0,
        };
        let shown = instances.iter().filter(|one| one.skin.is_none());
        let contents = Contents {
            models,
            kept,
            shown: sorted::collect(shown.map(|one| (one.node, one))),
        };
        prefab.open(self.name, &Trs::IDENTITY);
        let hosts = std::mem::take(&mut self.hosts);
        for host in &hosts.list {
            prefab.open(&text(&host.name), &Trs::IDENTITY);
            for instance in &host.instances {
                self.model_component(&mut prefab, instance, models);
            }
            if let Some(skin) = host.bones {
                self.bones(&mut prefab, skin, &skeletons[&skin], &hosts, &contents);
            }
            prefab.close();
        }
        for root in &self.scene.roots {
            self.branch(&mut prefab, *root, &hosts, &contents);
        }
        prefab.close();
        self.hosts = hosts;
        prefab.text
    }

    /// The bones of a skeleton, each with what hangs on it.
    fn bones(
        &mut self,
        prefab: &mut Prefab,
        skin: usize,
        skeleton: &Skeleton,
        hosts: &Hosts,
        contents: &Contents<'_>,
    ) {
        let mut nodes = vec![None; skeleton.bones.len()];
        for (node, bone) in &skeleton.of_node {
            nodes[*bone] = Some(*node).filter(|node| hosts.owners.get(node) == Some(&skin));
        }
        let mut children = vec![Vec::new(); skeleton.bones.len()];
        let mut open = Vec::new();
        for (place, bone) in skeleton.bones.iter().enumerate().rev() {
            if bone.parent == place {
                open.push(Some(place));
            } else {
                children[bone.parent].push(Some(place));
            }
        }
        while let Some(next) = open.pop() {
            let Some(place) = next else {
                prefab.close();
                continue;
            };
            let bone = &skeleton.bones[place];
            prefab.open(&text(&bone.name), &bone.transform);
            if let Some(node) = nodes[place] {
                self.components(prefab, node, contents);
                let scene = self.scene;
                for child in &scene.nodes[node].children {
                    self.branch(prefab, *child, hosts, contents);
                }
            }
            open.push(None);
            open.append(&mut children[place]);
        }
    }

    /// A node with all that is below it, but for bones, which are elsewhere.
    fn branch(&mut self, prefab: &mut Prefab, top: usize, hosts: &Hosts, contents: &Contents<'_>) {
        let scene = self.scene;
        let mut open = vec![Some(top)];
        while let Some(next) = open.pop() {
            let Some(place) = next else {
                prefab.close();
                continue;
            };
            if !contents.kept.contains(&place) || hosts.owners.contains_key(&place) {
                continue;
            }
            let node = &scene.nodes[place];
            prefab.open(&text(&self.names[place]), &node.transform);
            self.components(prefab, place, contents);
            open.push(None);
            open.extend(node.children.iter().rev().copied().map(Some));
        }
    }

    /// Components of a node of the scene: its model without a skin, its light and its camera.
    fn components(&mut self, prefab: &mut Prefab, node: usize, contents: &Contents<'_>) {
        if let Some(instance) = contents.shown.get(&node) {
            self.model_component(prefab, instance, contents.models);
        }
        self.eyes(prefab, &self.scene.nodes[node]);
    }

    /// The nodes that are there in the end: none that only holds bones, and of bones those that carry something.
    pub(super) fn kept(&self, instances: &[Instance], skeletons: &Skeletons) -> BTreeSet<usize> {
        let bones = skeletons.values().flat_map(|it| it.of_node.keys().copied());
        let bones: BTreeSet<usize> = sorted::collect(bones);
        let shown = instances.iter().filter(|one| one.skin.is_none());
        let shown: BTreeSet<usize> = sorted::collect(shown.map(|one| one.node));
        let mut kept = BTreeSet::new();
        for place in self.tree.order.iter().rev() {
            let node = &self.scene.nodes[*place];
            let is_own = node.light.is_some() || node.camera.is_some() || shown.contains(place);
            let is_empty = !bones.contains(place) && node.skin.is_none();
            let is_held = |child: &usize| kept.contains(child) && !bones.contains(child);
            let holds = node.children.iter().any(is_held);
            let only_bones = !node.children.is_empty() && !holds;
            if is_own || holds || (is_empty && !only_bones) {
                kept.insert(*place);
            }
        }
        kept
    }

    /// The weights of morph targets where a node shows them.
    pub(super) fn weights(&self, instance: &Instance) -> Vec<f32> {
        let own = self.scene.nodes[instance.node].weights.as_deref();
        let targets = self.scene.meshes[instance.mesh].targets.iter();
        let weights = targets.enumerate().map(|(place, target)| {
            let own = own.and_then(|own| own.get(place)).copied();
            own.unwrap_or(target.weight)
        });
        weights.collect()
    }

    fn model_component(
        &mut self,
        prefab: &mut Prefab,
        instance: &Instance,
        models: &BTreeMap<Pair, Written>,
    ) {
        let Some(written) = models.get(&instance.pair()) else {
            return;
        };
        let mesh = &self.scene.meshes[instance.mesh];
        let is_animated = instance.skin.is_some() || !mesh.targets.is_empty();
        prefab.component(if is_animated {
            "AnimatedModel"
        } else {
            "StaticModel"
        });
        prefab.attribute("Model", &format!("Model;{}", written.file));
        if written.materials.iter().any(Option::is_some) {
            let names = written
                .materials
                .iter()
                .map(|it| it.map_or_else(String::new, |it| self.reference(it)));
            let names: Vec<String> = names.collect();
            prefab.attribute("Material", &format!("Material;{}", names.join(";")));
        }
        let weights = self.weights(instance);
        if weights != written.weights {
            let beyond = weights
                .iter()
                .filter(|weight| !(0.0..=1.0).contains(*weight));
            let name = self.names[instance.node].to_text();
            let detail = "a prefab holds weights from 0 to 1";
            self.report
                .add_many(Code::C401, beyond.count(), name, detail);
            let bytes = weights
                .iter()
                .map(|weight| (weight.clamp(0.0, 1.0) * 255.0).round());
            let bytes: Vec<String> = bytes.map(|byte| (byte as u8).to_string()).collect();
            prefab.attribute("Morphs", &bytes.join(" "));
        }
        prefab.end_component();
    }

    /// The light and the camera of a node. They look along -Z in a scene and along +Z in the engine.
    fn eyes(&self, prefab: &mut Prefab, node: &Node) {
        if node.light.is_none() && node.camera.is_none() {
            return;
        }
        let turned = Trs {
            rotation: [0.0, 1.0, 0.0, 0.0],
            ..Trs::IDENTITY
        };
        let is_turned = self.options.mirror == Mirror::X;
        if is_turned {
            prefab.open("", &turned);
        }
        if let Some(light) = node.light {
            prefab.light(&self.scene.lights[light]);
        }
        if let Some(camera) = node.camera {
            prefab.camera(&self.scene.cameras[camera]);
        }
        if is_turned {
            prefab.close();
        }
    }
}

/// Levels that have tabs.
const DEEPEST: usize = 32;

/// Contents of the nodes of a prefab.
struct Contents<'a> {
    models: &'a BTreeMap<Pair, Written>,
    /// The nodes of the scene that are there.
    kept: &'a BTreeSet<usize>,
    /// Their models without a skin.
    shown: BTreeMap<usize, &'a Instance>,
}

fn text(name: &CString) -> String {
    String::from_utf8_lossy(name.as_bytes()).into_owned()
}

/// A prefab that is being written.
struct Prefab {
    text: String,
    frame: Frame,
    depth: usize,
    id: u32,
}

impl Prefab {
    fn line(&mut self, line: &str) {
        // Writing into a string does not fail.
        // Deeper nodes stand no further to the right: what is nested by the thousand would be nothing but tabs.
        let tabs = "\t".repeat(self.depth.min(DEEPEST));
        let _ = writeln!(self.text, "{tabs}{line}");
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.line(&format!(
            "<attribute name=\"{name}\" value=\"{}\" />",
            escape(value)
        ));
    }

    fn open(&mut self, name: &str, transform: &Trs) {
        self.id += 1;
        self.line(&format!("<node id=\"{}\">", self.id));
        self.depth += 1;
        if !name.is_empty() {
            self.attribute("Name", name);
        }
        let [x, y, z] = self.frame.vector(transform.translation);
        if transform.translation != [0.0; 3] {
            self.attribute("Position", &format!("{x} {y} {z}"));
        }
        if transform.rotation != Trs::IDENTITY.rotation {
            let turned = self.frame.rotation_out(transform.rotation);
            self.attribute(
                "Rotation",
                &format!("{} {} {} {}", turned.w, turned.x, turned.y, turned.z),
            );
        }
        if transform.scale != [1.0; 3] {
            let [x, y, z] = transform.scale;
            self.attribute("Scale", &format!("{x} {y} {z}"));
        }
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.line("</node>");
    }

    fn component(&mut self, kind: &str) {
        self.id += 1;
        self.line(&format!("<component type=\"{kind}\" id=\"{}\">", self.id));
        self.depth += 1;
    }

    fn end_component(&mut self) {
        self.depth -= 1;
        self.line("</component>");
    }

    fn light(&mut self, light: &Light) {
        self.component("Light");
        let kind = match light.kind {
            LightKind::Directional => "Directional",
            LightKind::Point => "Point",
            LightKind::Spot { .. } => "Spot",
        };
        self.attribute("Light Type", kind);
        let [r, g, b] = light.color;
        self.attribute("Color", &format!("{r} {g} {b} 1"));
        let brightness = light.brightness();
        if brightness != 1.0 {
            self.attribute("Brightness Multiplier", &brightness.to_string());
        }
        if let Some(range) = light.range {
            self.attribute("Range", &range.to_string());
        }
        if let LightKind::Spot { outer, .. } = light.kind {
            self.attribute("Spot FOV", &(2.0 * outer).to_degrees().to_string());
        }
        self.end_component();
    }

    fn camera(&mut self, camera: &Camera) {
        self.component("Camera");
        self.attribute("Near Clip", &camera.near.to_string());
        if let Some(far) = camera.far {
            self.attribute("Far Clip", &far.to_string());
        }
        match camera.projection {
            Projection::Perspective { y_fov, .. } => {
                self.attribute("FOV", &y_fov.to_degrees().to_string());
            }
            Projection::Orthographic { y_mag, .. } => {
                self.attribute("Orthographic", "true");
                self.attribute("Orthographic Size", &(2.0 * y_mag).to_string());
            }
        }
        self.end_component();
    }
}
