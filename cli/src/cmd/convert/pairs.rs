//! Clips of a batch, and the models that they move.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use formwork_convert::{Role, Target};
use formwork_schema::CString;
use rayon::prelude::*;

use super::{
    disk::{self, Disk},
    found::Found,
};
use crate::{
    args::{Args, Convert},
    input,
};

/// Gives each clip to the models that it moves. Those that move none stay, and so do those that stay in their family.
pub(super) fn pair(args: &Args, of: &Convert, target: Target, found: Vec<Found>) -> Vec<Found> {
    let is_free = |one: &Found| {
        let format = one.format.filter(|format| format.role == Role::Clip);
        format.is_some_and(|format| !format.is_of(target))
    };
    if !found.iter().any(is_free) {
        return found;
    }
    let names: Vec<BTreeSet<CString>> = found
        .par_iter()
        .map(|one| moved(args, of, target, one))
        .collect();
    let fits = |clip: usize| -> Vec<usize> {
        let models = (0..found.len()).filter(|model| {
            let (clip, model) = (&found[clip], &found[*model]);
            let formats = clip.format.zip(model.format);
            model.role() == Some(Role::Model)
                && formats.is_some_and(|(clip, model)| clip.goes_with(model))
        });
        let fitting: Vec<usize> = models
            .filter(|model| fit(&names[clip], &names[*model]))
            .collect();
        nearest(&found[clip].path, &fitting, |model| &found[model].path)
    };
    let clips = (0..found.len()).filter(|place| is_free(&found[*place]));
    let pairs: Vec<(usize, Vec<usize>)> = clips.map(|clip| (clip, fits(clip))).collect();
    give(found, &pairs)
}

/// The names of what a clip moves, or of what can be moved in a model that may get clips.
fn moved(args: &Args, of: &Convert, target: Target, one: &Found) -> BTreeSet<CString> {
    let Some(format) = one.format.filter(|format| !format.is_of(target)) else {
        return BTreeSet::new();
    };
    // What cannot be read is told when it is converted.
    let Ok(input) = disk::read(args, &one.path) else {
        return BTreeSet::new();
    };
    let memory = input::limits(args).memory;
    let files = Disk::new(args, &of.root, Path::new(""), memory);
    format.moved(&input, &files)
}

/// Whether a clip is one of a model: at least half of its tracks move something, or half of what can be moved has a track.
fn fit(clip: &BTreeSet<CString>, model: &BTreeSet<CString>) -> bool {
    let shared = clip.intersection(model).count();
    shared > 0 && shared * 2 >= clip.len().min(model.len())
}

/// Those models that are in the smallest folder around the clip which has any of them, at any depth.
fn nearest<'a>(clip: &Path, models: &[usize], path: impl Fn(usize) -> &'a PathBuf) -> Vec<usize> {
    for folder in clip.ancestors().skip(1) {
        let inside = models.iter().copied();
        let inside: Vec<usize> = inside
            .filter(|model| path(*model).starts_with(folder))
            .collect();
        if !inside.is_empty() {
            return inside;
        }
    }
    models.to_vec()
}

/// Puts clips behind their models, and takes them off the list.
fn give(mut found: Vec<Found>, pairs: &[(usize, Vec<usize>)]) -> Vec<Found> {
    let mut is_given = vec![false; found.len()];
    for (clip, models) in pairs {
        is_given[*clip] = !models.is_empty();
        let path = found[*clip].path.clone();
        for model in models {
            found[*model].parts.push(path.clone());
        }
    }
    let mut is_given = is_given.into_iter();
    found.retain(|_| !is_given.next().unwrap_or_default());
    found
}
