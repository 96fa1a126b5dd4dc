//! A scene into files.

use std::{borrow::Cow, collections::BTreeSet};

use formwork_formats::{DocumentFile, horde3d::Scene as Document};
use formwork_schema::{Result, write};

use super::{
    build,
    document::{self, Parts},
    facts::of_format,
    frames,
    inputs::base_name,
    kept::{self, Kept},
    layout::Layout,
    materials::Materials,
    names::file_name,
    notes,
    plan::{Moved, plan},
    restore_clip,
    roles::Roles,
};
use crate::{
    Code, FlipV, Normals, Options, Output, Report, Scene, Target,
    names::{Paths, name_for_format, report_renamed, without_extension},
    normals,
    scene::{Semantic, Source},
    tangents,
};

/// Writes a scene with its geometry, materials and clips, for [`Target::Horde3d`] or [`Target::Horde3dSls`]. Files name one another from
/// the folder that they are written to, which is a content root; in a folder of its own (`split`) everything has the place that it has
/// in the content of the engine's samples.
///
/// What the scene was read from is written again where it was a scene of Horde3D and has the same nodes still.
///
/// # Errors
/// For more joints or frames than there can be, and what the writers of the formats refuse.
pub fn write(
    scene: &Scene,
    name: &str,
    target: Target,
    split: bool,
    options: &Options,
    report: &mut Report,
) -> Result<Vec<Output>> {
    let layout = Layout::new(name, split);
    let model = layout.model("");
    report_renamed(&model, &model, name, report);
    let own = of_format(scene, "horde3d.scene").next();
    let is_own = own.is_some_and(|own| own.name == format!("{name}.scene.xml"));
    let mut rename = |reference: &str| rename(reference, is_own, &layout);
    let mut writer = Writer {
        scene,
        layout: &layout,
        target,
        options,
        report,
        outputs: Vec::new(),
        paths: Paths::new(&options.file_numbers),
    };
    let materials = Materials::new(scene, &layout, &mut writer.paths);
    let moved = match kept::restore(scene, &materials, &mut rename) {
        Some(kept) => {
            writer.keep(kept, is_own, &materials)?;
            None
        }
        None if is_clips_only(scene) => None,
        None => Some(writer.make(name, &materials)?),
    };
    writer.clips(name, moved)?;
    if writer.outputs.is_empty() {
        writer.make(name, &materials)?;
    }
    Ok(writer.outputs)
}

/// Whether there is nothing but clips, and the nodes that they move. A clip that moves nothing was one if it was read from one.
fn is_clips_only(scene: &Scene) -> bool {
    let is_bare = |node: &crate::scene::Node| {
        node.light.is_none()
            && node.camera.is_none()
            && node.children.is_empty()
            && node.notes.is_empty()
    };
    let mut clips = scene.clips.iter();
    let is_read = of_format(scene, "horde3d.animation").next().is_some();
    (is_read || clips.any(|clip| !clip.tracks.is_empty()))
        && scene.meshes.is_empty()
        && scene.skins.is_empty()
        && scene.nodes.iter().all(is_bare)
}

/// What a geometry is called where it goes by another name now.
fn rename(reference: &str, is_own: bool, layout: &Layout) -> Option<String> {
    let path = layout.model(".geo");
    (!is_own && base_name(reference) != base_name(&path)).then_some(path)
}

struct Writer<'a> {
    scene: &'a Scene,
    layout: &'a Layout,
    target: Target,
    options: &'a Options,
    report: &'a mut Report,
    outputs: Vec<Output>,
    paths: Paths,
}

