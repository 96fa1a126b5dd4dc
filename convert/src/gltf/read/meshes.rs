//! Meshes.

use std::collections::{BTreeMap, HashMap};

use formwork_schema::{Result, sorted};

use super::{
    levels,
    reader::{Reader, Role, at},
};
use crate::{
    Code,
    error::malformed,
    gltf::{
        extras::Notes,
        json::Primitive,
        names,
        origin::{LevelEntry, MeshEntry, PrimitiveEntry},
    },
    math,
    scene::{Level, Mesh, MorphTarget, Part, Topology},
};

/// A primitive of the file, by mesh and number, and the stream that its vertices are in.
pub(super) type Drawn = (usize, usize, usize);

/// A farther level of a mesh: its number, the mesh of the file that it is, and its distance.
type Farther = (usize, usize, f32);

impl<'a> Reader<'a> {
    pub(super) fn meshes(&mut self) -> Result<()> {
        self.stored_streams()?;
        let roles = std::mem::take(&mut self.roles);
        let entries = self.origin.map_or(&[][..], |origin| &origin.meshes);
        let mut hidden: BTreeMap<usize, &MeshEntry> =
            sorted::collect(entries.iter().map(|entry| (entry.place, entry)));
        self.meshes = vec![None; roles.len()];
        let mut drawn = Vec::new();
        let mut farther: HashMap<usize, Vec<Farther>> = HashMap::new();
        for (of, role) in roles.iter().enumerate() {
            if let Role::Level {
                base,
                number,
                distance,
            } = role
            {
                let levels = farther.entry(*base).or_default();
                levels.push((*number, of, *distance));
            }
        }
        for (place, role) in roles.iter().enumerate() {
            if *role != Role::Base {
                continue;
            }
            while let Some(entry) = hidden.remove(&self.scene.meshes.len()) {
                self.hidden(entry)?;
                drawn.push(Vec::new());
            }
            self.meshes[place] = Some(self.scene.meshes.len());
            let of_mesh = self.mesh(place, farther.remove(&place).unwrap_or_default())?;
            drawn.push(of_mesh);
        }
        while let Some(entry) = hidden.remove(&self.scene.meshes.len()) {
            self.hidden(entry)?;
            drawn.push(Vec::new());
        }
        for (place, role) in roles.iter().enumerate() {
            self.meshes[place] = self.meshes[role.base(place)];
        }
        for (mesh, drawn) in drawn.iter().enumerate() {
            self.targets(mesh, drawn)?;
        }
        self.restore_levels()?;
        self.show(&roles)
    }

    /// Lets nodes show meshes.
    fn show(&mut self, roles: &[Role]) -> Result<()> {
        let document = self.document;
        for (place, node) in document.nodes.iter().enumerate() {
            let known = self.stands_for(place);
            if let Some(mesh) = node.mesh {
                at(
                    &document.meshes,
                    mesh,
                    "mesh",
                    &format!("/nodes/{place}/mesh"),
                )?;
            }
            if let Some(skin) = node.skin {
                at(
                    &document.skins,
                    skin,
                    "skin",
                    &format!("/nodes/{place}/skin"),
                )?;
            }
            let Some(known) = known else { continue };
            if let Some(skin) = node.extras.known().and_then(|notes| notes.skin)
                && skin < self.scene.skins.len()
            {
                self.scene.nodes[known].skin = Some(skin);
            }
            let Some(mesh) = node.mesh else { continue };
            if matches!(roles[mesh], Role::Level { .. }) {
                continue;
            }
            let made = &mut self.scene.nodes[known];
            made.mesh = self.meshes[mesh];
            if let Some(skin) = node.skin {
                made.skin = self.skins[skin];
            }
            let targets = made
                .mesh
                .map_or(0, |mesh| self.scene.meshes[mesh].targets.len());
            made.weights = node
                .weights
                .clone()
                .filter(|weights| weights.len() == targets);
        }
        for entry in self.origin.into_iter().flat_map(|origin| &origin.meshes) {
            for node in &entry.nodes {
                let node = self.nodes.get(*node).copied().flatten();
                let is_there = entry.place < self.scene.meshes.len();
                if let Some(node) = node.filter(|_| is_there)
                    && self.scene.nodes[node].mesh.is_none()
                {
                    self.scene.nodes[node].mesh = Some(entry.place);
                }
            }
        }
        Ok(())
    }

