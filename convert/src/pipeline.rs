//! One conversion, from files to files.

use formwork_schema::Result;

use crate::{
    Converted, Input, NoFiles, Options, OriginMode, Output, Report, Request, Scene, Target,
    error::invalid,
    formats::{Family, Format, Role},
    gltf::{self, Draft},
    horde3d,
    names::{Paths, report_taken, without_extension},
    obj, ply, proof,
    scene::{self, Source},
    urho3d, weight,
};

/// Converts files.
///
/// # Errors
/// Files that are malformed, of no format that can be converted, or of families that do not go together; a target that cannot hold
/// them at all. With the place in the file that is wrong, or the name of a tool that makes glTF of it.
pub fn convert(request: Request<'_>) -> Result<Converted> {
    let Some(first) = request.inputs.first() else {
        return Err(invalid("there is nothing to convert"));
    };
    let Format { id, family, .. } = Format::of_input(first)?;
    for input in &request.inputs[1..] {
        let other = Format::of_input(input)?;
        if other.family != family {
            let message = format!(
                "`{}` is of {}, and `{}` of {id}: they do not go together",
                input.name(),
                other.id,
                first.name()
            );
            return Err(invalid(message));
        }
    }
    weight::check(&request)?;
    let mut report = Report::default();
    let mut outputs = if is_fork(&request, family) {
        fork(&request, family, &mut report)?
    } else {
        through_scene(request, family, &mut report)?
    };
    tell_apart(&mut outputs, &mut report);
    Ok(Converted {
        from: id.into(),
        outputs,
        report,
    })
}

/// Whether files only change as far as the fork of their engine needs it: nothing was asked of the scene, and nothing else goes along.
fn is_fork(request: &Request<'_>, family: Family) -> bool {
    let asks = |input: &Input| {
        Format::of(&input.bytes, input.name()).is_some_and(|format| format.id == "horde3d.scene")
    };
    family == Family::of(request.target)
        && family != Family::Gltf
        && !asks_of_scene(request.options)
        && !request.inputs.iter().any(asks)
}

/// Whether an option asks for other vertices, bones or keys than those of the file.
fn asks_of_scene(options: &Options) -> bool {
    let plain = Options::default();
    // What these say is about files or glTF, or is for forks to follow.
    *options
        != Options {
            layout: options.layout,
            max_frames: options.max_frames,
            fps: options.fps,
            step: options.step,
            tolerance: options.tolerance,
            textures: options.textures,
            pbr: options.pbr,
            names: options.names,
            keep_types: options.keep_types,
            no_start_key: options.no_start_key,
            scene: options.scene,
            origin: options.origin,
            file_numbers: options.file_numbers.clone(),
            limits: options.limits,
            ..plain
        }
}

/// Gives outputs of one path, also where letter case makes no difference, numbers.
fn tell_apart(outputs: &mut [Output], report: &mut Report) {
    let mut paths = Paths::default();
    for output in outputs {
        let made = paths.add(&output.path);
        report_taken(&output.path, &made, &output.path, report);
        output.path = made;
    }
}

/// Files of one family stay as they are but for what the fork does not know.
fn fork(request: &Request<'_>, family: Family, report: &mut Report) -> Result<Vec<Output>> {
    let fork = match family {
        Family::Urho3d => urho3d::fork,
        _ => horde3d::fork,
    };
    let asked = asked_for(request);
    let mut outputs: Vec<Output> = Vec::with_capacity(request.inputs.len());
    for (place, input) in request.inputs.iter().enumerate() {
        let mut made = fork(input, request.target, request.options, report)?;
        if let Some((_, extension)) = made.path.rsplit_once('.').filter(|_| asked == Some(place)) {
            made.path = format!("{}.{extension}", request.name);
        }
        let beside = match family {
            Family::Urho3d => {
                urho3d::sidecars(input, &made.path, request.files, request.target, report)?
            }
            _ => Vec::new(),
        };
        outputs.push(made);
        for one in beside {
            // A model and a clip of one name share the file beside them.
            if !outputs.contains(&one) {
                outputs.push(one);
            }
        }
    }
    Ok(outputs)
}

/// The input that becomes the requested file: the model, or the only clip.
fn asked_for(request: &Request<'_>) -> Option<usize> {
    let is_model = |input: &Input| {
        let format = Format::of(&input.bytes, input.name());
        format.is_some_and(|format| format.role == Role::Model)
    };
    let model = request.inputs.iter().position(is_model);
    let only = (request.inputs.len() == 1).then_some(0);
    model.or(only).filter(|_| !request.split)
}