impl Writer<'_> {
    fn add(&mut self, path: String, format: &str, bytes: Vec<u8>) {
        self.outputs.push(Output {
            path,
            format: format.to_owned(),
            bytes: bytes.into(),
        });
    }

    /// The document and the geometries that the scene was read from.
    fn keep(&mut self, kept: Kept, is_own: bool, made: &Materials) -> Result<()> {
        let Kept {
            document,
            geometries,
            fresh,
        } = kept;
        self.add(
            self.layout.model(".scene.xml"),
            "horde3d.scene",
            document.to_bytes()?,
        );
        let sources: Vec<&Source> = of_format(self.scene, "horde3d.geometry").collect();
        let is_single = geometries.len() == 1;
        for (geometry, source) in geometries.into_iter().zip(sources) {
            let path = if is_single && !is_own {
                self.layout.model(".geo")
            } else {
                let beside = self.layout.model("");
                let folder = beside.rsplit_once('/').map_or("", |(folder, _)| folder);
                let name = file_name(
                    &name_for_format(&source.name, "horde3d.geometry"),
                    "model.geo",
                );
                if folder.is_empty() {
                    name
                } else {
                    format!("{folder}/{name}")
                }
            };
            self.add(path, "horde3d.geometry", geometry.into_bytes()?);
        }
        let (layout, options) = (self.layout, self.options);
        let (paths, report) = (&mut self.paths, &mut *self.report);
        let mut materials = made.kept(self.scene, layout, options, paths, report)?;
        materials.extend(made.write(self.scene, &fresh, layout, options, paths, report)?);
        let mut paths: BTreeSet<String> = BTreeSet::new();
        let new = materials.into_iter();
        self.outputs
            .extend(new.filter(|output| paths.insert(output.path.clone())));
        Ok(())
    }

    /// A document and a geometry of the scene.
    fn make(&mut self, name: &str, materials: &Materials) -> Result<Vec<Moved>> {
        let scene = completed(self.scene, self.options, self.report);
        let scene = &*scene;
        let roles = Roles::new(scene, self.options.root_chain);
        let mut plan = plan(scene, &roles, name, self.report);
        let table = std::mem::take(&mut plan.table).finish(scene, self.report)?;
        let distances = document::distances(scene, &plan, self.options.lods, self.report);
        let (batches, known) = document::collect(scene, &plan, &distances, self.report)?;
        let (indices, batches, uses) = batches.finish(scene)?;
        let mut parts = Parts {
            scene,
            plan: &plan,
            distances: &distances,
            batches: &batches,
            known: &known,
            materials,
            used: std::collections::BTreeMap::new(),
        };
        let path = self.layout.model(".geo");
        let document: Document = parts.document(roles.has_model.then_some(&path))?;
        let used = parts.used;
        self.tell(&roles);
        self.add(
            self.layout.model(".scene.xml"),
            "horde3d.scene",
            DocumentFile::new(document).to_bytes()?,
        );
        if roles.has_model {
            let flip = self.flip();
            let geometry = build::build(
                scene,
                &uses,
                &indices,
                &table,
                flip,
                self.options,
                self.report,
            )?;
            self.add(path, "horde3d.geometry", write::to_bytes(&geometry)?);
        }
        let materials = materials.write(
            scene,
            &used,
            self.layout,
            self.options,
            &mut self.paths,
            self.report,
        )?;
        self.outputs.extend(materials);
        Ok(plan.moved)
    }

    /// Whether the shaders take texture coordinates with v upwards.
    fn flip(&self) -> bool {
        let turns_itself = |notes: &serde_json::Map<String, serde_json::Value>| {
            let shader = notes
                .get(notes::KEY)?
                .get("shader")?
                .get("source")?
                .as_str()?;
            Some(base_name(shader).to_ascii_lowercase().contains("pbr"))
        };
        match self.options.flip_v {
            FlipV::Yes => true,
            FlipV::No => false,
            FlipV::Auto => {
                let mut materials = self.scene.materials.iter();
                !materials.any(|material| turns_itself(&material.notes) == Some(true))
            }
        }
    }

    /// Says what no part of a model holds.
    fn tell(&mut self, roles: &Roles) {
        let scene = self.scene;
        for skin in &scene.skins {
            if skin.root.is_some_and(|root| roles.top != Some(root)) {
                self.report.add(Code::C224, skin.name.to_string(), "");
            }
        }
        let bones = scene
            .nodes
            .iter()
            .filter(|node| node.bone.is_some())
            .count();
        self.report.add_many(Code::C161, bones, "nodes", "");
        let weights = scene.nodes.iter().filter(|node| {
            let weights = node.weights.iter().flatten();
            weights.into_iter().any(|weight| *weight != 0.0)
        });
        self.report
            .add_many(Code::C401, weights.count(), "nodes", "");
        let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
        let centers = parts.clone().filter(|part| part.center.is_some()).count();
        self.report
            .add_many(Code::C160, centers, "meshes", "centers of parts");
        let empty = parts.filter(|part| part.levels.is_empty()).count();
        self.report.add_many(Code::C101, empty, "meshes", "");
    }

    /// Clips: as they were, where their nodes are those of the document; else with frames of what moves.
    fn clips(&mut self, name: &str, mut moved: Option<Vec<Moved>>) -> Result<()> {
        let scene = self.scene;
        let sources: Vec<&Source> = of_format(scene, "horde3d.animation").collect();
        let sources = if sources.len() == scene.clips.len() {
            sources
        } else {
            Vec::new()
        };
        for (number, clip) in scene.clips.iter().enumerate() {
            let source = sources.get(number).copied();
            let file = source.map(|source| &*source.name);
            let own = String::from_utf8_lossy(clip.name.as_bytes());
            let triggers = clip.triggers.len();
            self.report
                .add_many(Code::C608, triggers, &*own, "triggers of the clip");
            let alone = self.layout.clip(file, &own, number);
            let known = source.filter(|source| is_of(source, self.target));
            let kept = known
                .filter(|_| moved.is_none())
                .and_then(|source| restore_clip::restore(scene, clip, source));
            let bytes = match kept {
                Some(kept) => Some(kept),
                None => {
                    let moved = moved.get_or_insert_with(|| {
                        let roles = Roles::new(scene, self.options.root_chain);
                        plan(scene, &roles, name, &mut Report::default()).moved
                    });
                    frames::clip(scene, clip, moved, self.target, self.options, self.report)?
                }
            };
            if let Some(bytes) = bytes {
                let name = file.map_or(&*own, without_extension);
                let path = self.paths.add_reported(&alone, name, self.report);
                self.add(path, "horde3d.animation", bytes);
            }
        }
        Ok(())
    }
}

/// The scene with the normals and tangents that it lacks.
fn completed<'a>(scene: &'a Scene, options: &Options, report: &mut Report) -> Cow<'a, Scene> {
    let mut scene = Cow::Borrowed(scene);
    if options.normals == Normals::Flat && lacks_normals(&scene) {
        normals::complete(scene.to_mut(), report);
    }
    if !tangents::wanted(&scene, options.tangents).is_empty() {
        tangents::complete(scene.to_mut(), options.tangents, report);
    }
    scene
}

/// Whether some triangles have no normals.
fn lacks_normals(scene: &Scene) -> bool {
    use crate::scene::Topology::{TriangleFan, TriangleStrip, Triangles};
    let parts = scene.meshes.iter().flat_map(|mesh| &mesh.parts);
    let mut levels = parts.flat_map(|part| &part.levels);
    levels.any(|level| {
        let is_shaded = matches!(level.topology, Triangles | TriangleStrip | TriangleFan);
        let stream = &scene.streams[level.stream];
        is_shaded && stream.get(&Semantic::Normal, 0).is_none()
    })
}

/// Whether a target reads a clip as it was.
fn is_of(source: &Source, target: Target) -> bool {
    target == Target::Horde3dSls || source.version != "H3DA 4"
}
