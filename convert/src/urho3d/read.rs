//! Files of the family → scene.

mod clip;
mod geometry;
mod material;
mod morph;
mod reader;
mod skeleton;

use std::collections::HashMap;

use formwork_formats::urho3d::Model;
use formwork_schema::Result;

use self::reader::Reader;
pub(super) use self::{
    clip::{
        Address, SIDECAR_TRACKS, Sidecar, Tracks, address, channels_of, curve, curves,
        morph_targets, names, triggers, variant_tracks,
    },
    geometry::{Shapes, is_mapped, topology},
    material::references,
    morph::{delta, targets},
    skeleton::parents,
};
use super::{
    facts,
    file::{is_clip, is_model, tree},
    frame::Frame,
};
use crate::{
    Code, Files, Input, Mirror, Options, OriginMode, Report, Scene,
    error::{invalid, unsupported},
    scene::{Facts, Mesh, Node, Source},
};

/// Makes a scene of one model and the clips that move it, or of clips alone: nodes that are called as their tracks.
///
/// # Errors
///
/// As the formats themselves; for several models, and for files that are neither model nor clip.
pub fn read(
    input: &[Input],
    files: &dyn Files,
    options: &Options,
    report: &mut Report,
) -> Result<Scene> {
    let mut reader = Reader {
        scene: Scene::default(),
        images: HashMap::new(),
        frame: Frame::new(options.mirror),
        options,
        files,
        report,
    };
    say_axes(options.mirror, reader.report);
    let (clips, models): (Vec<_>, Vec<_>) = input.iter().partition(|input| is_clip(&input.bytes));
    match models[..] {
        [] => {}
        [model] => reader.model(model)?,
        [_, another, ..] => {
            let error = invalid(format!("{} is a second model", another.path));
            return Err(error.help("convert one model at a time, with the clips that move it"));
        }
    }
    for clip in clips {
        reader.clip(clip, models.is_empty())?;
    }
    Ok(reader.scene)
}

/// What every conversion between the family and a scene says.
pub(super) fn say_axes(mirror: Mirror, report: &mut Report) {
    match mirror {
        Mirror::X => report.add(Code::C001, "axes", "x changes its sign"),
        Mirror::Z => {
            report.add(Code::C001, "axes", "z changes its sign");
            report.add(Code::C002, "axes", "the front is -Z");
        }
    }
}

impl Reader<'_> {
    fn model(&mut self, input: &Input) -> Result<()> {
        if !is_model(&input.bytes) {
            let message = format!("{} is neither a model nor a clip of Urho3D", input.path);
            return Err(unsupported(message).help("name one `.mdl` and any number of `.ani`"));
        }
        let document = tree::<Model>(&input.bytes)?;
        let model = &document.tree;
        let mut shapes = geometry::shapes(model, self.frame, input.bytes.len(), self.report)?;
        let targets = targets(model, self.frame, self.report);
        let mut facts = if self.options.origin == OriginMode::Facts {
            facts::of_model(&document, &shapes)
        } else {
            Facts::default()
        };
        if let Some(sidecar) =
            Sidecar::find(input, self.files, self.report).filter(Sidecar::serves_models)
        {
            facts.0.insert(facts::SIDECAR.into(), sidecar.bytes);
        }
        if let Some(list) = self.materials(input, &mut shapes.parts) {
            facts.0.insert(facts::MATERIALS.into(), list);
        }
        let stem = input.stem();
        stem.clone_into(&mut self.scene.name);
        let skin = self.skeleton(model, stem, shapes.is_skinned());
        self.scene.streams = std::mem::take(&mut shapes.streams);
        self.scene.meshes.push(Mesh {
            name: stem.into(),
            parts: shapes.parts,
            targets,
        });
        self.scene.roots.push(self.scene.nodes.len());
        self.scene.nodes.push(Node {
            name: stem.into(),
            mesh: Some(0),
            skin,
            ..Node::default()
        });
        self.scene.sources.push(Source {
            name: input.name().into(),
            format: "urho3d.model".into(),
            version: model.version.to_string(),
            file: Some(input.bytes.clone()),
            facts,
        });
        Ok(())
    }
}
