//! Files into a scene.

use std::collections::{BTreeMap, BTreeSet};

use formwork_formats::{
    DocumentFile,
    horde3d::{
        Scene as Document,
        scene::{Mesh, Model, Node as Element, Placement, PrimitiveType},
    },
};
use formwork_schema::{Limits, Result};

use super::facts::NONE;
use super::{
    clip,
    elements::{self, flatten},
    geometry::Loaded,
    inputs::{Inputs, base_name, find},
    material::Materials,
    meshes, nodes,
};
use crate::{
    Code, Files, FlipV, Input, Options, Report, Scene,
    error::invalid,
    scene::{Facts, Source},
};

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
        Some((from, document)) => Reader::read(&inputs, &from, &document, files, options, report)?,
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

/// What clips are about.
#[derive(Default)]
pub(super) struct Stage {
    /// Whether there is a model; clips without one make nodes.
    pub(super) has_model: bool,
    /// Nodes of joints and meshes.
    pub(super) movable: Vec<usize>,
    /// Frames per second that attachments name, with the file that they are about.
    pub(super) rates: Vec<(String, f64)>,
}

/// What is known while elements become nodes.
pub(super) struct Reader<'a> {
    pub(super) scene: Scene,
    pub(super) report: &'a mut Report,
    pub(super) elements: Vec<elements::Element<'a>>,
    pub(super) placed: Vec<nodes::Placed>,
    pub(super) models: Vec<nodes::Model>,
    pub(super) geometries: Vec<Loaded>,
    pub(super) meshes: BTreeMap<meshes::Key, usize>,
    /// For each element that is a mesh, the first and the last vertex that it draws.
    pub(super) spans: BTreeMap<usize, [u32; 2]>,
    /// Elements whose nodes are elsewhere than they say, for what was above them is not.
    pub(super) lifted: BTreeSet<usize>,
    /// How many indices meshes draw.
    pub(super) charged: usize,
    /// Nodes of joints and meshes, which clips move.
    pub(super) movable: Vec<usize>,
    /// Nodes of meshes that joints move: roots.
    pub(super) detached: Vec<usize>,
    pub(super) materials: Materials,
    inputs: &'a Inputs<'a>,
    files: &'a dyn Files,
    from: &'a Input,
    /// Places of geometries by their references.
    known: BTreeMap<String, usize>,
    /// For each element that is a model, the geometry.
    used: BTreeMap<usize, usize>,
}

impl<'a> Reader<'a> {
    fn read(
        inputs: &'a Inputs<'a>,
        from: &'a Input,
        document: &'a DocumentFile<Document>,
        files: &'a dyn Files,
        options: &Options,
        report: &'a mut Report,
    ) -> Result<(Scene, Stage)> {
        let elements = flatten(&document.tree);
        let mut reader = Self {
            scene: Scene::default(),
            placed: vec![nodes::Placed::default(); elements.len()],
            report,
            models: Vec::new(),
            geometries: Vec::new(),
            meshes: BTreeMap::new(),
            spans: BTreeMap::new(),
            lifted: BTreeSet::new(),
            charged: 0,
            movable: Vec::new(),
            detached: Vec::new(),
            materials: Materials::default(),
            known: BTreeMap::new(),
            used: BTreeMap::new(),
            elements,
            inputs,
            files,
            from,
        };
        reader.read_materials(inputs, files, from)?;
        reader.place(&[0], nodes::Under::default())?;
        let detached = std::mem::take(&mut reader.detached);
        reader.scene.roots.extend(detached);
        reader.cut_morph_targets()?;
        reader.finish(document, options)
    }

