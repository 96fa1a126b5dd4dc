//! What is converted into what, and where it goes.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use formwork_convert::{Role, Target, Word, shared_stem, without_extension};
use formwork_schema::sorted;

use super::{
    found::{Found, below},
    job::{Job, Place},
    pairs, parts,
    paths::folded,
};
use crate::{
    args::{Args, Convert},
    output, report,
    report::Failure,
};

/// How much of a name stays in front of a number, so that the number stays, too.
const LONGEST_BASE: usize = 160;

/// The conversions that were asked for, and the clips of folders that the target has no place for.
pub(super) struct Plan {
    pub(super) jobs: Vec<Job>,
    pub(super) left: Vec<PathBuf>,
}

pub(super) fn plan(args: &Args, of: &Convert) -> Result<Plan, Failure> {
    if output::is_standard(Some(&of.output)) {
        return Err(Failure::usage(
            "a conversion writes files: name one with -o, or a folder",
        ));
    }
    let mut found = Vec::new();
    for input in &of.inputs {
        if input.is_dir() {
            found.extend(below(input));
        } else {
            found.push(Found::new(input, PathBuf::new(), true));
        }
    }
    let mut found = parts::gather(args, of, found);
    let is_clip = |one: &Found| one.role() == Some(Role::Clip);
    let models = found.iter().filter(|one| one.role() == Some(Role::Model));
    let models = models.count();
    let others = found.iter().filter(|one| !is_clip(one)).count();
    let names_file = Target::of_name(&of.output.to_string_lossy()).is_some();
    let is_batch = models > 1 || others > 1 && (is_folder(&of.output) || !names_file);
    if is_batch || found.iter().any(|one| !one.is_named) {
        return several(args, of, found);
    }
    // A model comes before its clips.
    sorted::by_key(&mut found, is_clip);
    let job = one(of, found.into_iter().flat_map(Found::inputs).collect())?;
    Ok(Plan {
        jobs: vec![job],
        left: Vec::new(),
    })
}

/// One conversion of all files together.
fn one(of: &Convert, inputs: Vec<PathBuf>) -> Result<Job, Failure> {
    let named = of.output.file_name().unwrap_or_default().to_string_lossy();
    let is_device = fs::metadata(&of.output).is_ok_and(|it| !it.is_dir() && !it.is_file());
    let means = Target::of_name(&named).filter(|_| !is_folder(&of.output));
    let Some((usual, extension)) = means else {
        let target = of.to.ok_or_else(|| unknown(of))?;
        let name = stem(inputs.first());
        if is_device {
            return Ok(Job {
                place: Place::Device(of.output.clone(), target.extensions()[0]),
                folder: PathBuf::new(),
                target,
                name,
                name_alone: None,
                inputs,
            });
        }
        is_no_file(of, target)?;
        return Ok(Job {
            target,
            name,
            name_alone: None,
            place: Place::Folder,
            folder: of.output.clone(),
            inputs,
        });
    };
    let target = of.to.unwrap_or(usual);
    if !target.extensions().contains(&extension) {
        let message = format!(
            "`.{extension}` is no name for {}: take one with .{}",
            target.word(),
            target.extensions().join(" or .")
        );
        return Err(Failure::usage(message));
    }
    let name = named[..named.len() - extension.len() - 1].to_owned();
    Ok(Job {
        inputs,
        target,
        name,
        name_alone: None,
        place: if is_device {
            Place::Device(of.output.clone(), extension)
        } else {
            Place::File(named.into_owned(), extension)
        },
        folder: of.output.parent().unwrap_or(Path::new("")).into(),
    })
}

/// A conversion for each model, with its clips, and for each clip that has none.
fn several(args: &Args, of: &Convert, found: Vec<Found>) -> Result<Plan, Failure> {
    if !is_folder(&of.output) && Target::of_name(&of.output.to_string_lossy()).is_some() {
        return Err(Failure::usage(
            "several models go into a folder: name one with -o, and what to write with --to",
        ));
    }
    let target = of.to.ok_or_else(|| unknown(of))?;
    is_no_file(of, target)?;
    let is_clip = |one: &Found| one.role() == Some(Role::Clip);
    let is_still = target.clips().is_none() && !target.is_gltf();
    if let Some(clip) = found
        .iter()
        .find(|one| is_still && one.is_named && is_clip(one))
    {
        let message = format!(
            "`{}` is a clip, and {} holds none",
            report::name(&clip.path),
            target.word()
        );
        return Err(Failure::usage(message));
    }
    let (left, found): (Vec<Found>, Vec<Found>) =
        found.into_iter().partition(|one| is_still && is_clip(one));
    let found = pairs::pair(args, of, target, found);
    let mut taken = BTreeSet::new();
    let job = |one: Found| {
        let folder = of.output.join(&one.below);
        let usual = target.extensions()[0];
        let extension = one.format.map_or(usual, |it| it.extension(target));
        let alone = stem(Some(&one.path));
        // Two files may differ in their extension only, in letter case, or in what a name of files cannot have.
        let base = shared_stem(&alone, target);
        let base = &base[..base.floor_char_boundary(LONGEST_BASE)];
        let numbered = (1..).map(|number| format!("{base}_{number}"));
        let mut names = std::iter::once(alone.clone()).chain(numbered);
        let mut is_free = |name: &String| {
            let path = folder.join(format!("{}.{extension}", shared_stem(name, target)));
            taken.insert(folded(&path))
        };
        let name = names.find(&mut is_free).unwrap_or_default();
        Job {
            inputs: one.inputs().collect(),
            target,
            place: Place::File(format!("{name}.{extension}"), extension),
            name_alone: (name != alone).then_some(alone),
            name,
            folder,
        }
    };
    Ok(Plan {
        jobs: found.into_iter().map(job).collect(),
        left: left.into_iter().map(|one| one.path).collect(),
    })
}

/// The name of a file without its extension.
fn stem(path: Option<&PathBuf>) -> String {
    let name = path
        .and_then(|path| path.file_name())
        .unwrap_or_default()
        .to_string_lossy();
    match without_extension(&name) {
        "" => "scene".into(),
        stem => stem.into(),
    }
}

fn is_folder(path: &Path) -> bool {
    path.is_dir()
        || path
            .as_os_str()
            .as_encoded_bytes()
            .last()
            .is_some_and(|last| std::path::is_separator(char::from(*last)))
}

/// Refuses a folder whose name is that of a file of something else.
fn is_no_file(of: &Convert, target: Target) -> Result<(), Failure> {
    let meaning = output::meaning(&of.output).filter(|_| !is_folder(&of.output));
    let Some((extension, meaning)) = meaning else {
        return Ok(());
    };
    let message = format!(
        "`.{extension}` means {meaning}, and {} is asked for: name a file with .{}, or a folder with a slash at its end",
        target.word(),
        target.extensions().join(" or .")
    );
    Err(Failure::usage(message))
}

fn unknown(of: &Convert) -> Failure {
    let name = report::name(&of.output);
    let known: BTreeSet<&str> = sorted::collect(
        Target::WORDS
            .iter()
            .flat_map(|(.., target)| target.extensions())
            .copied(),
    );
    let known: Vec<&str> = known.into_iter().collect();
    Failure::usage(format!(
        "`{name}` does not say what to write: name it with one of .{}, or say it with --to",
        known.join(", .")
    ))
}