    /// Reads a mesh and its farther levels.
    fn mesh(&mut self, place: usize, mut levels: Vec<Farther>) -> Result<Vec<Drawn>> {
        let document = self.document;
        let mesh = &document.meshes[place];
        let number = self.scene.meshes.len();
        let base = levels::pattern(&mesh.name).map_or(&*mesh.name, |it| it.0);
        let is_base = mesh.extras.known().is_none() && !levels.is_empty();
        let name = if is_base { base } else { &mesh.name };
        let mut made = Mesh {
            name: self.name("meshes", number, None, name),
            ..Mesh::default()
        };
        let default = Notes::default();
        let notes = mesh.extras.known().unwrap_or(&default);
        let count = notes.part_count.unwrap_or(0).max(mesh.primitives.len());
        self.charge(
            (count as u64).saturating_mul(64),
            &format!("/meshes/{place}/extras"),
        )?;
        for of in 0..count {
            let name = notes.names.get(of).and_then(Option::as_ref);
            let center = notes.centers.get(of).copied().flatten();
            let material = notes.materials.get(of).copied().flatten();
            made.parts.push(Part {
                name: name.map(|name| self.name("parts", number, Some(of), name)),
                material: material.filter(|it| *it < document.materials.len()),
                center: center.map(|center| center.map(|it| it.0)),
                ..Part::default()
            });
        }
        let first = self.nearest.get(&place).filter(|_| is_base);
        let first = first.copied().unwrap_or(0.0);
        let mut drawn = self.level(place, first, &mut made)?;
        sorted::by_key(&mut levels, |level| (level.0, level.1));
        for (_, of, distance) in levels {
            if document.meshes[of].primitives.len() != mesh.primitives.len()
                && document.meshes[of].extras.known().is_none()
            {
                let detail = "another number of primitives than the nearest level";
                self.report.add(Code::C121, format!("/meshes/{of}"), detail);
            }
            drawn.extend(self.level(of, distance, &mut made)?);
        }
        let targets = mesh
            .primitives
            .iter()
            .map(|it| it.targets.len())
            .max()
            .unwrap_or(0);
        for of in 0..targets {
            let text = match mesh.extras.target_names.get(of) {
                Some(name) => name.clone(),
                None => format!("Morph{of}"),
            };
            made.targets.push(MorphTarget {
                name: self.name("targets", number, Some(of), &text),
                weight: mesh.weights.get(of).copied().unwrap_or(0.0),
                deltas: Vec::new(),
            });
        }
        if targets > mesh.extras.target_names.len() {
            self.report
                .add(Code::C406, format!("/meshes/{place}"), "made up");
        }
        self.scene.meshes.push(made);
        Ok(drawn)
    }

