//! Which nodes of a prefab have the models with skins, and where their bones are.
//!
//! The engine looks for bones by name below the node of an `AnimatedModel`, and makes all of them there when it finds none. So bones are
//! left out of a prefab, but for those of a skeleton on which something hangs: all of that skeleton's bones are nodes below its
//! models then, and carry what they carry in the scene.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use formwork_schema::{CString, sorted};

use super::{
    skeleton::Skeleton,
    tree::{Instance, Tree},
};

/// The skeleton of each skin.
pub(super) type Skeletons = BTreeMap<usize, Skeleton>;

/// A node of the prefab that shows models with skins.
pub(super) struct Host {
    pub(super) name: CString,
    /// Its models; clips play on the first.
    pub(super) instances: Vec<Instance>,
    /// The skin whose bones are nodes below it; where there is none, the engine makes them.
    pub(super) bones: Option<usize>,
}

/// All such nodes of a prefab.
#[derive(Default)]
pub(super) struct Hosts {
    pub(super) list: Vec<Host>,
    /// The nodes of the scene that are bones of the prefab, and the skin that has each with what hangs on it.
    pub(super) owners: BTreeMap<usize, usize>,
    /// Names of the nodes above the topmost of these, from the nearest up.
    above: BTreeMap<usize, Vec<CString>>,
    /// The model of a node: its place in the list, and its number there.
    components: BTreeMap<usize, (usize, usize)>,
}

impl Hosts {
    /// Plans where models are. `kept` are the nodes of the scene that the prefab has; bones among them carry something.
    pub(super) fn new(
        instances: &[Instance],
        skeletons: &Skeletons,
        kept: &BTreeSet<usize>,
    ) -> Self {
        let mut order: Vec<usize> = skeletons.keys().copied().collect();
        sorted::by_key(&mut order, |skin| {
            (Reverse(skeletons[skin].bones.len()), *skin)
        });
        let mut owners = BTreeMap::new();
        for skin in order {
            for node in skeletons[&skin].of_node.keys() {
                owners.entry(*node).or_insert(skin);
            }
        }
        let carrying = owners.iter().filter(|(node, _)| kept.contains(node));
        let carrying: BTreeSet<usize> = carrying.map(|(_, skin)| *skin).collect();
        owners.retain(|_, skin| carrying.contains(skin));
        let mut hosts = Self {
            owners,
            ..Self::default()
        };
        let mut places: BTreeMap<usize, usize> = BTreeMap::new();
        for instance in instances {
            let Some(skin) = instance.skin else { continue };
            let bones = match carrying.contains(&skin) {
                true => Some(skin),
                false => hosts.bones_for(&skeletons[&skin], skeletons),
            };
            let place = bones.and_then(|bones| places.get(&bones));
            match place {
                Some(place) => hosts.list[*place].instances.push(*instance),
                None => {
                    places.extend(bones.map(|bones| (bones, hosts.list.len())));
                    hosts.list.push(Host {
                        name: CString::default(),
                        instances: vec![*instance],
                        bones,
                    });
                }
            }
        }
        for host in &mut hosts.list {
            // The engine plays clips on the bones of the first model.
            let is_other = |it: &Instance| host.bones.is_some() && it.skin != host.bones;
            let (others, first): (Vec<_>, Vec<_>) = host.instances.drain(..).partition(is_other);
            host.instances = [first, others].concat();
        }
        hosts
    }

    /// The skin whose bones in the prefab are those of a skeleton, too.
    fn bones_for(&self, own: &Skeleton, skeletons: &Skeletons) -> Option<usize> {
        let (node, _) = own.of_node.first_key_value()?;
        let other = self.owners.get(node)?;
        skeletons[other].has_all_of(own).then_some(*other)
    }

    /// Names the nodes, as soon as those of the scene have their names: as the first model's, unless that is there for what it carries.
    pub(super) fn name(
        &mut self,
        tree: &Tree,
        names: &[CString],
        skeletons: &Skeletons,
        kept: &BTreeSet<usize>,
    ) {
        for (place, host) in self.list.iter_mut().enumerate() {
            for (number, instance) in host.instances.iter().enumerate() {
                self.components.insert(instance.node, (place, number));
            }
            let node = host.instances[0].node;
            let more: &[u8] = if kept.contains(&node) { b"_skin" } else { b"" };
            host.name = [names[node].as_bytes(), more].concat().into();
            let Some(skin) = host.bones else { continue };
            let skeleton = &skeletons[&skin];
            for (node, bone) in &skeleton.of_node {
                let is_own = |node: &usize| self.owners.get(node) == Some(&skin);
                if is_own(node) && !tree.parents[*node].is_some_and(|above| is_own(&above)) {
                    let above = skeleton.above(*bone).map(|bone| bone.name.clone());
                    let above = above.chain([host.name.clone()]);
                    self.above.insert(*node, above.collect());
                }
            }
        }
    }

    /// The names of what is above a bone, from the nearest up, where that is not what is above it in the scene.
    pub(super) fn above(&self, node: usize) -> Option<impl Iterator<Item = &[u8]>> {
        let names = self.above.get(&node)?;
        Some(names.iter().map(CString::as_bytes))
    }

    /// The name of the node with the model of another node, and the number of the model there.
    pub(super) fn component(&self, node: usize) -> Option<(&[u8], usize)> {
        let (place, number) = *self.components.get(&node)?;
        Some((self.list[place].name.as_bytes(), number))
    }
}
