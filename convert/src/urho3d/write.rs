//! Scene → files of the family.

mod bones;
mod chosen;
mod clip;
mod fold;
mod hits;
mod hosts;
mod limit;
mod material;
mod merge;
mod model;
mod morphs;
mod names;
mod pool;
mod prefab;
mod references;
mod sidecar;
mod skeleton;
mod split;
mod tree;
mod vertices;
mod weights;

use std::collections::{HashMap, HashSet};

use formwork_formats::urho3d::{Animation, Model};
use formwork_schema::{
    CString, Result,
    read::Document,
    write::{document, is_written_as},
};

use self::{hosts::Hosts, tree::Tree, vertices::Maker};
use super::{
    facts, forks,
    frame::Frame,
    read::say_axes,
    refill,
    target::{Flavour, is_ours},
};
use crate::{
    Code, Normals, Options, Output, Report, Scene, Target,
    error::invalid,
    names::Paths,
    normals,
    scene::{Clip, Level, Semantic, Source, Stream, Topology},
    tangents,
};

/// Makes one model of a scene, with a clip for each animation; or a folder with a model for each mesh and a prefab that
/// puts them where they were.
///
/// A scene that was read from a file of the family becomes that file again, but for what was changed since: as the target
/// needs it, where the target does not read the file's version.
///
/// # Errors
///
/// For other targets, and for what no file of the family can hold.
pub fn write(
    scene: &Scene,
    name: &str,
    target: Target,
    split: bool,
    options: &Options,
    report: &mut Report,
) -> Result<Vec<Output>> {
    if !is_ours(target) {
        return Err(invalid("this target is not of the Urho3D family"));
    }
    say_axes(options.mirror, report);
    let mut writer = Writer::new(scene, name, target, options, report);
    let again = writer.model_again();
    writer.write(again, split)
}

/// Makes the files again that a scene was read from, which needs less memory when nobody needs the scene any more.
///
/// # Errors
///
/// As [`write()`].
pub(crate) fn rebuild(
    mut scene: Scene,
    name: &str,
    target: Target,
    options: &Options,
    report: &mut Report,
) -> Result<Vec<Output>> {
    let again = Writer::new(&scene, name, target, options, report).model_again();
    if again.is_some() {
        // The model has all of this now.
        for stream in &mut scene.streams {
            *stream = Stream::default();
        }
        let parts = scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts);
        for level in parts.flat_map(|part| &mut part.levels) {
            (level.indices, level.joints) = Default::default();
        }
    }
    Writer::new(&scene, name, target, options, report).write(again, false)
}

impl<'a> Writer<'a> {
    fn new(
        scene: &'a Scene,
        name: &'a str,
        target: Target,
        options: &'a Options,
        report: &'a mut Report,
    ) -> Self {
        let mut paths = Paths::new(&options.file_numbers);
        Self {
            scene,
            tree: Tree::of(scene),
            names: scene.nodes.iter().map(|node| node.name.clone()).collect(),
            name,
            target,
            has_nodes: true,
            hosts: Hosts::default(),
            options,
            report,
            outputs: Vec::new(),
            references: references::references(scene, name, &mut paths),
            paths,
            written_materials: HashSet::new(),
            images: HashMap::new(),
        }
    }
}

impl Writer<'_> {
    /// Writes all files; the model as it was, where that is known.
    fn write(self, again: Option<Document<Model>>, split: bool) -> Result<Vec<Output>> {
        let completed = if again.is_none() {
            completed(self.scene, self.options, self.report)
        } else {
            None
        };
        let mut writer = Writer {
            scene: completed.as_ref().unwrap_or(self.scene),
            tree: self.tree,
            names: self.names,
            name: self.name,
            target: self.target,
            // Clips alone move nodes that others have, as do those of models that are as they were.
            has_nodes: split || again.is_some() || self.scene.meshes.is_empty(),
            hosts: Hosts::default(),
            options: self.options,
            report: self.report,
            outputs: self.outputs,
            paths: self.paths,
            references: self.references,
            written_materials: self.written_materials,
            images: self.images,
        };
        if split {
            writer.split(again)?;
        } else {
            writer.say_what_is_left();
            writer.merge(again)?;
        }
        Ok(writer.outputs)
    }
}

/// The scene with the normals and tangents that it needs and has not; `None` when it has all of them.
fn completed(scene: &Scene, options: &Options, report: &mut Report) -> Option<Scene> {
    let is_bare = |level: &Level| {
        let is_surface = matches!(
            level.topology,
            Topology::Triangles | Topology::TriangleStrip | Topology::TriangleFan
        );
        is_surface
            && scene.streams[level.stream]
                .get(&Semantic::Normal, 0)
                .is_none()
    };
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    let lacks_normals =
        options.normals == Normals::Flat && parts.flat_map(|part| &part.levels).any(is_bare);
    if !lacks_normals && tangents::wanted(scene, options.tangents).is_empty() {
        return None;
    }
    let mut completed = scene.clone();
    if lacks_normals {
        normals::complete(&mut completed, report);
    }
    tangents::complete(&mut completed, options.tangents, report);
    Some(completed)
}

