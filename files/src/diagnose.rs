//! Everything that is wrong with a file, pictures and the files of packages included.

use formwork_formats::{
    Asset, Profile, diagnose as diagnose_file, diagnose_contents as of_contents, diagnose_tree,
    misnamed, refused_version,
};
use formwork_schema::Diagnostic;

/// Everything that is wrong with a file, or good to know of it, in order of place: also what keeps it from being read, and what is
/// wrong with the files in a package.
#[must_use]
pub fn diagnose(asset: &Asset, profile: &Profile) -> Vec<Diagnostic> {
    if asset.picture().is_some() {
        return diagnose_pixels(asset, profile);
    }
    let mut all = match asset.tree() {
        Ok(tree) => diagnose_tree(asset, &*tree, profile),
        Err(error) => {
            let refused = refused_version(asset, &error, profile);
            let told = refused.into_iter().chain([Diagnostic::from(&error)]);
            return told.collect();
        }
    };
    all.extend(diagnose_contents(asset, profile));
    all
}

/// What is wrong with the files in a package.
#[must_use]
pub fn diagnose_contents(asset: &Asset, profile: &Profile) -> Vec<Diagnostic> {
    of_contents(asset, &|file| match file.picture() {
        Some(_) => diagnose_pixels(file, profile),
        None => diagnose_file(file, profile),
    })
}

/// What is wrong with a picture, as far as its header says.
#[must_use]
pub fn diagnose_picture(asset: &Asset, profile: &Profile) -> Vec<Diagnostic> {
    let misnamed = misnamed(asset);
    let minded = asset.picture();
    let minded = minded.and_then(|kind| formwork_pixels::diagnose(kind, asset.bytes()));
    profile.weighed(asset, None, misnamed.into_iter().chain(minded))
}

/// The same, and whether its pixels can be decoded.
fn diagnose_pixels(asset: &Asset, profile: &Profile) -> Vec<Diagnostic> {
    let mut all = diagnose_picture(asset, profile);
    let pixels = asset.picture();
    let pixels =
        pixels.and_then(|kind| formwork_pixels::undecodable(kind, asset.bytes(), asset.limits()));
    if let Some(one) = pixels {
        all.retain(|known| known.rule != one.rule);
        all.push(one);
    }
    all
}
