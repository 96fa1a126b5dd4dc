//! The proof that a file is understood, and what engines would mind about it.

use formwork_formats::{
    Asset, Part, Parts, Profile, Told, Tree, diagnose_told, diagnose_tree, refused_version,
    same_bytes as same,
};
use formwork_pixels::every_surface;
use formwork_schema::{
    Diagnostic, Layout, Result,
    read::{ReadOptions, Trailing},
    value,
};

use crate::{
    diagnose::{diagnose_contents, diagnose_picture},
    forms::{self, Form},
};

/// What is known of a file as far as its proof came.
#[derive(Debug, Default)]
pub struct Proof {
    /// Its version; none for formats without.
    pub version: Option<String>,
    /// Bytes after the end of its tree.
    pub trailing: usize,
    /// Whether a part of it is kept without being understood.
    pub is_partial: bool,
    /// The ways that were taken, the last of which may have led elsewhere.
    pub steps: Vec<&'static str>,
    /// What is wrong with it, and what is good to know.
    pub diagnostics: Vec<Diagnostic>,
}

impl Proof {
    fn step(&mut self, step: &'static str) {
        if !self.steps.contains(&step) {
            self.steps.push(step);
        }
    }

    /// Notes what a tree says of the whole file.
    fn note(&mut self, tree: &dyn Tree) {
        self.version = tree.version();
        self.trailing = tree.trailing().len();
        self.is_partial = tree.is_partial();
    }
}

/// Diagnoses the motion of a file against other files; nothing for files that move nothing.
pub type Motion<'m> = &'m dyn Fn(&dyn Tree) -> Vec<Diagnostic>;

/// Takes every way back of a file, each of which must lead to the same bytes, and notes what is wrong with it. A long file of short items is
/// proved part by part.
///
/// # Errors
/// What is not understood.
pub fn prove(
    asset: &Asset,
    profile: &Profile,
    motion: Motion<'_>,
    proof: &mut Proof,
) -> Result<()> {
    if let Some(kind) = asset.picture() {
        proof.version.clone_from(&asset.identity().version);
        proof.step("pixels");
        proof.diagnostics = diagnose_picture(asset, profile);
        return formwork_pixels::decodes(kind, asset.bytes(), asset.limits());
    }
    let parts = Parts::of(asset);
    if let Some(parts) = parts.as_ref().filter(|parts| parts.stand_alone) {
        let mut by_parts = Proof {
            steps: proof.steps.clone(),
            ..Proof::default()
        };
        if prove_alone(asset, parts, (profile, motion), &mut by_parts).is_ok() {
            *proof = by_parts;
            return Ok(());
        }
    }
    proof.version.clone_from(&asset.identity().version);
    proof.step("read");
    let mut tree = asset.tree().inspect_err(|error| {
        let refused = refused_version(asset, error, profile);
        proof.diagnostics.extend(refused);
    })?;
    proof.note(&*tree);
    proof.diagnostics = diagnose_tree(asset, &*tree, profile);
    let moved = profile.weighed(asset, tree.version().as_deref(), motion(&*tree));
    if asset.format().builder(false).is_some() {
        // A table of many files is not to stand there twice.
        drop(tree);
        proof.diagnostics.extend(diagnose_contents(asset, profile));
        tree = asset.tree()?;
    }
    proof.diagnostics.extend(moved);
    let Some(parts) = parts.filter(|parts| !parts.stand_alone) else {
        return prove_tree(asset, tree, proof);
    };
    drop(tree);
    let steps = proof.steps.clone();
    let by_parts = parts.each().try_for_each(|part| {
        let Part { asset, .. } = part?;
        prove_tree(&asset, asset.tree()?, proof)
    });
    // What is wrong, and where, the whole file tells.
    by_parts.or_else(|_| {
        proof.steps = steps;
        prove_tree(asset, asset.tree()?, proof)
    })
}

/// The proof of a file whose items stand alone.
fn prove_alone(
    asset: &Asset,
    parts: &Parts<'_>,
    (profile, motion): (&Profile, Motion<'_>),
    proof: &mut Proof,
) -> Result<()> {
    let (mut told, mut moved) = (Told::default(), Told::default());
    let mut first = None;
    for part in parts.each() {
        let part = part?;
        proof.step("read");
        let tree = part.asset.tree()?;
        let own = tree.diagnose().into_iter();
        own.for_each(|one| told.add(&part, one));
        let motion = motion(&*tree).into_iter();
        motion.for_each(|one| moved.add(&part, one));
        prove_tree(&part.asset, tree, proof)?;
        first.get_or_insert(part);
    }
    if let Some(first) = first {
        let tree = first.asset.tree()?;
        proof.note(&*tree);
        proof.diagnostics = diagnose_told(asset, told.into_vec(), &*tree, profile);
        let moved = profile.weighed(asset, tree.version().as_deref(), moved.into_vec());
        proof.diagnostics.extend(moved);
    }
    Ok(())
}

fn prove_tree(asset: &Asset, tree: Box<dyn Tree>, proof: &mut Proof) -> Result<()> {
    let (bytes, limits) = (asset.bytes(), asset.limits());
    tree.prove(bytes, limits, &mut |step| proof.step(step))?;
    // Trees of long files are not to stand beside each other.
    let tree = tree.texture().is_some().then_some(tree);
    if let Some(layout) = asset.layout() {
        prove_forms(layout, asset, proof)?;
    }
    if let Some(texture) = tree.as_deref().and_then(Tree::texture) {
        proof.step("pixels");
        every_surface(texture)?;
    }
    Ok(())
}

/// The way back along the layout alone, and through both text forms.
fn prove_forms(layout: &Layout, asset: &Asset, proof: &mut Proof) -> Result<()> {
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: *asset.limits(),
    };
    let mut document = value::read(layout, asset.bytes(), &options)?;
    proof.step("layout");
    if !value::is_written_as(layout, &document, asset.bytes()) {
        same(asset.bytes(), &value::write(layout, &document)?)?;
    }
    for (step, form) in [("xml", Form::Xml), ("json", Form::Json)] {
        proof.step(step);
        document = forms::through(layout, document, form, (asset.bytes(), asset.limits()))?;
    }
    Ok(())
}
