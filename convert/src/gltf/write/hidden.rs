//! What of meshes is not drawn: glTF has none such.

use super::writer::Writer;
use crate::{
    Code,
    gltf::{
        column, names,
        origin::{ColumnEntry, LevelEntry, MeshEntry, Rows},
        typed::Num,
    },
    numbers,
    scene::{Mesh, Topology},
};

impl Writer<'_> {
    /// A mesh without anything to draw: glTF has none such.
    pub(super) fn hidden(&mut self, place: usize, mesh: &Mesh, nodes: Vec<usize>) {
        for part in 0..mesh.parts.len() {
            self.report
                .add(Code::C101, format!("meshes[{place}].parts[{part}]"), "");
        }
        if !self.keeps() {
            return;
        }
        let name = self.name("meshes", place, None, &mesh.name);
        let (names, centers) = self.parts(place, mesh);
        let mut target_names = Vec::new();
        for (of, target) in mesh.targets.iter().enumerate() {
            target_names.push(self.name("targets", place, Some(of), &target.name));
        }
        for part in 0..mesh.parts.len() {
            for level in 0..mesh.parts[part].levels.len() {
                self.keep_level(place, part, level, mesh);
            }
        }
        self.keep_targets(place, mesh);
        self.origin.meshes.push(MeshEntry {
            place,
            name,
            part_count: mesh.parts.len(),
            nodes,
            materials: mesh.parts.iter().map(|part| part.material).collect(),
            names,
            centers,
            target_names,
            weights: mesh
                .targets
                .iter()
                .map(|target| Num(target.weight))
                .collect(),
        });
    }

    /// Reports what of a mesh is not drawn, and keeps it.
    pub(super) fn undrawn(&mut self, place: usize, mesh: &Mesh) {
        let is_shown = mesh.parts.iter().any(|part| {
            part.levels
                .first()
                .is_some_and(|level| self.is_drawn(level))
        });
        if !is_shown {
            return;
        }
        for (number, part) in mesh.parts.iter().enumerate() {
            let what = format!("meshes[{place}].parts[{number}]");
            if part.levels.is_empty() {
                self.report.add(Code::C101, &*what, "no level of detail");
            }
            for (of, level) in part.levels.iter().enumerate() {
                if self.is_drawn(level) {
                    continue;
                }
                let stream = &self.scene.streams[level.stream];
                let is_inside = level.indices.iter().all(|it| (*it as usize) < stream.count);
                let code = match level.topology {
                    Topology::Patches => Code::C104,
                    _ if is_inside => Code::C101,
                    _ => Code::C107,
                };
                self.report.add(code, &*what, format!("level {of}"));
                if self.keeps() {
                    self.keep_level(place, number, of, mesh);
                }
            }
        }
    }

    fn keep_level(&mut self, place: usize, part: usize, number: usize, mesh: &Mesh) {
        let level = &mesh.parts[part].levels[number];
        let indices = self.file.store(|out| numbers::append(out, &level.indices));
        let joints = level.joints.as_ref().map(|joints| ColumnEntry {
            kind: column::kind(joints).into(),
            rows: Some(Rows {
                all: self.file.store(|out| column::append_column(out, joints)),
                some: None,
            }),
            ..ColumnEntry::default()
        });
        self.origin.levels.push(LevelEntry {
            mesh: place,
            part,
            level: number,
            distance: Num(level.distance),
            stream: level.stream,
            topology: names::topology(level.topology).into(),
            indices,
            joints,
        });
    }
}
