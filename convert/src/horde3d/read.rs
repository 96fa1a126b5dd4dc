//! Files into a scene.

use formwork_formats::{
    DocumentFile,
    horde3d::{
        Scene as Document,
        scene::{Mesh, Model, Node as Element, Placement, PrimitiveType},
    },
};
use formwork_schema::{Limits, Result};

use super::{
    clip,
    geometry::Loaded,
    inputs::{Inputs, base_name},
    nodes::Under,
    reader::Reader,
    stage::Stage,
};
use crate::{Files, Input, Options, Report, Scene, error::invalid};

/// Reads a scene with the geometries and materials that it names, or a geometry with the scene beside it; and any number of clips.
/// Clips alone become nodes with the names of their entities.
///
/// # Errors
/// For files that are none of these, a geometry that is not found, and what the readers of the formats refuse.
pub fn read(
    input: &[Input],
    files: &dyn Files,
    options: &Options,
    report: &mut Report,
) -> Result<Scene> {
    let inputs = Inputs::new(input)?;
    let (mut scene, stage) = match document(&inputs, files)? {
        Some((from, document)) => scene_of(&inputs, &from, &document, files, options, report)?,
        None if inputs.clips.is_empty() => {
            return Err(invalid("there is nothing that has a shape or moves"));
        }
        None => Default::default(),
    };
    if let Some(first) = input.first() {
        scene.name = first.stem().to_owned();
    }
    clip::read(&inputs.clips, &mut scene, &stage, options, report)?;
    Ok(scene)
}

/// The scene of a document, and what clips find in it.
fn scene_of(
    inputs: &Inputs<'_>,
    from: &Input,
    document: &DocumentFile<Document>,
    files: &dyn Files,
    options: &Options,
    report: &mut Report,
) -> Result<(Scene, Stage)> {
    let mut reader = Reader::new(inputs, from, &document.tree, files, report);
    reader.read_materials(inputs, files, from)?;
    reader.place(&[0], Under::default())?;
    let detached = std::mem::take(&mut reader.detached);
    reader.scene.roots.extend(detached);
    reader.cut_morph_targets()?;
    reader.finish(document, options)
}

/// The scene that was given, or is found beside the geometry, or would be one of the geometry; and which file names others.
pub(super) fn document(
    inputs: &Inputs<'_>,
    files: &dyn Files,
) -> Result<Option<(Input, DocumentFile<Document>)>> {
    let parse = |input: &Input| DocumentFile::parse(&input.bytes, &Limits::default());
    if let Some(input) = inputs.scene {
        return Ok(Some((input.clone(), parse(input)?)));
    }
    let Some(geometry) = inputs.geometries.first() else {
        return Ok(None);
    };
    let beside = files.find(geometry, &format!("{}.scene.xml", geometry.stem()));
    if let Some(input) = beside {
        let document: DocumentFile<Document> = parse(&input)?;
        let names_it = |node: &Element| match node {
            Element::Model(model) => base_name(&model.geometry) == geometry.name(),
            _ => false,
        };
        if document.tree.walk().any(names_it) {
            return Ok(Some((input, document)));
        }
    }
    let document = DocumentFile::new(alone(geometry)?);
    Ok(Some(((*geometry).clone(), document)))
}

/// What a scene calls the geometries that it uses; nothing for what is no scene.
#[must_use]
pub fn geometries(scene: &Input) -> Vec<String> {
    let parsed = DocumentFile::parse(&scene.bytes, &Limits::default());
    let Ok(document): Result<DocumentFile<Document>> = parsed else {
        return Vec::new();
    };
    let geometry = |node: &Element| match node {
        Element::Model(model) => Some(model.geometry.clone()),
        _ => None,
    };
    document.tree.walk().filter_map(geometry).collect()
}

/// A scene of a geometry alone: one mesh of all indices.
fn alone(input: &Input) -> Result<Document> {
    let geometry = Loaded::read(input.clone(), 0)?;
    let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let last = geometry.indices.iter().max().copied().unwrap_or_default();
    let named = Placement {
        name: input.stem().to_owned(),
        ..Placement::default()
    };
    let mesh = Mesh {
        placement: named.clone(),
        batch_count: number(geometry.indices.len()),
        vert_r_start: number(geometry.indices.iter().min().copied().unwrap_or_default() as usize),
        vert_r_end: number(last as usize),
        prim_type: PrimitiveType::TriangleList,
        ..Mesh::default()
    };
    Ok(Element::Model(Box::new(Model {
        placement: named,
        geometry: input.name().to_owned(),
        children: vec![Element::Mesh(mesh)],
        ..Model::default()
    })))
}