    /// Reads all primitives of one mesh of the file as levels.
    fn level(&mut self, place: usize, distance: f32, made: &mut Mesh) -> Result<Vec<Drawn>> {
        let document = self.document;
        let mesh = &document.meshes[place];
        let notes = mesh.extras.known();
        let mut drawn = Vec::new();
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let said = notes.and_then(|notes| notes.parts.as_ref());
            let part = said
                .and_then(|parts| parts.get(number))
                .copied()
                .unwrap_or(number);
            let part = if part < made.parts.len() {
                part
            } else {
                number
            };
            if part >= made.parts.len() {
                made.parts.resize_with(part + 1, Part::default);
            }
            let pointer = format!("/meshes/{place}/primitives/{number}");
            if let Some(material) = primitive.material {
                at(
                    &document.materials,
                    material,
                    "material",
                    &format!("{pointer}/material"),
                )?;
            }
            let slot = &mut made.parts[part];
            if slot.levels.is_empty() {
                slot.material = primitive.material;
            }
            let own = notes.and_then(|notes| notes.distances.get(number));
            let distance = own.map_or(distance, |it| it.0);
            if let Some(level) = self.primitive(place, number, primitive, distance, &pointer)? {
                drawn.push((place, number, level.stream));
                made.parts[part].levels.push(level);
            }
        }
        Ok(drawn)
    }

    fn primitive(
        &mut self,
        mesh: usize,
        number: usize,
        primitive: &Primitive,
        distance: f32,
        pointer: &str,
    ) -> Result<Option<Level>> {
        let mode = primitive.mode.unwrap_or(4);
        let topology = names::topology_of_mode(mode)
            .ok_or_else(|| malformed(format!("{mode} is no mode")).of(format!("{pointer}/mode")))?;
        let Some((stream, joints)) = self.stream(primitive, pointer)? else {
            self.report.add(Code::C101, pointer, "no POSITION");
            return Ok(None);
        };
        let count = self.scene.streams[stream].count;
        let mut indices = match primitive.indices {
            Some(indices) => self.indices(indices, &format!("{pointer}/indices"))?,
            None => {
                self.charge(4 * count as u64, pointer)?;
                (0..u32::try_from(count).unwrap_or(u32::MAX)).collect()
            }
        };
        let end = u32::try_from(count).unwrap_or(u32::MAX);
        if !math::all(&indices, |index| *index < end) {
            let first = indices.iter().find(|index| **index >= end);
            let detail = format!("vertex {} of {count}", first.unwrap_or(&end));
            self.report.add(Code::C107, pointer, detail);
            return Ok(None);
        }
        let mut level = Level {
            distance,
            stream,
            topology,
            indices: Vec::new(),
            joints,
        };
        if let Some(entry) = self.entry(mesh, number, indices.len()) {
            if let Some(tail) = self.stored_indices(entry.tail)? {
                indices.extend(tail);
            }
            let is_stored = self.stored.values().any(|it| *it == stream);
            if let Some(own) = entry.joints.as_ref().filter(|_| is_stored) {
                level.joints = self.restore_joints(stream, own, primitive)?;
            }
        }
        level.indices = indices;
        Ok(Some(level))
    }

    /// What is stored of a primitive that has as many indices as then.
    fn entry(&self, mesh: usize, number: usize, count: usize) -> Option<&'a PrimitiveEntry> {
        let mut entries = self.origin?.primitives.iter();
        entries.find(|it| (it.mesh, it.primitive, it.count) == (mesh, number, count))
    }

    /// A mesh that draws nothing.
    fn hidden(&mut self, entry: &MeshEntry) -> Result<()> {
        let number = self.scene.meshes.len();
        self.charge(
            (entry.part_count as u64).saturating_mul(64),
            "/extensions/FW_origin/meshes",
        )?;
        let mut made = Mesh {
            name: self.name("meshes", number, None, &entry.name),
            ..Mesh::default()
        };
        let known = self.document.materials.len();
        for of in 0..entry.part_count {
            let name = entry.names.get(of).and_then(Option::as_ref);
            let center = entry.centers.get(of).copied().flatten();
            let material = entry.materials.get(of).copied().flatten();
            made.parts.push(Part {
                name: name.map(|name| self.name("parts", number, Some(of), name)),
                material: material.filter(|material| *material < known),
                center: center.map(|center| center.map(|it| it.0)),
                levels: Vec::new(),
            });
        }
        for (of, name) in entry.target_names.iter().enumerate() {
            made.targets.push(MorphTarget {
                name: self.name("targets", number, Some(of), name),
                weight: entry.weights.get(of).map_or(0.0, |it| it.0),
                deltas: Vec::new(),
            });
        }
        self.scene.meshes.push(made);
        Ok(())
    }

    /// Gives levels back that have no primitive.
    fn restore_levels(&mut self) -> Result<()> {
        let entries = self.origin.map_or(&[][..], |origin| &origin.levels);
        let mut entries: Vec<&LevelEntry> = entries.iter().collect();
        sorted::by_key(&mut entries, |entry| (entry.mesh, entry.part, entry.level));
        for entry in entries {
            let stream = self
                .scene
                .streams
                .get(entry.stream)
                .map(|stream| stream.count);
            let topology: Option<Topology> = names::topology_named(&entry.topology);
            let Some((count, topology)) = stream.zip(topology) else {
                continue;
            };
            let Some(indices) = self.stored_indices(entry.indices)? else {
                continue;
            };
            let mut joints = None;
            if let Some(own) = &entry.joints {
                let all = own.rows.as_ref().and_then(|rows| rows.all);
                let bytes = self.stored(all)?.unwrap_or_default();
                joints = crate::gltf::column::from_bytes(&own.kind, &bytes);
                joints = joints.filter(|joints| joints.len() == count);
            }
            let mesh = self.scene.meshes.get_mut(entry.mesh);
            let Some(part) = mesh.and_then(|mesh| mesh.parts.get_mut(entry.part)) else {
                continue;
            };
            let place = entry.level.min(part.levels.len());
            part.levels.insert(
                place,
                Level {
                    distance: entry.distance.0,
                    stream: entry.stream,
                    topology,
                    indices,
                    joints,
                },
            );
        }
        Ok(())
    }
}