struct Writer<'a> {
    scene: &'a Scene,
    tree: Tree,
    /// What nodes are called in the end.
    names: Vec<CString>,
    name: &'a str,
    target: Target,
    /// Whether the nodes of the scene are there beside the bones of models.
    has_nodes: bool,
    /// Nodes of the prefab that show models with skins.
    hosts: Hosts,
    options: &'a Options,
    report: &'a mut Report,
    outputs: Vec<Output>,
    paths: Paths,
    /// How models refer to each material of the scene.
    references: Vec<String>,
    /// Numbers of the materials whose files are written.
    written_materials: HashSet<usize>,
    /// Paths of the pictures that are written, by their number.
    images: HashMap<usize, String>,
}

impl Writer<'_> {
    const fn flavour(&self) -> Flavour {
        match self.target {
            Target::Rbfx => Flavour::Rbfx,
            _ => Flavour::Urho3d,
        }
    }

    /// Whether names that differ by case only are the same.
    const fn folds_case(&self) -> bool {
        self.options.ignores_case_of_names(self.target)
    }

    const fn maker<'o>(&self, options: &'o Options) -> Maker<'o> {
        Maker {
            flavour: self.flavour(),
            frame: Frame::new(options.mirror),
            options,
            is_masked: matches!(self.target, Target::Urho3dLegacy),
            folds_case: options.ignores_case_of_names(self.target),
        }
    }

    fn say_what_is_left(&mut self) {
        let others = self
            .scene
            .nodes
            .iter()
            .filter(|node| node.light.is_some() || node.camera.is_some());
        for node in others {
            self.report
                .add(Code::C602, node.name.to_text(), "a light or a camera");
        }
    }

    fn push(&mut self, path: String, format: &str, bytes: Vec<u8>) {
        self.outputs.push(Output {
            path,
            format: format.into(),
            bytes: bytes.into(),
        });
    }

    /// Writes a model as the target reads it.
    fn push_model(&mut self, path: String, found: Document<Model>) -> Result<()> {
        let found = forks::readable_model(found, self.target, self.options, self.report)?;
        // What the file has is not made a second time.
        let source = self.source("urho3d.model", 0);
        let file = source.and_then(|source| source.file.as_ref());
        let bytes = match file.filter(|file| is_written_as(&found, file)) {
            Some(file) => file.clone(),
            None => document(&found)?.into(),
        };
        self.outputs.push(Output {
            path,
            format: "urho3d.model".into(),
            bytes,
        });
        Ok(())
    }

    /// Writes a clip as the target reads it.
    fn push_clip(&mut self, path: String, found: Document<Animation>) -> Result<()> {
        let found = forks::readable_clip(found, self.target, self.options, self.report)?;
        self.push(path, "urho3d.animation", document(&found)?);
        Ok(())
    }

    /// The source of a kind that comes as the `number`th.
    fn source(&self, format: &str, number: usize) -> Option<&Source> {
        let mut sources = self
            .scene
            .sources
            .iter()
            .filter(|source| source.format == format);
        sources.nth(number).filter(|_| self.options.scale == 1.0)
    }

    /// The model that the scene was read from, with what it says now.
    fn model_again(&mut self) -> Option<Document<Model>> {
        let source = self.source("urho3d.model", 0)?;
        if self.source("urho3d.model", 1).is_some() {
            return None;
        }
        let frame = Frame::new(self.options.mirror);
        let source = &facts::completed(source, self.scene, frame);
        if source.facts.0.is_empty() {
            return None;
        }
        match refill::model(self.scene, source, frame) {
            Ok(found) => Some(found),
            Err(refused) => {
                let name = source.name.clone();
                self.report.add(Code::C901, name, refused);
                self.report
                    .add(Code::C160, "bounding_box", "the stored ones are not used");
                self.report
                    .add(Code::C162, "buffers", "the stored ones are not used");
                None
            }
        }
    }

    /// The clip that one of the scene was read from, with what it says now.
    fn clip_again(&mut self, clip: &Clip, number: usize) -> Option<Document<Animation>> {
        let source = self.source("urho3d.animation", number)?;
        if source.facts.0.is_empty() {
            return None;
        }
        let frame = Frame::new(self.options.mirror);
        match refill::clip(self.scene, clip, source, frame) {
            Ok(found) => Some(found),
            Err(refused) => {
                let name = source.name.clone();
                self.report.add(Code::C901, name, refused);
                None
            }
        }
    }
}