    /// The geometry that a model names.
    pub(super) fn geometry(&mut self, element: usize, reference: &str) -> Result<usize> {
        if let Some(known) = self.known.get(reference) {
            self.used.insert(element, *known);
            return Ok(*known);
        }
        let given = &self.inputs.geometries;
        let is_it = |input: &&&Input| input.name() == base_name(reference);
        // One geometry for all that the scene asks for may have another name.
        let models = || self.elements.iter().filter_map(elements::Element::model);
        let is_lone = || models().all(|model| model.geometry == reference);
        let given = match &given[..] {
            [one] if is_lone() => Some(one),
            several => several.iter().find(is_it),
        };
        let input = match given {
            Some(given) => Some((*given).clone()),
            None => find(self.files, self.from, reference),
        };
        let Some(input) = input else {
            let error = invalid(format!("the geometry `{reference}` is not found"));
            return Err(error
                .of(&self.from.path)
                .help("name the folder that it is relative to with `--root`, or the file itself"));
        };
        let place = self.geometries.len();
        let loaded = Loaded::read(input, place)?;
        if loaded.number() < 5 {
            let detail = "directions of 8 bits, and four sets of texture coordinates";
            self.report.add(Code::C804, reference, detail);
        }
        self.geometries.push(loaded);
        self.known.insert(reference.to_owned(), place);
        self.used.insert(element, place);
        Ok(place)
    }

    fn finish(
        mut self,
        document: &DocumentFile<Document>,
        options: &Options,
    ) -> Result<(Scene, Stage)> {
        let flip = match options.flip_v {
            FlipV::Yes => true,
            FlipV::No => false,
            FlipV::Auto => !self.materials.turn_themselves(),
        };
        let mut facts = self.facts();
        let file = document.markup().is_some().then(|| self.from.bytes.clone());
        facts.set(
            "text",
            match &file {
                Some(file) => file.clone(),
                None => document.canonical()?.into(),
            },
        );
        let mut sources = vec![Source {
            name: match &file {
                Some(_) => self.from.name().to_owned(),
                None => format!("{}.scene.xml", self.from.stem()),
            },
            format: "horde3d.scene".to_owned(),
            version: "current".to_owned(),
            file,
            facts,
        }];
        for geometry in std::mem::take(&mut self.geometries) {
            let residues = geometry.residues();
            let (stream, source) = geometry.finish(flip)?;
            let detail = "bytes behind names of morph targets";
            self.report
                .add_many(Code::C345, residues, &*source.name, detail);
            if flip
                && stream
                    .attributes
                    .iter()
                    .any(|one| one.semantic == crate::scene::Semantic::TexCoord)
            {
                self.report.add(Code::C801, &*source.name, "");
            }
            self.scene.streams.push(stream);
            sources.push(source);
        }
        sources.append(&mut self.materials.sources);
        self.scene.sources = sources;
        let rates = clip::rates(&self.elements);
        let stage = Stage {
            has_model: true,
            movable: self.movable,
            rates,
        };
        Ok((self.scene, stage))
    }

    /// Which element became which node, and which geometry it is about.
    fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        let mut numbers = vec![NONE; self.scene.nodes.len()];
        let order = preorder(&self.scene);
        for (number, node) in (0..).zip(&order) {
            numbers[*node] = number;
        }
        let number = |placed: &nodes::Placed| placed.node.map_or(NONE, |node| numbers[node]);
        facts.set_words("nodes", self.placed.iter().map(number));
        let level = |placed: &nodes::Placed| placed.level.map_or(NONE, |level| level as u32);
        facts.set_words("levels", self.placed.iter().map(level));
        let shape = order
            .iter()
            .map(|node| self.scene.nodes[*node].children.len() as u32);
        facts.set_words("shape", shape);
        facts.set_words("geometries", self.used.values().map(|place| *place as u32));
        let spans = (0..self.elements.len()).flat_map(|element| {
            let span = self.spans.get(&element);
            span.copied().unwrap_or([NONE, 0])
        });
        facts.set_words("spans", spans);
        facts.set_words("lifted", self.lifted.iter().map(|element| *element as u32));
        facts
    }
}

/// All nodes of a scene, parents first, in the order of roots and children.
pub(super) fn preorder(scene: &Scene) -> Vec<usize> {
    let mut order = Vec::with_capacity(scene.nodes.len());
    let mut open: Vec<usize> = scene.roots.iter().rev().copied().collect();
    while let Some(node) = open.pop() {
        order.push(node);
        open.extend(scene.nodes[node].children.iter().rev());
    }
    order
}
