//! A folder: a model for each mesh with its skin, and a prefab.

use std::collections::{BTreeMap, BTreeSet};

use formwork_formats::urho3d::Model;
use formwork_schema::{CString, Result, read::Document, sorted};

use super::{
    Writer,
    clip::Clips,
    hosts::{Hosts, Skeletons},
    model::Builder,
    names::Unique,
    skeleton::{Skeleton, skeleton},
    tree::Instance,
};
use crate::{
    Code, Report,
    names::{Paths, file_stem, report_renamed},
    scene::Clip,
    urho3d::target::Flavour,
};

/// A mesh with its skin, and whether it is turned inside out: engines draw triangles as their corners come to stand.
pub(super) type Pair = (usize, Option<usize>, bool);

/// What a model file of a folder is called, and what its geometries are made of.
pub(super) struct Written {
    pub(super) file: String,
    pub(super) materials: Vec<Option<usize>>,
    /// The weights of morph targets that the model begins with.
    pub(super) weights: Vec<f32>,
}

impl Instance {
    /// What one file is made for.
    pub(super) fn pair(&self) -> Pair {
        (self.mesh, self.skin, self.is_turned)
    }
}

impl Writer<'_> {
    pub(super) fn split(&mut self, mut again: Option<Document<Model>>) -> Result<()> {
        let instances = self.tree.instances(self.scene);
        let mut pairs: BTreeMap<Pair, Written> = BTreeMap::new();
        let mut skeletons = Skeletons::new();
        let mut of_skin: BTreeMap<usize, Vec<Instance>> = BTreeMap::new();
        for instance in &instances {
            if let Some(skin) = instance.skin {
                of_skin.entry(skin).or_default().push(*instance);
            }
        }
        let mut names = Paths::default();
        for instance in &instances {
            let pair = instance.pair();
            if pairs.contains_key(&pair) {
                continue;
            }
            let mesh = &self.scene.meshes[instance.mesh];
            let empty = format!("{}_{}", self.name, pairs.len());
            let name = self.file_name(&mut names, &mesh.name, &empty);
            let none = Skeleton::default();
            let own = match instance.skin {
                Some(skin) => &*skeletons
                    .entry(skin)
                    .or_insert_with(|| self.skeleton_of(&of_skin[&skin], again.is_some())),
                None => &none,
            };
            let materials = match again.take() {
                Some(found) => {
                    self.push_model(format!("{name}.mdl"), found)?;
                    mesh.parts.iter().map(|part| part.material).collect()
                }
                None => self.model(&name, *instance, own)?,
            };
            if pairs.is_empty() {
                self.stored_sidecar(&name)?;
            }
            self.materials(&name, &materials)?;
            pairs.insert(
                pair,
                Written {
                    file: format!("{name}.mdl"),
                    materials,
                    weights: match self.flavour() {
                        Flavour::Rbfx => self.weights(instance),
                        Flavour::Urho3d => vec![0.0; mesh.targets.len()],
                    },
                },
            );
        }
        let kept = self.kept(&instances, &skeletons);
        let mut hosts = Hosts::new(&instances, &skeletons, &kept);
        self.name_nodes(&skeletons, &hosts);
        hosts.name(&self.tree, &self.names, &skeletons, &kept);
        self.hosts = hosts;
        self.split_clips(&skeletons)?;
        let count = self.scene.placeholders().count();
        let detail = "the prefab has them at the origin";
        self.report.add_many(Code::C225, count, "nodes", detail);
        let prefab = self.prefab(&instances, &pairs, &skeletons, &kept);
        self.push(
            format!("{}.xml", self.name),
            "urho3d.scene",
            prefab.into_bytes(),
        );
        Ok(())
    }

    /// A name for the file of a mesh or a clip that no other file has.
    fn file_name(&mut self, paths: &mut Paths, name: &CString, empty: &str) -> String {
        let own = match file_stem(&String::from_utf8_lossy(name.as_bytes())) {
            own if own.is_empty() => file_stem(empty),
            own => own,
        };
        // With an extension, so that a number follows the whole name: the text after a dot in it is not an extension.
        let path = paths.add(&format!("{own}.mdl"));
        let made = path.strip_suffix(".mdl").unwrap_or(&path);
        report_renamed(&own, made, &name.to_text(), self.report);
        made.to_owned()
    }

    /// The skeleton of all models with one skin.
    fn skeleton_of(&mut self, with_skin: &[Instance], is_known: bool) -> Skeleton {
        let folds = self.folds_case();
        let mut quiet = Report::default();
        let report = if is_known {
            &mut quiet
        } else {
            &mut *self.report
        };
        skeleton(
            self.scene,
            &self.tree,
            with_skin,
            folds,
            self.options,
            report,
        )
    }

    /// Gives nodes different names, by which clips find them. Bones have theirs from models, and what hangs on them has others: the
    /// engine takes the first node of a name below a model for its bone.
    fn name_nodes(&mut self, skeletons: &Skeletons, hosts: &Hosts) {
        let mut names = Unique::new(self.folds_case(), Code::C215);
        let bones = skeletons.values().flat_map(|it| it.of_node.keys().copied());
        let bones: BTreeSet<usize> = sorted::collect(bones);
        let mut hanging = BTreeSet::new();
        for place in &self.tree.order {
            let above = self.tree.parents[*place];
            let hangs =
                |above: usize| hosts.owners.contains_key(&above) || hanging.contains(&above);
            if above.is_some_and(hangs) {
                hanging.insert(*place);
            }
        }
        let nodes = self.tree.order.iter().filter(|node| !bones.contains(node));
        let (below, others): (Vec<usize>, Vec<usize>) =
            nodes.copied().partition(|node| hanging.contains(node));
        let mut add = |place: usize, names: &mut Unique| {
            let name = &mut self.names[place];
            if !name.as_bytes().is_empty() || self.tree.animated.contains(&place) {
                *name = names.add(name, "Node", self.report);
            }
        };
        others.iter().for_each(|place| add(*place, &mut names));
        let skins: BTreeSet<&usize> = hosts.owners.values().collect();
        let bones = skins.into_iter().flat_map(|skin| &skeletons[skin].bones);
        bones.for_each(|bone| names.reserve(&bone.name));
        below.iter().for_each(|place| add(*place, &mut names));
        for (node, skin) in &hosts.owners {
            let skeleton = &skeletons[skin];
            self.names[*node] = skeleton.bones[skeleton.of_node[node]].name.clone();
        }
    }

    fn model(
        &mut self,
        name: &str,
        instance: Instance,
        skeleton: &Skeleton,
    ) -> Result<Vec<Option<usize>>> {
        let maker = self.maker(self.options);
        let mut builder = Builder::new(self.scene, &self.tree, maker, skeleton, true, self.report);
        builder.add(instance, true);
        let made = builder.finish()?;
        self.push_made(format!("{name}.mdl"), made.model, made.names)?;
        Ok(made.materials)
    }

    /// The nodes whose tracks are those of bones: also what is above a root that is folded.
    fn moved(&self, skeleton: &Skeleton) -> BTreeSet<usize> {
        let folded = skeleton.folded.iter();
        let above = folded.flat_map(|(root, _)| self.tree.upwards(*root).skip(1));
        sorted::collect(skeleton.of_node.keys().copied().chain(above))
    }

    /// A clip for each animation and skeleton, and one for the nodes that are no bones.
    fn split_clips(&mut self, skeletons: &Skeletons) -> Result<()> {
        if skeletons.len() <= 1 {
            let none = Skeleton::default();
            return self.clips(skeletons.values().next().unwrap_or(&none));
        }
        let scene = self.scene;
        let moved: BTreeMap<usize, BTreeSet<usize>> = sorted::collect(
            skeletons
                .iter()
                .map(|(skin, skeleton)| (*skin, self.moved(skeleton))),
        );
        let bones: BTreeSet<usize> = sorted::collect(moved.values().flatten().copied());
        let mut names = Paths::default();
        for (number, clip) in scene.clips.iter().enumerate() {
            let part = |holds: &dyn Fn(usize) -> bool| Clip {
                tracks: clip
                    .tracks
                    .iter()
                    .filter(|track| holds(track.node))
                    .cloned()
                    .collect(),
                ..clip.clone()
            };
            let own = self.file_name(&mut names, &clip.name, &format!("Anim{}", number + 1));
            for (skin, skeleton) in skeletons {
                let made = self.new_clip(&part(&|node| moved[skin].contains(&node)), skeleton)?;
                let skin = file_stem(&String::from_utf8_lossy(scene.skins[*skin].name.as_bytes()));
                if let Some(bones) = made.bones {
                    let name = file_stem(&format!("{}_{skin}_{own}", self.name));
                    self.push_clip(format!("{name}.ani"), bones.into())?;
                }
            }
            let name = file_stem(&format!("{}_{own}", self.name));
            let rest = part(&|node| !bones.contains(&node));
            if !rest.tracks.is_empty() {
                let Clips { bones, nodes } = self.new_clip(&rest, &Skeleton::default())?;
                if let Some(nodes) = nodes.or(bones) {
                    self.push_clip(format!("{name}_nodes.ani"), nodes.into())?;
                }
            }
            self.triggers(clip, number, &name)?;
        }
        Ok(())
    }
}
