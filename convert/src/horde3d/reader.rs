//! What is known while elements become nodes.

use std::collections::{BTreeMap, BTreeSet};

use formwork_formats::{DocumentFile, horde3d::Scene as Document};
use formwork_schema::Result;

use super::{
    elements::{self, flatten},
    facts::{MADE, NONE},
    geometry::Loaded,
    inputs::{Inputs, base_name, find},
    order::preorder,
    stage::{self, Stage},
};
use crate::{
    Code, Files, FlipV, Input, Options, Report, Scene,
    error::invalid,
    scene::{Facts, Source, Trs},
};

/// What becomes of an element.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Placed {
    /// Its node.
    pub(super) node: Option<usize>,
    /// Which level of detail of the node's mesh it is, where it draws something.
    pub(super) level: Option<usize>,
}

/// A model whose elements are placed.
pub(super) struct Model {
    pub(super) node: usize,
    pub(super) geometry: usize,
    pub(super) distances: [f32; 5],
    pub(super) has_joints: bool,
    /// Nodes by their entry in the joint table.
    pub(super) joints: BTreeMap<usize, usize>,
    pub(super) skin: Option<usize>,
    /// Where meshes are whose vertices follow joints.
    pub(super) moved: Vec<Trs>,
    pub(super) has_rigid_below_joint: bool,
}

/// What makes two meshes one: geometry, material, kind of primitives, whether they are turned; and of each level its distance and its
/// range.
pub(super) type MeshKey = (usize, Option<usize>, u8, bool, Vec<(u32, usize, usize)>);

/// Materials by the references of meshes.
#[derive(Default)]
pub(super) struct Materials {
    pub(super) known: BTreeMap<String, usize>,
    pub(super) images: BTreeMap<String, usize>,
    pub(super) sources: Vec<Source>,
    /// Whether shaders take texture coordinates with v downwards.
    pub(super) turn_themselves: bool,
}

/// What the parts of the reader share.
pub(super) struct Reader<'a> {
    pub(super) scene: Scene,
    pub(super) report: &'a mut Report,
    pub(super) elements: Vec<elements::Element<'a>>,
    pub(super) placed: Vec<Placed>,
    pub(super) models: Vec<Model>,
    pub(super) geometries: Vec<Loaded>,
    pub(super) meshes: BTreeMap<MeshKey, usize>,
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
    pub(super) fn new(
        inputs: &'a Inputs<'a>,
        from: &'a Input,
        document: &'a Document,
        files: &'a dyn Files,
        report: &'a mut Report,
    ) -> Self {
        let elements = flatten(document);
        Self {
            scene: Scene::default(),
            placed: vec![Placed::default(); elements.len()],
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
        }
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

    /// The scene with its sources, once all is placed.
    pub(super) fn finish(
        mut self,
        document: &DocumentFile<Document>,
        options: &Options,
    ) -> Result<(Scene, Stage)> {
        let flip = match options.flip_v {
            FlipV::Yes => true,
            FlipV::No => false,
            FlipV::Auto => !self.materials.turn_themselves,
        };
        let mut facts = self.facts();
        if document.markup().is_none() {
            facts.set(MADE, vec![1]);
        }
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
        let rates = stage::rates(&self.elements);
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
        let number = |placed: &Placed| placed.node.map_or(NONE, |node| numbers[node]);
        facts.set_words("nodes", self.placed.iter().map(number));
        let level = |placed: &Placed| placed.level.map_or(NONE, |level| level as u32);
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
