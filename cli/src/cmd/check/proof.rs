//! The proof that a file is understood, and what engines would mind about it.

use formwork_files::{Form, diagnose_contents, diagnose_picture, forms};
use formwork_formats::{
    Asset, Profile, Tree, diagnose_tree, refused_version, same_bytes as same, weighed,
};
use formwork_pixels::every_surface;
use formwork_schema::{
    Diagnostic, Error, Kind, Layout, Result,
    read::{ReadOptions, Trailing},
    value,
};

use super::verdict::Verdict;

/// Asks that a file passes, as far as it can be said of it alone.
///
/// # Errors
/// What makes it fail.
pub(crate) fn whole(asset: &Asset) -> Result<()> {
    let mut verdict = Verdict::default();
    prove(asset, &Profile::default(), &|_| None, &mut verdict)?;
    match verdict.all().find(|one| verdict.is_fatal(one)) {
        Some(fatal) => Err(Error::new(Kind::Malformed, fatal.to_string())),
        None => Ok(()),
    }
}

/// Takes every way back of a file, and notes what is wrong with it. `motion` says what is wrong with how it moves.
///
/// # Errors
/// What is not understood.
pub(super) fn prove(
    asset: &Asset,
    profile: &Profile,
    motion: &dyn Fn(&dyn Tree) -> Option<Diagnostic>,
    verdict: &mut Verdict,
) -> Result<()> {
    verdict.format = Some(asset.id());
    verdict.version = asset.identity().version.clone();
    if let Some(kind) = asset.picture() {
        verdict.steps.push("pixels");
        verdict.diagnostics = diagnose_picture(asset, profile);
        return formwork_pixels::decodes(kind, asset.bytes(), asset.limits());
    }
    verdict.steps.push("read");
    let tree = asset.tree().inspect_err(|error| {
        let refused = refused_version(asset, error, profile);
        verdict.diagnostics.extend(refused);
    })?;
    verdict.version = tree.version();
    verdict.trailing = tree.trailing().len();
    verdict.is_partial = tree.is_partial();
    verdict.diagnostics = diagnose_tree(asset, &*tree, profile);
    let contents = diagnose_contents(asset, profile);
    verdict.diagnostics.extend(contents);
    let motion = motion(&*tree);
    let engines = profile.engines_of(asset, tree.version().as_deref());
    verdict.diagnostics.extend(weighed(motion, engines));
    let steps = &mut verdict.steps;
    tree.prove(asset.bytes(), asset.limits(), &mut |step| steps.push(step))?;
    // Trees of long files are not to stand beside each other.
    let tree = tree.texture().is_some().then_some(tree);
    if let Some(layout) = asset.layout() {
        prove_forms(layout, asset, steps)?;
    }
    if let Some(texture) = tree.as_deref().and_then(Tree::texture) {
        steps.push("pixels");
        every_surface(texture, asset.limits())?;
    }
    Ok(())
}

/// The way back along the layout alone, and through both text forms.
fn prove_forms(layout: &Layout, asset: &Asset, steps: &mut Vec<&'static str>) -> Result<()> {
    let options = ReadOptions {
        trailing: Trailing::Keep,
        limits: *asset.limits(),
    };
    let mut document = value::read(layout, asset.bytes(), &options)?;
    steps.push("layout");
    if !value::is_written_as(layout, &document, asset.bytes()) {
        same(asset.bytes(), &value::write(layout, &document)?)?;
    }
    for (step, form) in [("xml", Form::Xml), ("json", Form::Json)] {
        steps.push(step);
        document = forms::through(layout, document, form, (asset.bytes(), asset.limits()))?;
    }
    Ok(())
}