/// Reads a scene and writes it.
fn through_scene(request: Request<'_>, family: Family, report: &mut Report) -> Result<Vec<Output>> {
    let Request {
        inputs,
        files,
        name,
        mut target,
        is_usual,
        split,
        options,
    } = request;
    let (mut scene, proofs) = match family {
        Family::Gltf => gltf::read_proved(&inputs, files, options, report)?,
        Family::Urho3d => (urho3d::read(&inputs, files, options, report)?, Vec::new()),
        _ => (horde3d::read(&inputs, files, options, report)?, Vec::new()),
    };
    // A proof needs them once more, and has them from the sources of the scene.
    drop(inputs);
    let goes_along = Family::of(target) == Family::Urho3d && options.scale == 1.0;
    if !goes_along || family == Family::Urho3d && asks_of_scene(options) {
        urho3d::report_sidecars(&scene.sources, report);
    }
    if Family::of(target) != Family::Gltf || options.origin == OriginMode::None {
        for source in &mut scene.sources {
            source.file = None;
            if Family::of(target) == Family::Gltf {
                // Nobody asks for them, and they may be parts of the file.
                source.facts = scene::Facts::default();
            }
        }
    }
    scene.validate()?;
    weight::scene(&scene, target, options)?;
    scene::prepare(&mut scene, options, report);
    let own = scene
        .sources
        .first()
        .map(|source| Family::of_source(&source.format));
    if is_usual && family == Family::Gltf && own == Some(Family::of(target)) {
        target = own_target(Family::of(target), &scene.sources);
    }
    if family == Family::Gltf && scene.sources.is_empty() && Family::of(target) != Family::Gltf {
        scene::unit_rotations(&mut scene, report);
        scene::drop_still_records(&mut scene, report);
    }
    scene::report_hidden(&scene, Family::of(target) == Family::Gltf, report);
    if family == Family::of(target) && asks_of_scene(options) {
        // Another file was asked for than the one that was read.
        scene.sources.clear();
    }
    let own = scene
        .sources
        .first()
        .map(|source| Family::of_source(&source.format));
    if Family::of(target) != Family::Gltf && own != Some(Family::of(target)) {
        // Files of the own family come back as they were, with what they had in the place of numbers.
        scene::make_finite(&mut scene, report);
    }
    let mut outputs = match Family::of(target) {
        Family::Gltf => return to_gltf((name, target), scene, family, options, report),
        Family::Urho3d => urho3d::write(&scene, name, target, split, options, report)?,
        Family::Horde3d => horde3d::write(&scene, name, target, split, options, report)?,
        Family::Other if target == Target::Obj => {
            obj::write(&scene, name, target, split, options, report)?
        }
        Family::Other => ply::write(&scene, name, target, split, options, report)?,
    };
    let first = scene.sources.first();
    // Files of Horde3D name one another, so others come of another name.
    let is_other = |source: &Source| without_extension(&source.name) != name;
    let is_renamed = Family::of(target) == Family::Horde3d
        && (first.is_some_and(is_other) || !options.file_numbers.is_empty());
    let is_own = own_target(Family::of(target), &scene.sources) == target;
    if is_own && !is_renamed && !split {
        let sources = std::mem::take(&mut scene.sources);
        drop(scene);
        let appearance = |files: &[Output]| appearance(files, Family::of(target), options);
        proof::restore(&mut outputs, &sources, &proofs, &appearance, report);
    }
    let comes_back = is_usual && family == Family::Gltf;
    if Family::of(target) == Family::Horde3d && !comes_back {
        horde3d::make_readable(&mut outputs, target, options, report)?;
    }
    Ok(outputs)
}

/// Reads files of a family, and returns what they show.
///
/// # Errors
/// Files that cannot be read, or only with more memory.
fn appearance(files: &[Output], family: Family, options: &Options) -> Result<proof::Appearance> {
    let is_read = |file: &&Output| {
        let is_material = family == Family::Horde3d && file.format == "horde3d.material";
        is_material || Family::of_source(&file.format) == family
    };
    let inputs: Vec<Input> = files.iter().filter(is_read).map(Input::from).collect();
    weight::inputs(&inputs, options)?;
    let options = Options {
        origin: OriginMode::None,
        limits: options.limits,
        ..Options::default()
    };
    let mut quiet = Report::default();
    let mut scene = match family {
        Family::Urho3d => urho3d::read(&inputs, &NoFiles, &options, &mut quiet)?,
        _ => horde3d::read(&inputs, &NoFiles, &options, &mut quiet)?,
    };
    let sources = std::mem::take(&mut scene.sources);
    let versions = sources.into_iter().map(|it| (it.format, it.version));
    let draft = Draft::new(&scene, "scene", Target::Glb, &options, &mut quiet)?;
    let glb = draft.finish()?.into_iter().next();
    let glb = glb.map(|output| output.bytes).unwrap_or_default();
    Ok((versions.collect(), glb))
}

/// Makes a glTF file, and proves the way back.
fn to_gltf(
    (name, target): (&str, Target),
    mut scene: Scene,
    family: Family,
    options: &Options,
    report: &mut Report,
) -> Result<Vec<Output>> {
    // What is not stored is what this very scene leads to.
    if family == Family::Urho3d && gltf::is_as_it_was(&scene, options) {
        urho3d::trim(&mut scene, options);
    }
    let mut draft = Draft::new(&scene, name, target, options, report)?;
    // Where glTF was read there are no files to prove anything of.
    if draft.keeps_sources() && family != Family::Gltf {
        // The proof makes another scene: there is room for one.
        let sources = std::mem::take(&mut scene.sources);
        drop(scene);
        let first = sources.first();
        let name = first.map_or(name, |source| without_extension(&source.name));
        let target = own_target(family, &sources);
        let rebuild = |back: Scene, quiet: &mut Report| match family {
            Family::Urho3d => urho3d::rebuild(back, name, target, options, quiet),
            _ => horde3d::write(&back, name, target, false, options, quiet),
        };
        proof::prove(&mut draft, &sources, options, &rebuild)?;
    }
    draft.finish()
}

/// The target that gives the sources of a scene again.
fn own_target(family: Family, sources: &[Source]) -> Target {
    let version = sources.first().map_or("", |source| &source.version);
    let has_weights = || sources.iter().any(|source| source.version == "H3DA 4");
    match family {
        Family::Urho3d => urho3d::target_of(version),
        _ if has_weights() => Target::Horde3dSls,
        _ => Target::Horde3d,
    }
}
