//! One model of all meshes.

use std::collections::BTreeSet;

use formwork_formats::urho3d::Model;
use formwork_schema::{CString, Error, Kind, Result, read::Document, write::document};

use super::{
    Writer,
    clip::{self, Clips},
    model::Builder,
    skeleton::{Skeleton, skeleton},
    tree::Instance,
};
use crate::{
    Code, Report,
    names::{file_stem, report_renamed, report_taken},
    scene::Clip,
};

/// Indices that one model may have, whatever the scene has.
const MOST: usize = 1 << 25;

impl Writer<'_> {
    /// Asks that copies of meshes that many nodes show stay within reason.
    fn is_bounded(&self, shown: impl Iterator<Item = usize>) -> Result<()> {
        let size = |mesh: usize| -> usize {
            let levels = self.scene.meshes[mesh]
                .parts
                .iter()
                .flat_map(|part| &part.levels);
            levels.map(|level| level.indices.len()).sum()
        };
        let own: usize = (0..self.scene.meshes.len()).map(size).sum();
        let all = shown.map(size).fold(0, usize::saturating_add);
        if all <= own.saturating_add(MOST) {
            return Ok(());
        }
        let message = format!("nodes show meshes so often that one model would have {all} indices");
        Err(Error::new(Kind::Limit, message).help("write a folder, in which each mesh stands once"))
    }

    pub(super) fn merge(&mut self, again: Option<Document<Model>>) -> Result<()> {
        let instances = self.tree.instances(self.scene);
        self.is_bounded(instances.iter().map(|instance| instance.mesh))?;
        let mut seen = BTreeSet::new();
        for instance in &instances {
            if !seen.insert(instance.mesh) {
                let name = self.scene.meshes[instance.mesh].name.to_text();
                self.report
                    .add(Code::C102, name, "shown by another node as well");
            }
        }
        let folds = self.folds_case();
        let mut quiet = Report::default();
        let report = if again.is_some() {
            &mut quiet
        } else {
            &mut *self.report
        };
        // A model that is as it was gets no bones for the clips of nodes.
        let is_bound = |it: &Instance| again.is_none() || it.skin.is_some();
        let bound: Vec<Instance> = instances.iter().copied().filter(is_bound).collect();
        let skeleton = skeleton(self.scene, &self.tree, &bound, folds, self.options, report);
        if let Some(found) = again {
            self.push_model(format!("{}.mdl", self.name), found)?;
            self.stored_sidecar(self.name)?;
            let materials = self.scene.meshes.iter().flat_map(|mesh| &mesh.parts);
            let materials: Vec<Option<usize>> = materials.map(|part| part.material).collect();
            self.materials(self.name, &materials)?;
        } else if !instances.is_empty() {
            let maker = self.maker(self.options);
            let mut builder =
                Builder::new(self.scene, &self.tree, maker, &skeleton, false, self.report);
            for instance in instances {
                builder.add(instance, false);
            }
            let made = builder.finish()?;
            self.push_made(format!("{}.mdl", self.name), made.model, made.names)?;
            self.stored_sidecar(self.name)?;
            self.materials(self.name, &made.materials)?;
        }
        self.clips(&skeleton)
    }

    pub(super) fn clips(&mut self, skeleton: &Skeleton) -> Result<()> {
        let is_alone = self.scene.clips.len() == 1 && self.outputs.is_empty();
        for (number, clip) in self.scene.clips.iter().enumerate() {
            let own = match file_stem(&String::from_utf8_lossy(clip.name.as_bytes())) {
                own if own.is_empty() => format!("Anim{}", number + 1),
                own => own,
            };
            let own = match is_alone {
                true => self.name.to_owned(),
                false => file_stem(&format!("{}_{own}", self.name)),
            };
            let own = self.clip_file(&own, clip, !is_alone);
            self.clip(clip, number, &own, skeleton)?;
        }
        Ok(())
    }

    /// The name of a clip's file, without the extension, that no other file has. A file that `has_name` is called after the clip, which
    /// is reported where the name changes.
    fn clip_file(&mut self, name: &str, clip: &Clip, has_name: bool) -> String {
        let alone = format!("{name}.ani");
        let path = self.paths.add(&alone);
        let report = if has_name {
            report_renamed
        } else {
            report_taken
        };
        let made = path.strip_suffix(".ani").unwrap_or(&path);
        // Without the extension, which follows `_nodes` where nothing but nodes moves.
        report(name, made, &clip.name.to_text(), self.report);
        made.to_owned()
    }

    fn clip(&mut self, clip: &Clip, number: usize, name: &str, skeleton: &Skeleton) -> Result<()> {
        if let Some(found) = self.clip_again(clip, number) {
            self.push_clip(format!("{name}.ani"), found)?;
            return self.triggers(clip, number, name);
        }
        let Clips { bones, nodes } = self.new_clip(clip, skeleton)?;
        let has_bones = bones.is_some() || nodes.is_none();
        let mut rest = format!("{name}_nodes");
        if let Some(bones) = bones {
            self.push_clip(format!("{name}.ani"), bones.into())?;
        }
        if let Some(nodes) = nodes {
            rest = self.clip_file(&rest, clip, false);
            self.push_clip(format!("{rest}.ani"), nodes.into())?;
        }
        self.triggers(clip, number, if has_bones { name } else { &rest })
    }

    pub(super) fn new_clip(&mut self, clip: &Clip, skeleton: &Skeleton) -> Result<Clips> {
        let maker = self.maker(self.options);
        let mut writer = clip::Writer {
            scene: self.scene,
            tree: &self.tree,
            names: &self.names,
            skeleton,
            has_nodes: self.has_nodes,
            hosts: &self.hosts,
            maker: &maker,
            report: self.report,
        };
        writer.clip(clip)
    }

    /// Writes a model that was made anew; with names of its geometries, where the target has a place for them.
    pub(super) fn push_made(
        &mut self,
        path: String,
        model: Model,
        names: Vec<CString>,
    ) -> Result<()> {
        let mut found = crate::urho3d::forks::readable_model(
            model.into(),
            self.target,
            self.options,
            self.report,
        )?;
        if let Some(tail) = &mut found.tree.atomic {
            tail.geometry_names = Some(names).filter(|names| !names.is_empty());
        }
        let bytes = document(&found)?;
        self.push(path, "urho3d.model", bytes);
        Ok(())
    }
}
